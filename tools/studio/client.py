"""A studio that was started for a test, and tabs that speak to it as its page does."""

import base64
import json
import os
import re
import signal
import socket
import struct
import subprocess
import time
import urllib.request


class Refused(Exception):
    """An answer that refuses a request."""

    def __init__(self, error):
        super().__init__(error.get("message", ""))
        self.code = error.get("code", "")


class Studio:
    """A running `playtest studio`."""

    def __init__(self, program, folder, *options, before=()):
        self.folder = folder
        begin = time.monotonic()
        self.process = subprocess.Popen(
            [*before, program, "studio", folder, "--no-open", *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        self.start_seconds = time.monotonic() - begin
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#token=([0-9a-f]{32})", self.address)
        if not found:
            self.process.kill()
            raise AssertionError("no address: " + self.address + self.process.stderr.read())
        self.port = int(found[1])
        self.token = found[2]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()

    def get(self, path):
        """The body of an answer."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", headers={"X-Playtest-Token": self.token})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read()

    def levels(self):
        """The cards of the gallery."""
        return json.loads(self.get("/api/levels"))["levels"]

    def tab(self):
        return Tab(self)

    def memory(self):
        """The resident memory in MB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self, number=signal.SIGINT):
        """Sends a signal; the exit code and the seconds that it took."""
        begin = time.monotonic()
        self.process.send_signal(number)
        code = self.process.wait(timeout=30)
        return code, time.monotonic() - begin


class Tab:
    """A socket that has entered."""

    def __init__(self, studio):
        self.studio = studio
        self.number = 0
        self.strokes = 0
        self.events = []
        self.buffer = b""
        host = f"127.0.0.1:{studio.port}"
        self.socket = socket.create_connection(("127.0.0.1", studio.port), timeout=120)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            (f"GET /api/live HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
             "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
             f"Sec-WebSocket-Key: {key}\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            self._read()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if not head.startswith(b"HTTP/1.1 101"):
            raise AssertionError(head.decode())
        page = studio.get("/").decode()
        version = re.search(r'data-version="([^"]+)"', page)[1]
        self.workspace = self.ask("enter", token=studio.token, version=version)

    def close(self):
        self.socket.close()

    # Frames

    def _read(self):
        data = self.socket.recv(1 << 16)
        if not data:
            raise ConnectionError("the studio has closed the socket")
        self.buffer += data

    def _take(self, count):
        while len(self.buffer) < count:
            self._read()
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def _send(self, opcode, payload):
        size = len(payload)
        head = bytes([0x80 | opcode])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 1 << 16:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        # The server demands a mask and does not care which.
        self.socket.sendall(head + b"\0\0\0\0" + payload)

    def receive(self):
        """The next message."""
        while True:
            first, second = self._take(2)
            size = second & 127
            if size == 126:
                size = struct.unpack(">H", self._take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self._take(8))[0]
            payload = self._take(size)
            if first & 15 == 9:
                self._send(10, payload)
            elif first & 15 == 8:
                raise ConnectionError("the studio has closed the socket")
            elif first & 15 == 1:
                return json.loads(payload)

    # Requests

    def send(self, verb, **fields):
        """Sends a request without waiting; its number."""
        self.number += 1
        message = json.dumps({"n": self.number, "do": verb, **fields})
        self._send(1, message.encode())
        return self.number

    def answer(self, number):
        """The answer to a request; events that come before it are kept."""
        while True:
            message = self.receive()
            if message.get("re") == number:
                if "error" in message:
                    raise Refused(message["error"])
                return message["ok"]
            if "ev" in message:
                self.events.append(message)

    def ask(self, verb, **fields):
        return self.answer(self.send(verb, **fields))

    def event(self, name, wanted=lambda event: True):
        """The next event of a name that is wanted; those before it are dropped."""
        while True:
            message = self.events.pop(0) if self.events else self.receive()
            if message.get("ev") == name and wanted(message):
                return message

    def forget(self):
        """Drops the events that have come."""
        self.events.clear()

    # Levels

    def open(self, name):
        """Opens a level by its name."""
        for card in self.studio.levels():
            if card["name"] == name and not card.get("problem"):
                return self.ask("open", level=card["level"])
        raise AssertionError(f"no level {name}")

    def gesture(self, doc, rev=0, **action):
        """A gesture that is a stroke of its own."""
        self.strokes += 1
        return self.ask("gesture", doc=doc, rev=rev, stroke=self.strokes, last=True, **action)

    def set(self, doc, field, value):
        return self.gesture(doc, set={"field": field, "value": str(value)})

    def figures(self, doc, players=("novice", "casual", "skilled"), games=200, rev=None):
        """The final figures of the level as it is."""
        self.forget()
        self.ask("look", doc=doc, players=list(players), games=games)
        return self.event(
            "figures", lambda event: event["doc"] == doc and event.get("final")
            and not event.get("fresh") and (rev is None or event["rev"] >= rev))
