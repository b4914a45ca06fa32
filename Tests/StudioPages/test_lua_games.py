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
    assert 'needs one "you" (@, or + on a mark), not ' in page.locator(".notes").text_content()
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
    page.wait_for_selector('.editor[data-saved="true"]')
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
    page.wait_for_selector(".editor:not(.play)")


def test_a_level_that_cannot_be_played_has_no_figures(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("yard", game="crates")
    studio.figures()
    page.locator("#set-target").click()
    page.wait_for_selector(".verdict:not(:empty)")
    studio.tool("floor")
    studio.click(1, 1)
    problem = page.locator(".players .bad")
    problem.wait_for()
    box = page.locator(".figures")
    assert problem.text_content().startswith("Cannot be played: ")
    assert box.get_attribute("data-games") is None and box.get_attribute("data-final") is None
    # Nothing of the version before, which was always won.
    assert page.locator(".players.stale").count() == 0
    assert page.locator(".verdict").text_content() == ""
    assert not page.locator(".next-step").is_visible()
    assert page.locator(".fold .value").text_content() == "cannot be played"
    page.locator("#board").focus()
    page.keyboard.press("f")
    page.wait_for_function(
        "() => document.getElementById('say').textContent.startsWith('Cannot be played: ')")
    # There is nothing to confirm until it can be played again.
    confirm = page.locator(".confirm > button")
    assert confirm.get_attribute("aria-disabled") == "true"
    page.locator("#undo").click()
    studio.settled()
    studio.figures()
    assert confirm.get_attribute("aria-disabled") == "false"
    confirm.click()
    page.wait_for_selector('.figures[data-fresh="1000"]')
    assert page.locator(".confirmed .bad").count() == 0


def test_a_confirmation_that_is_refused_can_be_tried_again(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("yard", game="crates")
    studio.figures()
    # Pressed before the page knows that the level cannot be played.
    studio.tool("floor")
    studio.click(1, 1)
    page.evaluate("""() => {
      const button = document.querySelector(".confirm > button");
      button.setAttribute("aria-disabled", "false");
      button.click();
    }""")
    page.wait_for_selector(".words.bad")
    assert page.locator(".confirm > button").text_content() == "Confirm with 1,000 fresh games"


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


def test_a_refusal_is_over_with_the_next_press(open_studio):
    studio = open_studio()
    page = studio.page
    studio.open_level("First Swaps")
    page.locator("#play").click()
    page.wait_for_selector("#game")
    goal = page.locator(".play .words").text_content()
    refused = "No move begins at row 0, column 0, green."
    steps = [
        # The goal stays until something is said; the first press of two says nothing.
        ((5, 4), goal), ((5, 4), goal), ((0, 0), refused), ((5, 4), ""), ((5, 4), ""),
        # What is refused again is said again.
        ((0, 0), refused), ((0, 0), refused), ((5, 4), ""), ((0, 0), refused), ((5, 4), "")]
    for number, (place, words) in enumerate(steps):
        step = page.locator(".play").get_attribute("data-step")
        press(studio, *place)
        page.wait_for_selector(f'.play:not([data-step="{step}"])')
        assert page.locator(".play .words").text_content() == words, number


def test_the_picture_of_a_deal_is_drawn_anew_when_the_deal_changes(open_studio):
    studio = open_studio()
    page = studio.page
    studio.open_level("First Cards")
    drawn = page.locator(".deal-picture svg")
    drawn.evaluate("svg => { svg.id = 'drawn-first'; }")
    for field, is_same in [("goal", True), ("piles", False)]:
        box = page.locator(f"#field-{field}")
        box.fill("6")
        box.press("Enter")
        studio.settled()
        page.wait_for_function("""() => document.querySelector(".deal").dataset.rev
          === document.querySelector(".editor").dataset.rev""")
        assert (drawn.get_attribute("id") == "drawn-first") == is_same, field


def own_cards(page):
    """The middles of the cards in the lowest row, from the left."""
    spots = page.locator("#game .token.card").evaluate_all("""all => all.map((card) => {
      const { x, y, width, height } = card.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    })""")
    lowest = max(y for _, y in spots)
    return sorted(spot for spot in spots if lowest - spot[1] < 3)


@pytest.mark.parametrize("width", [390, 1440])
def test_a_card_game_for_two_is_played_on_its_board(open_studio, folder, width):
    studio = open_studio(width=width, touch=width < 600)
    page = studio.page
    studio.open_level("Great Pishti")
    page.locator("#play").click()
    page.wait_for_selector("#game")
    studio.next_board(lambda: page.locator("#against").select_option("novice"))
    assert page.locator("#against").input_value() == "novice"
    # What a game needs stands in two rows at most.
    if width < 600:
        bar = page.locator(".play .editor-bar")
        tops = bar.locator("h1, button, input, select").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().bottom)")
        assert len({round(top / 30) for top in tops}) <= 2, tops
    look = studio.readable()
    assert look == {} and studio.sideways() == 0, look
    for turn in range(24):
        # A card that is tapped is gone, and the other player has answered; a new game has to be drawn.
        count = min(8 - turn % 8, 24 - turn)
        for _ in range(100):
            if len(spots := own_cards(page)) == count:
                break
            page.wait_for_timeout(50)
        assert len(spots) == count
        press = page.touchscreen.tap if width < 600 else page.mouse.click
        press(*spots[len(spots) // 2])
        page.wait_for_function("turns => Number(document.querySelector('.play').dataset.turns)"
                               " >= turns", arg=2 * turn + 2)
        # Until the cards lie where they are to be.
        page.wait_for_function("""stage => document.querySelector('.play').dataset.stage === stage""",
                               arg="over" if turn == 23 else "playing")
    assert "wins" in page.locator(".play .words").text_content()
    assert list((folder / "Reports/played/pishti").rglob("*.json"))
