"""What is pressed stays where it is, and a press does what it is to do once."""

import pytest


def y_of(page, selector):
    return page.locator(selector).bounding_box()["y"]


def test_a_refusal_does_not_move_what_is_pressed(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("pressed")
    page.locator("#field-preview").fill("99")
    swap = page.locator("#field-swap")
    wanted = not swap.is_checked()
    swap.scroll_into_view_if_needed()
    box = swap.bounding_box()
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    page.mouse.down()
    studio.settled()
    page.wait_for_timeout(100)
    assert swap.bounding_box() == box
    page.mouse.up()
    page.wait_for_selector("[id='field-preview-problem']:not(:empty)")
    # What was refused stays to be read, though the level has changed.
    studio.settled()
    assert swap.is_checked() == wanted and studio.words == "swap: true"
    assert page.locator("#field-preview").input_value() == "99"
    assert page.locator("[id='field-preview-problem']").text_content() != ""


def test_letters_in_an_empty_number_are_refused_in_words(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("letters")
    field, problem = page.locator("#field-preview"), page.locator("[id='field-preview-problem']")
    for typed, key in [("e", "Tab"), ("-", "Enter")]:
        assert field.input_value() == "" and problem.text_content() == ""
        field.focus()
        page.keyboard.type(typed)
        page.keyboard.press(key)
        assert problem.text_content() == "Write a whole number."
        assert field.get_attribute("aria-invalid") == "true"
        # With the next change of the level, the field is what it was.
        page.locator("#field-swap").click()
        studio.settled()
        assert not field.evaluate("node => node.validity.badInput")


def test_fields_keep_their_order_and_the_focus(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("order")
    labels = lambda: page.locator(".rules .fields").first.locator("label").all_text_contents()
    before = labels()
    spawner = page.locator("#field-spawner")
    spawner.focus()
    spawner.select_option(index=1)
    page.wait_for_selector('.editor[data-rev="1"]')
    after = labels()
    assert [name for name in after if name in before] == [name for name in before if name in after]
    assert page.evaluate("() => document.activeElement.id") == "field-spawner"


def test_the_buttons_below_the_figures_do_not_jump(open_studio):
    studio = open_studio()
    page = studio.page
    studio.open_level("Candy Stripes")
    studio.figures()
    page.evaluate("""() => {
      window.places = [];
      const look = () => {
        const { games, final } = document.querySelector(".figures").dataset;
        window.places.push([games, final, ...["#set-target", ".confirm > button"].map((one) =>
          document.querySelector(one).getBoundingClientRect().top)]);
        requestAnimationFrame(look);
      };
      look();
    }""")
    studio.draw([(9, 0), (9, 5)])
    studio.figures()
    places = page.evaluate("() => window.places")
    assert any(final == "false" for _, final, *_ in places)
    # Lines that are new may come; none goes and comes back.
    for index in (2, 3):
        tops = [place[index] for place in places if place[1] == "false"]
        assert tops == sorted(tops) and tops[0] >= places[0][index], tops


def test_a_level_is_confirmed_once(open_studio):
    studio = open_studio()
    page = studio.page
    studio.open_level("Candy Stripes")
    studio.figures()
    confirm = page.locator(".confirm > button")
    confirm.click()
    page.wait_for_selector('.figures[data-fresh="1000"]', timeout=60_000)
    assert confirm.get_attribute("aria-disabled") == "true"
    assert "Once the level changes" in confirm.get_attribute("title")
    studio.draw([(9, 0), (9, 5)])
    page.wait_for_selector('.confirm > button[aria-disabled="false"]')
    assert "not biased" in confirm.get_attribute("title")


def test_the_tint_goes_as_it_came(open_studio):
    studio = open_studio()
    page = studio.page
    studio.open_level("Last Ceiling")
    studio.figures()
    link = page.locator("[data-link=left]").first
    for leave in [link.click, lambda: page.keyboard.press("Escape")]:
        assert link.text_content() == "where games got stuck"
        assert link.get_attribute("aria-pressed") == "false"
        link.click()
        page.wait_for_selector(".stuck-layer path")
        assert link.text_content() == "hide where games got stuck"
        assert link.get_attribute("aria-pressed") == "true"
        leave()
        page.wait_for_selector(".stuck-layer *", state="detached")
        assert studio.words == ""


def test_opened_figures_leave_the_page_where_it_was(open_studio):
    studio = open_studio(width=390, touch=True)
    page = studio.page
    studio.open_level("Last Ceiling")
    studio.figures()
    # A window in which there is no room for the target.
    page.set_viewport_size({"width": 390, "height": 500})
    fold = page.locator(".figures .fold")
    places = []
    for _ in range(3):
        places.append((page.evaluate("() => scrollY"), y_of(page, ".fold")))
        fold.tap()
        page.wait_for_timeout(100)
    assert places[1][0] > 0 and places[0] == places[2], places


@pytest.mark.parametrize("width", [390, 1440])
def test_what_is_pressed_is_large_enough(open_studio, width):
    studio = open_studio(width=width)
    page = studio.page
    studio.open_level("Candy Stripes")
    for one in page.locator("a.back, summary:visible").all():
        assert one.bounding_box()["height"] >= 24, one.text_content()


def test_a_weight_for_another_colour_brings_its_tool(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("colours")
    tools = lambda: page.locator(".palette [role=radio]").evaluate_all(
        "nodes => nodes.map(node => node.dataset.tool)")
    before = tools()
    assert "purple" not in before
    page.locator("[data-tool=green]").click()
    field = page.locator("[id='field-spawn.weights.purple']")
    field.evaluate("node => node.closest('details').open = true")
    field.fill("2")
    field.press("Enter")
    page.wait_for_selector("[data-tool=purple]")
    # Behind those that were there, before the eraser; what was chosen still is.
    assert tools() == before[:-1] + ["purple", "eraser"]
    assert page.locator(".palette [aria-checked=true]").get_attribute("data-tool") == "green"
    page.keyboard.press("Control+z")
    studio.settled()
    # It stays: the next stroke may be the one that needs it.
    assert "purple" in tools()
