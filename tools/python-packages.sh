#!/usr/bin/env bash
# Installs Python packages that tests need into the virtual environment .build-python.
#
#   tools/python-packages.sh REQUIREMENTS.txt...
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -eq 0 ]; then
  echo "usage: tools/python-packages.sh REQUIREMENTS.txt..." >&2
  exit 64
fi
files=()
for file in "$@"; do files+=(-r "$file"); done
test -x .build-python/bin/pip || python3 -m venv .build-python
.build-python/bin/pip install --quiet --disable-pip-version-check "${files[@]}"
