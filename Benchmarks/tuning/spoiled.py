#!/usr/bin/env python3
"""Explains the levels that were spoiled on purpose; spoiled.py PLAYTEST FOLDER.

A level counts where the lever that it was spoiled in is among the first two listed, and where the
first edit proposed brings it into the band of 40 to 60% on fresh games.
"""
import json
import subprocess
import sys
from pathlib import Path

FOLDER = Path("Tests/SimHarnessTests/Fixtures/Spoiled")
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


def main():
    playtest, out = sys.argv[1], sys.argv[2]
    named = fixed = 0
    for name, lever in LEVERS.items():
        run = f"{out}/{name}"
        command = [playtest, "run", str(FOLDER / f"{name}.json"), "--agents", "casual"]
        command += ["--games", "100", "--out", run, "--quiet"]
        subprocess.run(command, check=True)
        command = [playtest, "explain", run, "--level", f"Spoiled {name}", "--json", "--quiet"]
        told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        levers = list(dict.fromkeys(row["lever"] for row in told["levers"]))
        place = levers.index(lever) + 1
        named += place <= 2
        edits = told["edits"]
        fixed += bool(edits)
        rate = told["passRate"]["casual"]["value"]
        words = "; ".join(
            f"{edit['change']} {edit['verified']['value']:.0%}" for edit in edits
        )
        print(f"{name:22} {rate:4.0%}  '{lever}' is number {place}; {words or 'no edit'}")
    print(f"{named} of {len(LEVERS)} among the first two; {fixed} of {len(LEVERS)} with an edit")


if __name__ == "__main__":
    main()
