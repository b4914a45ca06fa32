"""An engine without rules, to measure the pipe: its levels say how many moves it offers."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "integrations/engines/python"))

from playtest_engine import Game, serve  # noqa: E402


class Line(Game):
    name = "line"
    hidden = "none"
    fields = [{"name": "moves", "kind": "whole", "min": 1, "max": 60, "default": 1}]

    def new(self):
        self.points = 0

    def moves(self):
        return MOVES[:self.level["moves"]]

    def apply(self, move):
        self.points += 1

    def score(self):
        return self.points

    def end(self):
        return None


MOVES = list(range(60))
serve(Line)
