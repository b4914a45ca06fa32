#!/usr/bin/env bash
# Tunes a small level with the driver, kills it, and goes on: the answer is that of a study in one
# piece. Skipped, saying so, where Optuna is missing.
#
#   [PYTHON=python3] integrations/optuna/test.sh PLAYTEST
set -euo pipefail
if [ $# -ne 1 ] || [ ! -x "$1" ]; then
  echo "usage: integrations/optuna/test.sh PLAYTEST" >&2
  exit 64
fi
PLAYTEST=$(realpath "$1")
export PLAYTEST
python=${PYTHON:-python3}
cd "$(dirname "$0")"
driver=$PWD/playtest-optuna
level=$(realpath ../../levels/bubble-blast/02-candy-stripes.json)
scripts=$(realpath ../../scripts)
# -S leaves all installed packages out.
code=0
"$python" -S "$driver" x.yml --study x.db 2>/dev/null || code=$?
[ "$code" = 69 ] || { echo "integrations/optuna: without Optuna exit $code, not 69" >&2; exit 1; }
if ! "$python" -c "import optuna" 2>/dev/null; then
  exec ../../tools/skip.sh integrations/optuna "$python has no Optuna; PYTHON= names one that has"
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >tune.yml <<END
level: $level
scripts: $scripts
seed: 3
budget: {games: 5000}
parameters:
  - {path: shots, int: [15, 40]}
  - {path: spawn.weights, simplex: true}
targets:
  - {metric: pass_rate, agent: casual, aim: 0.5, tolerance: 0.1}
verify: {games: 300, seed: 7}
END
tune() { # STUDY
  "$python" "$driver" tune.yml --study "$1" --trials 16 --games 40 --json
}

tune whole.db >whole.json
for part in '"importance"' '"shots"' '"within": true'; do
  grep -q "$part" whole.json || { echo "integrations/optuna: no $part in the answer" >&2; exit 1; }
done

"$python" "$driver" tune.yml --study killed.db --trials 16 --games 40 >/dev/null 2>played &
pid=$!
for _ in $(seq 600); do
  [ "$(wc -l <played)" -ge 4 ] && break
  sleep 0.1
done
kill -9 "$pid" 2>/dev/null || true
wait "$pid" 2>/dev/null || true
before=$(wc -l <played)
if [ "$before" -lt 4 ] || [ "$before" -ge 16 ]; then
  echo "integrations/optuna: not killed in the middle, but after $before of 16 trials" >&2
  exit 1
fi
tune killed.db >killed.json
cmp whole.json killed.json || {
  echo "integrations/optuna: a study killed after $before trials ends with another answer" >&2
  exit 1
}

code=0
"$python" "$driver" tune.yml --study whole.db --games 41 2>refused || code=$?
if [ "$code" != 65 ] || ! grep -q "choose another --study" refused; then
  echo "integrations/optuna: a study of other games is taken (exit $code)" >&2
  exit 1
fi
echo "integrations/optuna: tuned, killed after $before of 16 trials and resumed to the same answer"
