//@ts-check
/**
 * Draws a board in the vocabulary of films: a backdrop, kinds, and bodies by id. Used by the
 * gallery, the editor, play and films.
 */
import { set, svg } from "./dom.js";

/** @typedef {{k: number, x: number, y: number, turn?: number}} Body `turn` in degrees */
/** @typedef {[string, string | number]} Mark class, path or its place among the film's paths */
/** @typedef {[string, string, number | string, Mark[]?]} Kind class, label, radius or path, marks */

/** @param {number} r */
export function circle(r) {
  return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** @param {Kind} kind */
export function outline(kind) {
  return typeof kind[2] === "number" ? circle(kind[2]) : kind[2];
}

/**
 * Reads bodies from a list of id, kind, x, y after one another.
 * @param {Map<number, Body>} map
 * @param {number[] | undefined} list
 */
export function put(map, list) {
  for (let i = 0; i < (list?.length ?? 0); i += 4) {
    map.set(/** @type {any} */ (list)[i], {
      k: /** @type {any} */ (list)[i + 1], x: /** @type {any} */ (list)[i + 2],
      y: /** @type {any} */ (list)[i + 3],
    });
  }
}

/** Pixels of a letter on a board that is worked on or played. */
const SMALLEST = 11.2;

/** Units of a token's letters, by how many there are. */
const TOKEN = [18, 18, 16, 13, 10.5];

/** Units of the letters on a body. @param {Kind} kind */
function letterSize(kind) {
  if (kind[0].startsWith("token")) return TOKEN[Math.min([...kind[1]].length, TOKEN.length - 1)];
  return typeof kind[2] === "number" ? Math.max(kind[2] * 1.05, 9) : 14;
}

/** Where a body is drawn. @param {any} node @param {number} x @param {number} y @param {number} turn */
export function place(node, x, y, turn = 0) {
  set(node, { transform: `translate(${x} ${y})${turn ? ` rotate(${turn})` : ""}` });
}

export class Board {
  /**
   * @param {{w: number, h: number, g: [string, string][], k: Kind[], p?: string[], b: number[]}} film
   * @param {{label?: string, role?: string}} [options]
   */
  constructor(film, options = {}) {
    this.width = film.w;
    this.height = film.h;
    this.kinds = film.k.slice();
    /** @type {string[]} */
    this.paths = film.p ?? [];
    /** @type {Map<number, Body>} */
    this.bodies = new Map();
    /** @type {Map<number, any>} */
    this.nodes = new Map();
    this.minLetter = 0;
    this.view = { x: 0, y: 0, scale: 1 };
    this.svg = svg("svg", {
      class: "film", viewBox: `0 0 ${film.w} ${film.h}`, role: options.role ?? "img",
      "aria-label": options.label ?? "",
    });
    for (const [style, path] of film.g) this.svg.append(svg("path", { class: style, d: path }));
    this.under = svg("g");
    this.layer = svg("g");
    this.over = svg("g");
    this.svg.append(this.under, this.layer, this.over);
    put(this.bodies, film.b);
    this.draw();
  }

  /** Draws what differs from what is shown. */
  draw() {
    for (const [id, node] of this.nodes) {
      const body = this.bodies.get(id);
      if (!body || body.k !== node.kind) {
        node.remove();
        this.nodes.delete(id);
      }
    }
    for (const [id, body] of this.bodies) {
      const node = this.nodes.get(id) ?? this.build(id, body);
      place(node, body.x, body.y, body.turn);
    }
  }

  /** @param {number} id @param {Body} body */
  build(id, body) {
    const node = this.symbol(this.kinds[body.k]);
    node.kind = body.k;
    this.nodes.set(id, node);
    this.layer.insertBefore(node, this.above(id, this.kinds[body.k]));
    return node;
  }

  /**
   * What lies on a body of a board of tokens, whose places have four ids each, the lowest first;
   * null for nothing.
   * @param {number} id
   * @param {Kind} kind
   */
  above(id, kind) {
    if (!kind[0].startsWith("token")) return null;
    for (let next = id + 1; next % 4 !== 0; next += 1) {
      const node = this.nodes.get(next);
      if (node) return node;
    }
    return null;
  }

  /** Enlarges letters that would be too small to read in the window. */
  fit() {
    const scale = (this.svg.getScreenCTM()?.a ?? 0) / this.view.scale;
    if (scale <= 0) return;
    this.minLetter = SMALLEST / scale;
    for (const text of this.svg.querySelectorAll("text[data-size]")) {
      const size = Math.max(Number(text.dataset.size), this.minLetter);
      text.setAttribute("font-size", String(size));
      text.setAttribute("y", String(size * 0.36));
    }
  }

  /** @param {Kind} kind */
  symbol(kind) {
    const node = svg("g", { class: kind[0] }, svg("path", { class: "body", d: outline(kind) }));
    for (const [style, path] of kind[3] ?? []) {
      const d = typeof path === "number" ? this.paths[path] : path;
      node.append(svg("path", { class: style, d }));
    }
    if (kind[3]) {
      node.append(svg("text", { class: "corner", x: -20, y: -27, "font-size": 15 }, kind[1]));
    } else if (kind[1]) {
      const size = letterSize(kind);
      const shown = Math.max(size, this.minLetter);
      // Cards may lie on one another: what is written on them stands near their upper edge.
      const dy = kind[0].startsWith("token card") ? -9 : 0;
      node.append(svg("text", { y: shown * 0.36, dy, "font-size": shown, "data-size": size },
        kind[1]));
    }
    return node;
  }

  /**
   * Takes a change: new kinds, bodies that are gone, bodies that came or moved.
   * @param {{k?: Kind[], x?: number[], z?: number[]}} patch
   */
  patch(patch) {
    if (patch.k) this.kinds.push(...patch.k);
    for (const id of patch.x ?? []) this.bodies.delete(id);
    put(this.bodies, patch.z);
    this.draw();
  }

  /**
   * The place of a pointer in the board's units.
   * @param {{clientX: number, clientY: number}} event
   */
  point(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: point.x, y: point.y };
  }

  /** The middle of the body that is the nearest to a point, as text: bodies in one place have the same.
   * @param {{x: number, y: number}} point */
  nearest(point) {
    let [least, middle] = [Infinity, ""];
    for (const { x, y } of this.bodies.values()) {
      const far = Math.hypot(x - point.x, y - point.y);
      if (far < least) [least, middle] = [far, `${x},${y}`];
    }
    return middle;
  }

  /** Shows part of the board: the left upper corner and the magnification. */
  zoom() {
    const { x, y, scale } = this.view;
    this.svg.setAttribute(
      "viewBox", `${x} ${y} ${this.width / scale} ${this.height / scale}`);
  }

  /**
   * Magnifies about a place that stays where it is.
   * @param {number} factor
   * @param {{x: number, y: number}} place
   */
  zoomAbout(factor, place) {
    const scale = Math.min(8, Math.max(1, this.view.scale * factor));
    const ratio = this.view.scale / scale;
    this.view.x = place.x - (place.x - this.view.x) * ratio;
    this.view.y = place.y - (place.y - this.view.y) * ratio;
    this.view.scale = scale;
    this.keepInside();
  }

  /** @param {number} dx @param {number} dy in the board's units */
  pan(dx, dy) {
    this.view.x += dx;
    this.view.y += dy;
    this.keepInside();
  }

  keepInside() {
    const { scale } = this.view;
    const limit = (/** @type {number} */ value, /** @type {number} */ size) =>
      Math.min(Math.max(0, value), size - size / scale);
    this.view.x = limit(this.view.x, this.width);
    this.view.y = limit(this.view.y, this.height);
    this.zoom();
  }
}
