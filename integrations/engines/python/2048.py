"""2048 in Python: the rules of scripts/games/tiles.lua, in which a tile is the exponent of 2."""
from functools import lru_cache
from operator import itemgetter

from playtest_engine import Game, serve


@lru_cache(maxsize=None)
def lines(size):
    """For each direction what takes its lines out of a board, and the cells of each line."""
    span = range(size)
    left = [tuple(row * size + i for i in span) for row in span]
    up = [tuple(i * size + column for i in span) for column in span]
    directions = (left, [line[::-1] for line in left], up, [line[::-1] for line in up])
    return [[(itemgetter(*cells), cells) for cells in direction] for direction in directions]


@lru_cache(maxsize=1 << 18)
def slid(line):
    """A line after it has slid to its first cell, and the tiles that came of merging."""
    tiles, merged, last = [], [], 0
    for tile in line:
        if tile and tile == last:
            tiles[-1] = tile + 1
            merged.append(tile + 1)
            last = 0  # A tile merges once per move.
        elif tile:
            tiles.append(tile)
            last = tile
    return tuple(tiles + [0] * (len(line) - len(tiles))), tuple(merged)


class Tiles(Game):
    name = "2048-python"
    summary = "Slide equal tiles together until one is large enough."
    fields = [
        {"name": "size", "kind": "whole", "min": 3, "max": 6, "default": 4, "unit": "cells",
         "summary": "rows and columns of the board"},
        {"name": "target", "kind": "whole", "min": 4, "max": 17, "default": 11,
         "unit": "exponent", "summary": "the tile that wins: 11 is 2048"},
        {"name": "fours", "kind": "number", "min": 0, "max": 1, "default": 0.1, "unit": "share",
         "step": 0.1, "summary": "how many of the new tiles are fours"},
        {"name": "moves", "kind": "whole", "min": 0, "max": 2000, "default": 0, "unit": "moves",
         "step": 10, "summary": "moves until the game is lost; 0: no limit"},
    ]
    move = [["direction", 1, 4]]
    events = {"merged": "tiles merged"}
    metrics = [{"name": "best", "unit": "exponent", "summary": "the largest tile"}]
    reasons = ["stuck", "moves"]
    hidden = "imagine"  # What is drawn next.

    def new(self):
        size = self.level["size"]
        self.board, self.points, self.best, self.moved = [0] * (size * size), 0, 0, 0
        self.add_tile()
        self.add_tile()

    def add_tile(self):
        empty = [cell for cell, tile in enumerate(self.board) if tile == 0]
        cell = self.random.choice(empty)
        self.board[cell] = 2 if self.random.uniform() < self.level["fours"] else 1

    def moves(self):
        board, moves = self.board, []
        for direction, parts in enumerate(lines(self.level["size"]), 1):
            for take, _ in parts:
                line = take(board)
                if slid(line)[0] != line:
                    moves.append(direction)
                    break
        return moves

    def apply(self, direction):
        board = self.board
        for take, cells in lines(self.level["size"])[direction - 1]:
            line = take(board)
            tiles, merged = slid(line)
            if tiles != line:
                for cell, tile in zip(cells, tiles):
                    board[cell] = tile
            for tile in merged:
                self.points += 1 << tile
                self.best = max(self.best, tile)
                self.emit("merged", tile)
        self.moved += 1
        self.add_tile()

    def score(self):
        return self.points

    def end(self):
        if self.best >= self.level["target"]:
            return "won"
        if not self.offered or 0 < self.level["moves"] <= self.moved:
            return "lost"
        return None

    def reason(self):
        return "moves" if self.offered else "stuck"

    def worth(self):
        return self.points + 50 * self.board.count(0)

    def view(self):
        return {"board": self.board, "score": self.points, "best": self.best, "moved": self.moved}

    def picture(self):
        size, cells = self.level["size"], [str(1 << tile) if tile else "." for tile in self.board]
        rows = [cells[row:row + size] for row in range(0, size * size, size)]
        return "\n".join("".join(f"{cell:>6}" for cell in row) for row in rows)

    def figures(self):
        return {"best": self.best}

    def copy(self):
        other = Tiles()
        other.level, other.random = self.level, self.random.copy()
        other.board, other.points = self.board[:], self.points
        other.best, other.moved = self.best, self.moved
        return other

    def save(self):
        return " ".join(map(str, [self.points, self.best, self.moved, *self.board]))

    def load(self, text):
        self.points, self.best, self.moved, *self.board = map(int, text.split())


if __name__ == "__main__":
    serve(Tiles)
