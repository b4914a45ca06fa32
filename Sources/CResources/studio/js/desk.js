//@ts-check
/** The desk: one level on its board, its tools, rules and figures. */
import { Board } from "./board.js";
import { button, html } from "./dom.js";
import { Fields } from "./fields.js";
import { Figures } from "./figures.js";
import { Handles } from "./handles.js";
import { Left } from "./left.js";
import { Places } from "./places.js";
import { Pointer } from "./pointer.js";
import { ask, say, state } from "./say.js";
import { Tools } from "./tools.js";

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
    });
    this.undoButton = button("Undo", () => this.step("undo"), { id: "undo" });
    this.redoButton = button("Redo", () => this.step("redo"), { id: "redo" });
    this.saveButton = button("Save", () => this.save(), { id: "save", class: "main" });
    this.more = html("select", { "aria-label": "More", change: () => this.other() },
      html("option", { value: "" }, "More…"), html("option", { value: "as" }, "Save under a name…"),
      html("option", { value: "reset" }, "Reset the board"),
      html("option", { value: "watch" }, "Watch a game"));
    this.name = html("h1", { class: "level-name" });
    this.command = html("code", { class: "command" });
    this.words = html("p", { class: "words", role: "status" });
    this.notes = html("ul", { class: "notes" });
    this.bar = html("div", { class: "desk-bar" },
      html("a", { href: "#/levels", class: "back" }, "Levels"), this.name, this.undoButton,
      this.redoButton, this.saveButton, this.more);
    this.stage = html("div", { class: "stage" });
    this.banner = html("div", { class: "banner", hidden: true });
    this.objects = html("section", { class: "card objects", hidden: true });
    this.node = html("div", { class: "desk" }, this.bar, this.banner,
      html("div", { class: "left" }, this.tools.node, this.fields.node),
      html("div", { class: "middle" }, this.stage, this.words,
        html("p", { class: "shell" }, this.command,
          button("Copy", () => navigator.clipboard.writeText(this.command.textContent),
            { class: "link", "aria-label": "Copy the command" })), this.notes),
      html("div", { class: "right" }, this.figures.node, this.objects));
    if (opened.board) this.buildBoard(opened.board);
    else this.stage.append(html("p", { class: "soft wait" },
      "Levels of this game have no board to draw on: edit its rules; the figures follow."));
    if (opened.readOnly) {
      this.tell("This level is built in. Save it under a name to keep your changes.");
    }
    if (opened.draft) this.offerDraft(opened.draft);
  }

  /** @param {any} data */
  buildBoard(data) {
    this.stage.textContent = "";
    this.board = new Board(data, { role: data.places.length > 0 ? "grid" : "listbox",
      label: `The board of ${this.opened.name}` });
    this.left = new Left(this, this.board);
    this.places = data.places.length > 0 ? new Places(data.places) : null;
    this.board.svg.setAttribute("tabindex", "0");
    this.board.svg.id = "board";
    if (this.places) {
      this.board.svg.append(this.places.layer);
      this.board.svg.setAttribute("aria-activedescendant", this.places.active);
    }
    this.handles = new Handles(this, this.board);
    this.handles.grips = data.grips ?? {};
    this.stage.append(this.board.svg);
    this.pointer = new Pointer(this.board.svg, (event) => this.board.point(event), {
      isErasing: (event) => event.button === 2,
      press: (point, event) => this.press(point, event),
      drag: (points) => this.drag(points),
      tap: (point, event) => this.tap(point, event),
      hold: (point) => this.hold(point),
      end: () => this.endStroke(),
      cancel: () => this.cancelStroke(),
      zoom: (factor, point) => this.board.zoomAbout(factor, point),
      pan: (dx, dy) => this.board.pan(dx, dy),
      hover: () => {},
    });
  }

  // Gestures

  /** @param {{x: number, y: number}} point @param {PointerEvent} event */
  press(point, event) {
    this.beginStroke();
    this.isErasing = event.button === 2 || this.tools.use === "erase";
    if (!this.places) this.handles.press(point, this.isErasing);
  }

  beginStroke() {
    this.stroke += 1;
    this.isInStroke = true;
    this.last = null;
    this.painted.clear();
  }

  /** @param {{x: number, y: number}[]} points */
  drag(points) {
    if (!this.places) return this.handles.drag(points[points.length - 1]);
    /** @type {string[]} */
    const names = [];
    for (const point of points) {
      const found = this.last ? this.places.between(this.last, point)
        : [this.places.nearest(point)?.name ?? ""];
      for (const name of found) {
        if (name && !this.painted.has(name)) {
          this.painted.add(name);
          names.push(name);
        }
      }
      this.last = point;
    }
    if (names.length > 0) {
      this.gesture({ paint: { tool: this.isErasing ? this.tools.eraser : this.tools.chosen,
        places: names } });
    }
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
    const { chosen, taps } = this.tools;
    if (erases || this.tools.use === "erase") this.gesture({ hold: { place } });
    else if (taps === "cycles") this.gesture({ tap: { place } });
    else this.gesture({ paint: { tool: chosen, places: [place] } });
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

  endStroke() {
    if (!this.isInStroke) return;
    this.isInStroke = false;
    this.send("gesture", { rev: this.rev, stroke: this.stroke, last: true, end: {} }).then(() => {
      // The stroke as a whole, where its gestures were several.
      if (this.painted.size > 1 && this.undoName) this.tell(this.undoName);
    });
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

  /** A gesture that is a stroke of its own. @param {Record<string, any>} gesture */
  single(gesture) {
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
    return sent;
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
    if (answer.conflict) this.fileChanged({ doc: this.doc, state: "conflict" });
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
    this.name.textContent = this.opened.name + (this.isSaved ? "" : " *");
    document.title = `${this.name.textContent}, playtest studio`;
    if (answer.problem) state(answer.problem, "bad");
    else state(this.isSaved ? "" : "unsaved, kept as a draft");
    this.node.dataset.rev = this.rev;
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
    if (event.state !== "conflict") return;
    this.banner.hidden = false;
    this.banner.textContent = "";
    const settle = (/** @type {string} */ keep) => {
      this.banner.hidden = true;
      this.send("settle", { keep });
    };
    this.banner.append("The file has changed on the disk. ",
      button("Keep mine", () => settle("mine")), " ",
      button("Take the file's", () => settle("theirs")));
  }

  async save() {
    if (this.opened.readOnly) return this.saveAs();
    const error = /** @type {any} */ (await this.send("save"));
    if (!error) {
      this.tell("Saved.");
      say("Saved");
    } else if (error.code === "file.changed") {
      const answer = await ask("The file has changed", "Another program has written it since you "
        + "opened it. Saving replaces what it wrote.",
      [{ value: "", label: "Cancel" }, { value: "mine", label: "Save mine", tone: "main" }]);
      if (answer) {
        await this.send("settle", { keep: "mine" });
        await this.send("save");
      }
    }
  }

  async saveAs() {
    const input = html("input", { name: "name", value: this.opened.name, maxlength: 80 });
    const answer = await ask("Save under a name",
      html("label", {}, "Name of the level ", input),
      [{ value: "", label: "Cancel" }, { value: "save", label: "Save", tone: "main" }]);
    const name = input.value.trim();
    if (answer !== "save" || !name) return;
    let error = /** @type {any} */ (await this.send("save", { as: name }));
    if (error?.code === "level.exists") {
      const choice = await ask(`Replace ${name}?`, "There is another level of this name.",
        [{ value: "", label: "Cancel" }, { value: "replace", label: "Replace", tone: "danger" }]);
      if (choice !== "replace") return;
      error = await this.send("save", { as: name, replace: true });
    }
    if (error) return;
    this.opened.readOnly = false;
    this.tell(`Saved as ${name}.`);
    say("Saved");
  }

  other() {
    const chosen = this.more.value;
    this.more.value = "";
    if (chosen === "as") this.saveAs();
    if (chosen === "reset") this.single({ reset: {} });
    if (chosen === "watch") this.studio.watch(this, this.studio.players[0], []);
  }

  /** @param {number} steps */
  offerDraft(steps) {
    this.banner.hidden = false;
    const settle = (/** @type {string} */ action) => {
      this.banner.hidden = true;
      this.send(action);
    };
    this.banner.append(`${steps} unsaved ${steps === 1 ? "step was" : "steps were"} kept. `,
      button("Restore", () => settle("restore"), { class: "main" }), " ",
      button("Discard", () => settle("discard")));
  }

  /** Keys on the board; returns whether the key meant something. @param {KeyboardEvent} event */
  key(event) {
    if (!this.places) return this.handles?.key(event) ?? false;
    const place = this.places.cursor;
    if (event.key.startsWith("Arrow")) {
      const begins = event.shiftKey;
      if (begins) this.single({ paint: { tool: this.tools.chosen, places: [place] } });
      this.places.step(event.key);
      this.board.svg.setAttribute("aria-activedescendant", this.places.active);
      return true;
    }
    if (event.key === " " || event.key === "Enter") {
      this.single({ paint: { tool: this.tools.chosen, places: [place] } });
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
    for (const end of this.ends) end();
    this.wire.send("look", { doc: this.doc, players: [], games: 0 }).catch(() => {});
  }
}
