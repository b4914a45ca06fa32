#!/usr/bin/env bash
# Runs the same seeded games in C, Swift (playtest), Lua and Python, checks that all played them alike, and prints
# nanoseconds a shot and the ratio to C, measured in the same minute. Exits 1 when a checksum differs.
#
#   PLAYTEST=path   the release binary (default ../.build/release/playtest); passed over when absent
#   QUICK=1         fewer games, for a look rather than a figure
set -euo pipefail
cd "$(dirname "$0")"

playtest=${PLAYTEST:-../.build/release/playtest}
build=${BUILD:-.build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Games a row: what all can play in reasonable time, and what `playtest bench` plays unless its JSON says otherwise.
peer_games() { case $1${QUICK:+-quick} in random) echo 100 ;; greedy) echo 5 ;; random-quick) echo 20 ;; *) echo 2 ;; esac; }
bench_games() { case $1 in random) echo 1000 ;; *) echo 200 ;; esac; }
rounds=${QUICK:+1}
rounds=${rounds:-3}

missing() { echo "$1 is not installed: $2 is left out (apt-get install -y $3)" >&2; }
have() { command -v "$1" >/dev/null; }

if ! have make || ! have "${CC:-cc}"; then
    echo "the C reference needs make and a C compiler (apt-get install -y make gcc)" >&2
    exit 1
fi
have python3 || { echo "python3 is needed, to read playtest's JSON too (apt-get install -y python3)" >&2; exit 1; }
make --silent BUILD="$build" all

# Lines "PROGRAM AGENT GAMES SHOTS NS CHECKSUM", from the programs' "AGENT games N shots N ns X checksum HEX".
record() {
    local program=$1
    shift
    "$@" | awk -v program="$program" '{ print program, $1, $3, $5, $7, $9 }' >>"$work/rows"
}

# The entries of `playtest bench --json`, wherever in the document they stand: "AGENT GAMES NS CHECKSUM".
read_bench() {
    python3 - "$1" <<'PYTHON'
import json, sys

def entries(value):
    if isinstance(value, dict):
        if str(value.get("name", "")).startswith("bubble-blast/") and "nanosecondsPerMove" in value:
            yield value
        for inner in value.values():
            yield from entries(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from entries(inner)

for entry in entries(json.load(open(sys.argv[1]))):
    agent = entry["name"].split("/", 1)[1]
    if agent in ("random", "greedy"):
        print(agent, entry.get("games", "-"), entry["nanosecondsPerMove"], entry.get("checksum") or "-")
PYTHON
}

: >"$work/rows"
: >"$work/swift"
if [ -x "$playtest" ]; then
    if "$playtest" bench --json >"$work/bench.json"; then
        read_bench "$work/bench.json" >"$work/swift" || echo "playtest bench --json is not JSON: Swift is left out" >&2
        [ -s "$work/swift" ] || echo "playtest bench --json has no bubble-blast/random or greedy: Swift is left out" >&2
    else
        echo "playtest bench --json failed: Swift is left out" >&2
    fi
else
    echo "no $playtest (make release, or set PLAYTEST): Swift is left out" >&2
fi

for agent in random greedy; do
    games=$(awk -v agent=$agent '$1 == agent && $2 != "-" { print $2 }' "$work/swift" | head -1)
    record C "$build/bubble_blast" $agent "${games:-$(bench_games $agent)}"
    record C-bouncing "$build/bubble_blast" $agent "${games:-$(bench_games $agent)}" bouncing
    awk -v agent=$agent -v games="${games:-$(bench_games $agent)}" \
        '$1 == agent { print "Swift", agent, games, "-", $3, $4; exit }' "$work/swift" >>"$work/rows"
done
for agent in random greedy; do
    record C-few "$build/bubble_blast" $agent "$(peer_games $agent)"
    if have lua5.4; then
        record Lua lua5.4 peers/bubble_blast.lua $agent "$(peer_games $agent)" $rounds
    else
        [ $agent = greedy ] || missing lua5.4 Lua lua5.4
    fi
    record Python python3 peers/bubble_blast.py $agent "$(peer_games $agent)" $rounds
done

sort -s -k2,2r -o "$work/rows" "$work/rows"
echo "Bubble Blast, 12 x 14, 9 rows full of 4 colours, 60 aims; CPU time, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -1)"
awk '
    BEGIN { printf "%-8s %-11s %6s %13s %9s %12s  %s\n", "agent", "program", "games", "ns a shot", "times C", "times C-b.", "checksum" }
    NR == FNR { if ($1 == "C") c[$2] = $5; if ($1 == "C-bouncing") bouncing[$2] = $5; if ($1 ~ /^C(-few)?$/) want[$2 " " $3] = $6; next }
    {
        expected = want[$2 " " $3]
        note = ""
        if ($1 == "Swift" && $6 == "-") note = "(no checksum given)"
        else if ($6 != expected) { note = "DIFFERS from C: " expected; bad = 1 }
        if ($1 != "C-few") printf "%-8s %-11s %6d %13.1f %9.2f %12.2f  %s %s\n", $2, $1, $3, $5, $5 / c[$2], $5 / bouncing[$2], $6, note
    }
    END {
        print bad ? "Checksums differ: the programs did not play the same games." : "All checksums agree with C over the same games."
        exit bad
    }' "$work/rows" "$work/rows"
