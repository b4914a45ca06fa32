// Looks over a report as it stands in the window and answers with what is wrong with it:
// horizontal scrolling, small text and faint text. `minimum` is in pixels, `least` a ratio.
(function (minimum, least) {
  "use strict";
  var found = {};
  var note = function (kind, what) {
    found[kind] = found[kind] || [];
    if (found[kind].indexOf(what) < 0) found[kind].push(what);
  };
  var page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) {
    var wide = Array.prototype.slice.call(document.querySelectorAll("body *"))
      .filter(function (element) {
        return element.getBoundingClientRect().right > page.clientWidth + 1 &&
          !element.closest(".scroll,.scroll-x,.aloud,.skip");
      })[0];
    note("horizontal scroll", page.scrollWidth + " px in a window of " + page.clientWidth +
      (wide ? ", such as " + name(wide) : ""));
  }

  // On a phone nothing is to be pushed aside, but for pictures of long runs, code and the columns of
  // more than three players.
  if (page.clientWidth <= 640) {
    document.querySelectorAll(".scroll,.scroll-x").forEach(function (part) {
      if (part.scrollWidth > part.clientWidth + 1 && !part.querySelector("svg[class*=curve-]") &&
          !part.querySelector("tr > :nth-child(5)")) {
        note("cut off", part.scrollWidth + " px in " + part.clientWidth + ": " + name(part));
      }
    });
  }

  function name(element) {
    var place = element.closest("[id]");
    var words = (element.textContent || "").trim().replace(/\s+/g, " ").slice(0, 40);
    return element.tagName.toLowerCase() +
      (element.getAttribute("class") ? "." + element.getAttribute("class").split(" ")[0] : "") +
      (place ? " in #" + place.id : "") + " \"" + words + "\"";
  }

  var parsed = function (text) {
    var parts = (text.match(/[\d.]+(e-?\d+)?/g) || []).map(Number);
    if (/^color\(srgb/.test(text)) parts = parts.map(function (part, i) {
      return i < 3 ? part * 255 : part;
    });
    return parts.length < 3 ? [0, 0, 0, 0] :
      [parts[0], parts[1], parts[2], parts.length > 3 ? parts[3] : 1];
  };
  var over = function (top, under) {
    var a = top[3];
    return [0, 1, 2].map(function (i) { return top[i] * a + under[i] * (1 - a); }).concat(1);
  };
  var luminance = function (colour) {
    var parts = colour.slice(0, 3).map(function (part) {
      part /= 255;
      return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    });
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  var ratio = function (a, b) {
    var x = luminance(a), y = luminance(b);
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
  };
  var backgrounds = new Map();
  var background = function (element) {
    if (!element || element.nodeType !== 1) return [255, 255, 255, 1];
    if (backgrounds.has(element)) return backgrounds.get(element);
    var own = parsed(getComputedStyle(element).backgroundColor);
    var colour = own[3] >= 1 ? own : over(own, element === page ?
      (matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18, 1] : [255, 255, 255, 1])
      : background(element.parentElement));
    backgrounds.set(element, colour);
    return colour;
  };
  // What is painted in the picture under a text.
  var underText = function (text) {
    var svg = text.ownerSVGElement, colour = background(svg);
    // Its first letter: a text may have a place for each.
    var first = text.getExtentOfChar(0), middle = new DOMPoint(
      first.x + first.width / 2, first.y + first.height / 2).matrixTransform(text.getScreenCTM());
    var x = middle.x, y = middle.y;
    var shapes = svg.querySelectorAll("path,rect,circle");
    for (var i = 0; i < shapes.length; i++) {
      var shape = shapes[i];
      if (!(text.compareDocumentPosition(shape) & Node.DOCUMENT_POSITION_PRECEDING)) continue;
      var bounds = shape.getBoundingClientRect(), matrix = shape.getScreenCTM();
      if (!matrix || x < bounds.left - 30 || x > bounds.right + 30 ||
        y < bounds.top - 30 || y > bounds.bottom + 30) continue;
      var point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
      var style = getComputedStyle(shape), paint = function (value, opacity) {
        if (value === "none" || value.indexOf("url") === 0) return;
        var top = parsed(value);
        top[3] *= Number(opacity) * Number(style.opacity);
        colour = over(top, colour);
      };
      if (style.fill !== "none" && shape.isPointInFill(point)) {
        paint(style.fill, style.fillOpacity);
      }
      if (style.stroke !== "none" && shape.isPointInStroke(point)) {
        paint(style.stroke, style.strokeOpacity);
      }
    }
    return colour;
  };

  var walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), seen = new Set();
  while (walker.nextNode()) {
    var element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || seen.has(element)) continue;
    seen.add(element);
    if (element.closest("script,style,noscript,title,desc,.aloud,.skip,option")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    var box = element.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) continue;
    var style = getComputedStyle(element), size = parseFloat(style.fontSize);
    var inPicture = element.ownerSVGElement, matrix = inPicture && element.getScreenCTM();
    if (matrix) size *= Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c));
    // The letters of pegs are marks of a picture, which a phone enlarges; those of a level's card
    // are seen large once it is opened.
    if (size < minimum - 0.01 && !element.closest(".scene,.picture,.comparison")) note("small text", size.toFixed(1) + " px: " + name(element));
    if (element.closest("button:disabled,[aria-disabled=true]")) continue;
    var under = inPicture ? underText(element) : background(element);
    var ink = over(parsed(inPicture ? style.fill : style.color), under);
    var contrast = ratio(ink, under);
    if (contrast < least) note("faint text", contrast.toFixed(2) + ": " + name(element));
  }
  return found;
})(MINIMUM, LEAST)
