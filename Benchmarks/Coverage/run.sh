#!/usr/bin/env bash
# How often intervals hold the truth: plays a large run of every game and draws samples from it.
#
#   Benchmarks/Coverage/run.sh PLAYTEST COVERAGE [FOLDER]
#
# PLAYTEST and COVERAGE are release builds; the runs go to FOLDER (default: a temporary one).
# Takes about half an hour of two cores. Prints a Markdown table.
set -euo pipefail
playtest=$1
coverage=$2
folder=${3:-$(mktemp -d)}
samples=${SAMPLES:-600}

# The levels of the runs that are not called after a game.
declare -A levels=([set-for-two]=set [cells]=bubble-blast [studied]=bubble-blast)

run() { # NAME AGENTS GAMES
  [ -e "$folder/$1/summary.json" ] ||
    "$playtest" run "levels/${levels[$1]:-$1}" --agents "$2" --games "$3" --seed 11 \
      --out "$folder/$1" --quiet >&2
}
run bubble-blast random,novice,casual,skilled,expert 10000
run peggle random,novice,casual 1000
run bubble-pop random,novice,casual,skilled 10000
run set random,novice,casual,skilled 10000
run playing-cards random,novice,casual,skilled 10000
run cards random,novice,casual,skilled 10000
run set-for-two casual:skilled,novice:casual 10000
run pishti casual:skilled 10000
run cells cells 400
run studied novice,casual 1000
# No included level has stars.
[ -e "$folder/starred/summary.json" ] || {
  printf 'name: starred\nlevels: [%s/levels/bubble-blast]\nagents: [random, casual]\ngames: 10000\nseed: 11\n' \
    "$PWD" >"$folder/stars.yml"
  printf 'with: {stars: [1000, 2500, 5000]}\n' >>"$folder/stars.yml"
  "$playtest" run "$folder/stars.yml" --out "$folder/starred" --quiet >&2
}
[ -e "$folder/studied/study.json" ] ||
  "$playtest" study "$folder/studied" --games 300 --turns 5 --rollouts 8 --luck-games 1000 \
    --restricted-games 1000 --quiet >&2
"$coverage" "$samples" "$folder"/{bubble-blast,peggle,bubble-pop,set,playing-cards,cards} \
  "$folder"/{set-for-two,pishti,cells,studied,starred}
