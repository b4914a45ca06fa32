#!/usr/bin/env bash
# Drops the same balls on the same boards in C, Swift (playtest), Chipmunk 7 and Box2D 2.4 and prints drops a second,
# measured in the same minute. Exits 1 when Swift's checksum differs from C's.
#
#   PLAYTEST=path   the release binary (default ../.build/release/playtest); passed over when absent
#   QUICK=1         fewer drops, for a look rather than a figure
#
# Of `playtest bench --json` it reads the entries `peggle/bare` and `peggle/bucket`: `games` (drops),
# `nanosecondsPerMove` (a step) and `checksum`.
set -euo pipefail
cd "$(dirname "$0")"

playtest=${PLAYTEST:-../.build/release/playtest}
build=${BUILD:-.build}
drops=${QUICK:+500}
drops=${drops:-4000}
peer_drops=${QUICK:+50}
peer_drops=${peer_drops:-400}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

make --silent BUILD="$build" "$build/peggle"

: >"$work/swift"
if [ -x "$playtest" ] && command -v python3 >/dev/null; then
    if "$playtest" bench --json --filter peggle/b >"$work/bench.json"; then
        python3 - "$work/bench.json" >"$work/swift" <<'PYTHON'
import json, sys

def entries(value):
    if isinstance(value, dict):
        if value.get("name") in ("peggle/bare", "peggle/bucket") and "nanosecondsPerMove" in value:
            yield value
        for inner in value.values():
            yield from entries(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from entries(inner)

for entry in entries(json.load(open(sys.argv[1]))):
    print(entry["name"].split("/", 1)[1], entry["games"], entry["nanosecondsPerMove"], entry.get("checksum") or "-")
PYTHON
    fi
    [ -s "$work/swift" ] || echo "playtest bench --json has no peggle/bare or peggle/bucket: Swift is left out" >&2
else
    echo "no $playtest (make release, or set PLAYTEST) or no python3: Swift is left out" >&2
fi

# Lines "PROGRAM SCENE DROPS STEPS NS CHECKSUM", Swift's steps being C's over the same drops.
for scene in bare bucket; do
    count=$(awk -v scene=$scene '$1 == scene { print $2; exit }' "$work/swift")
    "$build/peggle" steps "${count:-$drops}" $scene 2>/dev/null |
        awk '{ print "C", $1, $3, $5, $7, $11 }' >>"$work/rows"
    awk -v scene=$scene -v steps="$(tail -1 "$work/rows" | cut -d' ' -f4)" \
        '$1 == scene { print "Swift", scene, $2, steps, $3, $4; exit }' "$work/swift" >>"$work/rows"
done
for peer in chipmunk box2d; do
    if make --silent BUILD="$build" "$build/peggle_$peer" 2>"$work/errors"; then
        "$build/peggle_$peer" "$peer_drops" | awk '/ drops [0-9]/ { print $1, "bare", $3, $5, $7, "-" }' >>"$work/rows"
    else
        echo "peggle_$peer can not be built: it is left out (apt-get install -y g++ lib$peer-dev)" >&2
    fi
done

echo "Peggle, 60 pegs, one ball, steps of 1/120 s; CPU time, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -1)"
awk '
    BEGIN { printf "%-9s %-7s %6s %11s %10s %12s %8s  %s\n", "program", "scene", "drops", "steps/drop", "ns a step", "drops/s", "times", "checksum" }
    NR == FNR { if ($1 == "C") want[$2 " " $3] = $6; if ($1 == "C" || $1 == "Swift") ours[$2] = 1e9 * $3 / ($4 * $5); if ($1 == "C" || $1 == "Swift") who[$2] = $1; next }
    {
        rate = 1e9 * $3 / ($4 * $5)
        note = ""
        if ($1 == "Swift" && $6 != want[$2 " " $3]) { note = "DIFFERS from C: " want[$2 " " $3]; bad = 1 }
        printf "%-9s %-7s %6d %11.1f %10.1f %12.0f %8.2f  %s %s\n", $1, $2, $3, $4 / $3, $5, rate, ours[$2] / rate, $6, note
    }
    END {
        print "times: how many drops " who["bare"] " does while the program does one. Bare is without a bucket."
        print "Debian builds libchipmunk with its debug checks on; a release build of it is quicker."
        print bad ? "Checksums differ: the programs did not play the same drops." : "Peers play the same launches; their paths part from ours at the first bounces."
        exit bad
    }' "$work/rows" "$work/rows"
