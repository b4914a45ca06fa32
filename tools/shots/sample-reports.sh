#!/bin/sh
# Makes a report of each game's levels with PROGRAM, pages of levels and pages of tunes, and looks at
# all of them: pictures go to DIR, and whatever cannot be read is named (see shots.py). The committed
# sample report is looked at too.
# usage: sample-reports.sh PROGRAM DIR
set -eu
program=$1
out=$2
here=$(dirname "$0")
reports=Reports/bubble-blast.html
for game in bubble-blast peggle bubble-pop set playing-cards cards; do
  "$program" run "levels/$game" --games 60 --out "$out/runs/$game" --force --quiet
  reports="$reports $out/runs/$game/report.html"
done
# A cross of players for the heat map, and the same levels with fewer shots as a base.
"$program" run levels/bubble-blast --games 30 --out "$out/runs/skills" --force --quiet \
  --agents random@shaky,random@perfect,greedy@shaky,greedy@steady,greedy@perfect
mkdir -p "$out/runs/levels"
for level in levels/bubble-blast/*.json; do
  sed 's/"shots": [0-9]*/"shots": 26/' "$level" >"$out/runs/levels/$(basename "$level")"
done
"$program" run "$out/runs/levels" --games 60 --out "$out/runs/base" --force --quiet
"$program" report "$out/runs/bubble-blast" --base "$out/runs/base" --format html >/dev/null
# Pages of levels, and tunes of one number and of several.
"$program" level sheet levels/bubble-blast --out "$out/runs/sheet-bubbles.html" --force \
  --run "$out/runs/bubble-blast" >/dev/null
"$program" level sheet levels/peggle levels/bubble-pop levels/set levels/cards \
  --out "$out/runs/sheet-others.html" --force >/dev/null
level=levels/bubble-blast/02-candy-stripes.json
"$program" tune "$level" --vary shots=10...40 --aim "pass_rate(casual) in 0.4...0.6" \
  --games 3000 --out "$out/runs/tune-one" --force --quiet >/dev/null
"$program" tune "$level" --vary shots=10...40 --vary spawn.weights=shares \
  --aim "pass_rate(casual) in 0.4...0.6" --aim "score(casual) in 1000...1800" --games 3000 \
  --out "$out/runs/tune-several" --force --quiet >/dev/null || [ $? = 1 ]
# shellcheck disable=SC2086 # the names have no spaces
exec python3 "$here/shots.py" --out "$out" $reports "$out/runs/skills/report.html" \
  "$out/runs/sheet-bubbles.html" "$out/runs/sheet-others.html" \
  "$out/runs/tune-one/report.html" "$out/runs/tune-several/report.html"
