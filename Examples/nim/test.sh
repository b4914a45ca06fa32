#!/usr/bin/env bash
# Builds the example from a copy outside the repository and goes through the commands that a game of
# one's own has to do with.
#
#   NIM_BUILD=DIR   build there; in the build folder of playtest only the example is compiled
set -euo pipefail
cd "$(dirname "$0")"
export PLAYTEST="${PLAYTEST:-$(cd ../.. && pwd)}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R Package.swift Sources levels scripts "$work"
cd "$work"
scratch="${NIM_BUILD:-$work/.build}"
swift build --scratch-path "$scratch" --product nim
nim="$scratch/debug/nim"

# Runs a command and shows its output only where it fails.
try() {
  echo "nim $*"
  "$nim" "$@" >out 2>&1 || {
    cat out
    exit 1
  }
}

# The output of the last command has a text.
shows() {
  grep -qe "$1" out || {
    cat out
    echo "the output does not have: $1" >&2
    exit 1
  }
}

try list games
shows "^nim "
try level validate levels
try run levels --agents random,greedy,mcts,casual,scripts/agents/one_by_one.lua --games 20 --out run
shows "Three heaps"
try report run --format md,html
try replay run --level "Three heaps" --agent greedy --index 3 --verify
try replay run --level "Three heaps" --agent greedy --index 3 --record
cp out game.json
try replay game.json
shows "take"
try explain run --level "Tall heaps" --player greedy --games 20
try tune levels/03-tall.json --vary mistakes=0...1 --aim "pass_rate(greedy) in 0.3...0.7" --games 1500 --out tuned
try generate scripts/generators/heaps.lua --count 2 --out made
try level edit levels/01-three.json set mistakes=0.6
try level show levels/01-three.json
try compare run run
try export run --moves --out moves.csv
# A few keys at a terminal: start, two moves, leave.
(sleep 1; printf ' '; sleep 1; printf '1'; sleep 1; printf 'q'; sleep 1; printf 'y') |
  TERM=xterm script -qec "$nim play levels/01-three.json" /dev/null >out 2>&1 || true
shows "heap 1"
try script check scripts/agents/one_by_one.lua scripts/generators/heaps.lua
echo "ok: the example plays"
