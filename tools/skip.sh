#!/usr/bin/env bash
# For a check that lacks what it needs: says so and succeeds, so that the caller can leave it out.
# With PLAYTEST_REQUIRE_ALL=1, as in CI, a skip is a failure.
#
#   tools/skip.sh CHECK REASON
if [ $# -ne 2 ]; then
  echo "usage: tools/skip.sh CHECK REASON" >&2
  exit 64
fi
if [ "${PLAYTEST_REQUIRE_ALL:-}" = 1 ]; then
  echo "$1: $2; with PLAYTEST_REQUIRE_ALL=1 nothing may be skipped" >&2
  exit 1
fi
echo "$1: skipped: $2"
