#!/usr/bin/env bash
# Random games of a script, rows and all, against the same file in plain lua5.4, and against games of
# OpenSpiel that Python plays. CPU time per move; each round measures all of them one after the other,
# and each figure is the median of the rounds.
#
#   Benchmarks/games/run.sh [ROUNDS]      default: 5
#
# PLAYTEST= names another program than .build/release/playtest; PYTHON= a Python that has open_spiel.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PLAYTEST=${PLAYTEST:-.build/release/playtest}
exec "${PYTHON:-python3}" Benchmarks/games/bench.py "${1:-5}"
