//@ts-check
/** The figures that move with the stroke: a row for each simulated player. */
import { afterPress, button, html, plural, set, write } from "./dom.js";
import { Target } from "./target.js";

/** The nearest whole number; 0.575 * 100 is a little below 57.5 and is rounded as 57.5 all the same.
 * @param {number} value */
const whole = (value) => Math.round(Number(value.toFixed(9)));

/** A share; "100%" and "0%" are said of all and of none only. @param {number} value */
export const percent = (value) => value > 0 && value < 1
  ? `${Math.min(Math.max(whole(value * 100), 1), 99)}%` : `${whole(value * 100)}%`;

/** A difference with its sign, to one digit; what is shown as 0 has none. @param {number} value */
const difference = (value) => {
  const digits = Math.abs(value).toLocaleString("en",
    { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return `${digits === "0.0" ? "" : value > 0 ? "+" : "−"}${digits}`;
};

/** A difference of mean scores, or of pass rates in points. @param {any} player @param {number} value */
export const signed = (player, value) => difference(player.scored ? value : value * 100);

/** Points, grouped as everywhere on the page. @param {number} value */
export const points = (value) => value.toLocaleString("en", { maximumFractionDigits: 0 })
  .replace("-", "−");

/** A pass rate or mean score. @param {any} player */
export const figure = (player) => player.value === null
  // Games that have ended without a figure have failed, and more of them bring none.
  ? player.games > 0 ? "no figure" : "no figure yet"
  : player.scored ? points(player.value) : percent(player.value);

/** @param {any} player */
export const interval = (player) => {
  if (player.low === undefined) return "";
  if (player.scored) return `[${points(player.low)}, ${points(player.high)}]`;
  return `[${whole(player.low * 100)}, ${whole(player.high * 100)}]`;
};

/** What is not to be broken between lines. @param {string} words */
export const together = (words) => html("span", { class: "together" }, words);

/** Two versions are compared if a player has at least this many games: with fewer, a difference is
 * likely to be chance. */
const COMPARED = 50;

const CONFIRM = "Confirm with 1,000 fresh games";
const WHY = "A level that was changed until its figure fits was selected on these games. "
  + "Fresh games are not biased.";
const DONE = "The fresh games are played. Once the level changes, it can be confirmed again.";

/** How the first games ended. @param {string[]} ends */
const dots = (ends) => ends.map((end) => end === "won" ? "●" : "○").join("");

/** How the ways that games end in are said. @type {Record<string, string>} */
const ENDS = { capped: "stopped at the move limit", shots: "ran out of shots",
  balls: "ran out of balls", time: "ran out of time", line: "bubbles below the line" };

/** Why games are lost; a game without reasons of its own says nothing. @param {any} player */
const reasons = (player) => {
  if (player.reasons.every((/** @type {[string, number]} */ one) => one[0] === "lost")) {
    return html("p", { class: "soft" });
  }
  const all = player.reasons.reduce(
    (/** @type {number} */ sum, /** @type {[string, number]} */ one) => sum + one[1], 0);
  return html("p", { class: "soft" }, "not won: " + player.reasons
    .map((/** @type {[string, number]} */ one) =>
      `${Object.hasOwn(ENDS, one[0]) ? ENDS[one[0]] : one[0].replaceAll(/[_-]/g, " ")} ${
        percent(one[1] / all)}`).join(", "));
};

export class Figures {
  /**
   * @param {{watch: (player: string, games: number[], against?: string) => void,
   *   left: ((player: string) => void) | null, isTinted: (player: string) => boolean,
   *   confirm: () => void, target: (band: any) => void,
   *   origin: () => {since: string, as: string}}} actions
   * @param {string[]} players
   */
  constructor(actions, players) {
    this.actions = actions;
    this.count = html("span", { class: "soft count" });
    this.rows = html("div", { class: "players" },
      html("p", { class: "soft" }, "Playing the first games…"));
    this.confirmed = html("div", { class: "confirmed", hidden: true });
    this.confirm = button(CONFIRM, () => {
      if (this.confirm.getAttribute("aria-disabled") === "true") return;
      this.allowConfirm(false);
      this.confirm.textContent = "Playing fresh games…";
      actions.confirm();
    }, { title: WHY });
    this.versions = html("p", { class: "soft" });
    this.target = new Target(players, (band) => {
      actions.target(band);
      this.aim();
    });
    // On a phone the card is folded to one line; opened, it is scrolled to its target.
    this.scrolled = 0;
    this.short = html("span", { class: "value" });
    this.fold = html("button", { type: "button", class: "fold", "aria-expanded": "false",
      click: () => this.toggle() }, html("span", {}, "Difficulty"), this.short);
    this.node = html("section", { class: "card figures", "aria-label": "Difficulty" }, this.fold,
      html("div", { class: "row title" }, html("h2", {}, "Difficulty"), this.count), this.rows,
      this.target.node, html("div", { class: "confirm" }, this.confirm, this.confirmed,
        this.versions));
    /** How high the target and the players' rows are. @type {Map<string | undefined, number>} */
    this.heights = new Map();
    const sizes = new ResizeObserver(() => {
      for (const part of this.parts) this.heights.set(part.dataset.player, part.offsetHeight);
    });
    for (const part of [this.rows, this.target.node]) sizes.observe(part);
    /** @type {any} */
    this.last = null;
    /** Why the level cannot be played; empty where it can. */
    this.problem = "";
    /** The figures of the fresh games, for as long as the level stays as it is. @type {any} */
    this.fresh = null;
  }

  /** What has fewer lines while there are few games. @returns {any[]} */
  get parts() {
    return [this.target.node, ...this.rows.querySelectorAll(".player")];
  }

  toggle() {
    const isOpen = this.node.classList.toggle("open");
    this.fold.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) return scrollBy(0, -this.scrolled);
    const before = scrollY;
    this.target.node.scrollIntoView({ block: "nearest" });
    this.scrolled = scrollY - before;
  }

  /** A button that is disabled would lose the focus. @param {boolean} isAllowed @param {string} why */
  allowConfirm(isAllowed, why = WHY) {
    set(this.confirm, { "aria-disabled": String(!isAllowed), title: why });
  }

  /** The level can be confirmed, unless it cannot be played, or all its fresh games were. */
  offerConfirm() {
    const isDone = this.fresh?.final === true;
    this.allowConfirm(this.problem === "" && !isDone, isDone ? DONE : WHY);
    write(this.confirm, CONFIRM);
  }

  /** A new version of the level: what is shown is out of date, unless its own figures have come
   * before the answer to the stroke. @param {number} rev */
  stale(rev) {
    if (this.node.dataset.rev === String(rev)) return;
    this.rows.classList.add("stale");
  }

  /** @param {any} event the event `figures` */
  show(event) {
    afterPress(this.node, () => this.take(event));
  }

  /** @param {any} event the event `figures` */
  take(event) {
    if (event.fresh) {
      // A confirmation from before a script was lost is not of the level as it is.
      if (!this.problem) this.showFresh(event);
      return;
    }
    this.node.dataset.rev = event.rev;
    this.rows.classList.remove("stale");
    const hadProblem = this.problem !== "";
    this.problem = event.problem ?? "";
    if (this.problem) return this.showProblem();
    if (hadProblem) this.offerConfirm();
    this.node.dataset.games = event.games;
    this.node.dataset.final = event.final;
    this.last = event;
    this.count.textContent = event.final ? `${plural(event.games, "game")} per player`
      : `${event.games} of ${plural(event.of, "game")} per player`;
    if (this.fresh) this.showFresh(this.fresh);
    else this.judge();
    this.drawRows();
    write(this.versions, event.versions > 10
      ? `${event.versions} versions tried: the best one is partly luck. Confirm it.`
      : event.versions > 1 ? `${event.versions} versions tried` : "");
  }

  /** Nothing was played: no figure of an earlier version may stand for this one. */
  showProblem() {
    this.last = null;
    delete this.node.dataset.games;
    delete this.node.dataset.final;
    this.count.textContent = this.versions.textContent = "";
    this.rows.replaceChildren(html("p", { class: "bad" }, this.words()));
    this.target.node.style.minHeight = "";
    this.clearConfirmation();
    this.judge();
  }

  /** Another target: its band is marked, and the figures are judged by it. */
  aim() {
    this.drawRows();
    this.judge();
  }

  drawRows() {
    if (!this.last) return;
    this.keepFocus(() =>
      this.rows.replaceChildren(...this.last.players.map((/** @type {any} */ one) => this.row(one))));
    // With each stroke the buttons below would jump up and down again.
    for (const { dataset, style } of this.parts) {
      style.minHeight = this.last.final ? "" : `${this.heights.get(dataset.player) ?? 0}px`;
    }
  }

  /** Draws the rows again; a link that has the focus has it afterwards too, or else its row.
   * @param {() => void} draw */
  keepFocus(draw) {
    const held = /** @type {any} */ (document.activeElement);
    const row = this.rows.contains(held) ? held.closest(".player")?.dataset.player : undefined;
    const { link } = held?.dataset ?? {};
    draw();
    if (row === undefined) return;
    const rows = [...this.rows.children];
    const now = rows.find((one) => one.dataset.player === row) ?? rows[0];
    const again = now?.querySelector(`[data-link="${link}"]`) ?? now;
    if (again === now) now?.setAttribute("tabindex", "-1");
    again?.focus({ preventScroll: true });
  }

  /** @param {any} player */
  row(player) {
    const few = player.games < 8;
    const band = this.target.band?.player === player.name ? this.target.band : null;
    const node = html("div", { class: "player", "data-player": player.name },
      html("div", { class: "row" },
        html("span", { class: "name" }, player.name),
        html("span", { class: few ? "value few" : "value", "aria-label": figure(player) },
          few && !player.scored ? dots(player.ends) : figure(player)),
        html("span", { class: "soft" },
          few ? "" : `${interval(player)}${player.scored ? " points" : ""}`)));
    if (!player.scored && player.value !== null) node.append(this.bar(player, few, band));
    if (player.saved?.games >= COMPARED) node.append(this.change(player, player.saved, "saved"));
    // The first stroke after a save is the change since then.
    if (player.stroke?.games >= COMPARED && player.stroke.differing.length > 0 && player.saved
      && String(player.stroke.differing) !== String(player.saved.differing)) {
      node.append(this.change(player, player.stroke, "before"));
    }
    if (player.reasons.length > 0 && !few) {
      const words = reasons(player);
      const { left } = this.actions;
      if (left) {
        const isShown = this.actions.isTinted(player.name);
        words.append(" ", button(`${isShown ? "hide " : ""}where games got stuck`, () => left(player.name),
          { class: "link", "data-link": "left", "aria-pressed": String(isShown) }));
      }
      if (words.hasChildNodes()) node.append(words);
    }
    if (player.fault) {
      node.append(html("p", { class: "bad" }, `${player.fault.message} `,
        button("watch", () => this.actions.watch(player.name, player.fault.games),
          { class: "link", "data-link": "fault" })));
    }
    return node;
  }

  /** @param {any} player @param {boolean} few @param {import("./target.js").Band | null} band */
  bar(player, few, band) {
    const place = (/** @type {number} */ value) => `${(value * 100).toFixed(1)}%`;
    const range = html("span", { class: "interval" });
    range.style.left = place(player.low ?? 0);
    range.style.width = place((player.high ?? 1) - (player.low ?? 0));
    const mark = html("span", { class: "mark" });
    mark.style.left = place(player.value);
    const wanted = band ? html("span", { class: "wanted" }) : null;
    if (band) {
      wanted.style.left = place(band.low);
      wanted.style.width = place(band.high - band.low);
    }
    return html("div", { class: "scale", role: "img",
      "aria-label": `${player.name}: ${figure(player)}` }, wanted, few ? null : range, mark);
  }

  /**
   * Against another version: the saved level, or the level before the stroke.
   * @param {any} player
   * @param {any} change
   * @param {"saved" | "before"} version
   */
  change(player, change, version) {
    const games = change.differing;
    const origin = this.actions.origin();
    if (games.length === 0) {
      return html("p", { class: "soft" }, `all ${change.games} games end the same ${origin.as}`);
    }
    const since = version === "saved" ? origin.since : "this stroke";
    const text = change.difference === undefined ? ""
      : `${since}: ${this.difference(player, change)} `;
    const [won, lost] = [change.gained, change.lost];
    const neither = games.length - won - lost;
    const ends = player.scored ? "" : ` (${[won && `${won} won`, lost && `${lost} lost`,
      neither && `${neither} neither`].filter(Boolean).join(", ")})`;
    const differ = games.length === 1 ? "ends differently" : "end differently";
    return html("p", { class: "change", "data-version": version }, text,
      button(`${plural(games.length, "game")} now ${differ}${ends}: watch`,
        () => this.actions.watch(player.name, games, version),
        { class: "link", "data-link": version }));
  }

  /** A difference with its interval. @param {any} player @param {any} change */
  difference(player, change) {
    const number = (/** @type {number} */ value) => signed(player, value);
    if (change.difference === undefined) return "";
    return number(change.difference)
      + (change.low === undefined ? "" : ` [${number(change.low)}, ${number(change.high)}]`);
  }

  /** Whether the level has what it is to have, and the line of a phone. */
  judge() {
    this.target.judge(this.last, this.fresh?.final ? this.fresh : null);
    const wanted = this.target.band?.player ?? "casual";
    const rows = this.last?.players ?? [];
    const row = rows.find((/** @type {any} */ one) => one.name === wanted) ?? rows[0];
    this.short.textContent = this.problem ? "cannot be played"
      : row ? `${row.name} ${figure(row)} ${interval(row)}` : "";
  }

  /** @param {any} event */
  showFresh(event) {
    this.fresh = event;
    this.judge();
    this.node.dataset.fresh = event.games;
    this.confirmed.hidden = false;
    if (event.final) this.offerConfirm();
    else {
      this.allowConfirm(false);
      this.confirm.textContent = `Playing fresh games: ${event.games} of ${event.of}`;
    }
    const rows = event.players.map((/** @type {any} */ player) => {
      const chosen = this.last?.players.find((/** @type {any} */ one) => one.name === player.name);
      return html("tr", {}, html("th", { scope: "row" }, player.name),
        html("td", {}, chosen ? figure(chosen) : ""),
        html("td", {}, `${figure(player)} `, together(interval(player))));
    });
    // A script often fails in the same way for all players.
    const faults = new Set(event.players.flatMap(
      (/** @type {any} */ player) => player.fault?.message ?? []));
    this.confirmed.replaceChildren(html("table", {}, html("thead", {}, html("tr", {},
      ...["Player", plural(this.last?.games ?? 0, "game"), plural(event.games, "fresh game")].map((name) =>
        html("th", { scope: "col" }, name)))), html("tbody", {}, ...rows)),
    ...[...faults].map((words) => html("p", { class: "bad" }, words)));
  }

  /** An edit makes a confirmation worthless. */
  clearConfirmation() {
    this.fresh = null;
    this.confirmed.hidden = true;
    this.offerConfirm();
    delete this.node.dataset.fresh;
  }

  /** The figures in words, for the key F. */
  words() {
    if (this.problem) return `Cannot be played: ${this.problem}`;
    const players = this.last?.players ?? [];
    return players.map((/** @type {any} */ player) =>
      `${player.name} ${figure(player)} ${interval(player)}`).join("; ") || "No figures yet";
  }
}
