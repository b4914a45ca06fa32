#!/usr/bin/env bash
# Installs the program with its scripts, levels, schemas and clients for engines, or removes what it installed.
#
#   tools/install.sh PROGRAM     installs PROGRAM as PREFIX/bin/playtest
#   tools/install.sh --remove
#
#   PREFIX    where to, an absolute path (default: /usr/local)
#   DESTDIR   a folder that stands for / while a package is made (default: none)
#
# share/playtest/installed.txt lists the files that were installed. Only these are removed, because
# users may have files in the same folders: with PREFIX=~/.local high scores are in share/playtest.
set -euo pipefail
cd "$(dirname "$0")/.."

prefix=${PREFIX:-/usr/local}
fail() {
  echo "install: $*" >&2
  exit 1
}
[ $# -eq 1 ] || fail "usage: tools/install.sh PROGRAM, or tools/install.sh --remove"
case $prefix in
  /*) ;;
  *) fail "PREFIX=$prefix: name an absolute path" ;;
esac
prefix=${prefix%/}
root=${DESTDIR:-}$prefix
list=$root/share/playtest/installed.txt

# Removes the files of the list, then our folders that are empty without them; others stay.
remove() {
  [ -f "$list" ] || return 0
  local file folder
  while IFS= read -r file; do
    case /$file/ in */../* | //*) fail "$list: '$file' is no path below $root" ;; esac
    rm -f "$root/$file"
    folder=$(dirname "$file")
    while [[ $folder == share/playtest* ]] && rmdir "$root/$folder" 2>/dev/null; do
      folder=$(dirname "$folder")
    done
  done <"$list"
}

if [ "$1" = --remove ]; then
  [ -f "$list" ] || fail "$list: there is no such file, so nothing is installed there"
  remove
  echo "removed $root/bin/playtest and its files in $root/share"
  exit 0
fi

program=$1
[ -x "$program" ] && [ ! -d "$program" ] ||
  fail "$program: there is no such program; build it with 'make release'"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Only what is in the repository is installed, not the levels that were made in it. An archive of the
# sources has no git and nothing else in these folders.
clients=(integrations/engines/python/playtest_engine.py
  integrations/engines/javascript/playtest-engine.mjs integrations/engines/c/playtest_engine.h)
if [ -e .git ]; then
  git ls-files scripts levels schemas "${clients[@]}" LICENSE >"$work/data"
else
  find scripts levels schemas "${clients[@]}" LICENSE -type f | sort >"$work/data"
fi
[ -s "$work/data" ] || fail "git lists no scripts and no levels here"
: >"$work/list"

put() { # MODE SOURCE FILE-BELOW-PREFIX
  install -D -m "$1" "$2" "$root/$3"
  printf '%s\n' "$3" >>"$work/list"
}

remove # the files of the version before
put 755 "$program" bin/playtest
while IFS= read -r file; do
  put 644 "$file" "share/playtest/$file"
done <"$work/data"
while read -r shell file; do
  # A program for another machine does not run here; it is installed without completions.
  if "$program" --generate-completion-script "$shell" >"$work/completion" 2>/dev/null; then
    put 644 "$work/completion" "$file"
  else
    echo "install: $program does not write completions for $shell; left out" >&2
  fi
done <<'SHELLS'
bash share/bash-completion/completions/playtest
zsh share/zsh/site-functions/_playtest
fish share/fish/vendor_completions.d/playtest.fish
SHELLS
printf '%s\n' share/playtest/installed.txt >>"$work/list"
install -D -m 644 "$work/list" "$list"
echo "installed $root/bin/playtest and $(($(wc -l <"$work/list") - 1)) files in $root/share"
