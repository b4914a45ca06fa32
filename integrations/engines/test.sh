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
quietly() {
  "$@" >"$work/out" 2>&1 || {
    cat "$work/out" >&2
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
export PLAYTEST_ENGINES_PAGE=$page
quietly python3 -W ignore::ResourceWarning -m unittest discover -s test
quietly node --test javascript/playtest-engine.test.mjs
echo "engines: the tests of the clients and of the examples' pipes"
PLAYTEST_SCRIPTS=$scripts test/same_games.py c/lib2048.so

# Through the program: every command that has to do with a game.
try() { quietly "$PLAYTEST" "$@"; }

# The output of the last command has a text.
shows() {
  grep -qe "$1" "$work/out" || {
    cat "$work/out" >&2
    echo "integrations/engines: the output does not have: $1" >&2
    exit 1
  }
}

for game in cellar gems 2048 2048-python 2048-javascript; do
  try engine check "engines/$game.json" --games 10
  try level validate "levels/$game"
  try run "levels/$game" --agents random,greedy,expert --games 3 --max-moves 40 --out "runs/$game" \
    --jobs 2 --quiet
  [ -s "runs/$game/report.html" ]
  try replay "runs/$game" --level "$(sed -n 's/.*"name": "\(.*\)".*/\1/p' "levels/$game"/01-*)" \
    --agent greedy --index 2 --verify
done
# A player that searches trees, and the commands that play many games, on one engine each.
for game in cellar gems 2048; do
  try run "levels/$game"/01-* --agents oracle --games 1 --max-moves 2 --out "runs/$game-oracle" --quiet
done
try run levels/cellar/01-wine-cellar.json --agents greedy --games 6 --out runs/one --quiet
cp runs/one/summary.json "$work/two-jobs"
try run levels/cellar/01-wine-cellar.json --agents greedy --games 6 --jobs 1 --out runs/one --force --quiet
cmp runs/one/summary.json "$work/two-jobs"
try report runs/cellar --format html,md,csv
try export runs/cellar --moves --out moves.csv
grep -q direction moves.csv
try explain runs/one --player greedy --games 4 --quiet
try tune levels/gems/01-first-stones.json --vary moves=5...25 \
  --aim "pass_rate(random) in 0.2...0.8" --games 300 --out tuned --quiet
try level show levels/cellar/01-wine-cellar.json
shows "@"
# A few keys at a terminal: start, two moves, leave.
(sleep 1; printf ' '; sleep 1; printf '1'; sleep 1; printf 'q'; sleep 1; printf 'y') |
  TERM=xterm script -qec "$PLAYTEST play levels/cellar/01-wine-cellar.json" /dev/null >"$work/out" 2>&1 || true
shows "torch"
echo "engines: five example engines through the program"
