#!/usr/bin/env bash
# Follows docs/first-hour.md in a new clone of this checkout: whatever it says must work.
#
#   PLAYTEST_DOC_BUILD=DIR   clone into DIR and keep the build there, so that the next check
#                            builds the packages we depend on no more (default: a temporary folder)
set -euo pipefail
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
  trap 'rm -rf "$work"' EXIT
fi

git clone --quiet . "$work/clone"
if [ -d "$work/build" ]; then mv "$work/build" "$work/clone/.build"; fi
cd "$work/clone"
tools/run-doc-blocks.sh docs/first-hour.md
