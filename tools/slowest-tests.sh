#!/usr/bin/env bash
# The slowest tests and suites in the output of `swift test`, and those that were skipped.
#
#   swift test --skip-build --disable-xctest --no-parallel 2>&1 | tools/slowest-tests.sh [COUNT]
#
# Without --no-parallel a test's time includes waiting for others. COUNT is 30 by default.
set -euo pipefail

count=${1:-30}
log=$(mktemp)
trap 'rm -rf "$log"' EXIT
sed 's/\x1b\[[0-9;]*m//g' >"$log"

ended() { # Test|Suite
  sed -nE "/ Test run with /d; s/^.* $1 (.*) (passed|failed) after ([0-9.]+) seconds.*/\3 \1/p" "$log" |
    sort -rn
}
for kind in Suite Test; do
  ended $kind >"$log.$kind"
  awk -v kind="$kind" '
    { sum += $1 }
    END { printf "%d %ss, %.0f s in all\n", NR, tolower(kind), sum }' "$log.$kind"
  head -n "$count" "$log.$kind" | awk '{ time = $1; $1 = ""; printf "%8.1f s %s\n", time, $0 }'
  rm "$log.$kind"
done
grep -E ' (Test|Suite) .* skipped' "$log" || echo "no test was skipped"
