#!/bin/sh
# Makes a report of each game's levels with PROGRAM and looks at all of them: pictures go to DIR,
# and whatever cannot be read is named (see shots.py). The committed sample report is looked at too.
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
# shellcheck disable=SC2086 # the names have no spaces
exec python3 "$here/shots.py" --out "$out" $reports "$out/runs/skills/report.html"
