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

echo "== the first with other seeds"
for seed in 2 3 4 5 6 7 8; do
  sed "s/^seed: 1/seed: $seed/" "$here/candy-45.yml" > "$out/seed.yml"
  "$playtest" tune "$out/seed.yml" --out "$out/seed-$seed" --quiet --json 2>/dev/null > "$out/json" \
    && code=0 || code=$?
  python3 - "$out/json" "$seed" "$code" <<'PYTHON'
import json, sys
told = json.load(open(sys.argv[1]))
fresh = told["figures"][0]["verified"]["value"]
print(f"seed {sys.argv[2]}: {told['games']} games, fresh games {fresh:.1%}, exit {sys.argv[3]}")
PYTHON
done

echo "== the same by a grid"
python3 "$here/grid.py" "$playtest" 100 400 1600

echo "== explain ten spoiled levels"
python3 "$here/spoiled.py" "$playtest" "$out"
