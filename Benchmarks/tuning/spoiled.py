#!/usr/bin/env python3
"""Explains the levels that were spoiled on purpose; spoiled.py PLAYTEST FOLDER SEED...

Each level has its unspoiled original beside it. A level counts where the lever that it was spoiled
in is among the first two listed, and where an edit is proposed that brings it into the band of 40
to 60% on games that the search for it did not see. The first edit that is a setting of fields is
judged once more, on 2,000 games of a seed that nobody knew.
"""
import json
import subprocess
import sys
from pathlib import Path

FIXTURES = Path("Tests/SimHarnessTests/Fixtures")
LEVERS = {
    "candy-stripes-blocked": "no indestructible",
    "candy-stripes-colour": "colours",
    "crate-yard-crates": "crate hits",
    "garden-gate-balls": "balls",
    "garland-blocked": "no indestructible",
    "garland-shots": "shots",
    "honeycomb-shots": "shots",
    "tick-tock-bombs": "no timer_bomb",
    "two-towers-colour": "colours",
    "two-towers-shots": "shots",
}
BAND = (0.4, 0.6)


def told(*command):
    """What a command prints as JSON."""
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def run(playtest, level, games, seed, out):
    """Runs casual on a level; its pass rate."""
    cells = told(
        playtest, "run", str(level), "--agents", "casual", "--games", str(games),
        "--seed", str(seed), "--out", out, "--quiet", "--json", "--force",
    )["cells"]
    return cells[0]["passRate"]["value"]


def judged(playtest, level, edits, out):
    """The pass rate of the level after the first edit that sets fields; None without one."""
    edit = next((edit for edit in edits if edit["set"]), None)
    if not edit:
        return None
    copy = Path(out, "edited.json")
    copy.write_text(level.read_text())
    words = [f"set {path}={json.dumps(value)}" for path, value in edit["set"].items()]
    subprocess.run(
        [playtest, "level", "edit", str(copy)] + [part for word in words for part in word.split(" ", 1)],
        check=True, capture_output=True)
    return run(playtest, copy, 2000, 990001, f"{out}/judge")


def main():
    playtest, out = sys.argv[1], sys.argv[2]
    for name in LEVERS:
        rates = [
            run(playtest, FIXTURES / kind / f"{name}.json", 1000, 99, f"{out}/real")
            for kind in ("Unspoiled", "Spoiled")
        ]
        isReal = BAND[0] <= rates[0] <= BAND[1] and not BAND[0] <= rates[1] <= BAND[1]
        print(f"{name:22} {rates[0]:4.0%} -> {rates[1]:4.0%}{'' if isReal else ' NOT A SPOIL'}")
    for seed in sys.argv[3:]:
        named = fixed = games = right = again = 0
        for name, lever in LEVERS.items():
            level = FIXTURES / "Spoiled" / f"{name}.json"
            run(playtest, level, 100, seed, f"{out}/spoiled")
            report = told(
                playtest, "explain", f"{out}/spoiled", "--level", f"Spoiled {name}", "--json",
                "--quiet")
            levers = list(dict.fromkeys(row["lever"] for row in report["levers"]))
            place = levers.index(lever) + 1
            named += place <= 2
            fixed += bool(report["edits"])
            games += report["gamesPlayed"]
            rate = judged(playtest, level, report["edits"], out)
            if rate is not None:
                again += 1
                right += BAND[0] <= rate <= BAND[1]
            words = "; ".join(
                f"{edit['change']} {edit['verified']['value']:.0%}" for edit in report["edits"])
            rate = report["passRate"]["casual"]["value"]
            print(f"{name:22} {rate:4.0%}  '{lever}' is number {place}; {words or 'no edit'}")
        print(
            f"seed {seed}: {named} of {len(LEVERS)} among the first two; {fixed} of {len(LEVERS)}"
            f" with an edit; {right} of {again} edits in the band once more; {games} games")


if __name__ == "__main__":
    main()
