//@ts-check
/** What stands beside the board while a person plays: score, facts, keys, and the end. */
import { button, html } from "./dom.js";
import { points } from "./figures.js";

/** A value in its pieces; colours have a dot beside their name. @param {any[]} pieces */
function value(pieces) {
  return pieces.map((piece) => html("span",
    { class: `${piece.bold ? "strong" : ""} ${piece.dim ? "dim" : ""}` },
    piece.colour && !piece.bold ? html("span", { class: "dot", "data-colour": piece.colour })
      : null, piece.text.trim()));
}

export class Side {
  constructor() {
    this.facts = html("dl", { class: "facts card", "aria-label": "The game" });
    this.keys = html("section", { class: "card keys-card" });
    /** The value that counts down. @type {any} */
    this.timer = null;
    this.end = 0;
  }

  /** @param {any} status */
  show(status) {
    this.facts.textContent = "";
    this.timer = null;
    /** @param {string} label @param {any[]} nodes */
    const line = (label, nodes) => {
      const node = html("dd", {}, ...nodes);
      this.facts.append(html("div", { class: `fact ${label === "score" ? "score" : ""}` },
        html("dt", {}, label), node));
      return node;
    };
    line("score", [points(status.score)]);
    if (status.highest !== null) {
      line("highest", [points(status.highest),
        status.score > status.highest ? html("span", { class: "dim" }, "passed") : null]);
    }
    for (const fact of status.facts) {
      const node = line(fact.label, value(fact.pieces));
      if (fact.end !== undefined) {
        this.timer = node;
        this.end = fact.end;
      }
    }
    // Also before the first one: a row that came with it would push the button that was pressed.
    line("hints", [`${status.hints}`]);
  }

  /** Shows the seconds that are left. @param {number} seconds of the game's clock */
  tick(seconds) {
    if (!this.timer) return;
    const left = Math.max(0, Math.ceil((this.end - seconds) * 10) / 10);
    const text = `${left.toFixed(1)} s`;
    if (this.timer.textContent === text) return;
    this.timer.textContent = text;
    this.timer.classList.toggle("short", left <= 10);
  }

  /** @param {any} status */
  showKeys(status) {
    const list = html("dl", { class: "keys" });
    const general = [["h", "hint"], ["Escape", "back to the editor"]];
    if (status.again) general.unshift(["r", "new deal"]);
    for (const [key, meaning] of [...status.keys, ...general]) {
      list.append(html("dt", {}, key), html("dd", {}, meaning));
    }
    this.keys.replaceChildren(html("h2", {}, "Keys"), list);
  }
}

/** Seeds that "Another deal" takes: short enough to be told to somebody. */
const SEEDS = 1_000_000;
/** The largest seed that the page can send: beyond it, numbers are not exact. */
const LARGEST = Number.MAX_SAFE_INTEGER;

/**
 * Which game is played, and the way to others: each seed stands for as many games as one likes.
 * @param {any} begun the answer to `play`
 * @param {(seed: number) => void} play
 * @param {(words: string) => void} refuse says why a seed is not played
 */
export function dealt(begun, play, refuse) {
  const seed = html("input", { value: begun.seed, type: "number", min: 0, max: LARGEST, step: 1,
    id: "seed", class: "seed", "aria-label": "Seed of the deals", change: () => {
      if (seed.value !== "" && seed.checkValidity()) play(Number(seed.value));
      else {
        seed.value = begun.seed;
        refuse(`A seed is a whole number from 0 to ${LARGEST.toLocaleString("en")}; `
          + `this is still the game of seed ${begun.seed}.`);
      }
    } });
  return html("div", { class: "dealt" },
    html("label", { class: "seat" }, html("span", {}, `game ${begun.index} of seed`), seed),
    button("Another deal", () => play(1 + Math.floor(Math.random() * SEEDS)),
      { id: "another-deal", title: "The first game of a random seed" }));
}

/** Pieces that fly where a game was won. */
const PIECES = 18;

/**
 * How a game ended, on its board for some seconds; a press removes it.
 * @param {{outcome: string, words: string}} ending
 */
export function result(ending) {
  // The line below the board says it too.
  const node = html("div", { class: `result ${ending.outcome}`, "aria-hidden": "true" });
  for (let piece = 0; ending.outcome === "won" && piece < PIECES; piece += 1) {
    const dot = html("i");
    dot.style.setProperty("--turn", `${360 * piece / PIECES}deg`);
    node.append(dot);
  }
  node.append(html("p", { click: () => node.remove() }, ending.words));
  return node;
}

/**
 * What stands beside a game that is over.
 * @param {any} kept where it was kept
 * @param {{next: () => void, watch: () => void, back: () => void}} actions
 */
export function ending(kept, actions) {
  const standings = kept?.standings ?? [];
  const list = html("ol", { class: "standings" });
  for (const standing of standings) {
    list.append(html("li", { class: standing.new ? "strong" : "" },
      html("span", {}, standing.player), html("span", { class: "points" },
        points(standing.score))));
  }
  return html("section", { class: "card ending", id: "ending", tabindex: -1,
    "aria-label": "The end of the game" },
    html("div", { class: "answers" },
      button("Next game", actions.next, { class: "main", id: "next-game" }),
      button("Watch it", actions.watch, { id: "watch-game" }),
      button("Back to the editor", actions.back)),
    kept ? html("p", { class: kept.bad ? "bad" : "soft" }, kept.words) : null,
    standings.length > 0 ? html("h2", {}, "High scores") : null,
    standings.length > 0 ? list : null);
}
