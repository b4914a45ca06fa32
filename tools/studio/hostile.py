#!/usr/bin/env python3
"""Hostile bytes against a running `playtest studio`: each is refused, and the next request answered.

    tools/studio/hostile.py PLAYTEST [--times]

Sends every shape on a connection of its own, then asks for a page; at the end the memory must be what
it was and SIGTERM must end the program within 2 s. With --times, for a release program on an idle
machine, each next request must also be answered within 50 ms. Takes about a minute: the server waits a
second for the end of some sockets, and there are 20,000 connections. Exits with 1 where something is
amiss.
"""

import json
import os
import re
import signal
import socket
import struct
import sys
import time

from client import Refused
from workspace import Workspace

#: Seconds until a client gives up; more than all deadlines of the server that matter here.
PATIENCE = 12
#: Seconds in which the next request is to be answered, with --times.
NEXT = 0.05
#: MB that all shapes together may leave.
GROWTH = 12
#: Connections in turn, each of which says nothing.
CROWD = 10_000

GET = "GET /api/levels HTTP/1.1\r\nHost: HOST\r\nX-Playtest-Token: TOKEN\r\n"
POST = ("POST /api/enter HTTP/1.1\r\nHost: HOST\r\nX-Playtest-Token: TOKEN\r\n"
        "Content-Type: application/json\r\n")
CLOSED = GET + "Connection: close\r\n\r\n"
SHAKE = ("GET /api/live HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nConnection: Upgrade\r\n"
         "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")

#: Requests, and the statuses of all answers until the server closes the connection.
SHAPES = [
    ("two spaces after the method", "GET  / HTTP/1.1\r\nHost: HOST\r\n\r\n", [400]),
    ("two spaces before the version", "GET /  HTTP/1.1\r\nHost: HOST\r\n\r\n", [400]),
    ("three spaces in a later request",
     GET + "\r\nGET /   HTTP/1.1\r\nHost: HOST\r\n\r\n", [200, 400]),
    ("a tab after the method", "GET\t/ HTTP/1.1\r\nHost: HOST\r\n\r\n", [400]),
    ("a tab before the version", "GET /\tHTTP/1.1\r\nHost: HOST\r\n\r\n", [400]),
    ("a form feed before the version", "GET /\x0cHTTP/1.1\r\nHost: HOST\r\n\r\n", [400]),
    ("a space behind the version", "GET / HTTP/1.1 \r\nHost: HOST\r\n\r\n", [400]),
    ("a space before the method", " GET / HTTP/1.1\r\nHost: HOST\r\n\r\n", [400]),
    ("an empty line first", "\r\nGET / HTTP/1.1\r\nHost: HOST\r\n\r\n", [400]),
    ("a bare line feed first", "\nGET / HTTP/1.1\r\nHost: HOST\r\n\r\n", [400]),
    ("many empty lines", "\r\n" * 100_000, [400]),
    ("two carriage returns", "GET / HTTP/1.1\r\r\nHost: HOST\r\n\r\n", [400]),
    ("a bare line feed after the fields", "GET / HTTP/1.1\r\nHost: HOST\n\r\n", [400]),
    ("a bare line feed at the end", "GET / HTTP/1.1\r\nHost: HOST\r\n\n", [400]),
    ("a byte order mark", "\ufeffGET / HTTP/1.1\r\nHost: HOST\r\n\r\n", [400]),
    ("a version with more digits", "GET / HTTP/1.10\r\nHost: HOST\r\n\r\n", [400]),
    ("a version with leading zeros", "GET / HTTP/01.1\r\nHost: HOST\r\n\r\n", [400]),
    ("a version of another protocol", "GET / RTSP/1.1\r\nHost: HOST\r\n\r\n", [400]),
    ("a version of ICE", "SOURCE / ICE/1.0\r\nHost: HOST\r\n\r\n", [400]),
    ("a method of Subversion", "MKACTIVITY / HTTP/1.1\r\nHost: HOST\r\n\r\n", [405]),
    ("a method of RTSP", "DESCRIBE / HTTP/1.1\r\nHost: HOST\r\n\r\n", [400]),
    ("a target with other letters", "GET /\u00e4 HTTP/1.1\r\nHost: HOST\r\n\r\n", [400]),
    ("a target that turns the text", "GET /\u202eslevel HTTP/1.1\r\nHost: HOST\r\n\r\n", [400]),
    ("a target of a mail", "GET mailto:a@HOST HTTP/1.1\r\nHost: HOST\r\n\r\n", [400]),
    ("a target with a fragment", "GET /#token=TOKEN HTTP/1.1\r\nHost: HOST\r\n"
     "Connection: close\r\n\r\n", [404]),
    ("bytes behind a last request", CLOSED + "hello", [200]),
    ("a request behind a last request", CLOSED + CLOSED, [200]),
    ("many bytes behind a last request", CLOSED + "x" * 3_000_000, [200]),
    ("a last request among others", GET + "Connection: keep-alive, close\r\n\r\n" + CLOSED, [200]),
    ("a body behind a GET of length 0", GET + "Content-Length: 0\r\n\r\n{}", [200, 400]),
    ("more than the length says", POST + "Content-Length: 2\r\n\r\n{}{}", [400, 400]),
    ("a length with spaces inside", POST + "Content-Length: 2 2\r\n\r\n{}", [400]),
    ("a length with an underscore", POST + "Content-Length: 1_0\r\n\r\n{}", [400]),
    ("a length in many zeros", POST + f"Content-Length: {'0' * 500}2\r\n\r\n{{}}", [400]),
    ("a length that a sum hides", POST + "Content-Length: 2;2\r\n\r\n{}", [400]),
    ("a length by another name", POST + "Content_Length: 2\r\n\r\n{}", [411]),
    ("a coding that is empty", POST + "Transfer-Encoding: \r\n\r\n0\r\n\r\n", [411]),
    ("a coding behind a vertical tab", POST + "Transfer-Encoding: \x0bchunked\r\n\r\n", [400]),
    ("a coding named identity", POST + "Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\n{}",
     [400]),
    ("trailers", POST + "Trailer: Host\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nHost: a\r\n\r\n",
     [411]),
    ("a host behind a tab", "GET / HTTP/1.1\r\nHost:\tevil.example\r\n\r\n", [421]),
    ("a host in full width", "GET / HTTP/1.1\r\nHost: \uff11\uff12\uff17.0.0.1:80\r\n\r\n", [421]),
    ("a host forwarded", "GET / HTTP/1.1\r\nX-Forwarded-Host: HOST\r\nHost: evil.example\r\n\r\n",
     [421]),
    ("an origin of TLS", GET + "Origin: https://HOST\r\n\r\n", [403]),
    ("an origin with a path", GET + "Origin: http://HOST/\r\n\r\n", [403]),
    ("an origin of a file", GET + "Origin: file://\r\n\r\n", [403]),
    ("an origin of an extension", GET + "Origin: chrome-extension://abcdef\r\n\r\n", [403]),
    ("a token in capitals", "GET /api/levels HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n"
     "X-Playtest-Token: CAPITALS\r\n\r\n", [401]),
    ("half a token", "GET /api/levels HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n"
     "X-Playtest-Token: HALF\r\n\r\n", [401]),
    ("an override of the method", GET + "X-HTTP-Method-Override: DELETE\r\nConnection: close\r\n\r\n",
     [200]),
    ("a range", "GET / HTTP/1.1\r\nHost: HOST\r\nRange: bytes=0-0,1-1,2-2\r\nConnection: close\r\n\r\n",
     [200]),
    ("a socket of another version", SHAKE.replace(": 13", ": 13, 8"), [426]),
    ("a socket with a short key", SHAKE.replace("dGhlIHNhbXBsZSBub25jZQ==", "dGhl"), [400]),
    ("a socket to be closed", SHAKE.replace(": Upgrade", ": close"), [426]),
    ("a socket and HTTP/2", SHAKE.replace(": websocket", ": websocket, h2c"), [426]),
    ("a body that is a JSON bomb", POST + "Content-Length: 200000\r\nConnection: close\r\n\r\n"
     + "[" * 200_000, [400]),
]


def frame(opcode, payload=b"", first=None, mask=True, size=None):
    """A frame of a client; `size` is a length field of one's own."""
    count = size if size is not None else (
        bytes([len(payload)]) if len(payload) < 126
        else b"\x7e" + struct.pack(">H", len(payload)) if len(payload) < 65_536
        else b"\x7f" + struct.pack(">Q", len(payload)))
    if mask:
        count = bytes([count[0] | 0x80]) + count[1:]
    head = bytes([first if first is not None else 0x80 | opcode]) + count
    return head + (b"\0\0\0\0" if mask else b"") + payload


def message(number, verb, **fields):
    return frame(1, json.dumps({"n": number, "do": verb, **fields}).encode())


#: Frames of a client that has not entered; the socket is to be closed by the server.
FRAMES = [
    ("a frame without a mask", frame(1, b"{}", mask=False)),
    ("an opcode that is reserved", frame(3, b"{}")),
    ("a control opcode that is reserved", frame(11, b"")),
    ("a bit that is reserved", frame(1, b"{}", first=0xC1)),
    ("a binary message", frame(2, b"\0\1\2")),
    ("a continuation of nothing", frame(0, b"{}")),
    ("a ping of 126 bytes", frame(9, b"a" * 126)),
    ("a ping in fragments", frame(9, b"a", first=0x09)),
    ("a length with its highest bit", frame(1, b"", size=b"\x7f" + b"\xff" * 8)),
    ("a length of 4 GB", frame(1, b"", size=b"\x7f" + struct.pack(">Q", 1 << 32))),
    ("a length that is not the shortest", frame(1, b"{}", size=b"\x7e\0\2")),
    ("a text that is not UTF-8", frame(1, b"\xff\xfe{}")),
    ("an empty message", frame(1, b"")),
    ("a deep message", frame(1, b"[" * 900_000)),
    ("a thousand fragments", frame(1, b"{", first=0x01) + frame(0, b"", first=0x00) * 1_000),
    ("a message in a message", frame(1, b"{", first=0x01) + frame(1, b"{}")),
    ("a request without a token", message(1, "undo", doc=1)),
    ("a wrong token", message(1, "enter", token="0" * 32, version="a")),
    ("a token that is a list", message(1, "enter", token=["a"], version="a")),
    ("a close with half a code", frame(8, b"\3")),
    ("100,000 pings", frame(9, b"a") * 100_000 + frame(8)),
]

#: Names that nothing may have, in `new`, `save` and `rename`.
NAMES = ["\u202ereversed", "a\u202d", "a\u2066b", "a\u2069", "\u200fa", "a\u200eb", "a\u061cb",
         "a\nb", "a\0b", "a\x1b[2Jb", "a\u2028b", " ", "\u3000"]

#: Names that look like places of files.
PATHS = ["../../evil", "/etc/evil", "C:\\evil", "..", ".", "con", "a/b", "\U0001f3c6" * 200, "-rf",
         "~", "$(id)", "%00", "a" * 200]


class Site:
    """A running studio, and what is asked of it."""

    def __init__(self, studio, timed):
        self.studio = studio
        self.host = f"127.0.0.1:{studio.port}"
        self.timed = timed
        self.amiss = []
        #: Seconds of all next requests.
        self.seconds = []

    def bytes(self, text):
        token = self.studio.token
        for word, value in (("HOST", self.host), ("TOKEN", token),
                            ("CAPITALS", token.upper() + "A"), ("HALF", token[:16])):
            text = text.replace(word, value)
        return text.encode()

    def exchange(self, data, ends=False):
        """Everything that comes back until the server closes the connection."""
        with socket.create_connection(("127.0.0.1", self.studio.port), timeout=PATIENCE) as client:
            try:
                client.sendall(data)
                if ends:
                    client.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            answer = b""
            try:
                while chunk := client.recv(1 << 16):
                    answer += chunk
            except TimeoutError:
                return answer, "stays open"
            except OSError:
                return answer, "reset"
            return answer, "closed"

    def complain(self, name, words):
        self.amiss.append(f"{name}: {words}")
        print(f"  {name}: {words}", flush=True)

    def expect_next(self, name):
        begin = time.monotonic()
        answer, _ = self.exchange(self.bytes(
            "GET / HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n"))
        seconds = time.monotonic() - begin
        self.seconds.append(seconds)
        if not answer.startswith(b"HTTP/1.1 200"):
            self.complain(name, f"the next request is not answered: {answer[:60]!r}")
        if self.timed and seconds > NEXT:
            self.complain(name, f"the next request took {1000 * seconds:.0f} ms")


def check_requests(site):
    for name, text, wanted in SHAPES:
        answer, end = site.exchange(site.bytes(text))
        found = [int(code) for code in re.findall(rb"HTTP/1\.1 (\d{3})", answer)]
        if found != wanted or end != "closed":
            site.complain(name, f"{found} and {end}, not {wanted}")
        site.expect_next(name)


def check_frames(site):
    for name, frames in FRAMES:
        answer, end = site.exchange(site.bytes(SHAKE) + frames)
        if not answer.startswith(b"HTTP/1.1 101") or end == "stays open":
            site.complain(name, f"{answer[:40]!r} and {end}")
        if b'"ok"' in answer:
            site.complain(name, "was answered as if it had entered")
        site.expect_next(name)


def check_names(site, folder):
    """Names that nobody can read are refused; others lead to no file outside of the workspace."""
    tab = site.studio.tab()
    doc = tab.open("Candy Stripes")["doc"]
    for name in NAMES:
        value = {"field": "name", "value": name}
        for verb, fields in (("open", {"new": {"game": "bubble-blast", "name": name}}),
                             ("save", {"doc": doc, "as": name}),
                             ("rename", {"doc": doc, "name": name}),
                             ("gesture", {"doc": doc, "rev": 0, "stroke": 1, "last": True,
                                          "set": value})):
            try:
                tab.ask(verb, **fields)
                site.complain(f"{verb} with the name {name!r}", "was taken")
            except Refused as refused:
                if re.search("[\u200e\u200f\u202a-\u202e\u2066-\u2069\x00-\x1f]", str(refused)):
                    site.complain(f"{verb} with the name {name!r}", "is repeated as it is")
    parent = os.path.dirname(folder)
    for name in PATHS:
        before = set(os.listdir(parent))
        try:
            doc = tab.ask("open", new={"game": "bubble-blast", "name": name})["doc"]
            tab.ask("save", doc=doc)
            # Only so many levels are open at the same time.
            tab.ask("look", doc=doc, players=[], games=0)
        except Refused:
            pass
        added = [one for one in set(os.listdir(parent)) - before if not one.startswith("studio-")]
        if added:
            site.complain(f"the name {name!r}", f"{added} lie outside")
    tab.close()
    for path, _, names in os.walk(folder):
        for one in names:
            if not re.fullmatch(r"[\w.-]+", one):
                site.complain("a file's name", f"{path}/{one!r}")
    site.expect_next("names")


def check_crowds(site):
    """Connections that say nothing, or half of something, keep nobody out."""
    for name, text in (("silent connections", ""), ("half requests", "GET / HT"),
                       ("half fields", "GET / HTTP/1.1\r\nHost: HOST\r\nA: ")):
        crowd = []
        for _ in range(200):
            client = socket.create_connection(("127.0.0.1", site.studio.port), timeout=PATIENCE)
            try:
                client.sendall(site.bytes(text))
            except OSError:
                pass
            crowd.append(client)
        site.expect_next(name)
        for client in crowd:
            client.close()
        site.expect_next(name + ", gone")
    for number in range(CROWD):
        socket.create_connection(("127.0.0.1", site.studio.port), timeout=PATIENCE).close()
        # Others are served meanwhile.
        if number % 500 == 499:
            site.expect_next(f"{number + 1} connections in turn")


def part(name, body):
    """Does a part of the checks, and says how long it took."""
    begin = time.monotonic()
    body()
    print(f"  {name}: {time.monotonic() - begin:.1f} s", flush=True)


def main(words):
    timed = "--times" in words
    words = [word for word in words if word != "--times"]
    if len(words) != 1 or not os.access(words[0], os.X_OK):
        print("usage: hostile.py PLAYTEST [--times]", file=sys.stderr)
        return 64
    with Workspace(os.path.realpath(words[0])) as place, place.studio() as studio:
        site = Site(studio, timed)
        site.expect_next("the start")
        shapes = (("requests", lambda: check_requests(site)), ("frames", lambda: check_frames(site)),
                  ("crowds", lambda: check_crowds(site)))
        for name, body in shapes:
            part(name, body)
        part("names", lambda: check_names(site, place.folder))
        before = studio.memory()
        for name, body in shapes:
            part(f"{name} again", body)
        growth = studio.memory() - before
        if growth > GROWTH:
            site.complain("memory", f"grew by {growth:.1f} MB")
        code, seconds = studio.end(signal.SIGTERM)
        if code != 143 or seconds > 2:
            site.complain("SIGTERM", f"ended with {code} after {seconds:.1f} s")
    count = len(SHAPES) + len(FRAMES) + len(NAMES)
    middle, late, last = (1000 * sorted(site.seconds)[round(share * (len(site.seconds) - 1))]
                          for share in (0.5, 0.95, 1))
    print(f"{count} shapes: {len(site.amiss)} amiss; {len(site.seconds)} next requests after {middle:.1f} "
          f"ms (median), {late:.1f} (p95), {last:.1f} (maximum); memory {before:.0f} MB and {growth:+.1f}; "
          f"end after {seconds:.2f} s")
    return 1 if site.amiss else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
