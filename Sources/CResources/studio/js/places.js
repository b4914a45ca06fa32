//@ts-check
/**
 * The places of a board that tools fill, as a grid for the keyboard and for screen readers, and
 * the way from a point to the nearest place.
 */
import { svg } from "./dom.js";

/** @typedef {{name: string, x: number, y: number, r: number, row: number, column: number, words: string}} Place */

export class Places {
  /** @param {any[][]} data name, x, y, radius, row, column and words of each place */
  constructor(data) {
    const places = data.map(([name, x, y, r, row, column, words]) =>
      /** @type {Place} */ ({ name, x, y, r, row, column, words }));
    this.list = places;
    /** @type {Map<string, Place>} */
    this.byName = new Map(places.map((place) => [place.name, place]));
    /** @type {Map<number, Place[]>} */
    this.rows = new Map();
    for (const place of places) {
      const row = this.rows.get(place.row) ?? [];
      row.push(place);
      this.rows.set(place.row, row);
    }
    this.cursor = places[0]?.name ?? "";
    this.layer = svg("g", { class: "places", role: "presentation" });
    /** The outlines of all places. */
    this.wells = svg("g", { class: "wells", "aria-hidden": "true" });
    for (const { x, y, r } of places) {
      this.wells.append(svg("circle", { cx: x, cy: y, r: r * 0.9 }));
    }
    this.ring = svg("circle", { class: "cursor", r: 0 });
    for (const [, row] of [...this.rows].sort((a, b) => a[0] - b[0])) {
      const group = svg("g", { role: "row" });
      for (const place of row) {
        group.append(svg("circle", {
          role: "gridcell", id: `cell-${place.name.replace(",", "-")}`, class: "place",
          cx: place.x, cy: place.y, r: place.r, "aria-label": place.words,
        }));
      }
      this.layer.append(group);
    }
    this.layer.append(this.ring);
  }

  /**
   * The place that a point is nearest to, if it is within half a place of it.
   * @param {{x: number, y: number}} point
   * @returns {Place | null}
   */
  nearest(point) {
    let best = null;
    let least = Infinity;
    for (const place of this.list) {
      const distance = Math.hypot(place.x - point.x, place.y - point.y) / place.r;
      if (distance < least) {
        least = distance;
        best = place;
      }
    }
    return least <= 1.5 ? best : null;
  }

  /**
   * The places on the way between two points, so that a quick drag skips none.
   * @param {{x: number, y: number}} from
   * @param {{x: number, y: number}} to
   */
  between(from, to) {
    const step = Math.max(1, (this.list[0]?.r ?? 10) / 2);
    const count = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / step);
    /** @type {string[]} */
    const names = [];
    for (let i = 1; i <= count; i += 1) {
      const place = this.nearest({
        x: from.x + (to.x - from.x) * i / count, y: from.y + (to.y - from.y) * i / count,
      });
      if (place && names[names.length - 1] !== place.name) names.push(place.name);
    }
    return names;
  }

  /** The words of places may change with what lies there. @param {Record<string, string>} words */
  rename(words) {
    for (const [name, text] of Object.entries(words)) {
      const place = this.byName.get(name);
      if (!place) continue;
      place.words = text;
      document.getElementById(`cell-${name.replace(",", "-")}`)
        ?.setAttribute("aria-label", text);
    }
  }

  /**
   * The place on the other side of the middle of the board; null where there is none.
   * @param {string} name
   * @param {number} width of the board
   */
  mirrored(name, width) {
    const at = this.byName.get(name);
    if (!at) return null;
    const row = this.rows.get(at.row) ?? [];
    return row.find((one) => Math.abs(one.x - (width - at.x)) < at.r / 2)?.name ?? null;
  }

  /**
   * Moves the cursor by arrows: along a row, or to the nearest place of the next row.
   * @param {string} key
   */
  step(key) {
    const at = this.byName.get(this.cursor);
    if (!at) return;
    const row = this.rows.get(at.row) ?? [];
    const index = row.indexOf(at);
    let next = at;
    if (key === "ArrowLeft") next = row[index - 1] ?? at;
    if (key === "ArrowRight") next = row[index + 1] ?? at;
    if (key === "ArrowUp" || key === "ArrowDown") {
      const other = this.rows.get(at.row + (key === "ArrowUp" ? -1 : 1)) ?? [at];
      next = other.reduce((a, b) => Math.abs(b.x - at.x) < Math.abs(a.x - at.x) ? b : a);
    }
    this.cursor = next.name;
    this.show();
  }

  /** Shows the cursor. */
  show() {
    const at = this.byName.get(this.cursor);
    if (!at) return;
    this.ring.setAttribute("cx", at.x);
    this.ring.setAttribute("cy", at.y);
    this.ring.setAttribute("r", at.r);
  }

  get active() {
    return `cell-${this.cursor.replace(",", "-")}`;
  }
}
