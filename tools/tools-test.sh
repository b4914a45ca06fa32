#!/usr/bin/env bash
# Tests the small tools that other checks and the Makefile rely on.
#
#   tools/tools-test.sh
set -euo pipefail
cd "$(dirname "$0")"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checks=0

# expect WHAT CODE OUTPUT COMMAND...: the command's exit code and all that it prints.
expect() {
  local what=$1 code=$2 output=$3 actual=0
  shift 3
  "$@" >"$work/out" 2>&1 </dev/null || actual=$?
  checks=$((checks + 1))
  if [ "$actual" != "$code" ] || [ "$(cat "$work/out")" != "$output" ]; then
    echo "tools-test: $what: exit code $actual instead of $code, or other output:" >&2
    diff <(echo "$output") "$work/out" >&2
    exit 1
  fi
}

# A skip says so; where everything is required it fails.
expect "a skip" 0 "a: skipped: no b" env PLAYTEST_REQUIRE_ALL= ./skip.sh a "no b"
expect "a skip that is not allowed" 1 "a: no b; with PLAYTEST_REQUIRE_ALL=1 nothing may be skipped" \
  env PLAYTEST_REQUIRE_ALL=1 ./skip.sh a "no b"

# A timed command keeps its exit code.
code=0
./timed.sh bash -c 'exit 3' >"$work/out" || code=$?
[ "$code" = 3 ] && grep -Eqx 'time: [0-9]+\.[0-9] s, exit code 3: bash -c exit 3' "$work/out" || {
  echo "tools-test: timed.sh: exit code $code: $(cat "$work/out")" >&2
  exit 1
}

# Tests in order of their time.
cat >"$work/log" <<'END'
◇ Suite ATests started.
✔ Test quick() passed after 0.123 seconds.
✘ Test slow(_:) with 3 test cases failed after 12.5 seconds with 1 issue.
➜ Test other() skipped: "no other"
✔ Suite ATests passed after 13.001 seconds.
✔ Test run with 2 tests in 1 suite passed after 13.1 seconds.
END
./slowest-tests.sh 1 <"$work/log" >"$work/slowest"
expect "the slowest tests" 0 "1 suites, 13 s in all
    13.0 s  ATests
2 tests, 13 s in all
    12.5 s  slow(_:) with 3 test cases
➜ Test other() skipped: \"no other\"" cat "$work/slowest"

# Figures over time.
bench() { # NS LEAST MOST CHECKSUM
  printf '[{"name": "a/b", "nanosecondsPerMove": %s, "leastNanoseconds": %s,' "$1" "$2"
  printf ' "mostNanoseconds": %s, "games": 9, "moves": 99, "checksum": "%s"}]' "$3" "$4"
}
record() { # DATE COMMIT MACHINE
  ./bench-history.py record "$work/history" --date "$1" --commit "$2" --machine "$3" >/dev/null
}
echo '{"date": "2026-01-01", "commit": "c0", "machine": "m", "figures": {"a/c": {"min": 1, "max": 2}}}' \
  >"$work/history"
bench 200.004 190 210 x | record 2026-01-01 c1 m
expect "a new entry" 0 '{"date": "2026-01-01", "commit": "c1", "machine": "m", "source": "playtest bench --json", "figures": {"a/b": {"ns": 200.0, "min": 190, "max": 210, "checksum": "x"}}}' \
  tail -1 "$work/history"
bench 1000 990 1010 x | record 2026-01-02 c2 n
bench 100 95 120 x | record 2026-01-03 c3 m
bench 1500 1490 1510 x | record 2026-01-03 c3 n
bench 150 90 170 y | record 2026-01-04 c4 m
expect "the trend" 0 "m; nanoseconds per move
benchmark  first  previous       last  / previous  / first  last entry
a/b          200       100        150        1.50     0.75  2026-01-04 c4  other games
a/c                         1.0...2.0                       2026-01-01 c0
n; nanoseconds per move
benchmark  first  previous   last  / previous  / first  last entry
a/b        1,000     1,000  1,500        1.50     1.50  2026-01-03 c3  slower" \
  ./bench-history.py trend "$work/history"
bench 75 70 80 y | record 2026-01-05 c5 m
expect "the trend of one machine" 0 "m; nanoseconds per move
benchmark  first  previous       last  / previous  / first  last entry
a/b          200       150       75.0        0.50     0.38  2026-01-05 c5  faster
a/c                         1.0...2.0                       2026-01-01 c0" \
  ./bench-history.py trend "$work/history" --machine m
expect "an unknown machine" 66 "bench-history: $work/history has no figures of p" \
  ./bench-history.py trend "$work/history" --machine p
expect "no history" 66 "bench-history: $work/none: No such file or directory" \
  ./bench-history.py trend "$work/none"
expect "an empty record" 65 "bench-history: stdin is not what playtest bench --json prints: \
JSONDecodeError('Expecting value: line 1 column 1 (char 0)')" \
  ./bench-history.py record "$work/history"
echo '{"date": "2026-01-06", "commit": "c6", "machine": "m", "figures": {"a/b": {"min": 1}}}' >>"$work/history"
expect "a damaged history" 65 "bench-history: $work/history:8: not an entry: KeyError('ns')" \
  ./bench-history.py trend "$work/history"
./bench-history.py trend ../Benchmarks/history.ndjson >/dev/null

echo "tools-test: $checks checks"
