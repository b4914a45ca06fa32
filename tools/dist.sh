#!/usr/bin/env bash
# Builds dist/playtest-VERSION/: the program with the Swift runtime, Lua and SQLite inside, and the
# scripts, levels, schemas and clients for engines that travel beside it.
#
#   tools/dist.sh [SCRATCH]     (default: .build-dist; kept, so that the next one is quicker)
#
# The usual build is untouched: what is static besides Lua is said here. A folder that holds nothing
# but the static libraries is looked through before the system's, where the shared ones would win.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=${1:-.build-dist}
mkdir -p "$scratch/static"
static=$(realpath "$scratch/static")
gcc=$(dirname "$(gcc -print-libgcc-file-name)")
system=/usr/lib/$(gcc -print-multiarch)
ln -sf "$system/libsqlite3.a" "$gcc/libstdc++.a" "$static/"
ln -sf "$gcc/libgcc_eh.a" "$static/libgcc_s.a"
swift build -c release --product playtest --static-swift-stdlib --scratch-path "$scratch" \
  -Xswiftc "-L$static" -Xlinker --gc-sections
built=$scratch/release/playtest
version=$("$built" --version | cut -d" " -f1)
folder=dist/playtest-$version
rm -rf "$folder"
mkdir -p "$folder"
cp "$built" "$folder/playtest"
strip --strip-all "$folder/playtest"
# Only what is in the repository travels.
git ls-files -z scripts levels schemas README.md LICENSE \
  integrations/engines/python/playtest_engine.py \
  integrations/engines/javascript/playtest-engine.mjs integrations/engines/c/playtest_engine.h | xargs -0 cp --parents -t "$folder"

# glibc stays outside: its parts must fit the machine.
allowed='linux-vdso|libc|libm|ld-linux-x86-64|ld-linux-aarch64|libpthread|libdl|librt'
others=$(ldd "$folder/playtest" | awk '{ print $1 }' | grep -Ev "(^|/)($allowed)\.so" || true)
if [ -n "$others" ]; then
  echo "dist: these libraries would have to be installed: $others" >&2
  exit 1
fi
ldd "$folder/playtest" | awk '{ print "dist: needs " $1 }'

# A fused multiply-add would round differently from machine to machine. SQLite and Foundation bring
# none either, so the whole program is looked through.
if objdump -d --no-show-raw-insn "$folder/playtest" | grep -Eq 'vfn?m(add|sub)[0-9]'; then
  echo "dist: there is a fused multiply-add in the program" >&2
  exit 1
fi

# The start-up time: the median of 21 runs that only print the version.
median=$(for _ in $(seq 21); do
  begin=$(date +%s%N)
  "$folder/playtest" --version >/dev/null
  echo $((($(date +%s%N) - begin) / 10000))
done | sort -n | sed -n 11p)
size=$(stat -c %s "$folder/playtest")
echo "dist: $folder: $((size / 1000000)).$((size / 100000 % 10)) MB, starts in" \
  "$((median / 100)).$((median % 100 / 10)) ms (median of 21)"
