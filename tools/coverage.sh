#!/usr/bin/env bash
# Line coverage of the libraries by the tests, written to docs/coverage.md: a table by
# folder, and every file below the goal with the reason that tools/coverage-reasons.tsv gives.
#
#   tools/coverage.sh [GOAL [SCRATCH]]     (percent of lines, default 90; exit 1 below it)
set -euo pipefail
cd "$(dirname "$0")/.."

goal=${1:-90}
scratch=${2:-.build-coverage}
swift build --build-tests --disable-xctest --enable-code-coverage --scratch-path "$scratch"
counts=$(mktemp -d)
trap 'rm -rf "$counts"' EXIT
bundle=$scratch/debug/playtestPackageTests.xctest
# The program that the tests start counts too. The test of a file size limit is left out, as the
# counts themselves are larger. What fails is told by `make test`; here its lines count all the same.
# The studio's tests run apart, as in `make test`.
for part in "--skip ^StudioTests\." "--filter ^StudioTests\."; do
  # shellcheck disable=SC2086 # an option and its value
  LLVM_PROFILE_FILE=$counts/%p-%m.profraw "$bundle" --testing-library swift-testing \
    $part --skip aStoreThatIsFullEndsTheRun || echo "coverage: some tests failed" >&2
done
tools=$(dirname "$(readlink -f "$(command -v swift)")")
"$tools/llvm-profdata" merge -sparse -failure-mode=all "$counts"/*.profraw -o "$counts/all.profdata"
report=$counts/report.json
"$tools/llvm-cov" export -summary-only -instr-profile "$counts/all.profdata" "$bundle" >"$report"
python3 tools/coverage-page.py "$report" "$goal" tools/coverage-reasons.tsv >docs/coverage.md || {
  cat docs/coverage.md
  echo "coverage: below $goal%, or a file below it has no reason" >&2
  exit 1
}
cat docs/coverage.md
