//@ts-check
/** The editor: one level on its board, its tools, rules and figures. */
import { button, html, set, write } from "./dom.js";
import { Deal } from "./deal.js";
import { Drawing } from "./drawing.js";
import { Fields } from "./fields.js";
import { Figures } from "./figures.js";
import { menu } from "./menu.js";
import { Objects } from "./objects.js";
import { say, state } from "./say.js";
import {
  CONFLICT, FIXED, backToSaved, offerConflict, offerDraft, refusal, rename, save, saveAs,
} from "./saving.js";
import { Tools } from "./tools.js";
import { Versions } from "./versions.js";

/** Milliseconds without a new figure before the figures are said. */
const REST = 1_500;

export class Editor extends Drawing {
  /**
   * @param {any} studio
   * @param {any} opened the answer to `open`
   */
  constructor(studio, opened) {
    super();
    this.studio = studio;
    this.wire = studio.wire;
    this.doc = opened.doc;
    this.opened = opened;
    this.rev = opened.rev;
    /** The seed of the games that a person plays here. */
    this.seed = 1;
    this.speaking = 0;
    /** @type {Promise<any>} */
    this.queue = Promise.resolve();
    this.ends = [
      this.wire.on("figures", (/** @type {any} */ event) => this.figuresCame(event)),
      this.wire.on("board", (/** @type {any} */ event) => this.changedElsewhere(event)),
      this.wire.on("deal", (/** @type {any} */ event) => this.dealCame(event)),
      this.wire.on("file", (/** @type {any} */ event) => this.fileChanged(event)),
    ];
    this.build();
    this.update(opened);
    // Before the figures, whose games keep the machine busy.
    this.deal?.ask();
    this.look();
  }

  /** Whether the studio changes nothing, as it was started with --read-only. */
  get isFixed() {
    return this.studio.workspace.readOnly === true;
  }

  build() {
    const { opened } = this;
    const { isFixed } = this;
    this.tools = new Tools(opened.tools, (opened.board?.places.length ?? 0) > 0);
    this.fields = new Fields(opened.fields, (name, value) => this.setField(name, value));
    this.figures = new Figures({
      watch: (player, games, against) => this.studio.watch(this, player, games, against),
      // Where the editor has no board, there is nothing to tint.
      left: opened.board ? (player) => this.left.toggle(player) : null,
      isTinted: (player) => this.left?.player === player,
      origin: () => this.origin,
      confirm: () => this.confirm(),
      target: (band) => this.setTarget(band),
    }, this.studio.players);
    this.figures.target.show(opened.target ?? null);
    this.figures.target.rule = (reason) => this.fields.rule(reason);
    this.figures.target.isFixed = isFixed;
    // A button that is disabled would lose the focus while it is pressed again and again.
    this.undoButton = button("Undo", () => this.undoName && this.step("undo"), { id: "undo" });
    this.redoButton = button("Redo", () => this.redoName && this.step("redo"), { id: "redo" });
    this.playButton = button("Play", () => this.studio.play(this), { id: "play", title: "P" });
    this.saveButton = button("Save", () => this.save(),
      { id: "save", class: "main", hidden: isFixed });
    this.more = menu("More", [
      { label: "Save as…", action: () => saveAs(this), id: "save-as", hidden: () => isFixed },
      { label: "Rename…", action: () => rename(this), id: "rename", hidden: () => isFixed },
      { label: "Versions", action: () => this.studio.show(new Versions(this)), id: "versions",
        hidden: () => this.opened.readOnly },
      { label: () => `Back to ${this.origin.level}`, action: () => backToSaved(this), id: "revert",
        hidden: () => this.isSaved },
      { label: "Reset: empty the board", action: () => this.single({ reset: {} }), id: "reset",
        hidden: () => isFixed || !opened.board },
      { label: "Watch a game", id: "watch",
        action: () => this.studio.watch(this, this.studio.players[0], []) },
    ], { id: "more" });
    this.name = html("h1", { class: "level-name", dir: "auto" });
    this.badge = html("span", { class: "badge" });
    this.command = html("code", { class: "command" });
    this.words = html("p", { class: "words", role: "status" });
    this.notes = html("ul", { class: "notes" });
    this.bar = html("div", { class: "editor-bar" },
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
    this.node = html("div", { class: "editor" }, this.bar, this.banner,
      // Where nothing can be changed, all of it is seen and nothing can be used.
      html("fieldset", { class: "left", disabled: isFixed }, this.tools.node, this.fields.node),
      html("div", { class: "middle" }, this.stage, this.view, this.words, this.notes,
        html("p", { class: "shell" }, this.command, this.copy)),
      html("div", { class: "right" }, this.figures.node, this.objects, this.allObjects?.node));
    this.node.dataset.pending = "0";
    if (opened.board) this.buildBoard(opened.board);
    else this.stage.append(this.deal.node);
    if (isFixed) this.tell(FIXED);
    else if (opened.readOnly) {
      this.tell("This is a built-in level and never changes. Edit it and save your own copy.");
    }
  }

  /** @param {string} name @param {string} value @returns {Promise<string>} why not */
  async setField(name, value) {
    const error = await this.single({ set: { field: name, value } });
    return error?.message ?? "";
  }

  /** The level that this one is compared with: as it was saved or, where it never was, as it was
   * when it was begun. */
  get origin() {
    return this.path
      ? { since: "since saved", as: "as in the saved version", film: "as saved",
        level: "the saved level" }
      : { since: "since the start", as: "as at the start", film: "as at the start",
        level: "the start" };
  }

  /** Gives the level another name. @param {string} name @returns {Promise<string>} why not */
  rename(name) {
    this.endNudge();
    return refusal(this.wire.send("rename", { doc: this.doc, name }).then(
      (/** @type {any} */ answer) => this.update(answer)));
  }

  // The server

  /**
   * Sends a request about this level; requests go in order, and refusals become words.
   * @param {string} action
   * @param {Record<string, any>} fields
   * @param {string[]} asked codes of refusals that a dialog answers, so that no message is shown
   * @returns {Promise<Error | null>}
   */
  send(action, fields = {}, asked = []) {
    this.pending(1);
    const sent = this.wire.send(action, { doc: this.doc, ...fields }).then(
      (/** @type {any} */ answer) => {
        this.update(answer);
        return null;
      },
      (/** @type {any} */ error) => {
        const isAsked = asked.includes(error.code);
        this.tell(isAsked ? "" : error.message, "bad");
        if (!isAsked) say(error.message);
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
    if (answer.rev !== undefined && answer.rev !== this.rev) {
      this.rev = answer.rev;
      this.figures.stale(answer.rev);
      this.figures.clearConfirmation();
    }
    if (answer.patch) {
      this.board?.patch(answer.patch);
      this.left?.clear();
      this.places?.rename(answer.patch.words ?? {});
      this.handles.patch(answer.patch);
      this.showNotes(answer.patch.notes ?? []);
      this.handles?.draw();
      this.showEmpty();
      this.showSpot();
    } else if (answer.board && answer !== this.opened) {
      this.buildBoard(answer.board);
    }
    if (answer.board) this.showNotes(answer.board.notes);
    this.showBanner(answer);
    if (answer.target !== undefined) {
      this.figures.target.show(answer.target);
      this.figures.aim();
    }
    if (answer.level && answer.level !== this.level) {
      if (this.level) history.replaceState(null, "", `#/levels/${answer.level}`);
      this.level = answer.level;
    }
    if (answer.fields) this.fields.show(answer.fields);
    if (answer.tools && answer !== this.opened) this.tools.update(answer.tools);
    if (answer.words) {
      this.tell(answer.words);
      if (!this.isInStroke) say(answer.words);
    }
    if (answer.command !== undefined) write(this.command, answer.command);
    if (answer.name) this.opened.name = answer.name;
    this.undoName = answer.undo;
    this.redoName = answer.redo;
    set(this.undoButton, { "aria-disabled": String(!answer.undo),
      title: answer.undo ? `Undo: ${answer.undo}` : "Nothing to undo" });
    set(this.redoButton, { "aria-disabled": String(!answer.redo),
      title: answer.redo ? `Redo: ${answer.redo}` : "Nothing to redo" });
    if (answer.saved !== undefined) this.isSaved = answer.saved;
    if (answer.gone !== undefined) this.isGone = answer.gone;
    if (answer.path !== undefined) this.path = answer.path ?? "";
    state(answer.problem ?? "", "bad");
    this.node.dataset.rev = this.rev;
    this.node.dataset.saved = this.isSaved;
    this.showState();
  }

  /** What is to be decided before the level can be changed, in this tab or in another.
   * @param {any} answer */
  showBanner(answer) {
    if (answer.conflict === undefined) return;
    const kind = answer.conflict ? "conflict" : answer.waiting ? "draft" : "";
    // A question that stands there keeps its focus.
    if (kind === this.bannerKind) return;
    // What was said before it, or while it stood there, is over.
    if (this.bannerKind !== undefined) this.tell("");
    this.bannerKind = kind;
    const hadFocus = this.banner.contains(document.activeElement);
    this.banner.hidden = kind === "";
    // The button that answered goes with the question.
    if (this.banner.hidden && hadFocus) {
      (this.board?.svg ?? this.saveButton).focus({ preventScroll: true });
    }
    if (kind === "conflict") offerConflict(this);
    if (kind === "draft") offerDraft(this, answer.draft ?? this.opened.draft);
  }

  /** The name, and whether the level is saved. */
  showState() {
    const { readOnly, name } = this.opened;
    write(this.name, name);
    set(this.name, { title: name });
    const title = `${name}${this.isSaved ? "" : " *"}, playtest studio`;
    if (document.title !== title) document.title = title;
    write(this.badge, this.isFixed ? "read only" : this.isGone ? "file deleted"
      : readOnly ? this.isSaved ? "built in" : "built in, changed"
      : !this.path ? "not saved yet" : this.isSaved ? "saved" : "unsaved draft");
    this.badge.classList.toggle("warn", !this.isFixed && (!this.isSaved || !(this.path || readOnly)));
    write(this.saveButton, readOnly ? "Save a copy" : "Save");
  }

  copyCommand() {
    navigator.clipboard?.writeText(this.command.textContent).then(
      () => this.tell("The command is copied.", "good"),
      () => this.tell("The browser did not allow copying; select the command and copy it.", "bad"));
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
    write(this.words, words);
    set(this.words, { class: `words ${tone}` });
  }

  /** @param {"undo" | "redo"} action */
  step(action) {
    // A stroke that is being drawn is the last step.
    if (action === "undo" && this.pointer?.cancel()) return;
    this.endNudge();
    return this.send(action);
  }

  look() {
    return this.wire.send("look", { doc: this.doc, players: this.studio.players, games: 200 })
      .catch((/** @type {Error} */ error) => this.tell(error.message, "bad"));
  }

  confirm() {
    return this.wire.send("confirm", { doc: this.doc }).catch((/** @type {Error} */ error) => {
      this.figures.offerConfirm();
      this.tell(error.message, "bad");
    });
  }

  /** @param {any} event */
  figuresCame(event) {
    if (event.doc !== this.doc || event.rev < this.rev) return;
    this.figures.show(event);
    if ((event.final || event.problem) && !event.fresh) this.speak();
  }

  /** @param {any} event */
  dealCame(event) {
    if (event.doc === this.doc) this.deal?.show(event);
  }

  /** Says the figures once nothing has moved for a while. */
  speak() {
    clearTimeout(this.speaking);
    this.speaking = window.setTimeout(() => {
      const words = this.figures.words();
      if (words !== this.spoken && this.studio.screen === this) say(words);
      this.spoken = words;
    }, REST);
  }

  /** @param {any} event */
  changedElsewhere(event) {
    if (event.doc === this.doc) this.update(event);
  }

  /** @param {any} event */
  fileChanged(event) {
    if (event.doc !== this.doc) return;
    const words = {
      unreadable: "The file has changed on the disk and cannot be read; the level in the editor has not changed. "
        + "Save asks before it replaces the file.",
      gone: "Another program has deleted the file. Save writes it again.",
      back: "The file is unchanged again.",
      taken: "Another program changed the file; the change was loaded. "
        // Nothing can be undone while the kept steps wait.
        + (this.bannerKind === "draft" ? "" : "Undo brings your level back."),
    }[/** @type {string} */ (event.state)];
    const isBad = event.state === "unreadable" || event.state === "gone";
    if (words) this.tell(words.trim(), isBad ? "bad" : "");
    say((words ?? (event.state === "conflict" ? CONFLICT : "")).trim());
  }

  save() {
    return save(this);
  }

  leave() {
    this.endNudge();
    clearTimeout(this.speaking);
    this.sizes?.disconnect();
    for (const end of this.ends) end();
    this.wire.send("look", { doc: this.doc, players: [], games: 0 }).catch(() => {});
  }
}
