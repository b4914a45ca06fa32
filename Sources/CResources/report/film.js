
(function () {
  "use strict";
  var NS = document.querySelector("svg").namespaceURI;
  var still = window.matchMedia("(prefers-reduced-motion: reduce)");
  var make = function (name, attributes, parent) {
    var node = document.createElementNS(NS, name);
    for (var key in attributes) node.setAttribute(key, attributes[key]);
    if (parent) parent.appendChild(node);
    return node;
  };
  var html = function (name, kind, parent, text) {
    var node = document.createElement(name);
    if (kind) node.className = kind;
    if (text) node.textContent = text;
    if (parent) parent.appendChild(node);
    return node;
  };
  var circle = function (r) {
    return "M" + -r + " 0a" + r + " " + r + " 0 1 0 " + 2 * r + " 0a" + r + " " + r +
      " 0 1 0 " + -2 * r + " 0z";
  };
  var isRound = function (kind) { return typeof kind[2] === "number"; };
  var outline = function (kind) { return isRound(kind) ? circle(kind[2]) : kind[2]; };
  var put = function (map, list) {
    for (var i = 0; i < (list || []).length; i += 4) {
      map.set(list[i], { k: list[i + 1], x: list[i + 2], y: list[i + 3] });
    }
  };
  // Turns bodies about their places, by degrees from how they are drawn.
  var aim = function (map, list) {
    for (var i = 0; i < (list || []).length; i += 2) {
      var body = map.get(list[i]);
      if (body) body.turn = list[i + 1];
    }
  };
  // One turn on a board; `ghosts` takes what goes, and how.
  var advance = function (map, turn, ghosts) {
    aim(map, turn.o);
    put(map, turn.a);
    ["p", "f"].forEach(function (how) {
      (turn[how] || []).forEach(function (id) {
        var body = map.get(id);
        if (!body) return;
        ghosts.push({ body: body, how: how });
        map.delete(id);
      });
    });
    (turn.x || []).forEach(function (id) { map.delete(id); });
    put(map, turn.z);
  };

  var playing = null;
  function Player(slot, film, title) {
    var self = this, count = film.t.length, at = 0, timer = 0, frame = 0, nodes = new Map();
    var isPlaying = false, speed = 1;
    slot.textContent = "";
    var box = html("div", "player-box", slot);
    box.tabIndex = 0;
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", "Replay of " + title);
    var stage = html("div", "stage", box), panel = html("div", "panel", box);
    html("p", "film-title", panel, title);
    var room = Math.min((slot.clientWidth || 480) - 32, 520), tall = 460;
    var scale = Math.min(room / film.w, tall / film.h, 1.4);
    var svg = make("svg", {
      "class": "film", viewBox: "0 0 " + film.w + " " + film.h, role: "img",
      width: Math.round(film.w * scale), height: Math.round(film.h * scale)
    }, stage);
    make("title", {}, svg).textContent = "The board of " + title;
    film.g.forEach(function (line) { make("path", { "class": line[0], d: line[1] }, svg); });
    var under = make("g", {}, svg), bodies = make("g", {}, svg), over = make("g", {}, svg);

    var words = html("p", "film-words", panel);
    words.setAttribute("role", "status");
    var controls = html("div", "controls", panel);
    var button = function (text, label, action) {
      var node = html("button", "", controls, text);
      node.type = "button";
      node.setAttribute("aria-label", label);
      node.addEventListener("click", action);
      return node;
    };
    button("|<", "First turn", function () { stop(); show(0); });
    button("<", "Previous turn", function () { stop(); show(at - 1); });
    var play = button("Play", "Play", function () { if (isPlaying) stop(); else start(); });
    play.className = "play";
    button(">", "Next turn", function () { stop(); show(at + 1); });
    button(">|", "Last turn", function () { stop(); show(count); });
    var pick = html("label", "speed", controls, "Speed ");
    var choice = html("select", "", pick);
    [["0.5", "0.5x"], ["1", "1x"], ["2", "2x"], ["4", "4x"]]
      .forEach(function (entry) {
        var option = html("option", "", choice, entry[1]);
        option.value = entry[0];
        option.selected = entry[0] === "1";
      });
    choice.addEventListener("change", function () { speed = Number(choice.value); });
    var wide = html("label", "scrub", panel);
    html("span", "aloud", wide, "Turn");
    var range = html("input", "", wide);
    range.type = "range";
    range.min = 0;
    range.max = count;
    range.addEventListener("input", function () { stop(); show(Number(range.value)); });
    var draws = function (how) {
      return film.t.some(function (turn) { return (turn[how] || []).length > 0; });
    };
    html("p", "note", panel, "Space: play or stop. Left and right arrows: one turn. " +
      "Home and End: first and last turn." +
      (draws("p") ? " Dashed outlines: what the move removed." : "") +
      (draws("f") ? " Dotted: what fell or was removed with it." : "") +
      (film.cut ? " The last " + film.cut + " turns are not in this page; " +
      "the replay command shows them." : ""));

    var stateAt = function (turn, ghosts) {
      var map = new Map();
      put(map, film.b);
      for (var i = 0; i < turn; i++) {
        var gone = [];
        advance(map, film.t[i], gone);
        if (i === turn - 1 && ghosts) Array.prototype.push.apply(ghosts, gone);
      }
      return map;
    };
    var place = function (node, x, y, turned) {
      node.setAttribute("transform", "translate(" + x + " " + y + ")" +
        (turned ? " rotate(" + turned + ")" : ""));
    };
    var build = function (body) {
      var kind = film.k[body.k], node = make("g", { "class": kind[0] }, bodies);
      make("path", { "class": "body", d: outline(kind) }, node);
      (kind[3] || []).forEach(function (mark) {
        make("path", { "class": mark[0], d: film.p[mark[1]] }, node);
      });
      var isToken = kind[0].indexOf("token") === 0, length = Array.from(kind[1]).length;
      var size = isToken ? Math.max([18, 18, 16, 13, 10.5][Math.min(length, 4)], 11.2 / scale) :
        isRound(kind) ? Math.max(kind[2] * 1.05, 11.2 / scale) :
        kind[0].indexOf("card") === 0 ? Math.max(19, 11.2 / scale) : 11.2 / scale;
      if (kind[3]) {
        make("text", { x: -20, y: -27, "font-size": Math.max(15, 11.2 / scale) }, node)
          .textContent = kind[1];
      } else if (kind[1] && (!isRound(kind) || kind[2] * 2 > size * 0.85)) {
        // Cards may lie on one another: what is written on them stands near their upper edge.
        make("text", { y: size * 0.36, dy: kind[0].indexOf("token card") === 0 ? -9 : 0,
          "font-size": size }, node).textContent = kind[1];
      }
      node.kind = body.k;
      place(node, body.x, body.y, body.turn);
      return node;
    };
    var draw = function (map, lit) {
      nodes.forEach(function (node, id) {
        var body = map.get(id);
        if (!body || body.k !== node.kind) { node.remove(); nodes.delete(id); }
      });
      map.forEach(function (body, id) {
        var node = nodes.get(id);
        if (node) { place(node, body.x, body.y, body.turn); node.removeAttribute("style"); }
        else {
          node = build(body);
          // On a board of tokens each place has four ids, the lowest token's first.
          for (var next = id + 1; film.k[body.k][0].indexOf("token") === 0 && next % 4; next++) {
            if (nodes.has(next)) { bodies.insertBefore(node, nodes.get(next)); break; }
          }
          nodes.set(id, node);
        }
        node.classList.toggle("lit", !!lit && lit.has(id));
      });
    };
    var clear = function () { under.textContent = ""; over.textContent = ""; };
    var trail = function (path) {
      var data = "";
      for (var i = 0; i < path.length; i += 3) {
        data += (i ? "L" : "M") + path[i] + " " + path[i + 1];
      }
      make("path", { "class": "trail", d: data }, under);
    };
    var ring = function (body, kind) {
      make("path", {
        "class": "ghost " + kind, d: outline(film.k[body.k]),
        transform: "translate(" + body.x + " " + body.y + ")"
      }, over);
    };
    var touch = function (turn) {
      if (turn.m) make("path", {
        "class": "touch", d: "M-11 -11L11 11M-11 11L11 -11",
        transform: "translate(" + turn.m[0] + " " + turn.m[1] + ")"
      }, over);
    };
    var tell = function () {
      var turn = at > 0 ? film.t[at - 1] : null;
      words.textContent = "Turn " + at + " of " + (count + (film.cut || 0)) +
        (turn ? ", score " + turn.s.toLocaleString("en") + ": " +
          turn.w.replace(/^turn \d+[:,]? ?/, "").replace(/, score -?\d+$/, "") : ": the start");
      range.value = at;
      range.setAttribute("aria-valuetext", "turn " + at);
    };
    var show = function (turn) {
      at = Math.max(0, Math.min(count, turn));
      var ghosts = [], map = stateAt(at, ghosts);
      draw(map);
      clear();
      if (at > 0) {
        var last = film.t[at - 1];
        (last.q || []).forEach(trail);
        touch(last);
        ghosts.forEach(function (ghost) { ring(ghost.body, ghost.how); });
        (last.n || []).forEach(function (id) {
          var body = map.get(id);
          if (body) ring(body, "n");
        });
      }
      tell();
    };

    // Motion: `run` calls `step` with 0...1 over some milliseconds, then `then`.
    var run = function (time, step, then) {
      var length = time / speed, begun = 0;
      if (length < 1) { step(1); then(); return; }
      var tick = function (now) {
        if (!isPlaying) return;
        if (!begun) begun = now;
        var share = Math.min(1, (now - begun) / length);
        step(share);
        if (share < 1) frame = requestAnimationFrame(tick); else then();
      };
      frame = requestAnimationFrame(tick);
    };
    var along = function (path, time) {
      for (var i = 3; i < path.length; i += 3) {
        if (time <= path[i + 2] || i + 3 >= path.length) {
          var span = Math.max(1, path[i + 2] - path[i - 1]);
          var share = Math.max(0, Math.min(1, (time - path[i - 1]) / span));
          return [path[i - 3] + (path[i] - path[i - 3]) * share,
            path[i - 2] + (path[i + 1] - path[i - 2]) * share];
        }
      }
      return [path[0], path[1]];
    };
    var movie = function () {
      if (at >= count) { stop(); return; }
      var turn = film.t[at], map = stateAt(at);
      draw(map);
      clear();
      var paths = turn.q || [], end = 0, balls = paths.map(function (path) {
        end = Math.max(end, path[path.length - 1]);
        trail(path);
        return make("path", { "class": "flying", d: circle(film.w > 600 ? 9 : 17) }, over);
      });
      var ways = turn.v || [], lights = turn.l || [], lit = new Set();
      ways.forEach(function (way) { end = Math.max(end, way[way.length - 1]); });
      var aimed = [];
      for (var o = 0; o < (turn.o || []).length; o += 2) {
        var body = map.get(turn.o[o]);
        if (body) aimed.push([nodes.get(turn.o[o]), body, body.turn || 0, turn.o[o + 1]]);
      }
      aim(map, turn.o);
      var moved = [];
      var from = new Map();
      map.forEach(function (body, id) { from.set(id, body); });
      put(map, turn.a);
      map.forEach(function (body, id) {
        var old = from.get(id);
        if (old && old.k === body.k && (old.x !== body.x || old.y !== body.y)) {
          moved.push([id, old, body]);
        }
      });
      var flight = paths.length ? Math.max(250, Math.min(end * 8, 5000)) :
        Math.min(turn.d || 0, 3000);
      run(aimed.length ? 250 : 0, function (share) {
        aimed.forEach(function (entry) {
          place(entry[0], entry[1].x, entry[1].y, entry[2] + (entry[3] - entry[2]) * share);
        });
      }, function () { run(flight, function (share) {
        ways.forEach(function (way) {
          var node = nodes.get(way[0]), point = along(way.slice(1), share * end);
          if (node) place(node, point[0], point[1]);
        });
        for (var i = 0; i < lights.length; i += 2) {
          var node = nodes.get(lights[i]);
          if (node && !lit.has(lights[i]) && lights[i + 1] <= share * end) {
            lit.add(lights[i]);
            node.classList.add("lit");
          }
        }
        balls.forEach(function (ball, i) {
          var path = paths[i], time = share * end, point = along(path, time);
          place(ball, point[0], point[1]);
          // A ball that comes later, or is gone, is not there.
          ball.style.visibility =
            time < path[2] || time > path[path.length - 1] ? "hidden" : "visible";
        });
        moved.forEach(function (entry) {
          var node = nodes.get(entry[0]);
          if (node) place(node, entry[1].x + (entry[2].x - entry[1].x) * share,
            entry[1].y + (entry[2].y - entry[1].y) * share);
        });
      }, function () {
        balls.forEach(function (ball) { ball.remove(); });
        // The ways end in the turn's settled places.
        draw(map, lit);
        ways.forEach(function (way) {
          var node = nodes.get(way[0]);
          if (node) place(node, way[way.length - 3], way[way.length - 2]);
        });
        touch(turn);
        at += 1;
        tell();
        var marked = (turn.p || []).concat(turn.n || []);
        marked.forEach(function (id) {
          var body = map.get(id);
          if (body) ring(body, (turn.n || []).indexOf(id) >= 0 ? "n" : "p");
        });
        var going = (turn.p || []).concat(turn.f || []);
        run(marked.length ? 320 : 60, function () {}, function () {
          run(going.length ? 320 : 1, function (share) {
            going.forEach(function (id) {
              var node = nodes.get(id), body = map.get(id);
              if (!node || !body) return;
              node.style.opacity = 1 - share;
              if ((turn.f || []).indexOf(id) >= 0) {
                place(node, body.x, body.y + share * share * film.h / 6);
              }
            });
          }, function () {
            show(at);
            timer = setTimeout(movie, 260 / speed);
          });
        });
      }); });
    };
    var slides = function () {
      if (at >= count) { stop(); return; }
      show(at + 1);
      timer = setTimeout(slides, 1200 / speed);
    };
    var start = function () {
      if (playing && playing !== self) playing.stop();
      playing = self;
      if (at >= count) show(0);
      isPlaying = true;
      play.textContent = "Stop";
      play.setAttribute("aria-label", "Stop");
      words.setAttribute("aria-live", "off");
      if (still.matches) slides(); else movie();
    };
    var stop = function () {
      if (!isPlaying) return;
      isPlaying = false;
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      play.textContent = "Play";
      play.setAttribute("aria-label", "Play");
      words.setAttribute("aria-live", "polite");
      show(at);
    };
    this.stop = stop;
    this.start = start;
    box.addEventListener("keydown", function (event) {
      var isOwn = event.target === box || event.target.tagName === "BUTTON";
      var key = event.key;
      if (key === " " && event.target === box) { if (isPlaying) stop(); else start(); }
      else if (key === "ArrowLeft" && isOwn) { stop(); show(at - 1); }
      else if (key === "ArrowRight" && isOwn) { stop(); show(at + 1); }
      else if (key === "Home" && isOwn) { stop(); show(0); }
      else if (key === "End" && isOwn) { stop(); show(count); }
      else return;
      event.preventDefault();
    });
    show(0);
    this.focus = function () {
      slot.scrollIntoView({ block: "nearest" });
      play.focus({ preventScroll: true });
    };
  }

  Array.prototype.forEach.call(document.querySelectorAll("[data-film]"), function (button) {
    button.hidden = false;
    button.addEventListener("click", function () {
      var data = document.getElementById(button.getAttribute("data-film"));
      var level = data.closest(".level"), slot = level.querySelector(".stage-slot");
      level.querySelector("details").open = true;
      if (playing) playing.stop();
      var name = level.querySelector("h3 bdi").textContent;
      var player = new Player(slot, JSON.parse(data.textContent),
        name + ", " + button.getAttribute("aria-label").replace(/^Watch /, ""));
      player.focus();
      player.start();
    });
  });
})();
