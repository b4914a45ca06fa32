//@ts-check
/** A button that opens a list of actions. */
import { button, html } from "./dom.js";

/** @typedef {{label: string | (() => string), action: () => void, hidden?: () => boolean, id?: string}} Item */

/**
 * @param {string} label
 * @param {Item[]} items
 * @param {Record<string, any>} [attributes] of the button
 */
export function menu(label, items, attributes = {}) {
  const list = html("div", { class: "menu-list", role: "menu", hidden: true, "aria-label": label });
  const opener = button(label, () => (list.hidden ? open() : close()),
    { "aria-haspopup": "menu", "aria-expanded": "false", ...attributes });
  const node = html("div", { class: "menu" }, opener, list);

  const outside = (/** @type {Event} */ event) => {
    if (!node.contains(/** @type {Node} */ (event.target))) close();
  };

  function open() {
    list.textContent = "";
    for (const item of items) {
      if (item.hidden?.()) continue;
      const name = typeof item.label === "string" ? item.label : item.label();
      list.append(button(name, () => {
        close();
        item.action();
      }, { role: "menuitem", tabindex: -1, id: item.id }));
    }
    list.hidden = false;
    opener.setAttribute("aria-expanded", "true");
    list.firstElementChild?.focus();
    addEventListener("pointerdown", outside, true);
  }

  function close() {
    if (list.hidden) return;
    if (list.contains(document.activeElement)) opener.focus();
    list.hidden = true;
    opener.setAttribute("aria-expanded", "false");
    removeEventListener("pointerdown", outside, true);
  }

  node.addEventListener("focusout", (/** @type {FocusEvent} */ event) => {
    if (event.relatedTarget && !node.contains(event.relatedTarget)) close();
  });
  node.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (list.hidden) return;
    const all = [...list.children];
    const at = all.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next !== undefined) all[(next + all.length) % all.length].focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    if (event.key !== "Tab") event.preventDefault();
    event.stopPropagation();
  });
  return node;
}
