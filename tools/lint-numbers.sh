#!/usr/bin/env bash
# Finds conversions and signs that end the program on a number from outside: `Int(x)` of a `Double`
# that may not fit, and `abs(x)`, which traps on the lowest whole number.
#
# Write `Int(saturating: x)` or `Int(exactly: x)`, and `x.magnitude`. Where the number cannot be out
# of range, say why behind the line: `// in range: WHY`. Inner loops of flights and physics are left
# aside: what they reckon with is bounded when it comes in.
set -euo pipefail
cd "$(dirname "$0")/.."

whole='\b(U?Int(8|16|32|64)?)\('
labelled='(exactly|saturating|clamping|truncatingIfNeeded|bitPattern|ascii|rounded):'
fraction='[^:]*(\.rounded\(|Double\(|squareRoot\(|[0-9]\.[0-9]|\b1e[0-9])'
found=$(grep -rnP --include='*.swift' \
  "$whole(?!\s*$labelled)$fraction|(?<![.\w])abs\(" Sources |
  grep -vP '^\S+:\d+:\s*//|// in range: ' |
  # Elsewhere `abs` is of estimates, which are no whole numbers.
  grep -vP '^Sources/(Agents|Charts|Reporting|Lab|SimHarness/(Statistics|Metrics|Results|Games/LevelLever))\b.*(?<![.\w])abs\(' |
  grep -vP '^Sources/(PegglePhysics|Games/BubbleBlast/(FlightSteps|ShotPath|UnfoldedFlight|FrozenBubble|CellMask))' ||
  true)
if [ -n "$found" ]; then
  echo "$found" >&2
  echo "lint: numbers from outside must not trap; see tools/lint-numbers.sh" >&2
  exit 1
fi
