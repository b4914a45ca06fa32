// Tests of playtest-engine.mjs that need no other process: node --test.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Engine, Game, LevelError, Random } from "./playtest-engine.mjs";

class Countdown extends Game {
  static about = {
    name: "countdown",
    version: "3",
    fields: [{ name: "heap", kind: "whole", min: 1, max: 99, default: 9 }],
    move: [["take", 1, 2]],
    events: { taken: "what the die took" },
    hidden: "imagine",
  };

  static check(level) {
    if (level.heap > 99) throw new LevelError("must be at most 99", "heap");
  }

  new() {
    this.heap = this.level.heap;
    this.notes = { past: [[1], new Set([2])], table: new Uint8Array(2) };
    this.notes.names = new Map([[1, [2]]]);
    this.secret = this.random.below(6);
  }

  moves() {
    return [1, 2].filter((take) => take <= this.heap).map((take) => [take]);
  }

  apply([take]) {
    this.secret = this.random.below(2);
    this.heap = Math.max(0, this.heap - take - this.secret);
    this.emit("taken", this.secret);
  }

  score() {
    return -this.heap;
  }

  end() {
    return this.offered.length > 0 ? null : "won";
  }

  imagine() {
    this.secret = this.random.below(6);
  }

  view() {
    return { heap: this.heap };
  }
}

function started(heap = 9) {
  const engine = new Engine(Countdown);
  const ask = (...operations) =>
    JSON.parse(engine.answer(JSON.stringify({ id: 7, do: operations })));
  const look = ask(["level", 1, { heap }], ["new", 1, 1, 42]).r[1];
  return { engine, ask, look };
}

test("hello declares the game and what it can", () => {
  const line = JSON.stringify({ id: 0, hello: { versions: [2, 1] } });
  const hello = JSON.parse(new Engine(Countdown).answer(line));
  assert.deepEqual([hello.id, hello.version, hello.engine.version], [0, 1, "3"]);
  assert.deepEqual(hello.can, ["copy", "try", "imagine", "view"]);
  assert.deepEqual(hello.game.fields, Countdown.about.fields);
  assert.equal(hello.game.version, undefined);
});

test("hidden and name are required", () => {
  const declared = (about) => class extends Game { static about = about; };
  assert.throws(() => new Engine(declared({ name: "g" })), /hidden/);
  assert.throws(() => new Engine(declared({ hidden: "none" })), /name/);
});

test("a two-player game is refused", () => {
  class ForTwo extends Game {
    static about = { name: "g", hidden: "none", players: 2 };
  }
  assert.throws(() => new Engine(ForTwo), /ForTwo: about.players can only be 1/);
});

test("looks have score, moves and events, and an end has no moves", () => {
  const { ask, look } = started();
  assert.deepEqual(look, { score: -9, moves: [[1], [2]] });
  const [[name, value]] = ask(["apply", 1, 2]).r[0].events;
  assert.deepEqual([name, ask(["view", 1]).r[0].heap], ["taken", 7 - value]);
  const end = started(1).ask(["apply", 1, [1]], ["apply", 1, [1]]);
  assert.deepEqual([end.r[0].end, end.r[0].moves, end.error.kind], ["won", [], "illegal"]);
});

test("a loss has a reason", () => {
  class Lost extends Countdown {
    static about = { ...Countdown.about, reasons: ["dark"] };
    end() {
      return this.heap < 5 ? "won" : "lost";
    }
    reason() {
      return "dark";
    }
  }
  const engine = new Engine(Lost);
  const hello = JSON.parse(engine.answer('{"id":0,"hello":{"versions":[1]}}'));
  assert.deepEqual(hello.game.reasons, ["dark"]);
  const look = (heap) =>
    JSON.parse(engine.answer(`{"id":1,"do":[["level",1,{"heap":${heap}}],["new",1,1,42]]}`)).r[1];
  assert.deepEqual(look(9), { score: -9, moves: [], end: "lost", reason: "dark" });
  assert.equal(look(4).reason, undefined);
});

test("illegal moves change nothing", () => {
  const { ask } = started();
  for (const move of [[3], [1, 2], [], "1", null, {}, [[1]], 1.5]) {
    const { r, error } = ask(["view", 1], ["apply", 1, move], ["drop", 1]);
    assert.deepEqual([r, error.op, error.kind], [[{ heap: 9 }], 1, "illegal"]);
  }
  assert.deepEqual(ask(["view", 1]).r, [{ heap: 9 }]);
});

test("errors say which operation, and levels which field", () => {
  const { engine, ask } = started();
  assert.equal(ask(["drop", 5]).error.kind, "state");
  assert.equal(ask(["new", 3, 5, 0]).error.kind, "state");
  assert.equal(ask(["forget", 5]).error.kind, "state");
  assert.equal(ask(["dance"]).error.kind, "unsupported");
  assert.equal(ask(["save", 1]).error.kind, "unsupported");
  assert.deepEqual(ask(["level", 2, { heap: 100 }]).error, {
    op: 0, kind: "level", message: "must be at most 99", field: "heap",
  });
  for (const line of ["", "{", "[]", "7", '{"id":3}', '{"id":1,"do":7}']) {
    assert.equal(JSON.parse(engine.answer(line)).error.kind, "failed", line);
  }
});

test("copies are independent and continue with the same draws", () => {
  const { engine, ask } = started();
  ask(["copy", 1, 2], ["apply", 2, [1]]);
  assert.deepEqual(ask(["view", 1]).r, [{ heap: 9 }]);
  const [first, second] = [1, 2].map((number) => engine.states.get(number).game);
  for (const part of [(game) => game.notes.past[0], (game) => game.notes.past[1],
    (game) => game.notes.table, (game) => game.notes.names.get(1)]) {
    assert.notEqual(part(first), part(second));
    assert.deepEqual(part(first), part(second));
  }
  assert.equal(first.level, second.level);
  ask(["apply", 1, [1]]);
  assert.equal(first.heap, second.heap);
  first.notes = new Date();
  assert.throws(() => first.copy(), /cannot copy a Date/);
});

test("try is imagine, copy, apply; and what is imagined is of the seed alone", () => {
  const { engine, ask } = started();
  const [tried] = ask(["try", 1, 5]).r;
  ask(["imagine", 1, 2, 5], ["copy", 2, 3]);
  const looks = ask(["apply", 2, [1]], ["apply", 3, [2]]).r;
  assert.deepEqual(tried, looks.map((look) => [look.score, look.end ?? null]));
  ask(["apply", 1, [1]], ["imagine", 1, 4, 8], ["imagine", 2, 5, 8]);
  const [a, b] = [4, 5].map((number) => engine.states.get(number).game);
  assert.deepEqual([a.secret, a.random], [b.secret, b.random]);
});

test("draws are those of the other clients", () => {
  assert.equal(new Random(1).bits(), 0x910a2dec89025cc1n);
  assert.equal(new Random(2 ** 53 - 1, 1000).bits(), 0x7467788ac67762dcn);
  const mask = (1n << 64n) - 1n;
  for (let i = 0; i < 2000; i++) {
    const key = BigInt(i) * 4503599627371n;
    let z = (key + BigInt(i + 1) * 0x9e3779b97f4a7c15n) & mask;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
    z ^= z >> 31n;
    assert.equal(new Random(Number(key), i).bits(), z);
    assert.equal(new Random(Number(key), i).below(i + 1), Number((z * BigInt(i + 1)) >> 64n));
    assert.equal(new Random(Number(key), i).uniform(), Number(z >> 11n) * 2 ** -53);
  }
});

test("shuffle keeps the members", () => {
  const members = [...Array(20).keys()];
  const shuffled = [...members];
  new Random(3).shuffle(shuffled);
  assert.notDeepEqual(shuffled, members);
  assert.deepEqual(shuffled.sort((a, b) => a - b), members);
});
