//@ts-check
/** What is drawn over a board while a person plays: the aim, keys of bodies, bodies that move. */
import { circle, outline } from "./board.js";
import { svg } from "./dom.js";

export class Aim {
  /** @param {any} view the film's view */
  constructor(view) {
    this.view = view;
    this.lines = svg("g", { class: "aim", "aria-hidden": "true" });
    this.badges = svg("g", { class: "badges", "aria-hidden": "true" });
    view.svg.append(this.lines, this.badges);
    /** @type {any} */
    this.motion = null;
    /** @type {[number, string][]} */
    this.labels = [];
    this.frame = 0;
    /** Seconds of the game's clock. @type {() => number} */
    this.clock = () => 0;
  }

  /** @param {any} preview */
  show(preview) {
    this.lines.textContent = "";
    if (!preview) return;
    for (const path of preview.paths ?? []) {
      let data = "";
      for (let i = 0; i < path.length; i += 2) data += `${i ? "L" : "M"}${path[i]} ${path[i + 1]}`;
      this.lines.append(svg("path", { class: "way", d: data }));
    }
    if (preview.ring) {
      const [x, y, r] = preview.ring;
      this.lines.append(svg("path", { class: "ring", d: circle(r),
        transform: `translate(${x} ${y})` }));
    }
    if (preview.cross) {
      const [x, y] = preview.cross;
      this.lines.append(svg("path", { class: "cross", d: "M-13 0H13M0 -13V13",
        transform: `translate(${x} ${y})` }));
    }
    for (const id of preview.meant ?? []) this.outline(id, "meant");
    for (const id of preview.marks ?? []) this.outline(id, "mark-out");
  }

  /** @param {number} id @param {string} style */
  outline(id, style) {
    const body = this.view.board.bodies.get(id);
    if (!body) return;
    const { x, y } = this.place(id, body);
    const line = svg("path", { class: style, d: outline(this.view.board.kinds[body.k]),
      transform: `translate(${x} ${y})` });
    line.body = id;
    this.lines.append(line);
  }

  clear() {
    this.show(null);
  }

  /** @param {[number, string][]} labels */
  label(labels) {
    this.labels = labels;
    this.badges.textContent = "";
    for (const [id, key] of labels) {
      const body = this.view.board.bodies.get(id);
      if (!body) continue;
      const kind = this.view.board.kinds[body.k];
      const radius = typeof kind[2] === "number" ? kind[2] : 0;
      const [dx, dy] = radius ? [radius * 0.72, -radius * 0.72] : [-18, 30];
      const { x, y } = this.place(id, body);
      const badge = svg("g", { transform: `translate(${x} ${y})` },
        svg("path", { d: circle(radius ? 13 : 9), transform: `translate(${dx} ${dy})` }),
        svg("text", { x: dx, y: dy + (radius ? 6 : 4), "font-size": radius ? 17 : 12 }, key));
      badge.body = id;
      this.badges.append(badge);
    }
  }

  /** @param {any} motion @param {() => number} clock */
  move(motion, clock) {
    this.clock = clock;
    this.motion = motion
      ? { ...motion, by: new Map(motion.bodies.map((/** @type {any} */ one) => [one[0], one])) }
      : null;
    cancelAnimationFrame(this.frame);
    if (this.motion) this.tick();
  }

  tick() {
    for (const id of this.motion.by.keys()) {
      const body = this.view.board.bodies.get(id);
      const node = this.view.board.nodes.get(id);
      if (!body || !node) continue;
      const { x, y } = this.place(id, body);
      node.setAttribute("transform", `translate(${x} ${y})`);
    }
    for (const node of [...this.badges.children, ...this.lines.children]) {
      const body = this.view.board.bodies.get(node.body);
      if (!body) continue;
      const { x, y } = this.place(node.body, body);
      node.setAttribute("transform", `translate(${x} ${y})`);
    }
    this.frame = requestAnimationFrame(() => this.tick());
  }

  /** Where a body is just now. @param {number} id @param {{x: number, y: number}} body */
  place(id, body) {
    const way = this.motion?.by.get(id);
    if (!way) return body;
    const { distances, start, interval } = this.motion;
    const at = Math.max(0, (this.clock() - start) / interval);
    const i = Math.min(Math.floor(at), distances.length - 1);
    const next = Math.min(i + 1, distances.length - 1);
    const far = distances[i] + (distances[next] - distances[i]) * Math.min(1, at - i);
    return { x: body.x + way[1] * far, y: body.y + way[2] * far };
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.motion = null;
  }
}
