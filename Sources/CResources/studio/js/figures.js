//@ts-check
/** The figures that move with the stroke: a row for each simulated player. */
import { button, html } from "./dom.js";

const percent = (/** @type {number} */ value) => `${Math.round(value * 100)}%`;
const signed = (/** @type {number} */ value) =>
  `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value * 100).toFixed(1)}`;

/** A pass rate or mean score. @param {any} player */
const figure = (player) => player.value === null ? "no figure yet"
  : player.scored ? player.value.toFixed(0) : percent(player.value);

/** @param {any} player */
const interval = (player) => {
  if (player.low === undefined) return "";
  const scale = player.scored ? 1 : 100;
  return `[${Math.round(player.low * scale)}, ${Math.round(player.high * scale)}]`;
};

/** How the first games ended. @param {string[]} ends */
const dots = (ends) => ends.map((end) => end === "won" ? "●" : "○").join("");

/** @param {any} player */
const reasons = (player) => {
  const all = player.reasons.reduce(
    (/** @type {number} */ sum, /** @type {[string, number]} */ one) => sum + one[1], 0);
  return html("p", { class: "soft" }, "lost by " + player.reasons
    .map((/** @type {[string, number]} */ one) => `${one[0]} ${percent(one[1] / all)}`).join(", "));
};

export class Figures {
  /**
   * @param {{watch: (player: string, games: number[], against?: string) => void,
   *   left: (player: string) => void, confirm: () => void}} actions
   */
  constructor(actions) {
    this.actions = actions;
    this.count = html("span", { class: "soft count" });
    this.rows = html("div", { class: "players" });
    this.confirmed = html("p", { class: "confirmed", hidden: true });
    this.confirm = button("Confirm with 1,000 fresh games", () => actions.confirm());
    this.versions = html("p", { class: "soft" });
    this.node = html("section", { class: "card figures", "aria-label": "Difficulty" },
      html("div", { class: "row" }, html("h2", {}, "Difficulty"), this.count), this.rows,
      this.confirm, this.confirmed, this.versions);
  }

  /** A new version of the level: what is shown is out of date. */
  stale() {
    this.rows.classList.add("stale");
  }

  /** @param {any} event the event `figures` */
  show(event) {
    if (event.fresh) return this.showFresh(event);
    this.node.dataset.rev = event.rev;
    if (event.problem) {
      this.count.textContent = "";
      this.rows.replaceChildren(html("p", { class: "bad" }, `Cannot be played: ${event.problem}`));
      return;
    }
    this.node.dataset.games = event.games;
    this.rows.classList.remove("stale");
    this.count.textContent = `${event.games} of ${event.of} games per player`;
    this.rows.textContent = "";
    for (const player of event.players) this.rows.append(this.row(player));
    this.versions.textContent = event.versions > 10
      ? `${event.versions} versions looked at: a chosen level flatters. Confirm it.`
      : event.versions > 1 ? `${event.versions} versions looked at` : "";
  }

  /** @param {any} player */
  row(player) {
    const few = player.games < 8;
    const node = html("div", { class: "player", "data-player": player.name },
      html("div", { class: "row" },
        html("span", { class: "name" }, player.name),
        html("span", { class: few ? "value few" : "value", "aria-label": figure(player) },
          few && !player.scored ? dots(player.ends) : figure(player)),
        html("span", { class: "soft" }, few ? "" : interval(player))));
    if (!player.scored && player.value !== null) node.append(this.bar(player, few));
    if (player.saved && !few) node.append(this.change(player, player.saved, "saved"));
    if (player.stroke?.otherwise.length > 0 && !few) {
      node.append(this.change(player, player.stroke, "before"));
    }
    if (player.reasons.length > 0 && !few) {
      const words = reasons(player);
      words.append(" ", button("what is left", () => this.actions.left(player.name),
        { class: "link", title: "Where these games got stuck" }));
      node.append(words);
    }
    if (player.fault) {
      node.append(html("p", { class: "bad" }, `${player.fault.message} `,
        button("watch", () => this.actions.watch(player.name, player.fault.games),
          { class: "link" })));
    }
    return node;
  }

  /** @param {any} player @param {boolean} few */
  bar(player, few) {
    const place = (/** @type {number} */ value) => `${(value * 100).toFixed(1)}%`;
    const range = html("span", { class: "interval" });
    range.style.left = place(player.low ?? 0);
    range.style.width = place((player.high ?? 1) - (player.low ?? 0));
    const mark = html("span", { class: "mark" });
    mark.style.left = place(player.value);
    return html("div", { class: "scale", role: "img",
      "aria-label": `${player.name}: ${figure(player)}` }, few ? null : range, mark);
  }

  /**
   * Against another version: the saved level, or the level before the stroke.
   * @param {any} player
   * @param {any} change
   * @param {"saved" | "before"} version
   */
  change(player, change, version) {
    const games = change.otherwise;
    if (games.length === 0) {
      return html("p", { class: "soft" }, `all ${change.games} games end as saved`);
    }
    const since = version === "saved" ? "since saved" : "this stroke";
    const number = (/** @type {number} */ value) =>
      player.scored ? value.toFixed(1) : signed(value);
    const text = change.difference === undefined ? ""
      : `${since}: ${number(change.difference)}`
        + (change.low === undefined ? " " : ` [${number(change.low)}, ${number(change.high)}] `);
    const gained = player.scored ? ""
      : ` (${change.gained} won, ${games.length - change.gained} lost now)`;
    return html("p", { class: "change", "data-version": version }, text,
      button(`${games.length} end otherwise${gained}: watch`,
        () => this.actions.watch(player.name, games, version), { class: "link" }));
  }

  /** @param {any} event */
  showFresh(event) {
    this.confirmed.hidden = false;
    this.confirmed.textContent = `On ${event.games} of ${event.of} fresh games: `
      + event.players.map((/** @type {any} */ player) =>
        `${player.name} ${figure(player)} ${interval(player)}`).join(", ")
      + (event.final ? "" : " so far");
  }

  /** An edit makes a confirmation worthless. */
  clearConfirmation() {
    this.confirmed.hidden = true;
  }

  /** The figures in words, for the key F. */
  words() {
    return [...this.rows.querySelectorAll(".player .row")]
      .map((row) => row.textContent).join("; ");
  }
}
