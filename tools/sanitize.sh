#!/usr/bin/env bash
# Runs tests under a sanitizer of the compiler, in a build folder of its own.
#
#   tools/sanitize.sh address|thread [FILTER]
#
# FILTER is a regular expression over test names (default: the suites that run C, threads or files).
set -euo pipefail
cd "$(dirname "$0")/.."

usual='Storage|Runner|Script|Lua|Determinism|HeldGames|RunShard|FailingDisk|DamagedStore|Stalled|Fuzz|JSONParser|Export'
kind=${1:-}
filter=${2:-$usual}
case $kind in
  # A VM that a limit ends is left by longjmp, and its blocks are freed wholesale: what Lua itself
  # still held is no leak, and frames that were jumped over stay poisoned.
  address) export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0 ;;
  thread) export TSAN_OPTIONS=halt_on_error=0:exitcode=66 ;;
  *)
    echo "usage: tools/sanitize.sh address|thread [FILTER]" >&2
    exit 64
    ;;
esac
swift build --build-tests --disable-xctest --sanitize="$kind" --scratch-path ".build-$kind"
swift test --skip-build --disable-xctest --sanitize="$kind" --scratch-path ".build-$kind" \
  --filter "$filter"
