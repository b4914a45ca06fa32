"""Small hosts of engines, for tests and measurements: the other side of docs/engines.md."""
import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE / "python"))

from playtest_engine import pt_bits  # noqa: E402

ENDS = [None, "won", "lost", "ended"]


class Refused(Exception):
    """An error that an engine answered."""

    def __init__(self, error, answers):
        super().__init__(f"{error['kind']}: {error['message']}")
        self.error = error
        self.answers = answers


class ProcessHost:
    """An engine behind the process protocol."""

    def __init__(self, command, folder=HERE):
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        self.number = -1
        self.hello = self.ask(
            hello={"protocol": "playtest-engine", "versions": [1], "playtest": "0"})

    def ask(self, **members):
        self.number += 1
        self.send(json.dumps({"id": self.number, **members}))
        answer = self.receive()
        assert answer["id"] == self.number, answer
        return answer

    def send(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def receive(self):
        line = self.process.stdout.readline()
        assert line.endswith(b"\n"), f"the engine ended: {self.process.stderr.read().decode()}"
        return json.loads(line)

    def do(self, *operations):
        """The answers to operations; raises `Refused` for an error."""
        answer = self.ask(do=operations)
        if "error" in answer:
            raise Refused(answer["error"], answer["r"])
        assert len(answer["r"]) == len(operations), answer
        return answer["r"]

    def one(self, *operation):
        return self.do(operation)[0]

    def close(self):
        """Ends the engine by the end of its input; its exit code, and its log."""
        log = self.process.communicate(timeout=10)[1]
        return self.process.returncode, log.decode()

    def play(self, games, level, batch=250):
        """What was seen of each game, a pair of keys: look by look, then the picture of its end."""
        self.do(["level", 1, level])
        seen = []
        for start in range(0, len(games), batch):
            seen += self.play_together(games[start:start + batch])
        self.do(["forget", 1])
        return seen

    def play_together(self, games):
        numbers = range(len(games))
        looks = dict(zip(numbers, self.do(*(["new", i, 1, games[i][0]] for i in numbers))))
        texts = [[words_of(looks[i])] for i in numbers]
        turn = 0
        while looks:
            moves = {}
            for i, look in looks.items():
                if "end" not in look:
                    offered = look["moves"]
                    moves[i] = offered[pt_bits(games[i][1], turn) * len(offered) >> 64]
            answers = self.do(*(["apply", i, move] for i, move in moves.items()))
            looks = dict(zip(moves, answers))
            for i, look in looks.items():
                texts[i].append(words_of(look))
            turn += 1
        for i, picture in zip(numbers, self.do(*(["picture", i] for i in numbers))):
            texts[i].append(picture.replace("\n", "/"))
        self.do(*(["drop", i] for i in numbers))
        return [";".join(parts) for parts in texts]


def words_of(look):
    """What is compared of a look, in words."""
    moves = ",".join(map(str, look["moves"]))
    events = ",".join(f"{name}{value}" for name, value in look.get("events", []))
    end = f"{look.get('end', '')} {look.get('reason', '')}"
    return f"{look['score']} {moves} {events} {end} {look['worth']:.0f}"


_Emit = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int32, ctypes.c_int64)
_pointer, _room = ctypes.c_void_p, ctypes.c_int32


class _Look(ctypes.Structure):
    _fields_ = [("score", ctypes.c_int64), ("worth", ctypes.c_double), ("end", ctypes.c_int32),
                ("move_count", ctypes.c_int32)]


class _Table(ctypes.Structure):
    """`pt_engine` of playtest_engine.h."""
    _fields_ = [
        ("abi", ctypes.c_uint32), ("size", ctypes.c_uint32), ("game", ctypes.c_char_p),
        ("level_open", ctypes.CFUNCTYPE(
            _pointer, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t)),
        ("level_close", ctypes.CFUNCTYPE(None, _pointer)),
        ("state_bytes", ctypes.CFUNCTYPE(ctypes.c_size_t, _pointer)),
        ("start", ctypes.CFUNCTYPE(
            None, _pointer, _pointer, ctypes.c_uint64, _Emit, _pointer)),
        ("apply", ctypes.CFUNCTYPE(
            ctypes.c_int, _pointer, _pointer, ctypes.c_int64, ctypes.c_uint64, _Emit, _pointer)),
        ("look", ctypes.CFUNCTYPE(None, _pointer, _pointer, ctypes.POINTER(_Look))),
        ("moves", ctypes.CFUNCTYPE(
            ctypes.c_int32, _pointer, _pointer, ctypes.POINTER(ctypes.c_int64), _room)),
        ("imagine", ctypes.CFUNCTYPE(None, _pointer, _pointer, ctypes.c_uint64)),
        ("observe", ctypes.CFUNCTYPE(
            ctypes.c_int32, _pointer, _pointer, ctypes.POINTER(ctypes.c_float), _room)),
        ("picture", ctypes.CFUNCTYPE(
            ctypes.c_int32, _pointer, _pointer, ctypes.c_char_p, _room)),
        ("figures", ctypes.CFUNCTYPE(
            None, _pointer, _pointer, ctypes.POINTER(ctypes.c_int64))),
        ("state_copy", ctypes.CFUNCTYPE(None, _pointer, _pointer, _pointer)),
        ("state_drop", ctypes.CFUNCTYPE(None, _pointer, _pointer)),
        ("reason", ctypes.CFUNCTYPE(ctypes.c_int32, _pointer, _pointer)),
    ]


class LibraryHost:
    """An engine that is a library. Its moves have one number."""

    def __init__(self, path):
        library = ctypes.CDLL(str(path))
        library.playtest_engine.restype = ctypes.POINTER(_Table)
        self.table = library.playtest_engine().contents
        assert (self.table.abi, self.table.size) == (1, ctypes.sizeof(_Table)), "another ABI"
        self.declared = json.loads(self.table.game)
        self.names = list(self.declared["events"])
        self.reasons = self.declared["reasons"]

    def play(self, games, fields):
        error = ctypes.create_string_buffer(400)
        level = self.table.level_open(json.dumps(fields).encode(), error, len(error))
        assert level, error.value.decode()
        state = ctypes.create_string_buffer(self.table.state_bytes(level))
        seen = [self.play_one(level, state, *game) for game in games]
        self.table.level_close(level)
        return seen

    def play_one(self, level, state, key, choices):
        table, events, texts, turn = self.table, [], [], 0
        emit = _Emit(lambda _, event, value: events.append([self.names[event], value]))
        moves, look, room = (ctypes.c_int64 * 64)(), _Look(), ctypes.create_string_buffer(1000)
        ctypes.memset(state, 0, len(state))
        table.start(level, state, key, emit, None)
        while True:
            table.look(level, state, ctypes.byref(look))
            count = table.moves(level, state, moves, len(moves)) if look.end == 0 else 0
            assert count == look.move_count
            shown = {"score": look.score, "moves": moves[:count], "events": events,
                     "worth": look.worth}
            if look.end:
                shown["end"] = ENDS[look.end]
            if shown.get("end") == "lost":
                shown["reason"] = self.reasons[table.reason(level, state)]
            texts.append(words_of(shown))
            if look.end:
                break
            events.clear()
            move = moves[pt_bits(choices, turn) * count >> 64]
            turn += 1
            assert table.apply(level, state, move, key, emit, None) == 0
        length = table.picture(level, state, room, len(room))
        texts.append(room.raw[:length].decode().replace("\n", "/"))
        return ";".join(texts)
