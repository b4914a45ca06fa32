#!/usr/bin/env bash
# Gives made-up bytes to every reader of strangers' files, some minutes each.
#
#   tools/fuzz.sh [MINUTES [SEED]]     (default: 2 minutes each, a new seed each time)
#
# A finding, a trap or a hang ends it with the input in .build-fuzz/; move that file to
# Tests/SimHarnessTests/Fixtures/Fuzz/TARGET/ once it is mended, so that it stays mended.
set -euo pipefail
cd "$(dirname "$0")/.."

minutes=${1:-2}
seed=${2:-$RANDOM}
swift build -c release --product fuzz
fuzz=$PWD/.build/release/fuzz
for target in level suite tune record frozen-bubble script; do
  limit=$(awk -v m="$minutes" 'BEGIN { print int(m * 60 + 60) }')
  if ! timeout "$limit" "$fuzz" "$target" "$minutes" "$seed"; then
    mkdir -p .build-fuzz
    mv "fuzz-$target.input" .build-fuzz/ 2>/dev/null || true
    echo "fuzz: $target, seed $seed: see .build-fuzz/fuzz-$target.input" >&2
    exit 1
  fi
done
