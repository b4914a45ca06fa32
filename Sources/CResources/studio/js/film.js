//@ts-check
/** Plays films: a board, turn by turn. */
import { Board, circle, outline, place, put } from "./board.js";
import { svg } from "./dom.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Bodies after the first turns of a film. @param {any} film @param {number} count */
export function bodiesAfter(film, count) {
  /** @type {Map<number, any>} */
  const map = new Map();
  put(map, film.b);
  for (const turn of film.t.slice(0, count)) advance(map, turn);
  return map;
}

/** Turns bodies. @param {Map<number, any>} map @param {number[] | undefined} list id, degrees */
function aim(map, list) {
  for (let i = 0; i < (list?.length ?? 0); i += 2) {
    const body = map.get(/** @type {any} */ (list)[i]);
    if (body) body.turn = /** @type {any} */ (list)[i + 1];
  }
}

/** One turn; returns the bodies that went, and how. @param {Map<number, any>} map @param {any} turn */
export function advance(map, turn) {
  aim(map, turn.o);
  put(map, turn.a);
  const gone = [];
  for (const how of ["p", "f"]) {
    for (const id of turn[how] ?? []) {
      const body = map.get(id);
      if (body) gone.push({ body, how });
      map.delete(id);
    }
  }
  for (const id of turn.x ?? []) map.delete(id);
  put(map, turn.z);
  return gone;
}

/** Where a ball is on its path at a time. @param {number[]} path @param {number} time */
function along(path, time) {
  for (let i = 3; i < path.length; i += 3) {
    if (time <= path[i + 2] || i + 3 >= path.length) {
      const span = Math.max(1, path[i + 2] - path[i - 1]);
      const share = Math.max(0, Math.min(1, (time - path[i - 1]) / span));
      return [path[i - 3] + (path[i] - path[i - 3]) * share,
        path[i - 2] + (path[i + 1] - path[i - 2]) * share];
    }
  }
  return [path[0], path[1]];
}

/** What a turn did, in words: what a game says of it may begin with its number.
 * @param {{w: string}} turn */
export const moveWords = (turn) => turn.w.replace(/^turn \d+: /, "");

/**
 * A turn with its number, in words.
 * @param {number} at
 * @param {number} count
 * @param {{w: string} | null} [turn]
 */
export const turnWords = (at, count, turn) => `Turn ${at} of ${count}`
  + (turn ? `: ${moveWords(turn)}` : "");

export class FilmView {
  /** @param {any} film @param {string} label */
  constructor(film, label) {
    this.film = film;
    this.board = new Board(film, { label });
    this.at = 0;
    this.frame = 0;
    this.count = film.t.length;
    this.svg = this.board.svg;
    // The board as far as it goes: balls bounce off its sides.
    this.extent = svg("rect", { class: "extent", width: this.board.width,
      height: this.board.height });
    this.svg.prepend(this.extent);
  }

  /** The board has become larger. */
  resize() {
    this.extent.setAttribute("width", this.board.width);
    this.extent.setAttribute("height", this.board.height);
  }

  /** Shows the board after a number of turns, with what the last one did. @param {number} turn */
  show(turn) {
    cancelAnimationFrame(this.frame);
    this.at = Math.max(0, Math.min(this.count, turn));
    const map = bodiesAfter(this.film, Math.max(0, this.at - 1));
    const last = this.at > 0 ? this.film.t[this.at - 1] : null;
    const gone = last ? advance(map, last) : [];
    this.board.bodies = map;
    for (const node of this.board.nodes.values()) node.classList.remove("lit");
    this.board.draw();
    this.clear();
    if (!last) return;
    for (const path of last.q ?? []) this.trail(path);
    this.cross(last);
    for (const { body, how } of gone) this.ring(body, how);
    for (const id of last.n ?? []) {
      const body = map.get(id);
      if (body) this.ring(body, "n");
    }
  }

  /** Ends what is being played. */
  stop() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.frame);
  }

  clear() {
    this.board.under.textContent = "";
    this.board.over.textContent = "";
  }

  /** @param {number[]} path */
  trail(path) {
    let data = "";
    for (let i = 0; i < path.length; i += 3) data += `${i ? "L" : "M"}${path[i]} ${path[i + 1]}`;
    this.board.under.append(svg("path", { class: "trail", d: data }));
  }

  /** @param {any} body @param {string} how */
  ring(body, how) {
    this.board.over.append(svg("path", { class: `ghost ${how}`,
      d: outline(this.board.kinds[body.k]), transform: `translate(${body.x} ${body.y})` }));
  }

  /** @param {any} turn */
  cross(turn) {
    if (!turn.m) return;
    this.board.over.append(svg("path", { class: "touch", d: "M-11 -11L11 11M-11 11L11 -11",
      transform: `translate(${turn.m[0]} ${turn.m[1]})` }));
  }

  /**
   * What moves beside the balls: aims are taken first, ways followed, bodies lit when they are hit.
   * @param {any} turn
   * @param {Map<number, number>} before the degrees by which bodies were turned
   * @param {number[][]} ways
   * @param {number} share of the turn
   * @param {number} time
   */
  turnAndLight(turn, before, ways, share, time) {
    const { nodes, bodies } = this.board;
    const part = Math.min(1, share * 8);
    for (let i = 0; i < (turn.o?.length ?? 0); i += 2) {
      const body = bodies.get(turn.o[i]), from = before.get(turn.o[i]) ?? 0;
      if (body) {
        place(nodes.get(turn.o[i]), body.x, body.y, from + ((body.turn ?? 0) - from) * part);
      }
    }
    for (const way of ways) {
      const [x, y] = along(way.slice(1), time);
      if (nodes.has(way[0])) place(nodes.get(way[0]), x, y);
    }
    for (let i = 0; i < (turn.l?.length ?? 0); i += 2) {
      if (turn.l[i + 1] <= time) nodes.get(turn.l[i])?.classList.add("lit");
    }
  }

  /**
   * Plays the next turn, then resolves. Where motion is to be reduced it is only shown.
   * @param {number} speed
   * @returns {Promise<void>}
   */
  next(speed) {
    return new Promise((resolve) => {
      const turn = this.film.t[this.at];
      if (!turn) return resolve();
      const end = () => {
        this.show(this.at + 1);
        resolve();
      };
      if (still.matches) {
        this.frame = window.setTimeout(end, 600 / speed);
        return;
      }
      this.clear();
      const paths = turn.q ?? [];
      let time = 0;
      const balls = paths.map((/** @type {number[]} */ path) => {
        time = Math.max(time, path[path.length - 1]);
        this.trail(path);
        const ball = svg("path", { class: "flying", d: circle(this.film.w > 600 ? 9 : 17) });
        this.board.over.append(ball);
        return ball;
      });
      /** @type {number[][]} */
      const ways = turn.v ?? [];
      for (const way of ways) time = Math.max(time, way[way.length - 1]);
      const before = new Map([...this.board.bodies].map(([id, body]) => [id, body.turn ?? 0]));
      aim(this.board.bodies, turn.o);
      const length = (paths.length ? Math.max(250, Math.min(time * 8, 5000))
        : Math.min(turn.d ?? 150, 3000)) / speed;
      let begun = 0;
      const tick = (/** @type {number} */ now) => {
        if (!begun) begun = now;
        const share = Math.min(1, (now - begun) / Math.max(1, length));
        balls.forEach((/** @type {any} */ ball, /** @type {number} */ i) => {
          const path = paths[i], [x, y] = along(path, share * time);
          place(ball, x, y);
          // A ball that comes later, or is gone, is not there.
          ball.style.visibility = share * time < path[2]
            || share * time > path[path.length - 1] ? "hidden" : "visible";
        });
        this.turnAndLight(turn, before, ways, share, share * time);
        if (share < 1) this.frame = requestAnimationFrame(tick);
        else end();
      };
      this.frame = requestAnimationFrame(tick);
    });
  }
}
