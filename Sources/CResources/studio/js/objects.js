//@ts-check
/** All objects of a board as a table: whatever can be drawn can be done here without dragging. */
import { button, html } from "./dom.js";

export class Objects {
  /** @param {any} desk */
  constructor(desk) {
    this.desk = desk;
    this.title = html("summary", {}, "All objects");
    this.body = html("tbody", {});
    this.table = html("table", {}, html("thead", {}, html("tr", {},
      ...["Object", "x", "y", "Size", ""].map((name) => html("th", { scope: "col" }, name)))),
    this.body);
    this.node = html("details", { class: "card all-objects",
      toggle: () => this.draw() }, this.title,
    html("div", { class: "scroll" }, this.table));
    /** @type {Map<string, any>} */
    this.rows = new Map();
  }

  /** Shows the objects as they are; a closed list only counts them. */
  draw() {
    const { handles } = this.desk;
    const entries = Object.entries(handles.grips);
    this.title.textContent = `All objects (${entries.length})`;
    if (!this.node.open) return;
    for (const [id, row] of this.rows) {
      if (handles.grips[id]) continue;
      row.remove();
      this.rows.delete(id);
    }
    for (const [id, grip] of entries) {
      let row = this.rows.get(id);
      if (!row) {
        row = this.row(Number(id));
        this.rows.set(id, row);
        this.body.append(row);
      }
      row.show(grip, handles.chosen === Number(id));
    }
  }

  /** @param {number} id */
  row(id) {
    const { desk } = this;
    const grip = () => desk.handles.grips[id];
    const input = (/** @type {string} */ label, /** @type {(value: number) => any} */ change) =>
      html("input", { type: "number", step: "any", "aria-label": label, change: (
        /** @type {any} */ event) => change(Number(event.target.value)) });
    const name = button("", () => desk.handles.choose(id), { class: "link" });
    const x = input("x", (value) => desk.single({ move: { body: id, x: value, y: grip().y } }));
    const y = input("y", (value) => desk.single({ move: { body: id, x: grip().x, y: value } }));
    const size = input("Size", (value) => desk.single({ resize: { body: id, width: value,
      height: grip().sizes === "one" ? value
        : Math.round(grip().height * value / Math.max(1, grip().width)) } }));
    const remove = button("✕", () => desk.handles.erase(id), { class: "link danger", title: "Delete" });
    const row = html("tr", {}, ...[name, x, y, size, remove].map((one) => html("td", {}, one)));
    row.show = (/** @type {any} */ now, /** @type {boolean} */ isChosen) => {
      const words = now.words.replace(/ at .*/, "");
      name.textContent = `${id} ${words}`;
      remove.setAttribute("aria-label", `Delete ${id} ${words}`);
      x.value = now.x;
      y.value = now.y;
      size.value = now.width;
      size.disabled = now.sizes === "none";
      remove.hidden = !now.remove;
      row.classList.toggle("is-chosen", isChosen);
    };
    return row;
  }
}
