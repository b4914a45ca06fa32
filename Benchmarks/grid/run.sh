#!/usr/bin/env bash
# How much faster match-three is with the library grid than with the same functions in plain Lua: the
# same random games in the scripts' sandbox, three times each in turn. Fails if the games differ.
#
#   Benchmarks/grid/run.sh [GAMES]      default: 300
set -euo pipefail
cd "$(dirname "$0")/../.."

games=${1:-300}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -O2 -std=gnu17 -ffp-contract=off -w -ISources/CLua/include Benchmarks/grid/host.c \
  Sources/CLua/*.c -llua5.4 -lm -o "$work/host"
{
  echo 'local grid = require("plain")'
  cat scripts/games/match-three.lua
} >"$work/plain-game.lua"

for round in 1 2 3; do
  echo -n "grid:  " && "$work/host" "$games" Benchmarks/grid/games.lua \
    game=scripts/games/match-three.lua | tee "$work/grid.txt"
  echo -n "plain: " && "$work/host" "$games" Benchmarks/grid/games.lua \
    game="$work/plain-game.lua" plain=Benchmarks/grid/plain.lua | tee "$work/plain.txt"
  cut -d, -f1-2 "$work/grid.txt" | cmp - <(cut -d, -f1-2 "$work/plain.txt")
  paste "$work/grid.txt" "$work/plain.txt" |
    awk '{ for (i = 1; i <= NF; i++) if ($i == "ns") ns[++n] = $(i - 1) }
      END { printf "       %.1f times as fast\n", ns[2] / ns[1] }'
done
