#!/usr/bin/env python3
"""Tunes candy-45.yml with several seeds; seeds.py PLAYTEST FOLDER SEED...

Each tuned level plays 10,000 games of a seed that neither the search nor its verification used.
"""
import json
import statistics
import subprocess
import sys
from pathlib import Path

TUNE = Path("Benchmarks/tuning/candy-45.yml")
AIM, TOLERANCE = 0.45, 0.02


def main():
    playtest, out = sys.argv[1], sys.argv[2]
    spent, hits = [], 0
    print("seed  games  verified  fresh  verifications that missed  exit")
    for seed in sys.argv[3:]:
        file = Path(out, "seed.yml")
        file.write_text(TUNE.read_text().replace("seed: 1\n", f"seed: {seed}\n", 1))
        folder = f"{out}/seed-{seed}"
        tuned = subprocess.run(
            [playtest, "tune", str(file), "--out", folder, "--quiet", "--json", "--force"],
            capture_output=True, check=False)
        told = json.loads(tuned.stdout)
        level = next(Path(folder, "levels").iterdir())
        command = [playtest, "run", str(level), "--agents", "casual", "--games", "10000"]
        command += ["--seed", "990001", "--out", f"{out}/judge", "--force", "--quiet", "--json"]
        judged = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        fresh = judged["cells"][0]["passRate"]["value"]
        spent.append(told["games"])
        hits += abs(fresh - AIM) <= TOLERANCE
        print(
            f"{seed:>4}  {told['games']:5}  {told['figures'][0]['verified']['value']:8.1%}"
            f"  {fresh:5.1%}  {told['verify']['missedBefore']:25}  {tuned.returncode:4}",
            flush=True)
    print(f"{hits} of {len(spent)} within 2 points; median {statistics.median(spent):.0f} games")


if __name__ == "__main__":
    main()
