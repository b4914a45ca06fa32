"""The path of a person who has never seen the page: from an empty folder to a level of one's own
that `casual` passes between 40 and 60%, saved and played. What to do next stands on the page."""

import re
import time


class Person:
    """Reads the page, and does one thing after another; `steps` has what was done and when."""

    def __init__(self, studio):
        self.studio = studio
        self.page = studio.page
        self.begun = time.monotonic()
        self.steps = []

    def step(self, words, action):
        action()
        self.studio.page.wait_for_function(
            "() => !document.querySelector('.editor:not(.play)') || document.querySelector('.editor')"
            ".dataset.pending === '0'")
        self.steps.append((time.monotonic() - self.begun, words))

    def casual(self):
        """The pass rate that the page shows, once it is final."""
        self.studio.figures()
        return int(re.match(r"\d+", self.page.locator(
            "[data-player=casual] .value").text_content()).group())

    def account(self):
        return "\n".join(f"{seconds:6.1f} s  {words}" for seconds, words in self.steps)


def test_from_nothing_to_a_level_of_ones_own(open_studio, folder):
    studio = open_studio()
    person = Person(studio)
    page = studio.page
    person.step("press New level", lambda: page.get_by_role("button", name="New level").click())
    # What each game is.
    summary = page.locator("#summary-of-game")
    first = summary.text_content()
    assert "bubble" in first.lower()
    page.locator("dialog select[name=game]").select_option("peggle")
    assert summary.text_content() not in ("", first)
    page.locator("dialog select[name=game]").select_option("bubble-blast")
    person.step("press Create", lambda: studio.answer("Create"))
    page.wait_for_selector(".editor")
    studio.settled()
    assert page.locator(".badge").text_content() == "not saved yet"
    assert "drag across the cells" in page.locator(".empty-words:visible").text_content()
    # A click on nothing says how to draw.
    person.step("click on a cell", lambda: studio.click(0, 0))
    page.wait_for_function("() => /drag to draw.*chosen tool/.test("
                           "document.querySelector('.words').textContent)")
    for row, colour in enumerate(["blue", "red", "orange", "green"]):
        person.step(f"take {colour}", lambda: studio.tool(colour))
        person.step(f"draw row {row}", lambda: studio.draw([(row, 0), (row, 11 - row % 2)]))
    assert not page.locator(".empty-words").is_visible()
    person.step("press Set a target", lambda: page.locator("#set-target").click())
    person.casual()
    # Too easy: the page names a rule to change, and leads to it.
    assert page.locator(".verdict").text_content() == "outside: too easy"
    person.step("press shots", lambda: page.locator(".next-step button", has_text="shots").click())
    assert page.evaluate("() => document.activeElement.id") == "field-shots"
    # The page offers 40 to 60% for casual; the level is too easy or too hard until the shots fit.
    low, high, shots = 1, 60, 20
    field = page.locator("#field-shots")
    for _ in range(8):
        def set_shots():
            field.fill(str(shots))
            field.press("Enter")
        person.step(f"set shots {shots}", set_shots)
        rate = person.casual()
        person.steps[-1] = (time.monotonic() - person.begun, f"set shots {shots}: casual {rate}%")
        if 40 <= rate <= 60:
            break
        low, high = (shots + 1, high) if rate < 40 else (low, shots - 1)
        shots = (low + high) // 2
    verdict = page.locator(".verdict").text_content()
    assert "inside" in verdict, verdict
    assert not page.locator(".next-step").is_visible()
    person.step("press Save", lambda: page.locator("#save").click())
    page.wait_for_function(
        "() => document.querySelector('.words').textContent.startsWith('Saved as ')")
    assert (folder / "levels/my-level.json").exists() and "levels/my-level.json" in studio.words
    assert page.locator(".badge").text_content() == "saved"
    person.step("press Play", lambda: page.locator("#play").click())
    page.wait_for_selector("#game")
    board = page.locator("#game").bounding_box()
    for shot in range(60):
        if page.locator('.play[data-stage="over"]').count():
            break
        before = page.locator(".play").get_attribute("data-step")
        page.mouse.click(board["x"] + board["width"] * (0.15 + 0.1 * (shot % 8)), board["y"] + 80)
        page.wait_for_function("""before => {
          const { stage, step } = document.querySelector(".play").dataset;
          return stage === "over" || step !== before;
        }""", arg=before)
    person.step("played to its end", lambda: page.wait_for_selector("#next-game"))
    person.step("press Back to the editor", lambda: page.locator("#back").click())
    page.wait_for_selector(".editor:not(.play)")
    print("\n" + person.account())
    assert 40 <= rate <= 60
    assert len(list((folder / "levels").glob("*.json"))) == 1
    assert len(person.steps) <= 25
