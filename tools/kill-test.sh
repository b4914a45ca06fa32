#!/usr/bin/env bash
# Kills a run with SIGKILL at random moments and resumes it until it is done; the reports and the
# rows must be those of an undisturbed run, byte for byte.
#
#   tools/kill-test.sh PLAYTEST [ROUNDS [KILLS]]     (default: 10 rounds of 4 kills)
#
# Rounds alternate between 1 and 2 jobs. KILL_TEST_SEED=N repeats the moments of an earlier test.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -lt 1 ] || [ ! -x "$1" ]; then
  echo "usage: tools/kill-test.sh PLAYTEST [ROUNDS [KILLS]]" >&2
  exit 64
fi
command -v python3 >/dev/null || tools/skip.sh "kill-test: comparing rows" "there is no python3"
playtest=$(realpath "$1")
rounds=${2:-10}
kills=${3:-4}
seed=${KILL_TEST_SEED:-$RANDOM}
RANDOM=$seed
level=$PWD/levels/bubble-blast/07-crate-yard.json
scripts=$PWD/scripts

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Plays in the folder NAME, in a run folder of the same name for all, as reports hold its path.
play() { # NAME JOBS GAMES MORE...
  local name=$1 jobs=$2 games=$3
  shift 3
  mkdir -p "$work/$name"
  cd "$work/$name"
  exec "$playtest" run "$level" --scripts "$scripts" --agents random,novice --games "$games" \
    --jobs "$jobs" --out run --quiet "$@"
}

milliseconds() { date +%s%3N; }

# As many games as take two or three seconds here, so that a kill finds the run at work.
games=50
while :; do
  rm -rf "$work/whole"
  start=$(milliseconds)
  (play whole 2 "$games")
  length=$(($(milliseconds) - start))
  if [ "$length" -ge 1500 ] || [ "$games" -ge 1000000 ]; then break; fi
  games=$((games * 2))
done

rows() { # RUN
  command -v python3 >/dev/null || return 0
  python3 - "$1/results.sqlite" <<'END'
import hashlib, sqlite3, sys
digest = hashlib.sha256()
for table in "levels", "cells", "scripts", "metrics", "games":
    rows = sqlite3.connect(sys.argv[1]).execute(f"SELECT * FROM {table}").fetchall()
    for row in sorted(map(repr, rows)):
        digest.update(row.encode())
print(digest.hexdigest())
END
}

undisturbed=$(rows "$work/whole/run")
hits=0
for ((round = 1; round <= rounds; round++)); do
  jobs=$((1 + round % 2))
  for ((kill = 1; kill <= kills; kill++)); do
    # bash, not the run, is told when the run it waits for is killed.
    (play "$round" "$jobs" "$games" --resume) &
    process=$!
    sleep "$(awk -v r=$RANDOM -v l="$length" -v k="$kills" 'BEGIN { printf "%.3f", 0.9 * r / 32768 * l / k / 1000 }')"
    if kill -9 "$process" 2>/dev/null; then hits=$((hits + 1)); fi
    wait "$process" 2>/dev/null || true
  done
  (play "$round" "$jobs" "$games" --resume)
  for file in summary.json report.html report.md; do
    cmp "$work/whole/run/$file" "$work/$round/run/$file" || {
      echo "kill-test: round $round, $jobs job(s), KILL_TEST_SEED=$seed: $file differs" >&2
      exit 1
    }
  done
  if [ "$(rows "$work/$round/run")" != "$undisturbed" ]; then
    echo "kill-test: round $round, $jobs job(s), KILL_TEST_SEED=$seed: the rows differ" >&2
    exit 1
  fi
  rm -rf "${work:?}/$round"
done
echo "kill-test: $rounds rounds of $kills kills ($hits hit a run at work), $games games of 2" \
  "agents: every resume ended with the undisturbed bytes"
