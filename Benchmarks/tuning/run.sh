#!/usr/bin/env bash
# What `tune` and `explain` reach and what it costs; run.sh PLAYTEST, from the project's folder.
set -euo pipefail
playtest=$1
here=Benchmarks/tuning
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

for tune in candy-45 balance impossible; do
  echo "== tune $tune"
  "$playtest" tune "$here/$tune.yml" --out "$out/$tune" 2>&1 | grep -v "$out" || true
done

echo "== the first with ten seeds, judged on 10,000 games that no tune has seen"
python3 "$here/seeds.py" "$playtest" "$out" 1 2 3 4 5 6 7 8 9 10

echo "== the same by a grid: the fewest games a point with which 9 of 10 seeds hit count"
python3 "$here/grid.py" "$playtest" 100 200 400 800 1600

echo "== explain ten spoiled levels"
python3 "$here/spoiled.py" "$playtest" "$out" 1 2 3
