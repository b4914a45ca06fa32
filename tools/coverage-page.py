#!/usr/bin/env python3
"""Writes docs/coverage.md from what llvm-cov counted.

    tools/coverage-page.py REPORT.json GOAL REASONS.tsv

REASONS.tsv has a path below Sources/ and a reason on each line, with a tab between. Exits with 1
if the total is below GOAL percent, or a file of the table has no reason.
"""

import collections
import json
import sys

# The modules of the library; the command line is tested from outside.
MODULES = (
    "StableNumerics/", "PegglePhysics/", "Resources/", "TextFormats/", "SimHarness/", "Games/", "EngineGames/",
    "Agents/", "Lab/", "Charts/", "Reporting/", "Catalogue/", "Studio/")
# A file that misses fewer lines is only counted.
NAMED_FROM = 15


def percent(covered, count):
    return f"{100 * covered / count:.1f}%" if count else "none"


def main(report, goal, reasons):
    with open(report, encoding="utf-8") as file:
        files = json.load(file)["data"][0]["files"]
    with open(reasons, encoding="utf-8") as file:
        why = dict(line.rstrip("\n").split("\t", 1) for line in file if "\t" in line)
    folders = collections.defaultdict(lambda: [0, 0])
    low = []
    for file in files:
        name = file["filename"].rpartition("/Sources/")[2]
        if not name.startswith(MODULES):
            continue
        covered, count = (file["summary"]["lines"][key] for key in ("covered", "count"))
        for key in "/".join(name.split("/")[:2]) if name.count("/") > 1 else name.split("/")[0], "":
            folders[key][0] += covered
            folders[key][1] += count
        if 100 * covered < goal * count:
            low.append((name, covered, count))
    covered, count = folders.pop("")
    print("# Lines that the tests cover\n")
    print("Written by `make coverage`. llvm-cov counts the lines of debug builds. A test that runs the")
    print("program in a separate process counts if that process ends by itself.\n")
    print("| folder | lines | covered |\n|---|---:|---:|")
    for name, (part, whole) in sorted(folders.items()):
        print(f"| {name} | {whole} | {percent(part, whole)} |")
    print(f"| **all** | {count} | **{percent(covered, count)}** |\n")
    few = [name for name, part, whole in low if whole - part < NAMED_FROM]
    low = [file for file in low if file[0] not in few]
    print(f"## Files below {goal:g}% that miss {NAMED_FROM} lines or more\n")
    print("| file | lines | covered | why |\n|---|---:|---:|---|")
    unexplained = 0
    for name, part, whole in sorted(low, key=lambda item: item[1] - item[2]):
        unexplained += name not in why
        print(f"| {name} | {whole} | {percent(part, whole)} | {why.get(name, 'no reason known')} |")
    print(f"\n{len(few)} more files are below {goal:g}% by fewer lines each, most of them the")
    print("messages of invariants and refusals that no test triggers.")
    return 1 if 100 * covered < goal * count or unexplained else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], float(sys.argv[2]), sys.argv[3]))
