#!/usr/bin/env bash
# Runs the blocks of docs/data.md that read a run in DuckDB, pandas and polars, and checks what they
# write. Skipped, saying so, where one of the packages is missing.
#
#   [PYTHON=python3] integrations/data/test.sh PLAYTEST
set -euo pipefail
if [ $# -ne 1 ] || [ ! -x "$1" ]; then
  echo "usage: integrations/data/test.sh PLAYTEST" >&2
  exit 64
fi
playtest=$(realpath "$1")
python=${PYTHON:-python3}
cd "$(dirname "$0")"
root=$(realpath ../..)
if ! "$python" -c "import duckdb, pandas, polars, pyarrow" 2>/dev/null; then
  exec "$root/tools/skip.sh" integrations/data \
    "$python lacks duckdb, pandas, polars or pyarrow; PYTHON= names one that has them"
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$root/scripts" "$work"
cd "$work"
# A script that fails, so that there are rows without figures.
cat >bad.lua <<'END'
local agent = { name = "bad", games = { "bubble-blast" }, summary = "Fails in its fifth move." }
function agent.choose(turn)
  if turn.index == 5 then error("enough") end
  return 40
end
return agent
END
"$playtest" run "$root/levels/bubble-blast/01-first-steps.json" \
  "$root/levels/bubble-blast/07-crate-yard.json" --agents random,casual,./bad.lua --games 60 \
  --allow-faults --out RUN --quiet || [ $? -eq 1 ]
"$playtest" export RUN --moves --quiet >/dev/null
"$python" "$root/integrations/data/check.py" "$root/docs/data.md"
