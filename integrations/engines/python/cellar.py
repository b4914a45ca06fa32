"""Cellar: find the stairs of each floor before the torch burns out. What is not seen is hidden."""
from playtest_engine import Game, LevelError, serve

FLOOR, GOLD, RUBBLE, MONSTER, POTION, STAIRS = range(6)
LETTERS = ".$%M!>"


def whole(name, low, high, default, unit, summary):
    return {"name": name, "kind": "whole", "min": low, "max": high, "default": default,
            "unit": unit, "summary": summary}


class Cellar(Game):
    name = "cellar"
    summary = "Find the stairs of every floor before the torch burns out."
    fields = [
        whole("size", 4, 12, 7, "cells", "rows and columns of a floor"),
        whole("floors", 1, 9, 3, "floors", "floors to leave"),
        whole("monsters", 0, 40, 6, "monsters", "monsters on a floor"),
        whole("gold", 0, 40, 5, "heaps", "heaps of gold on a floor"),
        whole("rubble", 0, 40, 8, "cells", "cells that take three turns"),
        whole("potions", 0, 9, 1, "potions", "potions on a floor, each 3 health"),
        whole("health", 1, 30, 8, "points", "health at the start"),
        whole("torch", 10, 500, 90, "turns", "turns until the torch burns out"),
    ]
    move = [["direction", 0, 3]]  # up, right, down, left
    events = {"hit": "bites", "kill": "monsters killed", "gold": "heaps of gold found"}
    metrics = [{"name": "floor", "unit": "floors", "summary": "floors left behind"},
               {"name": "seen", "unit": "cells", "summary": "cells seen on the last floor"}]
    reasons = ["health", "torch"]
    hidden = "imagine"

    @classmethod
    def check(cls, level):
        things = sum(level[name] for name in ("monsters", "gold", "rubble", "potions")) + 1
        if things >= level["size"] ** 2:
            raise LevelError(f"a floor has no room for {things} things", "size")

    def new(self):
        level = self.level
        self.floor, self.points, self.at = 0, 0, level["size"] ** 2 // 2
        self.health, self.torch = level["health"], level["torch"]
        self.dig()

    def dig(self):
        level, count = self.level, self.level["size"] ** 2 - 1
        things = [GOLD] * level["gold"] + [RUBBLE] * level["rubble"] + [STAIRS]
        things += [MONSTER] * level["monsters"] + [POTION] * level["potions"]
        things += [FLOOR] * (count - len(things))
        self.random.shuffle(things)
        self.cells = things[:self.at] + [FLOOR] + things[self.at:]
        self.seen = [False] * (count + 1)
        self.look_around()

    def beside(self, cell):
        """The cells up, right, down and left; None beyond the walls."""
        size = self.level["size"]
        row, column = divmod(cell, size)
        return [cell - size if row > 0 else None, cell + 1 if column < size - 1 else None,
                cell + size if row < size - 1 else None, cell - 1 if column > 0 else None]

    def look_around(self):
        for cell in [self.at, *self.beside(self.at)]:
            if cell is not None:
                self.seen[cell] = True

    def moves(self):
        return [move for move, cell in enumerate(self.beside(self.at)) if cell is not None]

    def apply(self, move):
        cell = self.beside(self.at)[move]
        thing = self.cells[cell]
        self.torch -= 3 if thing == RUBBLE else 1
        if thing == MONSTER:
            if self.random.below(3) == 0:
                thing = None  # Missed.
            else:
                self.points += 5
                self.emit("kill")
        else:
            self.at = cell
        if thing is not None:
            self.cells[cell] = FLOOR
        if thing == GOLD:
            self.points += 10
            self.emit("gold")
        elif thing == POTION:
            self.health += 3
        elif thing == STAIRS:
            self.floor, self.points = self.floor + 1, self.points + 50
            if self.floor < self.level["floors"]:
                self.dig()
        self.look_around()
        for other in self.beside(self.at):
            if other is not None and self.cells[other] == MONSTER and self.random.below(2) == 0:
                self.health -= 1
                self.emit("hit")

    def score(self):
        return self.points

    def end(self):
        if self.floor == self.level["floors"]:
            return "won"
        return "lost" if self.health <= 0 or self.torch <= 0 else None

    def reason(self):
        return "health" if self.health <= 0 else "torch"

    def imagine(self):
        # What lies in the dark is known, and not where: the level says how much there is of each.
        dark = [cell for cell, seen in enumerate(self.seen) if not seen]
        things = sorted(self.cells[cell] for cell in dark)
        self.random.shuffle(things)
        for cell, thing in zip(dark, things):
            self.cells[cell] = thing

    def worth(self):
        size, away = self.level["size"], 0
        for cell, thing in enumerate(self.cells):
            if thing == STAIRS and self.seen[cell]:
                away = abs(cell // size - self.at // size) + abs(cell % size - self.at % size)
        return self.points + 4 * self.health + 2 * sum(self.seen) + self.torch / 2 - 3 * away

    def view(self):
        return {"map": self.rows(), "floor": self.floor, "health": self.health,
                "torch": self.torch, "score": self.points}

    def rows(self):
        size = self.level["size"]
        letters = [LETTERS[thing] if seen else "?" for thing, seen in zip(self.cells, self.seen)]
        letters[self.at] = "@"
        return ["".join(letters[row:row + size]) for row in range(0, size * size, size)]

    def picture(self):
        return "\n".join([*self.rows(), f"floor {self.floor + 1} of {self.level['floors']}"
                          f"  health {self.health}  torch {self.torch}  score {self.points}"])

    def figures(self):
        return {"floor": self.floor, "seen": sum(self.seen)}


if __name__ == "__main__":
    serve(Cellar)
