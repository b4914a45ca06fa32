//@ts-check
/** The page: places, the top bar, keys, and what screen is shown. */
import { Editor } from "./editor.js";
import { byId, html } from "./dom.js";
import { Gallery } from "./gallery.js";
import { help } from "./help.js";
import { Play } from "./play.js";
import { ask, isAsking, leaveQuestion, say, sentence, state, wait } from "./say.js";
import { Watch } from "./watch.js";
import { LOST, STARTED_AGAIN, STOPPED, Wire, bringsToken } from "./wire.js";

class Studio {
  constructor() {
    this.wire = new Wire();
    /** @type {any} */
    this.screen = null;
    /** @type {Editor | null} */
    this.editor = null;
    this.workspace = /** @type {any} */ ({ games: [], players: [] });
    this.players = /** @type {string[]} */ ([]);
    /** Counts the places that were asked for. */
    this.turn = 0;
    /** Pass rates that are known, by the levels' contents and then by the player.
     * @type {Map<string, Record<string, any>>} */
    this.rates = new Map();
    /** What the list of levels was set to. */
    this.shown = { game: "", find: "", sort: "order", player: "" };
    /** Where it was left. @type {any} */
    this.listPlace = null;
  }

  async start() {
    const theme = localStorage.getItem("theme");
    if (theme) document.documentElement.dataset.theme = theme;
    this.wire.on("lost", () => {
      byId("screen").classList.add("offline");
      state(this.wire.isStopped ? STOPPED : this.wire.isGone ? LOST
        : "connection lost; trying again", "bad");
    });
    this.wire.on("slow", (/** @type {any} */ event) => wait(event.isSlow));
    this.wire.on("refused", () => state(this.screen
      ? `${STARTED_AGAIN} Your unsaved steps are kept.` : "", "bad"));
    this.wire.on("back", (/** @type {any} */ workspace) => this.entered(workspace));
    this.wire.on("file", (/** @type {any} */ event) => this.fileChanged(event));
    this.wire.on("bye", () => state(STOPPED, "bad"));
    // The browser would scroll before the screen is there that it goes back to.
    history.scrollRestoration = "manual";
    addEventListener("hashchange", (event) => this.moved(event));
    addEventListener("popstate", () => this.steppedBack());
    // Another tab has entered a studio that was started again.
    addEventListener("storage", (event) => {
      if (event.key === "token" && !this.wire.isOpen) this.enter();
    });
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("beforeunload", () => this.screen?.leave?.());
    // As a link it would name a place of the page, and leave the one that is shown.
    byId("skip").addEventListener("click", (/** @type {Event} */ event) => {
      event.preventDefault();
      byId("screen").focus();
    });
    byId("help-button").addEventListener("click", help);
    byId("theme").addEventListener("click", () => this.theme());
    await this.enter();
  }

  /** Connects. @param {string} [place] the fragment that the address has afterwards */
  async enter(place) {
    try {
      this.entered(await this.wire.enter(place));
    } catch (error) {
      // Where a screen is shown, the top bar says what is wrong.
      if (this.screen) return;
      byId("screen").replaceChildren(html("div", { class: "card outside" },
        html("h1", {}, "Not connected"),
        html("p", {}, /** @type {Error} */ (error).message)));
    }
  }

  /** @param {any} workspace what the server tells of it */
  entered(workspace) {
    this.workspace = workspace;
    // Scripts may be others now.
    this.rates.clear();
    this.players = workspace.players;
    if (!this.players.includes(this.shown.player)) {
      this.shown.player = this.players.includes("casual") ? "casual" : this.players[0];
    }
    byId("folder").textContent = workspace.folder;
    byId("unwritable").hidden = !workspace.unwritable;
    byId("unwritable").textContent = workspace.unwritable
      ? `${workspace.unwritable}; nothing that you draw can be kept or saved.` : "";
    state("");
    byId("screen").classList.remove("offline");
    if (this.screen) this.reopen();
    else this.route();
  }

  /** Another fragment stands in the address: a place, or the token of a studio that was started
   * again. @param {HashChangeEvent} event */
  moved(event) {
    leaveQuestion();
    if (bringsToken()) this.enter(new URL(event.oldURL).hash || "#/levels");
    // Also where the level of the first address could not be shown.
    else if (this.turn > 0) this.route();
  }

  /** The browser's Back leads from a game to the editor. */
  steppedBack() {
    leaveQuestion();
    const isAtEditor = this.editor && location.hash === `#/levels/${this.editor.level}`;
    if (isAtEditor && !history.state?.isOverEditor && this.screen !== this.editor) this.show(this.editor);
  }

  async route() {
    byId("screen").setAttribute("aria-busy", "true");
    this.turn += 1;
    const turn = this.turn;
    const level = /^#\/levels\/(.+)$/.exec(location.hash);
    try {
      if (level) {
        if (this.editor && this.editor.level === level[1]) return this.show(this.editor);
        if (/[^\w-]/.test(level[1])) throw new Error("there is no such level; choose another");
        await this.open({ level: level[1] }, level[1]);
      } else {
        const { levels } = await this.wire.get("/api/levels");
        // Meanwhile another place was asked for.
        if (turn !== this.turn) return;
        this.editor?.leave();
        this.editor = null;
        document.title = "Levels, playtest studio";
        state("");
        const held = this.screen instanceof Gallery ? this.screen.held() : null;
        const gallery = new Gallery(this, levels);
        this.show(gallery);
        if (held) gallery.hold(held);
      }
    } catch (error) {
      await ask("This cannot be opened", sentence(/** @type {Error} */ (error).message),
        [{ value: "", label: "Close" }]);
      if (level && turn === this.turn) location.hash = "#/levels";
    } finally {
      if (turn === this.turn) byId("screen").removeAttribute("aria-busy");
    }
  }

  /** @param {any} what @param {string} level */
  async open(what, level) {
    const opened = await this.wire.send("open", what);
    this.editor?.leave();
    this.editor = new Editor(this, opened);
    this.editor.level = level;
    this.show(this.editor);
  }

  /** Shows a new level. @param {any} opened the answer to `open` */
  showNew(opened) {
    this.editor?.leave();
    this.editor = new Editor(this, opened);
    this.editor.level = opened.level;
    history.pushState(null, "", `#/levels/${opened.level}`);
    this.show(this.editor);
  }

  /** After the connection was lost: the server still holds the level and its draft, or another one
   * reads them again. */
  async reopen() {
    if (this.editor) {
      if (this.screen !== this.editor) this.screen.leave();
      this.editor.leave();
      this.screen = this.editor = null;
    }
    await this.route();
    say("Connected again");
  }

  /** @param {any} screen */
  show(screen) {
    if (this.screen && this.screen !== screen && this.screen !== this.editor) this.screen.leave?.();
    const wasList = this.screen instanceof Gallery;
    if (wasList) this.listPlace = this.screen.place(this.editor?.level);
    this.screen = screen;
    // Games and versions are steps of the browser's history of their own, above the editor.
    const isOverEditor = this.editor !== null && screen !== this.editor && !(screen instanceof Gallery);
    if (isOverEditor && !history.state?.isOverEditor) {
      history.pushState({ isOverEditor }, "", location.hash);
    } else if (screen === this.editor && history.state?.isOverEditor) {
      history.back();
    }
    byId("screen").replaceChildren(screen.node);
    if (screen === this.editor) this.editor?.board?.svg.focus({ preventScroll: true });
    else if (screen instanceof Play) screen.focus();
    else byId("screen").focus({ preventScroll: true });
    if (!(screen instanceof Gallery)) scrollTo(0, 0);
    else if (!wasList && this.listPlace) screen.goTo(this.listPlace);
  }

  /** @param {any} event */
  fileChanged(event) {
    if (event.state === "levels") this.listAgain();
  }

  /** Levels came, went or changed: where their list is shown, it is read again. One that is on its way
   * may be older than that, and is not shown any more. */
  listAgain() {
    if (this.screen instanceof Gallery) this.route();
  }

  /** @param {Editor} editor @param {string} player @param {number[]} games @param {string} [against] */
  watch(editor, player, games, against) {
    this.show(new Watch(editor, player, games, against));
  }

  /** @param {Editor} editor */
  async play(editor) {
    try {
      this.show(await Play.begin(editor));
    } catch (error) {
      editor.tell(/** @type {Error} */ (error).message, "bad");
      say(/** @type {Error} */ (error).message);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    const isField = target.matches("input, select, textarea");
    // A text has steps of its own.
    const isText = target.matches("input:not([type=checkbox], [type=range]), textarea");
    const command = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    if (isAsking()) {
      // The browser would save the page.
      if (command && letter === "s") event.preventDefault();
      return;
    }
    if (command && (letter === "z" || letter === "y") && !isText && this.screen === this.editor) {
      this.editor?.step(letter === "y" || event.shiftKey ? "redo" : "undo");
    } else if (command && letter === "s" && this.screen === this.editor) {
      if (isText) this.takeTyped(/** @type {HTMLElement} */ (target));
      this.editor?.save();
    } else if (command || event.altKey || isField) {
      return;
    } else if (event.key === "?") {
      help();
    } else if (this.screen === this.editor && this.editor && this.editorKey(event)) {
      // Used.
    } else if (this.screen !== this.editor && this.screen?.key?.(event)) {
      // Used.
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Takes what was typed in a field, as pressing a button does: a value counts once its field is left.
   * @param {HTMLElement} field */
  takeTyped(field) {
    field.blur();
    field.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  editorKey(event) {
    const editor = /** @type {Editor} */ (this.editor);
    // Also with Shift or Caps Lock.
    const key = event.key.toLowerCase();
    if (/^[1-9e]$/.test(key) && !editor.isFixed && editor.tools.key(key)) return true;
    if (key === "escape" && (editor.pointer?.cancel() || editor.left?.hide())) return true;
    if (key === "p") {
      this.play(editor);
      return true;
    }
    if (key === "m" && !editor.isFixed) {
      editor.tools.setMirror(!editor.tools.isMirrored);
      say(editor.tools.isMirrored ? "Mirror on" : "Mirror off");
      return true;
    }
    if (key === "b") {
      editor.board?.svg.focus();
      return true;
    }
    if (key === "f") {
      say(editor.figures.words());
      return true;
    }
    const isOnBoard = document.activeElement === editor.board?.svg;
    return isOnBoard ? editor.key(event) : false;
  }

  theme() {
    const root = document.documentElement;
    const isDark = root.dataset.theme
      ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    localStorage.setItem("theme", root.dataset.theme);
  }
}

new Studio().start();
