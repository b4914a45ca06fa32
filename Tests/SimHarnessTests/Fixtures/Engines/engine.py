"""A small engine for tests; its argument names a fault that it has, or `none`.

The game: walk `size` steps by 1 to 3 at a time. Each step turns up the next of the hidden cards, whose
value counts.
"""
import json
import os
import signal
import subprocess
import sys
import time

FAULT = sys.argv[1] if len(sys.argv) > 1 else "none"
MASK = (1 << 64) - 1


def bits(key, k):
    z = (key + (k + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class Refused(Exception):
    def __init__(self, kind, message, field=None):
        super().__init__(message)
        self.kind, self.field = kind, field


levels = {}
states = {}
started = 0
answered = 0

CAN = ["copy", "imagine", "try", "picture", "save", "view"]
if FAULT == "no-copy":
    CAN = ["imagine", "picture"]
if FAULT == "no-try":
    CAN.remove("try")
if FAULT in ("odd-hash", "no-hash", "one-hash"):
    CAN.append("hash")
HELLO = {
    "version": 2 if FAULT == "version" else 1,
    "engine": {"name": "steps", "version": "2.0" if FAULT == "newer" else "1.0"},
    "can": CAN,
    "game": {
        "name": "steps", "summary": "Walk to the end.",
        "fields": [
            {"name": "size", "kind": "whole", "min": 5, "max": 40, "default": 12, "unit": "steps"},
            {"name": "target", "kind": "whole", "min": 0, "max": 99, "default": 25}],
        "move": [["steps", 1, 3]], "events": {"card": "cards turned up"},
        "metrics": [{"name": "walked", "unit": "steps", "summary": "steps walked"}],
        "reasons": ["poor", "very poor"],
        "hidden": "imagine"},
}
if FAULT == "odd-version":
    HELLO["engine"]["version"] = 7
if FAULT == "null-version":
    HELLO["engine"]["version"] = None
if FAULT == "no-version":
    del HELLO["engine"]["version"]
if FAULT == "odd-engine":
    HELLO["engine"] = "steps"
if FAULT == "null-engine":
    HELLO["engine"] = None
if FAULT == "odd-hidden":
    HELLO["game"]["hidden"] = [["deck"]]
if FAULT in ("hides-nothing", "shows-nothing"):
    HELLO["game"]["hidden"] = "none"
    CAN.remove("imagine")
if FAULT == "shows-nothing":
    CAN.remove("view")
    CAN.remove("picture")
if FAULT == "no-hidden":
    del HELLO["game"]["hidden"]
if FAULT == "bad-move":
    HELLO["game"]["move"] = [["steps", 3, 1]]
if FAULT == "no-moves":
    del HELLO["game"]["move"]
if FAULT == "bare-moves":
    HELLO["game"]["move"] = [["steps", 1]]
if FAULT == "for-two":
    HELLO["game"].update(players=2, own=["hands"])


def moves(s):
    return [] if s["at"] >= s["size"] else [1, 2, 3]


def look(s, events=()):
    answer = {"score": s["score"], "moves": moves(s)}
    if s["at"] >= s["size"]:
        answer["end"] = "won" if s["score"] >= s["target"] else "lost"
        if answer["end"] == "lost":
            answer["reason"] = "poor" if s["score"] > 0 else "very poor"
    if events:
        answer["events"] = [["card", value] for value in events]
    if FAULT == "out-of-range" and s["turn"] == 2:
        answer["moves"] = [1, 7]
    if FAULT == "many-moves" and s["turn"] == 2:
        answer["moves"] = [1] * 200000
    if FAULT == "big-score" and s["turn"] == 2:
        answer["score"] = 10**16
    if FAULT == "half-score" and s["turn"] == 2:
        answer["score"] = 1.5
    if FAULT == "some-nan" and s["turn"] == 2 and bits(s["key"], 99) % 8 == 0:
        answer["worth"] = float("nan")
    if FAULT == "nan" and s["turn"] == 2:
        answer["worth"] = float("nan")
    if FAULT == "odd-moves" and s["turn"] == 2:
        answer["moves"] = {}
    if FAULT == "no-move" and s["turn"] == 2:
        answer["moves"] = []
    if FAULT == "odd-event" and s["turn"] == 2:
        answer["events"] = [["cart", 1]]
    if FAULT == "odd-end" and s["turn"] == 2:
        answer["end"] = "draw"
    if FAULT == "odd-reason" and s["turn"] == 2:
        answer.update(end="lost", reason="pure")
    if FAULT == "many-reasons" and s["turn"] == 2:
        answer.update(end="lost", reason=["poor", "very poor"])
    if FAULT == "two-numbers" and s["turn"] == 2:
        answer["moves"] = [[1, 2]]
    if FAULT == "twice" and answer["moves"]:
        answer["moves"] = [1, 2, 2, 3]
    if FAULT == "odd-hash":
        answer["hash"] = ["xyz", "1"] if s["turn"] == 2 else ["%016x" % s["at"]]
    if FAULT == "one-hash":
        answer["hash"] = ["%016x" % 7]
    if FAULT == "random" or FAULT == "rarely-random" and started % 100 == 52:
        answer["worth"] = time.monotonic_ns() % 1000000 + 0.5
    return answer


def get(number):
    if number not in states:
        raise Refused("state", f"there is no state {number}")
    return states[number]


def play(s, move):
    if move not in moves(s):
        raise Refused("illegal", f"there is no move {move}")
    s["turn"] += 1
    s["at"] += move
    card = s["cards"].pop()
    s["score"] += card
    if FAULT == "long-words" and s["turn"] == 5:
        print("x" * 3000, file=sys.stderr)
        sys.exit(3)
    if FAULT == "exit" and s["turn"] == 5:
        print("the lights went out", file=sys.stderr)
        sys.exit(3)
    if FAULT == "signal" and s["turn"] == 5:
        os.kill(os.getpid(), signal.SIGSEGV)
    if FAULT == "third" and s["game"] % 3 == 0 and s["turn"] == 2:
        os._exit(9)
    if FAULT == "twentieth" and s["game"] % 2 == 0 and s["turn"] == 2:
        os._exit(9)
    if FAULT == "half" and bits(s["key"], 99) % 2 == 0 and s["turn"] == 2:
        os._exit(9)
    if FAULT == "slow":
        time.sleep(0.05)
    if FAULT == "holds" and s["turn"] == 3:
        # Its output stays open.
        subprocess.Popen(["sleep", "30"])
        os._exit(4)
    if FAULT == "leaves" and s["turn"] == 3:
        if os.fork() == 0:
            stay_away()
        os._exit(4)
    if FAULT == "late" and s["turn"] == 3:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)
    if FAULT == "failed" and s["turn"] == 3:
        raise Refused("failed", "division by zero")
    if FAULT == "refuses" and s["turn"] == 3:
        raise Refused("illegal", "not today")
    if FAULT == "memory" and s["turn"] == 3:
        s["ballast"] = "x" * (300 << 20)
        time.sleep(30)
    return card


def copied(s):
    other = dict(s)
    if FAULT != "shared-copy":
        other["cards"] = list(s["cards"])
    return other


def imagined(s, seed):
    other = copied(s)
    if FAULT == "leak-all":
        return other
    cards = [bits(seed, k) % 10 for k in range(len(s["cards"]))]
    if FAULT == "leak-order":
        # The cards that are there, shuffled without sorting them first.
        cards = list(s["cards"])
        for last in range(len(cards) - 1, 0, -1):
            other_place = bits(seed, last) % (last + 1)
            cards[last], cards[other_place] = cards[other_place], cards[last]
    if FAULT == "leak-top":
        cards[-1] = s["cards"][-1]
    if FAULT == "one-future":
        cards = [5] * len(cards)
    other["cards"] = cards
    return other


def perform(op):
    global started
    name = op[0]
    if name == "level":
        fields = op[2]
        if FAULT == "no-start":
            raise Refused("level", "there is no such level")
        if fields["target"] > 9 * fields["size"]:
            raise Refused("level", "no game can reach it", "target")
        levels[op[1]] = fields
    elif name == "forget":
        if FAULT == "forget-exits":
            os._exit(5)
        if FAULT == "forget-refused":
            raise Refused("failed", "out of memory")
        if FAULT == "forgets-all":
            levels.clear()
        else:
            del levels[op[1]]
    elif name == "new":
        started += 1
        if op[2] not in levels:
            raise Refused("state", f"there is no level {op[2]}")
        level = levels[op[2]]
        cards = [bits(op[3], k) % 10 for k in range(level["size"])]
        states[op[1]] = {
            "at": 0, "score": 0, "turn": 0, "cards": cards, "size": level["size"],
            "target": level["target"], "game": started, "key": op[3]}
        return look(states[op[1]])
    elif name == "apply":
        s = get(op[1])
        return look(s, [play(s, op[2])])
    elif name == "drop":
        get(op[1])
        del states[op[1]]
    elif name == "figures":
        return {} if FAULT == "no-figures" else {"walked": get(op[1])["at"]}
    elif name == "copy" and "copy" in CAN:
        states[op[2]] = copied(get(op[1]))
    elif name == "imagine":
        states[op[2]] = imagined(get(op[1]), op[3])
    elif name == "try" and "try" in CAN:
        s = imagined(get(op[1]), op[2])
        tries = []
        for move in moves(s):
            other = copied(s)
            play(other, move)
            answer = look(other)
            tries.append([answer["score"] + (FAULT == "odd-try"), answer.get("end")])
        return tries[1:] if FAULT == "short-try" else tries
    elif name == "picture":
        s = get(op[1])
        return "." * s["at"] + "@" + "." * max(0, s["size"] - s["at"])
    elif name == "view":
        s = get(op[1])
        return {"at": s["at"], "score": s["score"]}
    elif name == "save" and "save" in CAN:
        return json.dumps(get(op[1]))
    elif name == "load" and "save" in CAN:
        states[op[1]] = json.loads(op[3])
    else:
        raise Refused("unsupported", f"this engine does not support {name}")
    return None


def answer(line):
    request = json.loads(line)
    if "hello" in request:
        return dict(HELLO, id=request["id"])
    results = []
    try:
        for op in request["do"]:
            results.append(perform(op))
    except Refused as error:
        problem = {"op": len(results), "kind": error.kind, "message": str(error)}
        if error.field:
            problem["field"] = error.field
        return {"id": request["id"], "r": results, "error": problem}
    return {"id": request["id"], "r": results}


def stay_away():
    """Outlives its parent in a session of its own; a daemon writes nowhere."""
    os.setsid()
    if FAULT == "daemon":
        for stream in range(3):
            os.close(stream)
        if os.fork() != 0:
            os._exit(0)
    time.sleep(60)
    os._exit(0)


def main():
    global answered
    if FAULT == "exit-at-once":
        print("no licence", file=sys.stderr)
        sys.exit(4)
    if FAULT == "silent":
        time.sleep(60)
    if FAULT == "child" and os.fork() == 0:
        os.close(0)
        os.close(1)
        os.close(2)
        time.sleep(60)
        os._exit(0)
    for _ in range(40 if FAULT in ("away", "daemon") else 0):
        if os.fork() == 0:
            stay_away()
    for line in sys.stdin.buffer:
        text = json.dumps(answer(line), separators=(",", ":"))
        answered += 1
        if answered == 5:
            if FAULT == "two-lines":
                text += "\n" + text
            if FAULT == "no-line-end":
                sys.stdout.write(text)
                sys.stdout.flush()
                sys.exit(0)
            if FAULT == "huge":
                text = "[" + "1," * (9 << 20) + "1]"
            if FAULT == "mark":
                text = "\ufeff" + text
            if FAULT == "bad-byte":
                sys.stdout.buffer.write(b'{"id":4,"r":["\xff"]}\n')
                sys.stdout.flush()
                continue
            if FAULT == "no-json":
                text = "{'id': 5}"
            if FAULT == "wrong-id":
                text = text.replace('"id":4', '"id":44')
            if FAULT == "no-results":
                text = '{"id":4}'
            if FAULT == "odd-results":
                text = '{"id":4,"r":null}'
            if FAULT == "few-results":
                text = '{"id":4,"r":[]}'
            if FAULT == "noise":
                print("debug: here I am")
            if FAULT == "deep":
                text = "[" * 2000 + "]" * 2000
            if FAULT == "log":
                for number in range(20000):
                    print("line", number, "of a long log", file=sys.stderr)
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    if FAULT == "stays":
        time.sleep(60)
    # Ends only together with another one.
    if FAULT == "waits":
        open(f"left-{os.getpid()}", "w").close()
        began = time.monotonic()
        while sum(name.startswith("left-") for name in os.listdir(".")) < 2:
            if time.monotonic() - began > 60:
                break
            time.sleep(0.01)


main()
