//@ts-check
/** What players are dealt in a game that has no board to draw on. */
import { Board } from "./board.js";
import { button, html } from "./dom.js";

/** Deals that can be looked at; as many as games are played. */
const DEALS = 200;

export class Deal {
  /** @param {any} editor */
  constructor(editor) {
    this.editor = editor;
    this.index = 0;
    this.rev = -1;
    /** The film that is shown, or the words in its place, as text. */
    this.shown = "";
    this.picture = html("div", { class: "deal-picture" });
    this.label = html("span", { class: "soft" });
    this.node = html("div", { class: "deal" }, this.picture,
      html("div", { class: "row" },
        button("‹", () => this.go(-1), { "aria-label": "Previous deal" }), this.label,
        button("›", () => this.go(1), { "aria-label": "Next deal" }),
        html("span", { class: "soft" }, "Edit the rules; the deal and the figures follow.")));
  }

  /** @param {number} by */
  go(by) {
    this.index = (this.index + by + DEALS) % DEALS;
    this.ask();
  }

  /** Asks for the deal of the level as it is; whenever the level changes, the server sends it again. */
  async ask() {
    const { editor, index } = this;
    this.label.textContent = `deal of game ${index}`;
    this.show(await editor.wire.send("deal", { doc: editor.doc, index }).catch(
      (/** @type {Error} */ error) => ({ rev: this.rev, index, problem: error.message })));
  }

  /** Shows a deal, unless another one or a newer one is wanted. @param {any} deal */
  show({ rev, index, film, problem }) {
    if (index !== this.index || rev < this.rev) return;
    this.rev = rev;
    const label = `What players see at first in game ${index}`;
    const words = problem ?? "This game has no picture; press Play to see its position.";
    const shown = film ? label + JSON.stringify(film) : words;
    if (shown !== this.shown) {
      this.picture.replaceChildren(film ? new Board({ ...film, t: [] }, { label }).svg
        : html("p", { class: "soft wait" }, words));
    }
    this.shown = shown;
    this.node.dataset.rev = String(rev);
  }
}
