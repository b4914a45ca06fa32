#!/usr/bin/env python3
"""Keeps the figures of `playtest bench` over time.

    bench-history.py record HISTORY.ndjson [--machine M] [--commit C] [--date D] < bench.json
    bench-history.py trend HISTORY.ndjson [--machine M]

`record` appends one line, a JSON object, to the history: date, commit, machine and, per benchmark,
nanoseconds per move (the median, the minimum and maximum of the rounds) and the checksum of the games.
`trend` prints a table per machine: each benchmark's first, previous and last figure, and the last
one divided by the others. A figure of which only a range is known has no ratio. "faster" and
"slower" are said only where the ranges of the last two figures do not overlap; "other games" where
their checksums differ, so that they cannot be compared.
"""
import argparse
import datetime
import json
import os
import re
import signal
import subprocess
import sys


def fail(code, words):
    print(f"bench-history: {words}", file=sys.stderr)
    sys.exit(code)


def this_machine():
    """The processor's name, family, model and number of cores."""
    facts = {}
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            name, _, value = line.partition(":")
            facts.setdefault(name.strip(), value.strip())
    name = facts.get("model name", "unknown processor")
    family = facts.get("cpu family", "?")
    return f"{name}, family {family} model {facts.get('model', '?')}, {os.cpu_count()} cores"


def this_commit():
    """The short hash; with `+` where files differ from the commit."""
    def git(*words):
        return subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout
    changes = git("diff", "HEAD", "--", ":!Benchmarks/history.ndjson")
    return git("rev-parse", "--short=7", "HEAD").strip() + ("+" if changes else "")


def record(options):
    try:
        results = json.load(sys.stdin)
        figures = {
            result["name"]: {
                "ns": round(result["nanosecondsPerMove"], 2),
                "min": round(result["leastNanoseconds"], 2),
                "max": round(result["mostNanoseconds"], 2),
                "checksum": result["checksum"],
            }
            for result in results
        }
    except (ValueError, KeyError, TypeError) as error:
        fail(65, f"stdin is not what playtest bench --json prints: {error!r}")
    if not figures:
        fail(65, "stdin has no benchmark")
    entry = {
        "date": options.date or datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"),
        "commit": options.commit or this_commit(),
        "machine": options.machine or this_machine(),
        "source": "playtest bench --json",
        "figures": figures,
    }
    with open(options.history, "a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")
    print(f"{options.history}: {len(figures)} figures of {entry['commit']} on {entry['machine']}")


def entries(path):
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            try:
                entry = json.loads(line)
                for key in ("date", "commit", "machine"):
                    if not isinstance(entry[key], str):
                        raise TypeError(f"{key} is not a text")
                for figure in entry["figures"].values():
                    if not ("ns" in figure or {"min", "max"} <= figure.keys()):
                        raise KeyError("ns")
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                fail(65, f"{path}:{number}: not an entry: {error!r}")
            yield entry


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def shown(figure):
    if "ns" in figure:
        return number(figure["ns"])
    return f"{number(figure['min'])}...{number(figure['max'])}"


def ratio(figure, base):
    if "ns" not in figure or "ns" not in base:
        return "-"
    return f"{figure['ns'] / base['ns']:.2f}"


def remark(figure, base):
    """What can be said of a figure and the one before it."""
    if figure.get("checksum", "") != base.get("checksum", figure.get("checksum", "")):
        return "other games"
    if {"min", "max"} <= figure.keys() & base.keys():
        if figure["max"] < base["min"]:
            return "faster"
        if figure["min"] > base["max"]:
            return "slower"
    return ""


def trend(options):
    machines = {}
    for entry in entries(options.history):
        rows = machines.setdefault(entry["machine"], {})
        for name, figure in entry["figures"].items():
            rows.setdefault(name, []).append((entry, figure))
    if options.machine:
        machines = {options.machine: machines.get(options.machine, {})}
    for machine, rows in machines.items():
        if not rows:
            fail(66, f"{options.history} has no figures of {machine}")
        print(f"{machine}; nanoseconds per move")
        table = [("benchmark", "first", "previous", "last", "/ previous", "/ first", "last entry", "")]
        for name, figures in sorted(rows.items()):
            first, (entry, last) = figures[0][1], figures[-1]
            when = f"{entry['date']} {entry['commit']}"
            if len(figures) == 1:
                table.append((name, "", "", shown(last), "", "", when, ""))
                continue
            previous = figures[-2][1]
            table.append((
                name, shown(first), shown(previous), shown(last), ratio(last, previous),
                ratio(last, first), when, remark(last, previous)))
        widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
        for row in table:
            cells = [
                text.rjust(width) if 1 <= column <= 5 else text.ljust(width)
                for column, (text, width) in enumerate(zip(row, widths))]
            print(re.sub(r" +$", "", "  ".join(cells)))


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    parser = argparse.ArgumentParser(description="Keeps the figures of playtest bench over time.")
    parser.add_argument("command", choices=["record", "trend"])
    parser.add_argument("history")
    for name in ("machine", "commit", "date"):
        parser.add_argument(f"--{name}")
    options = parser.parse_args()
    try:
        record(options) if options.command == "record" else trend(options)
    except OSError as error:
        fail(66, f"{error.filename}: {error.strerror}")


main()
