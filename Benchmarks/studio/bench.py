#!/usr/bin/env python3
"""Measures the studio's page in Chromium: from a stroke to what is seen, and the frames of a game that
is played, beside the targets.

usage: bench.py PROGRAM [STROKES]

Prints the median and the 95th percentile in ms for one level of each game. Needs Debian's chromium
and frozen-bubble-data, and the packages of Tests/StudioPages/requirements.txt; `make bench-studio`
installs them.
"""

import http.client
import itertools
import pathlib
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

FROZEN = pathlib.Path("/usr/share/games/frozen-bubble/data/levels")


def numbers(field, first, step=1):
    """Values of a field, one after another, for ever."""
    for count in itertools.count():
        yield "field", (field, f"{first + count * step:g}")


def pairs(one, values, other, more):
    """Two fields, of which the second one goes to and fro, so that no version comes twice."""
    last = None
    for value in values:
        yield "field", (one, value)
        for way in more:
            if way != last:
                yield "field", (other, way)
        last, more = more[-1], more[::-1]


def taps():
    """Cells of the top row whose colours are changed, so that no row comes twice: the colours count."""
    for count in itertools.count(1):
        column = 0
        while count % 4 == 0:
            column, count = column + 1, count // 4
        yield "tap", f"cell-0-{column}"


def drags():
    """Places in the middle of Garden Gate where its peg 17 touches no other; each is far from the last."""
    places = [(385 + 6 * column, 230 + 15 * row) for row in range(9) for column in range(6)]
    for count in itertools.count():
        yield "drag", ("object-17", places[23 * count % len(places)])


# What a designer does to a level of each game: the level, and strokes that are all accepted. Each is
# another version, whose games nobody has played, and none makes the games much longer.
WORK = {
    "bubble-blast": ("Candy Stripes", taps),
    "bubble-pop": ("Classic", lambda: numbers("radius", 33)),
    "cards": ("Tens", lambda: numbers("scoring.matched", 2)),
    "crates": ("First Push", lambda: numbers("pushes", 11)),
    "match-three": ("First Swaps", lambda: numbers("target", 1_005, 5)),
    "patience": ("First Cards", lambda: pairs("goal", range(12, 18), "passes", range(11, 21))),
    "peggle": ("Garden Gate", drags),
    "pishti": ("House Rules", lambda: pairs("pishti", range(11, 31), "majority", range(4, 10))),
    "playing-cards": ("Pairs", lambda: numbers("scoring.matched", 5)),
    "set": ("Set, Official", lambda: numbers("scoring.matched", 4)),
    "tiles": ("Small Steps", lambda: numbers("fours", 0.11, 0.01)),
}

# What is seen, with the times of the page's own clock. A stroke begins with the event of the pointer
# or key that makes it, as the browser has stamped it. `window.stroke` is a promise of what was seen of
# a stroke, or of the words with which it was refused. It is settled by changes of the page: asking for
# it again and again would take time from the page and the workers.
WATCH = """() => {
  const box = document.querySelector(".figures"), editor = document.querySelector(".editor");
  const words = editor.querySelector(".words");
  let settle;
  window.seen = {};
  window.mark = () => {
    words.className = "words";
    window.seen = { rev: editor.dataset.rev };
    window.stroke = new Promise((resolve) => { settle = resolve; });
  };
  const begin = (event) => {
    if (window.seen.rev === undefined) return;
    if (event.type !== "pointermove") window.seen.begin ??= event.timeStamp;
    // A drag begins anew with each place, of which the last one counts.
    else if (event.buttons) window.seen.begin = event.timeStamp;
  };
  const note = (name) => { window.seen[name] ??= performance.now() - window.seen.begin; };
  const look = () => {
    const { seen } = window;
    if (seen.begin === undefined) return;
    const isSettled = editor.dataset.pending === "0";
    if (editor.dataset.rev === seen.rev) {
      const isRefused = words.classList.contains("bad") || words.textContent.endsWith("(no change)");
      if (isSettled && isRefused) settle({ refused: words.textContent });
      return;
    }
    const deal = document.querySelector(".deal");
    // A game without a board is redrawn when its deal is.
    if (!deal || deal.dataset.rev === editor.dataset.rev) note("board");
    if (box.dataset.rev !== editor.dataset.rev) return;
    const games = Number(box.dataset.games);
    if (games >= 1) note("first");
    if (games >= 8) note("eight");
    if (games >= 200) note("all");
    if (isSettled && seen.all !== undefined && seen.board !== undefined) settle(seen);
  };
  if (window.watching) window.watching.disconnect();
  else for (const kind of ["pointermove", "pointerup", "keydown"])
    addEventListener(kind, begin, { capture: true });
  window.watching = new MutationObserver(look);
  window.watching.observe(document.querySelector("main"), { attributes: true, subtree: true,
    attributeFilter: ["data-rev", "data-games", "data-pending"] });
  window.watching.observe(words, { attributes: true, childList: true });
}"""
# The stroke that was just made.
STROKE = """() => Promise.race([window.stroke, new Promise((_, reject) =>
  setTimeout(reject, 60_000, new Error("nothing is seen of a stroke")))])"""
# Whether the figures are those of the stroke; all of them where its place was played before.
PLAYED = """() => {
  const { rev } = document.querySelector(".editor").dataset;
  return rev !== window.seen.rev && document.querySelector(".figures").dataset.rev === rev;
}"""
WANTED = {"board": 30, "first": 50, "eight": 100, "all": 350}
PEGGLE = {"board": 30, "first": 50, "eight": 200, "all": 4000}
NAMES = {"board": "stroke to redrawn board", "first": "stroke to first figure",
         "eight": "stroke to 8 games each", "all": "stroke to 200 games each"}
REQUEST = 20
# Games whose moves are films: balls fly, bubbles burst and fall, the bucket moves. A frame is late
# where the time since the frame before is more than that of 60 in a second, and 1 ms for the clock.
FILMS = {"bubble-blast": "Candy Stripes", "bubble-pop": "Classic", "peggle": "Garden Gate"}
FRAME = 18
FRAME_COUNT = 900
# Keeps the times between frames in `window.between` until `window.isCounting` is false.
COUNT_FRAMES = """() => {
  window.between ??= [];
  window.isCounting = true;
  let last = null;
  const tick = (now) => {
    if (!window.isCounting) return;
    if (last !== null) window.between.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""
FRAMES = "() => { window.isCounting = false; return window.between.length; }"


def share(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, round(part * (len(values) - 1)))]


class Report:
    def __init__(self):
        self.missed = []

    def line(self, name, values, target):
        if not values:
            self.missed.append(f"{name}: no values")
            print(f"  {name:42} no values  MISSED", flush=True)
            return
        p95 = share(values, 0.95)
        verdict = "ok" if p95 <= target else "MISSED"
        if p95 > target:
            self.missed.append(name)
        print(f"  {name:42} median {share(values, 0.5):8.1f}  p95 {p95:8.1f}  target {target:5} "
              f"{verdict}", flush=True)


class Editor:
    """A level in the editor, and what a person does to it."""

    def __init__(self, page, game):
        self.page = page
        name, strokes = WORK[game]
        self.strokes = strokes()
        page.locator("#list-game").select_option(game)
        page.locator(f'.level[data-level="{name}"] a.open').first.click()
        page.wait_for_selector(".figures[data-final=true]")
        page.evaluate(WATCH)

    def spot(self, x, y):
        """The place in the window of a point in the board's units."""
        return self.page.evaluate("""([x, y]) => {
          const at = new DOMPoint(x, y).matrixTransform(
            document.getElementById("board").getScreenCTM());
          return [at.x, at.y];
        }""", [x, y])

    def begin(self):
        """Makes the next stroke and returns its words."""
        kind, what = next(self.strokes)
        getattr(self, kind)(what)
        return f"{kind} {what}"

    def stroke(self):
        """Makes the next stroke and returns what was seen of it, in ms; ends the measurement where it
        is refused."""
        stroke = self.begin()
        seen = self.page.evaluate(STROKE)
        if words := seen.get("refused"):
            sys.exit(f"{stroke} was refused: {words}")
        return seen

    def tap(self, cell):
        box = self.page.locator(f"#{cell}")
        at = self.spot(*(float(box.get_attribute(name)) for name in ("cx", "cy")))
        self.page.evaluate("() => window.mark()")
        self.page.mouse.click(*at)

    def drag(self, what):
        body, place = what
        words = self.page.locator(f"#{body}").get_attribute("aria-label")
        mouse = self.page.mouse
        mouse.move(*self.spot(*(float(one) for one in words.rsplit(" at ", 1)[1].split(", "))))
        place = self.spot(*place)
        self.page.evaluate("() => window.mark()")
        mouse.down()
        mouse.move(*place)
        mouse.up()

    def field(self, what):
        name, value = what
        field = self.page.locator(f"[id='field-{name}']")
        field.evaluate("node => { for (let at = node; at; at = at.parentElement)"
                       " if (at.tagName === 'DETAILS') at.open = true; }")
        field.fill(str(value))
        self.page.evaluate("() => window.mark()")
        field.press("Enter")

    def leave(self):
        self.page.locator("a.back").click()
        self.page.wait_for_selector(".gallery")


def measure_level(page, game, strokes, report):
    editor = Editor(page, game)
    found = {key: [] for key in NAMES}
    for _ in range(strokes):
        seen = editor.stroke()
        for key in NAMES:
            found[key].append(seen[key])
    print(f"{game}, {WORK[game][0]}: {strokes} strokes")
    targets = PEGGLE if game == "peggle" else WANTED
    for key, words in NAMES.items():
        report.line(f"{game}: {words}", found[key], targets[key])
    editor.leave()


def measure_requests(page, address, count, report):
    """How long requests take while Peggle is played on all cores."""
    base, token = address.split("/#token=")
    editor = Editor(page, "peggle")
    times = []
    connection = http.client.HTTPConnection(base.removeprefix("http://"), timeout=60)
    while len(times) < count:
        editor.begin()
        page.wait_for_function(PLAYED, timeout=10_000)
        while len(times) < count:
            begun = time.perf_counter()
            connection.request("GET", "/studio.css", headers={"X-Playtest-Token": token})
            connection.getresponse().read()
            seconds = time.perf_counter() - begun
            # Those that were asked for when the games had ended do not count.
            if page.locator(".figures[data-final=true]").count():
                break
            times.append(seconds * 1000)
            # As a page asks: not all the time.
            time.sleep(0.01)
    connection.close()
    print(f"requests while Peggle is estimated: {len(times)}")
    report.line("one request", times, REQUEST)
    editor.leave()


def measure_gallery(page, report):
    times = []
    for _ in range(5):
        page.locator(".level a.open").first.click()
        page.wait_for_selector(".editor")
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


def measure_play(page, game, report):
    """The frames of shots and presses, from each to the end of what it moves."""
    page.locator("#list-game").select_option(game)
    page.locator(f'.level[data-level="{FILMS[game]}"] a.open').first.click()
    page.wait_for_selector(".figures[data-final=true]")
    page.evaluate("() => { window.between = []; }")
    play = page.locator(".play")
    count = turn = 0
    while count < FRAME_COUNT:
        if play.count() == 0:
            page.locator("#play").click()
        elif play.get_attribute("data-stage") == "over":
            page.locator("#next-game").click()
        page.wait_for_selector(".play:is([data-stage=ready], [data-stage=playing])")
        if play.get_attribute("data-stage") == "ready":
            page.locator("#start").click()
            page.wait_for_selector(".play[data-stage=playing]")
        box = page.locator("#game").bounding_box()
        place = box["x"] + box["width"] * (0.2 + turn % 7 * 0.1), box["y"] + box["height"] * 0.4
        turn += 1
        page.mouse.move(*place)
        step = play.get_attribute("data-step")
        page.evaluate(COUNT_FRAMES)
        page.mouse.click(*place)
        page.wait_for_function("""step => document.querySelector(".play").dataset.step !== step""",
                               arg=step)
        # In a game with a clock the bubbles move all the time.
        page.wait_for_timeout(100)
        count = page.evaluate(FRAMES)
    times = page.evaluate("() => window.between")
    late = sum(time > FRAME for time in times)
    print(f"{game}, {FILMS[game]}: {turn} shots or presses, {len(times)} frames, {late} of them late")
    report.line(f"{game}: one frame of play", times, FRAME)
    page.locator("#back").click()
    page.wait_for_selector(".editor")
    page.locator("a.back").click()
    page.wait_for_selector(".gallery")


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
        # In a session of its own, as in a terminal of its own: Linux shares the cores between
        # sessions first, and this program and the browser's driver are no part of the studio's.
        server = subprocess.Popen([program, "studio", folder, "--no-open"],
                                  stdout=subprocess.PIPE, text=True, start_new_session=True)
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

                if unknown := set(names) - set(WORK):
                    sys.exit(f"say in WORK what is done to levels of {', '.join(sorted(unknown))}")
                for game in names:
                    measure_level(page, game, strokes, report)
                measure_requests(page, address, 400, report)
                for game in FILMS:
                    measure_play(page, game, report)
                browser.close()
        finally:
            server.terminate()
            server.wait()
    if report.missed:
        sys.exit(f"missed: {', '.join(report.missed)}")


if __name__ == "__main__":
    main()
