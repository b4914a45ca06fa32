#!/usr/bin/env bash
# Runs the program where files, threads, memory, stack, disk or standard files are missing: each
# command must end by itself with an exit code of the README's table, and with a line on stderr where
# that is not 0.
#
#   tools/poor-machine-test.sh PLAYTEST
set -uo pipefail
cd "$(dirname "$0")/.."

if [ $# -ne 1 ] || [ ! -x "$1" ]; then
  echo "usage: tools/poor-machine-test.sh PLAYTEST" >&2
  exit 64
fi
playtest=$(realpath "$1")
export playtest
skip=$PWD/tools/skip.sh
export SWIFT_BACKTRACE=enable=no

work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cp levels/bubble-blast/01-first-steps.json "$work/level.json"
ln -s "$PWD/scripts" "$work/scripts"
chmod 777 "$work"
cd "$work" || exit 74

failures=0
tried=0

# try CODES LINE: runs a line of bash; its exit code must be one of CODES, and where it is not 0
# something must be said on stderr, unless the codes begin with "quiet".
try() {
  local codes=$1 line=$2 code quiet=
  case $codes in quiet*) quiet=1; codes=${codes#quiet } ;; esac
  rm -rf out errors
  timeout 60 bash -c "$line" 2>errors </dev/null
  code=$?
  tried=$((tried + 1))
  if ! [[ " $codes " == *" $code "* ]]; then
    echo "exit code $code in place of $codes: $line" >&2
    head -c 400 errors >&2
    failures=$((failures + 1))
  elif [ $code -ne 0 ] && [ -z "$quiet" ] && ! grep -q '^playtest: ' errors; then
    echo "exit code $code without a word: $line" >&2
    failures=$((failures + 1))
  fi
}

play='$playtest run level.json --agents random --games 20 --jobs 2 --out out --quiet'

# Open files. With 3 the system cannot load the program; with 12 free ones all is well.
for files in 5 6 8 10 12; do try 75 "ulimit -n $files; $play"; done
for files in 20 32 64; do try 0 "ulimit -n $files; $play >/dev/null"; done
try 75 'ulimit -n 8; $playtest list games'

# Threads: limits of threads hold for users other than root only.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
  user() { echo "setpriv --reuid=$1 --clear-groups prlimit --nproc=$2"; }
  for threads in 1 2 3 5; do
    try 75 "$(user $((61000 + threads)) $threads) ${play/--out out/--out out-u}"
  done
  try 75 "$(user 61100 20) ${play/--jobs 2/--jobs 100}"
  # Commands that play nothing need none.
  try 0 "$(user 61200 1) \$playtest list games >/dev/null"
else
  "$skip" "poor machines: limits of threads" "there is no root or no setpriv" ||
    failures=$((failures + 1))
fi

# Address space in KiB: less than the program needs, and more.
for memory in 150000 200000 300000; do try 75 "ulimit -v $memory; $play"; done
for memory in 600000 1000000; do try 0 "ulimit -v $memory; $play >/dev/null"; done
try 75 "ulimit -v 600000; ${play/--jobs 2/--jobs 200}"
# Scripts that hold all they may, in every worker.
cat >hog.lua <<'LUA'
local hog = { name = "hog", games = { "bubble-blast" } }
local held = {}
function hog.choose(turn)
  for i = 1, 350000 do held[#held + 1] = i + 0.5 end
  return 1
end
return hog
LUA
for memory in 420000 600000 800000 1600000; do
  try "0 1 75" "ulimit -v $memory; ${play/--agents random --games 20 --jobs 2/--agents hog.lua --games 60 --jobs 12}"
done

# Files of 3 GiB that take no room on the disk are refused by their size: in this address space they
# could not be read.
mkdir huge
for file in level.json record.json agent.lua scores.sqlite; do truncate -s 3G "huge/$file"; done
for line in 'level validate huge/level.json' 'replay huge/record.json' \
  'run level.json --agents huge/agent.lua --games 1 --out out' 'scores --store huge/scores.sqlite'; do
  try 65 "ulimit -v 1000000; \$playtest $line"
done
bash -c "${play/--out out/--out huge/run}" >/dev/null 2>&1
for file in study.json explanations.json run.json; do
  truncate -s 3G "huge/run/$file"
  try 65 'ulimit -v 1000000; $playtest report huge/run'
  [ $file = run.json ] || rm "huge/run/$file"
done

# Stack in KiB.
for stack in 100 500; do try 75 "ulimit -s $stack; $play"; done
for stack in 2000 8192 1000000 unlimited; do try 0 "ulimit -s $stack; $play >/dev/null"; done

# File size in blocks of 1 KiB, the size of errors' file included.
for size in 0 1 10; do try "73 74" "exec 2> >(cat >errors); ulimit -f $size; $play"; done

# Standard files that are closed, full or not read.
try 0 "$play <&- >/dev/null"
try "0 74" "${play/--quiet/} >&-"
try "quiet 0" "$play >/dev/null 2>&-"
try "quiet 0 74" "$play <&- >&- 2>&-"
try 74 "${play/--quiet/} >/dev/full"
try "quiet 0" "$play >/dev/null 2>/dev/full"
try 74 '$playtest list games >/dev/full'
try 74 '$playtest --help >/dev/full'
try "quiet 0" '$playtest list metrics | head -1 >/dev/null; exit ${PIPESTATUS[0]}'

# The environment, and folders that cannot be used.
try 0 "env -i playtest=$playtest $play >/dev/null"
try 0 "HOME=/nowhere TMPDIR=/nowhere $play >/dev/null"
try "66 73" "mkdir gone && cd gone && rmdir ../gone && $play"
try "66 73" "mkdir gone && cd gone && rmdir ../gone && ${play/level.json/$work/level.json}"
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
  mkdir closed && chmod 755 closed
  try 73 "cd closed && setpriv --reuid=61300 --clear-groups ${play/level.json/../level.json}"
  chmod 600 level.json
  try "65 66 74" "setpriv --reuid=61300 --clear-groups $play"
else
  "$skip" "poor machines: closed folders" "there is no root or no setpriv" ||
    failures=$((failures + 1))
fi

echo "poor machines: $tried lines, $failures failures"
[ $failures -eq 0 ]
