#!/usr/bin/env bash
# Line coverage of SimHarness and Agents by the tests, written to docs/coverage.md: a table by
# folder, and every file below the goal with the reason that tools/coverage-reasons.tsv gives.
#
#   tools/coverage.sh [GOAL [SCRATCH]]     (percent of lines, default 90; exit 1 below it)
set -euo pipefail
cd "$(dirname "$0")/.."

goal=${1:-90}
scratch=${2:-.build-coverage}
swift build --build-tests --disable-xctest --enable-code-coverage --scratch-path "$scratch"
# What fails is told by `make test`; here its lines count all the same.
swift test --skip-build --disable-xctest --enable-code-coverage --scratch-path "$scratch" ||
  echo "coverage: some tests failed" >&2
report=$(swift test --show-codecov-path --scratch-path "$scratch")
python3 tools/coverage-page.py "$report" "$goal" tools/coverage-reasons.tsv >docs/coverage.md || {
  cat docs/coverage.md
  echo "coverage: below $goal%, or a file below it has no reason" >&2
  exit 1
}
cat docs/coverage.md
