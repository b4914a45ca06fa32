#!/usr/bin/env bash
# Runs the whole suite of tests under a sanitizer of the compiler: an optimised build, as a debug
# build would take an hour, of Swift and C alike, in a build folder of its own.
#
#   tools/sanitize.sh address|thread [FILTER [SCRATCH]]
#
# FILTER is a regular expression over test names (default: all), SCRATCH the build folder (default:
# .build-address, .build-thread). Every finding ends the program that it is in, which fails its test.
# Lua and SQLite are those of the system, without checks of their own; what they get from us and
# give back is checked. Findings that are none are listed in tools/sanitize-KIND.txt, with the reason.
set -euo pipefail
cd "$(dirname "$0")/.."

kind=${1:-}
filter=${2:-.}
scratch=${3:-.build-$kind}
skipped=()
case $kind in
  # A VM that a limit ends is left by longjmp, and its blocks are freed wholesale: what Lua itself
  # still held is no leak, and frames that were jumped over stay poisoned.
  address)
    options=detect_leaks=0:detect_stack_use_after_return=0
    export ASAN_OPTIONS=$options:suppressions=$PWD/tools/sanitize-address.txt
    ;;
  thread)
    export TSAN_OPTIONS=suppressions=$PWD/tools/sanitize-thread.txt:exitcode=66
    mkdir -p "$scratch"
    preload=$(cd "$scratch" && pwd)/sanitize-thread.so
    clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang
    [ -x "$clang" ] || clang=clang
    # Under it no VM is timed: see Timed.c.
    skipped=(--skip TimedRulesTests)
    "$clang" -O1 -Wall -Werror -shared -fPIC -fuse-ld=lld tools/sanitize-thread.c -o "$preload"
    ;;
  *)
    echo "usage: tools/sanitize.sh address|thread [FILTER [SCRATCH]]" >&2
    exit 64
    ;;
esac
export PLAYTEST_PLAIN_TESTS=1
build=(-c release -Xswiftc -enable-testing --disable-xctest --sanitize="$kind"
  --scratch-path "$scratch")
swift build --build-tests "${build[@]}"
run=(swift test --skip-build "${build[@]}" "${skipped[@]}")
if [ "$filter" != . ]; then
  LD_PRELOAD=${preload:-} "${run[@]}" --filter "$filter"
  exit
fi
# The studio's tests wait for answers, for which others must not take all of the machine.
LD_PRELOAD=${preload:-} "${run[@]}" --skip '^StudioTests\.'
LD_PRELOAD=${preload:-} "${run[@]}" --filter '^StudioTests\.'
