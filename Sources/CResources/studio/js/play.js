//@ts-check
/** Playing a level: a person's game on the board, with the mouse, by touch or by keys. */
import { Aim } from "./aim.js";
import { button, byId, html } from "./dom.js";
import { FilmView, turnWords } from "./film.js";
import { Pointing } from "./pointing.js";
import { say } from "./say.js";
import { Side, dealt, ending, result } from "./side.js";

const PLAYER = "player";
/** Milliseconds of each number that is counted down. */
const COUNT = 700;
/** Milliseconds after the end in which keys are still those of the game. */
const REST = 1_000;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Play {
  /**
   * Begins a game of the level as it is in the editor.
   * @param {any} editor
   * @param {number} [index] the game's index; the next unplayed one where it is left out
   */
  static async begin(editor, index) {
    const name = localStorage.getItem(PLAYER);
    const fields = { doc: editor.doc, seed: editor.seed, ...(name ? { name } : {}),
      ...(index === undefined ? {} : { index }),
      ...(editor.against ? { against: editor.against } : {}) };
    return new Play(editor, await editor.wire.send("play", fields));
  }

  /** @param {any} editor @param {any} begun the answer to `play` */
  constructor(editor, begun) {
    this.editor = editor;
    this.wire = editor.wire;
    this.session = begun.session;
    this.index = begun.index;
    this.name = begun.name;
    this.isTimed = begun.timed;
    /** @type {any} */
    this.status = begun;
    this.isSending = false;
    /** What was refused last. @type {{place: string | null, isOver: boolean} | null} */
    this.refusal = null;
    this.kept = begun.kept ?? null;
    /** @type {any} */
    this.shownKept = null;
    this.offset = 0;
    this.know(begun);
    this.isBusy = false;
    this.isGone = false;
    this.isReplay = false;
    this.count = 0;
    /** When the end was shown. */
    this.end = Infinity;
    this.skip = () => {};
    this.usesKeys = false;
    this.side = new Side();
    this.pointing = new Pointing(this);
    this.build(begun);
    if (this.view) this.pointing.listen(this.view.svg);
    this.ends = [this.wire.on("turn", (/** @type {any} */ event) => {
      if (event.session === this.session) this.take(event);
    })];
    this.showStatus(begun);
    this.tick();
  }

  /** @param {any} begun */
  build(begun) {
    this.words = html("p", { class: "words", role: "status" });
    this.stage = html("div", { class: "stage" });
    // Below the board: across it neither could be read.
    this.clockWords = html("p", { class: "soft", id: "clock-words", hidden: true },
      "The clock starts after the countdown.");
    // After a press with the pointer, keys are for the board again; a press by key has no detail.
    this.offers = html("div", { class: "offers", click: (/** @type {MouseEvent} */ event) => {
      if (event.detail > 0) this.focus();
    } });
    this.foot = html("div", { class: "foot" });
    this.player = html("input", { value: this.name, maxlength: 60, "aria-label": "Player",
      class: "player-name", change: () => this.rename() });
    this.node = html("div", { class: "editor play" },
      html("div", { class: "editor-bar" },
        button("‹ Back to the editor", () => this.back(), { class: "back link", id: "back" }),
        html("h1", { title: this.editor.opened.name }, "Playing ",
          html("bdi", {}, this.editor.opened.name)),
        html("div", { class: "table-of-game soft" },
          dealt(begun, (seed) => this.reseed(seed), (words) => this.tell(words, "bad")),
          begun.opponents.length > 0 ? this.opponents(begun) : null,
          html("label", { class: "seat" }, html("span", {}, "player"), this.player))),
      html("div", { class: "left" }, this.side.facts, this.offers, this.pointing.setting),
      html("div", { class: "middle" }, this.stage, this.words, this.clockWords),
      html("div", { class: "right" }, this.foot, this.side.keys));
    this.cover = html("div", { class: "cover", hidden: true });
    if (begun.film) {
      this.view = new FilmView(begun.film, `The board of ${this.editor.opened.name}`);
      const board = this.view.svg;
      board.setAttribute("tabindex", "0");
      board.setAttribute("role", "application");
      board.id = "game";
      this.aim = new Aim(this.view);
      this.stage.append(board, this.cover);
      this.sizes = new ResizeObserver(() => this.view?.board.fit());
      this.sizes.observe(board);
    } else {
      this.picture = html("pre", { class: "picture-text" });
      this.stage.append(this.picture, this.cover);
    }
    this.side.showKeys(begun);
  }

  /** Who else sits at the table of a two-player game. @param {any} begun */
  opponents(begun) {
    const select = html("select", { id: "against", change: () => {
      this.editor.against = select.value;
      this.again();
    } }, html("option", { value: "" }, "nobody"),
    ...begun.opponents.map((/** @type {string} */ name) => html("option", { value: name }, name)));
    select.value = begun.against ?? "";
    return html("label", { class: "seat" }, html("span", {}, "against"), select);
  }

  // The server

  /** Sends an input and shows what came of it. @param {string} verb @param {any} [fields] */
  async send(verb, fields = {}) {
    // A double click is one shot.
    if (this.isSending && this.hasAim) return;
    this.isSending = true;
    try {
      this.take(await this.wire.send(verb, { session: this.session, ...fields }),
        verb === "hint" ? null : fields);
    } catch (error) {
      if (!this.isGone) this.tell(/** @type {Error} */ (error).message, "bad");
    }
    this.isSending = false;
  }

  /** Plays the first game of a seed. @param {number} seed */
  reseed(seed) {
    this.editor.seed = seed;
    this.again(0);
  }

  /** Takes turns and what is beside the board. @param {any} answer @param {any} input the fields of a
   * press or a key that it answers, null where it answers none */
  take(answer, input = null) {
    if (this.isGone) return;
    if (answer.turns && this.view) {
      const { film, board } = this.view;
      for (const [i, kind] of (answer.kinds ?? []).entries()) {
        board.kinds[answer.firstKind + i] = kind;
        film.k[answer.firstKind + i] = kind;
      }
      for (const [i, turn] of answer.turns.entries()) film.t[answer.from + i] = turn;
      // A message of the clock may overtake an answer; then the turns between come later.
      while (film.t[this.view.count]) this.view.count += 1;
      if (answer.size) {
        [board.width, board.height] = answer.size;
        [film.w, film.h] = answer.size;
        board.zoom();
        this.view.resize();
      }
    }
    if (answer.kept) this.kept = answer.kept;
    if (answer.step > this.status.step) {
      this.refusal = this.refused(answer, input);
      this.know(answer);
    }
    if (answer.turns && this.view && !this.isTimed) this.animate();
    else if (!this.isBusy) this.showStatus(this.status);
  }

  /**
   * What was refused last. The server says it until a move is played; it is over once a press is taken
   * that plays none, such as the first of two.
   * @param {any} answer @param {any} input as in `take`
   * @returns {{place: string | null, isOver: boolean} | null}
   */
  refused({ message, turns, preview }, input) {
    const isNew = message !== this.status.message;
    if (!this.view || turns?.length > 0 || !message) return null;
    if (!input) return isNew ? null : this.refusal;
    const { x, y } = input;
    const place = x === undefined ? null : this.view.board.nearest({ x, y });
    if (isNew || !this.refusal) return isNew ? { place, isOver: false } : null;
    // A press that is taken changes what waits for a second one. One that is refused may only end it: then
    // it is said again, about the same place.
    const waiting = (/** @type {any} */ shown) => [...shown?.meant ?? [], ...shown?.marks ?? []];
    const now = waiting(preview);
    const isChanged = String(now) !== String(waiting(this.status.preview));
    const isElsewhere = place !== null && place !== this.refusal.place;
    return { place: this.refusal.place, isOver: isChanged && (now.length > 0 || isElsewhere) };
  }

  /** @param {any} status the newest */
  know(status) {
    this.status = status;
    this.offset = performance.now() / 1000 - status.seconds;
  }

  /** Whether something is aimed and shot. */
  get hasAim() {
    return this.status.offers.some((/** @type {any} */ offer) => offer.aims);
  }

  /** Ends what is shown; whether that is all that an input means, as something flies. */
  isSkipped() {
    if (!this.isBusy) return false;
    const flies = (this.view.film.t[this.view.at]?.q?.length ?? 0) > 0;
    this.skip();
    return flies;
  }

  async animate() {
    if (this.isBusy || !this.view || !this.aim) return;
    this.isBusy = true;
    this.pointing.shown = null;
    this.aim.clear();
    this.aim.label([]);
    if (still.matches) this.view.show(this.view.count);
    const skipped = new Promise((resolve) => { this.skip = () => resolve("skip"); });
    while (this.view.at < this.view.count && !this.isGone) {
      if (await Promise.race([this.view.next(1), skipped]) === "skip") {
        cancelAnimationFrame(this.view.frame);
        clearTimeout(this.view.frame);
        this.view.show(this.view.count);
      }
    }
    this.isBusy = false;
    if (this.isGone) return;
    this.view.clear();
    if (!this.usesKeys) this.pointing.shown = {};
    this.showStatus(this.status);
    // The turn begins now, as its player sees it.
    if (this.status.stage === "playing") this.pointing.ask();
  }

  // Showing

  /** @param {any} status */
  showStatus(status) {
    if (this.view && this.aim) {
      if (this.isTimed && this.view.at < this.view.count) this.view.show(this.view.count);
      this.aim.move(status.motion, () => this.seconds());
      this.aim.label(this.usesKeys ? status.labels : []);
      this.aim.show(this.usesKeys || this.isTimed ? status.preview
        : this.pointing.shown ?? status.preview);
    } else {
      this.picture.textContent = status.picture ?? "";
    }
    this.side.show(status);
    if (status.message) this.tell(this.refusal?.isOver ? "" : status.message);
    if (status.stage === "playing") this.pointing.setting.hidden = !this.hasAim;
    this.showOffers(status);
    this.node.dataset.stage = status.stage;
    this.node.dataset.step = status.step;
    this.node.dataset.turns = this.view?.count ?? 0;
    this.showCover();
    // Where the game was kept may come after its end.
    if (status.stage === "over" && (!this.foot.firstChild || this.kept !== this.shownKept)) {
      if (!this.foot.firstChild) {
        this.end = performance.now();
        if (status.ending) this.stage.append(result(status.ending));
      }
      this.shownKept = this.kept;
      const held = this.foot.contains(document.activeElement) ? document.activeElement?.id : "";
      this.foot.replaceChildren(ending(this.kept, { next: () => this.next(), watch: () => this.watch(),
        back: () => this.back() }));
      // On a button, the next press of a key that plays would end what is to be read.
      this.foot.querySelector(`#${held || "ending"}`).focus({ preventScroll: true });
    }
  }

  /** @param {any} status */
  showOffers(status) {
    const held = document.activeElement?.id ?? "";
    this.offers.textContent = "";
    if (status.stage !== "playing") return;
    for (const [i, offer] of status.offers.entries()) {
      this.offers.append(button(offer.label, () => this.offer(i, offer), {
        id: `offer-${i}`, class: offer.aims ? "main" : "" }));
    }
    this.offers.append(button("Hint", () => this.hint(), { id: "hint" }));
    if (status.again) this.offers.append(button("New deal", () => this.next(), { id: "again" }));
    if (held.startsWith("offer-") || held === "hint") document.getElementById(held)?.focus();
  }

  showCover() {
    const isReady = this.status.stage === "ready" && this.count === 0;
    this.cover.hidden = !isReady && this.count === 0;
    this.clockWords.hidden = this.cover.hidden;
    if (isReady && !this.cover.firstChild) {
      this.cover.append(button("Start", () => this.countDown(), { class: "main", id: "start",
        "aria-describedby": this.clockWords.id }));
    }
  }

  async countDown() {
    if (this.count > 0 || this.status.stage !== "ready") return;
    this.stage.querySelector("svg")?.focus({ preventScroll: true });
    for (this.count = 3; this.count > 0 && !this.isGone; this.count -= 1) {
      this.cover.replaceChildren(html("p", { class: "count" }, `${this.count}`));
      say(`${this.count}`);
      await new Promise((resolve) => setTimeout(resolve, COUNT));
    }
    if (!this.isGone) await this.send("key", { key: "Enter" });
  }

  /** @param {string} words @param {string} tone */
  tell(words, tone = "") {
    if (this.words.textContent === words) return;
    this.words.textContent = words;
    this.words.className = `words ${tone}`;
  }

  seconds() {
    return performance.now() / 1000 - this.offset;
  }

  tick() {
    if (this.isGone) return;
    if (this.isTimed && this.status.stage === "playing") this.side.tick(this.seconds());
    requestAnimationFrame(() => this.tick());
  }

  // Input

  /** @param {number} number @param {any} offer */
  offer(number, offer) {
    if (this.isSkipped()) return;
    const aimed = this.pointing.aimed;
    this.pointing.aimed = null;
    if (offer.aims && aimed) this.send("point", { press: true, ...aimed });
    else this.send("key", { key: `#${number}` });
  }

  hint() {
    if (this.isSkipped()) return;
    this.beginKeys();
    this.send("hint");
  }

  /** From now on keys aim, and bodies show theirs. */
  beginKeys() {
    this.usesKeys = true;
    this.pointing.forget();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const onButton = event.target instanceof HTMLButtonElement;
    if (event.key === "Escape") return this.back(), true;
    if (onButton && (event.key === " " || event.key === "Enter")) return false;
    if (this.isSkipped()) return true;
    if (this.status.stage === "ready") {
      if (event.key !== " " && event.key !== "Enter") return false;
      this.countDown();
      return true;
    }
    const letter = event.key.toLowerCase();
    if (this.status.stage === "over") {
      if (performance.now() - this.end < REST) return true;
      if (letter === "n" || event.key === "Enter") this.next();
      else if (letter === "w") this.watch();
      else return false;
      return true;
    }
    if (letter === "h") return this.hint(), true;
    if (letter === "r" && this.status.again) return this.next(), true;
    const isArrow = event.key.startsWith("Arrow");
    if ([...event.key].length !== 1 && event.key !== "Enter" && !isArrow) return false;
    this.beginKeys();
    this.send("key", { key: isArrow && event.shiftKey ? `Shift+${event.key}` : event.key })
      .then(() => { if (isArrow) say(this.status.preview.words); });
    return true;
  }

  // Other games

  rename() {
    const name = this.player.value.trim();
    if (!name) {
      // A game is always somebody's: the name stays as it was.
      this.player.value = localStorage.getItem(PLAYER) ?? this.name;
      return;
    }
    localStorage.setItem(PLAYER, name);
    if ((this.view?.count ?? 0) === 0) this.again(this.index);
    else this.tell(`${name} plays from the next game on.`);
  }

  next() {
    // At a two-player table each deal is two games, of which a person plays one.
    this.again(this.index + (this.editor.against ? 2 : 1));
  }

  /** @param {number} [index] the game's index; the next unplayed one where it is left out */
  async again(index) {
    try {
      this.leave();
      this.editor.studio.show(await Play.begin(this.editor, index));
    } catch (error) {
      this.back();
      this.editor.tell(/** @type {Error} */ (error).message, "bad");
    }
  }

  async watch() {
    if (this.isReplay || !this.view) return;
    this.isReplay = true;
    this.node.classList.add("replay");
    this.stage.querySelector(".result")?.remove();
    this.aim?.clear();
    this.view.show(0);
    this.view.svg.scrollIntoView({ block: "nearest" });
    while (this.view.at < this.view.count && !this.isGone) {
      await this.view.next(1);
      const turn = this.view.film.t[this.view.at - 1];
      if (turn) this.tell(turnWords(this.view.at, this.view.count, turn));
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    this.isReplay = false;
    this.node.classList.remove("replay");
  }

  focus() {
    (this.stage.querySelector("#start") ?? this.view?.svg ?? byId("screen"))
      .focus({ preventScroll: true });
  }

  back() {
    this.editor.studio.show(this.editor);
  }

  leave() {
    if (this.isGone) return;
    this.isGone = true;
    for (const end of this.ends) end();
    this.aim?.stop();
    this.sizes?.disconnect();
    if (this.view) cancelAnimationFrame(this.view.frame);
    this.wire.send("leave", { session: this.session }).then((/** @type {any} */ answer) => {
      if (answer.kept && this.editor.studio.screen === this.editor) this.editor.tell(answer.kept.words);
    }, () => {});
  }
}
