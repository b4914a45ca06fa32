"""Every game is played to its end, with the mouse, by touch and by keys, and its record is sound."""

import json
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Presses until a game must be over.
MOST = 600

# A small level of each game, which a person ends in a few moves.
SMALL = {
    "bubble-blast": {"shots": 4, "grid": ["RRBB........"], "queue": ["red", "blue"]},
    "bubble-pop": {"duration": 4},
    "peggle": {"balls": 2, "objects": [{"kind": "peg", "colour": "orange", "x": 400, "y": 300}]},
}
# A built-in one of those whose levels need more words.
BUILT_IN = {"set": "set/01-official.json", "playing-cards": "playing-cards/01-pairs.json",
            "cards": "cards/01-tens.json"}
GAMES = [*SMALL, *BUILT_IN]


def level_of(game, program, folder, **fields):
    """Puts a level of a game into the workspace, with some fields changed; its name."""
    (folder / "levels").mkdir(exist_ok=True)
    path = folder / "levels" / f"{game}.json"
    name = f"Small {game}"
    if game in SMALL:
        level = {"format": "playtest-level", "version": 1, "game": game, "name": name,
                 **SMALL[game], **fields}
    else:
        level = json.loads((ROOT / "levels" / BUILT_IN[game]).read_text(encoding="utf-8"))
        level["name"] = name
    path.write_text(json.dumps(level), encoding="utf-8")
    subprocess.run([program, "level", "validate", str(path)], check=True, capture_output=True)
    return name


class Game:
    """A game on the page."""

    def __init__(self, studio):
        self.studio = studio
        self.page = studio.page

    def begin(self, name, by_keys=False):
        self.studio.open_level(name)
        if by_keys:
            self.page.keyboard.press("p")
        else:
            self.page.locator("#play").click()
        self.page.wait_for_selector(".play[data-stage]")

    @property
    def stage(self):
        return self.page.locator(".play").get_attribute("data-stage")

    @property
    def aims(self):
        return self.page.locator(".offers button.main").count() > 0

    @property
    def words(self):
        return self.page.locator(".play .words").text_content()

    def act(self, action):
        """Does something, and waits until it is answered; whether the game goes on."""
        before = self.page.locator(".play").get_attribute("data-step")
        action()
        self.page.wait_for_function("""before => {
          const { stage, step } = document.querySelector(".play").dataset;
          return stage === "over" || step !== before;
        }""", arg=before)
        return self.stage == "playing"

    def hint(self):
        # The clock may end the game, and take the button away, at any moment.
        self.page.evaluate("() => document.getElementById('hint')?.click()")

    def marks(self):
        """The places in the window of the bodies that a hint has marked."""
        return self.page.evaluate("""() =>
          [...document.querySelectorAll(".aim .mark-out, .aim .meant")].map((one) => {
            const box = one.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
          })""")

    def board(self, x, y):
        """A place in the window by its shares of the board's width and height."""
        self.page.locator("#game").scroll_into_view_if_needed()
        box = self.page.locator("#game").bounding_box()
        return box["x"] + box["width"] * x, box["y"] + box["height"] * y


def by_point(game, press):
    """Plays to the end by pressing at places."""
    page = game.page
    if game.stage == "ready":
        box = page.locator("#start").bounding_box()
        press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_selector(".play:not([data-stage=ready])")
    for turn in range(MOST):
        if game.stage == "over":
            return
        if game.aims:
            place = game.board(0.2 + turn % 7 * 0.1, 0.25 + turn % 3 * 0.1)
            if page.locator(".aim-first input").is_checked():
                press(*place)
                page.wait_for_selector(".aim .way")
            game.act(lambda: press(*place))
            continue
        # The cards or bubbles that a hint marks; where it marks none, what stands beside the board.
        if not game.act(game.hint):
            continue
        marks = game.marks()
        if not marks and page.locator("#offer-0").count():
            game.act(page.locator("#offer-0").click)
        elif not marks:
            # What moves has no mark that stays.
            marks = [game.board(0.1 + turn % 5 * 0.2, 0.1 + turn % 4 * 0.25)]
        for mark in marks:
            if not game.act(lambda: press(*mark)):
                break
    raise AssertionError("the game does not end")


def by_keys(game):
    """Plays to the end without a pointer."""
    page, keyboard = game.page, game.page.keyboard
    if game.stage == "ready":
        keyboard.press("Enter")
        page.wait_for_selector(".play:not([data-stage=ready])")
    for turn in range(MOST):
        if game.stage == "over":
            return
        if game.aims:
            for _ in range(turn * 5 % 9):
                game.act(lambda: keyboard.press("ArrowLeft" if turn % 2 else "ArrowRight"))
            game.act(lambda: keyboard.press("Enter"))
            continue
        if not game.act(lambda: keyboard.press("h")):
            continue
        keys = [key for key in re.split(r"[^A-Za-z0-9]+", game.words.partition(":")[2])
                if len(key) == 1]
        # What stands beside the board, such as the button for more cards. The clock may end the game,
        # and take the button away, at any moment.
        if not keys and page.evaluate("""() => {
          document.getElementById("offer-0")?.focus();
          return document.activeElement?.id === "offer-0";
        }"""):
            game.act(lambda: keyboard.press("Enter"))
        for key in keys:
            if not game.act(lambda: keyboard.press(key)):
                break
    raise AssertionError("the game does not end")


def check_record(program, folder, level, studio):
    """The record is played again to the same end, and `run --people` takes it."""
    studio.page.wait_for_selector(".ending p")
    records = list((folder / "Reports/played").glob("*/*/*.json"))
    assert len(records) == 1, records
    subprocess.run([program, "replay", str(records[0]), "--verify"], check=True,
                   capture_output=True)
    return json.loads(records[0].read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", ["mouse", "touch", "keys"])
def test_to_the_end(open_studio, program, folder, game, way):
    name = level_of(game, program, folder)
    studio = open_studio(width=390 if way == "touch" else 1440, touch=way == "touch")
    play = Game(studio)
    play.begin(name, by_keys=way == "keys")
    if way == "keys":
        by_keys(play)
    elif way == "mouse":
        by_point(play, studio.page.mouse.click)
    else:
        by_point(play, studio.page.touchscreen.tap)
    assert play.stage == "over"
    check_record(program, folder, name, studio)
    # Back in the editor everything is as it was.
    studio.page.keyboard.press("Escape")
    studio.page.wait_for_selector(".editor:not(.play)")
    assert studio.page.locator("h1").text_content() == name


@pytest.mark.parametrize("shots,outcome", [(1, "lost"), (60, "won")])
def test_the_board_says_how_the_game_ended(open_studio, program, folder, shots, outcome):
    name = level_of("bubble-blast", program, folder, shots=shots)
    studio = open_studio(width=390, touch=True, motion="no-preference")
    page = studio.page
    play = Game(studio)
    play.begin(name)
    by_point(play, page.touchscreen.tap)
    box = page.locator(".result")
    assert box.get_attribute("class") == f"result {outcome}"
    words = box.locator("p").text_content()
    assert words.startswith("You " + outcome) and play.words.endswith(words)
    # Where it was won, something flies, and nothing scrolls sideways for it.
    assert (box.locator("i").count() > 0) == (outcome == "won")
    assert studio.sideways() == 0
    # A press takes it off the board.
    box.locator("p").click()
    assert box.count() == 0


def test_keys_that_play_begin_no_other_game(open_studio, program, folder):
    name = level_of("bubble-blast", program, folder, shots=1)
    studio = open_studio()
    page = studio.page
    play = Game(studio)
    play.begin(name, by_keys=True)
    by_keys(play)
    for key in ["Space", "Enter", "n", "Space"]:
        page.keyboard.press(key)
    page.wait_for_selector(".ending p")
    assert page.evaluate("() => document.activeElement.id") == "ending"
    assert play.stage == "over" and page.locator(".dealt").text_content().startswith("game 0 ")
    page.wait_for_timeout(1_000)
    studio.next_board(lambda: page.keyboard.press("Enter"))
    assert page.locator(".dealt").text_content().startswith("game 1 ")


@pytest.mark.parametrize("width", [390, 1440])
def test_a_hint_does_not_move_its_button(open_studio, program, folder, width):
    name = level_of("bubble-blast", program, folder)
    studio = open_studio(width=width)
    play = Game(studio)
    play.begin(name)
    hint = studio.page.locator("#hint")
    before = hint.bounding_box()
    play.act(hint.click)
    assert hint.bounding_box() == before


def test_a_negative_score_has_a_minus(open_studio):
    words = open_studio().page.evaluate("""async () => {
      const { Side } = await import("/js/side.js");
      const side = new Side();
      side.show({ score: -1234, highest: null, facts: [], hints: 0 });
      return side.facts.querySelector("dd").textContent;
    }""")
    assert words == "−1,234"


def test_facts_stand_on_one_line(open_studio, program, folder):
    name = level_of("bubble-blast", program, folder)
    studio = open_studio()
    Game(studio).begin(name)
    feet = studio.page.evaluate("""() => [...document.querySelectorAll(".fact dd")].map((dd) =>
      [...dd.querySelectorAll(":scope > span")].map((span) => {
        const foot = document.createElement("i");
        foot.style.display = "inline-block";
        span.append(foot);
        return Math.round(foot.getBoundingClientRect().bottom);
      }))""")
    assert any(len(line) > 1 for line in feet)
    assert all(len(set(line)) <= 1 for line in feet), feet


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_said_before_the_start_is_not_across_the_board(open_studio, width, scheme):
    studio = open_studio(width=width, scheme=scheme, touch=width < 600)
    page = studio.page
    play = Game(studio)
    play.begin("Classic")
    words = page.get_by_text("The clock starts after the countdown.")
    board, line = page.locator("#game").bounding_box(), words.bounding_box()
    assert line["y"] >= board["y"] + board["height"] or line["y"] + line["height"] <= board["y"]
    assert line["y"] + line["height"] <= page.viewport_size["height"]
    assert studio.readable() == {} and studio.sideways() == 0
    # It goes with the countdown.
    page.locator("#start").click()
    page.wait_for_selector(".play[data-stage=playing]")
    assert not words.is_visible()


def test_another_deal(open_studio, program, folder):
    """Games of a seed of one's own, which the record names."""
    name = level_of("bubble-blast", program, folder)
    studio = open_studio()
    page = studio.page
    play = Game(studio)
    play.begin(name)
    assert page.locator("#seed").input_value() == "1"
    studio.next_board(page.locator("#another-deal").click)
    drawn = int(page.locator("#seed").input_value())
    assert 1 <= drawn <= 1_000_000
    page.locator("#seed").fill("4711")
    studio.next_board(lambda: page.locator("#seed").press("Enter"))
    assert page.locator("#seed").input_value() == "4711" and play.stage == "playing"
    assert page.locator(".dealt").text_content().startswith("game 0 of seed")
    by_point(play, page.mouse.click)
    record = check_record(program, folder, name, studio)
    assert record["seed"] == 4711 and record["index"] == 0
    # Just after the end, keys are still those of the game.
    page.wait_for_timeout(1_000)
    studio.next_board(lambda: page.keyboard.press("n"))
    assert page.locator(".dealt").text_content().startswith("game 1 of seed")
    assert page.locator("#seed").input_value() == "4711"
    # What is no seed is not taken.
    page.locator("#seed").fill("-1")
    page.locator("#seed").press("Enter")
    assert page.locator("#seed").input_value() == "4711"


def test_against_an_agent(open_studio, program, folder):
    """A two-player game: the agent answers each move, and only the person's own hand is seen."""
    studio = open_studio()
    page = studio.page
    play = Game(studio)
    play.begin("House Rules")
    assert page.locator("#against option").all_text_contents() == [
        "nobody", *("novice", "casual", "skilled")]
    studio.next_board(lambda: page.locator("#against").select_option("casual"))
    assert page.locator("#against").input_value() == "casual"
    assert page.locator(".play").get_attribute("data-turns") == "0"
    turns = 0
    page.locator("#game").focus()
    # Plays the first card.
    while play.act(lambda: page.keyboard.press("Enter")):
        turns += 1
        assert turns < MOST
        page.wait_for_selector(f'.play[data-turns="{2 * turns}"]')
    assert re.search(r"(wins|draw)", play.words), play.words
    record = check_record(program, folder, "House Rules", studio)
    assert record["opponent"] == "casual" and record["index"] == 0
    page.locator("#next-game").click()
    page.wait_for_function("() => document.querySelector('.dealt').textContent.startsWith('game 2 ')")
    assert page.locator("#against").input_value() == "casual"
    # A single-player game has no such choice.
    studio.go("#/levels")
    page.wait_for_selector(".gallery")
    play.begin("Garden Gate")
    assert page.locator("#against").count() == 0


def test_a_seed_that_cannot_be_is_refused_in_words(open_studio):
    studio = open_studio()
    page = studio.page
    studio.open_level("First Steps")
    page.locator("#play").click()
    page.wait_for_selector(".play[data-stage]")
    for wrong in ["-1", "1.5", "18446744073709551616", ""]:
        page.evaluate("() => { document.querySelector('.play .words').textContent = ''; }")
        page.locator("#seed").fill(wrong)
        page.locator("#seed").press("Enter")
        words = page.locator(".play .words.bad")
        assert words.text_content() == "A seed is a whole number from 0 to 9,007,199,254,740,991; " \
            "this is still the game of seed 1."
        assert page.locator("#seed").input_value() == "1"
