"""The peg builder."""

import pytest

from test_bubbles import editor_writes


def press_and_hold(studio, x, y):
    studio.page.mouse.move(*studio.spot(x, y))
    studio.page.mouse.down()
    studio.page.wait_for_timeout(700)
    studio.page.mouse.up()
    studio.settled()


def put(studio, x, y):
    before = studio.rev
    studio.page.mouse.click(*studio.spot(x, y))
    studio.wait_stroke(before)


@pytest.mark.smoke
def test_put_move_resize_turn_delete(open_studio):
    studio = open_studio()
    studio.new_level("pegs", "peggle")
    studio.tool("peg:orange")
    put(studio, 200, 200)
    put(studio, 400, 200)
    studio.tool("block")
    put(studio, 300, 400)
    assert studio.objects() == [
        "orange peg at 200, 200", "orange peg at 400, 200", "block at 300, 400"]

    # A drag moves; it is one step.
    before = studio.drag([studio.spot(200, 200), studio.spot(220, 260), studio.spot(250, 300)])
    studio.wait_stroke(before)
    assert studio.objects()[0] == "orange peg at 250, 300"
    assert studio.page.locator(".spot").text_content() == "250, 300"
    studio.page.keyboard.press("Control+z")
    studio.settled()
    assert studio.objects()[0] == "orange peg at 200, 200"

    # The corner sizes, the knob turns.
    studio.page.mouse.click(*studio.spot(300, 400))
    corner = studio.page.locator(".handles rect.knob")
    box = corner.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    before = studio.drag([middle, studio.spot(350, 430)])
    studio.wait_stroke(before)
    assert float(studio.page.locator(".objects input[aria-label=width]").input_value()) == 100
    assert float(studio.page.locator(".objects input[aria-label=height]").input_value()) == 60
    box = studio.page.locator(".handles circle.knob").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    before = studio.drag([middle, studio.spot(400, 400)])
    studio.wait_stroke(before)
    assert studio.page.locator(".objects input[aria-label='turn, degrees']").input_value() == "90"

    # Deleted by the tool and by the right button; a mouse that is held still deletes nothing.
    studio.tool("eraser")
    put(studio, 400, 200)
    assert len(studio.objects()) == 2
    studio.tool("hand")
    press_and_hold(studio, 200, 200)
    assert len(studio.objects()) == 2
    before = studio.rev
    studio.page.mouse.click(*studio.spot(200, 200), button="right")
    studio.wait_stroke(before)
    assert studio.objects() == ["block at 300, 400"]


@pytest.mark.smoke
def test_a_place_that_overlaps_is_refused(open_studio):
    studio = open_studio()
    studio.new_level("crowd", "peggle")
    studio.tool("peg:blue")
    put(studio, 200, 200)
    put(studio, 300, 200)
    before = studio.rev

    # Put: refused with the editor's words.
    studio.tool("block")
    studio.page.mouse.click(*studio.spot(225, 222))
    studio.page.wait_for_selector(".words.bad")
    studio.settled()
    assert "overlap" in studio.words
    assert studio.rev == before and len(studio.objects()) == 2

    # Moved: red while dragged, back where it was on release, and nothing to undo.
    undo = studio.undo_name
    mouse = studio.page.mouse
    mouse.move(*studio.spot(200, 200))
    mouse.down()
    mouse.move(*studio.spot(290, 200), steps=10)
    studio.page.wait_for_selector(".handles .unwanted")
    assert "overlap" in studio.words
    mouse.up()
    studio.page.wait_for_selector(".handles .unwanted", state="detached")
    studio.settled()
    assert studio.objects() == ["blue peg at 200, 200", "blue peg at 300, 200"]
    assert studio.undo_name == undo
    assert "overlap" in studio.words


@pytest.mark.parametrize("key", ["Escape", "Control+z"])
def test_an_object_goes_back_while_it_is_dragged(open_studio, key):
    studio = open_studio()
    page = studio.page
    studio.new_level("back", "peggle")
    studio.tool("peg:blue")
    put(studio, 200, 200)
    put(studio, 300, 200)
    undo = studio.undo_name
    page.mouse.move(*studio.spot(200, 200))
    page.mouse.down()
    page.mouse.move(*studio.spot(290, 200), steps=10)
    page.wait_for_selector(".handles .unwanted")
    page.keyboard.press(key)
    page.wait_for_selector(".handles .unwanted", state="detached")
    page.mouse.move(*studio.spot(100, 300), steps=4)
    page.mouse.up()
    studio.settled()
    assert studio.objects() == ["blue peg at 200, 200", "blue peg at 300, 200"]
    assert studio.undo_name == undo


def test_what_is_no_number_changes_nothing(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("numbers", "peggle")
    studio.tool("peg:blue")
    put(studio, 200, 200)
    page.mouse.click(*studio.spot(200, 200))
    studio.settled()
    rev = studio.rev
    x = page.locator(".objects input[aria-label=x]")
    x.fill("")
    x.press("Enter")
    assert "write a number" in studio.words
    assert x.input_value() == "200"
    page.locator(".all-objects summary").click()
    cell = page.locator(".all-objects tbody").get_by_label("x", exact=True)
    cell.fill("")
    cell.press("Tab")
    assert cell.input_value() == "200"
    studio.settled()
    assert studio.rev == rev and studio.objects() == ["blue peg at 200, 200"]

    # A limit that is half typed is not a limit that is removed.
    balls = page.locator("#field-balls")
    balls.fill("9")
    balls.press("Enter")
    studio.wait_stroke(rev)
    rev = studio.rev
    balls.press("Control+a")
    balls.press_sequentially("1e")
    balls.press("Tab")
    assert "number" in page.locator('[id="field-balls-problem"]').text_content()
    assert balls.get_attribute("aria-invalid") == "true"
    studio.settled()
    assert studio.rev == rev


def test_polygons(open_studio):
    studio = open_studio()
    studio.new_level("polygons", "peggle")
    studio.tool("polygon")
    put(studio, 400, 300)
    studio.page.mouse.click(*studio.spot(400, 300))
    width = studio.page.locator(".objects input[aria-label=width]")
    width.fill("120")
    width.press("Enter")
    studio.settled()
    studio.page.locator("#save").click()
    studio.page.wait_for_selector('.editor[data-saved="true"]')
    saved = studio.saved("polygons")["objects"][0]
    assert saved["kind"] == "polygon" and len(saved["vertices"]) == 6


def test_the_list_of_objects_needs_no_dragging(open_studio):
    studio = open_studio()
    studio.new_level("list", "peggle")
    studio.tool("peg:green")
    put(studio, 100, 100)
    put(studio, 300, 100)
    studio.page.locator(".all-objects summary").click()
    rows = studio.page.locator(".all-objects tbody tr")
    rows.nth(1).wait_for()
    assert rows.count() == 2
    x = rows.nth(0).get_by_label("x", exact=True)
    x.fill("500")
    x.press("Tab")
    studio.settled()
    assert studio.objects()[0] == "green peg at 500, 100"
    # A place that is refused: the list keeps what the object has.
    x.fill("300")
    x.press("Tab")
    studio.page.wait_for_selector(".words.bad")
    studio.settled()
    assert studio.objects()[0] == "green peg at 500, 100"
    rows.nth(1).get_by_role("button", name="Delete 1 green peg").click()
    studio.page.wait_for_function(
        "() => document.querySelectorAll('.all-objects tbody tr').length === 1")


def test_fingers_build(open_studio):
    studio = open_studio(width=390, touch=True)
    studio.new_level("thumb", "peggle")
    studio.tool("peg:orange")
    before = studio.rev
    with studio.fingers() as fingers:
        fingers.down(studio.spot(400, 300))
        fingers.up()
    studio.wait_stroke(before)
    before = studio.rev
    with studio.fingers() as fingers:
        fingers.down(studio.spot(400, 300))
        fingers.move(studio.spot(600, 300), steps=8)
        fingers.up()
    studio.wait_stroke(before)
    place = studio.objects()[0]
    assert place.startswith("orange peg at 59") or place.startswith("orange peg at 60")
    before = studio.rev
    with studio.fingers() as fingers:
        fingers.down(studio.spot(600, 300))
        studio.wait_stroke(before)
        fingers.up()
    studio.settled()
    assert studio.objects() == []
    assert studio.sideways() == 0


def test_fingers_build_what_the_shell_would(open_studio, program, folder):
    studio = open_studio(width=390, touch=True)
    page = studio.page
    studio.new_level("thumbs", "peggle")

    def stroke(*points):
        before = studio.rev
        with studio.fingers() as fingers:
            fingers.down(studio.spot(*points[0]))
            for point in points[1:]:
                fingers.move(studio.spot(*point), steps=8)
            fingers.up()
        studio.wait_stroke(before)

    def middle(knob):
        box = page.locator(f".handles {knob}.knob").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def pull(knob, x, y):
        before = studio.rev
        with studio.fingers() as fingers:
            fingers.down(middle(knob))
            fingers.move(studio.spot(x, y), steps=8)
            fingers.up()
        studio.wait_stroke(before)

    # Put, and moved.
    studio.tool("peg:orange")
    stroke((200, 200))
    stroke((500, 200))
    studio.tool("block")
    stroke((300, 400))
    stroke((500, 200), (560, 260))
    # A place that overlaps is refused, and nothing has changed.
    command, done = page.locator(".command").text_content(), len(studio.commands)
    with studio.fingers() as fingers:
        fingers.down(studio.spot(310, 405))
        fingers.move(studio.spot(210, 210), steps=8)
        page.wait_for_selector(".handles .unwanted")
        fingers.up()
    studio.page.wait_for_selector(".handles .unwanted", state="detached")
    studio.settled()
    assert "overlap" in studio.words
    assert studio.objects()[2] == "block at 300, 400"
    # What was taken back is not shown as done.
    assert page.locator(".command").text_content() == command
    del studio.commands[done:]
    # Sized and turned by its handles.
    with studio.fingers() as fingers:
        fingers.down(studio.spot(300, 400))
        fingers.up()
    pull("rect", 350, 430)
    pull("circle", 400, 400)
    # Deleted by the tool, and by a long press.
    studio.tool("eraser")
    stroke((200, 200))
    assert len(studio.objects()) == 2
    studio.tool("peg:blue")
    stroke((120, 120))
    before = studio.rev
    with studio.fingers() as fingers:
        fingers.down(studio.spot(120, 120))
        studio.wait_stroke(before)
        fingers.up()
    studio.settled()
    assert len(studio.objects()) == 2

    page.locator("#save").click()
    page.wait_for_selector('.editor[data-saved="true"]')
    saved = studio.level_file("thumbs").read_bytes()
    assert saved == editor_writes(program, folder, studio, "thumbs", "peggle")
    assert studio.sideways() == 0


def test_mouse_builds_what_the_shell_would(open_studio, program, folder):
    studio = open_studio()
    studio.new_level("pegs", "peggle")
    studio.tool("peg:orange")
    put(studio, 200, 200)
    put(studio, 500, 200)
    studio.tool("block")
    put(studio, 300, 400)
    before = studio.drag([studio.spot(500, 200), studio.spot(533.4, 260), studio.spot(560, 261)])
    studio.wait_stroke(before)
    studio.tool("eraser")
    put(studio, 200, 200)
    studio.page.locator("#save").click()
    studio.page.wait_for_selector('.editor[data-saved="true"]')
    saved = studio.level_file("pegs").read_bytes()
    assert saved == editor_writes(program, folder, studio, "pegs", "peggle")


def test_mirror_puts_two(open_studio):
    studio = open_studio()
    studio.new_level("twins", "peggle")
    studio.page.locator("#mirror").check()
    put(studio, 100, 200)
    assert studio.objects() == ["blue peg at 100, 200", "blue peg at 700, 200"]
    studio.page.keyboard.press("Control+z")
    studio.settled()
    assert studio.objects() == []


def test_a_small_object_is_moved_by_its_middle(open_studio):
    studio = open_studio()
    studio.new_level("small", "peggle")
    studio.tool("peg:orange")
    put(studio, 200, 200)
    studio.tool("hand")
    studio.page.mouse.click(*studio.spot(200, 200))
    size = studio.page.locator(".objects input[aria-label=size]")
    before = studio.rev
    size.fill("16")
    size.press("Enter")
    studio.wait_stroke(before)
    # The knob that sizes it is as near as its middle is large.
    before = studio.drag([studio.spot(200, 200), studio.spot(230, 220), studio.spot(260, 240)])
    studio.wait_stroke(before)
    assert studio.objects() == ["orange peg at 260, 240"]
    assert size.input_value() == "16"


def test_what_is_placed_is_selected(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("newest", "peggle")
    studio.tool("peg:orange")
    put(studio, 200, 200)
    put(studio, 400, 200)
    page.mouse.click(*studio.spot(200, 200))
    assert page.locator(".objects h2").text_content() == "orange peg at 200, 200"
    studio.tool("block")
    put(studio, 300, 400)
    page.wait_for_function(
        "() => document.querySelector('.objects h2').textContent === 'block at 300, 400'")
    page.locator("#board").focus()
    page.keyboard.press("Delete")
    studio.settled()
    assert studio.objects() == ["orange peg at 200, 200", "orange peg at 400, 200"]

    # Where the place is refused, nothing is selected that Delete would remove.
    page.mouse.click(*studio.spot(200, 200))
    page.mouse.click(*studio.spot(225, 222))
    page.wait_for_selector(".words.bad")
    studio.settled()
    assert not page.locator(".objects").is_visible()
    page.keyboard.press("Delete")
    studio.settled()
    assert len(studio.objects()) == 2


def test_a_round_peg_is_not_turned(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("round", "peggle")
    studio.tool("peg:orange")
    put(studio, 200, 200)
    page.wait_for_selector(".objects:visible")
    rev = studio.rev
    page.locator("#board").focus()
    for key in "[]{}":
        page.keyboard.press(key)
        assert studio.words == "An orange peg cannot be turned."
    studio.settled()
    assert studio.rev == rev
    studio.tool("block")
    put(studio, 300, 400)
    page.wait_for_function(
        "() => document.querySelector('.objects h2').textContent === 'block at 300, 400'")
    page.locator("#board").focus()
    page.keyboard.press("]")
    page.wait_for_selector('.editor[data-pending="0"]')
    page.wait_for_function(
        "() => document.querySelector('.words').textContent.includes('turned by 15 degrees')")
