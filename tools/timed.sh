#!/usr/bin/env bash
# Runs a command and prints how many seconds it took, so that a log of `make check` shows where the
# time goes: `grep '^time: ' LOG | sort -k2 -rn`.
#
#   tools/timed.sh COMMAND...
set -uo pipefail

if [ $# -eq 0 ]; then
  echo "usage: tools/timed.sh COMMAND..." >&2
  exit 64
fi
line="$*"
[ ${#line} -le 100 ] || line="${line:0:100}..."
echo "$line"
begin=$(date +%s%N)
"$@"
code=$?
tenths=$((($(date +%s%N) - begin) / 100000000))
echo "time: $((tenths / 10)).$((tenths % 10)) s, exit code $code: $line"
exit $code
