//@ts-check
/** The figures that move with the stroke: a row for each simulated player. */
import { button, html } from "./dom.js";

const percent = (/** @type {number} */ value) => `${Math.round(value * 100)}%`;
const signed = (/** @type {number} */ value) =>
  `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value * 100).toFixed(1)}`;

export class Figures {
  /**
   * @param {{watch: (player: string, games: number[]) => void, confirm: () => void,
   *   band: (low: number, high: number) => void}} actions
   */
  constructor(actions) {
    this.actions = actions;
    this.title = html("h2", {}, "Difficulty");
    this.count = html("span", { class: "soft count" });
    this.rows = html("div", { class: "players" });
    this.target = html("p", { class: "target" });
    this.confirmed = html("p", { class: "confirmed", hidden: true });
    this.confirm = button("Confirm with 1,000 fresh games", () => actions.confirm());
    this.versions = html("p", { class: "soft" });
    this.node = html("section", { class: "card figures", "aria-label": "Difficulty" },
      html("div", { class: "row" }, this.title, this.count), this.rows, this.target,
      this.confirm, this.confirmed, this.versions);
    /** @type {{low: number, high: number, player: string} | null} */
    this.band = null;
  }

  /** A new version of the level: what is shown is out of date. */
  stale() {
    this.rows.classList.add("stale");
  }

  /** @param {any} event the event `figures` */
  show(event) {
    if (event.fresh) return this.showFresh(event);
    this.node.dataset.rev = event.rev;
    this.node.dataset.games = event.games;
    this.rows.classList.remove("stale");
    this.count.textContent = `${event.games} of ${event.of} games per player`;
    this.rows.textContent = "";
    for (const player of event.players) this.rows.append(this.row(player, event));
    this.showTarget(event);
    this.versions.textContent = event.versions > 10
      ? `${event.versions} versions looked at: a chosen level flatters. Confirm it.`
      : event.versions > 1 ? `${event.versions} versions looked at` : "";
  }

  /** @param {any} player @param {any} event */
  row(player, event) {
    const few = player.won + player.lost < 8;
    const figure = player.value === null ? "no figure yet"
      : player.scored ? player.value.toFixed(0) : percent(player.value);
    const interval = player.value === null || few ? ""
      : player.scored ? ` [${player.low.toFixed(0)}, ${player.high.toFixed(0)}]`
        : ` [${Math.round(player.low * 100)}, ${Math.round(player.high * 100)}]`;
    const node = html("div", { class: "player", "data-player": player.name },
      html("div", { class: "row" },
        html("span", { class: "name" }, player.name),
        html("span", { class: few ? "value few" : "value" }, few && player.value !== null
          ? "●".repeat(player.won) + "○".repeat(player.lost) : figure),
        html("span", { class: "soft" }, interval)));
    if (!player.scored && player.value !== null && !few) node.append(this.bar(player));
    if (player.saved) node.append(this.change(player, player.saved, "saved"));
    if (player.reasons?.length) {
      node.append(html("p", { class: "soft" }, "lost by " + player.reasons
        .map((/** @type {[string, number]} */ one) => `${one[0]} ${percent(one[1])}`).join(", ")));
    }
    if (player.fault) node.append(html("p", { class: "bad" }, player.fault));
    return node;
  }

  /** @param {any} player */
  bar(player) {
    const place = (/** @type {number} */ value) => `${(value * 100).toFixed(1)}%`;
    const interval = html("span", { class: "interval" });
    interval.style.left = place(player.low);
    interval.style.width = place(player.high - player.low);
    const mark = html("span", { class: "mark" });
    mark.style.left = place(player.value);
    const bar = html("div", { class: "scale", role: "img",
      "aria-label": `${player.name}: ${percent(player.value)}` }, interval, mark);
    if (this.band && this.band.player === player.name) {
      const band = html("span", { class: "band" });
      band.style.left = place(this.band.low);
      band.style.width = place(this.band.high - this.band.low);
      bar.prepend(band);
    }
    return bar;
  }

  /** @param {any} player @param {any} change @param {string} since */
  change(player, change, since) {
    const games = change.otherwise ?? [];
    if (games.length === 0) {
      return html("p", { class: "soft" }, `all games end as ${since}`);
    }
    const shift = player.scored ? change.difference.toFixed(1) : signed(change.difference);
    const low = player.scored ? change.low.toFixed(1) : signed(change.low);
    const high = player.scored ? change.high.toFixed(1) : signed(change.high);
    return html("p", { class: "change" }, `since ${since}: ${shift} [${low}, ${high}] `,
      button(`${games.length} end otherwise: watch`,
        () => this.actions.watch(player.name, games), { class: "link" }));
  }

  /** @param {any} event */
  showTarget(event) {
    this.target.textContent = "";
    const band = this.band;
    const player = band && event.players.find((/** @type {any} */ one) => one.name === band.player);
    if (!band || !player || player.value === null || player.scored) return;
    const where = player.low > band.high ? "above: too easy"
      : player.high < band.low ? "below: too hard"
        : player.low >= band.low && player.high <= band.high ? "inside" : "not clear yet";
    this.target.textContent =
      `Target for ${band.player}: ${percent(band.low)} to ${percent(band.high)}, ${where}`;
    this.target.dataset.where = where;
  }

  /** @param {any} event */
  showFresh(event) {
    this.confirmed.hidden = false;
    this.confirmed.textContent = `On ${event.games} fresh games: ` + event.players
      .map((/** @type {any} */ player) => `${player.name} ` + (player.scored
        ? player.value.toFixed(0)
        : `${percent(player.value)} [${Math.round(player.low * 100)}, `
          + `${Math.round(player.high * 100)}]`)).join(", ");
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
