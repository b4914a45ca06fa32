"""Measures random games of scripts: see run.sh."""
import importlib.util
import json
import os
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile

HERE = "Benchmarks/games"
PLAYTEST = os.environ["PLAYTEST"]
SECONDS = "1"

# The script, its folder of scripts, the level's fields and how many games are played at most.
GAMES = {
    "tiles": ("scripts", {"target": 8}, 1500),
    "patience": ("scripts", {"piles": 4, "passes": 10, "goal": 13}, 1500),
    "noughts": (f"{HERE}/scripts", {}, 10000),
}
MATCH_THREE = "levels/match-three/08-the-hole.json"
SPIELS = ["python_tic_tac_toe", "tic_tac_toe", "2048"]


def run(level, games, scripts, folder):
    """CPU seconds and moves of a whole run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [PLAYTEST, "run", level, "--agents", "random", "--games", str(games), "--jobs", "1", "--scripts",
         scripts, "--out", f"{folder}/run", "--force", "--quiet"],
        check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    with sqlite3.connect(f"{folder}/run/results.sqlite") as rows:
        moves = rows.execute("select sum(moves) from results").fetchone()[0]
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, moves


def per_move(level, games, scripts, folder):
    """Nanoseconds per move, without what a run of a tenth of the games costs."""
    few = run(level, games // 10, scripts, folder)
    many = run(level, games, scripts, folder)
    return 1e9 * (many[0] - few[0]) / (many[1] - few[1])


def said(*command):
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [float(line) for line in text.split()]


def main():
    rounds = int(sys.argv[1])
    has_spiel = importlib.util.find_spec("pyspiel") is not None
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            for name, (scripts, fields, games) in GAMES.items():
                level = f"{folder}/{name}.json"
                with open(level, "w", encoding="utf-8") as file:
                    json.dump({"format": "playtest-level", "version": 1, "game": name, "name": name} | fields, file)
                plain = said("lua5.4", f"{HERE}/plain.lua", f"{scripts}/games/{name}.lua", SECONDS,
                             *(f"{key}={value}" for key, value in fields.items()))[0]
                ours = per_move(level, games, scripts, folder)
                found.setdefault((name, "plain Lua"), []).append(plain)
                found.setdefault((name, "playtest"), []).append(ours)
                found.setdefault((name, "playtest / plain Lua"), []).append(ours / plain)
            found.setdefault(("match-three", "playtest"), []).append(per_move(MATCH_THREE, 1500, "scripts", folder))
            if has_spiel:
                spiels = said(sys.executable, f"{HERE}/openspiel.py", SECONDS, *SPIELS)
                for name, nanoseconds in zip(SPIELS, spiels):
                    found.setdefault((f"OpenSpiel {name}", "from Python"), []).append(nanoseconds)
                for name, ours, theirs in [("noughts", "noughts", 0), ("tiles", "tiles", 2)]:
                    found.setdefault((name, f"OpenSpiel {SPIELS[theirs]} / playtest"), []).append(
                        spiels[theirs] / found[(ours, "playtest")][-1])
    if not has_spiel:
        print(f"no open_spiel in {sys.executable}: OpenSpiel is left out", file=sys.stderr)
    for (name, what), values in found.items():
        median = statistics.median(values)
        if "/" in what:
            print(f"{name:30} {what:36} {median:8.2f}")
        else:
            print(f"{name:30} {what:36} {median:8.0f} ns, {1e9 / median:10.0f} moves/s")


main()
