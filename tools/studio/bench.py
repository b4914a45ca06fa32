#!/usr/bin/env python3
"""How fast `playtest studio` is, and how much memory it needs; a release program is meant.

    tools/studio/bench.py PLAYTEST [--strokes N]

Prints the time to the first address, the time of 400 requests while all cores play Peggle, the time
from a stroke to figures, and the memory while N strokes are drawn as fast as they are answered
(36,000 are an hour of 10 strokes a second). Exits with 1 where a target of the design is missed.
"""

import os
import statistics
import sys
import time

from workspace import PLAYERS, Workspace

#: Seconds, at the 95th percentile.
START, REQUEST, FIRST, EIGHT, EIGHT_PEGGLE = 0.15, 0.02, 0.05, 0.1, 0.2
#: MB while strokes are drawn, and what the second half may add.
MEMORY, GROWTH = 150, 5


def p95(times):
    return statistics.quantiles(times, n=20)[-1]


class Report:
    def __init__(self):
        self.missed = False

    def line(self, what, times, target):
        value = p95(times)
        self.missed |= value > target
        print(f"{what:44} median {1000 * statistics.median(times):7.1f} ms  p95 "
              f"{1000 * value:7.1f} ms  target {1000 * target:.0f} ms"
              f"{'  MISSED' if value > target else ''}", flush=True)


def bench_start(program, report):
    times = []
    for _ in range(20):
        with Workspace(program) as place:
            os.rmdir(f"{place.folder}/levels")
            with place.studio() as studio:
                times.append(studio.start_seconds)
                studio.kill()
    report.line("start to the address", times, START)


def bench_requests(program, report):
    with Workspace(program, "peggle/01-garden-gate.json") as place, place.studio() as studio:
        tab, other = studio.tab(), studio.tab()
        doc = tab.open("Garden Gate")["doc"]
        pages, messages = [], []
        while len(pages) < 400:
            # Always another level, so that games are never known.
            tab.set(doc, "rules.bucketWidth", 100 + len(pages) % 90)
            tab.forget()
            tab.ask("look", doc=doc, players=list(PLAYERS), games=1000)
            for _ in range(50):
                begin = time.monotonic()
                studio.get("/js/main.js")
                pages.append(time.monotonic() - begin)
                begin = time.monotonic()
                other_request(other)
                messages.append(time.monotonic() - begin)
        report.line("a page while all cores play Peggle", pages, REQUEST)
        report.line("a message while all cores play Peggle", messages, REQUEST)


def other_request(tab):
    """A request that is answered without any work; it is refused."""
    number = tab.send("undo", doc=999)
    while tab.receive().get("re") != number:
        pass


def bench_figures(program, report):
    """Each stroke is a version that has not been played."""
    for level, name, eight in (("bubble-blast/02-candy-stripes.json", "Candy Stripes", EIGHT),
                               ("peggle/01-garden-gate.json", "Garden Gate", EIGHT_PEGGLE),
                               ("set/01-official.json", None, EIGHT),
                               ("playing-cards/01-pairs.json", None, EIGHT),
                               ("bubble-pop/drift.json", None, EIGHT)):
        with Workspace(program, level) as place, place.studio() as studio:
            tab = studio.tab()
            name = name or place.name(level)
            opened = tab.open(name)
            doc = opened["doc"]
            tab.figures(doc, PLAYERS, 200)
            firsts, eights = [], []
            for stroke in range(50):
                action = edit(opened["game"], stroke)
                begin = time.monotonic()
                rev = tab.gesture(doc, **action)["rev"]
                new = lambda event: event["rev"] == rev  # noqa: E731
                for games, times in ((1, firsts), (8, eights)):
                    shown = tab.event("figures", lambda event, games=games: new(event) and all(
                        player["games"] >= games for player in event["players"]))
                    times.append(time.monotonic() - begin)
                    # One event may have enough for both.
                    tab.events.insert(0, shown)
                tab.forget()
            report.line(f"{name}: a stroke to its first figure", firsts, FIRST)
            report.line(f"{name}: a stroke to 8 games of each", eights, eight)


def edit(game, stroke):
    """A stroke that changes how the level plays."""
    if game == "bubble-blast":
        tool = ["red", "blue", "bomb", "green", "orange"][stroke // 11]
        return {"paint": {"tool": tool, "places": [f"4,{stroke % 11}"]}}
    fields = {"peggle": ("rules.bucketWidth", 100 + stroke), "bubble-pop": ("radius", 20 + stroke)}
    field, value = fields.get(game, ("scoring.matched", 5 + stroke))
    return {"set": {"field": field, "value": str(value)}}


def bench_memory(program, report, strokes):
    with Workspace(program, "bubble-blast/02-candy-stripes.json") as place, \
            place.studio() as studio:
        tab = studio.tab()
        doc = tab.open("Candy Stripes")["doc"]
        tab.ask("look", doc=doc, players=list(PLAYERS), games=200)
        tools = ["red", "blue", "green", "orange", "eraser", "bomb", "star"]
        memory = [studio.memory()]
        for stroke in range(strokes):
            tab.strokes += 1
            row, column = 4 + stroke % 5, stroke % 10
            for step in range(2):
                tab.send("gesture", doc=doc, rev=0, stroke=tab.strokes, last=False, paint={
                    "tool": tools[stroke // 7 % 7], "places": [f"{row},{column + step}"]})
            tab.answer(tab.send(
                "gesture", doc=doc, rev=0, stroke=tab.strokes, last=True, end={}))
            tab.forget()
            if (stroke + 1) % max(1, strokes // 20) == 0:
                memory.append(studio.memory())
        begin = time.monotonic()
        tab.figures(doc, PLAYERS, 200)
        settled = time.monotonic() - begin
        code, seconds = studio.end()
    half = memory[len(memory) // 2]
    growth = max(memory[len(memory) // 2:]) - half
    missed = max(memory) > MEMORY or growth > GROWTH or seconds > 2 or code != 130
    report.missed |= missed
    print(f"{strokes} strokes: memory {' '.join(f'{value:.0f}' for value in memory)} MB; second half "
          f"+{growth:.1f} MB; figures after {settled:.2f} s; end after {seconds:.2f} s with {code}"
          f"{'  MISSED' if missed else ''}")


def main(words):
    strokes = 2_000
    if len(words) == 3 and words[1] == "--strokes" and words[2].isdigit():
        strokes, words = int(words[2]), words[:1]
    if len(words) != 1 or not os.access(words[0], os.X_OK):
        print("usage: bench.py PLAYTEST [--strokes N]", file=sys.stderr)
        return 64
    program, report = os.path.realpath(words[0]), Report()
    bench_start(program, report)
    bench_requests(program, report)
    bench_figures(program, report)
    bench_memory(program, report, strokes)
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
