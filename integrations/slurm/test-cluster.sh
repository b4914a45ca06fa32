#!/usr/bin/env bash
# Starts Slurm's own daemons on this machine, as a cluster of two nodes, and plays runs through the
# driver: test.sh first, then a longer run of which a node fails while it plays a part. The reports
# are those of the run in one piece, byte for byte. Needs root and Debian's packages slurmctld,
# slurmd, slurm-client and munge; skipped, saying so, where they are missing.
#
#   integrations/slurm/test-cluster.sh PLAYTEST
set -euo pipefail
if [ $# -ne 1 ] || [ ! -x "$1" ]; then
  echo "usage: integrations/slurm/test-cluster.sh PLAYTEST" >&2
  exit 64
fi
PATH=$PATH:/usr/sbin
for tool in slurmctld slurmd sbatch munged; do
  if ! command -v "$tool" >/dev/null; then
    exec "$(dirname "$0")/../../tools/skip.sh" "integrations/slurm: cluster" \
      "there is no $tool (Debian's package ${tool/sbatch/slurm-client})"
  fi
done
if [ "$(id -u)" -ne 0 ]; then
  exec "$(dirname "$0")/../../tools/skip.sh" "integrations/slurm: cluster" "the daemons need root"
fi

PLAYTEST=$(realpath "$1")
cd "$(dirname "$0")"
here=$PWD
level=$(realpath ../../levels/bubble-blast/07-crate-yard.json)
scripts=$(realpath ../../scripts)
work=$(mktemp -d)
export PLAYTEST SLURM_CONF=$work/slurm.conf

stop() {
  local file
  for file in "$work"/*.pid; do
    if [ -s "$file" ]; then kill -9 "$(cat "$file")" 2>/dev/null || true; fi
  done
  rm -rf "$work"
}
trap stop EXIT
fail() {
  echo "integrations/slurm: $*" >&2
  tail -n 5 "$work"/*.log >&2
  exit 1
}
wait_until() { # SECONDS WHAT COMMAND...
  local end=$((SECONDS + $1)) what=$2
  shift 2
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || fail "$what did not happen"
    sleep 0.2
  done
}

dd if=/dev/urandom of="$work/munge.key" bs=64 count=1 status=none
chmod 600 "$work/munge.key"
# Two slurmd on one machine are told apart by their ports; 5 s instead of 120 s until a part that
# lost its node may begin again.
port=$((20000 + RANDOM % 10000))
cat >"$SLURM_CONF" <<END
ClusterName=playtest
SlurmctldHost=localhost
SlurmctldPort=$port
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket,cred_expire=5
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool-%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd-%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd-%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
MpiDefault=none
ReturnToService=2
JobRequeue=1
NodeName=one NodeHostname=localhost NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1
NodeName=two NodeHostname=localhost NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1
PartitionName=all Nodes=ALL Default=YES State=UP
END
mkdir "$work/state" "$work/spool-one" "$work/spool-two"
munged --force --key-file "$work/munge.key" --socket "$work/munge.socket" \
  --pid-file "$work/munged.pid" --log-file "$work/munged.log" --seed-file "$work/munge.seed" \
  2>/dev/null
slurmctld
slurmd -N one
slurmd -N two
nodes_are_idle() { [ "$(sinfo -h -N -t idle -o %N 2>/dev/null | wc -l)" -eq 2 ]; }
wait_until 60 "the start of two nodes" nodes_are_idle

mkdir "$work/shared"
WORK=$work/shared PLAYTEST_SLURM=1 ./test.sh "$PLAYTEST"

# A node that fails in mid-run. As many games as keep both nodes busy for some seconds.
mkdir "$work/whole" "$work/parts"
games=200
while :; do
  run=("$level" --scripts "$scripts" --agents random,novice --games "$games")
  begin=$(date +%s%3N)
  (cd "$work/whole" && "$PLAYTEST" run "${run[@]}" --out r --force --quiet)
  if [ $(($(date +%s%3N) - begin)) -ge 6000 ] || [ "$games" -gt 10000000 ]; then break; fi
  games=$((games * 2))
done

cd "$work/parts"
join=$("$here/playtest-slurm" 4 r "${run[@]}")
on_two() { squeue -h -r -n playtest-part -w two -t R -o '%A %K'; }
at_work() {
  read -r job part < <(on_two) && [ -s "r.parts/part-$part/results.sqlite-wal" ]
}
wait_until 60 "a part on node two" at_work
# The node's daemon, its jobs' keepers and the jobs die at once, as with the power.
victims=("$(cat "$work/slurmd-two.pid")")
for entry in /proc/[0-9]*; do
  if { tr '\0' '\n' <"$entry/environ"; } 2>/dev/null | grep -qx SLURMD_NODENAME=two; then
    parent=$(awk '/^PPid/ { print $2 }' "$entry/status")
    victims+=("${entry#/proc/}")
    if [[ $(tr "\0" " " <"/proc/$parent/cmdline") == slurmstepd:* ]]; then victims+=("$parent"); fi
  fi
done
kill -9 "${victims[@]}"
rm -f "$work/slurmd-two.pid"
scontrol update NodeName=two State=DOWN Reason="taken away"
joined() { ! squeue -h -j "$join" 2>/dev/null | grep -q .; }
wait_until 300 "the end of the run" joined
scontrol show job "$job" | grep -q 'Restarts=1 ' || fail "part $part was not requeued"
for file in summary.json report.html report.md; do
  cmp "$work/whole/r/$file" "r/$file" ||
    fail "a node that failed: $file is not that of the run in one piece"
done
echo "integrations/slurm: $games games of 2 agents in 4 parts by $(sinfo --version) on 2 nodes, one" \
  "of which failed while it played part $part, which was requeued: the undisturbed bytes"
