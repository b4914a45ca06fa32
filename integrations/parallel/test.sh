#!/usr/bin/env bash
# Plays a small run through the driver, breaks parts of it, and goes on: the result is the run in
# one piece, byte for byte. Skipped where there is no GNU parallel.
#
#   integrations/parallel/test.sh PLAYTEST
set -euo pipefail
if [ $# -ne 1 ] || [ ! -x "$1" ]; then
  echo "usage: integrations/parallel/test.sh PLAYTEST" >&2
  exit 64
fi
if ! command -v parallel >/dev/null; then
  exec "$(dirname "$0")/../../tools/skip.sh" integrations/parallel \
    "there is no GNU parallel (Debian's package parallel)"
fi
PLAYTEST=$(realpath "$1")
cd "$(dirname "$0")"
driver=$PWD/playtest-parallel
level=$(realpath ../../levels/bubble-blast/01-first-steps.json)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PLAYTEST PARALLEL_OPTIONS="--jobs 2"
run=("$level" --agents random,novice --games 30)

expect_whole() { # WHAT
  for file in summary.json report.html report.md; do
    cmp "$work/whole/r/$file" "$work/r/$file" || {
      echo "integrations/parallel: $1: $file is not that of the run in one piece" >&2
      exit 1
    }
  done
}

mkdir "$work/whole"
(cd "$work/whole" && "$PLAYTEST" run "${run[@]}" --out r --quiet)
cd "$work"
"$driver" 4 r "${run[@]}"
expect_whole "four parts"

# A part is gone, one is torn, and one was never begun in earnest.
rm -rf r.parts/part-1 r.parts/part-4/*
truncate -s 5000 r.parts/part-3/results.sqlite
before=$(wc -l <r.parts.joblog)
"$driver" 4 r "${run[@]}" 2>/dev/null
expect_whole "parts mended"
if [ $(($(wc -l <r.parts.joblog) - before)) -ne 3 ]; then
  echo "integrations/parallel: not just the three broken parts were played again" >&2
  exit 1
fi

# A part that always fails ends the driver with an error and leaves no joined run behind.
rm -rf r r.parts
mkdir r.parts
echo "in the way" >r.parts/part-2
if RETRIES=1 "$driver" 4 r "${run[@]}" 2>/dev/null; then
  echo "integrations/parallel: a part that cannot be written was not told of" >&2
  exit 1
fi

rm -r r.parts/part-2
for wrong in 8 0 z 4x; do
  code=0
  "$driver" "$wrong" r "${run[@]}" >/dev/null 2>refused || code=$?
  if [ "$code" = 0 ] || ! grep -qE 'has the parts of a run of 4, not 8|PARTS is a whole number' refused; then
    echo "integrations/parallel: $wrong parts were not refused: $(cat refused)" >&2
    exit 1
  fi
done
code=0
"$driver" 4 r "${run[@]}" --seed 77 >/dev/null 2>refused || code=$?
if [ "$code" != 65 ] || ! grep -q 'r.parts has the parts of another run, ' refused; then
  echo "integrations/parallel: parts of another run were taken: $(cat refused)" >&2
  exit 1
fi
echo "integrations/parallel: parts played, mended and joined to the undisturbed bytes"
