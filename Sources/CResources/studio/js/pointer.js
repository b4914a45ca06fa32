//@ts-check
/**
 * Makes gestures out of pointer events. Knows no drawing and no server: it is given a board's
 * geometry and says what was meant.
 */

const DRAG = 8;
const HOLD = 500;
const SECOND_FINGER = 200;

/**
 * @typedef {object} Meaning
 * @property {(event: PointerEvent) => boolean} isErasing whether this press erases
 * @property {(points: {x: number, y: number}[], event: PointerEvent) => void} drag a drag goes on
 *   through these places
 * @property {(point: {x: number, y: number}, event: PointerEvent) => void} press the pointer is down
 * @property {(point: {x: number, y: number}, event: PointerEvent) => void} tap a press without a drag
 * @property {(point: {x: number, y: number}) => void} hold a long press
 * @property {() => void} end the stroke ends and is kept
 * @property {() => void} cancel the stroke is taken back
 * @property {(factor: number, point: {x: number, y: number}) => void} zoom
 * @property {(dx: number, dy: number) => void} pan
 * @property {(point: {x: number, y: number}) => void} hover
 */

export class Pointer {
  /**
   * @param {Element} element
   * @param {(event: {clientX: number, clientY: number}) => {x: number, y: number}} point
   * @param {Meaning} meaning
   */
  constructor(element, point, meaning) {
    this.element = element;
    this.point = point;
    this.meaning = meaning;
    /** @type {Map<number, PointerEvent>} */
    this.fingers = new Map();
    /** @type {"none" | "pressed" | "drag" | "held" | "view"} */
    this.phase = "none";
    this.start = { x: 0, y: 0, time: 0 };
    this.timer = 0;
    this.span = 0;
    element.addEventListener("pointerdown", (event) => this.down(/** @type {any} */ (event)));
    element.addEventListener("pointermove", (event) => this.move(/** @type {any} */ (event)));
    element.addEventListener("pointerup", (event) => this.up(/** @type {any} */ (event)));
    element.addEventListener("pointercancel", (event) => this.up(/** @type {any} */ (event)));
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("wheel", (event) => this.wheel(/** @type {any} */ (event)),
      { passive: false });
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.element.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, event);
    if (this.fingers.size === 2) return this.beginView(event);
    if (this.fingers.size > 2) return;
    if (event.button === 1) {
      this.phase = "view";
      event.preventDefault();
      return;
    }
    this.phase = "pressed";
    this.start = { x: event.clientX, y: event.clientY, time: event.timeStamp };
    this.meaning.press(this.point(event), event);
    // A mouse has a second button to erase with; who holds it still only thinks.
    if (event.pointerType !== "mouse") {
      this.timer = window.setTimeout(() => {
        if (this.phase !== "pressed") return;
        this.phase = "held";
        this.meaning.hold(this.point({ clientX: this.start.x, clientY: this.start.y }));
      }, HOLD);
    }
  }

  /**
   * A second finger: begins to zoom. A stroke that had just begun is taken back, another is kept.
   * @param {PointerEvent} event
   */
  beginView(event) {
    clearTimeout(this.timer);
    if (this.phase === "drag" && event.timeStamp - this.start.time > SECOND_FINGER) {
      this.meaning.end();
    } else if (this.phase === "drag" || this.phase === "pressed") {
      this.meaning.cancel();
    }
    this.phase = "view";
    this.span = this.distance();
  }

  distance() {
    const [a, b] = [...this.fingers.values()];
    return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) {
      this.meaning.hover(this.point(event));
      return;
    }
    this.fingers.set(event.pointerId, event);
    if (this.phase === "view") return this.moveView(before, event);
    const isFirst = this.phase === "pressed";
    if (isFirst) {
      const far = Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y);
      if (far < DRAG) return;
      clearTimeout(this.timer);
      this.phase = "drag";
    }
    if (this.phase !== "drag") return;
    const events = event.getCoalescedEvents?.() ?? [];
    // All places first: the page is laid out to find them, again after each change of it.
    const points = (events.length > 0 ? events : [event]).map((one) => this.point(one));
    if (isFirst) {
      const { x, y } = this.start;
      this.meaning.drag([this.point({ clientX: x, clientY: y })], event);
    }
    this.meaning.drag(points, event);
  }

  /** @param {PointerEvent} before @param {PointerEvent} event */
  moveView(before, event) {
    const from = this.point(before);
    const to = this.point(event);
    if (this.fingers.size === 1) {
      this.meaning.pan(from.x - to.x, from.y - to.y);
      return;
    }
    this.meaning.pan((from.x - to.x) / 2, (from.y - to.y) / 2);
    const span = this.distance();
    const [a, b] = [...this.fingers.values()];
    if (this.span > 0 && span > 0 && a && b) {
      this.meaning.zoom(span / this.span, this.point({
        clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2,
      }));
    }
    this.span = span;
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (!this.fingers.delete(event.pointerId)) return;
    clearTimeout(this.timer);
    const phase = this.phase;
    if (phase === "view") {
      if (this.fingers.size === 0) this.phase = "none";
      return;
    }
    this.phase = "none";
    if (phase === "pressed" && event.type === "pointerup") {
      this.meaning.tap(this.point(event), event);
    }
    if (phase === "drag" || phase === "held") this.meaning.end();
    if (phase === "pressed" && event.type === "pointercancel") this.meaning.cancel();
  }

  /** Takes back what the pressed pointer does; until it is up, it does nothing more. Returns whether it
   * did something. */
  cancel() {
    if (this.phase === "none" || this.phase === "view") return false;
    clearTimeout(this.timer);
    this.phase = "none";
    this.meaning.cancel();
    return true;
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.meaning.zoom(Math.exp(-event.deltaY / 300), this.point(event));
  }
}
