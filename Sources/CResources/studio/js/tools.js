//@ts-check
/** The palette: what can be taken in hand. */
import { html, svg } from "./dom.js";
import { outline } from "./board.js";

export class Tools {
  /** @param {any[]} tools @param {boolean} canCycle whether a tap can cycle what is there */
  constructor(tools, canCycle) {
    this.tools = tools;
    this.chosen = tools[0]?.name ?? "";
    this.taps = canCycle ? localStorage.getItem("taps") ?? "cycles" : "paints";
    this.list = html("div", { class: "palette", role: "radiogroup", "aria-label": "Tools" });
    this.node = html("section", { class: "card tools", hidden: tools.length === 0 },
      html("h2", {}, "Tools"), this.list);
    tools.forEach((tool, index) => this.list.append(this.tool(tool, index)));
    if (canCycle) this.node.append(this.tapChoice());
    this.show();
  }

  /** @param {any} tool @param {number} index */
  tool(tool, index) {
    const key = tool.name === "eraser" ? "E" : index < 9 ? String(index + 1) : "";
    const icon = svg("svg", { viewBox: "-24 -24 48 48", class: "film icon", "aria-hidden": "true" });
    if (tool.kind) {
      const shape = svg("g", { class: tool.kind[0] },
        svg("path", { class: "body", d: typeof tool.kind[2] === "number"
          ? outline([tool.kind[0], "", 18]) : tool.kind[2] }));
      if (tool.kind[1]) shape.append(svg("text", { y: 7, "font-size": 20 }, tool.kind[1]));
      icon.append(shape);
    } else {
      icon.append(svg("path", { class: "erase", d: "M-12 -12L12 12M-12 12L12 -12" }));
    }
    return html("button", {
      type: "button", role: "radio", "data-tool": tool.name, title: tool.label,
      click: () => this.choose(tool.name),
    }, icon, html("span", { class: "label" }, tool.label), html("kbd", {}, key));
  }

  tapChoice() {
    const choice = html("select", { change: () => {
      this.taps = choice.value;
      localStorage.setItem("taps", this.taps);
    } }, html("option", { value: "cycles" }, "next colour"),
    html("option", { value: "paints" }, "chosen tool"));
    choice.value = this.taps;
    return html("label", { class: "soft taps" }, "A click puts: ", choice);
  }

  /** @param {string} name */
  choose(name) {
    if (!this.tools.some((tool) => tool.name === name)) return;
    this.chosen = name;
    this.show();
  }

  show() {
    for (const node of this.list.children) {
      const isChosen = node.dataset.tool === this.chosen;
      node.setAttribute("aria-checked", String(isChosen));
      node.tabIndex = isChosen ? 0 : -1;
    }
  }

  /** Chooses by a digit or E; returns whether there is such a tool. @param {string} key */
  key(key) {
    const tool = key.toLowerCase() === "e"
      ? this.tools.find((one) => one.name === "eraser") : this.tools[Number(key) - 1];
    if (tool) this.choose(tool.name);
    return tool !== undefined;
  }
}
