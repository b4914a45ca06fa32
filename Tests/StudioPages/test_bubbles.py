"""The bubble level designer, by mouse and by touch."""

import re
import shlex
import subprocess

import pytest


def editor_writes(program, folder, studio, name, game="bubble-blast"):
    """The file that `playtest level edit` writes with the commands that the editor has shown."""
    other = folder / "shell"
    other.mkdir()
    path = other / f"{name}.json"
    subprocess.run([program, "level", "new", name, "--game", game, "--out", str(path)],
                   check=True, capture_output=True)
    for command in studio.commands:
        words = shlex.split(command)
        assert words[:3] == ["playtest", "level", "edit"], command
        done = subprocess.run([program, "level", "edit", str(path), *words[4:]], check=False,
                              capture_output=True, text=True)
        assert done.returncode == 0, f"{studio.commands}: {command}: {done.stderr}"
    return path.read_bytes()


@pytest.mark.smoke
def test_mouse_draws_what_the_shell_would(open_studio, program, folder):
    studio = open_studio()
    studio.new_level("my-level")
    assert studio.page.locator('[data-tool="blue"]').get_attribute("aria-checked") == "true"

    # A drag fills, another replaces; each is one step.
    studio.tool("red")
    assert studio.page.locator('[data-tool="red"]').get_attribute("aria-checked") == "true"
    studio.draw([(0, 0), (0, 7)])
    assert studio.row(0, range(9)) == ["red"] * 8 + ["empty"]
    assert studio.undo_name == "8 cells red"
    studio.tool("green")
    studio.draw([(0, 2), (0, 4)])
    assert studio.row(0, range(8)) == ["red", "red", "green", "green", "green"] + ["red"] * 3

    # The eraser and the right button erase.
    studio.tool("eraser")
    studio.draw([(0, 5), (0, 6)])
    studio.tool("red")
    studio.click(0, 7, button="right")
    assert studio.row(0, range(8)) == ["red", "red", "green", "green", "green"] + ["empty"] * 3

    # A click cycles blue, red, orange, green; on an empty cell it does nothing.
    studio.tool("blue")
    studio.draw([(2, 0), (2, 1)])
    before = studio.rev
    studio.click(5, 5)
    assert studio.rev == before and studio.lies_in(5, 5) == "empty"
    for colour in ["red", "orange", "green", "blue"]:
        studio.click(2, 0)
        assert studio.lies_in(2, 0) == colour

    # The file is the one of the shell.
    studio.page.locator("#save").click()
    studio.page.wait_for_selector('.editor[data-saved="true"]')
    saved = studio.level_file("my-level").read_bytes()
    assert saved == editor_writes(program, folder, studio, "my-level")


@pytest.mark.smoke
def test_fingers_draw_on_a_phone(open_studio):
    studio = open_studio(width=390, touch=True)
    studio.new_level("phone")
    studio.tool("red")
    before = studio.rev

    # A drag over eleven cells is one step of eleven cells.
    with studio.fingers() as fingers:
        fingers.down(studio.cell(0, 0))
        fingers.move(studio.cell(0, 10), steps=25)
        fingers.up()
    studio.wait_stroke(before)
    assert studio.row(0) == ["red"] * 11 + ["empty"]
    assert studio.undo_name == "11 cells red"
    before = studio.rev
    studio.page.locator("#undo").click()
    studio.wait_stroke(before)
    assert studio.row(0) == ["empty"] * 12
    before = studio.rev
    studio.page.locator("#redo").click()
    studio.wait_stroke(before)

    # A tap cycles, a tap on an empty cell does nothing.
    before = studio.rev
    studio.tap(0, 0)
    studio.wait_stroke(before)
    assert studio.lies_in(0, 0) == "orange"
    rev = studio.rev
    studio.tap(4, 4)
    assert studio.rev == rev

    # A press of half a second erases.
    before = studio.rev
    with studio.fingers() as fingers:
        fingers.down(studio.cell(0, 5))
        studio.wait_stroke(before)
        fingers.up()
    studio.settled()
    assert studio.lies_in(0, 5) == "empty"
    assert studio.sideways() == 0


def test_fingers_draw_what_the_shell_would(open_studio, program, folder):
    studio = open_studio(width=390, touch=True)
    studio.new_level("by-touch")

    def stroke(tool, start, end, steps=20):
        # Buttons are pressed by clicks: taps of two sources may cancel each other.
        studio.tool(tool)
        before = studio.rev
        with studio.fingers() as fingers:
            fingers.down(studio.cell(*start))
            fingers.move(studio.cell(*end), steps=steps)
            fingers.up()
        studio.wait_stroke(before)

    # Drags fill and replace, the eraser erases.
    stroke("red", (0, 0), (0, 7))
    stroke("green", (0, 2), (0, 4))
    stroke("eraser", (0, 5), (0, 6))
    stroke("blue", (2, 0), (2, 1))
    # A press of half a second erases.
    before = studio.rev
    with studio.fingers() as fingers:
        fingers.down(studio.cell(0, 7))
        studio.wait_stroke(before)
        fingers.up()
    studio.settled()
    # Taps cycle through the colours; on an empty cell they do nothing.
    for colour in ["red", "orange", "green", "blue"]:
        before = studio.rev
        studio.tap(2, 0)
        studio.wait_stroke(before)
        assert studio.lies_in(2, 0) == colour
    before = studio.rev
    studio.tap(5, 5)
    assert studio.rev == before
    assert studio.row(0, range(8)) == ["red", "red", "green", "green", "green"] + ["empty"] * 3

    # Saved, loaded again and saved under another name: the files are those of the shell.
    studio.page.locator("#save").click()
    studio.page.wait_for_selector('.editor[data-saved="true"]')
    saved = studio.level_file("by-touch").read_bytes()
    assert saved == editor_writes(program, folder, studio, "by-touch")
    studio.levels()
    studio.open_level("by-touch")
    assert studio.row(2, range(3)) == ["blue", "blue", "empty"]
    studio.menu("save-as")
    studio.page.locator("dialog input").fill("second")
    studio.answer("Save")
    studio.page.wait_for_function("() => document.querySelector('h1').textContent === 'second'")
    assert studio.level_file("second").read_bytes() == saved.replace(b"by-touch", b"second")
    assert studio.level_file("by-touch").read_bytes() == saved
    assert studio.sideways() == 0


def test_a_second_finger_leaves_no_stray_bubble(open_studio):
    studio = open_studio(width=390, touch=True)
    studio.new_level("pinch")
    rev = studio.rev
    with studio.fingers() as fingers:
        fingers.down(studio.cell(3, 3), 0)
        fingers.down(studio.cell(3, 8), 1)
        fingers.move(studio.cell(2, 1), 0)
        fingers.move(studio.cell(4, 10), 1)
        fingers.up(1)
        fingers.up(0)
    studio.settled()
    cells = [studio.lies_in(row, column) for row in range(6) for column in range(11)]
    assert set(cells) == {"empty"}
    assert studio.page.locator("#undo").is_disabled()
    # The two fingers have zoomed.
    assert studio.page.locator(".zoom-words").text_content() != "100%"
    # What is drawn now still lands under the finger.
    with studio.fingers() as fingers:
        fingers.down(studio.cell(3, 4))
        fingers.move(studio.cell(3, 5))
        fingers.up()
    studio.wait_stroke(rev)
    assert studio.row(3, range(4, 6)) == ["blue", "blue"]


def test_a_late_second_finger_keeps_the_stroke(open_studio):
    studio = open_studio(width=390, touch=True)
    studio.new_level("late")
    rev = studio.rev
    with studio.fingers() as fingers:
        fingers.down(studio.cell(0, 0), 0)
        # So many moves that the stroke is older than the 200 ms in which it would be taken back.
        studio.page.evaluate("() => { window.begun = performance.now(); }")
        fingers.move(studio.cell(0, 3), 0)
        studio.page.wait_for_function("() => performance.now() - window.begun > 250")
        fingers.move(studio.cell(0, 4), 0)
        fingers.down(studio.cell(4, 8), 1)
        fingers.up(1)
        fingers.up(0)
    studio.wait_stroke(rev)
    assert studio.row(0, range(6)) == ["blue"] * 5 + ["empty"]
    assert studio.undo_name == "5 cells blue"


def test_reset_save_load_save_as(open_studio):
    studio = open_studio()
    studio.new_level("first")
    studio.draw([(0, 0), (0, 4)])
    studio.page.locator("#save").click()
    studio.page.wait_for_selector('.editor[data-saved="true"]')
    studio.menu("reset")
    studio.page.wait_for_selector('.editor[data-saved="false"]')
    assert studio.row(0) == ["empty"] * 12

    # Saved under another name: the first file stays as it is.
    studio.draw([(1, 0), (1, 2)])
    studio.menu("save-as")
    studio.page.locator("dialog input").fill("second")
    studio.answer("Save")
    studio.page.wait_for_selector('.editor[data-saved="true"]')
    assert studio.level_file("second").exists()
    assert studio.saved("first") != studio.saved("second")

    # Loaded again.
    studio.levels()
    studio.open_level("first")
    assert studio.row(0, range(6)) == ["blue"] * 5 + ["empty"]
    studio.levels()
    studio.open_level("second")
    assert studio.row(1, range(4)) == ["blue"] * 3 + ["empty"]

    # A name that is taken is asked about.
    studio.menu("save-as")
    studio.page.locator("dialog input").fill("first")
    studio.answer("Save")
    studio.answer("Cancel")
    assert studio.saved("first")["name"] == "first"


def test_a_copy_of_a_built_in_level(open_studio, program, folder):
    studio = open_studio()
    studio.open_level("Candy Stripes")
    assert studio.page.locator(".badge").text_content() == "built in"
    shots = studio.page.locator("#field-shots")
    shots.fill("29")
    shots.press("Enter")
    studio.page.wait_for_selector('.editor[data-saved="false"]')
    studio.figures()
    # It says how many games end differently than on the built-in level.
    change = studio.page.locator("[data-player=casual] .change .link")
    assert re.match(r"(1 game now ends|\d+ games now end) differently \(", change.text_content())
    studio.page.locator("#save").click()
    studio.page.locator("dialog input").fill("My Stripes")
    studio.answer("Save")
    studio.page.wait_for_selector('.editor[data-saved="true"]')
    assert studio.page.locator(".badge").text_content() == "saved"
    # A shell finds it.
    listed = subprocess.run([program, "level", "list", str(folder / "levels")], check=True,
                            capture_output=True, text=True).stdout
    assert "My Stripes" in listed
    studio.levels()
    assert studio.page.locator('.level[data-level="My Stripes"]').count() == 1


def test_mirror_and_straight_lines(open_studio):
    studio = open_studio()
    studio.new_level("mirror")
    studio.page.locator("#mirror").check()
    studio.draw([(0, 0), (0, 2)])
    assert studio.row(0) == ["blue"] * 3 + ["empty"] * 6 + ["blue"] * 3
    studio.page.keyboard.press("m")
    assert not studio.page.locator("#mirror").is_checked()
    studio.page.keyboard.down("Shift")
    start, end = studio.cell(2, 1), studio.cell(3, 4)
    before = studio.drag([start, end])
    studio.page.keyboard.up("Shift")
    studio.wait_stroke(before)
    assert "blue" not in studio.row(3, range(11))
    assert studio.row(2, range(1, 4)) == ["blue"] * 3


def test_zoom_keeps_what_is_under_the_pointer(open_studio):
    studio = open_studio()
    studio.new_level("zoom")
    for _ in range(3):
        studio.page.locator("#zoom-in").click()
    assert studio.page.locator(".zoom-words").text_content() == "195%"
    studio.draw([(5, 5), (5, 6)])
    assert studio.row(5, range(5, 7)) == ["blue", "blue"]
    studio.page.mouse.move(*studio.cell(5, 5))
    place = studio.cell(5, 5)
    studio.page.keyboard.down("Control")
    studio.page.mouse.wheel(0, -200)
    studio.page.keyboard.up("Control")
    studio.page.wait_for_function(
        "() => document.querySelector('.zoom-words').textContent !== '195%'")
    moved = studio.cell(5, 5)
    assert abs(moved[0] - place[0]) < 2 and abs(moved[1] - place[1]) < 2


def test_an_empty_field_has_its_default(open_studio):
    studio = open_studio()
    page = studio.page
    studio.open_level("Candy Stripes")
    for name, words, other, default in [
            ("preview", "preview", "3", "1"), ("columns", "columns", "14", "12"),
            ("maxBounces", "max bounces", "9", "64"), ("contact", "contact", "0.9", "0.86"),
            ("rules.matchSize", "rules match size", "4", "3")]:
        page.evaluate("id => { const group = document.getElementById(id).closest('details');"
                      " if (group) group.open = true; }", f"field-{name}")
        field = page.locator(f'[id="field-{name}"]')
        rev = studio.rev
        field.fill(other)
        field.press("Enter")
        studio.wait_stroke(rev)
        rev = studio.rev
        field.fill("")
        field.press("Enter")
        studio.wait_stroke(rev)
        assert field.get_attribute("aria-invalid") == "false", name
        assert page.locator(f'[id="field-{name}-problem"]').text_content() == ""
        assert (field.input_value(), field.get_attribute("placeholder")) == ("", default)
        assert studio.words == f"{words} has its default"
        # Nothing of it is left in the level.
        assert page.locator(".editor").get_attribute("data-saved") == "true", name
    # A rule that may be none is none.
    shots = page.locator("#field-shots")
    rev = studio.rev
    shots.fill("")
    shots.press("Enter")
    studio.wait_stroke(rev)
    assert studio.words == "shots: none"
