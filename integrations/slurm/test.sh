#!/usr/bin/env bash
# Plays a small run through the driver, breaks a part, and goes on: the result is the run in one
# piece, byte for byte. The jobs are run by a stand-in for sbatch, at once and in order; with
# sbatch on PATH and PLAYTEST_SLURM=1 by Slurm itself (on a shared folder, WORK).
#
#   integrations/slurm/test.sh PLAYTEST
set -euo pipefail
if [ $# -ne 1 ] || [ ! -x "$1" ]; then
  echo "usage: integrations/slurm/test.sh PLAYTEST" >&2
  exit 64
fi
PLAYTEST=$(realpath "$1")
cd "$(dirname "$0")"
driver=$PWD/playtest-slurm
level=$(realpath ../../levels/bubble-blast/01-first-steps.json)
work=$(mktemp -d ${WORK:+-p "$WORK"})
trap 'rm -rf "$work"' EXIT
export PLAYTEST
if [ "${PLAYTEST_SLURM:-}" = 1 ] && command -v sbatch >/dev/null; then
  engine=Slurm
  wait_for_join() {
    while squeue -h -j "$1" 2>/dev/null | grep -q .; do sleep 2; done
  }
else
  engine="a stand-in for sbatch (test-cluster.sh uses Slurm itself)"
  export SBATCH=$work/sbatch
  cat >"$SBATCH" <<'END'
#!/usr/bin/env bash
set -euo pipefail
log=/dev/null tasks=""
while [ $# -gt 0 ]; do
  case $1 in
    --array) tasks=$2; shift 2 ;;
    --output) log=$2; shift 2 ;;
    --wrap) line=$2; shift 2 ;;
    --job-name | --cpus-per-task | --dependency) shift 2 ;;
    --parsable | --requeue) shift ;;
    *) echo "sbatch: unknown option $1" >&2; exit 1 ;;
  esac
done
for task in ${tasks//,/ }; do
  echo "$task" >>"$(dirname "$0")/played"
  SLURM_ARRAY_TASK_ID=$task bash -c "$line" >"${log//%a/$task}" 2>&1 || true
done
[ -n "$tasks" ] || bash -c "$line" >"$log" 2>&1 || true
echo 7
END
  chmod +x "$SBATCH"
  wait_for_join() { :; }
fi
run=("$level" --agents random,novice --games 30)

expect_whole() { # WHAT
  for file in summary.json report.html report.md; do
    cmp "$work/whole/r/$file" "$work/r/$file" || {
      echo "integrations/slurm: $1: $file is not that of the run in one piece" >&2
      exit 1
    }
  done
}

mkdir "$work/whole"
(cd "$work/whole" && "$PLAYTEST" run "${run[@]}" --out r --quiet)
cd "$work"
wait_for_join "$("$driver" 4 r "${run[@]}")"
expect_whole "four parts"

rm -rf r r.parts/part-1
truncate -s 5000 r.parts/part-3/results.sqlite
: >played
wait_for_join "$("$driver" 4 r "${run[@]}")"
expect_whole "parts mended"
if [ -n "${SBATCH:-}" ] && [ "$(tr '\n' ' ' <played)" != "1 3 " ]; then
  echo "integrations/slurm: played $(tr '\n' ' ' <played), not just the broken parts 1 and 3" >&2
  exit 1
fi

rm -r r.parts/part-2
for wrong in 8 0 z 4x; do
  code=0
  "$driver" "$wrong" r "${run[@]}" >/dev/null 2>refused || code=$?
  if [ "$code" = 0 ] || ! grep -qE 'has the parts of a run of 4, not 8|PARTS is a whole number' refused; then
    echo "integrations/slurm: $wrong parts were not refused: $(cat refused)" >&2
    exit 1
  fi
done
echo "integrations/slurm: parts played, mended and joined to the undisturbed bytes by $engine"
