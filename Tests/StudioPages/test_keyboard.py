"""The keyboard and the accessibility tree alone suffice."""

import json
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def tab_to(page, matches):
    """Presses Tab until what has the focus matches a selector."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", matches):
            return
    raise AssertionError(f"Tab never comes to {matches}")


@pytest.mark.smoke
def test_three_rows_by_keys(open_studio):
    studio = open_studio()
    page = studio.page
    tab_to(page, "#first-level")
    page.keyboard.press("Enter")
    page.keyboard.type("By keys")
    page.keyboard.press("Enter")
    page.wait_for_selector(".editor")
    studio.settled()
    # The board has the focus, and says where one is.
    grid = page.get_by_role("grid", name="The board of By keys")
    assert grid.evaluate("node => node === document.activeElement")
    where = lambda: page.evaluate("""() => document.getElementById(
        document.activeElement.getAttribute("aria-activedescendant")).getAttribute("aria-label")""")
    assert where() == "row 0, column 0, empty"

    for row, key in enumerate(["1", "2", "3"]):
        page.keyboard.press(key)
        for _ in range(11 - row % 2):
            page.keyboard.press("Shift+ArrowRight" if row % 2 == 0 else "Shift+ArrowLeft")
        studio.settled()
        page.keyboard.press("ArrowDown")
    studio.settled()
    assert studio.row(0) == ["blue"] * 12
    assert studio.row(1, range(11)) == ["red"] * 11
    assert studio.row(2) == ["orange"] * 12
    # The cells are in the accessibility tree with what lies in them.
    assert page.get_by_role("gridcell", name="row 0, column 11, blue").count() == 1

    # The figures are heard when asked for.
    studio.figures()
    page.keyboard.press("f")
    page.wait_for_function("() => /casual \\d+%/.test(document.getElementById('say').textContent)")
    page.keyboard.press("Control+s")
    page.wait_for_selector('.editor[data-saved="true"]')
    assert len(list(studio.folder.glob("levels/*.json"))) == 1


def test_cycle_pick_erase_by_keys(open_studio):
    studio = open_studio()
    studio.new_level("keys")
    page = studio.page
    page.keyboard.press("Space")
    studio.settled()
    assert studio.lies_in(0, 0) == "blue"
    for colour in ["red", "orange", "green", "blue"]:
        page.keyboard.press("t")
        studio.settled()
        assert studio.lies_in(0, 0) == colour
    page.keyboard.press("4")
    page.keyboard.press("i")
    assert page.locator('[data-tool="blue"]').get_attribute("aria-checked") == "true"
    page.keyboard.press("Delete")
    studio.settled()
    assert studio.lies_in(0, 0) == "empty"
    page.keyboard.press("Control+z")
    studio.settled()
    assert studio.lies_in(0, 0) == "blue"
    page.keyboard.press("Control+Shift+z")
    studio.settled()
    assert studio.lies_in(0, 0) == "empty"


def test_pegs_by_keys(open_studio):
    studio = open_studio()
    studio.new_level("pegs", "peggle")
    page = studio.page
    assert page.get_by_role("listbox", name="The board of pegs").count() == 1
    # The cross is in the middle; Enter puts there.
    page.keyboard.press("Enter")
    studio.settled()
    for _ in range(2):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Enter")
    studio.settled()
    assert studio.objects() == ["blue peg at 400, 300", "blue peg at 600, 300"]
    page.keyboard.press("n")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowUp")
    page.wait_for_function("""() => document.querySelector("#board [role=option]")
        .getAttribute("aria-label") === "blue peg at 397, 290" """)
    studio.settled()
    # The nudges are one step.
    page.keyboard.press("Control+z")
    page.wait_for_function("""() => document.querySelector("#board [role=option]")
        .getAttribute("aria-label") === "blue peg at 400, 300" """)
    assert page.get_by_role("option", name="blue peg at 400, 300", selected=True).count() == 1
    page.keyboard.press("+")
    studio.settled()
    page.wait_for_function(
        "() => document.querySelector('.objects input[aria-label=size]').value === '42'")
    page.keyboard.press("Delete")
    studio.settled()
    assert studio.objects() == ["blue peg at 600, 300"]


def test_tools_and_menus_by_keys(open_studio):
    studio = open_studio()
    studio.new_level("menus")
    page = studio.page
    page.locator('[data-tool="blue"]').focus()
    page.keyboard.press("ArrowDown")
    assert page.locator('[data-tool="red"]').get_attribute("aria-checked") == "true"
    page.locator("#more").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("() => document.activeElement.id") == "save-as"
    page.keyboard.press("ArrowDown")
    assert page.evaluate("() => document.activeElement.id") == "rename"
    page.keyboard.press("Escape")
    assert page.evaluate("() => document.activeElement.id") == "more"
    page.keyboard.press("?")
    assert "Ctrl+S" in page.locator("dialog").text_content()
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    assert page.evaluate("() => document.activeElement.id") == "board"


def test_the_accessibility_tree_of_the_editor(open_studio):
    studio = open_studio()
    studio.open_level("Candy Stripes")
    studio.figures()
    tree = studio.page.locator("main").aria_snapshot()
    for part in ['heading "Candy Stripes" [level=1]', 'radiogroup "Tools"', 'radio "blue" [checked]',
                 'grid "The board of Candy Stripes"', 'gridcell "row 0, column 0, red"',
                 'region "Difficulty"', 'img "casual: 91%"', 'button "Undo" [disabled]']:
        assert part in tree, f"{part} is missing in\n{tree[:2000]}"


def test_the_list_by_keys(open_studio, folder):
    studio = open_studio()
    page = studio.page
    for name in ["own1", "own2"]:
        studio.new_level(name)
        page.keyboard.press("Control+s")
        page.wait_for_selector('.editor[data-saved="true"]')
        studio.levels()
    # The list is read again when a file has changed, and the focus follows.
    at = "document.activeElement.closest('.level')?.dataset.level"
    wait_at = lambda name: page.wait_for_function(f"name => {at} === name", arg=name)
    tab_to(page, ".level a.open")
    wait_at("own1")
    page.keyboard.press("ArrowRight")
    wait_at("own2")
    page.keyboard.press("ArrowDown")
    page.wait_for_function(f"() => {at} && !['own1', 'own2'].includes({at})")
    page.keyboard.press("ArrowUp")
    page.wait_for_function(f"() => ['own1', 'own2'].includes({at})")
    page.keyboard.press("ArrowLeft")
    wait_at("own1")

    # F2 renames; the file stays where it is.
    page.keyboard.press("F2")
    page.wait_for_selector("dialog[open] input")
    page.keyboard.press("Control+a")
    page.keyboard.type("first")
    page.keyboard.press("Enter")
    page.wait_for_selector('.level[data-level="first"]')
    wait_at("first")
    assert studio.saved("own1")["name"] == "first"
    # A name that nothing may have is refused in words.
    page.keyboard.press("F2")
    page.wait_for_selector("dialog[open] input")
    page.locator("dialog input").fill("a\u202eb")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open] .problem:visible")
    assert "cannot be shown" in page.locator("dialog").text_content()
    page.keyboard.press("Escape")
    assert studio.saved("own1")["name"] == "first"
    page.locator('.level[data-level="first"] a.open').focus()

    # Enter opens; with unsaved steps the list does not rename.
    page.keyboard.press("Enter")
    page.wait_for_selector(".editor")
    studio.settled()
    page.keyboard.press("Space")
    studio.settled()
    page.go_back()
    page.wait_for_selector(".gallery")
    page.locator('.level[data-level="first"] a.open').focus()
    page.wait_for_selector('.level[data-level="first"] .badge')
    page.keyboard.press("F2")
    page.wait_for_selector("dialog[open] h2:has-text('first has unsaved steps')")
    assert page.locator("dialog input").count() == 0
    page.keyboard.press("Escape")
    page.locator('.level[data-level="first"] a.open').focus()

    # Delete asks, n makes a level, / finds.
    page.keyboard.press("Delete")
    page.wait_for_selector("dialog[open] h2:has-text('Delete first?')")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    assert page.evaluate("() => document.activeElement.id") == "find"
    page.keyboard.type("own2")
    assert page.locator(".level").count() == 1


def test_figures_are_said_when_they_are_final(open_studio):
    studio = open_studio()
    studio.open_level("Candy Stripes")
    said = "() => /casual \\d+%/.test(document.getElementById('say').textContent)"
    studio.page.wait_for_function(said)
    shots = studio.page.locator("#field-shots")
    shots.fill("12")
    shots.press("Enter")
    studio.page.wait_for_function("() => !" + said[6:])
    studio.page.wait_for_function(said)


def focused(page):
    """What has the focus, by its identifier, label or text."""
    return page.evaluate("""() => {
        const at = document.activeElement;
        return at.id || at.getAttribute("aria-label") || at.textContent.trim();
    }""")


def test_the_focus_stays_where_a_card_is_deleted(open_studio):
    studio = open_studio()
    page = studio.page
    for name in ["One", "Two"]:
        studio.new_level(name)
        page.locator("#save").click()
        page.wait_for_selector('.editor[data-saved="true"]')
        studio.levels()
        page.wait_for_selector(f'.level[data-level="{name}"]')

    def delete(name):
        page.locator(f'.level[data-level="{name}"] a.open').focus()
        page.keyboard.press("Delete")
        tab_to(page, "dialog button.danger")
        page.keyboard.press("Enter")
        page.wait_for_selector(f'.level[data-level="{name}"]', state="detached")

    delete("One")
    page.wait_for_function(
        "() => document.activeElement.closest('.level')?.dataset.level === 'Two'")
    delete("Two")
    page.wait_for_function("() => document.activeElement.id === 'first-level'")


@pytest.fixture
def slow_list(folder, open_studio):
    """A list of four levels of which two have their figures; the others come when they are let go."""
    (folder / "levels").mkdir()
    level = json.loads((ROOT / "levels/bubble-blast/02-candy-stripes.json").read_text())
    # Fewer shots are harder: the order is not the one of the names.
    for name, shots in [("a", 20), ("b", 40), ("c", 26), ("d", 23)]:
        (folder / f"levels/{name}.json").write_text(
            json.dumps({**level, "name": name, "id": "same", "shots": shots}))
    studio = open_studio()
    page, held, asked = studio.page, [], []

    def answer(route):
        asked.append(route)
        if len(asked) > 2 and held is not None:
            held.append(route)
        else:
            route.continue_()

    def let_go():
        nonlocal held
        waiting, held = held, None
        for route in waiting:
            route.continue_()

    page.goto("about:blank")
    page.route("**/api/rates/**", answer)
    studio.open()
    page.wait_for_function("() => document.querySelectorAll('.curve-dot').length === 2")
    yield studio, let_go
    page.unroute_all(behavior="ignoreErrors")


def test_the_focus_stays_on_the_curve_while_figures_come(slow_list):
    studio, let_go = slow_list
    page = studio.page
    at = "document.activeElement.closest('.curve a')?.getAttribute('aria-label').split(',')[0]"
    page.locator(".curve a").last.focus()
    assert page.evaluate(f"() => {at}") == "b"
    let_go()
    page.wait_for_function("() => document.querySelectorAll('.curve-dot').length === 4")
    assert page.evaluate(f"() => {at}") == "b"
    # In another order, too, Tab leads from point to point, and past the curve.
    page.locator("#list-sort").select_option("hard")
    page.locator(".curve a").first.focus()
    for name in ["a", "d", "c", "b"]:
        assert page.evaluate(f"() => {at}") == name
        page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('.level')?.dataset.level") == "a"


def test_the_focus_stays_on_a_card_that_is_sorted(slow_list):
    studio, let_go = slow_list
    page = studio.page
    page.locator("#list-sort").select_option("hard")
    page.locator('.level[data-level="b"] a.open').focus()
    let_go()
    page.wait_for_function("""() => [...document.querySelector(".cards").children]
        .map((card) => card.dataset.level).join("") === "adcb" """)
    assert page.evaluate("() => document.activeElement.closest('.level')?.dataset.level") == "b"


def test_on_a_phone_nothing_with_the_focus_is_behind_the_tools(open_studio):
    studio = open_studio(width=390, touch=True)
    page = studio.page
    studio.open_level("Last Ceiling")
    # With a command below the board, and with advice below the target.
    shots = page.locator("#field-shots")
    shots.fill("20")
    shots.press("Enter")
    studio.settled()
    studio.figures()
    behind = """selector => {
      const [one, tools] = [document.querySelector(selector), document.querySelector(".tools")];
      if (tools.contains(one)) return "";
      const [box, bar] = [one.getBoundingClientRect(), tools.getBoundingClientRect()];
      return box.bottom > bar.top + 1 && box.top < bar.bottom - 1 ? one.outerHTML.slice(0, 80) : "";
    }"""

    def walk():
        page.evaluate("() => scrollTo(0, 0)")
        page.locator("#more").focus()
        for key in ["Tab", "Shift+Tab"]:
            for _ in range(45):
                page.keyboard.press(key)
                # At its end, Tab leads out of the page.
                if page.evaluate("() => document.activeElement !== document.body"):
                    assert page.evaluate(behind, ":focus") == "", key

    walk()
    # Nor is the target where it is set, or where the figures open.
    fold = page.locator(".figures .fold")
    fold.click()
    page.locator("#set-target").click()
    page.wait_for_selector(".next-step:visible")
    assert page.evaluate(behind, ".target") == ""
    fold.click()
    page.evaluate("() => scrollTo(0, 0)")
    fold.click()
    assert page.evaluate(behind, ".target") == ""
    walk()


def test_the_focus_stays_in_the_editor(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("focus", "peggle")
    page.keyboard.press("Enter")
    studio.settled()
    page.locator("#set-target").focus()
    page.keyboard.press("Enter")
    assert focused(page) == "Lowest pass rate, %"
    page.get_by_role("button", name="Remove").focus()
    page.keyboard.press("Enter")
    assert focused(page) == "set-target"
    page.locator("#board").focus()
    page.keyboard.press("n")
    page.locator(".objects button.danger").focus()
    page.keyboard.press("Enter")
    assert focused(page) == "board"
    studio.settled()
    assert studio.objects() == []
    # In the list of all objects, the next button that deletes, or the list itself.
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Enter")
    studio.settled()
    page.locator(".all-objects summary").click()
    page.get_by_role("button", name="Delete 1 blue peg").focus()
    page.keyboard.press("Enter")
    page.wait_for_function(
        "() => document.activeElement.getAttribute('aria-label') === 'Delete 0 blue peg'")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.localName === 'summary'")
