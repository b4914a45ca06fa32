"""Games that are a Lua file: drawn with their own tokens, with figures, and played by taps."""

import pytest


def press(studio, row, column):
    """Taps a cell of the board that is played on; cells are 40 units wide, 6 from the edge."""
    x, y = studio.page.evaluate(
        """([x, y]) => {
          const svg = document.getElementById("game");
          const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
          return [at.x, at.y];
        }""", [26 + 40 * column, 26 + 40 * row])
    studio.page.mouse.click(x, y)


@pytest.mark.smoke
def test_crates_are_drawn_and_played(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("yard", game="crates")
    tools = [one.get_attribute("data-tool") for one in page.locator("[data-tool]").all()]
    assert tools == ["wall", "mark", "crate", "crate_on_mark", "you", "you_on_mark", "floor"]
    assert studio.row(1, range(7)) == ["wall", "you", "floor", "crate", "floor", "mark", "wall"]
    before = studio.figures()

    # A larger board, with a room below: each stroke is a step, and the figures follow.
    rows = page.locator('[id="field-map.rows"]')
    rows.fill("4")
    rows.press("Enter")
    page.wait_for_selector("#cell-3-0")
    studio.settled()
    studio.tool("wall")
    studio.draw([(3, 0), (3, 6)])
    assert studio.undo_name == "7 cells wall"
    studio.tool("floor")
    studio.draw([(2, 1), (2, 5)])
    assert studio.row(2, range(7)) == ["wall"] + ["floor"] * 5 + ["wall"]
    assert set(studio.figures()) == set(before)

    # A level may be wrong for a while: it is said, and not saved.
    studio.tool("floor")
    studio.click(1, 1)
    page.wait_for_selector(".notes li")
    assert "needs one @ or +" in page.locator(".notes").text_content()
    page.locator("#save").click()
    page.wait_for_selector(".words.bad")
    assert "not finished" in studio.words
    assert not studio.level_file("yard").exists()
    page.locator(".taps select").select_option("paints")
    for token, column in [("you", 1), ("crate", 3), ("mark", 5)]:
        studio.tool(token)
        studio.click(2, column)
    assert studio.row(2, range(7)) == ["wall", "you", "floor", "crate", "floor", "mark", "wall"]
    page.locator("#save").click()
    page.wait_for_selector('.desk[data-saved="true"]')
    assert studio.saved("yard")["map"] == ["#######", "#--$-.#", "#@-$-.#", "#######"]

    # Played by taps: a crate, then where it goes.
    page.locator("#play").click()
    page.wait_for_selector("#game")
    for turn, (row, column) in enumerate([(1, 3), (1, 4), (2, 3), (2, 4)]):
        press(studio, row, column)
        page.wait_for_selector(".aim .meant", state="attached")
        press(studio, row, column + 1)
        page.wait_for_selector(f'.play[data-turns="{turn + 1}"]')
    page.wait_for_selector('.play[data-stage="over"]')
    assert "You won" in page.locator(".play .words").text_content()
    page.locator("#back").click()
    page.wait_for_selector(".desk:not(.play)")


def test_fingers_play_match_three_on_a_phone(open_studio):
    studio = open_studio(width=390, touch=True, scheme="dark")
    studio.open_level("First Swaps")
    assert studio.sideways() == 0
    assert studio.readable() == {}
    page = studio.page
    page.locator("#play").click()
    page.wait_for_selector("#game")
    # A hint marks its move, and Enter plays it.
    page.locator("#hint").click()
    page.wait_for_selector(".aim .mark-out", state="attached")
    page.locator("#game").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('.play[data-turns="1"]')
    assert studio.sideways() == 0
    assert studio.readable() == {}
