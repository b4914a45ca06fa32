//@ts-check
/** What is left: where a player's lost games got stuck, as a tint on the board. */
import { circle } from "./board.js";
import { plural, svg } from "./dom.js";

export class Left {
  /** @param {any} editor @param {import("./board.js").Board} board */
  constructor(editor, board) {
    this.editor = editor;
    this.board = board;
    this.player = "";
    this.layer = svg("g", { class: "stuck-layer", "aria-hidden": "true" });
    board.svg.append(this.layer);
  }

  /** Removes the tint; returns whether there was one. */
  clear() {
    const wasShown = this.player !== "";
    this.layer.textContent = "";
    this.show("");
    return wasShown;
  }

  /** @param {string} player whose games the tint is about; "" for none */
  show(player) {
    if (player === this.player) return;
    this.player = player;
    this.editor.figures.drawRows();
  }

  /** Removes the tint and what was said of it; returns whether there was one. */
  hide() {
    if (!this.clear()) return false;
    this.editor.tell("");
    return true;
  }

  /** The letters of the board once more, to be read above the tint. */
  letters() {
    return [...this.board.nodes.values()].flatMap((node) => [...node.querySelectorAll("text")].map(
      (text) => svg("g", { transform: node.getAttribute("transform"), class: "letter" },
        text.cloneNode(true))));
  }

  /** Shows the tint for a player, or removes it. @param {string} player */
  async toggle(player) {
    if (this.player === player) return void this.hide();
    this.clear();
    try {
      const { rev, games, lost, whole, places } = await this.editor.wire.send("left",
        { doc: this.editor.doc, player });
      if (rev !== this.editor.rev) return;
      if (whole) {
        return this.editor.tell(`each place of this board has something at the end of ${player}'s `
          + "lost games, so none tells where they got stuck");
      }
      for (const [, x, y, radius, count] of places) {
        const node = svg("path", { class: "stuck", d: circle((radius ?? 20) + 3),
          transform: `translate(${x} ${y})` });
        node.style.fillOpacity = 0.75 * count / games;
        this.layer.append(node);
      }
      this.layer.append(...this.letters());
      if (places.length > 0) this.show(player);
      this.editor.tell(games === 0 ? `${player} has lost no game`
        // Of many lost games only the first are looked at.
        : `A stronger tint means that more of ${games < lost ? `${games} of ` : ""}${player}'s `
          + `${plural(lost, "lost game")} ended with something `
          + "left there");
    } catch (error) {
      this.editor.tell(/** @type {Error} */ (error).message, "bad");
    }
  }
}
