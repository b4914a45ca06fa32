# `make` prints the menu: every target with a `##` comment.

# What the build needs beside Swift; git fetches the packages.
packages = git liblua5.4-dev libsqlite3-dev
sources = Package.swift Examples Snippets Sources Tests
playtest = .build/debug/playtest
release = .build/release/playtest
# All scripts but what they share and the definitions for editors.
scripts = $(filter-out scripts/lib/% scripts/types/%,$(wildcard scripts/*/*.lua))
# Prints how long each step of `make check` took.
timed = @tools/timed.sh
# What `make install` installs and where; DESTDIR stands for / while a package is made.
PROGRAM = $(release)
PREFIX = /usr/local

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup demo shots test check slowest-tests lint format golden bench bench-peers bench-engines bench-games bench-players bench-instructions bench-tune bench-record bench-trend bench-studio bench-studio-server shots-studio test-survival test-integrations test-studio docs docs-site clean build release install uninstall install-test dist fuzz asan tsan coverage

help: ## this menu
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-19s %s\n", $$1, $$2 }' Makefile

setup: ## install what the build needs (Debian's apt); does nothing if it is installed
	@command -v swift >/dev/null || { \
	  echo "there is no swift; install Swift 6.3 (swift.org/install) and put it on PATH" >&2; exit 1; }
	@tools/apt-install.sh $(packages)

release: setup ## build .build/release/playtest
	swift build -c release --product playtest

install: ## install the program for all users: PREFIX=/usr/local, DESTDIR, PROGRAM
	@test "$(PROGRAM)" != "$(release)" || test -x $(release) || $(MAKE) release
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' tools/install.sh '$(PROGRAM)'

uninstall: ## remove what `make install` installed, from the same PREFIX
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' tools/install.sh --remove

install-test: build ## install the debug program, and follow the first hour in an empty folder
	tools/install-test.sh $(playtest)

demo: release ## play the twelve Bubble Blast levels and write a report
	$(release) run levels/bubble-blast --out Reports/demo --force
	@echo "open Reports/demo/report.html"

shots: release ## screenshots of sample reports, checked in headless Chromium: Reports/shots
	@tools/apt-install.sh chromium python3
	tools/shots/sample-reports.sh $(release) Reports/shots

build: setup
	$(timed) swift build --build-tests

# The tests of the studio's server run apart: tests that keep the threads of Swift's tasks busy would
# keep it from answering in time.
test: lint build ## format and words, the debug build, all tests in Swift
	$(timed) swift test --skip-build --disable-xctest --skip '^StudioTests\.'
	$(timed) swift test --skip-build --disable-xctest --filter '^StudioTests\.'

check: test ## what CI runs: test, then scripts, levels, kills, poor machines, the studio, integrations, docs, an installation
	$(timed) tools/tools-test.sh
	$(timed) $(playtest) script check $(scripts)
	$(timed) $(playtest) script test scripts/*/*.test.json
	$(timed) $(playtest) level validate levels
	$(timed) tools/kill-test.sh $(playtest) 2
	$(timed) tools/poor-machine-test.sh $(playtest)
	$(timed) tools/studio/checks.py $(playtest)
	$(timed) tools/studio/strace.py $(playtest)
	$(timed) integrations/parallel/test.sh $(playtest)
	$(timed) integrations/slurm/test.sh $(playtest)
	$(timed) integrations/optuna/test.sh $(playtest)
	$(timed) integrations/engines/test.sh $(playtest)
	$(timed) Tests/StudioPages/test.sh $(playtest) -m smoke
	$(timed) tools/check-docs.sh $(playtest)
	$(timed) tools/install-test.sh $(playtest)
	$(timed) env NIM_BUILD=$(CURDIR)/.build Examples/nim/test.sh

slowest-tests: build ## the slowest tests in Swift, one after another, and those that are skipped
	swift test --skip-build --disable-xctest --no-parallel 2>&1 | tools/slowest-tests.sh

lint: setup ## check the format of the Swift sources, conversions that may trap, words and spelling
	swift format lint --strict --recursive --parallel $(sources)
	tools/lint-numbers.sh
	tools/lint-words.sh

format: setup ## format the Swift sources in place
	swift format --in-place --recursive --parallel $(sources)

golden: build ## write the golden files again; then read `git diff`
	PLAYTEST_UPDATE_GOLDEN=1 swift test --skip-build --disable-xctest --skip '^StudioTests\.'

bench: release ## measure games per second and time per move
	$(release) bench

bench-record: release ## measure as `bench` does, and add the figures to Benchmarks/history.ndjson
	$(release) bench --json >.build/bench.json
	tools/bench-history.py record Benchmarks/history.ndjson <.build/bench.json

bench-trend: ## the recorded figures: first, previous, last, and their ratios, per machine
	@tools/bench-history.py trend Benchmarks/history.ndjson

bench-peers: release ## the same games in C, Swift, Lua, Python; Peggle also in Chipmunk, Box2D
	$(MAKE) -C Benchmarks peers
	@tools/apt-install.sh gcc g++ libchipmunk-dev libbox2d-dev
	$(MAKE) -C Benchmarks peggle-peers

bench-engines: ## engines in Python, JavaScript and C: round trips and decisions per second of 2048
	@tools/apt-install.sh gcc libc6-dev python3 nodejs
	Benchmarks/engines/run.sh

bench-games: release ## random games of scripts in Lua beside plain Lua, and beside OpenSpiel where it is
	@tools/apt-install.sh python3 lua5.4
	Benchmarks/games/run.sh

bench-players: release ## every player on every bundled level: strength, and ms per decision
	$(release) bench --ladder

bench-studio-server: release ## the studio without a page: start, requests, figures, memory over an hour's strokes
	tools/studio/bench.py $(release) --strokes 36000

bench-instructions: release ## what the scripts folder costs in a level without specials
	@tools/apt-install.sh qemu-user gcc
	$(MAKE) -C Benchmarks instructions

test-survival: release build ## long tests: ten rounds of kills, every byte of a store, 10^6 refreshes
	tools/kill-test.sh $(release) 10
	tools/studio/checks.py $(release) --whole
	tools/studio/hostile.py $(release) --times
	PLAYTEST_FULL_SWEEP=1 swift test --skip-build --disable-xctest --filter "DamagedStoreTests|PopFactsTests"

test-integrations: release ## the drivers that play a run in parts
	@tools/apt-install.sh parallel munge slurm-client slurmctld slurmd python3-venv
	integrations/parallel/test.sh $(release)
	integrations/slurm/test-cluster.sh $(release)
	@tools/python-packages.sh integrations/ray/requirements.txt integrations/optuna/requirements.txt integrations/data/requirements.txt
	.build-python/bin/python integrations/ray/test.py $(release)
	PYTHON=$(CURDIR)/.build-python/bin/python integrations/optuna/test.sh $(release)
	PYTHON=$(CURDIR)/.build-python/bin/python integrations/data/test.sh $(release)

test-studio: build ## all tests of the studio's page, in Chromium
	@tools/apt-install.sh chromium python3-venv
	@tools/python-packages.sh Tests/StudioPages/requirements.txt
	PLAYTEST_REQUIRE_ALL=1 Tests/StudioPages/test.sh $(playtest)

bench-studio: release ## from stroke to figure on the studio's page, in Chromium
	@tools/apt-install.sh chromium python3-venv frozen-bubble-data
	@tools/python-packages.sh Tests/StudioPages/requirements.txt
	.build-python/bin/python Benchmarks/studio/bench.py $(release)

shots-studio: build ## the pictures of docs/studio.md again: docs/studio
	@tools/apt-install.sh chromium python3-venv pngquant
	@tools/python-packages.sh Tests/StudioPages/requirements.txt
	.build-python/bin/python tools/shots/studio.py $(playtest)

bench-tune: release ## what `tune` and `explain` reach, and their cost compared with a grid
	Benchmarks/tuning/run.sh $(release)

dist: setup ## one program that needs no Swift, Lua or SQLite: dist/playtest-VERSION
	@tools/apt-install.sh binutils gcc g++
	tools/dist.sh

fuzz: setup ## random bytes for every reader of files, FUZZ_MINUTES=2 each
	tools/fuzz-lua.sh $(or $(FUZZ_MINUTES),2)
	tools/fuzz.sh $(or $(FUZZ_MINUTES),2)

asan: setup ## all tests under AddressSanitizer
	tools/sanitize.sh address

tsan: setup ## all tests under ThreadSanitizer
	tools/sanitize.sh thread

coverage: setup ## lines of the libraries that the tests reach
	tools/coverage.sh

docs: setup ## follow the README and the pages in docs/ that are lessons, in a new clone
	tools/check-docs.sh

docs-site: setup ## the library's documentation as a web site in .build-site; a broken link is an error
	PLAYTEST_DOCC=1 swift package --allow-writing-to-directory .build-site generate-documentation --enable-experimental-combined-documentation --target PegglePhysics --target TextFormats --target SimHarness --target BubbleBlastGame --target BubblePopGame --target CardsGame --target PeggleGame --target Agents --target Lab --target Reporting --target Catalogue --target SimHarnessTesting --target PlaytestCommands --warnings-as-errors --transform-for-static-hosting --output-path .build-site

clean: ## remove what was built and the demo's report; your runs in Reports/runs stay
	rm -rf .build .build-address .build-thread .build-coverage .build-site Reports/demo
	$(MAKE) -C Benchmarks clean
