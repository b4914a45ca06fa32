"""The studio's page as a person meets it: places on a board, fingers, keys, and what it says."""

import json
import pathlib
import re

CHECKS = pathlib.Path(__file__).resolve().parents[2] / "tools/shots/checks.js"


class Studio:
    """One tab."""

    def __init__(self, page, address, folder):
        self.page = page
        self.address = address
        self.folder = folder
        # What the console and the content security policy have to say; a test ends without any.
        self.complaints = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"uncaught: {error}"))
        # The commands that the editor has shown, one for each stroke.
        self.commands = []
        self.last_rev = 0
        self.glass = None

    def _console(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    # Places of the page

    def open(self, path=""):
        self.page.goto(self.address)
        self.page.wait_for_selector(".gallery")
        if path:
            self.go(path)

    def go(self, path):
        self.page.evaluate("path => { location.hash = path; }", path)

    def open_level(self, name):
        """Opens a level from the gallery."""
        self.page.locator(f'.level[data-level="{name}"] a.open').first.click()
        self.page.wait_for_selector(".editor")
        self.settled()

    def new_level(self, name, game="bubble-blast"):
        self.page.locator("#first-level:visible, #new-level:visible").first.click()
        self.page.locator("dialog input[name=name]").fill(name)
        self.page.locator("dialog select[name=game]").select_option(game)
        self.answer("Create")
        self.page.wait_for_selector(".editor")
        self.settled()

    def levels(self):
        self.page.locator("a.back").click()
        self.page.wait_for_selector(".gallery")

    def answer(self, label):
        """Presses a button of the question."""
        self.page.locator("dialog button", has_text=re.compile(f"^{re.escape(label)}$")).click()

    def menu(self, item):
        self.page.locator("#more").click()
        self.page.locator(f"#{item}").click()

    # Waiting

    def settled(self):
        """Waits until the server has answered everything; the command shown then is kept."""
        self.page.wait_for_selector('.editor[data-pending="0"]')
        command = self.page.locator(".command").text_content()
        if command and self.rev != self.last_rev:
            self.commands.append(command)
        self.last_rev = self.rev
        return self

    def next_board(self, action):
        """Does something that begins another game, and waits for its board: fields of the old one
        may hold what was written into them for a while."""
        self.page.evaluate("() => { document.querySelector('.play').dataset.left = ''; }")
        action()
        self.page.wait_for_selector(".play[data-stage]:not([data-left])")

    def wait_stroke(self, before):
        """Waits until the revision is another than before a stroke."""
        self.page.wait_for_selector(f'.editor:not([data-rev="{before}"])')
        return self.settled()

    @property
    def rev(self):
        return int(self.page.locator(".editor").get_attribute("data-rev"))

    def figures(self, games=200):
        """Waits for the figures of the level as it is: pass rates by player."""
        self.page.wait_for_function(
            """games => {
              const editor = document.querySelector(".editor"), box = document.querySelector(".figures");
              return editor.dataset.rev === box.dataset.rev && Number(box.dataset.games) >= games;
            }""", arg=games)
        return {
            row.get_attribute("data-player"): row.locator(".value").text_content()
            for row in self.page.locator(".players .player").all()}

    @property
    def words(self):
        return self.page.locator(".words").text_content()

    @property
    def undo_name(self):
        return self.page.locator("#undo").get_attribute("title").removeprefix("Undo: ")

    # The board

    def spot(self, x, y):
        """The place in the window of a point in the board's units."""
        return self.page.evaluate(
            """([x, y]) => {
              const svg = document.getElementById("board");
              const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
              return [at.x, at.y];
            }""", [x, y])

    def cell(self, row, column):
        box = self.page.locator(f"#cell-{row}-{column}")
        return self.spot(float(box.get_attribute("cx")), float(box.get_attribute("cy")))

    def lies_in(self, row, column):
        """What the accessibility tree says lies in a cell: "empty" or a colour."""
        words = self.page.locator(f"#cell-{row}-{column}").get_attribute("aria-label")
        return words.split(", ")[-1]

    def row(self, row, columns=range(12)):
        return [self.lies_in(row, column) for column in columns]

    def objects(self):
        """The words of all free objects, in their order."""
        return [
            one.get_attribute("aria-label")
            for one in self.page.locator("#board [role=option]").all()]

    def tool(self, name):
        self.page.locator(f'[data-tool="{name}"]').click()

    # The mouse

    def drag(self, points, button="left"):
        mouse = self.page.mouse
        before = self.rev
        mouse.move(*points[0])
        mouse.down(button=button)
        for point in points[1:]:
            mouse.move(*point, steps=4)
        mouse.up(button=button)
        return before

    def draw(self, cells, button="left"):
        before = self.drag([self.cell(*cell) for cell in cells], button)
        return self.wait_stroke(before)

    def click(self, row, column, **options):
        self.page.mouse.click(*self.cell(row, column), **options)
        return self.settled()

    # Fingers

    def fingers(self):
        # One session for all: where one ends, the browser may drop the next touch.
        if self.glass is None:
            self.glass = self.page.context.new_cdp_session(self.page)
        return Fingers(self.glass)

    def tap(self, row, column):
        with self.fingers() as fingers:
            fingers.down(self.cell(row, column))
            fingers.up()
        return self.settled()

    # Reading

    def readable(self, scheme="light"):
        """What cannot be read on the page as it stands: nothing, if all is well."""
        script = CHECKS.read_text(encoding="utf-8").replace("MINIMUM", "11").replace(
            "LEAST)", "4.5)")
        # It looks at bodies as films draw them; letters of small pictures are marks.
        found = self.page.evaluate(script)
        return {kind: [place for place in places] for kind, places in found.items() if places}

    def sideways(self):
        return self.page.evaluate(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def level_file(self, name):
        return self.folder / "levels" / f"{name}.json"

    def saved(self, name):
        return json.loads(self.level_file(name).read_text(encoding="utf-8"))


class Fingers:
    """Fingers on the glass, through the browser's own protocol."""

    def __init__(self, session):
        self.session = session
        self.at = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for finger in list(self.at):
            self.up(finger)

    def _send(self, kind):
        self.session.send("Input.dispatchTouchEvent", {
            "type": kind,
            "touchPoints": [{"x": x, "y": y, "id": id} for id, (x, y) in self.at.items()]})

    def down(self, point, finger=0):
        self.at[finger] = point
        self._send("touchStart")

    def move(self, point, finger=0, steps=4):
        x, y = self.at[finger]
        for step in range(1, steps + 1):
            share = step / steps
            self.at[finger] = (x + (point[0] - x) * share, y + (point[1] - y) * share)
            self._send("touchMove")

    def up(self, finger=0):
        del self.at[finger]
        self._send("touchEnd")
