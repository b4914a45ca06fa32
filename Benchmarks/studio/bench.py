#!/usr/bin/env python3
"""Measures the studio's page in Chromium: from a stroke to what is seen, beside the targets.

usage: bench.py PROGRAM [STROKES]

Prints the median and the 95th percentile in ms for one level of each game. Needs Debian's chromium
and frozen-bubble-data, and the packages of Tests/StudioPages/requirements.txt; `make bench-studio`
installs them.
"""

import http.client
import pathlib
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

# The level of a game that is measured; the first one where none is named.
LEVELS = {"bubble-blast": "Candy Stripes", "peggle": "Garden Gate"}
FROZEN = pathlib.Path("/usr/share/games/frozen-bubble/data/levels")

# What is seen, with the times of the page's own clock. A stroke begins with the event of the pointer
# or key that makes it, as the browser has stamped it.
WATCH = """() => {
  const box = document.querySelector(".figures"), desk = document.querySelector(".desk");
  window.seen = {};
  window.mark = () => { window.seen = { rev: desk.dataset.rev }; };
  const begin = (event) => {
    if (window.seen.rev !== undefined) window.seen.begin ??= event.timeStamp;
  };
  const note = (name) => { window.seen[name] ??= performance.now() - window.seen.begin; };
  if (window.watching) window.watching.disconnect();
  else for (const kind of ["pointerup", "keydown"]) addEventListener(kind, begin, { capture: true });
  window.watching = new MutationObserver(() => {
    const { seen } = window;
    if (seen.begin === undefined || desk.dataset.rev === seen.rev) return;
    const deal = document.querySelector(".deal");
    // A game without a board is redrawn when its deal is.
    if (!deal || deal.dataset.rev === desk.dataset.rev) note("board");
    if (box.dataset.rev !== desk.dataset.rev) return;
    const games = Number(box.dataset.games);
    if (games >= 1) note("first");
    if (games >= 8) note("eight");
    if (games >= 200) note("all");
  });
  window.watching.observe(document.querySelector("main"), { attributes: true, subtree: true,
    attributeFilter: ["data-rev", "data-games"] });
}"""
SEEN = """() => {
  const { seen } = window, desk = document.querySelector(".desk");
  const isSeen = seen.all !== undefined && seen.board !== undefined;
  const words = document.querySelector(".desk .words").textContent;
  // Some values are refused, and some are those that the level has.
  return isSeen || document.querySelector(".field [aria-invalid=true]") !== null
    || (desk.dataset.rev === seen.rev && words.endsWith("(no change)"));
}"""
WANTED = {"board": 30, "first": 50, "eight": 100, "all": 350}
PEGGLE = {"board": 30, "first": 50, "eight": 200, "all": 4000}
NAMES = {"board": "stroke to redrawn board", "first": "stroke to first figure",
         "eight": "stroke to 8 games each", "all": "stroke to 200 games each"}
REQUEST = 20


def share(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, round(part * (len(values) - 1)))]


class Report:
    def __init__(self):
        self.missed = []

    def line(self, name, values, target):
        if not values:
            self.missed.append(f"{name}: no values")
            print(f"  {name:32} no values  MISSED", flush=True)
            return
        p95 = share(values, 0.95)
        verdict = "ok" if p95 <= target else "MISSED"
        if p95 > target:
            self.missed.append(name)
        print(f"  {name:32} median {share(values, 0.5):8.1f}  p95 {p95:8.1f}  target {target:5} "
              f"{verdict}", flush=True)


def fields_of(page):
    """Numbers among the rules that have many values: where they begin, and how far they go."""
    return page.evaluate("""() => [...document.querySelectorAll(".rules input[type=number]")]
      .map((input) => ({ id: input.id, step: input.step, low: Number(input.min || 0),
        high: Number(input.max || 1e6), value: Number(input.value || input.placeholder) }))
      .filter((field) => field.step === "1" && Number.isFinite(field.value))""")


class Strokes:
    """Changes of the level on the desk, each a version that has not been played yet."""

    def __init__(self, page, game):
        self.page = page
        self.kind = None
        if game == "peggle":
            self.kind = "keys"
            page.locator("#board").focus()
            page.keyboard.press("n")
        elif game in LEVELS:
            self.kind = "clicks"
        self.fields = [] if self.kind else fields_of(page)
        self.steps = 0

    def values(self, field, count):
        """Values of a field near the one that it has."""
        up = [field["value"] + number for number in range(1, count + 1)]
        down = [field["value"] - number for number in range(1, count + 1)]
        return [value for pair in zip(up, down) for value in pair
                if field["low"] <= value <= field["high"]]

    def plan(self, count):
        """What is done stroke by stroke."""
        if self.kind:
            return [(self.kind, number, None) for number in range(count)]
        plan = []
        for field in self.fields:
            plan += [("field", field["id"], value) for value in self.values(field, count)]
        return plan

    def do(self, deed):
        kind, what, value = deed
        page = self.page
        if kind == "keys":
            page.evaluate("() => window.mark()")
            # A peg that goes on in one direction.
            page.keyboard.press("ArrowUp")
        elif kind == "clicks":
            cell = page.locator(f"#cell-0-{what % 12}")
            x, y = (float(cell.get_attribute(name)) for name in ("cx", "cy"))
            at = page.evaluate("""([x, y]) => {
              const m = document.getElementById("board").getScreenCTM();
              const p = new DOMPoint(x, y).matrixTransform(m);
              return [p.x, p.y];
            }""", [x, y])
            page.evaluate("() => window.mark()")
            page.mouse.click(*at)
        else:
            field = page.locator(f"[id='{what}']")
            field.evaluate("node => { for (let at = node; at; at = at.parentElement)"
                           " if (at.tagName === 'DETAILS') at.open = true; }")
            field.fill(f"{value:g}")
            page.evaluate("() => window.mark()")
            field.press("Enter")


def measure_level(page, game, name, strokes, report):
    page.locator("#list-game").select_option(game)
    cards = page.locator(f'.level[data-level="{name}"] a.open' if name else ".level a.open")
    cards.first.click()
    page.wait_for_selector(".figures[data-final=true]")
    page.evaluate(WATCH)
    found = {key: [] for key in NAMES}
    deeds = Strokes(page, game)
    done, refused = 0, set()
    for deed in deeds.plan(strokes):
        if done == strokes:
            break
        # A field that has refused a value may refuse those behind it too.
        if deed[1] in refused and deed[0] == "field":
            continue
        deeds.do(deed)
        try:
            page.wait_for_function(SEEN, timeout=60_000)
        except Exception:
            state = page.evaluate("""() => ({ seen: window.seen,
              desk: { ...document.querySelector(".desk").dataset },
              figures: { ...document.querySelector(".figures").dataset },
              words: document.querySelector(".words").textContent })""")
            print(f"  {deed} was not seen to its end: {state}", flush=True)
            report.missed.append(f"{game}: {deed}")
            continue
        seen = page.evaluate("() => window.seen")
        page.wait_for_selector('.desk[data-pending="0"]')
        if "all" not in seen:
            if page.locator(".field [aria-invalid=true]").count():
                refused.add(deed[1])
            continue
        done += 1
        for key in NAMES:
            found[key].append(seen[key])
        if deed[0] == "keys":
            # The next stroke is one of its own, and not one with this key's.
            page.wait_for_timeout(450)
    title = page.locator("h1").text_content()
    print(f"{game}, {title}: {done} strokes")
    targets = PEGGLE if game == "peggle" else WANTED
    for key, words in NAMES.items():
        report.line(words, found[key], targets[key])
    page.locator("a.back").click()
    page.wait_for_selector(".gallery")


def measure_requests(page, address, count, report):
    """How long requests take while Peggle is played on all cores."""
    base, token = address.split("/#token=")
    page.locator("#list-game").select_option("peggle")
    page.locator('.level[data-level="Garden Gate"] a.open').first.click()
    page.wait_for_selector(".figures[data-final=true]")
    page.locator("#board").focus()
    page.keyboard.press("n")
    times = []
    connection = http.client.HTTPConnection(base.removeprefix("http://"), timeout=60)
    while len(times) < count:
        # Each press is another version, so that it is played and not found in the cache.
        page.keyboard.press("ArrowDown")
        page.wait_for_selector('.desk[data-pending="0"]')
        for _ in range(40):
            begun = time.perf_counter()
            connection.request("GET", "/studio.css", headers={"X-Playtest-Token": token})
            connection.getresponse().read()
            times.append((time.perf_counter() - begun) * 1000)
            # As a page asks: not all the time.
            time.sleep(0.01)
        if page.locator(".figures[data-final=true]").count() and len(times) < 3 * 40:
            print("  the games ended before the requests did", flush=True)
    connection.close()
    print(f"requests while Peggle is estimated: {len(times)}")
    report.line("one request", times, REQUEST)
    page.locator("a.back").click()


def measure_gallery(page, report):
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
    report.line("click to all visible cards", times, 1000)



def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: bench.py PROGRAM [STROKES]")
    program = sys.argv[1]
    strokes = int(sys.argv[2]) if len(sys.argv) == 3 else 50
    report = Report()
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
                measure_gallery(page, report)
                names = page.locator("#list-game option").evaluate_all(
                    "all => all.map((one) => one.value).filter(Boolean)")

                for game in names:
                    measure_level(page, game, LEVELS.get(game), strokes, report)
                measure_requests(page, address, 400, report)
                browser.close()
        finally:
            server.terminate()
            server.wait()
    if report.missed:
        sys.exit(f"missed: {', '.join(report.missed)}")


if __name__ == "__main__":
    main()
