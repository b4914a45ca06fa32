// 2048 in JavaScript: the rules of scripts/games/tiles.lua, in which a tile is the exponent of 2.
import { Game, serve } from "./playtest-engine.mjs";

// The cells of each line of a board, from the side that tiles slide to; made once per size.
const made = new Map();
function linesOf(size) {
  if (made.has(size)) return made.get(size);
  const span = Array.from({ length: size }, (_, i) => i);
  const left = span.map((row) => span.map((i) => row * size + i));
  const up = span.map((column) => span.map((i) => i * size + column));
  const back = (lines) => lines.map((line) => line.toReversed?.() ?? [...line].reverse());
  const lines = [left, back(left), up, back(up)];
  made.set(size, lines);
  return lines;
}

function canSlide(board, cells) {
  for (let i = 1; i < cells.length; i++) {
    const near = board[cells[i - 1]];
    const far = board[cells[i]];
    if (far !== 0 && (near === 0 || near === far)) return true;
  }
  return false;
}

export class Tiles extends Game {
  static about = {
    name: "2048-javascript",
    summary: "Slide equal tiles together until one is large enough.",
    fields: [
      { name: "size", kind: "whole", min: 3, max: 6, default: 4, unit: "cells",
        summary: "rows and columns of the board" },
      { name: "target", kind: "whole", min: 4, max: 17, default: 11, unit: "exponent",
        summary: "the tile that wins: 11 is 2048" },
      { name: "fours", kind: "number", min: 0, max: 1, default: 0.1, unit: "share", step: 0.1,
        summary: "how many of the new tiles are fours" },
      { name: "moves", kind: "whole", min: 0, max: 2000, default: 0, unit: "moves", step: 10,
        summary: "moves until the game is lost; 0: no limit" },
    ],
    move: [["direction", 1, 4]],
    events: { merged: "tiles merged" },
    metrics: [{ name: "best", unit: "exponent", summary: "the largest tile" }],
    reasons: ["stuck", "moves"],
    hidden: "imagine", // What is drawn next.
  };

  new() {
    this.board = new Array(this.level.size ** 2).fill(0);
    this.points = this.best = this.moved = 0;
    this.addTile();
    this.addTile();
  }

  addTile() {
    const empty = [];
    for (let cell = 0; cell < this.board.length; cell++) {
      if (this.board[cell] === 0) empty.push(cell);
    }
    const cell = this.random.choice(empty);
    this.board[cell] = this.random.uniform() < this.level.fours ? 2 : 1;
  }

  moves() {
    const moves = [];
    linesOf(this.level.size).forEach((lines, place) => {
      if (lines.some((cells) => canSlide(this.board, cells))) moves.push(place + 1);
    });
    return moves;
  }

  apply(direction) {
    const { board } = this;
    for (const cells of linesOf(this.level.size)[direction - 1]) {
      let filled = 0;
      let last = 0; // The tile in the cell that was filled last, if it may still merge.
      for (const cell of cells) {
        const tile = board[cell];
        if (tile === 0) continue;
        board[cell] = 0;
        if (tile === last) {
          board[cells[filled - 1]] = tile + 1;
          this.points += 2 ** (tile + 1);
          this.best = Math.max(this.best, tile + 1);
          this.emit("merged", tile + 1);
          last = 0; // A tile merges once per move.
        } else {
          board[cells[filled++]] = last = tile;
        }
      }
    }
    this.moved++;
    this.addTile();
  }

  score() {
    return this.points;
  }

  end() {
    if (this.best >= this.level.target) return "won";
    const limit = this.level.moves;
    return (limit > 0 && this.moved >= limit) || this.offered.length === 0 ? "lost" : null;
  }

  reason() {
    return this.offered.length === 0 ? "stuck" : "moves";
  }

  worth() {
    return this.points + 50 * this.board.filter((tile) => tile === 0).length;
  }

  view() {
    return { board: this.board, score: this.points, best: this.best, moved: this.moved };
  }

  picture() {
    const { size } = this.level;
    const cells = this.board.map((tile) => (tile ? String(2 ** tile) : ".").padStart(6));
    return linesOf(size)[0].map((line) => line.map((cell) => cells[cell]).join("")).join("\n");
  }

  figures() {
    return { best: this.best };
  }

  save() {
    return [this.points, this.best, this.moved, ...this.board].join(" ");
  }

  load(text) {
    [this.points, this.best, this.moved, ...this.board] = text.split(" ").map(Number);
  }
}

serve(Tiles);
