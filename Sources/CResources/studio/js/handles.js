//@ts-check
/** Free objects on a board: choosing, moving, sizing, turning, and the form with their numbers. */
import { outline } from "./board.js";
import { button, html, svg } from "./dom.js";

const NEAR = 14;

export class Handles {
  /** @param {any} desk @param {import("./board.js").Board} board */
  constructor(desk, board) {
    this.desk = desk;
    this.board = board;
    /** What may be done with each body. @type {Record<string, any>} */
    this.grips = {};
    /** @type {number | null} */
    this.chosen = null;
    /** @type {"" | "move" | "size" | "turn"} */
    this.action = "";
    /** From the pointer to the middle of what it holds. */
    this.offset = { x: 0, y: 0 };
    this.erases = false;
    this.isErasing = false;
    this.layer = svg("g", { class: "handles" });
    board.svg.append(this.layer);
  }

  /** The body at a point: the one in front. @param {{x: number, y: number}} point */
  at(point) {
    let found = null;
    for (const [id, body] of this.board.bodies) {
      if (!this.grips[id]) continue;
      const kind = this.board.kinds[body.k];
      const grip = this.grips[id];
      const spot = this.rotated(point, body, -grip.turn);
      const isRound = typeof kind[2] === "number";
      if (isRound ? Math.hypot(spot.x, spot.y) <= Math.max(kind[2], grip.width / 2)
        : Math.abs(spot.x) <= grip.width / 2 && Math.abs(spot.y) <= grip.height / 2) found = id;
    }
    return found;
  }

  /** Takes a change of the board. @param {any} patch */
  patch(patch) {
    for (const id of patch.x ?? []) delete this.grips[id];
    Object.assign(this.grips, patch.grips ?? {});
  }

  /** @param {{x: number, y: number}} point @param {boolean} erases */
  press(point, erases) {
    this.action = "";
    this.erases = erases;
    if (!erases && this.chosen !== null && this.grips[this.chosen]) {
      const { turn, corner } = this.knobs(this.chosen);
      const scale = NEAR * this.board.width / this.board.svg.clientWidth;
      if (turn && Math.hypot(turn.x - point.x, turn.y - point.y) < scale) this.action = "turn";
      if (corner && Math.hypot(corner.x - point.x, corner.y - point.y) < scale) {
        this.action = "size";
      }
    }
    if (this.action === "" && !erases) {
      const body = this.at(point);
      if (body !== null) {
        this.choose(body);
        this.offset = { x: this.grips[body].x - point.x, y: this.grips[body].y - point.y };
        if (this.grips[body].move) this.action = "move";
      }
    }
  }

  /** @param {{x: number, y: number}} point */
  drag(point) {
    if (this.erases) return this.erase(this.at(point));
    const id = this.chosen;
    if (id === null || this.action === "") return;
    const body = this.board.bodies.get(id);
    const grip = this.grips[id];
    if (!body || !grip) return;
    if (this.action === "move") {
      const { x, y } = this.offset;
      this.desk.gesture({ move: { body: id, x: Math.round(point.x + x),
        y: Math.round(point.y + y) } });
    } else if (this.action === "turn") {
      const radians = Math.atan2(point.x - body.x, body.y - point.y);
      this.desk.gesture({ turn: { body: id, radians: Number(radians.toFixed(3)) } });
    } else {
      const reach = this.rotated(point, body, -(grip.turn ?? 0));
      this.desk.gesture({ resize: { body: id, width: Math.max(1, Math.round(Math.abs(reach.x) * 2)),
        height: Math.max(1, Math.round(Math.abs(reach.y) * 2)) } });
    }
  }

  /** @param {{x: number, y: number}} point @param {PointerEvent} event */
  tap(point, event) {
    const body = this.at(point);
    const { tools } = this.desk;
    if (tools.use === "erase" || event.button === 2) {
      this.erase(body);
    } else if (body !== null) {
      this.choose(body);
    } else if (tools.use === "put") {
      this.desk.gesture({ put: { tool: tools.chosen, x: Math.round(point.x),
        y: Math.round(point.y) } });
    }
  }

  /** @param {{x: number, y: number}} point */
  hold(point) {
    const body = this.at(point);
    this.erase(body);
  }

  /** Removes a body, once; numbers may mean other bodies after it. @param {number | null} body */
  async erase(body) {
    if (body === null || this.isErasing || !this.grips[body].remove) return;
    this.isErasing = true;
    this.choose(null);
    await this.desk.gesture({ remove: { body } });
    this.isErasing = false;
  }

  /** A place was refused: what moved springs back with the board that is true. */
  refused() {
    this.layer.classList.add("refused");
    setTimeout(() => this.layer.classList.remove("refused"), 400);
    this.draw();
  }

  /** @param {number | null} body */
  choose(body) {
    this.chosen = body;
    this.draw();
  }

  /** @param {{x: number, y: number}} point @param {{x: number, y: number}} about @param {number} angle */
  rotated(point, about, angle) {
    const x = point.x - about.x;
    const y = point.y - about.y;
    return { x: x * Math.cos(angle) - y * Math.sin(angle),
      y: x * Math.sin(angle) + y * Math.cos(angle) };
  }

  /** Where the knobs of a body are. @param {number} id */
  knobs(id) {
    const body = this.board.bodies.get(id);
    const grip = this.grips[id];
    if (!body || !grip) return { turn: null, corner: null };
    const [width, height] = [grip.width ?? 40, grip.height ?? 40];
    const about = (/** @type {number} */ x, /** @type {number} */ y) => {
      const spot = this.rotated({ x, y }, { x: 0, y: 0 }, grip.turn ?? 0);
      return { x: body.x + spot.x, y: body.y + spot.y };
    };
    return {
      turn: grip.turns ? about(0, -height / 2 - 24) : null,
      corner: grip.sizes !== "none" ? about(width / 2, height / 2) : null,
    };
  }

  draw() {
    this.layer.textContent = "";
    const id = this.chosen;
    const body = id === null ? undefined : this.board.bodies.get(id);
    if (id === null || !body || !this.grips[id]) {
      this.chosen = null;
      this.desk.objects.hidden = true;
      return;
    }
    this.layer.append(svg("path", {
      class: "chosen", d: outline(this.board.kinds[body.k]),
      transform: `translate(${body.x} ${body.y})`,
    }));
    const { turn, corner } = this.knobs(id);
    if (turn) {
      this.layer.append(svg("line", { x1: body.x, y1: body.y, x2: turn.x, y2: turn.y }),
        svg("circle", { class: "knob", cx: turn.x, cy: turn.y, r: 8 }));
    }
    if (corner) {
      this.layer.append(svg("rect", { class: "knob", x: corner.x - 7, y: corner.y - 7,
        width: 14, height: 14 }));
    }
    this.form(id, body);
  }

  /** The numbers of the chosen object. @param {number} id @param {{x: number, y: number}} body */
  form(id, body) {
    const { objects } = this.desk;
    const grip = this.grips[id];
    objects.hidden = false;
    objects.textContent = "";
    const number = (/** @type {string} */ label, /** @type {number} */ value,
      /** @type {(value: number) => any} */ change) => {
      const input = html("input", { type: "number", step: "any", value, "aria-label": label,
        change: () => change(Number(input.value)) });
      return html("label", {}, label, " ", input);
    };
    objects.append(html("h2", {}, grip.words ?? `Object ${id}`), html("div", { class: "fields" },
      number("x", grip.x, (x) => this.desk.single({ move: { body: id, x, y: grip.y } })),
      number("y", grip.y, (y) => this.desk.single({ move: { body: id, x: grip.x, y } })),
      grip.sizes !== "none" ? number(grip.sizes === "one" ? "size" : "width", grip.width, (width) =>
        this.desk.single({ resize: { body: id, width,
          height: grip.sizes === "one" ? width : grip.height } })) : null,
      grip.sizes === "two" ? number("height", grip.height, (height) =>
        this.desk.single({ resize: { body: id, width: grip.width, height } })) : null,
      grip.turns ? number("turn, degrees",
        Math.round((grip.turn ?? 0) * 180 / Math.PI), (degrees) =>
          this.desk.single({ turn: { body: id, radians: degrees * Math.PI / 180 } })) : null),
    ...(grip.remove ? [button("Delete", () => this.desk.single({ remove: { body: id } }),
      { class: "danger" })] : []));
  }

  /** Points out bodies. @param {number[]} ids */
  point(ids) {
    for (const id of ids) {
      const node = this.board.nodes.get(id);
      node?.classList.add("pointed");
      setTimeout(() => node?.classList.remove("pointed"), 2000);
    }
  }

  /** Keys on the chosen object. @param {KeyboardEvent} event */
  key(event) {
    const ids = [...this.board.bodies.keys()].filter((id) => this.grips[id]);
    if (event.key === "n" || event.key === "N") {
      const at = this.chosen === null ? -1 : ids.indexOf(this.chosen);
      const next = (at + (event.key === "n" ? 1 : -1) + ids.length) % Math.max(1, ids.length);
      this.choose(ids[next] ?? null);
      return true;
    }
    const id = this.chosen;
    const body = id === null ? undefined : this.board.bodies.get(id);
    if (id === null || !body) return false;
    const grip = this.grips[id];
    const step = event.shiftKey ? 10 : 1;
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step],
      ArrowDown: [0, step] };
    const way = ways[event.key];
    if (way) this.desk.single({ move: { body: id, x: grip.x + way[0], y: grip.y + way[1] } });
    else if (event.key === "Delete") this.desk.single({ remove: { body: id } });
    else if (event.key === "+" || event.key === "-") {
      const by = event.key === "+" ? step : -step;
      this.desk.single({ resize: { body: id, width: (grip.width ?? 40) + by,
        height: (grip.height ?? 40) + by } });
    } else if (event.key === "[" || event.key === "]") {
      const by = (event.key === "]" ? 1 : -1) * (event.shiftKey ? 1 : 15) * Math.PI / 180;
      this.desk.single({ turn: { body: id, radians: (grip.turn ?? 0) + by } });
    } else return false;
    return true;
  }
}
