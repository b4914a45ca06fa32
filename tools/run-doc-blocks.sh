#!/usr/bin/env bash
# Runs a Markdown file's ```sh blocks in the current folder, in order, in one shell; stops at the
# first command that fails. Blocks of any other language are left alone.
#
#   tools/run-doc-blocks.sh FILE
set -euo pipefail

if [ $# -ne 1 ] || [ ! -f "$1" ]; then
  echo "usage: tools/run-doc-blocks.sh FILE.md" >&2
  exit 64
fi

script=$(mktemp)
trap 'rm -f "$script"' EXIT
# Each block is announced by the line it begins on.
awk -v file="$1" '
  !inside && /^```sh[ \t]*$/ { inside = 1; printf "echo \"== %s:%d\"\n", file, NR + 1; next }
  inside && /^```[ \t]*$/ { inside = 0; next }
  inside { print }
' "$1" >"$script"

blocks=$(grep -c '^echo "== ' "$script" || true)
if [ "$blocks" -eq 0 ]; then
  echo "$1: there is no sh block" >&2
  exit 1
fi
# No standard input: a command that asks a question fails rather than waits.
if ! bash -euo pipefail "$script" </dev/null; then
  echo "$1: a block failed" >&2
  exit 1
fi
echo "$1: $blocks blocks ran"
