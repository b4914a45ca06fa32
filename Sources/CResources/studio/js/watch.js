//@ts-check
/** Watching games: one film, or the same game before and after a change side by side. */
import { button, html } from "./dom.js";
import { FilmView } from "./film.js";
import { say } from "./say.js";

export class Watch {
  /**
   * @param {any} desk
   * @param {string} player
   * @param {number[]} games the games to choose from; empty: all
   */
  constructor(desk, player, games) {
    this.desk = desk;
    this.player = player;
    this.games = games;
    this.place = 0;
    this.at = 0;
    this.speed = 1;
    this.isPlaying = false;
    /** The first turn that differs between the two films. @type {number | null} */
    this.first = null;
    /** @type {FilmView[]} */
    this.views = [];
    this.sides = html("div", { class: "sides" });
    this.words = html("p", { class: "words", role: "status" });
    this.playButton = button("Play", () => this.toggle(), { class: "main" });
    this.range = html("input", { type: "range", min: 0, value: 0, "aria-label": "Turn",
      input: () => this.show(Number(this.range.value)) });
    this.label = html("span", { class: "soft" });
    const speed = html("select", { "aria-label": "Speed",
      change: () => { this.speed = Number(speed.value); } });
    for (const [value, words] of [["0.5", "half speed"], ["1", "usual speed"], ["2", "double"],
      ["4", "fourfold"]]) speed.append(html("option", { value, selected: value === "1" }, words));
    this.node = html("div", { class: "watch" },
      html("div", { class: "desk-bar" },
        button("Back to the desk", () => this.desk.studio.show(this.desk), { class: "back" }),
        html("h1", {}, `${player} plays ${desk.opened.name}`),
        button("Previous game", () => this.open(this.place - 1)), this.label,
        button("Next game", () => this.open(this.place + 1))),
      this.sides, this.words,
      html("div", { class: "controls" }, button("First", () => this.show(0)),
        button("Back", () => this.show(this.at - 1)), this.playButton,
        button("Forward", () => this.show(this.at + 1)),
        button("Last", () => this.show(Infinity)), speed, this.range));
    this.open(0);
  }

  /** @param {number} place */
  async open(place) {
    const count = this.games.length || 200;
    this.stop();
    this.place = (place + count) % count;
    const index = this.games[this.place] ?? this.place;
    this.label.textContent = `game ${index}`
      + (this.games.length ? `, ${this.place + 1} of ${this.games.length}` : "");
    const versions = this.games.length > 0 ? ["saved", "now"] : ["now"];
    try {
      const films = await Promise.all(versions.map((version) => this.desk.wire.send("watch",
        { doc: this.desk.doc, player: this.player, index, version })));
      this.sides.textContent = "";
      this.views = films.map((answer, i) => {
        const view = new FilmView(answer.film, `Game ${index}, ${versions[i]}`);
        this.sides.append(html("figure", { class: "card" },
          html("figcaption", {}, (versions.length > 1 ? versions[i] === "saved"
            ? "before: " : "now: " : "") + answer.outcome), view.svg));
        return view;
      });
      this.range.max = Math.max(...this.views.map((view) => view.count));
      this.first = films.length < 2 ? null : this.difference(films[0].film.t, films[1].film.t);
      this.show(this.first ?? 0);
    } catch (error) {
      this.words.textContent = /** @type {Error} */ (error).message;
    }
  }

  /** The first turn, from 1, that differs. @param {any[]} one @param {any[]} other */
  difference(one, other) {
    const count = Math.max(one.length, other.length);
    for (let i = 0; i < count; i += 1) {
      if (JSON.stringify(one[i]) !== JSON.stringify(other[i])) return i + 1;
    }
    return null;
  }

  /** @param {number} turn */
  show(turn) {
    this.at = Math.max(0, Math.min(Number(this.range.max), turn));
    for (const view of this.views) view.show(this.at);
    this.tell();
  }

  tell() {
    this.range.value = this.at;
    const turn = this.at > 0 ? this.views[this.views.length - 1]?.film.t[this.at - 1] : null;
    this.words.textContent = `Turn ${this.at} of ${this.range.max}`
      + (turn ? `: ${turn.w}` : ": the start")
      + (this.first !== null && this.at === this.first ? " (the first that differs)" : "");
  }

  async toggle() {
    if (this.isPlaying) return this.stop();
    this.isPlaying = true;
    this.playButton.textContent = "Stop";
    if (this.at >= Number(this.range.max)) this.show(0);
    while (this.isPlaying && this.at < Number(this.range.max)) {
      await Promise.all(this.views.map((view) => view.next(this.speed)));
      if (!this.isPlaying) return;
      this.at += 1;
      this.tell();
      await new Promise((resolve) => setTimeout(resolve, 200 / this.speed));
    }
    this.stop();
  }

  stop() {
    this.isPlaying = false;
    this.playButton.textContent = "Play";
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === " ") this.toggle();
    else if (event.key === "ArrowLeft") this.show(this.at - 1);
    else if (event.key === "ArrowRight") this.show(this.at + 1);
    else if (event.key === "Escape") this.desk.studio.show(this.desk);
    else return false;
    say("");
    return true;
  }

  leave() {
    this.stop();
  }
}
