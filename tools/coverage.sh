#!/usr/bin/env bash
# Line coverage of SimHarness and Agents by the tests: a table by folder, the worst files, a total.
#
#   tools/coverage.sh [GOAL]     (percent of lines, default 90; exit 1 below it)
set -euo pipefail
cd "$(dirname "$0")/.."

goal=${1:-90}
scratch=.build-coverage
swift build --build-tests --disable-xctest --enable-code-coverage --scratch-path "$scratch"
# What fails is told by `make test`; here its lines count all the same.
swift test --skip-build --disable-xctest --enable-code-coverage --scratch-path "$scratch" ||
  echo "coverage: some tests failed" >&2
report=$(swift test --show-codecov-path --scratch-path "$scratch")
python3 - "$report" "$goal" <<'END'
import collections, json, sys
files = json.load(open(sys.argv[1]))["data"][0]["files"]
folders = collections.defaultdict(lambda: [0, 0])
single = []
for file in files:
    name = file["filename"].rpartition("/Sources/")[2]
    if not name.startswith(("SimHarness/", "Agents/")):
        continue
    lines = file["summary"]["lines"]
    folder = "/".join(name.split("/")[:2]) if name.count("/") > 1 else name.split("/")[0]
    for key in folder, "all":
        folders[key][0] += lines["covered"]
        folders[key][1] += lines["count"]
    single.append((lines["count"] - lines["covered"], lines["percent"], name))
print(f"{'folder':34}{'lines':>8}{'covered':>9}")
for name, (covered, count) in sorted(folders.items(), key=lambda item: item[0] == "all"):
    print(f"{name:34}{count:8}{100 * covered / count:8.1f}%")
print("\nmost lines not covered")
for missed, percent, name in sorted(single, reverse=True)[:12]:
    print(f"{missed:6} lines {percent:6.1f}%  {name}")
covered, count = folders["all"]
sys.exit(0 if 100 * covered >= float(sys.argv[2]) * count else 1)
END
