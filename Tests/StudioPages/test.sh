#!/usr/bin/env bash
# The studio's page in Chromium. Whatever stands behind PROGRAM goes to pytest.
#
#   Tests/StudioPages/test.sh PROGRAM [-m smoke]
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ $# -eq 0 ]; then
  echo "usage: Tests/StudioPages/test.sh PROGRAM [PYTEST OPTION...]" >&2
  exit 64
fi
PLAYTEST=$(realpath "$1")
export PLAYTEST
shift
python=.build-python/bin/python
if ! command -v chromium >/dev/null; then
  exec tools/skip.sh "the studio's page" "there is no chromium; install Debian's package"
fi
if ! "$python" -c 'import playwright, pytest' 2>/dev/null; then
  exec tools/skip.sh "the studio's page" \
    "there is no playwright; run tools/python-packages.sh Tests/StudioPages/requirements.txt"
fi
exec "$python" -m pytest -c Tests/StudioPages/pytest.ini Tests/StudioPages "$@"
