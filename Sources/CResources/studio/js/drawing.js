//@ts-check
/** The board of the editor: what the pointer and the keys mean on it, as strokes of gestures. */
import { Board } from "./board.js";
import { html, write } from "./dom.js";
import { Handles } from "./handles.js";
import { Left } from "./left.js";
import { Places } from "./places.js";
import { Pointer } from "./pointer.js";
import { say } from "./say.js";

/** Milliseconds in which keys on the same thing are one step. */
const NUDGE = 400;

/** What an editor is drawn on; the editor itself sends what comes of it, and shows the answers. */
export class Drawing {
  constructor() {
    /** @type {any} */
    this.board = undefined;
    /** @type {any} */
    this.places = null;
    /** @type {any} */
    this.handles = undefined;
    /** @type {any} */
    this.left = undefined;
    this.nudging = 0;
    this.stroke = 0;
    this.isInStroke = false;
    /** @type {{x: number, y: number} | null} */
    this.last = null;
    this.isErasing = false;
    /** Why a gesture of the stroke was refused; "" where none was. */
    this.refusedWords = "";
    /** @type {Set<string>} */
    this.painted = new Set();
    this.emptyWords = html("p", { class: "empty-words" });
    /** What the line below the board is about: the name of a place or, where a board has none, where
     * the pointer is. */
    this.spotted = "";
  }

  /** On an empty board, how to begin. */
  showEmpty() {
    const isEmpty = this.places ? this.board.bodies.size === 0
      : Object.keys(this.handles.grips).length === 0;
    this.emptyWords.hidden = !isEmpty || this.tools.tools.length === 0;
    if (!isEmpty) return;
    const isTouch = matchMedia("(pointer: coarse)").matches;
    this.emptyWords.textContent = this.places ? "Choose a tool and drag across the cells to draw."
      : `Choose a tool and ${isTouch ? "tap" : "click"} where you want to place the object.`;
  }

  /** @param {any} data */
  buildBoard(data) {
    const [old, cursor] = [this.board, this.places?.cursor];
    const hadFocus = old !== undefined && document.activeElement === old.svg;
    this.stage.textContent = "";
    this.board = new Board(data, { role: data.places.length > 0 ? "grid" : "listbox",
      label: `The board of ${this.opened.name}` });
    if (old && old.width === this.board.width && old.height === this.board.height) {
      Object.assign(this.board.view, old.view);
      this.board.zoom();
    }
    this.left = new Left(this, this.board);
    this.places = data.places.length > 0 ? new Places(data.places) : null;
    this.board.svg.setAttribute("tabindex", "0");
    this.board.svg.id = "board";
    if (this.places) {
      this.board.layer.setAttribute("aria-hidden", "true");
      if (cursor && this.places.byName.has(cursor)) this.places.cursor = cursor;
      // Empty places are seen below the bubbles; the pointer and the keyboard meet them above.
      const isTokens = data.k.some((/** @type {any} */ kind) => kind[0].startsWith("token"));
      if (!isTokens) this.board.under.append(this.places.wells);
      this.board.svg.append(this.places.layer);
      this.board.svg.setAttribute("aria-activedescendant", this.places.active);
      this.places.show();
    }
    this.handles = new Handles(this, this.board);
    this.handles.grips = data.grips ?? {};
    if (!this.places) {
      this.handles.describe();
      this.allObjects?.draw();
    }
    this.stage.append(this.board.svg, this.emptyWords);
    this.showEmpty();
    this.showSpot();
    this.showZoom();
    this.sizes?.disconnect();
    this.sizes = new ResizeObserver(() => this.board.fit());
    this.sizes.observe(this.board.svg);
    if (hadFocus) this.board.svg.focus({ preventScroll: true });
    this.pointer = new Pointer(this.board.svg, (event) => this.board.point(event), {
      isErasing: (event) => event.button === 2,
      press: (point, event) => this.press(point, event),
      drag: (points, event) => this.drag(points, event),
      tap: (point, event) => this.tap(point, event),
      hold: (point) => this.hold(point),
      end: () => this.endStroke(),
      cancel: () => this.cancelStroke(),
      zoom: (factor, point) => this.zoom(factor, point),
      pan: (dx, dy) => this.board.pan(dx, dy),
      hover: (point) => this.hover(point),
    });
  }

  /** @param {number} factor @param {{x: number, y: number}} [point] */
  zoom(factor, point) {
    const { board } = this;
    if (!board) return;
    const { x, y, scale } = board.view;
    board.zoomAbout(factor, point ?? { x: x + board.width / scale / 2,
      y: y + board.height / scale / 2 });
    this.showZoom();
  }

  showZoom() {
    this.zoomWords.textContent = `${Math.round(this.board.view.scale * 100)}%`;
  }

  /** Says what lies under the pointer. @param {{x: number, y: number}} point */
  hover(point) {
    this.showSpot(this.spotAt(point));
  }

  /** @param {{x: number, y: number}} point */
  spotAt(point) {
    return this.places ? this.places.nearest(point)?.name ?? ""
      : `${Math.round(point.x)}, ${Math.round(point.y)}`;
  }

  /** Says what lies in a place; the same one again after a change. @param {string} name */
  showSpot(name = this.spotted) {
    this.spotted = name;
    write(this.spot, this.places ? this.places.byName.get(name)?.words ?? "" : name);
  }

  // Gestures

  /** @param {{x: number, y: number}} point @param {PointerEvent} event */
  press(point, event) {
    this.beginStroke();
    this.isErasing = event.button === 2 || this.tools.use === "erase";
    if (!this.places) this.handles.press(point, this.isErasing);
  }

  beginStroke() {
    this.endNudge();
    this.stroke += 1;
    this.isInStroke = true;
    this.last = null;
    this.refusedWords = "";
    this.painted.clear();
  }

  /** @param {{x: number, y: number}[]} points @param {PointerEvent} event */
  drag(points, event) {
    const newest = points[points.length - 1];
    this.spotted = this.spotAt(newest);
    if (!this.places) {
      // With an answer to come it is said then, so that the page is drawn once and not twice.
      if (!this.handles.drag(newest)) this.showSpot();
      return;
    }
    /** @type {string[]} */
    const names = [];
    for (const spot of points) {
      // With Shift the row of the beginning is kept.
      const point = event.shiftKey && this.last ? { x: spot.x, y: this.last.y } : spot;
      const found = this.last ? this.places.between(this.last, point)
        : [this.places.nearest(point)?.name ?? ""];
      for (const name of found) {
        for (const one of this.both(name)) {
          if (this.painted.has(one)) continue;
          this.painted.add(one);
          names.push(one);
        }
      }
      this.last = point;
    }
    if (names.length > 0) {
      this.gesture({ paint: { tool: this.isErasing ? this.tools.eraser : this.tools.chosen,
        places: names } });
    } else {
      this.showSpot();
    }
  }

  /** A place, and the one opposite to it where drawing is mirrored. @param {string} name */
  both(name) {
    if (!name) return [];
    const other = this.tools.isMirrored ? this.places.mirrored(name, this.board.width) : null;
    return other && other !== name ? [name, other] : [name];
  }

  /** @param {{x: number, y: number}} point @param {PointerEvent} event */
  tap(point, event) {
    if (!this.places) {
      this.handles.tap(point, event);
    } else {
      this.hover(point);
      const place = this.places.nearest(point);
      if (place && event.altKey) this.pick(place.name);
      else if (place) this.usePlace(place.name, event.button === 2);
    }
    this.endStroke();
  }

  /** Uses the tool on a place as a click does. @param {string} place @param {boolean} erases */
  usePlace(place, erases) {
    const { chosen, taps, eraser } = this.tools;
    const erasing = erases || this.tools.use === "erase";
    const places = this.both(place);
    if (places.length > 1 && (erasing || taps !== "cycles")) {
      this.gesture({ paint: { tool: erasing ? eraser : chosen, places } });
    } else if (erasing) this.gesture({ hold: { place } });
    else if (taps === "cycles") this.cycle(places);
    else this.gesture({ paint: { tool: chosen, places } });
  }

  /** Clicks that change what lies in places; where nothing lies, how to draw is said.
   * @param {string[]} places */
  async cycle(places) {
    const { rev } = this;
    const sent = await Promise.all(places.map((place) => this.gesture({ tap: { place } })));
    if (this.rev !== rev || sent.some((error) => error !== null)) return;
    const how = `drag to draw, or set "${this.tools.tapWords}" to "chosen tool"`;
    this.tell(`${this.words.textContent}: ${how}`);
  }

  /** @param {{x: number, y: number}} point */
  hold(point) {
    if (!this.places) return this.handles.hold(point);
    const place = this.places.nearest(point);
    if (place) this.gesture({ hold: { place: place.name } });
  }

  /** Takes the tool of what lies in a place. @param {string} place */
  pick(place) {
    const spot = this.places.byName.get(place);
    if (!spot) return;
    for (const body of this.board.bodies.values()) {
      if (Math.hypot(body.x - spot.x, body.y - spot.y) > spot.r / 2) continue;
      const tool = this.tools.making(this.board.kinds[body.k]);
      if (tool) this.tools.choose(tool.name);
    }
  }

  async endStroke() {
    if (!this.isInStroke) return;
    this.isInStroke = false;
    const { stroke } = this;
    if (this.handles?.action) {
      // What was left at a refused place springs back to where it was taken from.
      await this.queue;
      if (this.handles.wanted) return this.springBack(stroke);
    }
    const several = this.painted.size > 1;
    await this.send("gesture", { rev: this.rev, stroke, last: true, end: {} });
    // Meanwhile the next stroke may have begun.
    if (stroke !== this.stroke) return;
    // What was refused is not done, and stays to be read.
    if (this.refusedWords) {
      this.tell(this.refusedWords, "bad");
      return;
    }
    // The stroke as a whole, where its gestures were several.
    if (several && this.undoName) {
      this.tell(this.undoName);
      say(this.undoName);
    }
  }

  /** @param {number} stroke */
  async springBack(stroke) {
    const words = this.words.textContent;
    this.handles.wanted = null;
    await this.send("gesture", { rev: this.rev, stroke, last: true, cancel: {} });
    this.handles.draw();
    this.tell(words, "bad");
  }

  async cancelStroke() {
    if (!this.isInStroke) return;
    this.isInStroke = false;
    const { stroke } = this;
    await this.send("gesture", { rev: this.rev, stroke, last: true, cancel: {} });
    if (stroke !== this.stroke || !this.handles.wanted) return;
    this.handles.wanted = null;
    this.handles.draw();
  }

  /** Sends a gesture of the stroke. @param {Record<string, any>} gesture */
  async gesture(gesture) {
    const { stroke } = this;
    const error = await this.send("gesture", { rev: this.rev, stroke, last: false, ...gesture });
    if (error && stroke === this.stroke) this.refusedWords = error.message;
    this.showSpot();
    return error;
  }

  /** A gesture of a key: those that follow one another at once are one step.
   * @param {Record<string, any>} gesture */
  nudge(gesture) {
    if (this.nudging) {
      clearTimeout(this.nudging);
    } else {
      this.stroke += 1;
    }
    this.nudging = window.setTimeout(() => this.endNudge(), NUDGE);
    return this.gesture(gesture);
  }

  endNudge() {
    if (!this.nudging) return;
    clearTimeout(this.nudging);
    this.nudging = 0;
    this.send("gesture", { rev: this.rev, stroke: this.stroke, last: true, end: {} });
  }

  /** A gesture that is a stroke of its own. @param {Record<string, any>} gesture */
  single(gesture) {
    this.endNudge();
    this.stroke += 1;
    return this.send("gesture",
      { rev: this.rev, stroke: this.stroke, last: true, ...gesture });
  }

  /** Keys on the board; returns whether the key meant something. @param {KeyboardEvent} event */
  key(event) {
    if (!this.places) return this.handles?.key(event) ?? false;
    const place = this.places.cursor;
    if (event.key.startsWith("Arrow")) {
      const before = place;
      this.places.step(event.key);
      const after = this.places.cursor;
      if (event.shiftKey) {
        this.nudge({ paint: { tool: this.tools.chosen,
          places: [...new Set([...this.both(before), ...this.both(after)])] } });
      }
      this.board.svg.setAttribute("aria-activedescendant", this.places.active);
      this.showSpot(after);
      return true;
    }
    const letter = event.key.toLowerCase();
    if (event.key === " " || event.key === "Enter") {
      this.single({ paint: { tool: this.tools.chosen, places: this.both(place) } });
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.single({ hold: { place } });
    } else if (letter === "t") {
      this.single({ tap: { place } });
    } else if (letter === "i") {
      this.pick(place);
    } else {
      return false;
    }
    return true;
  }
}
