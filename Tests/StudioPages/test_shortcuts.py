"""What keys mean beside the board: in dialogs, in texts, on buttons; and where the focus stays."""

import json

import pytest


def focus(studio):
    """What has the focus: its id, else its name."""
    return studio.page.evaluate(
        "() => document.activeElement.id || document.activeElement.tagName")


def test_a_dialog_has_the_keys_to_itself(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("keys")
    studio.draw([(0, 0), (0, 3)])
    studio.menu("save-as")
    name = page.locator("dialog input[name=name]")
    name.press("Control+s")
    name.press("Control+z")
    page.locator("dialog button").first.focus()
    page.keyboard.press("Control+z")
    page.keyboard.press("m")
    studio.settled()
    assert not studio.level_file("keys").exists()
    assert studio.row(0, range(4)) == ["blue"] * 4
    assert not page.locator("#mirror").is_checked()
    name.fill("another")
    name.press("Enter")
    page.wait_for_selector('.editor[data-saved="true"]')
    assert not studio.level_file("keys").exists()
    assert studio.level_file("another").exists()


def test_back_leaves_a_dialog_too(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("left")
    studio.menu("save-as")
    page.wait_for_selector("dialog[open]")
    page.go_back()
    page.wait_for_selector(".gallery")
    page.wait_for_selector("dialog[open]", state="detached")


def test_a_second_question_waits_for_the_first(open_studio):
    studio = open_studio()
    page = studio.page
    page.evaluate("""async () => {
      const { ask } = await import("/js/say.js");
      window.answers = [];
      for (const title of ["One", "Two"]) {
        ask(title, "?", [{ value: title, label: `Answer ${title}` }])
          .then((answer) => window.answers.push(answer));
      }
    }""")
    studio.answer("Answer One")
    page.get_by_role("button", name="Answer Two").wait_for()
    assert page.evaluate("() => window.answers") == ["One"]
    studio.answer("Answer Two")
    page.wait_for_function("() => window.answers.length === 2")
    assert page.evaluate("() => window.answers") == ["One", "Two"]


def test_undo_in_a_text_is_the_texts(open_studio):
    studio = open_studio()
    studio.new_level("text")
    studio.draw([(0, 0), (0, 3)])
    shots = studio.page.locator("#field-shots")
    shots.focus()
    shots.press_sequentially("9")
    shots.press("Control+z")
    studio.settled()
    assert studio.row(0, range(4)) == ["blue"] * 4


def test_steps_are_undone_and_redone(open_studio):
    studio = open_studio()
    studio.new_level("steps")
    studio.draw([(0, 0), (0, 3)])
    for redo in ["Control+y", "Control+Shift+z"]:
        studio.page.keyboard.press("Control+z")
        studio.settled()
        assert studio.row(0, range(4)) == ["empty"] * 4
        studio.page.keyboard.press(redo)
        studio.settled()
        assert studio.row(0, range(4)) == ["blue"] * 4


@pytest.mark.parametrize("key", ["Escape", "Control+z"])
def test_a_stroke_is_taken_back_while_it_is_drawn(open_studio, key):
    studio = open_studio()
    page = studio.page
    studio.new_level("stroke")
    studio.draw([(0, 0), (0, 3)])
    page.mouse.move(*studio.cell(2, 0))
    page.mouse.down()
    page.mouse.move(*studio.cell(2, 4), steps=8)
    studio.settled()
    assert studio.row(2, range(5)) == ["blue"] * 5
    page.keyboard.press(key)
    studio.settled()
    # The rest of the drag draws nothing.
    page.mouse.move(*studio.cell(2, 9), steps=8)
    page.mouse.up()
    studio.settled()
    assert studio.row(2) == ["empty"] * 12 and studio.row(0, range(4)) == ["blue"] * 4
    studio.draw([(3, 0), (3, 3)])
    assert studio.row(3, range(4)) == ["blue"] * 4


def test_saving_takes_what_is_being_typed(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("typed")
    shots = page.locator("#field-shots")
    shots.focus()
    for typed, value in [("1", 1), ("7", 17)]:
        rev = studio.rev
        page.keyboard.type(typed)
        page.keyboard.press("Control+s")
        page.wait_for_selector(f'.editor[data-saved="true"]:not([data-rev="{rev}"])')
        studio.settled()
        assert studio.saved("typed")["shots"] == value
        # One goes on where one is.
        assert focus(studio) == "field-shots" and shots.input_value() == str(value)
        assert studio.words.startswith("Saved as ")


def test_the_way_past_the_bar_stays_on_the_level(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("skip")
    place = page.url
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    assert focus(studio) == "screen"
    assert page.url == place and page.locator(".editor").count() == 1


def test_letters_with_caps_lock(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("caps")
    page.locator("#board").focus()
    page.keyboard.press("M")
    assert page.locator("#mirror").is_checked()
    page.keyboard.press("P")
    page.wait_for_selector(".play")


def test_space_on_a_button_of_a_film_presses_it(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("film")
    studio.draw([(0, 0), (0, 10)])
    studio.menu("watch")
    page.wait_for_selector(".watch .film")
    page.get_by_role("button", name="Last", exact=True).focus()
    page.keyboard.press("Space")
    page.wait_for_function("""() => {
      const range = document.querySelector(".watch input[type=range]");
      return range.value === range.max;
    }""")
    assert page.locator(".watch .main").text_content() == "Play"


def test_the_focus_stays_where_it_is(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("focus")
    studio.draw([(0, 0), (0, 10)])
    # A stroke leaves the board its active cell.
    active = page.locator("#board").get_attribute("aria-activedescendant")
    assert active and active.startswith("cell-")
    undo = page.locator("#undo")
    undo.focus()
    page.keyboard.press("Enter")
    studio.settled()
    assert focus(studio) == "undo" and undo.get_attribute("aria-disabled") == "true"
    studio.figures()
    page.locator(".confirm > button").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".figures[data-fresh]")
    assert focus(studio) == "BUTTON"


def test_a_link_in_the_figures_keeps_the_focus(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("links")
    shots = page.locator("#field-shots")
    shots.fill("1")
    shots.press("Enter")
    studio.settled()
    studio.draw([(0, 0), (0, 10)])
    studio.tool("red")
    studio.draw([(1, 0), (1, 10)])
    page.locator("#board").focus()
    studio.figures()
    page.locator("[data-player] .link").first.focus()
    player = page.evaluate("() => document.activeElement.closest('.player').dataset.player")
    # The figures move while the link has the focus.
    page.keyboard.press("Control+z")
    studio.settled()
    studio.figures()
    assert page.evaluate(
        "() => document.activeElement.closest('.player')?.dataset.player") == player


def test_what_was_refused_is_not_said_to_be_done(open_studio, server):
    studio = open_studio()
    page = studio.page
    studio.new_level("refused")
    studio.draw([(0, 0), (0, 3)])
    server.kill()
    server.wait()
    page.wait_for_function(
        "() => document.getElementById('state').textContent.includes('connection')")
    studio.drag([studio.cell(2, 0), studio.cell(2, 4)])
    page.wait_for_selector(".words.bad")
    page.wait_for_timeout(200)
    assert "playtest" in studio.words and "blue" not in studio.words
    page.goto("about:blank")
    studio.complaints.clear()


@pytest.mark.parametrize("options", [["--read-only"]])
def test_a_studio_that_changes_nothing_says_so(folder, open_studio):
    (folder / "levels").mkdir()
    (folder / "levels/mine.json").write_text(json.dumps({
        "format": "playtest-level", "version": 1, "game": "bubble-blast", "name": "mine",
        "shots": 5, "grid": ["RRRRBBBBRRRR"]}))
    studio = open_studio()
    page = studio.page
    assert page.locator("#new-level").is_hidden() and page.locator("#first-level").is_hidden()
    studio.open_level("mine")
    assert page.locator(".badge").text_content() == "read only"
    assert page.locator("#save").is_hidden()
    assert "--read-only" in studio.words
    # The rules can be read and not written; no tool can be chosen.
    assert page.locator("#field-shots").input_value() == "5"
    assert page.locator("#field-shots").is_disabled()
    assert page.locator("[data-tool=red]").is_disabled() and page.locator("#mirror").is_disabled()
    assert not studio.readable()
    page.keyboard.press("m")
    assert not page.locator("#mirror").is_checked()
    studio.drag([studio.cell(2, 0), studio.cell(2, 4)])
    page.wait_for_selector(".words.bad")
    assert studio.words == ("this studio is read-only; start it without --read-only to make "
                            "changes")
    page.locator("#more").click()
    assert page.locator("#save-as, #rename").count() == 0
