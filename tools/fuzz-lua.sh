#!/usr/bin/env bash
# Fuzzes the C host of Lua, guided by coverage, under AddressSanitizer and
# UndefinedBehaviorSanitizer: libFuzzer, as it comes with Swift's clang.
#
#   tools/fuzz-lua.sh [MINUTES]     (default: 2)
#
# A finding lies in .build-fuzz/lua/; move it to Tests/SimHarnessTests/Fixtures/Fuzz/script/ once it
# is mended, so that it stays mended. Debian's Lua itself is not instrumented.
set -euo pipefail
cd "$(dirname "$0")/.."

minutes=${1:-2}
clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang
[ -x "$clang" ] || clang=clang
work=.build-fuzz/lua
mkdir -p "$work/corpus"
"$clang" -g -O1 -ffp-contract=off -fsanitize=fuzzer,address,undefined -fuse-ld=lld \
  -fno-sanitize-recover=undefined -I/usr/include/lua5.4 -ISources/CLua/include -ISources/CLua \
  Fuzz/CLua/fuzz.c Sources/CLua/*.c -llua5.4 -lm -o "$work/fuzz"
# A VM that a limit ends is left by longjmp; its blocks are freed wholesale.
export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=0
"$work/fuzz" -max_total_time=$((minutes * 60)) -timeout=10 -rss_limit_mb=1024 -max_len=8192 \
  -print_final_stats=1 -artifact_prefix="$work/" "$work/corpus" \
  Tests/SimHarnessTests/Fixtures/Fuzz/script Tests/SimHarnessTests/Fixtures/Hostile \
  scripts/bubbles scripts/pegs scripts/modes scripts/cards scripts/lib
