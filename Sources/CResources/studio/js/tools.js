//@ts-check
/** The palette: the tools that the level offers. */
import { afterPress, html, svg } from "./dom.js";
import { outline } from "./board.js";

export class Tools {
  /** @param {any[]} tools @param {boolean} canCycle whether a tap can cycle what is there */
  constructor(tools, canCycle) {
    this.taps = canCycle ? localStorage.getItem("taps") ?? "cycles" : "paints";
    this.list = html("div", { class: "palette", role: "radiogroup", "aria-label": "Tools" });
    this.node = html("section", { class: "card tools", hidden: tools.length === 0 },
      html("h2", {}, "Tools"), this.list);
    this.chosen = "";
    this.fill(tools);
    this.list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) =>
      this.arrow(event));
    this.isMirrored = false;
    this.mirror = html("input", { type: "checkbox", id: "mirror", change: () => {
      this.isMirrored = this.mirror.checked;
    } });
    this.node.append(html("div", { class: "options" }, canCycle ? this.tapChoice() : null,
      html("label", { class: "check", for: "mirror", title:
        "Whatever you draw on one side is drawn on the other too" }, this.mirror, "Mirror")));
    // On a phone the tools cover the lower edge of the window, for as long as they are on the page.
    new ResizeObserver(() => document.documentElement.style.setProperty("--tools",
      `${this.node.offsetHeight}px`)).observe(this.node);
  }

  /** @param {any[]} tools */
  fill(tools) {
    this.tools = tools;
    this.eraser = tools.find((tool) => tool.use === "erase")?.name ?? "";
    if (!tools.some((tool) => tool.name === this.chosen)) this.chosen = tools[0]?.name ?? "";
    const hadFocus = this.list.contains(document.activeElement);
    this.list.replaceChildren(...tools.map((tool, index) => this.tool(tool, index)));
    this.show();
    if (hadFocus) this.list.querySelector('[aria-checked="true"]')?.focus({ preventScroll: true });
  }

  /** The tools after a step, such as a weight for another colour. Those that were there keep their
   * places and digits. @param {any[]} tools */
  update(tools) {
    const added = tools.filter((tool) => !this.tools.some((one) => one.name === tool.name));
    if (added.length === 0) return;
    const erases = (/** @type {any} */ tool) => tool.use === "erase";
    const all = [...this.tools.filter((tool) => !erases(tool)), ...added,
      ...this.tools.filter(erases)];
    afterPress(this.node, () => this.fill(all));
  }

  /** @param {any} tool @param {number} index */
  tool(tool, index) {
    const key = tool.use === "erase" ? "E" : index < 9 ? String(index + 1) : "";
    const icon = svg("svg", { viewBox: "-24 -24 48 48", class: "film icon", "aria-hidden": "true" });
    const label = tool.name.replace(/^([a-z]+):(.*)$/, "$2 $1").replaceAll("_", " ");
    if (tool.look) {
      const shape = svg("g", { class: tool.look[0] },
        svg("path", { class: "body", d: typeof tool.look[2] === "number"
          ? outline([tool.look[0], "", Math.min(18, tool.look[2])]) : tool.look[2] }));
      if (tool.look[1]) shape.append(svg("text", { y: 7, "font-size": 20 }, tool.look[1]));
      icon.append(shape);
    } else if (tool.use === "hand") {
      icon.append(svg("path", { class: "erase", d: "M-10 -14L-10 12L-3 5L3 16L8 13L2 3L12 3z" }));
    } else {
      icon.append(svg("path", { class: "erase", d: "M-12 -12L12 12M-12 12L12 -12" }));
    }
    return html("button", {
      type: "button", role: "radio", "data-tool": tool.name, title: label,
      click: () => this.choose(tool.name),
    }, icon, html("span", { class: "label" }, label), html("kbd", { "aria-hidden": "true" }, key));
  }

  /** What a press without a drag is called here. */
  get tapWords() {
    return matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";
  }

  tapChoice() {
    const choice = html("select", { change: () => {
      this.taps = choice.value;
      localStorage.setItem("taps", this.taps);
    } }, html("option", { value: "cycles" }, "next kind"),
    html("option", { value: "paints" }, "chosen tool"));
    choice.value = this.taps;
    return html("label", { class: "soft taps" }, `${this.tapWords}: `, choice);
  }

  /** @param {string} name */
  choose(name) {
    if (!this.tools.some((tool) => tool.name === name)) return;
    this.chosen = name;
    this.show();
  }

  /** What the chosen tool is for: "paint", "put", "erase" or "hand". */
  get use() {
    return this.tools.find((tool) => tool.name === this.chosen)?.use ?? "hand";
  }

  /** The tool that makes bodies of a kind. @param {[string, string, any]} kind */
  making(kind) {
    return this.tools.find((tool) => tool.look?.[0] === kind[0] && tool.look[1] === kind[1]
      && (!kind[0].startsWith("token") || tool.look[2] === kind[2]));
  }

  show() {
    for (const node of this.list.children) {
      const isChosen = node.dataset.tool === this.chosen;
      node.setAttribute("aria-checked", String(isChosen));
      node.tabIndex = isChosen ? 0 : -1;
    }
  }

  /** Arrows choose the tool before or after. @param {KeyboardEvent} event */
  arrow(event) {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const at = this.tools.findIndex((tool) => tool.name === this.chosen);
    const next = this.tools[(at + by + this.tools.length) % this.tools.length];
    this.choose(next.name);
    this.list.querySelector('[aria-checked="true"]').focus();
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {boolean} isMirrored */
  setMirror(isMirrored) {
    this.isMirrored = isMirrored;
    this.mirror.checked = isMirrored;
  }

  /** Chooses by a digit or E; returns whether there is such a tool. @param {string} key */
  key(key) {
    const tool = key.toLowerCase() === "e"
      ? this.tools.find((one) => one.use === "erase") : this.tools[Number(key) - 1];
    if (tool) this.choose(tool.name);
    return tool !== undefined;
  }
}
