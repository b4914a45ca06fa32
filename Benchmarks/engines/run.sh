#!/usr/bin/env bash
# Measures engines in other languages: the round trip of a pipe, random games of 2048 through it, and
# in a library. Needs a C compiler, python3 and node; PYTHON= names a Python that has open_spiel, which
# is left out otherwise.
set -euo pipefail
cd "$(dirname "$0")"
engines=../../integrations/engines
build=$(realpath -m "${BUILD:-../.build}")
mkdir -p "$build"
cc=${CC:-cc}
$cc -O3 -std=gnu11 -Wall -Wextra -o "$build/engine-host" host.c
make -s -C "$engines/c" BUILD="$build" CC="$cc" CFLAGS="-O3 -std=c11 -Wall -Wextra" all
export PYTHONDONTWRITEBYTECODE=1

show() { # WHAT COMMAND...
  printf '%-28s' "$1"
  "${@:2}"
}

sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1
show "Python, an empty game" "$build/engine-host" trip python3 line.py
show "node, an empty game" "$build/engine-host" trip node line.mjs
show "Python, 2048" "$build/engine-host" games python3 "$engines/python/2048.py"
show "node, 2048" "$build/engine-host" games node "$engines/javascript/2048.mjs"
show "C, 2048, library" "$build/engine-host" library "$build/lib2048.so"
python=${PYTHON:-python3}
if "$python" -c "import pyspiel" 2>/dev/null; then
  show "OpenSpiel from Python, 2048" "$python" openspiel.py
else
  echo "no open_spiel in $python: OpenSpiel is left out" >&2
fi
