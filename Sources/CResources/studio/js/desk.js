//@ts-check
/** The desk: one level on its board, its tools, rules and figures. */
import { Board } from "./board.js";
import { button, html } from "./dom.js";
import { Deal } from "./deal.js";
import { Fields } from "./fields.js";
import { Figures } from "./figures.js";
import { Handles } from "./handles.js";
import { Left } from "./left.js";
import { menu } from "./menu.js";
import { Objects } from "./objects.js";
import { Places } from "./places.js";
import { Pointer } from "./pointer.js";
import { say, state } from "./say.js";
import { backToSaved, offerConflict, offerDraft, rename, save, saveAs } from "./saving.js";
import { Tools } from "./tools.js";
import { Versions } from "./versions.js";

/** Milliseconds in which keys on the same thing are one step. */
const NUDGE = 400;

export class Desk {
  /**
   * @param {any} studio
   * @param {any} opened the answer to `open`
   */
  constructor(studio, opened) {
    this.studio = studio;
    this.wire = studio.wire;
    this.doc = opened.doc;
    this.opened = opened;
    this.rev = opened.rev;
    this.stroke = 0;
    this.isInStroke = false;
    /** @type {{x: number, y: number} | null} */
    this.last = null;
    this.isErasing = false;
    /** @type {Set<string>} */
    this.painted = new Set();
    /** @type {Promise<any>} */
    this.queue = Promise.resolve();
    this.ends = [
      this.wire.on("figures", (/** @type {any} */ event) => this.figuresCame(event)),
      this.wire.on("board", (/** @type {any} */ event) => this.changedElsewhere(event)),
      this.wire.on("file", (/** @type {any} */ event) => this.fileChanged(event)),
    ];
    this.build();
    this.update(opened);
    this.look();
  }

  build() {
    const { opened } = this;
    this.tools = new Tools(opened.tools, (opened.board?.places.length ?? 0) > 0);
    this.fields = new Fields(opened.fields, (name, value) => this.setField(name, value));
    this.figures = new Figures({
      watch: (player, games, against) => this.studio.watch(this, player, games, against),
      left: (player) => this.left?.toggle(player),
      confirm: () => this.confirm(),
      target: (band) => this.setTarget(band),
    }, this.studio.players);
    this.figures.target.show(opened.target ?? null);
    this.undoButton = button("Undo", () => this.step("undo"), { id: "undo" });
    this.redoButton = button("Redo", () => this.step("redo"), { id: "redo" });
    this.playButton = button("Play", () => this.studio.play(this), { id: "play", title: "P" });
    this.saveButton = button("Save", () => this.save(), { id: "save", class: "main" });
    this.more = menu("More", [
      { label: "Save under a name…", action: () => saveAs(this), id: "save-as" },
      { label: "Rename…", action: () => rename(this), id: "rename" },
      { label: "Versions", action: () => this.studio.show(new Versions(this)), id: "versions",
        hidden: () => this.opened.readOnly },
      { label: "Back to the saved level", action: () => backToSaved(this), id: "revert",
        hidden: () => this.isSaved },
      { label: "Reset: empty the board", action: () => this.single({ reset: {} }), id: "reset" },
      { label: "Watch a game", id: "watch",
        action: () => this.studio.watch(this, this.studio.players[0], []) },
    ], { id: "more" });
    this.name = html("h1", { class: "level-name" });
    this.badge = html("span", { class: "badge" });
    this.command = html("code", { class: "command" });
    this.words = html("p", { class: "words", role: "status" });
    this.notes = html("ul", { class: "notes" });
    this.bar = html("div", { class: "desk-bar" },
      html("a", { href: "#/levels", class: "back", "aria-label": "Back to the levels" },
        "‹ Levels"), html("div", { class: "title" }, this.name, this.badge),
      html("div", { class: "actions" }, this.undoButton, this.redoButton, this.playButton,
        this.saveButton, this.more));
    this.stage = html("div", { class: "stage" });
    this.banner = html("div", { class: "banner", hidden: true });
    this.objects = html("section", { class: "card objects", hidden: true });
    this.allObjects = opened.board && opened.board.places.length === 0 ? new Objects(this) : null;
    this.deal = opened.board ? null : new Deal(this);
    this.zoomWords = html("output", { class: "soft zoom-words" }, "100%");
    this.spot = html("span", { class: "soft spot" });
    this.view = html("div", { class: "view-bar", hidden: !opened.board },
      this.spot, html("div", { class: "zoom", role: "group", "aria-label": "Zoom" },
        button("−", () => this.zoom(1 / 1.25), { "aria-label": "Zoom out", id: "zoom-out" }),
        this.zoomWords,
        button("+", () => this.zoom(1.25), { "aria-label": "Zoom in", id: "zoom-in" })));
    this.copy = button("Copy", () => this.copyCommand(),
      { class: "link", "aria-label": "Copy the command" });
    this.node = html("div", { class: "desk" }, this.bar, this.banner,
      html("div", { class: "left" }, this.tools.node, this.fields.node),
      html("div", { class: "middle" }, this.stage, this.view, this.words, this.notes,
        html("p", { class: "shell" }, this.command, this.copy)),
      html("div", { class: "right" }, this.figures.node, this.objects, this.allObjects?.node));
    this.node.dataset.pending = "0";
    if (opened.board) this.buildBoard(opened.board);
    else this.stage.append(this.deal.node);
    if (opened.readOnly) {
      this.tell("A built-in level: draw as you like. It stays as it is; Save makes a copy of yours.");
    }
    if (opened.draft) offerDraft(this, opened.draft);
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
      this.board.under.append(this.places.wells);
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
    this.stage.append(this.board.svg);
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
    this.zoomWords.textContent = `${Math.round(board.view.scale * 100)}%`;
  }

  /** Says what lies under the pointer. @param {{x: number, y: number}} point */
  hover(point) {
    this.spot.textContent = this.places ? this.places.nearest(point)?.words ?? ""
      : `${Math.round(point.x)}, ${Math.round(point.y)}`;
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
    this.painted.clear();
  }

  /** @param {{x: number, y: number}[]} points @param {PointerEvent} event */
  drag(points, event) {
    if (!this.places) return this.handles.drag(points[points.length - 1]);
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
    else if (taps === "cycles") for (const one of places) this.gesture({ tap: { place: one } });
    else this.gesture({ paint: { tool: chosen, places } });
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
    await this.send("gesture", { rev: this.rev, stroke, last: true, end: {} });
    // The stroke as a whole, where its gestures were several.
    if (this.painted.size > 1 && this.undoName) {
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

  cancelStroke() {
    if (!this.isInStroke) return;
    this.isInStroke = false;
    this.send("gesture", { rev: this.rev, stroke: this.stroke, last: true, cancel: {} });
  }

  /** Sends a gesture of the stroke. @param {Record<string, any>} gesture */
  gesture(gesture) {
    return this.send("gesture", { rev: this.rev, stroke: this.stroke, last: false, ...gesture });
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

  /** @param {string} name @param {string} value */
  async setField(name, value) {
    const error = await this.single({ set: { field: name, value } });
    this.fields.mark(name, error?.message ?? "");
  }

  // The server

  /**
   * Sends a request about this level; requests go in order, and refusals become words.
   * @param {string} action
   * @param {Record<string, any>} fields
   * @returns {Promise<Error | null>}
   */
  send(action, fields = {}) {
    this.pending(1);
    const sent = this.wire.send(action, { doc: this.doc, ...fields }).then(
      (/** @type {any} */ answer) => {
        this.update(answer);
        return null;
      },
      (/** @type {any} */ error) => {
        this.tell(error.message, "bad");
        say(error.message);
        this.handles?.refused();
        return error;
      });
    this.queue = this.queue.then(() => sent);
    sent.then(() => this.pending(-1));
    return sent;
  }

  /** Requests that are not answered yet. @param {number} change */
  pending(change) {
    this.node.dataset.pending = String(Number(this.node.dataset.pending) + change);
  }

  /** @param {any} answer */
  update(answer) {
    if (answer.rev !== undefined) this.rev = answer.rev;
    if (answer.patch) {
      this.board?.patch(answer.patch);
      this.left?.clear();
      this.places?.rename(answer.patch.words ?? {});
      this.handles.patch(answer.patch);
      this.showNotes(answer.patch.notes ?? []);
      this.handles?.draw();
      this.figures.stale();
      this.figures.clearConfirmation();
    } else if (answer.board && answer !== this.opened) {
      this.buildBoard(answer.board);
      this.figures.stale();
    }
    if (answer.board) this.showNotes(answer.board.notes);
    if (answer.draft === undefined && answer.tools) this.banner.hidden = true;
    if (answer.conflict) offerConflict(this);
    if (answer.target !== undefined) {
      this.figures.target.show(answer.target);
      this.figures.judge();
    }
    if (answer.level && answer.level !== this.level) {
      if (this.level) history.replaceState(null, "", `#/levels/${answer.level}`);
      this.level = answer.level;
    }
    if (answer.fields) this.fields.show(answer.fields);
    if (answer.words) {
      this.tell(answer.words);
      if (!this.isInStroke) say(answer.words);
    }
    if (answer.command) this.command.textContent = answer.command;
    if (answer.name) this.opened.name = answer.name;
    this.undoName = answer.undo;
    this.undoButton.disabled = !answer.undo;
    this.redoButton.disabled = !answer.redo;
    this.undoButton.title = answer.undo ? `Undo: ${answer.undo}` : "Nothing to undo";
    this.redoButton.title = answer.redo ? `Redo: ${answer.redo}` : "Nothing to redo";
    if (answer.saved !== undefined) this.isSaved = answer.saved;
    state(answer.problem ?? "", "bad");
    this.node.dataset.rev = this.rev;
    this.node.dataset.saved = this.isSaved;
    this.deal?.show(this.rev);
    this.showState();
  }

  /** The name, and whether the level is saved. */
  showState() {
    const { readOnly, name } = this.opened;
    this.name.textContent = name;
    document.title = `${name}${this.isSaved ? "" : " *"}, playtest studio`;
    this.badge.textContent = readOnly ? this.isSaved ? "built in" : "built in, changed"
      : this.isSaved ? "saved" : "unsaved draft";
    this.badge.classList.toggle("warn", !this.isSaved);
    this.saveButton.textContent = readOnly ? "Save a copy" : "Save";
  }

  copyCommand() {
    navigator.clipboard?.writeText(this.command.textContent).then(
      () => this.tell("The command is copied.", "good"),
      () => this.tell("The browser did not let the command be copied; select it.", "bad"));
  }

  /** @param {any} band */
  setTarget(band) {
    return this.wire.send("target", { doc: this.doc, ...(band ? { band } : {}) })
      .catch((/** @type {Error} */ error) => this.tell(error.message, "bad"));
  }

  /** @param {any[]} notes */
  showNotes(notes) {
    this.notes.textContent = "";
    for (const note of notes) {
      this.notes.append(html("li", {}, note.words, " ",
        note.bodies.length > 0
          ? button("show", () => this.handles.point(note.bodies), { class: "link" }) : null));
    }
  }

  /** @param {string} words @param {string} tone */
  tell(words, tone = "") {
    this.words.textContent = words;
    this.words.className = `words ${tone}`;
  }

  /** @param {"undo" | "redo"} action */
  step(action) {
    this.endNudge();
    return this.send(action);
  }

  look() {
    return this.wire.send("look", { doc: this.doc, players: this.studio.players, games: 200 })
      .catch((/** @type {Error} */ error) => this.tell(error.message, "bad"));
  }

  confirm() {
    return this.wire.send("confirm", { doc: this.doc })
      .catch((/** @type {Error} */ error) => this.tell(error.message, "bad"));
  }

  /** @param {any} event */
  figuresCame(event) {
    if (event.doc !== this.doc || (event.rev < this.rev && !event.fresh)) return;
    this.figures.show(event);
  }

  /** @param {any} event */
  changedElsewhere(event) {
    if (event.doc === this.doc) this.update(event);
  }

  /** @param {any} event */
  fileChanged(event) {
    if (event.doc !== this.doc) return;
    if (event.state === "unreadable") {
      this.tell("The file has changed on the disk and cannot be read; it is left alone.", "bad");
    }
    if (event.state === "conflict") offerConflict(this);
  }

  save() {
    return save(this);
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
      this.spot.textContent = this.places.byName.get(after)?.words ?? "";
      return true;
    }
    if (event.key === " " || event.key === "Enter") {
      this.single({ paint: { tool: this.tools.chosen, places: this.both(place) } });
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.single({ hold: { place } });
    } else if (event.key === "t") {
      this.single({ tap: { place } });
    } else if (event.key === "i") {
      this.pick(place);
    } else {
      return false;
    }
    return true;
  }

  leave() {
    this.endNudge();
    this.sizes?.disconnect();
    for (const end of this.ends) end();
    this.wire.send("look", { doc: this.doc, players: [], games: 0 }).catch(() => {});
  }
}
