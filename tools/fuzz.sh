#!/usr/bin/env bash
# Gives made-up bytes to every reader of strangers' files, some minutes each: libFuzzer, guided by
# the code that an input reaches.
#
#   tools/fuzz.sh [MINUTES [TARGET...]]     (default: 2 minutes, all targets)
#
# What reaches new code is gathered in .build-fuzz/TARGET/corpus and used again. A finding, a trap
# or a hang ends it with the input in .build-fuzz/TARGET; move that file to
# Tests/SimHarnessTests/Fixtures/Fuzz/TARGET/ once it is mended, so that it stays mended.
set -euo pipefail
cd "$(dirname "$0")/.."

minutes=${1:-2}
shift || true
targets=(level suite tune record frozen-bubble msk player people manifest study script calls engine)
if [ $# -gt 0 ]; then targets=("$@"); fi
scratch=${FUZZ_SCRATCH:-.build-fuzz/build}
swift build -c release --product fuzz --sanitize fuzzer -Xswiftc -DLIBFUZZER \
  --scratch-path "$scratch"
fixtures=Tests/SimHarnessTests/Fixtures
# libFuzzer, not Swift, is to keep the input of a trap.
export SWIFT_BACKTRACE=enable=no
for target in "${targets[@]}"; do
  work=.build-fuzz/$target
  mkdir -p "$work/corpus"
  from=("$fixtures/Fuzz/$target")
  case $target in
    level) from+=(levels) ;;
    script) from+=(scripts "$fixtures/Hostile") ;;
  esac
  echo "fuzz: $target, $minutes minutes"
  if ! "$scratch/release/fuzz" "--target=$target" -max_total_time=$((minutes * 60)) -timeout=10 \
    -rss_limit_mb=2048 -max_len=16384 -print_final_stats=1 -artifact_prefix="$work/" \
    "$work/corpus" "${from[@]}" >"$work/log" 2>&1; then
    tail -n 40 "$work/log" >&2
    echo "fuzz: $target: see $work/log and the input beside it" >&2
    exit 1
  fi
  grep -E '^stat::(number_of_executed_units|new_units_added)|DONE' "$work/log"
done
