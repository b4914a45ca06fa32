#!/usr/bin/env python3
"""Takes the pictures of docs/studio.md: every screen of the studio, at 390 and 1,440 pixels, light
and dark.

usage: studio.py PROGRAM [DIR]

Needs Debian's chromium and pngquant, and the packages of Tests/StudioPages/requirements.txt.
"""

import pathlib
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/StudioPages"))
from studio import Studio  # noqa: E402

WINDOWS = [(1440, 900), (390, 844)]
SCHEMES = ["light", "dark"]
# Bytes of a picture.
MOST = 150_000


class Shots:
    def __init__(self, studio, out, name):
        self.studio = studio
        self.out = out
        self.name = name

    def take(self, screen):
        path = self.out / f"{screen}-{self.name}.png"
        self.studio.page.screenshot(path=path)
        subprocess.run(["pngquant", "--force", "--skip-if-larger", "--speed", "1", "--strip",
                        "--output", path, "128", path], check=False)
        size = path.stat().st_size
        print(f"{path}: {size} bytes", flush=True)
        if size > MOST:
            sys.exit(f"studio.py: {path} has {size} bytes, more than {MOST}")


def prepare(studio):
    """A level of one's own with versions, once for all windows."""
    studio.new_level("Two Rows")
    for row, colour in enumerate(["red", "blue"]):
        studio.tool(colour)
        studio.draw([(row, 0), (row, 11 - row)])
    shots = studio.page.locator("#field-shots")
    shots.fill("9")
    shots.press("Enter")
    studio.settled()
    studio.page.locator("#save").click()
    studio.page.wait_for_selector('.editor[data-saved="true"]')
    studio.tool("orange")
    studio.draw([(2, 2), (2, 9)])
    studio.page.locator("#save").click()
    studio.page.wait_for_selector('.editor[data-saved="true"]')
    studio.levels()


def empty(_, shots, _is_phone):
    shots.take("empty")


def look(studio, shots, is_phone):
    page = studio.page
    page.wait_for_selector(".gallery[data-rated]")
    shots.take("levels")

    studio.open_level("Two Rows")
    if page.locator("#set-target").is_visible():
        page.locator("#set-target").click()
    studio.page.locator("#field-shots").fill("8")
    studio.page.locator("#field-shots").press("Enter")
    studio.settled()
    studio.figures()
    page.wait_for_selector("[data-player=casual] .change", state="attached")
    page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
    shots.take("bubbles")
    if is_phone:
        page.locator(".fold").click()
        shots.take("figures")
        page.locator(".fold").click()
    studio.menu("revert")
    studio.settled()

    studio.menu("versions")
    page.wait_for_selector(".versions[data-versions]")
    page.get_by_role("button", name="Compare with now").first.click()
    page.wait_for_selector(".comparison[data-version]")
    shots.take("versions")
    page.get_by_role("button", name="Back to the editor").click()
    play(studio, shots)
    watch(studio, shots)
    studio.levels()

    studio.open_level("Garden Gate")
    studio.figures()
    page.mouse.click(*studio.spot(140, 470))
    page.locator(".objects").wait_for()
    page.evaluate("() => scrollTo(0, 0)")
    shots.take("pegs")
    studio.levels()

    studio.open_level("Classic")
    page.wait_for_selector(".deal svg")
    studio.figures()
    shots.take("rules")
    studio.levels()

    page.locator("#help-button").click()
    shots.take("keys")
    studio.answer("Close")


def play(studio, shots):
    """The level in the editor, with a way aimed at."""
    page = studio.page
    page.evaluate("() => localStorage.setItem('player', 'Ann')")
    page.locator("#play").click()
    page.wait_for_selector(".play[data-stage=playing]")
    box = page.locator("#game").bounding_box()
    place = (box["x"] + box["width"] * 0.35, box["y"] + box["height"] * 0.3)
    if page.locator(".aim-first input").is_checked():
        page.touchscreen.tap(*place)
    else:
        page.mouse.move(*place)
    page.wait_for_selector(".aim .way")
    page.evaluate("() => scrollTo(0, 0)")
    shots.take("play")
    page.locator("#back").click()
    page.wait_for_selector(".editor:not(.play)")


def watch(studio, shots):
    page = studio.page
    studio.menu("watch")
    page.wait_for_selector(".watch svg")
    for _ in range(3):
        page.get_by_role("button", name="Forward").click()
    page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
    shots.take("watch")
    page.get_by_role("button", name="Back to the editor").click()
    page.wait_for_selector(".editor:not(.play)")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: studio.py PROGRAM [DIR]")
    out = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else ROOT / "docs/studio"
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="studio-") as parent:
        # The page's bar shows the folder's name.
        folder = pathlib.Path(parent) / "my-pack"
        folder.mkdir()
        server = subprocess.Popen([pathlib.Path(sys.argv[1]).resolve(), "studio", "--no-open"],
                                  cwd=folder, stdout=subprocess.PIPE, text=True)
        try:
            address = server.stdout.readline().strip()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path="/usr/bin/chromium", args=["--no-sandbox"])
                windows = [(size, scheme) for size in WINDOWS for scheme in SCHEMES]
                # First the empty folder, then one with a level.
                for screens in (empty, look):
                    for (width, height), scheme in windows:
                        context = browser.new_context(
                            viewport={"width": width, "height": height}, color_scheme=scheme,
                            reduced_motion="reduce", has_touch=width < 600, is_mobile=width < 600)
                        context.set_default_timeout(60_000)
                        studio = Studio(context.new_page(), address, folder)
                        studio.open()
                        studio.page.wait_for_selector(".gallery[data-rated]")
                        if screens is look and (width, scheme) == (WINDOWS[0][0], SCHEMES[0]):
                            prepare(studio)
                        screens(studio, Shots(studio, out, f"{width}-{scheme}"), width < 600)
                        context.close()
                browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
