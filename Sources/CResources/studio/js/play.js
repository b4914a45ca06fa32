//@ts-check
/** Playing a level: a person's game on the board, with the mouse, by touch or by keys. */
import { Aim } from "./aim.js";
import { button, html } from "./dom.js";
import { FilmView } from "./film.js";
import { say } from "./say.js";
import { Side, ending } from "./side.js";

const PLAYER = "player";
/** A tap this near to the aim shoots, in px of the screen. */
const NEAR = 44;
const COUNT = 700;

export class Play {
  /**
   * Begins a game of the level as it is on the desk.
   * @param {any} desk
   * @param {number} [index] the game's index; the next unplayed one where it is left out
   */
  static async begin(desk, index) {
    const name = localStorage.getItem(PLAYER);
    const fields = { doc: desk.doc, seed: 1, ...(name ? { name } : {}),
      ...(index === undefined ? {} : { index }) };
    return new Play(desk, await desk.wire.send("play", fields));
  }

  /** @param {any} desk @param {any} begun the answer to `play` */
  constructor(desk, begun) {
    this.desk = desk;
    this.wire = desk.wire;
    this.session = begun.session;
    this.index = begun.index;
    this.name = begun.name;
    this.isTimed = begun.timed;
    /** @type {any} */
    this.status = begun;
    this.kept = begun.kept ?? null;
    this.offset = 0;
    this.isBusy = false;
    this.isAsking = false;
    this.isGone = false;
    this.isReplay = false;
    this.count = 0;
    /** The pointer's last place that was not asked for yet. @type {any} */
    this.wanted = null;
    /** The place that a touch aims at. @type {any} */
    this.aimed = null;
    this.skip = () => {};
    this.usesKeys = false;
    this.side = new Side();
    this.build(begun);
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
    this.offers = html("div", { class: "offers" });
    this.foot = html("div", { class: "foot" });
    const aimFirst = localStorage.getItem("aim-first");
    this.aimFirst = html("input", { type: "checkbox",
      checked: aimFirst ? aimFirst === "yes" : matchMedia("(pointer: coarse)").matches,
      change: () => localStorage.setItem("aim-first", this.aimFirst.checked ? "yes" : "no") });
    this.aimLabel = html("label", { class: "aim-first" }, this.aimFirst, " Aim first, then shoot");
    this.player = html("input", { value: this.name, maxlength: 60, "aria-label": "Player",
      class: "player-name", change: () => this.rename() });
    this.node = html("div", { class: "desk play" },
      html("div", { class: "desk-bar" },
        button("Back to the desk", () => this.back(), { class: "back-button", id: "back" }),
        html("h1", {}, `Playing ${this.desk.opened.name}`),
        html("span", { class: "soft" }, `game ${begun.index} of seed ${begun.seed}`),
        this.player),
      html("div", { class: "left" }, this.side.facts, this.aimLabel),
      html("div", { class: "middle" }, this.stage, this.words, this.offers, this.foot),
      html("div", { class: "right" }, this.side.keys));
    this.cover = html("div", { class: "cover", hidden: true });
    if (begun.film) {
      this.view = new FilmView(begun.film, `The board of ${this.desk.opened.name}`);
      const board = this.view.svg;
      board.setAttribute("tabindex", "0");
      board.setAttribute("role", "application");
      board.id = "game";
      this.aim = new Aim(this.view);
      board.addEventListener("pointermove", (/** @type {any} */ event) => this.pointed(event));
      board.addEventListener("pointerdown", (/** @type {any} */ event) => this.pressed(event));
      board.addEventListener("pointerleave", () => { this.wanted = null; });
      this.stage.append(board, this.cover);
    } else {
      this.picture = html("pre", { class: "picture-text" });
      this.stage.append(this.picture, this.cover);
    }
    this.side.showKeys(begun);
  }

  // The server

  /** Sends an input and shows what came of it. @param {string} verb @param {any} [fields] */
  async send(verb, fields = {}) {
    try {
      this.take(await this.wire.send(verb, { session: this.session, ...fields }));
    } catch (error) {
      this.tell(/** @type {Error} */ (error).message, "bad");
    }
  }

  /** Takes turns and what is beside the board. @param {any} answer */
  take(answer) {
    if (this.isGone) return;
    if (answer.turns && this.view) {
      const { film, board } = this.view;
      for (const [i, kind] of (answer.kinds ?? []).entries()) {
        board.kinds[answer.firstKind + i] = kind;
        film.k[answer.firstKind + i] = kind;
      }
      for (const [i, turn] of answer.turns.entries()) film.t[answer.from + i] = turn;
      this.view.count = film.t.length;
      if (answer.size) {
        [board.width, board.height] = answer.size;
        [film.w, film.h] = answer.size;
        board.zoom();
      }
    }
    if (answer.kept) this.kept = answer.kept;
    // A message of the clock may overtake an answer.
    if (answer.step > this.status.step) this.status = answer;
    this.offset = performance.now() / 1000 - this.status.seconds;
    if (answer.turns && this.view && !this.isTimed) this.animate();
    else if (!this.isBusy) this.showStatus(this.status);
  }

  async animate() {
    if (this.isBusy || !this.view || !this.aim) return;
    this.isBusy = true;
    this.aim.clear();
    this.aim.label([]);
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
    this.showStatus(this.status);
    // The turn begins now, as its player sees it.
    if (this.status.stage === "playing" && !this.isReplay) this.ask(this.pointer());
  }

  // Showing

  /** @param {any} status */
  showStatus(status) {
    this.offset = performance.now() / 1000 - status.seconds;
    if (this.view && this.aim) {
      if (this.isTimed && this.view.at < this.view.count) this.view.show(this.view.count);
      this.aim.move(status.motion, () => this.seconds());
      this.aim.label(this.usesKeys ? status.labels : []);
      this.aim.show(this.usesKeys || status.preview.marks ? status.preview : this.shown ?? status.preview);
    } else {
      this.picture.textContent = status.picture ?? "";
    }
    this.side.show(status);
    if (status.message) this.tell(status.message);
    this.aimLabel.hidden = !status.offers.some((/** @type {any} */ offer) => offer.aims);
    this.showOffers(status);
    this.node.dataset.stage = status.stage;
    this.node.dataset.turns = this.view?.count ?? 0;
    this.showCover();
    const isOver = status.stage === "over";
    if (isOver && !this.foot.firstChild) {
      this.foot.append(ending(this.kept, { next: () => this.next(), watch: () => this.watch(),
        back: () => this.back() }));
      this.foot.querySelector("#next-game")?.focus({ preventScroll: true });
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
    if (isReady && !this.cover.firstChild) {
      this.cover.append(button("Start", () => this.countDown(), { class: "main", id: "start" }),
        html("p", {}, "The clock runs from then on."));
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

  // Pointing

  /** @param {{clientX: number, clientY: number}} event */
  place(event) {
    const { x, y } = this.view.board.point(event);
    return { x: Math.round(x * 100) / 100, y: Math.round(y * 100) / 100 };
  }

  /** Where the pointer is; without one, nothing. */
  pointer() {
    return this.wanted ?? (this.usesKeys ? {} : this.last ?? {});
  }

  /** @param {PointerEvent} event */
  pointed(event) {
    if (event.pointerType !== "mouse" && event.buttons === 0) return;
    this.usesKeys = false;
    this.wanted = this.place(event);
    if (event.pointerType !== "mouse" && this.isAimedFirst) this.aimed = this.wanted;
    this.ask(this.wanted);
  }

  get isAimedFirst() {
    return this.aimFirst.checked && !this.aimLabel.hidden;
  }

  /** Asks for the preview of a place; of many places only the last. @param {any} place */
  async ask(place) {
    if (this.isAsking || this.isBusy || this.status.stage !== "playing") return;
    this.isAsking = true;
    try {
      const { preview } = await this.wire.send("point",
        { session: this.session, press: false, ...place });
      this.last = place;
      this.shown = preview;
      if (!this.isBusy && !this.isGone) this.aim?.show(preview);
    } catch (error) {
      this.tell(/** @type {Error} */ (error).message, "bad");
    }
    this.isAsking = false;
    if (this.wanted && this.wanted !== place) this.ask(this.wanted);
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.view.svg.focus({ preventScroll: true });
    if (this.status.stage === "ready") return void this.countDown();
    if (this.isBusy) return this.skip();
    if (this.status.stage !== "playing") return;
    this.usesKeys = false;
    const place = this.place(event);
    if (this.isAimedFirst && !this.isNear(place)) {
      this.aimed = place;
      this.wanted = place;
      this.tell("Tap there again to shoot, or press Shoot.");
      this.ask(place);
      return;
    }
    const target = this.isAimedFirst ? this.aimed : place;
    this.aimed = null;
    this.wanted = event.pointerType === "mouse" ? place : null;
    this.send("point", { press: true, ...target });
  }

  /** Whether a place is near enough to the aim to mean it. @param {{x: number, y: number}} place */
  isNear(place) {
    if (!this.aimed) return false;
    const scale = this.view.svg.getScreenCTM()?.a ?? 1;
    return Math.hypot(place.x - this.aimed.x, place.y - this.aimed.y) * scale < NEAR;
  }

  /** @param {number} number @param {any} offer */
  offer(number, offer) {
    if (this.isBusy) return this.skip();
    const aimed = this.aimed;
    this.aimed = null;
    if (offer.aims && aimed) this.send("point", { press: true, ...aimed });
    else this.send("key", { key: `#${number}` });
  }

  hint() {
    if (this.isBusy) return this.skip();
    this.aimed = null;
    this.wanted = null;
    this.shown = null;
    this.usesKeys = true;
    this.send("hint");
  }

  // Keys

  /** @param {KeyboardEvent} event */
  key(event) {
    const onButton = event.target instanceof HTMLButtonElement;
    if (event.key === "Escape") return this.back(), true;
    if (onButton && (event.key === " " || event.key === "Enter")) return false;
    if (this.isBusy) return this.skip(), true;
    if (this.status.stage === "ready") {
      if (event.key !== " " && event.key !== "Enter") return false;
      this.countDown();
      return true;
    }
    if (this.status.stage === "over") {
      if (event.key === "n" || event.key === "Enter") this.next();
      else if (event.key === "w") this.watch();
      else return false;
      return true;
    }
    if (event.key === "h") return this.hint(), true;
    if (event.key === "r" && this.status.again) return this.next(), true;
    const isArrow = event.key.startsWith("Arrow");
    if ([...event.key].length !== 1 && event.key !== "Enter" && !isArrow) return false;
    this.usesKeys = true;
    this.aimed = null;
    this.wanted = null;
    this.shown = null;
    this.send("key", { key: isArrow && event.shiftKey ? `Shift+${event.key}` : event.key })
      .then(() => { if (isArrow) say(this.status.preview.words); });
    return true;
  }

  // Other games

  rename() {
    const name = this.player.value.trim();
    if (!name) return;
    localStorage.setItem(PLAYER, name);
    if ((this.view?.count ?? 0) === 0) this.again(this.index);
    else this.tell(`${name} plays from the next game on.`);
  }

  next() {
    this.again(this.index + 1);
  }

  /** @param {number} index */
  async again(index) {
    try {
      this.leave();
      this.desk.studio.show(await Play.begin(this.desk, index));
    } catch (error) {
      this.back();
      this.desk.tell(/** @type {Error} */ (error).message, "bad");
    }
  }

  async watch() {
    if (this.isReplay || !this.view) return;
    this.isReplay = true;
    this.aim?.clear();
    this.view.show(0);
    this.view.svg.scrollIntoView({ block: "nearest" });
    while (this.view.at < this.view.count && !this.isGone) {
      await this.view.next(1);
      const turn = this.view.film.t[this.view.at - 1];
      if (turn) this.tell(`Turn ${this.view.at} of ${this.view.count}: ${turn.w}`);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    this.isReplay = false;
  }

  focus() {
    (this.stage.querySelector("#start") ?? this.view?.svg)?.focus({ preventScroll: true });
  }

  back() {
    this.desk.studio.show(this.desk);
  }

  leave() {
    if (this.isGone) return;
    this.isGone = true;
    for (const end of this.ends) end();
    this.aim?.stop();
    if (this.view) cancelAnimationFrame(this.view.frame);
    this.wire.send("leave", { session: this.session }).then((/** @type {any} */ answer) => {
      if (answer.kept && this.desk.studio.screen === this.desk) this.desk.tell(answer.kept.words);
    }, () => {});
  }
}
