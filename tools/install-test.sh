#!/usr/bin/env bash
# Installs a program with `make install` into a temporary folder that nobody may write to, and uses
# it in an empty folder as somebody without a clone does: docs/first-hour.md from its second section
# on, scripts and levels of one's own beside the built-in ones, and `make uninstall`.
#
#   tools/install-test.sh PROGRAM
set -euo pipefail

if [ $# -ne 1 ] || [ ! -x "$1" ]; then
  echo "usage: tools/install-test.sh PROGRAM" >&2
  exit 64
fi
program=$(realpath "$1")
cd "$(dirname "$0")/.."
clone=$PWD

work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
prefix=$work/usr
here=$work/here
fail() {
  echo "install-test: $*" >&2
  exit 1
}

make --silent install "PREFIX=$prefix" "PROGRAM=$program" >/dev/null
chmod -R a-w "$prefix"
# Root may write everywhere, so what is installed is compared as well.
state() { (cd "$prefix" && find . -printf '%p %m %T@\n' | sort && find . -type f -exec cksum {} + | sort); }
state >"$work/before"
files=$(find "$prefix" -type f | wc -l)
mkdir "$here" "$work/home"

# One shell command in a folder, with nothing of this environment; its output is kept in $work/out.
usual=/usr/bin:/bin
inside() { # LINE
  (cd "$here" &&
    env -i "PATH=$prefix/bin:$usual" "HOME=$work/home" LC_ALL=C.UTF-8 \
      bash -euo pipefail -c "$1") >"$work/out" 2>&1 </dev/null ||
    { tail -20 "$work/out" >&2; fail "failed with $?: $1"; }
}
refused() { # LINE
  if (inside "$1") 2>/dev/null; then fail "not refused: $1"; fi
}
says() { # PATTERN of the last output
  grep -Eq -- "$1" "$work/out" || { tail -20 "$work/out" >&2; fail "nothing like '$1' was printed"; }
}
hides() { # PATTERN
  if grep -Eq -- "$1" "$work/out"; then
    grep -E -- "$1" "$work/out" | head -5 >&2
    fail "'$1' was printed"
  fi
}

inside 'command -v playtest'
says "^$prefix/bin/playtest$"

# Without any file of one's own.
inside 'playtest list bubbles'
says '^bomb '
hides 'yours'
inside 'playtest list levels'
says 'builtin:bubble-blast/07-crate-yard'
inside 'playtest list agents && playtest list generators && playtest list cards'
says 'lua_greedy'
says '^islands '
inside 'playtest run bubble-blast --agents random --games 2 --out Reports/runs/all'
says '^Last Ceiling '
inside 'playtest run builtin:peggle/01-garden-gate --agents random --games 2 --out Reports/runs/peggle'
inside 'playtest level validate builtin:set/01-official'
[ "$(ls "$here")" = Reports ] || fail "looking around left files: $(ls "$here")"

# The first hour, without the section that builds the program.
sed '1,/^## 1\./d' docs/first-hour.md | sed -n '/^## 2\./,$p' >"$work/first-hour.md"
inside "bash '$clone/tools/run-doc-blocks.sh' '$work/first-hour.md'"
says '^ok: bubble paint_pot: '
says '^ok: agent hunter'
says '^Crate Yard .*\]'
says '^Paint Shop .*\]'
says '^verified: '
says 'blocks ran$'
for file in scripts/bubbles/paint_pot.lua scripts/.luarc.json scripts/types/playtest.lua \
  levels/mine/paint-shop.json Reports/runs/mine-20/report.html; do
  [ -s "$here/$file" ] || fail "the first hour left no $file"
done

# Scripts of one's own and built-in ones.
inside 'playtest list bubbles'
says '^paint_pot '
says 'yours'
says 'built in'
inside 'playtest list bubbles --json'
says "\"file\": \"$prefix/share/playtest/scripts/bubbles/bomb.lua\""
says '"file": "scripts/bubbles/paint_pot.lua"'
inside 'playtest new bubble bomb'
says '^wrote scripts/bubbles/bomb.lua$'
says '^it replaces the built-in bubble '
inside 'playtest list bubbles'
says 'yours, replaces the built-in one'
inside 'rm scripts/bubbles/bomb.lua && playtest new generator arcs && playtest script check scripts/generators/arcs.lua'
inside 'playtest level new Arcs --generator arcs --out levels/arcs.json && playtest level show levels/arcs.json'
says '^goal: |[Cc]lear'

# Levels of one's own do not hide the built-in ones, which nothing deletes.
inside 'playtest list levels'
says '^Paint Shop .*levels/mine/paint-shop.json'
says 'builtin:bubble-blast/07-crate-yard'
inside 'playtest level show builtin:bubble-blast/07-crate-yard'
inside 'playtest run set --agents random --games 2 --out Reports/runs/set'
refused 'playtest level delete "Crate Yard"'
inside 'playtest level delete Arcs'
says '^deleted Arcs$'

# A game played in a terminal is recorded here.
if command -v script >/dev/null; then
  (cd "$here" && { sleep 1 && printf ' ' && sleep 1 && printf q && sleep 1 && printf y && sleep 1; } |
    env -i "PATH=$prefix/bin:$usual" "HOME=$work/home" LC_ALL=C.UTF-8 TERM=xterm timeout 30 \
      script -qec 'stty rows 30 cols 90; playtest play levels/mine/paint-shop.json --player ann' /dev/null >"$work/out") ||
    fail "play failed"
  [ -s "$here/Reports/played/bubble-blast/Paint-Shop/ann-1.json" ] || fail "no record of the game"
else
  tools/skip.sh "install-test: a game in a terminal" "there is no script (Debian's bsdutils)"
fi

# Shells complete commands.
for shell in bash zsh fish; do
  find "$prefix/share" -path "*$shell*" -type f -size +1k | grep -q . || fail "nothing for $shell"
done
bash -n "$prefix/share/bash-completion/completions/playtest"

state >"$work/after"
cmp -s "$work/before" "$work/after" || {
  diff "$work/before" "$work/after" | head >&2
  fail "something was written below $prefix"
}
[ -z "$(find "$work/home" -type f)" ] || fail "something was written to the home folder"

# What users have beside it stays.
chmod -R u+w "$prefix"
echo scores >"$prefix/share/playtest/scores.sqlite"
make --silent install "PREFIX=$prefix" "PROGRAM=$program" >/dev/null
make --silent uninstall "PREFIX=$prefix" >/dev/null
left=$(cd "$prefix" && find . -type f)
[ "$left" = ./share/playtest/scores.sqlite ] || fail "uninstall left $left"
echo "install-test: the first hour works from $files installed, read-only files"
