//@ts-check
/** The difficulty of levels in their order, as a line. */
import { html, svg } from "./dom.js";
import { percent } from "./figures.js";

const HEIGHT = 88;
const STEP = 36;
const EDGE = 14;

/**
 * @param {{name: string, level: string, rate: any}[]} levels in their order
 * @param {string} player
 */
export function curve(levels, player) {
  const width = Math.max(1, levels.length - 1) * STEP + 2 * EDGE;
  const known = levels.map((level, index) => ({ ...level, index }))
    .filter((level) => level.rate && !level.rate.scored && level.rate.value !== null);
  const x = (/** @type {number} */ index) => EDGE + index * STEP;
  const y = (/** @type {number} */ value) => HEIGHT - EDGE - value * (HEIGHT - 2 * EDGE);
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT,
    role: "img", "aria-label": `Pass rates of ${player} in order: `
      + known.map((one) => `${one.name} ${percent(one.rate.value)}`).join(", ") });
  for (const share of [0, 0.5, 1]) {
    drawing.append(svg("path", { class: "curve-line", d: `M0 ${y(share)}H${width}` }));
  }
  // A line across a level would say something of it that is not known.
  const isNext = (/** @type {number} */ i) => i > 0 && known[i].index === known[i - 1].index + 1;
  drawing.append(svg("path", { class: "curve-way",
    d: known.map((one, i) => `${isNext(i) ? "L" : "M"}${x(one.index)} ${y(one.rate.value)}`)
      .join("") }));
  for (const one of known) {
    drawing.append(svg("a", { href: `#/levels/${one.level}`,
      "aria-label": `${one.name}, ${percent(one.rate.value)}` },
    svg("circle", { class: "curve-dot", cx: x(one.index), cy: y(one.rate.value), r: 5 },
      svg("title", {}, `${one.name}: ${percent(one.rate.value)}`))));
  }
  return html("section", { class: "card curve", "aria-label": "Difficulty curve" },
    html("div", { class: "row" }, html("h2", {}, "Difficulty"),
      html("span", { class: "soft" }, `pass rate of ${player}, level after level`)),
    html("div", { class: "curve-frame" },
      html("div", { class: "curve-scale soft", "aria-hidden": "true" }, html("span", {}, "100%"),
        html("span", {}, "50%"), html("span", {}, "0%")),
      html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Curve" },
        drawing)));
}
