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
    /** The film that is shown, as text. */
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
    this.show();
  }

  /** Shows the deal of the level as it is. @param {number} [rev] */
  async show(rev) {
    if (rev !== undefined && rev === this.rev) return;
    this.rev = rev ?? this.rev;
    this.label.textContent = `deal of game ${this.index}`;
    try {
      const { film } = await this.editor.wire.send("deal", { doc: this.editor.doc,
        index: this.index });
      if (!film) throw new Error("This game has no picture; press Play to see its position.");
      const label = `What players see at first in game ${this.index}`;
      if (rev !== undefined && rev !== this.rev) return;
      const shown = label + JSON.stringify(film);
      if (shown !== this.shown) {
        this.picture.replaceChildren(new Board({ ...film, t: [] }, { label }).svg);
      }
      this.shown = shown;
    } catch (error) {
      this.shown = "";
      this.picture.replaceChildren(
        html("p", { class: "soft wait" }, /** @type {Error} */ (error).message));
    }
    this.node.dataset.rev = String(this.rev);
  }
}
