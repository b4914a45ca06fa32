//@ts-check
/** Free objects on a board: choosing, moving, sizing, turning, and the form with their numbers. */
import { outline } from "./board.js";
import { set, svg } from "./dom.js";
import { showForm } from "./objects.js";
import { say } from "./say.js";

const NEAR = 14;

export class Handles {
  /** @param {any} editor @param {import("./board.js").Board} board */
  constructor(editor, board) {
    this.editor = editor;
    this.board = board;
    /** What may be done with each body. @type {Record<string, any>} */
    this.grips = {};
    /** @type {number | null} */
    this.chosen = null;
    /** @type {"" | "move" | "size" | "turn"} */
    this.action = "";
    /** From the pointer to the middle of what it holds. */
    this.offset = { x: 0, y: 0 };
    this.erases = false;
    this.isErasing = false;
    /** Where what is dragged was wanted, while that place is refused. */
    this.wanted = /** @type {{x: number, y: number} | null} */ (null);
    /** What the keys pressed so far come to, until the server has answered them. @type {any} */
    this.expected = null;
    this.flying = 0;
    /** Where the keyboard puts an object; shown while the board has the focus. */
    this.cross = { x: board.width / 2, y: board.height / 2 };
    this.crossMark = svg("path", { class: "cross", d: "M-12 0H12M0 -12V12" });
    this.layer = svg("g", { class: "handles" });
    board.svg.append(this.layer);
    // Where there are cells, one of them has the keyboard's mark.
    if (!editor.places) board.svg.append(this.crossMark);
    this.moveCross(0, 0);
  }

  /** @param {number} dx @param {number} dy */
  moveCross(dx, dy) {
    const limit = (/** @type {number} */ value, /** @type {number} */ most) =>
      Math.round(Math.min(most, Math.max(0, value)));
    this.cross = { x: limit(this.cross.x + dx, this.board.width),
      y: limit(this.cross.y + dy, this.board.height) };
    this.crossMark.setAttribute("transform", `translate(${this.cross.x} ${this.cross.y})`);
    if (dx || dy) say(`${this.cross.x}, ${this.cross.y}`);
  }

  /** Objects are options of the board's list, for screen readers. */
  describe() {
    for (const [id, node] of this.board.nodes) {
      const grip = this.grips[id];
      if (!grip) {
        set(node, { "aria-hidden": "true" });
        continue;
      }
      set(node, { id: `object-${id}`, role: "option", "aria-label": grip.words,
        "aria-selected": String(id === this.chosen) });
    }
    // Where there are cells, the active one is that of the keyboard's mark.
    if (this.editor.places) return;
    if (this.chosen === null) this.board.svg.removeAttribute("aria-activedescendant");
    else set(this.board.svg, { "aria-activedescendant": `object-${this.chosen}` });
  }

  /** The body at a point: the one in front. @param {{x: number, y: number}} point */
  at(point) {
    let found = null;
    for (const [id, body] of this.board.bodies) {
      if (!this.grips[id]) continue;
      const kind = this.board.kinds[body.k];
      const grip = this.grips[id];
      const spot = this.rotated(point, body, -grip.turn);
      const isRound = typeof kind[2] === "number";
      if (isRound ? Math.hypot(spot.x, spot.y) <= Math.max(kind[2], grip.width / 2)
        : Math.abs(spot.x) <= grip.width / 2 && Math.abs(spot.y) <= grip.height / 2) found = id;
    }
    return found;
  }

  /** Takes a change of the board. @param {any} patch */
  patch(patch) {
    for (const id of patch.x ?? []) delete this.grips[id];
    Object.assign(this.grips, patch.grips ?? {});
  }

  /** @param {{x: number, y: number}} point @param {boolean} erases */
  press(point, erases) {
    this.action = "";
    this.wanted = null;
    this.isMoving = false;
    this.erases = erases;
    if (!erases && this.chosen !== null && this.grips[this.chosen]) {
      const { turn, corner } = this.knobs(this.chosen);
      const scale = NEAR * this.board.width / this.board.svg.clientWidth;
      const body = this.board.bodies.get(this.chosen);
      const far = (/** @type {{x: number, y: number}} */ spot) =>
        Math.hypot(spot.x - point.x, spot.y - point.y);
      // The middle of a small object moves it, although its knobs are near.
      const holds = (/** @type {any} */ knob) => knob && far(knob) < Math.min(scale, far(body));
      if (holds(turn)) this.action = "turn";
      if (holds(corner)) this.action = "size";
    }
    if (this.action === "" && !erases) {
      const body = this.at(point);
      if (body !== null) {
        this.choose(body);
        this.offset = { x: this.grips[body].x - point.x, y: this.grips[body].y - point.y };
        if (this.grips[body].move) this.action = "move";
      }
    }
  }

  /** @param {{x: number, y: number}} point @returns {boolean} whether an answer is to come, or
   * nothing has moved yet */
  drag(point) {
    if (this.erases) {
      this.erase(this.at(point));
      return false;
    }
    const id = this.chosen;
    if (id === null || this.action === "") return false;
    const body = this.board.bodies.get(id);
    const grip = this.grips[id];
    if (!body || !grip) return false;
    if (this.action === "move") {
      const to = { x: Math.round(point.x + this.offset.x), y: Math.round(point.y + this.offset.y) };
      // A drag begins where the object is.
      if (!this.isMoving && to.x === grip.x && to.y === grip.y) return true;
      this.isMoving = true;
      this.move(id, to);
    } else if (this.action === "turn") {
      const radians = Math.atan2(point.x - body.x, body.y - point.y);
      this.editor.gesture({ turn: { body: id, radians: Number(radians.toFixed(3)) } });
    } else {
      const reach = this.rotated(point, body, -(grip.turn ?? 0));
      this.editor.gesture({ resize: { body: id, width: Math.max(1, Math.round(Math.abs(reach.x) * 2)),
        height: Math.max(1, Math.round(Math.abs(reach.y) * 2)) } });
    }
    return true;
  }

  /** @param {number} id @param {{x: number, y: number}} place */
  async move(id, place) {
    const error = await this.editor.gesture({ move: { body: id, ...place } });
    // With no place to show, the answer has drawn it already.
    if (!error && !this.wanted) return;
    this.wanted = error ? place : null;
    this.draw();
  }

  /** @param {{x: number, y: number}} point @param {PointerEvent} event */
  tap(point, event) {
    const body = this.at(point);
    const { tools } = this.editor;
    if (tools.use === "erase" || event.button === 2) {
      this.erase(body);
    } else if (body !== null) {
      this.choose(body);
    } else if (tools.use === "put") {
      this.putChosen({ x: Math.round(point.x), y: Math.round(point.y) });
    } else {
      this.choose(null);
    }
  }

  /** Puts an object of the chosen tool, and on the other side too where that is wanted.
   * @param {{x: number, y: number}} place @returns {Promise<Error | null>} why the first was refused */
  put(place) {
    const { tools } = this.editor;
    const sent = this.editor.gesture({ put: { tool: tools.chosen, ...place } });
    const other = Math.round(this.board.width - place.x);
    if (tools.isMirrored && Math.abs(other - place.x) > 1) {
      this.editor.gesture({ put: { tool: tools.chosen, x: other, y: place.y } });
    }
    return sent;
  }

  /** Puts an object and chooses it, so that what follows is about it. With the keyboard, arrows move
   * the cross on instead. @param {{x: number, y: number}} place */
  async putChosen(place) {
    const { stroke } = this.editor;
    const before = new Set(Object.keys(this.grips));
    this.choose(null);
    const error = await this.put(place);
    // The board may be another one now, and the next stroke may have begun.
    const { handles } = this.editor;
    if (error || stroke !== this.editor.stroke || handles.chosen !== null) return;
    const made = Object.keys(handles.grips).filter((id) => !before.has(id)).map(Number);
    if (made.length > 0) handles.choose(Math.max(...made));
  }

  /** @param {{x: number, y: number}} point */
  hold(point) {
    const body = this.at(point);
    this.erase(body);
  }

  /** Removes a body, once; numbers may mean other bodies after it. @param {number | null} body */
  async erase(body) {
    if (body === null || this.isErasing || !this.grips[body].remove) return;
    this.isErasing = true;
    this.choose(null);
    const isInStroke = this.editor.isInStroke;
    await (isInStroke ? this.editor.gesture({ remove: { body } })
      : this.editor.single({ remove: { body } }));
    this.isErasing = false;
  }

  /** A place was refused: what moved springs back with the board that is true. */
  refused() {
    this.layer.classList.add("refused");
    setTimeout(() => this.layer.classList.remove("refused"), 400);
    this.draw();
  }

  /** @param {number | null} body */
  choose(body) {
    if (body === this.chosen) return;
    this.chosen = body;
    this.draw();
  }

  /** @param {{x: number, y: number}} point @param {{x: number, y: number}} about @param {number} angle */
  rotated(point, about, angle) {
    const x = point.x - about.x;
    const y = point.y - about.y;
    return { x: x * Math.cos(angle) - y * Math.sin(angle),
      y: x * Math.sin(angle) + y * Math.cos(angle) };
  }

  /** Where the knobs of a body are. @param {number} id */
  knobs(id) {
    const body = this.board.bodies.get(id);
    const grip = this.grips[id];
    if (!body || !grip) return { turn: null, corner: null };
    const [width, height] = [grip.width ?? 40, grip.height ?? 40];
    const about = (/** @type {number} */ x, /** @type {number} */ y) => {
      const spot = this.rotated({ x, y }, { x: 0, y: 0 }, grip.turn ?? 0);
      return { x: body.x + spot.x, y: body.y + spot.y };
    };
    return {
      turn: grip.turns ? about(0, -height / 2 - 24) : null,
      corner: grip.sizes !== "none" ? about(width / 2, height / 2) : null,
    };
  }

  draw() {
    this.layer.textContent = "";
    const id = this.chosen;
    const body = id === null ? undefined : this.board.bodies.get(id);
    if (id === null || !body || !this.grips[id]) {
      this.chosen = null;
      this.editor.objects.hidden = true;
      this.describe();
      this.editor.allObjects?.draw();
      return;
    }
    this.layer.append(svg("path", {
      class: "chosen", d: outline(this.board.kinds[body.k]),
      transform: `translate(${body.x} ${body.y})`,
    }));
    if (this.wanted) {
      this.layer.append(svg("path", { class: "unwanted", d: outline(this.board.kinds[body.k]),
        transform: `translate(${this.wanted.x} ${this.wanted.y})` }));
    }
    this.describe();
    this.editor.allObjects?.draw();
    const { turn, corner } = this.knobs(id);
    if (turn) {
      this.layer.append(svg("line", { x1: body.x, y1: body.y, x2: turn.x, y2: turn.y }),
        svg("circle", { class: "knob", cx: turn.x, cy: turn.y, r: 8 }));
    }
    if (corner) {
      this.layer.append(svg("rect", { class: "knob", x: corner.x - 7, y: corner.y - 7,
        width: 14, height: 14 }));
    }
    showForm(this, id);
  }

  /** Points out bodies. @param {number[]} ids */
  point(ids) {
    for (const id of ids) {
      const node = this.board.nodes.get(id);
      node?.classList.add("pointed");
      setTimeout(() => node?.classList.remove("pointed"), 2000);
    }
  }

  /** Keys on the chosen object. @param {KeyboardEvent} event */
  key(event) {
    const ids = [...this.board.bodies.keys()].filter((id) => this.grips[id]);
    if (event.key.toLowerCase() === "n") {
      const at = this.chosen === null ? -1 : ids.indexOf(this.chosen);
      const next = (at + (!event.shiftKey ? 1 : at < 0 ? 0 : -1) + ids.length)
        % Math.max(1, ids.length);
      this.choose(ids[next] ?? null);
      if (this.chosen !== null) say(this.grips[this.chosen].words);
      return true;
    }
    const step = event.shiftKey ? 10 : 1;
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step],
      ArrowDown: [0, step] };
    const way = ways[event.key];
    const id = this.chosen;
    const grip = id === null ? null : this.grips[id];
    if (id === null || !grip) {
      if (way) this.moveCross(10 * way[0], 10 * way[1]);
      else if (event.key === "Enter" || event.key === " ") {
        this.editor.beginStroke();
        if (this.editor.tools.use === "put") this.put(this.cross);
        else this.choose(this.at(this.cross));
        this.editor.endStroke();
      } else return false;
      return true;
    }
    const now = this.expected ?? grip;
    const by = event.shiftKey ? 1 : 2;
    const angle = (event.shiftKey ? 1 : 15) * Math.PI / 180;
    if (way) {
      this.nudge(id, { ...now, x: now.x + way[0], y: now.y + way[1] }, (to) =>
        ({ move: { body: id, x: to.x, y: to.y } }));
    } else if (event.key === "Escape") {
      this.choose(null);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.erase(id);
    } else if ("+-=_".includes(event.key)) {
      if (grip.sizes === "none") return this.refuse(grip, "resized");
      const more = "+=".includes(event.key) ? by : -by;
      this.nudge(id, { ...now, width: now.width + more, height: now.height + more }, (to) =>
        ({ resize: { body: id, width: to.width, height: to.height } }));
    } else if ("[]{}".includes(event.key)) {
      if (!grip.turns) return this.refuse(grip, "turned");
      const more = "]}".includes(event.key) ? angle : -angle;
      this.nudge(id, { ...now, turn: now.turn + more }, (to) =>
        ({ turn: { body: id, radians: to.turn } }));
    } else return false;
    return true;
  }

  /** Says that an object has nothing that a key changes. @param {any} grip @param {string} change */
  refuse(grip, change) {
    const name = grip.words.replace(/ at .*/, "");
    const words = `${/^[aeiou]/.test(name) ? "An" : "A"} ${name} cannot be ${change}.`;
    this.editor.tell(words, "bad");
    say(words);
    return true;
  }

  /**
   * A change by a key. Keys may come faster than answers, so each starts from what the ones before
   * it will have done.
   * @param {number} id
   * @param {any} to what the object is to have
   * @param {(to: any) => Record<string, any>} gesture
   */
  async nudge(id, to, gesture) {
    this.expected = to;
    this.flying += 1;
    await this.editor.nudge(gesture(to));
    this.flying -= 1;
    if (this.flying === 0) this.expected = null;
    if (this.grips[id]) this.draw();
  }
}
