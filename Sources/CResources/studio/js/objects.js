//@ts-check
/**
 * The numbers of objects: a form for the chosen one, and a table of all, so that whatever can be
 * drawn can be done without dragging.
 */
import { button, html, write } from "./dom.js";
import { say } from "./say.js";

/**
 * The number that was typed; null, after saying so, where it is none.
 * @param {any} editor
 * @param {any} input
 */
function typed(editor, input) {
  if (input.value !== "") return Number(input.value);
  const words = `${input.getAttribute("aria-label")}: write a number; it stays as it was.`;
  editor.tell(words, "bad");
  say(words);
  return null;
}

export class Objects {
  /** @param {any} editor */
  constructor(editor) {
    this.editor = editor;
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
    const { handles } = this.editor;
    const entries = Object.entries(handles.grips);
    write(this.title, `All objects (${entries.length})`);
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

  /** Removes an object; its row may go with the focus. @param {number} id */
  async remove(id) {
    await this.editor.handles.erase(id);
    if (this.node.contains(document.activeElement)) return;
    const last = [...this.rows.values()].pop();
    (last?.querySelector("button.danger") ?? this.title).focus({ preventScroll: true });
  }

  /** @param {number} id */
  row(id) {
    const { editor } = this;
    const grip = () => editor.handles.grips[id];
    const input = (/** @type {string} */ label, /** @type {(value: number) => any} */ change) =>
      html("input", { type: "number", step: "any", "aria-label": label, change: (
        /** @type {any} */ event) => {
        const value = typed(editor, event.target);
        if (value === null) this.draw();
        else change(value);
      } });
    const name = button("", () => editor.handles.choose(id), { class: "link" });
    const x = input("x", (value) => editor.single({ move: { body: id, x: value, y: grip().y } }));
    const y = input("y", (value) => editor.single({ move: { body: id, x: grip().x, y: value } }));
    const size = input("Size", (value) => editor.single({ resize: { body: id, width: value,
      height: grip().sizes === "one" ? value
        : Math.round(grip().height * value / Math.max(1, grip().width)) } }));
    const remove = button("✕", () => this.remove(id), { class: "link danger", title: "Delete" });
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

/**
 * Shows the numbers of the chosen object.
 * @param {any} handles
 * @param {number} id
 */
export function showForm(handles, id) {
  const { objects } = handles.editor;
  const grip = handles.grips[id];
  const sort = `${id} ${grip.sizes} ${grip.turns}`;
  // The inputs stay while they are used.
  if (objects.hidden || objects.sort !== sort) {
    objects.sort = sort;
    buildForm(handles, id, objects);
  }
  objects.hidden = false;
  write(objects.heading, grip.words);
  const degrees = Math.round((grip.turn ?? 0) * 180 / Math.PI);
  for (const [name, value] of Object.entries({ x: grip.x, y: grip.y, width: grip.width,
    height: grip.height, turn: degrees })) {
    const input = objects.inputs[name];
    // What is being typed stays.
    if (input && document.activeElement !== input) input.value = value;
  }
}

/** @param {any} handles @param {number} id @param {any} objects */
function buildForm(handles, id, objects) {
  const now = () => handles.grips[id];
  const { editor } = handles;
  objects.inputs = {};
  const number = (/** @type {string} */ name, /** @type {string} */ label,
    /** @type {(value: number) => any} */ change) => {
    const input = html("input", { type: "number", step: "any", "aria-label": label,
      change: async () => {
        const value = typed(editor, input);
        if (value !== null) await change(value);
        // What was refused is not what the object has.
        if (handles.grips[id]) {
          input.value = name === "turn" ? Math.round((now().turn ?? 0) * 180 / Math.PI)
            : now()[name];
        }
      } });
    objects.inputs[name] = input;
    return html("label", {}, label, input);
  };
  const grip = now();
  objects.heading = html("h2", {});
  objects.replaceChildren(objects.heading, html("div", { class: "numbers" },
    number("x", "x", (x) => editor.single({ move: { body: id, x, y: now().y } })),
    number("y", "y", (y) => editor.single({ move: { body: id, x: now().x, y } })),
    grip.sizes === "none" ? null : number("width", grip.sizes === "one" ? "size" : "width",
      (width) => editor.single({ resize: { body: id, width,
        height: grip.sizes === "one" ? width : now().height } })),
    grip.sizes === "two" ? number("height", "height", (height) =>
      editor.single({ resize: { body: id, width: now().width, height } })) : null,
    grip.turns ? number("turn", "turn, degrees", (degrees) =>
      editor.single({ turn: { body: id, radians: degrees * Math.PI / 180 } })) : null),
  ...(grip.remove ? [button("Delete", () => {
    handles.erase(id);
    // The button goes with the object.
    handles.board.svg.focus({ preventScroll: true });
  }, { class: "danger" })] : []));
}
