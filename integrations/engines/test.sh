#!/usr/bin/env bash
# Tests the clients and the example games: their own tests, the C example under AddressSanitizer, the
# same games of 2048 in four languages, then everything through the program. Skipped, saying so, where
# node, a C compiler or lua5.4 is missing.
#
#   integrations/engines/test.sh PLAYTEST
set -euo pipefail
if [ $# -ne 1 ] || [ ! -x "$1" ]; then
  echo "usage: integrations/engines/test.sh PLAYTEST" >&2
  exit 64
fi
PLAYTEST=$(realpath "$1")
cd "$(dirname "$0")"
for program in node "${CC:-cc}" lua5.4; do
  if ! command -v "$program" >/dev/null; then
    exec ../../tools/skip.sh integrations/engines \
      "there is no $program (Debian's packages nodejs, gcc, libc6-dev, lua5.4)"
  fi
done
scripts=$(realpath ../../scripts)
page=$(realpath ../../docs/engines.md)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1

# Shows what a command prints only where it fails.
out=out
quietly() {
  "$@" >"$work/$out" 2>&1 || {
    cat "$work/$out" >&2
    echo "integrations/engines: failed: $*" >&2
    exit 1
  }
}

cp -R . "$work/engines"
cd "$work/engines"
make -s -C c BUILD=. all test
"${CC:-cc}" -std=c99 -Wall -Wextra -Werror -Wpedantic -fsyntax-only -x c c/playtest_engine.h
if command -v c++ >/dev/null; then
  c++ -std=c++11 -Wall -Wextra -Werror -fsyntax-only -x c++ c/playtest_engine.h
fi
quietly python3 -m unittest discover -s python
quietly node --test javascript/playtest-engine.test.mjs
PLAYTEST_SCRIPTS=$scripts test/same_games.py c/lib2048.so &
games=$!
export PLAYTEST_ENGINES_PAGE=$page
quietly python3 -W ignore::ResourceWarning -m unittest discover -s test
wait "$games"
echo "engines: the tests of the clients and of the examples' pipes"

# Through the program: every command that has to do with a game.
try() { quietly "$PLAYTEST" "$@"; }

# The output of the last command has a text.
shows() {
  grep -qe "$1" "$work/$out" || {
    cat "$work/$out" >&2
    echo "integrations/engines: the output does not have: $1" >&2
    exit 1
  }
}

play() { # GAME
  out=out-$1
  first=$(echo "levels/$1"/01-*)
  name=$(sed -n 's/.*"name": "\(.*\)".*/\1/p' "$first")
  try engine check "engines/$1.json" --games 2
  try level validate "levels/$1"
  try run "levels/$1" --agents random,greedy,expert --games 2 --max-moves 12 --out "runs/$1" --quiet
  [ -s "runs/$1/report.html" ]
  try replay "runs/$1" --level "$name" --agent greedy --index 1 --verify
  try run "$first" --agents oracle --games 1 --max-moves 1 --out "runs/$1-oracle" --quiet
}

# What is left is tried on one engine each.
commands() {
  out=out-commands
  level=levels/cellar/01-wine-cellar.json
  try run "$level" --agents greedy --games 4 --jobs 2 --out runs/one --quiet
  cp runs/one/summary.json two-jobs.json
  try run "$level" --agents greedy --games 4 --jobs 1 --out runs/one --force --quiet
  cmp runs/one/summary.json two-jobs.json
  try report runs/one --format html,md,csv
  try export runs/one --moves --out moves.csv
  grep -q direction moves.csv
  try tune levels/gems/01-first-stones.json --vary moves=5...25 \
    --aim "pass_rate(random) in 0.2...0.8" --games 100 --out tuned --quiet
  try level show "$level"
  shows "@"
  # A few keys at a terminal: start, a move, leave.
  (sleep 1; printf ' '; sleep 1; printf '1'; for _ in $(seq 60); do sleep 0.2; printf qy; done) |
    TERM=xterm timeout 60 script -qec "$PLAYTEST play $level" /dev/null >"$work/$out" 2>&1 || true
  shows "torch"
}

# Parts of a run, a run against itself, what would help a level, and variations of it.
studies() {
  out=out-studies
  levels=levels/2048
  try run $levels --agents random,greedy --games 12 --out runs/whole --quiet
  for part in 1 2 3; do
    try run $levels --agents random,greedy --games 12 --shard $part/3 --out "parts/$part" --quiet
  done
  try merge parts/1 parts/2 parts/3 --out runs/merged
  cmp runs/whole/summary.json runs/merged/summary.json
  try compare runs/whole runs/merged
  try explain runs/whole --level Pocket --games 10 --quiet
  shows "target"
  try generate --like levels/2048/01-pocket.json --count 2 --out made --quiet
  try level validate made
}

# The rows of random games of 2048 are the same, whatever the engine is written in.
same_rows() {
  out=out-rows
  for game in 2048 2048-python 2048-javascript; do
    try run "levels/$game" --agents random --games 10 --out "runs/rows-$game" --quiet
    python3 test/rows.py "runs/rows-$game" >"rows-$game"
    [ "$(wc -l <"rows-$game")" = 20 ]
    cmp rows-2048 "rows-$game"
  done
}

# Half of it beside the other half.
{
  play cellar
  play 2048
  play 2048-python
  same_rows
  studies
} &
half=$!
play gems
play 2048-javascript
commands
wait "$half"
echo "engines: five example engines through the program, three with the same rows"
