#!/usr/bin/env bash
# Tests the clients and the example games: their own tests, the C example under AddressSanitizer, the
# same games of 2048 in four languages, then everything through the program. Skipped, saying so, where
# node, a C compiler or lua5.4 is missing.
#
#   integrations/engines/test.sh PLAYTEST
set -euo pipefail
if [ $# -ne 1 ] || [ ! -x "$1" ]; then
  echo "usage: integrations/engines/test.sh PLAYTEST" >&2
  exit 64
fi
PLAYTEST=$(realpath "$1")
cd "$(dirname "$0")"
for program in node "${CC:-cc}" lua5.4; do
  if ! command -v "$program" >/dev/null; then
    exec ../../tools/skip.sh integrations/engines \
      "there is no $program (Debian's packages nodejs, gcc, libc6-dev, lua5.4)"
  fi
done
scripts=$(realpath ../../scripts)
page=$(realpath ../../docs/engines.md)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1

# Shows what a command prints only where it fails.
quietly() {
  "$@" >"$work/out" 2>&1 || {
    cat "$work/out" >&2
    echo "integrations/engines: failed: $*" >&2
    exit 1
  }
}

cp -R . "$work/engines"
cd "$work/engines"
make -s -C c BUILD=. all test
"${CC:-cc}" -std=c99 -Wall -Wextra -Werror -Wpedantic -fsyntax-only -x c c/playtest_engine.h
if command -v c++ >/dev/null; then
  c++ -std=c++11 -Wall -Wextra -Werror -fsyntax-only -x c++ c/playtest_engine.h
fi
quietly python3 -m unittest discover -s python
export PLAYTEST_ENGINES_PAGE=$page
quietly python3 -W ignore::ResourceWarning -m unittest discover -s test
quietly node --test javascript/playtest-engine.test.mjs
echo "engines: the tests of the clients and of the examples' pipes"
PLAYTEST_SCRIPTS=$scripts test/same_games.py c/lib2048.so
