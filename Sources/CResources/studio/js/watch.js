//@ts-check
/** Watching games: one film, or the same game before and after a change side by side. */
import { button, html } from "./dom.js";
import { FilmView, moveWords, turnWords } from "./film.js";
import { say } from "./say.js";

export class Watch {
  /**
   * @param {any} editor
   * @param {string} player
   * @param {number[]} games the games to choose from; empty: all
   * @param {string} [against] the version that is shown beside the level as it is now
   */
  constructor(editor, player, games, against) {
    this.editor = editor;
    this.player = player;
    this.games = games;
    this.against = against ?? "";
    this.place = 0;
    this.at = 0;
    this.speed = 1;
    this.isPlaying = false;
    /** Counts what was asked for, so that a late answer is not shown. */
    this.asked = 0;
    /** The first turn that differs between the two films. @type {number | null} */
    this.first = null;
    /** @type {FilmView[]} */
    this.views = [];
    /** What each film is called. @type {string[]} */
    this.sideNames = [];
    this.sides = html("div", { class: "sides" });
    this.words = html("p", { class: "words", role: "status" });
    this.playButton = button("Play", () => this.toggle(), { class: "main" });
    this.range = html("input", { type: "range", min: 0, value: 0, "aria-label": "Turn",
      input: () => this.go(Number(this.range.value)) });
    this.label = html("span", { class: "soft" });
    this.firstButton = button("First turn that differs", () => this.go(this.first ?? 0));
    this.beside = html("select", { "aria-label": "Compare with", change: () => {
      this.against = this.beside.value;
      this.open(this.place);
    } });
    /** What the versions of the level are called beside a film. @type {Record<string, string>} */
    this.names = { saved: editor.origin.film, before: "before the stroke", now: "now" };
    for (const [value, words] of [["", "no comparison"],
      ["saved", `compare with ${editor.origin.level}`],
      ["before", "compare with the level before the stroke"]]) {
      this.beside.append(html("option", { value, selected: value === this.against }, words));
    }
    const players = html("select", { "aria-label": "Player", change: () => {
      this.player = players.value;
      this.games = [];
      this.open(0);
    } });
    for (const name of new Set([player, ...editor.studio.players])) {
      players.append(html("option", { value: name, selected: name === player }, name));
    }
    const speed = html("select", { "aria-label": "Speed",
      change: () => { this.speed = Number(speed.value); } });
    for (const [value, words] of [["0.5", "0.5x"], ["1", "1x"], ["2", "2x"],
      ["4", "4x"]]) speed.append(html("option", { value, selected: value === "1" }, words));
    this.node = html("div", { class: "watch" },
      html("div", { class: "editor-bar" },
        button("‹ Back to the editor", () => this.editor.studio.show(this.editor),
          { class: "back link" }),
        html("h1", { dir: "auto", title: editor.opened.name }, editor.opened.name), players, this.beside,
        button("Previous game", () => this.open(this.place - 1)), this.label,
        button("Next game", () => this.open(this.place + 1))),
      this.sides, this.words,
      html("div", { class: "controls" }, button("First", () => this.go(0)),
        button("Back", () => this.go(this.at - 1)), this.playButton,
        button("Forward", () => this.go(this.at + 1)),
        button("Last", () => this.go(Infinity)), this.firstButton, speed, this.range));
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
    const number = this.asked += 1;
    const game = { doc: this.editor.doc, player: this.player, index };
    try {
      const films = await Promise.all(this.against ? [
        this.editor.wire.send("watch", { ...game, version: this.against }),
        this.editor.wire.send("watch", { ...game, version: "now", against: this.against }),
      ] : [this.editor.wire.send("watch", { ...game, version: "now" })]);
      if (number !== this.asked) return;
      this.first = films[films.length - 1].firstDifference ?? null;
      this.sides.textContent = "";
      this.sideNames = films.map((_, i) =>
        this.names[films.length > 1 && i === 0 ? this.against : "now"]);
      this.views = films.map((answer, i) => {
        const name = this.sideNames[i];
        const view = new FilmView(answer.film, `Game ${index}, ${name}`);
        this.sides.append(html("figure", { class: "card", "data-end": answer.end },
          html("figcaption", {}, `${name}: ${answer.outcome}`), view.svg));
        return view;
      });
      this.range.max = Math.max(...this.views.map((view) => view.count));
      this.firstButton.hidden = films.length < 2;
      this.firstButton.disabled = this.first === null;
      this.go(this.first ?? 0);
      if (films.length > 1 && this.first === null) {
        this.words.textContent = "Both games are the same, turn by turn.";
      }
    } catch (error) {
      if (number !== this.asked) return;
      this.words.textContent = /** @type {Error} */ (error).message;
    }
  }

  /** Shows a turn that somebody has chosen. @param {number} turn */
  go(turn) {
    this.stop();
    this.show(turn);
  }

  /** @param {number} turn */
  show(turn) {
    this.at = Math.max(0, Math.min(Number(this.range.max), turn));
    for (const view of this.views) view.show(this.at);
    this.tell();
  }

  tell() {
    this.range.value = this.at;
    const words = this.views.map((view) => this.at === 0 ? "the start"
      : view.film.t[this.at - 1] ? moveWords(view.film.t[this.at - 1]) : "the game has ended");
    const isSame = words.every((one) => one === words[0]);
    this.words.textContent = `${turnWords(this.at, Number(this.range.max))}: `
      // Where the films differ, each has its words.
      + (isSame ? words[0] ?? "" : words.map((one, i) => `${this.sideNames[i]}: ${one}`).join("; "))
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
    for (const view of this.views) view.stop();
    this.isPlaying = false;
    this.playButton.textContent = "Play";
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    // A button is pressed by them.
    const onButton = event.target instanceof HTMLButtonElement;
    if (onButton && (event.key === " " || event.key === "Enter")) return false;
    if (event.key === " ") this.toggle();
    else if (event.key === "ArrowLeft") this.go(this.at - 1);
    else if (event.key === "ArrowRight") this.go(this.at + 1);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(Infinity);
    else if (event.key === "Escape") this.editor.studio.show(this.editor);
    else return false;
    say("");
    return true;
  }

  leave() {
    this.stop();
  }
}
