//@ts-check
/** The difficulty of levels in their order, as a line. */
import { html, set, svg, write } from "./dom.js";
import { percent } from "./figures.js";

const HEIGHT = 88;
const STEP = 36;
const EDGE = 14;

const x = (/** @type {number} */ index) => EDGE + index * STEP;
const y = (/** @type {number} */ value) => HEIGHT - EDGE - value * (HEIGHT - 2 * EDGE);

/** A curve that changes in place while figures come in: a point that is made again would lose the
 * focus, and the curve its place where it is scrolled. */
export class Curve {
  constructor() {
    this.lines = [0, 0.5, 1].map((share) => ({ share, node: svg("path", { class: "curve-line" }) }));
    this.way = svg("path", { class: "curve-way" });
    this.layer = svg("g");
    /** The points by the levels that they stand for. @type {Map<string, any>} */
    this.points = new Map();
    this.drawing = svg("svg", { height: HEIGHT, role: "img" },
      ...this.lines.map((line) => line.node), this.way, this.layer);
    this.words = html("span", { class: "soft" });
    this.node = html("section", { class: "card curve", "aria-label": "Difficulty curve" },
      html("div", { class: "row" }, html("h2", {}, "Difficulty"), this.words),
      html("div", { class: "curve-frame" },
        html("div", { class: "curve-scale soft", "aria-hidden": "true" }, html("span", {}, "100%"),
          html("span", {}, "50%"), html("span", {}, "0%")),
        html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Curve" },
          this.drawing)));
  }

  /**
   * @param {{name: string, level: string, rate: any}[]} levels in their order
   * @param {string} player
   * @returns {this}
   */
  show(levels, player) {
    const width = Math.max(1, levels.length - 1) * STEP + 2 * EDGE;
    const known = levels.map((level, index) => ({ ...level, index }))
      .filter((level) => level.rate && !level.rate.scored && level.rate.value !== null);
    write(this.words, `pass rate of ${player}, level after level`);
    set(this.drawing, { viewBox: `0 0 ${width} ${HEIGHT}`, width,
      "aria-label": `Pass rates of ${player} in order: `
        + known.map((one) => `${one.name} ${percent(one.rate.value)}`).join(", ") });
    for (const { share, node } of this.lines) set(node, { d: `M0 ${y(share)}H${width}` });
    // A line across a level would say something of it that is not known.
    const isNext = (/** @type {number} */ i) => i > 0 && known[i].index === known[i - 1].index + 1;
    set(this.way, { d: known.map((one, i) =>
      `${isNext(i) ? "L" : "M"}${x(one.index)} ${y(one.rate.value)}`).join("") });
    const before = this.points;
    this.points = new Map(known.map((one) => [one.level, before.get(one.level) ?? this.point(one.level)]));
    for (const [level, point] of before) if (!this.points.has(level)) point.remove();
    for (const one of known) this.fill(this.points.get(one.level), one);
    this.order([...this.points.values()]);
    return this;
  }

  /** @param {string} level */
  point(level) {
    return svg("a", { href: `#/levels/${level}`, "data-level": level },
      svg("circle", { class: "curve-dot", r: 5 }, svg("title")));
  }

  /** @param {any} point @param {{name: string, index: number, rate: any}} level */
  fill(point, { name, index, rate }) {
    const [dot] = point.children;
    set(point, { "aria-label": `${name}, ${percent(rate.value)}` });
    set(dot, { cx: x(index), cy: y(rate.value) });
    write(dot.firstChild, `${name}: ${percent(rate.value)}`);
  }

  /** Puts the points in their order, about the one that has the focus: what is moved loses it.
   * @param {any[]} points */
  order(points) {
    const { children } = this.layer;
    if (points.length === children.length && points.every((one, i) => one === children[i])) return;
    const at = points.indexOf(document.activeElement);
    points.forEach((point, i) => {
      if (i < at) this.layer.insertBefore(point, points[at]);
      else if (i > at) this.layer.append(point);
    });
  }

  /** The level of the point that an element is; undefined for none. @param {any} node
   * @returns {string | undefined} */
  levelAt(node) {
    return this.layer.contains(node) ? node.dataset.level : undefined;
  }

  /** @param {string} level */
  focus(level) {
    this.points.get(level)?.focus({ preventScroll: true });
  }
}
