#!/usr/bin/env bash
# Installs Debian packages that are missing; does nothing, and needs no network, when all are there.
#
#   tools/apt-install.sh PACKAGE...
#
# Waits for another apt or dpkg that holds the lock, and tries again when the network fails.
set -euo pipefail

tries=5
pause=10 # seconds, times the number of the try

is_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  echo "there is no apt here; install what these Debian packages hold and try again: $*" >&2
  exit 1
fi

missing=()
for package in "$@"; do
  is_installed "$package" || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "not root and no sudo; as root: apt-get install -y ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq -o DPkg::Lock::Timeout=120 -o Acquire::Retries=3 "$@" </dev/null
}

echo "installing ${missing[*]}"
for ((try = 1; try <= tries; try++)); do
  # The lists may be old or not there at all, so they are fetched first.
  if apt update && apt install -y --no-install-recommends "${missing[@]}"; then
    exit 0
  fi
  if ((try < tries)); then
    echo "apt failed (try $try of $tries); trying again in $((pause * try)) s" >&2
    sleep $((pause * try))
  fi
done
echo "apt could not install ${missing[*]}" >&2
exit 1
