#!/usr/bin/env bash
# What the scripts folder costs a level without specials: the instructions of `playtest run` with the project's scripts,
# over those with an empty scripts folder. Exits 1 when the ratio is above the limit.
#
#   PLAYTEST=path   the release binary (default ../.build/release/playtest)
#   LIMIT=1.05      the largest ratio allowed
set -euo pipefail
cd "$(dirname "$0")"

playtest=${PLAYTEST:-../.build/release/playtest}
limit=${LIMIT:-1.05}
build=${BUILD:-.build}
level=../levels/bubble-blast/01-first-steps.json
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/empty"

[ -x "$playtest" ] || { echo "no $playtest: make release, or set PLAYTEST" >&2; exit 1; }
qemu=qemu-$(uname -m)
command -v "$qemu" >/dev/null || { echo "$qemu is needed (apt-get install -y qemu-user)" >&2; exit 1; }
make --silent BUILD="$build" "$build/count_instructions.so"

# The instructions of a run with this agent, games and scripts folder; its summary goes to $work/summary.
instructions() {
    "$qemu" -plugin "$build/count_instructions.so" "$playtest" run "$level" --agents "$1" --games "$2" --scripts "$3" \
        --jobs 1 --out "$work/run" --force --quiet --json 2>"$work/errors" >"$work/summary" ||
        { cat "$work/errors" >&2; exit 1; }
    sed -n 's/^instructions //p' "$work/errors"
}

# The shots that the summary's one cell counts.
shots() { sed -n 's/.*"games":\([0-9]*\),.*"moves":{"mean":\([0-9.]*\).*/\1 \2/p' "$work/summary" | awk '{ printf "%.0f", $1 * $2 }'; }

printf '%-8s %6s %7s %14s %14s %7s\n' agent games shots "empty folder" "scripts" ratio
bad=0
for row in "random 2000" "greedy 4000"; do
    read -r agent games <<<"$row"
    without=$(instructions "$agent" "$games" "$work/empty")
    played=$(cksum <"$work/summary")
    with=$(instructions "$agent" "$games" ../scripts)
    [ "$played" = "$(cksum <"$work/summary")" ] || { echo "$agent: the games differ with the scripts folder" >&2; exit 1; }
    awk -v agent="$agent" -v games="$games" -v shots="$(shots)" -v without="$without" -v with="$with" -v limit="$limit" \
        'BEGIN { printf "%-8s %6d %7d %14d %14d %7.4f\n", agent, games, shots, without, with, with / without
                 exit with / without > limit }' || bad=1
done
[ $bad = 0 ] || { echo "the scripts folder costs more than $limit times the run" >&2; exit 1; }
