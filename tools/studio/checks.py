#!/usr/bin/env python3
"""The promises of `playtest studio`, checked over its socket with a program as it is.

    tools/studio/checks.py PLAYTEST [--whole] [CHECK...]

Figures are compared with those of `playtest run` and `playtest compare`; without --whole on one level
of each game and with few games, which a debug program plays in seconds. CHECK names what is to be
checked; all by default.
"""

import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time

from client import Refused
from workspace import PLAYERS, ROOT, Workspace, compare_figures, same

#: One cheap level of each game, and games that a debug program plays in a second.
CHEAP = [
    ("bubble-blast/02-candy-stripes.json", 20), ("bubble-blast/07-crate-yard.json", 10),
    ("peggle/01-garden-gate.json", 2), ("bubble-pop/drift.json", 5), ("set/01-official.json", 10),
    ("playing-cards/01-pairs.json", 8)]


# Checks: each takes the program and whether to check as a whole.

def check_start(program, _whole):
    """An empty folder: one address, all built-in levels; a copy is found by `level list`."""
    with Workspace(program) as place:
        os.rmdir(f"{place.folder}/levels")
        with place.studio() as studio:
            games = {card["game"] for card in studio.levels() if card["readOnly"]}
            assert games == {path.name for path in (ROOT / "levels").iterdir()}, games
            count = len([card for card in studio.levels() if card["readOnly"]])
            assert count == len(list((ROOT / "levels").glob("*/*.json"))), count
            # The lock and what keeps version control from it.
            same(os.listdir(place.folder), [".playtest"], "what a start writes")
            tab = studio.tab()
            doc = tab.open("Candy Stripes")["doc"]
            tab.gesture(doc, paint={"tool": "red", "places": ["0,0", "0,1"]})
            tab.ask("save", doc=doc, **{"as": "My Copy"})
            listed = place.playtest("level", "list")
            assert "My Copy" in listed, listed
            same(studio.end()[0], 130, "exit code")
    return f"{1000 * studio.start_seconds:.0f} ms to the address"


def check_lock(program, _whole):
    """A second studio in a workspace is refused and names the first; a killed one leaves no lock."""
    with Workspace(program) as place, Workspace(program) as other:
        os.rmdir(f"{place.folder}/levels")
        with place.studio() as first:
            second = subprocess.run([program, "studio", place.folder, "--no-open"], check=False,
                                    capture_output=True, text=True, timeout=60)
            assert second.returncode != 0 and not second.stdout, second
            for part in (f"http://127.0.0.1:{first.port}/", f"process {first.process.pid})"):
                assert part in second.stderr, second.stderr
            assert first.token not in second.stderr, second.stderr
            same(second.stderr.count("\n"), 1, "lines of the message")
            # It does not disturb the first one, nor one that only looks, nor another workspace.
            assert first.levels()
            with place.studio("--read-only") as reader:
                assert reader.levels()
            with other.studio() as elsewhere:
                assert elsewhere.levels()
            first.kill()
        assert os.path.exists(f"{place.folder}/.playtest/lock"), "the killed studio's file"
        with place.studio() as again:
            assert again.levels()
            same(again.end()[0], 130, "exit code")
        same(os.listdir(place.folder), [], "what a studio leaves in which nothing was done")
    return "one writes, others may look"


def levels_of(whole):
    if not whole:
        return CHEAP
    return [(str(path.relative_to(ROOT / "levels")), 200)
            for path in sorted((ROOT / "levels").glob("*/*.json"))]


def check_figures(program, whole):
    """The figures in the editor are those of `playtest run` on the saved file."""
    levels = levels_of(whole)
    for level, games in levels:
        with Workspace(program, level) as place:
            with place.studio() as studio:
                tab = studio.tab()
                doc = tab.open(place.name(level))["doc"]
                event = tab.figures(doc, PLAYERS, games)
            cells = place.run(place.path(level), games, "run")
            for player in event["players"]:
                compare_figures(player, cells[player["name"]], f"{level} {player['name']}")
    return f"{len(levels)} levels"


def check_change(program, whole):
    """The change since the save is that of `playtest compare`, also after an undo."""
    # A shot less moves a few of 200 games; of a few games more must be taken.
    games, shots = (200, 29) if whole else (30, 22)
    level = "bubble-blast/02-candy-stripes.json"
    with Workspace(program, level) as place:
        path = place.path(level)
        with place.studio() as studio:
            tab = studio.tab()
            doc = tab.open("Candy Stripes")["doc"]
            tab.figures(doc, PLAYERS, games)
            place.run(path, games, "before")
            tab.set(doc, "shots", shots)
            event = tab.event("figures", lambda event: event.get("final"))
            shutil.copy(path, f"{place.folder}/edited.json")
            place.playtest("level", "edit", f"{place.folder}/edited.json", "set", f"shots={shots}")
            place.run(f"{place.folder}/edited.json", games, "after")
            compared = json.loads(place.playtest(
                "compare", "before", "after", "--json", "--fail-on", "never"))
            changes = {player["name"]: player["saved"] for player in event["players"]}
            for cell in compared["cells"]:
                change = changes[cell["agent"]]
                if not change["differing"]:
                    same(cell["base"], cell["new"], "a change without games that end differently")
                    assert "difference" not in change, change
                    continue
                for editor, shell in (("difference", "value"), ("low", "low"), ("high", "high")):
                    same(change.get(editor), cell["difference"][shell], f"{cell['agent']}, {editor}")
            check_films(tab, doc, event)
            tab.forget()
            tab.ask("undo", doc=doc)
            event = tab.event("figures", lambda event: event.get("final"))
            assert all("saved" not in player or player["saved"] is None
                       or player["saved"]["differing"] == [] for player in event["players"])
    moved = {name: len(change["differing"]) for name, change in changes.items()}
    return f"games that end differently: {moved}"


def check_films(tab, doc, event):
    """Both films of each game that ends differently end as stated, and differ from a turn on."""
    ends = {"won": "won"}
    for player in event["players"]:
        for index in player["saved"]["differing"][:3]:
            game = {"doc": doc, "player": player["name"], "index": index}
            begin = time.monotonic()
            before = tab.ask("watch", version="saved", **game)
            now = tab.ask("watch", version="now", against="saved", **game)
            seconds = time.monotonic() - begin
            assert (before["end"] in ends) != (now["end"] in ends), (before["end"], now["end"])
            first = now["firstDifference"]
            assert first is not None and first <= max(
                len(before["film"]["t"]), len(now["film"]["t"])), first
            for turn in range(first - 1):
                same(now["film"]["t"][turn]["w"], before["film"]["t"][turn]["w"], f"turn {turn}")
            assert seconds < 5, seconds


def check_confirm(program, whole):
    """Confirm plays other games, and an edit stops it; versions that were checked are counted."""
    level = "set/01-official.json" if not whole else "bubble-blast/02-candy-stripes.json"
    with Workspace(program, level) as place, place.studio() as studio:
        tab = studio.tab()
        doc = tab.open(place.name(level))["doc"]
        event = tab.figures(doc, ("casual",), 4)
        same(event["versions"], 1, "versions")
        tab.gesture(doc, set={"field": "name", "value": "Other"})
        tab.ask("confirm", doc=doc)
        fresh = tab.event("figures", lambda event: event.get("fresh"))
        same(fresh["of"], 1000, "fresh games")
        tab.set(doc, "name", "Another")
        number = tab.send("look", doc=doc, players=["casual"], games=4)
        tab.forget()
        tab.answer(number)
        tab.event("figures", lambda event: event.get("final"))
        assert not any(event.get("fresh") for event in tab.events), "an edit stops a confirmation"
    return f"{fresh['games']} fresh games at first"


def check_disk(program, _whole):
    """What another program writes is followed as one step, or asked for with unsaved steps."""
    level = "bubble-blast/02-candy-stripes.json"
    with Workspace(program, level) as place, place.studio() as studio:
        path = pathlib.Path(place.path(level))
        tab = studio.tab()
        doc = tab.open("Candy Stripes")["doc"]
        tab.ask("look", doc=doc, players=["casual"], games=1)
        old = path.read_text(encoding="utf-8")
        path.write_text(old.replace('"shots": 30', '"shots": 31'), encoding="utf-8")
        begin = time.monotonic()
        event = tab.event("board", lambda event: event["doc"] == doc)
        seconds = time.monotonic() - begin
        assert event["saved"] and event["undo"], event
        assert not tab.ask("undo", doc=doc)["saved"]
        assert tab.ask("redo", doc=doc)["saved"]
        tab.gesture(doc, paint={"tool": "red", "places": ["5,5"]})
        path.write_text(old.replace('"shots": 30', '"shots": 32'), encoding="utf-8")
        tab.event("file", lambda event: event.get("state") == "conflict")
        refuse(tab, "file.changed", "save", doc=doc)
        refuse(tab, "file.changed", "gesture", doc=doc, rev=0, stroke=99, last=True, reset={})
        tab.ask("settle", doc=doc, keep="mine")
        tab.ask("save", doc=doc)
        assert '"shots": 31' in path.read_text(encoding="utf-8")
        assert seconds < 5, seconds
    return f"followed after {1000 * seconds:.0f} ms"


def refuse(tab, code, verb, **fields):
    try:
        tab.ask(verb, **fields)
    except Refused as refused:
        same(refused.code, code, verb)
        return
    raise AssertionError(f"{verb} was not refused")


def check_tabs(program, _whole):
    """Two tabs share a level: a stroke in one is in the other, and each can undo."""
    level = "bubble-blast/02-candy-stripes.json"
    with Workspace(program, level) as place, place.studio() as studio:
        one, other = studio.tab(), studio.tab()
        doc = one.open("Candy Stripes")["doc"]
        same(other.open("Candy Stripes")["doc"], doc, "the document")
        times = []
        for column in range(8):
            begin = time.monotonic()
            one.gesture(doc, paint={"tool": "bomb", "places": [f"5,{column}"]})
            event = other.event("board")
            times.append(time.monotonic() - begin)
            assert event["patch"]["z"], event
        undone = other.ask("undo", doc=doc)
        same(undone["rev"], one.event("board")["rev"], "the revision")
        # A tab that breaks off in a stroke ends it.
        one.send("gesture", doc=doc, rev=0, stroke=50, last=False,
                 paint={"tool": "red", "places": ["6,0"]})
        other.event("board")
        one.close()
        assert not other.ask("undo", doc=doc)["undo"] is None
    return f"{1000 * max(times):.0f} ms at most"


def check_kills(program, whole):
    """Killed while a tab draws: at most the stroke in hand is lost, and undo goes to the start."""
    level = "bubble-blast/02-candy-stripes.json"
    rounds, extra = (10 if whole else 3), 0
    chance = random.Random(int(os.environ.get("STUDIO_TEST_SEED", "1")))
    with Workspace(program, level) as place:
        start = pathlib.Path(place.path(level)).read_text(encoding="utf-8")
        known = 0
        for _ in range(rounds):
            with place.studio() as studio:
                tab = studio.tab()
                opened = tab.open("Candy Stripes")
                doc = opened["doc"]
                if known:
                    found = opened["draft"]
                    assert known <= found <= known + 1, f"{found} steps of {known}"
                    extra += found - known
                    opened = tab.ask("restore", doc=doc)
                    known = found
                rev = opened["rev"]
                for _ in range(chance.randrange(5, 40)):
                    stroke = tab.strokes = tab.strokes + 1
                    row, column = chance.randrange(5, 9), chance.randrange(0, 9)
                    tool = chance.choice(["red", "blue", "bomb", "green"])
                    for step in range(3):
                        tab.ask("gesture", doc=doc, rev=0, stroke=stroke, last=False, paint={
                            "tool": tool, "places": [f"{row},{column + step}"]})
                    state = tab.ask("gesture", doc=doc, rev=0, stroke=stroke, last=True, end={})
                    # A stroke that changes nothing is no step.
                    known += state["rev"] != rev
                    rev = state["rev"]
                # A stroke in hand, and a kill while it is being drawn.
                tab.strokes += 1
                for step in range(chance.randrange(1, 9)):
                    tab.send("gesture", doc=doc, rev=0, stroke=tab.strokes, last=step == 7, paint={
                        "tool": "star", "places": [f"9,{step}"]})
                time.sleep(chance.random() * 0.02)
                studio.kill()
        with place.studio() as studio:
            tab = studio.tab()
            doc = tab.open("Candy Stripes")["doc"]
            state = tab.ask("restore", doc=doc)
            undone = 0
            while state["undo"] is not None:
                state = tab.ask("undo", doc=doc)
                undone += 1
            assert state["saved"], "undo goes back to the level as it was opened"
        same(pathlib.Path(place.path(level)).read_text(encoding="utf-8"), start, "the file")
    return f"{rounds} kills, {extra} strokes in hand kept, {undone} steps undone"


def check_gallery(program, _whole):
    """100 levels are cards with pictures; a file that cannot be read is a card that says so."""
    with Workspace(program) as place:
        try:
            place.playtest("level", "import", "frozen-bubble", "--out", "levels")
        except AssertionError as error:
            if os.environ.get("PLAYTEST_REQUIRE_ALL") == "1":
                raise
            return f"skipped: {error}"
        pathlib.Path(f"{place.folder}/levels/broken.json").write_text(
            '{"game": "bubble-blast", "name": 3}\n', encoding="utf-8")
        with place.studio() as studio:
            begin = time.monotonic()
            cards = [card for card in studio.levels() if not card["readOnly"]]
            seconds = time.monotonic() - begin
            drawn = [card for card in cards if card.get("film") and not card.get("problem")]
            same(len(drawn), 100, "levels with pictures")
            broken = [card["name"] for card in cards if card.get("problem")]
            same(broken, ["broken.json"], "levels that cannot be read")
    return f"{1000 * seconds:.0f} ms for 100 levels"


def check_engines(program, _whole):
    """Engines are those of the workspace, wherever the studio was started."""
    source = ROOT / "integrations/engines"
    with Workspace(program) as place:
        for name in ("engines/cellar.json", "python/cellar.py", "python/playtest_engine.py",
                     "levels/cellar/01-wine-cellar.json"):
            target = pathlib.Path(place.folder, name)
            if name.startswith("levels"):
                target = pathlib.Path(place.folder, "levels", target.name)
            target.parent.mkdir(exist_ok=True)
            shutil.copy(source / name, target)
        with place.studio() as studio:
            tab = studio.tab()
            assert "cellar" in {game["name"] for game in tab.workspace["games"]}, tab.workspace
            doc = tab.open("Wine Cellar")["doc"]
            figures = tab.figures(doc, ["novice"], 5)
            same(figures["players"][0]["games"], 5, "games of an engine")
    return "an engine of the workspace plays"


def check_opponents(program, _whole):
    """A person plays a two-player game against an agent, and the record is one of `playtest play`."""
    with Workspace(program, "pishti/01-house-rules.json", "peggle/01-garden-gate.json") as place, \
            place.studio() as studio:
        tab = studio.tab()
        doc = tab.open("House Rules")["doc"]
        begun = tab.ask("play", doc=doc, seed=1, against="casual", name="Ann")
        same(begun["opponents"], list(PLAYERS), "opponents")
        same((begun["against"], begun["index"]), ("casual", 0), "the table")
        status, moves = begun, 0
        while status["stage"] != "over":
            assert moves < 100, status
            # The first card is played. Casual answers at once.
            status = tab.ask("key", session=begun["session"], key="Enter")
            moves += 1
        same(len(begun["film"]["t"]), 0, "turns before the first move")
        assert "Ann wins" in status["message"] or "Casual wins" in status["message"] \
            or "draw" in status["message"], status["message"]
        record = f"{place.folder}/Reports/played/pishti/House-Rules/Ann-1.json"
        with open(record, encoding="utf-8") as file:
            same(json.load(file)["opponent"], "casual", "the record's opponent")
        place.playtest("replay", record, "--verify")
        # The next game is the one of the next deal.
        again = tab.ask("play", doc=doc, seed=1, against="casual", name="Ann")
        same(again["index"], 2, "the next game")
        alone = tab.open("Garden Gate")["doc"]
        same(tab.ask("play", doc=alone, seed=1)["opponents"], [], "opponents of a single-player game")
        for against, code in (("casual", "game.alone"), ("nobody", "game.alone")):
            try:
                tab.ask("play", doc=alone, seed=1, against=against)
                raise AssertionError(f"{against} plays Peggle beside a person")
            except Refused as refused:
                same(refused.code, code, "the refusal")
        try:
            tab.ask("play", doc=doc, seed=1, against="no-such-player")
            raise AssertionError("a player that is not there plays")
        except Refused as refused:
            same(refused.code, "player.unknown", "the refusal")
    return f"{moves} moves against casual, verified"


def check_signals(program, _whole):
    """SIGINT and SIGTERM end it within 2 s, also while it plays and a tab is open."""
    times = []
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        with Workspace(program, "peggle/01-garden-gate.json") as place, place.studio() as studio:
            tab = studio.tab()
            doc = tab.open("Garden Gate")["doc"]
            tab.ask("look", doc=doc, players=list(PLAYERS), games=200)
            found, seconds = studio.end(number)
            same(found, code, "exit code")
            tab.event("bye")
            times.append(seconds)
            assert seconds < 5, seconds
    return f"{max(times):.2f} s at most"


CHECKS = {name[len("check_"):]: call for name, call in list(globals().items())
          if name.startswith("check_") and name not in ("check_films",)}


def main(words):
    whole = "--whole" in words
    words = [word for word in words if word != "--whole"]
    if not words or not os.access(words[0], os.X_OK) or set(words[1:]) - set(CHECKS):
        print(f"usage: checks.py PLAYTEST [--whole] [{' | '.join(CHECKS)}]...", file=sys.stderr)
        return 64
    program = os.path.realpath(words[0])
    for name in words[1:] or CHECKS:
        begin = time.monotonic()
        result = CHECKS[name](program, whole)
        print(f"{name}: {result} ({time.monotonic() - begin:.1f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
