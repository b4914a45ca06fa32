#!/usr/bin/env bash
# Follows README.md and docs/first-hour.md in a new clone of this checkout, and docs/designers-path.md,
# docs/your-own-game.md, docs/import.md and docs/engines.md each in an empty folder with the program that
# they build: whatever they say must work, each page without the other's files. A block that needs a
# person, such as `playtest play`, is not a `sh` block and is not run; tools/install-test.sh plays a game.
#
#   tools/check-docs.sh [PROGRAM]
#
# With PROGRAM nothing is built: it stands where the pages' `swift build` would put it.
#
#   PLAYTEST_DOC_BUILD=DIR   clone into DIR and keep the build there, so that the next check
#                            builds the packages we depend on no more (default: a temporary folder)
set -euo pipefail

if [ $# -gt 1 ] || { [ $# -eq 1 ] && [ ! -x "$1" ]; }; then
  echo "usage: tools/check-docs.sh [PROGRAM]" >&2
  exit 64
fi
program=
[ $# -eq 0 ] || program=$(realpath "$1")
cd "$(dirname "$0")/.."

if [ -n "$(git status --porcelain)" ]; then
  echo "note: changes that are not committed are not in the clone" >&2
fi

if [ -n "${PLAYTEST_DOC_BUILD:-}" ]; then
  mkdir -p "$PLAYTEST_DOC_BUILD"
  work=$(cd "$PLAYTEST_DOC_BUILD" && pwd)
  rm -rf "$work/build"
  if [ -d "$work/clone/.build" ]; then mv "$work/clone/.build" "$work/build"; fi
  rm -rf "$work/clone"
else
  work=$(mktemp -d)
  temporary=$work
  trap 'rm -rf "$temporary"' EXIT
fi

git clone --quiet . "$work/clone"
if [ -d "$work/build" ]; then mv "$work/build" "$work/clone/.build"; fi
cd "$work/clone"
empty=$(mktemp -d)
trap 'rm -rf "$empty" "${temporary:-}"' EXIT
if [ -n "$program" ]; then
  mkdir -p .build/release "$empty/bin"
  # A copy, as the program finds its scripts and levels from where it lies.
  cp "$program" .build/release/playtest
  printf '%s\n' '#!/bin/sh' 'echo "swift $*: already built"' >"$empty/bin/swift"
  chmod +x "$empty/bin/swift"
  export PATH="$empty/bin:$PATH"
fi
for page in README.md docs/first-hour.md; do
  tools/run-doc-blocks.sh "$page"
  git restore .
  git clean -fdxq -e .build
done

for page in designers-path your-own-game import engines; do
  mkdir "$empty/$page"
  cd "$empty/$page"
  PATH="$work/clone/.build/release:$PATH" \
    "$work/clone/tools/run-doc-blocks.sh" "$work/clone/docs/$page.md"
done
