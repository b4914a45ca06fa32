"""What the tests of the studio's page share: the program, the browser, and what fails every test."""

import os
import pathlib
import shutil
import subprocess
import tempfile

import pytest
from playwright.sync_api import sync_playwright

from studio import Studio

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("PLAYTEST", str(ROOT / ".build/debug/playtest"))
# While the page is written: its files are served from a folder, and no build is needed.
PAGES = os.environ.get("PLAYTEST_PAGES")
SHOTS = ROOT / "Reports/shots/failed"


@pytest.fixture(scope="session")
def program():
    return PROGRAM


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or "/usr/bin/chromium",
            args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def folder():
    """An empty workspace."""
    with tempfile.TemporaryDirectory(prefix="studio-") as path:
        yield pathlib.Path(path)


@pytest.fixture
def options():
    """What the studio is started with besides; a test parametrizes it."""
    return []


@pytest.fixture
def server(program, folder, options):
    """A studio in an empty workspace: its process and address."""
    process = subprocess.Popen(
        [program, "studio", str(folder), "--no-open", *options,
         *(["--pages", PAGES] if PAGES else [])],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    address = process.stdout.readline().strip()
    assert address.startswith("http://127.0.0.1:"), address
    process.address = address
    yield process
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@pytest.fixture
def open_studio(browser, server, folder, request):
    """Opens the studio in a window; `width`, `scheme` and `touch` say which one."""
    opened = []

    def open_window(width=1440, scheme="light", touch=False, motion="reduce", path=""):
        context = browser.new_context(
            viewport={"width": width, "height": 844 if width < 600 else 900}, color_scheme=scheme,
            reduced_motion=motion, has_touch=touch, is_mobile=touch)
        context.set_default_timeout(20_000)
        page = context.new_page()
        studio = Studio(page, server.address, folder)
        opened.append((context, studio))
        studio.open(path)
        return studio

    yield open_window
    failed = getattr(request.node, "failed", False)
    for number, (context, studio) in enumerate(opened):
        if failed:
            SHOTS.mkdir(parents=True, exist_ok=True)
            studio.page.screenshot(path=SHOTS / f"{request.node.name}-{number}.png")
        complaints = studio.complaints
        context.close()
        assert complaints == [], f"the browser complains: {complaints}"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    if call.when == "call" and outcome.get_result().failed:
        item.failed = True
