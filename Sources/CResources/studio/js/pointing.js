//@ts-check
/** What a pointer does while a person plays: it aims where it is, and a press plays. */
import { html } from "./dom.js";

const SETTING = "aim-first";
/** A tap this near to the aim shoots, in px of the screen. */
const NEAR = 44;

export class Pointing {
  /** @param {any} play */
  constructor(play) {
    this.play = play;
    this.isAsking = false;
    /** The pointer's last place. @type {any} */
    this.wanted = null;
    /** The place that was asked for last. @type {any} */
    this.last = null;
    /** Its preview. @type {any} */
    this.shown = null;
    /** The place that a touch aims at. @type {any} */
    this.aimed = null;
    const chosen = localStorage.getItem(SETTING);
    this.aimFirst = html("input", { type: "checkbox",
      checked: chosen ? chosen === "yes" : matchMedia("(pointer: coarse)").matches,
      change: () => localStorage.setItem(SETTING, this.aimFirst.checked ? "yes" : "no") });
    this.setting = html("label", { class: "aim-first" }, this.aimFirst, " Aim first, then shoot");
    this.setting.hidden = true;
  }

  /** @param {any} board */
  listen(board) {
    board.addEventListener("pointermove", (/** @type {any} */ event) => this.moved(event));
    board.addEventListener("pointerdown", (/** @type {any} */ event) => this.pressed(event));
    board.addEventListener("contextmenu", (/** @type {any} */ event) => event.preventDefault());
  }

  get isAimedFirst() {
    return this.aimFirst.checked && !this.setting.hidden;
  }

  /** Keys aim from now on. */
  forget() {
    this.aimed = null;
    this.wanted = null;
    this.last = null;
    this.shown = null;
  }

  /** @param {{clientX: number, clientY: number}} event */
  place(event) {
    const { x, y } = this.play.view.board.point(event);
    return { x: Math.round(x * 100) / 100, y: Math.round(y * 100) / 100 };
  }

  /** @param {PointerEvent} event */
  moved(event) {
    if (event.pointerType !== "mouse" && event.buttons === 0) return;
    this.play.usesKeys = false;
    this.wanted = this.place(event);
    if (event.pointerType !== "mouse" && this.isAimedFirst) this.aimed = this.wanted;
    this.ask();
  }

  /** Asks for the preview where the pointer is; of many places only the last. */
  async ask() {
    const { play } = this;
    if (this.isAsking || play.isBusy || play.status.stage !== "playing") return;
    const place = this.wanted ?? this.last;
    this.isAsking = true;
    try {
      const { preview } = await play.wire.send("point",
        { session: play.session, press: false, ...place });
      this.last = place;
      if (!play.isBusy && !play.isGone && !(play.usesKeys && place)) {
        this.shown = preview;
        play.aim?.show(preview);
      }
    } catch (error) {
      if (!play.isGone) play.tell(/** @type {Error} */ (error).message, "bad");
    }
    this.isAsking = false;
    if (this.wanted && this.wanted !== place) this.ask();
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    const { play } = this;
    if (event.button !== 0) return;
    event.preventDefault();
    play.view.svg.focus({ preventScroll: true });
    if (play.status.stage === "ready") return void play.countDown();
    if (play.isSkipped()) return;
    if (play.status.stage !== "playing") return;
    play.usesKeys = false;
    const place = this.place(event);
    if (this.isAimedFirst && !this.isNear(place)) {
      this.aimed = place;
      this.wanted = place;
      play.tell("Tap there again to shoot, or press Shoot.");
      this.ask();
      return;
    }
    const target = this.isAimedFirst ? this.aimed : place;
    this.aimed = null;
    const isMouse = event.pointerType === "mouse";
    this.wanted = isMouse ? place : null;
    if (!isMouse) this.last = null;
    play.send("point", { press: true, ...target }).then(() => {
      // A press that plays nothing may have changed what the next one does.
      if (isMouse) this.ask();
    });
  }

  /** Whether a place is near enough to the aim to mean it. @param {{x: number, y: number}} place */
  isNear(place) {
    if (!this.aimed) return false;
    const scale = this.play.view.svg.getScreenCTM()?.a ?? 1;
    return Math.hypot(place.x - this.aimed.x, place.y - this.aimed.y) * scale < NEAR;
  }
}
