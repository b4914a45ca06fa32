#!/usr/bin/env python3
"""Plays the same 1,000 games of 2048 in Python, JavaScript, C and Lua, and compares them.

    test/same_games.py LIBRARY

All draw from the same keys, and so do the choices of a random player. Everything that is seen of a
game (scores, moves, events, ends with their reasons, worths, and the picture of its end) goes into
its hash.
"""
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from hosts import HERE, LibraryHost, ProcessHost, pt_bits

# Level, and how many games: small boards are over soon.
LEVELS = [
    ({"size": 3, "target": 6, "fours": 0.1, "moves": 0}, 800),
    ({"size": 4, "target": 11, "fours": 0.25, "moves": 0}, 150),
    ({"size": 5, "target": 17, "fours": 0, "moves": 60}, 50),
]


def hashes(texts):
    return [hashlib.sha256(text.encode()).hexdigest()[:16] for text in texts]


def keys(count, start):
    # Seeds of the protocol are below 2^53.
    return [(pt_bits(1, start + i) >> 11, pt_bits(2, start + i) >> 11) for i in range(count)]


def lua(games, level):
    fields = " ".join(f"{name}={number}" for name, number in level.items())
    lines = "".join(f"{key} {choices} {fields}\n" for key, choices in games)
    scripts = Path(os.environ.get("PLAYTEST_SCRIPTS", HERE / "../../scripts"))
    played = subprocess.run(
        ["lua5.4", HERE / "lua/play.lua", scripts / "games/tiles.lua"],
        input=lines, capture_output=True, text=True, check=False)
    if played.returncode != 0:
        sys.exit(f"same_games: {played.stderr.strip()}")
    return played.stdout.splitlines()


def main():
    engines = {
        "Python": ProcessHost(["python3", "python/2048.py"]).play,
        "JavaScript": ProcessHost(["node", "javascript/2048.mjs"]).play,
        "C": LibraryHost(sys.argv[1]).play,
    }
    if shutil.which("lua5.4"):
        engines["Lua"] = lua
    start, turns, different = 0, 0, 0
    for level, count in LEVELS:
        games = keys(count, start)
        played = {name: play(games, level) for name, play in engines.items()}
        expected = hashes(played["C"])
        if len(set(expected)) != count:
            sys.exit("same_games: two games of different keys are the same")
        turns += sum(text.count(";") - 1 for text in played["C"])
        for name, texts in played.items():
            for i, found in enumerate(hashes(texts)):
                if found != expected[i]:
                    different += 1
                    if different <= 3:
                        print(f"game {start + i} of {level} differs in {name}:\n  C: "
                              f"{played['C'][i][:400]}\n  {name}: {texts[i][:400]}")
        start += count
    words = ", ".join(engines)
    if different:
        sys.exit(f"same_games: {different} games differ")
    print(f"same_games: {start} games, {turns} moves, equal hashes in {words}")


if __name__ == "__main__":
    main()
