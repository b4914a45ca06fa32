//@ts-check
/** Making elements. Text is only ever set as text, so no name can become markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Sets attributes; functions are listeners, `false` and `null` leave an attribute out.
 * @param {Element} node
 * @param {Record<string, any>} attributes
 */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else if (typeof value === "function") node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * Puts a text into an element. The page is laid out and drawn again for what is set, also where it is
 * the same, so that is left out.
 * @param {Node} node
 * @param {string} text
 */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * The same for an attribute.
 * @param {Element} node
 * @param {string} name
 * @param {string} value
 */
export function assign(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
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
