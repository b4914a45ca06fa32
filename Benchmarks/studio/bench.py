#!/usr/bin/env python3
"""Measures the studio's page in Chromium: from a stroke to what is seen, beside the targets.

usage: bench.py PROGRAM [STROKES]

Prints the median and the 95th percentile in ms for one level of each game. Needs Debian's chromium
and frozen-bubble-data, and the packages of Tests/StudioPages/requirements.txt; `make bench-studio`
installs them.
"""

import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

from playwright.sync_api import sync_playwright

# The level of a game that is measured; the first one where none is named.
LEVELS = {"bubble-blast": "Candy Stripes", "peggle": "Garden Gate"}
FROZEN = pathlib.Path("/usr/share/games/frozen-bubble/data/levels")

# What is seen, with the times of the page's own clock: `mark` begins a stroke.
WATCH = """() => {
  const box = document.querySelector(".figures"), desk = document.querySelector(".desk");
  window.seen = {};
  window.mark = () => { window.seen = { begin: performance.now(), rev: desk.dataset.rev }; };
  const note = (name) => { window.seen[name] ??= performance.now() - window.seen.begin; };
  window.watching?.disconnect();
  window.watching = new MutationObserver(() => {
    const { seen } = window;
    if (seen.begin === undefined || desk.dataset.rev === seen.rev) return;
    note("board");
    if (box.dataset.rev !== desk.dataset.rev) return;
    const games = Number(box.dataset.games);
    if (games >= 1) note("first");
    if (games >= 8) note("eight");
    if (games >= 200) note("all");
  });
  window.watching.observe(document.querySelector("main"), { attributes: true, subtree: true,
    attributeFilter: ["data-rev", "data-games"] });
}"""
WANTED = {"board": 30, "first": 50, "eight": 100, "all": 350}
PEGGLE = {"board": 30, "first": 50, "eight": 200, "all": 4000}
NAMES = {"board": "stroke to redrawn board", "first": "stroke to first figure",
         "eight": "stroke to 8 games each", "all": "stroke to 200 games each"}

def share(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, round(part * (len(values) - 1)))]

def line(name, values, target):
    if not values:
        print(f"  {name:32} no values")
        return
    p95 = share(values, 0.95)
    verdict = "" if target is None else f"  target {target:5} {'ok' if p95 <= target else 'MISSED'}"
    print(f"  {name:32} median {share(values, 0.5):8.1f}  p95 {p95:8.1f}{verdict}", flush=True)

def stroke(page, number):
    """One change of the level: a click on the board, or a number of the rules."""
    if page.locator("#board").count():
        if page.locator("#board[role=grid]").count():
            cell = page.locator(f"#cell-0-{number % 12}")
            x, y = (float(cell.get_attribute(name)) for name in ("cx", "cy"))
        else:
            # A peg that goes on in one direction: each place is a version that is not known yet.
            page.evaluate("() => window.mark()")
            page.keyboard.press("ArrowUp")
            return True
        at = page.evaluate("""([x, y]) => {
          const m = document.getElementById("board").getScreenCTM();
          const p = new DOMPoint(x, y).matrixTransform(m);
          return [p.x, p.y];
        }""", [x, y])
        page.evaluate("() => window.mark()")
        page.mouse.click(*at)
        return True
    field = page.locator(".rules input[type=number]").first
    if field.count() == 0:
        return False
    value = field.input_value() or field.get_attribute("placeholder") or "10"
    new = float(value) + 1
    field.fill(f"{new:g}")
    page.evaluate("() => window.mark()")
    field.press("Enter")
    return True

def measure_level(page, game, name, strokes):
    page.locator("#list-game").select_option(game)
    cards = page.locator(f'.level[data-level="{name}"] a.open' if name else ".level a.open")
    cards.first.click()
    page.wait_for_selector(".figures[data-final=true]")
    page.evaluate(WATCH)
    if page.locator("#board[role=listbox]").count():
        page.keyboard.press("n")
    found = {key: [] for key in NAMES}
    for number in range(strokes):
        if not stroke(page, number):
            break
        try:
            page.wait_for_function("() => window.seen.all !== undefined", timeout=60_000)
        except Exception:
            print(f"  stroke {number} changed nothing", flush=True)
            continue
        seen = page.evaluate("() => window.seen")
        for key in NAMES:
            if key in seen:
                found[key].append(seen[key])
        # The next stroke is one of its own, and not one with this key's.
        page.wait_for_selector('.desk[data-pending="0"]')
    title = page.locator("h1").text_content()
    print(f"{game}, {title}: {len(found['all'])} strokes")
    targets = PEGGLE if game == "peggle" else WANTED
    for key, words in NAMES.items():
        line(words, found[key], targets[key])
    page.locator("a.back").click()
    page.wait_for_selector(".gallery")

def measure_requests(page, address, count):
    """How long requests take while Peggle is played on all cores."""
    base, token = address.split("/#token=")
    page.locator("#list-game").select_option("peggle")
    page.locator(".level a.open").first.click()
    page.wait_for_selector(".figures[data-games]")
    stop = threading.Event()
    times = []

    def ask():
        while not stop.is_set() and len(times) < count:
            request = urllib.request.Request(f"{base}/studio.css",
                                             headers={"X-Playtest-Token": token})
            begun = time.perf_counter()
            with urllib.request.urlopen(request) as answer:
                answer.read()
            times.append((time.perf_counter() - begun) * 1000)

    thread = threading.Thread(target=ask)
    page.keyboard.press("n")
    thread.start()
    number = 0
    while thread.is_alive() and number < 100:
        # Each press is another version, so that it is played and not found in the cache.
        page.keyboard.press("Shift+ArrowDown" if number == 0 else "ArrowDown")
        page.wait_for_function("""() => document.querySelector(".desk").dataset.rev ===
          document.querySelector(".figures").dataset.rev""")
        number += 1
    stop.set()
    thread.join()
    print(f"requests while Peggle is estimated: {len(times)}")
    line("one request", times, 20)
    page.locator("a.back").click()

def measure_gallery(page):
    times = []
    for _ in range(5):
        page.locator(".level a.open").first.click()
        page.wait_for_selector(".desk")
        page.evaluate("() => { window.clicked = performance.now(); }")
        page.locator("a.back").click()
        page.wait_for_function("""() => {
          const cards = [...document.querySelectorAll(".level")];
          const visible = cards.filter((card) => card.getBoundingClientRect().top < innerHeight);
          return visible.length > 0 && visible.every((card) => card.querySelector(".picture svg"));
        }""")
        times.append(page.evaluate("() => performance.now() - window.clicked"))
    count = page.locator(".level").count()
    print(f"gallery of {count} levels")
    line("click to all visible cards", times, 1000)

def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: bench.py PROGRAM [STROKES]")
    program = sys.argv[1]
    strokes = int(sys.argv[2]) if len(sys.argv) == 3 else 50
    with tempfile.TemporaryDirectory(prefix="studio-") as folder:
        levels = pathlib.Path(folder) / "levels"
        levels.mkdir()
        if FROZEN.exists():
            subprocess.run([program, "level", "import", "frozen-bubble", "--out", str(levels)],
                           check=True, capture_output=True)
        else:
            print(f"no {FROZEN}: the gallery has the built-in levels only")
        begun = time.perf_counter()
        server = subprocess.Popen([program, "studio", folder, "--no-open"],
                                  stdout=subprocess.PIPE, text=True)
        try:
            address = server.stdout.readline().strip()
            print(f"start to address: {(time.perf_counter() - begun) * 1000:.0f} ms")
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path="/usr/bin/chromium", args=["--no-sandbox"])
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                page.set_default_timeout(120_000)
                page.goto(address)
                page.wait_for_selector(".gallery")
                measure_gallery(page)
                names = page.locator("#list-game option").evaluate_all(
                    "all => all.map((one) => one.value).filter(Boolean)")

                for game in names:
                    measure_level(page, game, LEVELS.get(game), strokes)
                measure_requests(page, address, 400)
                browser.close()
        finally:
            server.terminate()
            server.wait()

if __name__ == "__main__":
    main()
