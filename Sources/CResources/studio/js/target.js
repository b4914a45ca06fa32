//@ts-check
/** The pass rate that a level is to have, and whether it has it. */
import { button, html, plural } from "./dom.js";
import { figure, interval } from "./figures.js";

/** @typedef {{player: string, low: number, high: number}} Band */

export class Target {
  /** @param {string[]} players @param {(band: Band | null) => void} change */
  constructor(players, change) {
    /** @type {Band | null} */
    this.band = null;
    this.change = change;
    /** Whether none can be set. */
    this.isFixed = false;
    /** The rule to change first where most games are lost for a reason; the editor sets it.
     * @type {(reason: string | undefined) => {name: string, focus: () => void} | null} */
    this.rule = () => null;
    /** @type {string | undefined} the rule that the advice names */
    this.advised = undefined;
    const player = html("select", { "aria-label": "Player of the target",
      change: () => this.send() });
    for (const name of players) player.append(html("option", { value: name }, name));
    player.value = players.includes("casual") ? "casual" : players[0];
    const number = (/** @type {string} */ label, /** @type {number} */ value) =>
      html("input", { type: "number", min: 0, max: 100, step: 1, required: true, value,
        "aria-label": label, change: (/** @type {Event} */ event) => this.send(event.target) });
    this.player = player;
    this.low = number("Lowest pass rate, %", 40);
    this.high = number("Highest pass rate, %", 60);
    this.verdict = html("p", { class: "verdict", role: "status" });
    this.form = html("div", { class: "row band", hidden: true }, player, this.low,
      html("span", {}, "to"), this.high, html("span", {}, "%"),
      // What is pressed goes, and the focus with it.
      button("Remove", () => {
        this.put(null);
        this.opener.focus();
      }, { class: "link" }));
    this.opener = button("Set a target", () => {
      this.send();
      this.low.focus();
      this.node.scrollIntoView({ block: "nearest" });
    }, { id: "set-target",
      title: "What pass rate should this level have?" });
    /** What a first look at the figures shows. */
    this.finding = html("span", {});
    this.advice = html("span", {});
    this.next = html("p", { class: "soft next-step", hidden: true }, this.finding, this.advice);
    this.node = html("div", { class: "target" },
      html("div", { class: "row" }, html("h3", {}, "Target"), this.opener), this.form,
      this.verdict, this.next);
  }

  /** Says what to do where the level is outside. @param {any[]} rows of the players it is about */
  suggest(rows) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const [name, count] of rows.flatMap((row) => row.reasons ?? [])) {
      counts.set(name, (counts.get(name) ?? 0) + count);
    }
    const most = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
    const rule = this.rule(most);
    // A button that is built again would lose the focus.
    if (this.advice.hasChildNodes() && rule?.name === this.advised) return;
    this.advised = rule?.name;
    this.advice.replaceChildren("Change the board or a rule",
      ...(rule ? [", such as ", html("span", { class: "together" },
        button(rule.name, rule.focus, { class: "link" }), ";")] : [";"]),
      " the figures follow.");
  }

  /** Where nobody loses, or nobody wins, says so and what to do: most levels are drawn before they
   * have a limit. @param {any} event */
  remark(event) {
    const rates = (event?.final && !this.isFixed ? event.players : [])
      .map((/** @type {any} */ row) => row.scored ? null : row.value);
    const all = (/** @type {number} */ rate) => rates.length > 0
      && rates.every((/** @type {any} */ one) => one === rate);
    this.finding.textContent = all(1) ? "Every game is won. " : all(0) ? "No game is won. " : "";
    this.next.hidden = this.finding.textContent === "";
    if (!this.next.hidden) this.suggest(event.players);
  }

  /** @param {any} typed the end of the band that was typed, if one was */
  send(typed = null) {
    if (!this.low.checkValidity() || !this.high.checkValidity()) {
      if (this.band) this.show(this.band);
      this.verdict.textContent = "Write two whole percentages from 0 to 100.";
      this.verdict.className = "verdict bad";
      return;
    }
    let [low, high] = [this.low, this.high].map((input) => Number(input.value) / 100);
    // The band is typed from left to right: what was typed stays, and the other end moves there.
    if (low > high) [low, high] = typed === this.high ? [high, high] : [low, low];
    this.put({ player: this.player.value, low, high });
  }

  /** @param {Band | null} band */
  put(band) {
    this.show(band);
    this.change(band);
  }

  /** @param {Band | null} band */
  show(band) {
    this.band = band;
    this.form.hidden = band === null;
    this.opener.hidden = band !== null;
    if (!band) {
      this.verdict.textContent = "";
      this.next.hidden = true;
      return;
    }
    this.player.value = band.player;
    this.low.value = Math.round(band.low * 100);
    this.high.value = Math.round(band.high * 100);
  }

  /**
   * Says whether the figures are inside the band; those of a confirmation count more.
   * @param {any} event the event `figures`
   * @param {any} fresh that of the fresh games, null where there are none
   */
  judge(event, fresh) {
    const { band } = this;
    const of = (/** @type {any} */ figures) =>
      figures?.players?.find((/** @type {any} */ one) => one.name === band?.player);
    // Games that only count points have no pass rate to aim at.
    const rows = event?.players ?? [];
    this.node.hidden = !band && (this.isFixed
      || (rows.length > 0 && rows.every((/** @type {any} */ one) => one.scored)));
    const confirmed = of(fresh);
    const row = confirmed ?? of(event);
    this.verdict.className = "verdict";
    this.remark(event);
    if (!band || !row || row.low === undefined || row.scored) {
      this.verdict.textContent = band && row?.scored ? "this level has no pass rate" : "";
      return;
    }
    const [words, tone] = row.low > band.high ? ["outside: too easy", "bad"]
      : row.high < band.low ? ["outside: too hard", "bad"]
        : row.low >= band.low && row.high <= band.high ? ["inside", "good"]
          : row.value >= band.low && row.value <= band.high ? ["probably inside", "warn"]
            : row.value > band.high ? ["probably too easy", "warn"]
              : ["probably too hard", "warn"];
    const isCertain = tone !== "warn";
    this.verdict.textContent = confirmed
      ? `${words}${isCertain ? ", confirmed" : ""}: ${figure(row)} ${interval(row)} of `
        + plural(row.games, "fresh game")
      : isCertain ? words : `${words}; confirm it`;
    this.verdict.classList.add(tone);
    this.next.hidden = tone !== "bad";
    if (!this.next.hidden) this.suggest([row]);
    this.finding.textContent = "";
  }
}
