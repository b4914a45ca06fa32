// Lets playtest play a game that is written in JavaScript: one file, node's own modules only, node
// 18 or later.
//
//     import { Game, serve } from "./playtest-engine.mjs";
//
//     class Nerve extends Game {
//       static about = { name: "nerve", hidden: "imagine", ... };
//       ...
//     }
//     serve(Nerve);
//
// A `Game` is one position. `serve` speaks playtest's engine protocol, version 1, on standard input
// and output (docs/engines.md); `console.log` goes to standard error, which playtest keeps as the
// engine's log.
import { readSync, writeSync } from "node:fs";

export const VERSION = 1;

const WEYL_HIGH = 0x9e3779b9;
const WEYL_LOW = 0x7f4a7c15;

/** The high 32 bits of the product of two numbers of 32 bits. */
function highProduct(a, b) {
  const lowA = a & 0xffff;
  const highA = a >>> 16;
  const lowB = b & 0xffff;
  const highB = b >>> 16;
  const low = lowA * lowB;
  const middle = highA * lowB + (low >>> 16);
  const other = lowA * highB + (middle & 0xffff);
  return (highA * highB + Math.floor(middle / 65536) + (other >>> 16)) >>> 0;
}

/**
 * Random numbers of one game: the key of a stream, and how many were drawn of it. Draw k is that of
 * `pt_bits(key, k)` in the other clients and in playtest: 64 bits, here in two halves.
 */
export class Random {
  constructor(key, count = 0) {
    this.key = key;
    this.count = count;
    /** The halves of the last draw. */
    this.high = 0;
    this.low = 0;
  }

  draw() {
    const k = ++this.count; // Below 2^32, so that k * WEYL needs its low half times k only.
    const low = Math.imul(k, WEYL_LOW) >>> 0;
    const high = (highProduct(k, WEYL_LOW) + Math.imul(k, WEYL_HIGH)) >>> 0;
    const sum = low + (this.key >>> 0);
    let l = sum >>> 0;
    let h = (high + Math.floor(this.key / 4294967296) + (sum > 4294967295 ? 1 : 0)) >>> 0;
    l = (l ^ ((l >>> 30) | (h << 2))) >>> 0;
    h = (h ^ (h >>> 30)) >>> 0;
    h = (highProduct(l, 0x1ce4e5b9) + Math.imul(l, 0xbf58476d) + Math.imul(h, 0x1ce4e5b9)) >>> 0;
    l = Math.imul(l, 0x1ce4e5b9) >>> 0;
    l = (l ^ ((l >>> 27) | (h << 5))) >>> 0;
    h = (h ^ (h >>> 27)) >>> 0;
    h = (highProduct(l, 0x133111eb) + Math.imul(l, 0x94d049bb) + Math.imul(h, 0x133111eb)) >>> 0;
    l = Math.imul(l, 0x133111eb) >>> 0;
    this.low = (l ^ ((l >>> 31) | (h << 1))) >>> 0;
    this.high = (h ^ (h >>> 31)) >>> 0;
  }

  /** 64 random bits, as a BigInt. */
  bits() {
    this.draw();
    return (BigInt(this.high) << 32n) | BigInt(this.low);
  }

  /** A number from 0 to below 1. */
  uniform() {
    this.draw();
    return (this.high * 2097152 + (this.low >>> 11)) * 2 ** -53;
  }

  /** A whole number from 0 to below `limit`, at most 2^20. */
  below(limit) {
    this.draw();
    const low = Math.floor((this.low * limit) / 4294967296);
    return Math.floor((this.high * limit + low) / 4294967296);
  }

  /** One of a list. */
  choice(members) {
    return members[this.below(members.length)];
  }

  /** Puts a list into a random order. */
  shuffle(members) {
    for (let last = members.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [members[last], members[other]] = [members[other], members[last]];
    }
  }

  copy() {
    return new Random(this.key, this.count);
  }
}

/** What is wrong with a level; `field` names the one to blame. */
export class LevelError extends Error {
  constructor(message, field) {
    super(message);
    this.field = field;
  }
}

/**
 * One position of a single-player game; subclass it. `about` is as in a game in Lua
 * (docs/own-games.md).
 */
export class Game {
  /**
   * name; version, of your build; summary; fields, the level's own; move, its numbers with minimum
   * and maximum; events; metrics; reasons, why a game can be lost; max_moves; goal; and `hidden`,
   * which is required: "none" where nothing is hidden and nothing drawn, else "imagine".
   */
  static about = {};

  /** Throws `LevelError` for a level that cannot be played. */
  static check(level) {}

  /** Sets up the position by `this.level` and `this.random`. */
  new() {
    throw new Error(`${this.constructor.name} has no method new()`);
  }

  /** The legal moves: lists of whole numbers, or bare numbers. It must not change anything. */
  moves() {
    throw new Error(`${this.constructor.name} has no method moves()`);
  }

  /** Plays one of `moves`, in the form in which `moves` gave it. */
  apply(move) {
    throw new Error(`${this.constructor.name} has no method apply(move)`);
  }

  /** The score, a whole number. */
  score() {
    return 0;
  }

  /** "won", "lost" or "ended" when the game is over, otherwise null. */
  end() {
    throw new Error(`${this.constructor.name} has no method end()`);
  }

  /**
   * Makes of this copy something that its player could believe, with `this.random`, whose stream is
   * new. By what the player sees alone: never by the true hidden values. A game whose only secret
   * is what it will draw needs none.
   */
  imagine() {}

  /** An independent copy; write your own where speed matters. */
  copy() {
    const other = Object.create(Object.getPrototypeOf(this));
    for (const name of Object.keys(this)) {
      other[name] = name === "level" ? this.level : copied(this[name]);
    }
    return other;
  }

  /** The moves of this position, calculated once; for `end`, not while `apply` is at work. */
  get offered() {
    this.known ??= this.moves();
    return this.known;
  }

  /** Notes an event with a whole number. */
  emit(name, value = 1) {
    if (this.pending) this.pending.push([name, value]);
    else this.pending = [[name, value]];
  }

  // What you may write too: worth(), for players that look ahead; view(), what the player sees, as
  // JSON; picture(), text; observe(), a list of numbers; figures(), the declared metrics; reason(),
  // why the game was lost, one of `reasons`, or null; save(), text without `level` and `random`, and
  // load(text).
}

function copied(value) {
  if (value === null || typeof value !== "object") {
    if (typeof value !== "function") return value;
  } else if (Array.isArray(value)) {
    for (const member of value) if (typeof member === "object") return value.map(copied);
    return value.slice();
  } else if (value instanceof Random || value instanceof Game) {
    return value.copy();
  } else if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    return value.slice();
  } else if (value instanceof Set) {
    return new Set(value);
  } else if (value instanceof Map) {
    return new Map([...value].map(([key, member]) => [key, copied(member)]));
  } else if ([Object.prototype, null].includes(Object.getPrototypeOf(value))) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copied(member)]));
  }
  throw new TypeError(
    `Game.copy cannot copy a ${value.constructor.name}; keep lists, objects, numbers and texts in` +
      " the game, or write a copy() of your own",
  );
}

class Problem extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

function isSame(a, b) {
  if (!Array.isArray(a)) a = [a];
  if (!Array.isArray(b)) b = [b];
  return a.length === b.length && a.every((number, place) => number === b[place]);
}

/** Carries out the operations of the protocol on the positions of one game. */
export class Engine {
  constructor(game) {
    const { name, hidden } = game.about;
    if (hidden !== "none" && hidden !== "imagine") {
      throw new TypeError(
        `${game.name}: about.hidden must be "none" (nothing is hidden or drawn) or "imagine"`,
      );
    }
    if (typeof name !== "string" || name === "") {
      throw new TypeError(`${game.name}: about.name must be the name of the game`);
    }
    if ((game.about.players ?? 1) !== 1) {
      throw new TypeError(
        `${game.name}: about.players can only be 1, as an engine's game has one player; leave it` +
          " out, and let apply move for the others",
      );
    }
    this.game = game;
    this.levels = new Map();
    this.states = new Map();
    const has = (word) => typeof game.prototype[word] === "function";
    this.asked = ["view", "picture", "observe", "figures"].filter(has);
    this.saves = has("save") && has("load");
    this.hasWorth = has("worth");
    this.hasReason = has("reason");
    this.can = ["copy", "try"];
    if (hidden === "imagine") this.can.push("imagine");
    this.can.push(...this.asked.filter((word) => word !== "figures"));
    if (this.saves) this.can.push("save");
  }

  /** The answer to a line, without its line end. */
  answer(line) {
    let id = null;
    try {
      const request = JSON.parse(line);
      id = request.id ?? null;
      if (request.hello) return JSON.stringify({ id, ...this.hello(request.hello) });
      if (!Array.isArray(request.do)) throw new TypeError("there is neither hello nor do");
      return JSON.stringify({ id, ...this.frame(request.do) });
    } catch (error) {
      const message = `this line is not a request: ${error.message}`;
      return JSON.stringify({ id, r: [], error: { op: 0, kind: "failed", message } });
    }
  }

  hello(host) {
    if (!host.versions?.includes(VERSION)) {
      const message =
        `this engine supports version ${VERSION} of the protocol, the host ${host.versions}`;
      return { error: { op: 0, kind: "unsupported", message } };
    }
    const { version = "1", ...about } = this.game.about;
    return {
      version: VERSION,
      engine: { name: about.name, version },
      can: this.can,
      game: {
        summary: "", fields: [], move: [["move", 0, 32767]], events: {}, metrics: [],
        max_moves: 2000, goal: true, ...about,
      },
    };
  }

  frame(operations) {
    const r = [];
    try {
      for (const operation of operations) r.push(this.perform(operation));
      return { r };
    } catch (error) {
      const problem = { op: r.length, kind: "failed", message: error.message };
      if (error instanceof Problem) {
        problem.kind = error.kind;
      } else if (error instanceof LevelError) {
        problem.kind = "level";
        if (error.field !== undefined) problem.field = error.field;
      } else {
        console.error(error.stack ?? error);
        problem.message = String(error);
      }
      return { r, error: problem };
    }
  }

  perform([word, a, b, c]) {
    switch (word) {
      case "level": {
        const usual = (this.game.about.fields ?? []).map((field) => [field.name, field.default]);
        const level = { ...Object.fromEntries(usual), ...b };
        this.game.check(level);
        this.levels.set(a, level);
        return null;
      }
      case "forget":
        this.level(a);
        this.levels.delete(a);
        return null;
      case "new": {
        const game = this.made(b, c);
        game.new();
        const held = { game, moves: [] };
        const look = this.look(held);
        this.states.set(a, held);
        return look;
      }
      case "apply": {
        const held = this.held(a);
        const move = held.moves.find((offered) => isSame(offered, b));
        if (move === undefined) throw new Problem("illegal", `there is no move ${b}`);
        held.game.apply(move);
        held.game.known = undefined;
        return this.look(held);
      }
      case "drop":
        this.held(a);
        this.states.delete(a);
        return null;
      case "copy": {
        const held = this.held(a);
        this.states.set(b, { game: held.game.copy(), moves: held.moves });
        return null;
      }
      case "imagine": {
        if (!this.can.includes("imagine")) break;
        const held = this.held(a);
        this.states.set(b, { game: this.imagined(held, c), moves: held.moves });
        return null;
      }
      case "try": {
        const held = this.held(a);
        const imagined = this.imagined(held, b);
        return held.moves.map((move) => {
          const game = imagined.copy();
          game.apply(move);
          game.known = undefined;
          const answer = [game.score(), game.end()];
          if (this.hasWorth) answer.push(game.worth());
          return answer;
        });
      }
      case "view":
      case "picture":
      case "observe":
      case "figures":
        if (!this.asked.includes(word)) break;
        return this.held(a).game[word]();
      case "save": {
        if (!this.saves) break;
        const { game } = this.held(a);
        return JSON.stringify([game.random.key, game.random.count, game.save()]);
      }
      case "load": {
        if (!this.saves) break;
        const [key, count, text] = JSON.parse(c);
        const game = this.made(b, key);
        game.random.count = count;
        game.load(text);
        const held = { game, moves: [] };
        this.look(held);
        this.states.set(a, held);
        return null;
      }
    }
    throw new Problem("unsupported", `this engine does not support ${JSON.stringify(word)}`);
  }

  level(number) {
    const level = this.levels.get(number);
    if (level === undefined) throw new Problem("state", `there is no level ${number}`);
    return level;
  }

  held(number) {
    const held = this.states.get(number);
    if (held === undefined) throw new Problem("state", `there is no state ${number}`);
    return held;
  }

  made(level, key) {
    const game = new this.game();
    game.level = this.level(level);
    game.random = new Random(key);
    return game;
  }

  imagined(held, seed) {
    const game = held.game.copy();
    if (seed !== undefined && this.game.about.hidden === "imagine") {
      game.random = new Random(seed);
      game.imagine();
    }
    return game;
  }

  look(held) {
    const { game } = held;
    const end = game.end();
    held.moves = end ? [] : game.offered;
    const look = { score: game.score(), moves: held.moves };
    if (end) look.end = end;
    if (end === "lost" && this.hasReason) look.reason = game.reason();
    if (game.pending) {
      look.events = game.pending;
      game.pending = undefined;
    }
    if (this.hasWorth) look.worth = game.worth();
    return look;
  }
}

/** Waits a millisecond: for pipes that are set not to block. */
function pause() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}

function write(text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      pause();
    }
  }
}

/** Answers playtest until its standard input ends. */
export function serve(game) {
  console.log = console.info = console.debug = console.error;
  const engine = new Engine(game);
  const bytes = Buffer.allocUnsafe(1 << 16);
  let parts = [];
  for (;;) {
    let count;
    try {
      count = readSync(0, bytes, 0, bytes.length);
    } catch (error) {
      if (error.code === "EOF") return;
      if (error.code !== "EAGAIN") throw error;
      pause();
      continue;
    }
    if (count === 0) return;
    let start = 0;
    for (;;) {
      const end = bytes.subarray(0, count).indexOf(10, start);
      if (end < 0) break;
      // Whole lines are decoded, as a character may lie on both sides of a read.
      parts.push(Buffer.from(bytes.subarray(start, end)));
      const line = (parts.length === 1 ? parts[0] : Buffer.concat(parts)).toString();
      parts = [];
      start = end + 1;
      try {
        write(engine.answer(line) + "\n");
      } catch (error) {
        if (error.code === "EPIPE") return; // The host is gone.
        throw error;
      }
    }
    if (start < count) parts.push(Buffer.from(bytes.subarray(start, count)));
  }
}
