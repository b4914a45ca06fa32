//@ts-check
/** Plays films: a board, turn by turn. */
import { Board, circle, outline, put } from "./board.js";
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

/** One turn; returns the bodies that went, and how. @param {Map<number, any>} map @param {any} turn */
export function advance(map, turn) {
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

export class FilmView {
  /** @param {any} film @param {string} label */
  constructor(film, label) {
    this.film = film;
    this.board = new Board(film, { label });
    this.at = 0;
    this.frame = 0;
    this.count = film.t.length;
    this.svg = this.board.svg;
  }

  /** Shows the board after a number of turns, with what the last one did. @param {number} turn */
  show(turn) {
    cancelAnimationFrame(this.frame);
    this.at = Math.max(0, Math.min(this.count, turn));
    const map = bodiesAfter(this.film, Math.max(0, this.at - 1));
    const last = this.at > 0 ? this.film.t[this.at - 1] : null;
    const gone = last ? advance(map, last) : [];
    this.board.bodies = map;
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
      const length = (paths.length ? Math.max(250, Math.min(time * 8, 5000))
        : Math.min(turn.d ?? 150, 3000)) / speed;
      let begun = 0;
      const tick = (/** @type {number} */ now) => {
        if (!begun) begun = now;
        const share = Math.min(1, (now - begun) / Math.max(1, length));
        balls.forEach((/** @type {any} */ ball, /** @type {number} */ i) => {
          const [x, y] = along(paths[i], share * time);
          ball.setAttribute("transform", `translate(${x} ${y})`);
        });
        if (share < 1) this.frame = requestAnimationFrame(tick);
        else end();
      };
      this.frame = requestAnimationFrame(tick);
    });
  }
}
