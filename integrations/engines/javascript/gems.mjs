// Gems: swap two neighbours so that three equal gems lie in a line; they go, those above them fall,
// and new ones come. Reach the target before the moves are over.
import { Game, serve } from "./playtest-engine.mjs";

const whole = (name, min, max, value, unit, summary, step = 1) => (
  { name, kind: "whole", min, max, default: value, unit, summary, step }
);
const RIGHT = 0;

class Gems extends Game {
  static about = {
    name: "gems",
    summary: "Swap neighbours into lines of three until the target is reached.",
    fields: [
      whole("width", 4, 9, 7, "cells", "columns of the board"),
      whole("height", 4, 9, 7, "cells", "rows of the board"),
      whole("colours", 4, 7, 5, "colours", "kinds of gems"),
      whole("moves", 1, 99, 15, "moves", "moves that there are"),
      whole("target", 10, 100000, 1500, "points", "score to reach", 50),
    ],
    move: [["cell", 0, 80], ["way", 0, 1]], // 0: swap with the right neighbour, 1: with the lower.
    events: { cleared: "gems cleared", cascade: "further clears in one move" },
    metrics: [{ name: "moves_left", unit: "moves", summary: "moves that were left" }],
    hidden: "imagine", // The gems that will come.
  };

  new() {
    this.points = 0;
    this.left = this.level.moves;
    this.deal();
  }

  /** A board without a line and with a move. */
  deal() {
    do {
      this.board = Array.from({ length: this.level.width * this.level.height }, () => -1);
      this.fill();
    } while (this.lines().size > 0 || this.moves().length === 0);
  }

  /** Fills empty cells; where the board is new, so that no line comes of it. */
  fill() {
    const { board } = this;
    const { width, colours } = this.level;
    const isNew = board.every((gem) => gem < 0);
    for (let cell = 0; cell < board.length; cell++) {
      if (board[cell] >= 0) continue;
      do {
        board[cell] = this.random.below(colours);
      } while (isNew && (this.run(cell, 1) >= 3 || this.run(cell, width) >= 3));
    }
  }

  /** How many equal gems lie in a line through a cell, in steps of 1 or of a row. */
  run(cell, step) {
    const { board } = this;
    const { width } = this.level;
    const isInside = (other, before) =>
      other >= 0 && other < board.length &&
      (step !== 1 || Math.floor(other / width) === Math.floor(before / width));
    let count = 1;
    for (const way of [-step, step]) {
      let other = cell;
      while (isInside(other + way, other) && board[other + way] === board[cell]) {
        other += way;
        count++;
      }
    }
    return count;
  }

  /** The cells of all lines of three or more. */
  lines() {
    const found = new Set();
    for (let cell = 0; cell < this.board.length; cell++) {
      if (this.run(cell, 1) >= 3 || this.run(cell, this.level.width) >= 3) found.add(cell);
    }
    return found;
  }

  swap(cell, other) {
    [this.board[cell], this.board[other]] = [this.board[other], this.board[cell]];
  }

  neighbour(cell, way) {
    return way === RIGHT ? cell + 1 : cell + this.level.width;
  }

  moves() {
    const { width } = this.level;
    const moves = [];
    for (let cell = 0; cell < this.board.length; cell++) {
      for (const way of [0, 1]) {
        const other = this.neighbour(cell, way);
        if (way === RIGHT ? other % width === 0 : other >= this.board.length) continue;
        this.swap(cell, other);
        const isLine = [cell, other].some((c) => this.run(c, 1) >= 3 || this.run(c, width) >= 3);
        this.swap(cell, other);
        if (isLine) moves.push([cell, way]);
      }
    }
    return moves;
  }

  apply([cell, way]) {
    this.swap(cell, this.neighbour(cell, way));
    this.left--;
    let factor = 1;
    for (let lines = this.lines(); lines.size > 0; lines = this.lines()) {
      if (factor > 1) this.emit("cascade");
      this.emit("cleared", lines.size);
      this.points += 10 * lines.size * factor++;
      for (const gone of lines) this.board[gone] = -1;
      this.fall();
      this.fill();
    }
    if (this.moves().length === 0) this.deal();
  }

  fall() {
    const { board } = this;
    const { width } = this.level;
    for (let column = 0; column < width; column++) {
      let to = board.length - width + column;
      for (let from = to; from >= 0; from -= width) {
        if (board[from] < 0) continue;
        if (from !== to) [board[to], board[from]] = [board[from], -1];
        to -= width;
      }
    }
  }

  score() {
    return this.points;
  }

  end() {
    if (this.points >= this.level.target) return "won";
    return this.left === 0 ? "lost" : null;
  }

  view() {
    return { board: this.board, left: this.left, score: this.points };
  }

  picture() {
    const { width } = this.level;
    const letters = this.board.map((gem) => "ABCDEFG"[gem]).join(" ");
    const rows = letters.match(new RegExp(`.{${2 * width - 1}} ?`, "g")).map((row) => row.trim());
    return `${rows.join("\n")}\nmoves ${this.left}  score ${this.points} of ${this.level.target}`;
  }

  figures() {
    return { moves_left: this.left };
  }
}

serve(Gems);
