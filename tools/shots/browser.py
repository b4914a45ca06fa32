"""A headless Chromium that is driven over a pipe: the DevTools protocol without a library."""

import base64
import json
import os
import select
import subprocess
import tempfile
import time


class BrowserError(Exception):
    """What went wrong between this program and the browser."""


class Browser:
    """One Chromium with one page; use it in a `with` statement."""

    def __init__(self, program="chromium", patience=60):
        self.patience = patience
        self.number = 0
        self.events = []
        self.rest = b""
        to_read, self.to_browser = os.pipe()
        self.from_browser, to_write = os.pipe()
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        command = [
            program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run",
            "--force-color-profile=srgb", "--remote-debugging-pipe",
            f"--user-data-dir={self.profile.name}", "about:blank",
        ]

        def pipes():
            # The browser reads commands from 3 and writes answers to 4.
            read, write = os.dup(to_read), os.dup(to_write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        try:
            self.process = subprocess.Popen(
                command, preexec_fn=pipes, close_fds=False, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except FileNotFoundError:
            raise BrowserError(f"there is no {program}; install Debian's package chromium")
        os.close(to_read)
        os.close(to_write)
        targets = self.call("Target.getTargets", session=None)["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.call(
            "Target.attachToTarget", session=None, targetId=page["targetId"], flatten=True
        )["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.profile.cleanup()

    # The protocol

    def call(self, method, session="own", **parameters):
        """Sends a command and waits for its answer; events on the way are kept."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session == "own":
            message["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == message["id"]:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def message(self):
        limit = time.monotonic() + self.patience
        while b"\0" not in self.rest:
            left = limit - time.monotonic()
            if left <= 0 or not select.select([self.from_browser], [], [], left)[0]:
                raise BrowserError(f"the browser did not answer within {self.patience} s")
            piece = os.read(self.from_browser, 1 << 20)
            if not piece:
                raise BrowserError("the browser has gone")
            self.rest += piece
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def wait(self, event):
        """Waits for an event that has not been taken yet."""
        while not any(entry.get("method") == event for entry in self.events):
            self.events.append(self.message())

    # Pages

    def show(self, path, width, height, scheme, motion="no-preference", media=""):
        """Opens a file in a window of this size; `scheme` is light or dark."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
            mobile=width < 600)
        self.call(
            "Emulation.setEmulatedMedia", media=media,
            features=[
                {"name": "prefers-color-scheme", "value": scheme},
                {"name": "prefers-reduced-motion", "value": motion},
            ])
        self.events = []
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        self.wait("Page.loadEventFired")

    def run(self, script):
        """The value of a JavaScript expression; promises are awaited."""
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            text = details.get("exception", {}).get("description", details["text"])
            raise BrowserError(f"the script failed: {text}")
        return answer["result"].get("value")

    def picture(self, path, height=None):
        """Saves the whole page, or its first pixels."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        tall = min(size["height"], height or 15000)
        data = self.call(
            "Page.captureScreenshot", format="png", captureBeyondViewport=True,
            clip={"x": 0, "y": 0, "width": size["width"], "height": tall, "scale": 1})["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """Console errors, uncaught exceptions and requests other than the page, since `show`."""
        found = []
        for event in self.events:
            details = event.get("params", {})
            method = event.get("method")
            if method == "Runtime.exceptionThrown":
                error = details["exceptionDetails"]
                words = error.get("exception", {}).get("description", error["text"])
                found.append(f"uncaught: {words}")
            elif method == "Runtime.consoleAPICalled" and details["type"] in ("error", "warning"):
                words = " ".join(str(part.get("value", "")) for part in details["args"])
                found.append(f"console {details['type']}: {words}")
            elif method == "Log.entryAdded" and details["entry"]["level"] in ("error", "warning"):
                found.append(f"log {details['entry']['level']}: {details['entry']['text']}")
            elif method == "Network.requestWillBeSent":
                url = details["request"]["url"]
                if details.get("type") != "Document" and not url.startswith("data:"):
                    found.append(f"request: {url[:120]}")
        return found
