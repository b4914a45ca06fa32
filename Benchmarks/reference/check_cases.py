"""Checks the rules of ../peers/bubble_blast.py, and so of all programs with its checksums, against recorded games.

    python3 check_cases.py CASES.ndjson

A line of the file is a case: {"case", "record": {"level", "moves"}, "trace": [state after each turn]}. Cases with
specials, descent, swap or another ruleset are passed over. Compared a turn: cell, bounces, group, what fell, score,
board and outcome.
"""

import json
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "peers"))
from bubble_blast import FALLEN, MATCHED, SHOT_LEFT, Grid  # noqa: E402

COLOURS = {name[0].upper(): name for name in ("blue", "red", "orange", "green", "yellow", "purple", "cyan", "white")}


def is_plain(level):
    if any(key in level for key in ("descent", "ruleset", "swap", "rules")):
        return False
    return set("".join(level["grid"])) <= set(COLOURS) | {"."}


def cells_of(grid, cells):
    return sorted(list(grid.places[cell]) for cell in cells)


def drawn(grid, board):
    letters = [bubble[0].upper() if bubble else "." for bubble in board]
    return ["".join(letters[grid.row_start[r] : grid.row_start[r + 1]]) for r in range(grid.rows + 1)]


def points(level, matched, fallen):
    if level.get("scoring", "saga") == "saga":
        return MATCHED * matched + FALLEN * fallen
    return 10 * matched + (10 * 2 ** min(fallen, 17) if fallen else 0)


def check(case):
    """The number of turns that agree; raises AssertionError at the first that does not."""
    level, trace = case["record"]["level"], case["trace"]
    grid = Grid(level.get("columns", 12), level.get("rows", 12), level.get("contact", 0.86))
    board = [None] * len(grid.places)
    for r, row in enumerate(level["grid"]):
        for c, letter in enumerate(row):
            board[grid.index[r, c]] = COLOURS.get(letter)
    grid.drop_loose(board)
    score, shots, goal = 0, level.get("shots"), level.get("goal", "clear")
    for before, move, after in zip(trace, case["record"]["moves"], trace[1:]):
        colour = before["state"]["current"]
        angle = min(max(move["angle"], 0.1), math.pi - 0.1)
        dx, dy = math.cos(angle), -math.sin(angle)
        events = {event["type"]: event for event in after["events"]}
        end = grid.flight(board, dx, dy)
        cell = grid.landing(board, dx, dy)
        if shots is not None:
            shots -= 1
        if cell is None:
            assert events["shotLost"]["reason"] == ("bounces" if end is None else "overflow"), "lost shot"
        else:
            assert events["landed"]["cell"] == list(grid.places[cell]), f"landed {grid.places[cell]}"
            assert events["landed"]["bounces"] == end[2], f"{end[2]} bounces"
            members, fallen = grid.resolve(board, cell, colour)
            matched = members if len(members) >= 3 else []
            assert events.get("matched", {"cells": []})["cells"] == cells_of(grid, matched), "matched"
            assert events.get("fell", {"cells": []})["cells"] == cells_of(grid, fallen), "fell"
            score += points(level, len(matched), len(fallen))
        won = all(bubble is None for bubble in board) if goal == "clear" else score >= goal["score"]
        line = any(board[grid.row_start[grid.rows] :])
        if won and level.get("scoring", "saga") == "saga":
            score += SHOT_LEFT * (shots or 0)
        assert after["score"] == score, f"score {score}"
        assert ("won" in events) == won, "won"
        assert ("lost" in events) == (not won and (line or shots == 0)), "lost"
        rows = after["state"]["board"]
        assert drawn(grid, board)[: len(rows)] == rows, "board"
    return len(trace) - 1


def main(arguments):
    if len(arguments) != 1:
        print("usage: check_cases.py CASES.ndjson", file=sys.stderr)
        return 64
    cases = turns = failures = 0
    for line in pathlib.Path(arguments[0]).read_text().splitlines():
        case = json.loads(line)
        if not is_plain(case["record"]["level"]):
            continue
        cases += 1
        try:
            turns += check(case)
        except AssertionError as difference:
            failures += 1
            print(f"{case['case']}: {difference}")
    print(f"{cases} plain cases, {turns} turns alike, {failures} cases differ")
    return 1 if failures or not cases else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
