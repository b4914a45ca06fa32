"""What somebody meets who uses the page for the first time, and what it says then."""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def focused(page):
    return page.evaluate("() => document.activeElement.id")


def write_level(folder, name, **fields):
    (folder / "levels").mkdir(exist_ok=True)
    level = {"format": "playtest-level", "version": 1, "name": name, **fields}
    (folder / f"levels/{name}.json").write_text(json.dumps(level))


# Keys and the browser's own buttons

def test_keys_are_for_the_board_after_a_press(open_studio):
    studio = open_studio()
    page = studio.page
    studio.open_level("First Steps")
    page.locator("#play").click()
    page.wait_for_selector('.play[data-stage="playing"]')
    step = lambda: int(page.locator(".play").get_attribute("data-step"))
    hints = lambda: page.locator(".facts").text_content().count("hints1")
    page.locator("#hint").click()
    page.wait_for_function("() => /hints1/.test(document.querySelector('.facts').textContent)")
    assert focused(page) == "game"
    before = step()
    page.keyboard.press("Space")
    page.wait_for_function("() => Number(document.querySelector('.play').dataset.turns) > 0")
    assert step() > before and hints() == 1
    # Who came by key stays.
    page.locator("#hint").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => /hints2/.test(document.querySelector('.facts').textContent)")
    assert focused(page) == "hint"


def test_the_browsers_back_leads_from_a_game_to_the_editor(open_studio):
    studio = open_studio()
    page = studio.page
    studio.open_level("First Steps")
    for begin in ["#play", "#watch"]:
        if begin == "#watch":
            studio.menu("watch")
        else:
            page.locator(begin).click()
        page.wait_for_selector(".play, .watch")
        page.go_back()
        page.wait_for_selector(".editor:not(.play)")
        assert page.locator("h1").text_content() == "First Steps"
    # The way back by key leaves no step behind.
    page.locator("#play").click()
    page.wait_for_selector(".play[data-stage]")
    page.keyboard.press("Escape")
    page.wait_for_selector(".editor:not(.play)")
    page.wait_for_function("() => history.state === null")
    page.go_back()
    page.wait_for_selector(".gallery")
    page.go_forward()
    page.wait_for_selector(".editor:not(.play)")


# Names

def test_what_is_typed_is_the_name(open_studio):
    studio = open_studio()
    page = studio.page
    page.locator("#first-level").click()
    page.wait_for_selector("dialog[open]")
    page.keyboard.type("mine")
    page.keyboard.press("Enter")
    page.wait_for_selector(".editor")
    assert page.locator("h1").text_content() == "mine"


def test_names_that_cannot_be_are_refused_in_words(open_studio, folder):
    write_level(folder, "other", game="bubble-blast", shots=9, grid=["RRBB........"])
    studio = open_studio()
    page = studio.page
    dialog = page.locator("dialog")
    page.locator("#new-level").click()
    for name, words in [("  ", "Write a name."), ("a" * 201, "at most 200 characters"),
                        ("other", "Another level has this name")]:
        dialog.locator("input").fill(name)
        studio.answer("Create")
        # The words of the name before may still be shown.
        dialog.locator(".problem", has_text=words).wait_for()
    dialog.locator("input").fill("mine")
    studio.answer("Create")
    page.wait_for_selector(".editor")
    studio.settled()
    studio.menu("rename")
    for name, words in [(" ", "Write a name."), ("b" * 201, "this one has 201"),
                        ("other", "Another level has this name or its file, other.json")]:
        dialog.locator("input").fill(name)
        studio.answer("Rename")
        page.wait_for_function(
            "words => document.querySelector('dialog .problem').textContent.includes(words)",
            arg=words)
    dialog.locator("input").fill("another")
    studio.answer("Rename")
    page.wait_for_function("() => document.querySelector('h1').textContent === 'another'")
    assert studio.words == "renamed to another"


def test_a_save_under_a_name_that_is_taken_says_what_can_be_done(open_studio, folder):
    studio = open_studio()
    page = studio.page
    studio.new_level("mine")
    # Meanwhile another program writes a level of that name.
    write_level(folder, "mine", game="bubble-blast", shots=9, grid=["RRBB........"])
    page.locator("#save").click()
    page.wait_for_selector("dialog[open]")
    assert "overwrite" not in page.locator("dialog").text_content()
    studio.answer("Choose another name")
    page.wait_for_selector("dialog input")
    page.locator("dialog input").fill("mine too")
    studio.answer("Rename")
    page.wait_for_selector('.editor[data-saved="true"]')
    page.wait_for_function(
        "() => document.querySelector('.words').textContent.includes('mine-too.json')")
    assert studio.saved("mine")["shots"] == 9


def test_a_level_is_renamed_in_the_list_and_dealt_the_same(open_studio, folder):
    write_level(folder, "deals", game="bubble-blast", shots=9, grid=["RRBBGGOORRBB"])
    studio = open_studio()
    page = studio.page
    rate = page.locator('.level[data-level="deals"] .rate[data-games]')
    before = rate.text_content()
    page.get_by_role("button", name="Rename deals").click()
    page.locator("dialog input").fill("same deals")
    studio.answer("Rename")
    page.wait_for_selector('.level[data-level="same deals"]')
    saved = studio.saved("deals")
    assert (saved["name"], saved["id"]) == ("same deals", "deals")
    page.reload()
    assert page.locator(
        '.level[data-level="same deals"] .rate[data-games]').text_content() == before


def test_an_engine_that_is_slow_to_start_is_waited_for(open_studio, folder):
    (folder / "engines").mkdir()
    # Longer than the five seconds in which a page has to say who it is.
    engine = {"format": "playtest-engine", "version": 1, "name": "slow", "command": ["sleep", "6"]}
    (folder / "engines/slow.json").write_text(json.dumps(engine))
    write_level(folder, "other", game="slow")
    write_level(folder, "own", game="bubble-blast", grid=["RR.........."])
    studio = open_studio()
    studio.page.wait_for_selector('.level[data-level="own"] .rate[data-games]')
    assert "engine slow" in studio.page.locator(".level", has_text="other").text_content()


# The editor

def test_the_cross_belongs_to_boards_of_objects(open_studio):
    studio = open_studio()
    studio.new_level("cells")
    assert studio.page.locator("#board > .cross").count() == 0
    studio.levels()
    studio.new_level("objects", "peggle")
    assert studio.page.locator("#board > .cross").count() == 1


def test_the_line_below_the_board_is_about_what_lies_there_now(open_studio):
    studio = open_studio()
    studio.new_level("spot")
    spot = lambda: studio.page.locator(".spot").text_content().split(", ")[-1]
    studio.draw([(0, 0), (0, 4)])
    assert spot() == "blue"
    studio.page.locator("#undo").click()
    studio.settled()
    # The pointer is elsewhere, and the line is still about the last cell.
    assert spot() == "empty"


def test_a_level_that_was_never_saved_is_compared_with_its_start(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("begun")
    studio.figures()
    # An empty board is won at once; this one is lost.
    for row, colour in enumerate(["blue", "red", "orange"]):
        studio.tool(colour)
        studio.draw([(row, 0), (row, 11 - row % 2)])
    shots = page.locator("#field-shots")
    shots.fill("1")
    shots.press("Enter")
    studio.settled()
    studio.figures()
    page.wait_for_selector(".change[data-version=saved]")
    assert "since the start" in page.locator(".players").text_content()
    assert "saved" not in page.locator(".players").text_content()
    page.locator("#more").click()
    assert page.locator("#revert").text_content() == "Back to the start"
    page.keyboard.press("Escape")
    page.locator("#save").click()
    page.wait_for_selector('.editor[data-saved="true"]')
    shots.fill("30")
    shots.press("Enter")
    studio.settled()
    studio.figures()
    page.wait_for_selector(".change[data-version=saved]")
    assert "since saved" in page.locator(".players").text_content()


def test_versions_are_compared_from_fifty_games_on(open_studio):
    studio = open_studio()
    page = studio.page
    studio.open_level("Candy Stripes")
    studio.figures()
    # Each row as it is drawn, with the number of games that it has then.
    page.evaluate("""() => {
      window.early = [];
      new MutationObserver(() => {
        const games = Number(document.querySelector(".figures").dataset.games);
        if (games < 50 && document.querySelector(".players .change")) window.early.push(games);
      }).observe(document.querySelector(".players"), { childList: true });
    }""")
    shots = page.locator("#field-shots")
    shots.fill("20")
    shots.press("Enter")
    studio.settled()
    studio.figures()
    page.wait_for_selector(".change")
    assert page.evaluate("() => window.early") == []


def test_undone_steps_are_no_draft(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("kept")
    page.locator("#save").click()
    page.wait_for_selector('.editor[data-saved="true"]')
    card = page.locator('.level[data-level="kept"]')
    for undo in ["undo", "revert"]:
        studio.draw([(0, 0), (0, 3)])
        if undo == "undo":
            page.locator("#undo").click()
        else:
            studio.menu("revert")
        page.wait_for_selector('.editor[data-saved="true"]')
        studio.levels()
        card.wait_for()
        assert "unsaved draft" not in card.text_content()
        studio.open_level("kept")


def test_a_level_that_all_or_none_pass_says_what_to_do(open_studio, folder):
    write_level(folder, "easy", game="bubble-blast", grid=["RR.........."])
    write_level(folder, "hard", game="bubble-blast", shots=1, grid=["RBGORBGORBGO", "BGORBGORBGO"] * 2)
    write_level(folder, "short", game="tiles", size=4, target=11, moves=5)
    studio = open_studio()
    page = studio.page
    hint = page.locator(".next-step")
    for level, words in [("easy", "Every game is won."), ("hard", "No game is won.")]:
        studio.open_level(level)
        studio.figures()
        assert hint.text_content() == \
            f"{words} Change the board or a rule, such as shots; the figures follow."
        hint.locator("button").click()
        assert focused(page) == "field-shots"
        studio.levels()
    # The verdict of a target says more.
    studio.open_level("easy")
    studio.figures()
    page.locator("#set-target").click()
    assert page.locator(".verdict").text_content() == "outside: too easy"
    assert hint.text_content() == "Change the board or a rule, such as shots; the figures follow."
    # What most games are lost for counts more than what is shown first.
    studio.levels()
    studio.open_level("short")
    studio.figures()
    assert hint.text_content() == \
        "No game is won. Change the board or a rule, such as moves; the figures follow."
    hint.locator("button").click()
    assert focused(page) == "field-moves"
    # Most levels need no hint.
    studio.levels()
    studio.open_level("Candy Stripes")
    studio.figures()
    assert not hint.is_visible()


def test_a_card_says_of_how_many_games_its_figure_is(open_studio, folder):
    write_level(folder, "easy", game="bubble-blast", grid=["RR.........."])
    studio = open_studio()
    rate = studio.page.locator('.level[data-level="easy"] .rate[data-games]')
    assert rate.text_content() == "casual 100% of 50 games"


def test_a_confirmed_verdict_stays(open_studio):
    studio = open_studio()
    page = studio.page
    studio.open_level("Candy Stripes")
    studio.figures()
    page.locator("#set-target").click()
    page.locator(".confirm > button").click()
    verdict = page.locator(".verdict")
    confirmed = "() => /% \\[.*\\] of 1,000 fresh games$/.test(" \
        "document.querySelector('.verdict').textContent)"
    page.wait_for_function(confirmed, timeout=60_000)
    words = verdict.text_content()
    assert "confirm it" not in words
    # Also on a visit to the list.
    studio.levels()
    studio.open_level("Candy Stripes")
    page.wait_for_function(confirmed)
    assert verdict.text_content() == words
    # Another version is not confirmed.
    page.locator("#field-shots").fill("25")
    page.locator("#field-shots").press("Enter")
    studio.settled()
    studio.figures()
    assert "fresh games" not in verdict.text_content()


def test_what_is_left_needs_a_board(open_studio):
    studio = open_studio()
    left = studio.page.get_by_role("button", name="where games got stuck")
    studio.open_level("House Rules")
    studio.figures()
    assert left.count() == 0
    studio.levels()
    studio.open_level("Last Ceiling")
    studio.figures()
    left.first.wait_for()


@pytest.mark.parametrize("width", [390, 1440])
def test_what_is_left_is_drawn(open_studio, width):
    studio = open_studio(width=width)
    studio.open_level("Last Ceiling")
    studio.figures()
    if width < 700:
        studio.page.locator(".figures .fold").click()
    studio.page.get_by_role("button", name="where games got stuck").first.click()
    tint = studio.page.locator(".stuck-layer path").first
    tint.wait_for()
    assert tint.bounding_box()["width"] > 5
    assert "stronger tint" in studio.words


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_can_be_read_where_games_got_stuck(open_studio, scheme):
    studio = open_studio(scheme=scheme)
    studio.open_level("Last Ceiling")
    studio.figures()
    studio.page.get_by_role("button", name="where games got stuck").first.click()
    studio.page.locator(".stuck-layer path").first.wait_for()
    found = studio.page.evaluate("""() => {
      const light = (colour) => {
        const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => part / 255)
          .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const board = document.getElementById("board");
      const last = [...board.querySelectorAll(".stuck")].pop();
      const above = [...board.querySelectorAll("text")].filter((text) =>
        last.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING);
      const place = (node) => node.parentNode.getAttribute("transform");
      // The ground that a letter brings is its outline, painted first.
      const ratios = above.map((text) => {
        const { fill, stroke, paintOrder } = getComputedStyle(text);
        if (!paintOrder.startsWith("stroke")) return 0;
        const [a, b] = [light(fill), light(stroke)].sort((x, y) => y - x);
        return (a + 0.05) / (b + 0.05);
      });
      const shown = new Set(above.map((text) => place(text) + text.textContent));
      const hidden = [...board.querySelectorAll("text")].filter((text) =>
        !shown.has(place(text) + text.textContent)).length;
      return { count: above.length, hidden, least: Math.min(...ratios) };
    }""")
    assert found["count"] > 50 and found["hidden"] == 0 and found["least"] >= 4.5, found
    # They go with the tint.
    studio.page.get_by_role("button", name="where games got stuck").first.click()
    studio.page.wait_for_selector(".stuck-layer *", state="detached")


def test_a_board_that_stays_full_says_so(open_studio):
    studio = open_studio()
    studio.open_level("First Push")
    studio.page.locator("#field-pushes").fill("1")
    studio.page.locator("#field-pushes").press("Enter")
    studio.settled()
    studio.figures()
    studio.page.get_by_role("button", name="where games got stuck").first.click()
    studio.page.wait_for_function(
        "() => document.querySelector('.editor .words').textContent.includes('each place of this board')")
    assert studio.page.locator(".stuck-layer path").count() == 0


def test_the_band_of_a_target_is_marked_at_once(open_studio, folder):
    write_level(folder, "easy", game="bubble-blast", grid=["RR.........."])
    studio = open_studio()
    page = studio.page
    studio.open_level("easy")
    studio.figures()
    band = lambda: page.locator(".player[data-player=casual] .wanted").get_attribute("style")
    page.locator("#set-target").click()
    assert band() == "left: 40%; width: 20%;"
    low, high = page.get_by_label("Lowest pass rate, %"), page.get_by_label("Highest pass rate, %")
    # What is typed stays, and the other end moves to it.
    low.fill("90")
    low.press("Tab")
    assert (low.input_value(), high.input_value()) == ("90", "90")
    high.fill("100")
    high.press("Tab")
    assert (low.input_value(), high.input_value()) == ("90", "100")
    assert band() == "left: 90%; width: 10%;"
    high.fill("70")
    high.press("Tab")
    assert (low.input_value(), high.input_value()) == ("70", "70")
    for wrong in ["-5", "101", "1.5", ""]:
        low.fill(wrong)
        low.press("Tab")
        assert page.locator(".verdict").text_content() == "Write two whole percentages from 0 to 100."
        assert low.input_value() == "70"
    page.get_by_role("button", name="Remove").click()
    assert page.locator(".wanted").count() == 0


def test_a_confirmation_in_which_a_script_fails_says_so(open_studio, folder):
    (folder / "scripts/bubbles").mkdir(parents=True)
    (folder / "scripts/bubbles/crash.lua").write_text(
        'return {name = "crash", glyph = "!", summary = "Fails.", priority = 3,\n'
        "  on_activate = function(board, cell) local none = nil; none.x = 1 end}\n")
    studio = open_studio()
    page = studio.page
    studio.new_level("fails")
    studio.draw([(0, 0), (0, 3)])
    studio.tool("crash")
    studio.draw([(0, 4), (0, 5)])
    page.wait_for_selector('.figures[data-final="true"] .players .bad')
    page.locator(".confirm > button").click()
    page.wait_for_selector(".confirmed .bad")
    assert page.locator(".confirmed .bad").count() == 1
    assert "crash.lua:2:" in page.locator(".confirmed .bad").text_content()
    table = page.locator(".confirmed table").text_content()
    assert "no figure" in table and "yet" not in table


def test_a_value_that_is_being_typed_stays_when_the_level_changes_elsewhere(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("typed")
    page.locator("#save").click()
    page.wait_for_selector('.editor[data-saved="true"]')
    shots = page.locator("#field-shots")
    taken = "() => document.querySelector('.words').textContent.includes('the change was loaded')"
    shots.focus()
    page.keyboard.type("33")
    studio.level_file("typed").write_text(json.dumps(studio.saved("typed") | {"shots": 12}))
    page.wait_for_function(taken)
    assert shots.input_value() == "33"
    before = studio.rev
    page.keyboard.press("Enter")
    studio.wait_stroke(before)
    assert "shots=33" in page.locator(".command").text_content()
    # Who types what stood there has changed nothing: the field shows what the level has.
    page.locator("#save").click()
    page.wait_for_selector('.editor[data-saved="true"]')
    shots.focus()
    shots.press("End")
    page.keyboard.type("4")
    page.keyboard.press("Backspace")
    studio.level_file("typed").write_text(json.dumps(studio.saved("typed") | {"shots": 15}))
    page.wait_for_function(taken)
    assert shots.input_value() == "33"
    shots.blur()
    assert shots.input_value() == "15"


def test_levels_of_one_name_are_told_apart(open_studio, folder):
    for name in ["one", "two", "other"]:
        write_level(folder, name, game="bubble-blast", shots=9, grid=["RRBB........"])
    for name in ["one", "two"]:
        path = folder / f"levels/{name}.json"
        path.write_text(path.read_text().replace(f'"{name}"', '"same"'))
    studio = open_studio()
    cards = studio.page.locator('.level[data-level="same"]')
    assert [card.locator("p.soft").first.text_content() for card in cards.all()] == [
        "bubble-blast, one.json", "bubble-blast, two.json"]
    assert ".json" not in studio.page.locator('.level[data-level="other"]').text_content()
    cards.last.get_by_role("button", name="Delete same").click()
    assert "The file two.json moves" in studio.page.locator("dialog").text_content()


def test_save_as_names_the_level_that_it_replaces(open_studio, folder):
    write_level(folder, "renamed", game="bubble-blast", shots=9, grid=["RRBB........"])
    path = folder / "levels/renamed.json"
    path.write_text(path.read_text().replace('"name": "renamed"', '"name": "Renamed"'))
    studio = open_studio()
    page = studio.page
    studio.new_level("mine")
    for name, why in [("renamed", "The file of that level, renamed.json, is the one of this name."),
                      ("Renamed", "Another level has this name.")]:
        studio.menu("save-as")
        page.locator("dialog input").fill(name)
        studio.answer("Save")
        page.get_by_role("heading", name="Replace Renamed?").wait_for()
        assert page.locator("dialog p").first.text_content() == \
            f"{why} What it holds now is kept in its versions."
        studio.answer("Cancel")
        page.wait_for_selector("dialog", state="hidden")
    assert studio.saved("renamed")["shots"] == 9


# The program

def start(program, folder, *options):
    process = subprocess.Popen([program, "studio", str(folder), "--no-open", *options],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return process, process.stdout.readline().strip()


def test_a_studio_that_was_killed(open_studio, server):
    studio = open_studio()
    assert studio.page.locator("#screen").evaluate("node => getComputedStyle(node).opacity") == "1"
    server.kill()
    server.wait()
    studio.page.wait_for_function(
        "() => /If playtest has stopped, start playtest studio again in the terminal/"
        ".test(document.getElementById('state').textContent)", timeout=20_000)
    assert studio.page.locator("#screen").evaluate("node => getComputedStyle(node).opacity") == "0.6"
    # The browser reports each attempt.
    studio.complaints.clear()


def test_a_studio_that_was_started_again(open_studio, server, program, folder):
    studio = open_studio()
    page = studio.page
    port = re.search(r":(\d+)/", studio.address)[1]
    studio.new_level("again")
    page.locator("#save").click()
    page.wait_for_selector('.editor[data-saved="true"]')
    studio.draw([(0, 0), (0, 3)])
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".editor")
    server.terminate()
    server.wait()
    page.wait_for_function("() => document.getElementById('state').textContent ==="
                           " 'playtest has stopped: start playtest studio again in the terminal.'")
    process, address = start(program, folder, "--port", port)
    try:
        for one in (page, other):
            one.wait_for_function("() => /^playtest was started again: open the new address/"
                                  ".test(document.getElementById('state').textContent)")
        state = page.locator("#state").text_content()
        assert "steps are kept" in state and "trying again" not in state
        # A tab without the new token says the same, without a screen behind it.
        page.goto("about:blank")
        page.goto(studio.address)
        page.wait_for_selector(".outside")
        assert "was started again" in page.locator("main").text_content()
        # The new address in the same tab is enough; other tabs go on by themselves.
        page.evaluate("address => { location.href = address; }", address)
        page.wait_for_selector(".gallery")
        assert "token" not in page.url
        other.wait_for_selector(".banner:visible")
        assert "1 unsaved step was kept" in other.locator(".banner").text_content()
        assert other.locator("#state").text_content() == ""
        assert other.url.endswith(page.locator(
            '.level[data-level="again"] a.open').get_attribute("href"))
        # Where nobody can be reached, the browser complains.
        other.close()
        page.goto("about:blank")
        studio.complaints.clear()
    finally:
        process.terminate()
        process.wait(10)


def test_levels_in_a_folder_with_accents_are_not_mistaken_for_each_other(browser, program, folder):
    folder = folder / "äöüäöüäöüäöü"
    folder.mkdir()
    for name in ["alpha", "bravo"]:
        write_level(folder, name, game="bubble-blast", shots=9, grid=["RRBB........"])
    process, address = start(program, folder)
    try:
        context = browser.new_context()
        page = context.new_page()
        page.goto(address)
        page.locator('.level[data-level="bravo"] a.open').click()
        page.wait_for_selector(".editor")
        assert page.locator("h1").text_content() == "bravo"
        context.close()
    finally:
        process.terminate()
        process.wait(10)


def test_another_tab_of_the_browser_can_use_the_studio(open_studio):
    studio = open_studio()
    page = studio.page
    place = page.locator('.level[data-level="First Steps"] a.open').get_attribute("href")
    root = studio.address.split("#")[0]
    one = page.context.new_page()
    # A token that the server does not know takes the place of no other.
    one.goto(f"{root}#token={'0' * 32}")
    one.wait_for_selector(".outside")
    for _ in range(2):
        tab = page.context.new_page()
        tab.goto(root + place)
        tab.wait_for_selector(".editor")
        assert tab.locator("h1").text_content() == "First Steps"


@pytest.mark.smoke
def test_the_terminal_says_what_this_is_and_nothing_of_a_browser(program, folder, tmp_path):
    opener = tmp_path / "xdg-open"
    opener.write_text(f"#!/bin/sh\necho \"$0: cannot open $1\" >&2\necho $1\ntouch {tmp_path}/opened\n")
    opener.chmod(0o755)
    process = subprocess.Popen(
        [program, "studio", str(folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"})
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#token=[0-9a-f]{32}",
                        process.stdout.readline().strip())
    assert "Ctrl-C stops" in process.stdout.readline()
    for _ in range(100):
        if (tmp_path / "opened").exists():
            break
        try:
            process.wait(0.1)
        except subprocess.TimeoutExpired:
            pass
    assert (tmp_path / "opened").exists()
    process.terminate()
    rest, errors = process.communicate(timeout=10)
    assert (rest, errors) == ("", "")


def test_without_built_in_levels_the_list_says_where_it_looked(browser, program, folder, tmp_path):
    alone = tmp_path / "bin/playtest"
    alone.parent.mkdir()
    shutil.copy(program, alone)
    process, address = start(alone, folder)
    try:
        context = browser.new_context()
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("#no-built-in:visible")
        words = page.locator("main").text_content()
        assert f"{tmp_path}/share/playtest/levels" in words
        assert "below" not in words and not page.get_by_text("No level matches.").is_visible()
        context.close()
    finally:
        process.terminate()
        process.wait(10)


def test_the_address_of_a_level_that_is_gone_leads_to_the_list(open_studio):
    studio = open_studio()
    page = studio.page
    page.goto("about:blank")
    page.goto(studio.address.split("#")[0] + "#/levels/own-gone-123456789012")
    page.wait_for_selector("dialog[open]")
    studio.answer("Close")
    page.wait_for_selector(".gallery")
    studio.complaints.clear()


@pytest.mark.parametrize("width", [720, 844, 960, 1024])
def test_the_figures_are_beside_the_board_or_right_below_it(open_studio, width):
    studio = open_studio(width=width)
    studio.open_level("Candy Stripes")
    left, board, figures = [studio.page.locator(one).bounding_box()
                            for one in (".left", ".stage", ".figures")]
    assert figures["x"] >= left["x"] + left["width"]
    assert figures["y"] < board["y"] + board["height"] + 200
    assert studio.sideways() == 0


def test_differences_that_are_shown_as_zero_have_no_sign(open_studio):
    studio = open_studio()
    shown = studio.page.evaluate("""async () => {
      const { signed } = await import("./js/figures.js");
      const scores = { scored: true };
      return [signed(scores, -0.04), signed(scores, 0.8), signed(scores, -1234.56),
        signed({}, -0.0004), signed({}, 0.06), signed({}, -0.125)];
    }""")
    assert shown == ["0.0", "+0.8", "−1,234.6", "0.0", "+6.0", "−12.5"]
