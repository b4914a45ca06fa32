//@ts-check
/** Making and changing elements. Text is only ever set as text, so no name can become markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Sets attributes that differ: what is set is laid out and drawn again, also where it is the same.
 * Functions are listeners, `false` and `null` leave an attribute out.
 * @param {Element} node
 * @param {Record<string, any>} attributes
 */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else if (typeof value === "function") node.addEventListener(name, value);
    else {
      const text = value === true ? "" : String(value);
      if (node.getAttribute(name) !== text) node.setAttribute(name, text);
    }
  }
}

/**
 * Puts a text into an element, where it has another one.
 * @param {Node} node
 * @param {string} text
 */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * An HTML element with attributes and children, which are elements or texts.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined)} children
 * @returns {any}
 */
export function html(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  set(node, attributes);
  for (const child of children) if (child !== null && child !== undefined) node.append(child);
  return node;
}

/**
 * The same for SVG.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  set(node, attributes);
  node.append(...children);
  return node;
}

/**
 * A button.
 * @param {string} text
 * @param {() => void} action
 * @param {Record<string, any>} [attributes]
 */
export function button(text, action, attributes = {}) {
  return html("button", { type: "button", click: action, ...attributes }, text);
}

/** `1 game`, `1,000 games`. @param {number} count @param {string} noun */
export const plural = (count, noun) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/**
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  return document.getElementById(id);
}

/** Where the pointer is pressed; null where it is not. @type {Node | null} */
let pressed = null;
/** What waits until it is let go. @type {(() => void)[]} */
const waiting = [];

addEventListener("pointerdown", ({ button, target }) => {
  const node = /** @type {Element} */ (target);
  // The list that a choice opens keeps the end of the press to itself.
  if (button === 0 && !node.matches("select")) pressed = node;
}, true);
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, () => setTimeout(() => {
    pressed = null;
    for (const change of waiting.splice(0)) change();
  }), true);
}

/**
 * Changes a part of the page, at once or, while something in it is pressed, after that: what moves away
 * from under the pointer is not pressed.
 * @param {Node} part
 * @param {() => void} change
 */
export function afterPress(part, change) {
  if (pressed && part.contains(pressed)) waiting.push(change);
  else change();
}
