"""Every screen can be read, on a phone and a wide window, light and dark; the list of levels."""

import json
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

WINDOWS = [(width, scheme) for width in (390, 1440) for scheme in ("light", "dark")]


def look(studio, where):
    assert studio.sideways() == 0, f"{where} scrolls sideways"
    found = studio.readable()
    assert found == {}, f"{where}: {found}"


@pytest.mark.parametrize("width,scheme", WINDOWS)
def test_every_screen_can_be_read(open_studio, width, scheme):
    studio = open_studio(width=width, scheme=scheme, touch=width < 600)
    page = studio.page
    page.wait_for_selector(".rate[data-games]")
    look(studio, "the empty folder")
    page.locator("#help-button").click()
    look(studio, "the keys")
    studio.answer("Close")
    studio.new_level("read me")
    studio.draw([(0, 0), (0, 5)])
    studio.figures()
    look(studio, "a bubble level")
    page.locator("#more").click()
    look(studio, "the menu")
    page.keyboard.press("Escape")
    if width < 600:
        page.locator(".fold").click()
    page.locator("#set-target").click()
    page.wait_for_selector(".verdict:not(:empty)")
    page.locator(".confirm > button").click()
    page.wait_for_selector('.figures[data-fresh="1000"]')
    look(studio, "figures with a target and a confirmation")
    if width < 600:
        page.locator(".fold").click()
    page.locator("#save").click()
    page.wait_for_selector('.editor[data-saved="true"]')
    studio.draw([(1, 0), (1, 2)])
    page.locator("#save").click()
    page.wait_for_selector('.editor[data-saved="true"]')
    studio.menu("versions")
    page.wait_for_selector('.versions[data-versions="1"]')
    page.get_by_role("button", name="Compare with now").click()
    page.wait_for_selector('.comparison[data-version="1"]')
    look(studio, "the versions")
    page.get_by_role("button", name="Back to the editor").click()
    studio.levels()
    look(studio, "the levels")
    studio.open_level("Garden Gate")
    studio.figures(8)
    page.mouse.click(*studio.spot(400, 175))
    page.locator(".all-objects summary").click()
    look(studio, "a peg level")
    studio.levels()
    studio.open_level("Classic")
    page.wait_for_selector(".deal svg")
    look(studio, "a level of rules")


def test_a_very_narrow_window_does_not_scroll_sideways(open_studio):
    """320 pixels: what is left of 1,280 at four times the size."""
    studio = open_studio(width=320, touch=True)
    for name in ("First Steps", "Garden Gate", "Classic"):
        assert studio.sideways() == 0, "the levels"
        studio.open_level(name)
        studio.figures(8)
        assert studio.sideways() == 0, name
        studio.levels()


@pytest.mark.parametrize("width", [320, 360, 375])
def test_a_seed_can_be_read_on_a_narrow_phone(open_studio, width):
    studio = open_studio(width=width, touch=True)
    page = studio.page
    studio.open_level("House Rules")
    page.locator("#play").click()
    page.wait_for_selector("#game")
    for box in ("#seed", "#against"):
        assert page.locator(box).bounding_box()["width"] >= 100, box
    title = page.locator(".play h1")
    assert title.evaluate("node => node.scrollWidth <= node.clientWidth")
    assert studio.sideways() == 0
    look(studio, "a game")


def test_all_objects_fit_into_their_card(open_studio):
    studio = open_studio()
    page = studio.page
    studio.open_level("Garden Gate")
    page.locator(".all-objects summary").click()
    page.wait_for_selector(".all-objects tbody tr")
    assert page.locator(".all-objects .scroll").evaluate(
        "node => node.scrollWidth <= node.clientWidth")
    # The numbers too.
    assert page.locator(".all-objects input").evaluate_all(
        "all => all.every((one) => one.scrollWidth <= one.clientWidth)")


def test_the_list_sorts_filters_and_finds(open_studio):
    studio = open_studio()
    page = studio.page
    names = lambda: [one.get_attribute("data-level") for one in page.locator(".level").all()]
    assert names()[0] == "First Steps" and len(names()) > 30
    page.locator("#list-game").select_option("bubble-blast")
    assert len(names()) == 12
    page.wait_for_selector(".curve-dot")
    page.wait_for_function("() => document.querySelectorAll('.rate[data-games]').length === 12")
    page.locator("#list-sort").select_option("hard")
    assert names()[0] == "Last Ceiling" and names()[-1] == "First Steps"
    page.locator("#find").fill("candy")
    assert names() == ["Candy Stripes"]
    page.locator("#find").fill("no such level")
    assert page.get_by_text("No level matches.").is_visible()
    # What was asked for is still there after a visit to a level.
    page.locator("#find").fill("candy")
    studio.open_level("Candy Stripes")
    page.go_back()
    page.wait_for_selector(".gallery")
    assert names() == ["Candy Stripes"]


def test_the_list_sorts_when_the_figures_are_in(open_studio, folder):
    """A pack of levels whose rates come in while they are sorted by difficulty."""
    (folder / "levels").mkdir()
    level = json.loads((ROOT / "levels/bubble-blast/02-candy-stripes.json").read_text())
    # Fewer shots are harder: the order is not the one of the names.
    for name, shots in [("a", 20), ("b", 40), ("c", 26), ("d", 23)]:
        (folder / f"levels/{name}.json").write_text(
            json.dumps({**level, "name": name, "id": "same", "shots": shots}))
    studio = open_studio(width=390, touch=True)
    page = studio.page
    cards = page.locator(".cards").first
    names = lambda: [one.get_attribute("data-level") for one in cards.locator(".level").all()]
    rates = lambda: [float(one.text_content().rstrip("%"))
                     for one in cards.locator(".rate b").all()]
    assert names() == ["a", "b", "c", "d"]
    # The order changes by itself once the rates are known, also of cards that are out of sight.
    page.locator("#list-sort").select_option("easy")
    page.wait_for_function("""() => {
      const rates = [...document.querySelector('.cards').querySelectorAll('.rate[data-games] b')]
        .map((one) => parseFloat(one.textContent));
      return rates.length === 4 && rates.every((rate, i) => i === 0 || rate <= rates[i - 1]);
    }""")
    assert names() == ["b", "c", "d", "a"] and rates()[0] > rates()[-1]
    page.locator("#list-sort").select_option("hard")
    assert rates() == sorted(rates()) and names() == ["a", "d", "c", "b"]
    for order in ["name", "order"]:
        page.locator("#list-sort").select_option(order)
        assert names() == ["a", "b", "c", "d"]
    assert studio.sideways() == 0


def test_the_list_plays_all_levels_and_keeps_what_it_knows(open_studio, folder):
    """Levels that were never on screen are played too, and no figure is asked for twice."""
    (folder / "levels").mkdir()
    level = json.loads((ROOT / "levels/bubble-blast/01-first-steps.json").read_text())
    for number in range(40):
        name = f"level {number:02}"
        (folder / f"levels/{number:02}.json").write_text(
            json.dumps({**level, "name": name, "id": "same", "shots": 40 - number}))
    studio = open_studio(width=390, touch=True)
    page = studio.page
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/api/rates/" in request.url
            else None)
    page.locator("#list-sort").select_option("hard")
    own = page.locator(".cards").first
    assert "without a pass rate are listed last" in page.locator(".progress").text_content()
    # Nothing is scrolled.
    page.wait_for_function("() => document.querySelector('.cards')"
                           ".querySelectorAll('.rate[data-games]').length === 40")
    rates = [float(one.text_content().rstrip("%")) for one in own.locator(".rate b").all()]
    assert rates == sorted(rates) and rates[0] < rates[-1]
    assert page.locator(".curve-dot").count() == 40
    # After one level is gone the others have their figures at once, without being played again.
    asked.clear()
    last = own.locator(".level").last
    name = last.get_attribute("data-level")
    last.get_by_role("button", name=f"Delete {name}").click()
    studio.answer("Delete")
    page.wait_for_function("() => document.querySelector('.cards').children.length === 39")
    assert own.locator(".rate[data-games]").count() == 39
    assert page.locator(".curve-dot").count() == 39
    assert not [url for url in asked if "/own-" in url]


def test_the_curve_says_nothing_of_levels_that_are_not_known(open_studio):
    studio = open_studio()
    ways = studio.page.evaluate("""async () => {
      const { Curve } = await import("/js/curve.js");
      const level = (value) => ({ name: "a", level: "a", rate: value === null ? null : { value } });
      const way = (...values) => {
        const { node } = new Curve().show(values.map(level), "casual");
        return node.querySelector(".curve-way").getAttribute("d").replaceAll(/[\\d. ]+/g, "");
      };
      return [way(0.1, 0.2, 0.3), way(0.1, null, 0.3, 0.4), way(0.1, null, 0.3)];
    }""")
    assert ways == ["MLL", "MML", "MM"]


@pytest.mark.parametrize("width", [390, 1440])
def test_the_list_is_where_it_was_left(open_studio, width):
    studio = open_studio(width=width, touch=width < 600)
    page = studio.page
    page.evaluate("() => scrollTo(0, 2500)")
    # Figures make cards higher: those above the one that is opened are to have theirs.
    page.wait_for_function("""() => scrollY > 1500 && [...document.querySelectorAll(".level")]
        .every((card) => card.getBoundingClientRect().top > 300
          || card.getBoundingClientRect().bottom < 0
          || card.querySelector(".rate").textContent.length > 1)""", timeout=60_000)
    where = """name => Math.round(document.querySelector(`.level[data-level="${name}"]`)
        .getBoundingClientRect().top)"""
    for back in ["link", "browser"]:
        # A card in sight.
        name = page.evaluate("""() => [...document.querySelectorAll(".level")].find((card) =>
          card.getBoundingClientRect().top > 100).dataset.level""")
        before = page.evaluate(where, name)
        page.evaluate("""name => document.querySelector(`.level[data-level="${name}"] a`).click()""",
                      name)
        page.wait_for_selector(".editor")
        studio.settled()
        assert page.evaluate("() => scrollY") == 0
        if back == "link":
            studio.levels()
        else:
            page.go_back()
            page.wait_for_selector(".gallery")
        page.wait_for_timeout(200)
        assert abs(page.evaluate(where, name) - before) <= 2, back
    # Another list begins where it begins.
    page.reload()
    page.wait_for_selector(".gallery")
    assert page.evaluate("() => scrollY") == 0


@pytest.mark.parametrize("width", [390, 1440])
def test_long_numbers_fit_into_their_fields(open_studio, width):
    studio = open_studio(width=width, touch=width < 600)
    page = studio.page
    studio.open_level("Demolition")
    score = page.locator("[id='field-goal.score']")
    # What a box has room for: letters of its font, without its edges and the buttons of a number.
    room = lambda: score.evaluate("""node => {
      const style = getComputedStyle(node), paper = document.createElement("canvas").getContext("2d");
      paper.font = style.font;
      const buttons = style.appearance === "textfield" ? 0 : 15;
      return node.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
        - buttons - paper.measureText(node.value).width;
    }""")
    assert room() >= 0
    # While it is typed, and once the level has it.
    score.fill("1000000000")
    assert room() >= 0
    score.press("Enter")
    studio.settled()
    assert score.input_value() == "1000000000" and room() >= 0
    assert studio.sideways() == 0


@pytest.mark.parametrize("name", ["Crate Yard", "Topsy-Turvy"])
def test_letters_of_a_game_can_be_read_on_a_phone(open_studio, name):
    studio = open_studio(width=390, touch=True)
    studio.open_level(name)
    studio.page.locator("#play").click()
    studio.page.wait_for_selector("#game text[data-size]")
    studio.page.wait_for_function("""() => {
      const game = document.getElementById("game");
      const scale = game.getScreenCTM().a;
      return [...game.querySelectorAll("text[data-size]")].every((text) =>
        Number(text.getAttribute("font-size")) * scale >= 11);
    }""")


def test_films_side_by_side_each_have_their_words(open_studio):
    studio = open_studio()
    page = studio.page
    studio.open_level("Candy Stripes")
    page.locator("#field-shots").fill("1")
    page.locator("#field-shots").press("Tab")
    studio.settled()
    studio.menu("watch")
    page.get_by_label("Compare with").select_option("saved")
    page.wait_for_function("() => document.querySelectorAll('.sides figure').length === 2")
    page.get_by_role("button", name="Last", exact=True).click()
    words = page.locator(".watch .words").text_content()
    assert re.fullmatch(r"Turn (\d+) of \1: .+: .+; now: the game has ended.*", words), words
    # What is the same in both stands there once.
    page.get_by_role("button", name="First", exact=True).click()
    words = page.locator(".watch .words").text_content()
    assert re.fullmatch(r"Turn 0 of \d+: the start.*", words), words


def test_probabilities_are_changed_together(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("shares", game="bubble-pop")
    field = lambda number: page.locator(f"[id='field-bubbles[{number}].probability']")
    count = page.locator("[id$='.probability']").count()
    old = [float(field(number).input_value()) for number in range(count)]
    field(0).fill("0.5")
    field(0).press("Tab")
    studio.settled()
    # One alone cannot be changed, as they sum to 1: it stands there and waits for another one.
    problem = page.locator("[id='field-bubbles[0].probability-problem']")
    assert f"sum to {round(sum(old) + 0.5 - old[0], 9):g}, not 1" in problem.text_content()
    # Meanwhile other rules can be changed.
    page.locator("#field-duration").fill("40")
    page.locator("#field-duration").press("Tab")
    studio.settled()
    assert field(0).input_value() == "0.5"
    rest = round(0.5 - sum(old[2:]), 9)
    field(1).fill(f"{rest:g}")
    field(1).press("Tab")
    studio.settled()
    assert problem.text_content() == ""
    assert "bubbles[*].probability=[0.5," in page.locator(".command").text_content()
    page.locator("#save").click()
    page.wait_for_selector('.editor[data-saved="true"]')
    saved = [one["probability"] for one in studio.saved("shares")["bubbles"]]
    assert saved[:2] == [0.5, rest] and abs(sum(saved) - 1) < 1e-9


@pytest.mark.smoke
def test_a_file_that_cannot_be_read_is_a_card(open_studio, folder):
    (folder / "levels").mkdir()
    (folder / "levels/broken.json").write_text('{"game": "bubble-blast",\n "name": 3}')
    studio = open_studio()
    card = studio.page.locator('.level[data-level="broken.json"]')
    assert card.locator(".problem").text_content().startswith("Line 1: ")
    assert "broken.json" not in card.locator(".problem").text_content()
    assert card.locator("a").count() == 0


@pytest.mark.smoke
def test_hostile_names_stay_texts(open_studio):
    studio = open_studio()
    name = '<img src=x onerror="alert(1)">'
    studio.new_level(name)
    assert studio.page.locator("h1").text_content() == name
    assert studio.page.locator("main img").count() == 0
    studio.levels()
    assert studio.page.locator("main img").count() == 0


def test_the_theme_can_be_chosen_and_is_remembered(open_studio):
    studio = open_studio()
    background = lambda: studio.page.evaluate(
        "() => getComputedStyle(document.body).backgroundColor")
    light = background()
    studio.page.locator("#theme").click()
    dark = background()
    assert dark != light
    studio.page.reload()
    studio.page.wait_for_selector(".gallery")
    assert background() == dark


def test_a_lost_connection_comes_back(open_studio):
    studio = open_studio()
    studio.new_level("wire")
    studio.draw([(0, 0), (0, 2)])
    studio.page.context.set_offline(True)
    studio.page.evaluate("() => 0")
    studio.page.context.set_offline(False)
    studio.draw([(1, 0), (1, 2)])
    assert studio.row(0, range(3)) == ["blue"] * 3


@pytest.mark.parametrize("place", ["own-none", "no level"])
def test_the_address_of_no_level_says_so(open_studio, place):
    studio = open_studio(path=f"#/levels/{place}")
    studio.page.wait_for_selector("dialog[open]")
    assert "There is no such level" in studio.page.locator("dialog").text_content()
    studio.answer("Close")
    studio.page.wait_for_selector(".gallery")
    assert studio.page.url.endswith("#/levels")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_defaults_in_fields_can_be_read(open_studio, scheme):
    studio = open_studio(scheme=scheme)
    studio.new_level("defaults")
    ratio = studio.page.evaluate("""() => {
      const light = (colour) => {
        const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => part / 255)
          .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const field = document.getElementById("field-preview");
      const [a, b] = [getComputedStyle(field, "::placeholder").color,
        getComputedStyle(field).backgroundColor].map(light).sort((x, y) => y - x);
      return (a + 0.05) / (b + 0.05);
    }""")
    assert ratio >= 4.5


def test_an_address_without_a_token_says_what_to_do(browser, server):
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.address.split("#")[0])
    page.wait_for_selector("text=Not connected")
    assert "playtest studio" in page.locator("main").text_content()
    context.close()


def test_letters_in_the_corners_of_cards_are_read_or_left_out(open_studio):
    for width, shown in [(320, "none"), (390, "inline")]:
        studio = open_studio(width=width, touch=True)
        studio.open_level("Set, Official")
        corner = studio.page.locator(".deal svg text.corner").first
        corner.wait_for(state="attached")
        # A letter of SVG has no box of its own kind: it is drawn, or it is not.
        display = corner.evaluate("node => getComputedStyle(node).display")
        assert (display == "none") == (shown == "none"), (width, display)
        assert "small text" not in studio.readable()
