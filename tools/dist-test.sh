#!/usr/bin/env bash
# Runs the distribution where there is nothing but Debian's base: no Swift, Lua or SQLite, no /proc
# and no network. Needs root for chroot and debootstrap; skipped, saying so, where they are missing.
#
#   tools/dist-test.sh dist/playtest-VERSION [ROOT]
#
# ROOT is a bare Debian tree to use again; without it one is made and removed.
set -euo pipefail

if [ $# -lt 1 ] || [ ! -x "$1/playtest" ]; then
  echo "usage: tools/dist-test.sh dist/playtest-VERSION [ROOT]" >&2
  exit 64
fi
dist=$(realpath "$1")
for tool in debootstrap chroot; do
  if ! command -v "$tool" >/dev/null; then
    exec "$(dirname "$0")/skip.sh" dist-test "there is no $tool"
  fi
done
if [ "$(id -u)" -ne 0 ]; then
  exec "$(dirname "$0")/skip.sh" dist-test "chroot needs root"
fi

chroot=$(command -v chroot)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=${2:-$work/root}
if [ ! -e "$root/bin/sh" ]; then
  debootstrap --variant=minbase bookworm "$root" >"$work/log" || { tail -5 "$work/log" >&2; exit 1; }
fi
root=$(realpath "$root")
umount "$root/proc" 2>/dev/null || true
rm -rf "$root/opt/playtest" "$root/trial"
mkdir -p "$root/opt" "$root/trial"
cp -r "$dist" "$root/opt/playtest"

fail() {
  echo "dist-test: $*" >&2
  exit 1
}
inside() { # LINE: in /trial of the bare tree, with nothing of this environment
  env -i PATH=/usr/bin:/bin HOME=/trial "$chroot" "$root" /bin/sh -c "cd /trial && $1"
}

for name in 'liblua*' 'libsqlite3*' 'libswift*' 'libFoundation*'; do
  found=$(find "$root/usr" "$root/lib" -name "$name" -print -quit)
  [ -z "$found" ] || fail "the tree is not bare: $found"
done
[ -z "$(ls "$root/proc")" ] || fail "/proc is there"

inside '/opt/playtest/playtest --version' >"$work/version"
# The demo, with the scripts and levels that are found beside the program.
inside '/opt/playtest/playtest run /opt/playtest/levels/bubble-blast --out demo --quiet'
for file in report.html report.md summary.json results.sqlite; do
  [ -s "$root/trial/demo/$file" ] || fail "the demo left no $file"
done
inside '/opt/playtest/playtest run builtin:peggle/01-garden-gate --games 3 --out p --quiet'
inside '/opt/playtest/playtest script check /opt/playtest/scripts/bubbles/*.lua' >"$work/check"
inside 'PATH=/opt/playtest:$PATH && playtest list levels' >"$work/list"
grep -q first-steps "$work/list" || fail "a program found on PATH does not find its levels"
inside 'ln -s /opt/playtest/playtest link && ./link list levels' >"$work/list"
grep -q first-steps "$work/list" || fail "a program behind a link does not find its levels"
# The studio's page, levels and socket; the tree has no client of its own.
mkdir "$root/trial/studio"
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$(dirname "$0")/studio python3 - "$chroot" "$root" <<'EOF' ||
import sys
from client import Studio

with Studio("/opt/playtest/playtest", "/trial/studio", before=sys.argv[1:]) as studio:
    assert b"playtest" in studio.get("/")
    assert any(card["readOnly"] for card in studio.levels())
    assert studio.tab().workspace["players"]
EOF
  fail "the studio does not serve its page, levels and socket"
# The same bytes as here.
here=$work/here
mkdir "$here"
(cd "$here" && "$dist/playtest" run "$dist/levels/bubble-blast" --out demo --quiet)
cmp "$here/demo/summary.json" "$root/trial/demo/summary.json" || fail "the summaries differ"
rm -rf "$root/opt/playtest" "$root/trial"
echo "dist-test: $(cat "$work/version") played the demo on bare Debian, without /proc, to the same" \
  "bytes as here"
