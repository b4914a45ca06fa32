#!/usr/bin/env python3
"""The search that `tune` replaces: every point of a grid over shots and spawn weights.

grid.py PLAYTEST GAMES...: plays each point so many games, takes the point nearest to 45% and
verifies it on 10,000 fresh games, with several seeds: a coarse grid may hit by luck. All with the
program's own `run`.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

AIM = 0.45
LEVEL = Path("levels/bubble-blast/02-candy-stripes.json")
SHOTS = range(15, 41, 5)
SEEDS = 10
PARTS = 5  # weights are multiples of a fifth, none 0


def points():
    """Shots and the weights of blue, red and green."""
    for shots in SHOTS:
        for blue in range(1, PARTS - 1):
            for red in range(1, PARTS - blue):
                yield shots, (blue, red, PARTS - blue - red)


def level(shots, weights, name):
    """The level's file with other shots and weights; its id stays."""
    tree = json.loads(LEVEL.read_text())
    tree["id"] = tree.get("id", tree["name"])
    tree["name"] = name
    tree["shots"] = shots
    tree["spawn"] = {"weights": dict(zip(("blue", "red", "green"), weights))}
    return json.dumps(tree)


def rates(playtest, levels, games, seed):
    """The pass rate of casual on each level."""
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(levels):
            Path(folder, f"{number:03}.json").write_text(text)
        command = [playtest, "run", folder, "--agents", "casual", "--games", str(games)]
        command += ["--seed", str(seed), "--out", f"{folder}/run", "--json", "--quiet"]
        told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [cell["passRate"]["value"] for cell in json.loads(told)["cells"]]


def main():
    playtest = sys.argv[1]
    grid = list(points())
    levels = [level(*point, f"point {number:03}") for number, point in enumerate(grid)]
    print("games a point  games in all  within 2 points on fresh games")
    for games in map(int, sys.argv[2:]):
        fresh = []
        for seed in range(1, SEEDS + 1):
            found = rates(playtest, levels, games, seed)
            best = min(range(len(grid)), key=lambda number: abs(found[number] - AIM))
            fresh += rates(playtest, [levels[best]], 10_000, seed=7)
        within = sum(abs(rate - AIM) <= 0.02 for rate in fresh)
        values = ", ".join(f"{rate:.1%}" for rate in fresh)
        print(f"{games:13}  {games * len(grid):12}  {within} of {SEEDS}: {values}")


if __name__ == "__main__":
    main()
