"""Lets playtest play a game that is written in Python: one file, no dependency, Python 3.8 on.

    from playtest_engine import Game, serve

    class Nerve(Game):
        name = "nerve"
        hidden = "imagine"
        ...

    if __name__ == "__main__":
        serve(Nerve)

A `Game` is one position. `serve` speaks playtest's engine protocol, version 1, on standard input
and output (docs/engines.md); `print` goes to standard error, which playtest keeps as a log.
"""
import json
import os
import sys

VERSION = 1

_MASK = (1 << 64) - 1
_WEYL = 0x9E3779B97F4A7C15


def pt_bits(key, k):
    """Draw `k` of the stream `key` as 64 random bits: the same in every client and in playtest."""
    z = (key + (k + 1) * _WEYL) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


class Random:
    """Random numbers of one game: the key of a stream, and how many were drawn of it."""

    __slots__ = ("key", "count")

    def __init__(self, key, count=0):
        self.key = key
        self.count = count

    def bits(self):
        """64 random bits."""
        bits = pt_bits(self.key, self.count)
        self.count += 1
        return bits

    def uniform(self):
        """A number from 0 to below 1."""
        return (self.bits() >> 11) * 2.0**-53

    def below(self, limit):
        """A whole number from 0 to below `limit`, at most 2^20."""
        return self.bits() * limit >> 64

    def choice(self, members):
        """One of a list."""
        return members[self.below(len(members))]

    def shuffle(self, members):
        """Puts a list into a random order."""
        for last in range(len(members) - 1, 0, -1):
            other = self.below(last + 1)
            members[last], members[other] = members[other], members[last]

    def copy(self):
        return Random(self.key, self.count)


class LevelError(Exception):
    """What is wrong with a level; `field` names the one to blame, which playtest shows with its
    line in the level's file."""

    def __init__(self, message, field=None):
        super().__init__(message)
        self.field = field


class Game:
    """One position of a single-player game. Subclass it, and set what is declared here as in a
    game in Lua (docs/own-games.md)."""

    name = ""
    #: The version of your build; run.json keeps it.
    version = "1"
    summary = ""
    #: The level's own fields: [{"name": "size", "kind": "whole", "min": 3, "max": 6, "default": 4}]
    fields = []
    #: The numbers of a move, at most four, each with its minimum and maximum: [["direction", 1, 4]]
    move = [["move", 0, 32767]]
    #: What may happen, with what it means: {"hit": "hits taken"}
    events = {}
    #: Figures of the last position: [{"name": "floor", "unit": "floors", "summary": "..."}]
    metrics = []
    #: Why a game can be lost, one of which `reason` gives: ["moves", "no way"]
    reasons = []
    #: Required. "none": nothing is hidden and nothing is drawn; "imagine": otherwise.
    hidden = None
    max_moves = 2000
    #: Whether a game can be won.
    goal = True

    #: The level's fields, and the game's random numbers; both are there when `new` is called.
    level = None
    random = None

    # What you write.

    @classmethod
    def check(cls, level):
        """Raises `LevelError` for a level that cannot be played."""

    def new(self):
        """Sets up the position by `self.level` and `self.random`."""
        raise NotImplementedError(f"{type(self).__name__} has no method new(self)")

    def moves(self):
        """The legal moves: tuples of whole numbers, or bare numbers. Must change nothing."""
        raise NotImplementedError(f"{type(self).__name__} has no method moves(self)")

    def apply(self, move):
        """Plays one of `moves`, in the form in which `moves` gave it."""
        raise NotImplementedError(f"{type(self).__name__} has no method apply(self, move)")

    def score(self):
        """The score, a whole number."""
        return 0

    def end(self):
        """"won", "lost" or "ended" when the game is over, otherwise None."""
        raise NotImplementedError(f"{type(self).__name__} has no method end(self)")

    def imagine(self):
        """Makes of this copy something that its player could believe, with `self.random`, whose
        stream is new. By what the player sees alone: never by the true hidden values. A game whose
        only secret is what it will draw needs none."""

    # What you may write.

    worth = None  #: def worth(self): what the position is worth to players that look ahead
    view = None  #: def view(self): what the player sees, as JSON
    picture = None  #: def picture(self): the position as text
    observe = None  #: def observe(self): the position as a list of numbers
    figures = None  #: def figures(self): {"floor": 4}, the declared metrics
    reason = None  #: def reason(self): why the game was lost, one of `reasons`, or None
    save = None  #: def save(self): the position as text, without `level` and `random`
    load = None  #: def load(self, text): the opposite of `save`; `level` and `random` are set

    def copy(self):
        """An independent copy. This one copies lists, dictionaries, sets and games in it; write
        your own where speed matters."""
        other = object.__new__(type(self))
        names = other.__dict__
        names.update(self.__dict__)
        for name, value in names.items():
            kind = type(value)
            if kind is Random:
                names[name] = Random(value.key, value.count)
            elif kind not in _PLAIN and name not in _SHARED:
                names[name] = _copied(value)
        return other

    # What you call.

    @property
    def offered(self):
        """The moves of this position, calculated once; for `end`, not while `apply` is at work."""
        names = self.__dict__
        if "_offered" not in names:
            names["_offered"] = self.moves()
        return names["_offered"]

    def emit(self, name, value=1):
        """Notes an event with a whole number."""
        self.__dict__.setdefault("_events", []).append((name, value))


_PLAIN = frozenset((int, float, str, bool, type(None), bytes))
#: What copies share, as it is never changed.
_SHARED = frozenset(("level", "_offered"))


def _copied(value):
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is list:
        for member in value:
            if type(member) not in _PLAIN:
                return [_copied(member) for member in value]
        return value[:]
    if kind is dict:
        return {key: _copied(member) for key, member in value.items()}
    if kind is tuple:
        return tuple(_copied(member) for member in value)
    if kind in (set, bytearray):
        return kind(value)
    if isinstance(value, (Random, Game)):
        return value.copy()
    raise TypeError(
        f"Game.copy cannot copy a {kind.__name__}; keep lists, dictionaries, numbers and texts in"
        " the game, or write a copy(self) of your own")


class Problem(Exception):
    """An error of the protocol: its kind, a message, and a field of the level."""

    def __init__(self, kind, message, field=None):
        super().__init__(message)
        self.kind = kind
        self.field = field


class _Held:
    """A position that the host has numbered: the game, and the moves that were answered for it."""

    __slots__ = ("game", "level", "moves")

    def __init__(self, game, level, moves):
        self.game = game
        self.level = level
        self.moves = moves


class Engine:
    """Carries out the operations of the protocol on the positions of one game."""

    def __init__(self, game):
        if game.hidden not in ("none", "imagine"):
            raise TypeError(
                f"{game.__name__}.hidden must be \"none\" (nothing is hidden or drawn) or"
                f" \"imagine\", not {game.hidden!r}")
        if not game.name:
            raise TypeError(f"{game.__name__}.name must be the name of the game")
        if getattr(game, "players", 1) == 2:
            raise TypeError(
                f"{game.__name__}.players cannot be 2, as an engine's game has one player; leave it"
                " out, and let apply move for the other")
        self.game = game
        self.levels = {}
        self.states = {}
        self.usual = {field["name"]: field.get("default") for field in game.fields}
        self.can = ["copy", "try"] + (["imagine"] if game.hidden == "imagine" else [])
        self.can += [word for word in ("view", "picture", "observe") if getattr(game, word)]
        if game.save and game.load:
            self.can.append("save")
        self.operations = {
            "level": self.level, "forget": self.forget, "new": self.new, "apply": self.apply,
            "drop": self.drop, "copy": self.copy, "try": self.try_all,
        }
        if game.hidden == "imagine":
            self.operations["imagine"] = self.imagine
        for word in ("view", "picture", "observe", "figures"):
            if getattr(game, word):
                self.operations[word] = self.asking(word)
        if "save" in self.can:
            self.operations["save"] = self.save
            self.operations["load"] = self.load

    # Lines.

    def answer(self, line):
        """The answer to a line, without its line end."""
        number = None
        try:
            request = json.loads(line)
            number = request["id"]
            if "hello" in request:
                answer = self.hello(request["hello"])
            elif type(request["do"]) is list:
                answer = self.frame(request["do"])
            else:
                raise TypeError("do must be a list of operations")
        except (ValueError, KeyError, TypeError) as error:
            answer = {"r": [], "error": {
                "op": 0, "kind": "failed", "message": f"this line is not a request: {error!r}"}}
        try:
            return _encode({"id": number, **answer})
        except (ValueError, TypeError) as error:
            return _encode({"id": number, "r": [], "error": {
                "op": 0, "kind": "failed",
                "message": f"the game answered what JSON has not: {error}"}})

    def hello(self, host):
        game = self.game
        if VERSION not in host.get("versions", []):
            return {"error": {
                "op": 0, "kind": "unsupported",
                "message": f"this engine supports version {VERSION} of the protocol, the host"
                           f" {host.get('versions')}"}}
        about = {
            "name": game.name, "summary": game.summary, "fields": game.fields, "move": game.move,
            "events": game.events, "metrics": game.metrics, "hidden": game.hidden,
            "max_moves": game.max_moves, "goal": game.goal,
        }
        if game.reasons:
            about["reasons"] = game.reasons
        return {
            "version": VERSION, "engine": {"name": game.name, "version": game.version},
            "can": self.can, "game": about,
        }

    def frame(self, operations):
        answers = []
        problem = None
        try:
            for operation in operations:
                perform = self.operations.get(operation[0])
                if perform is None:
                    raise Problem("unsupported", f"this engine does not support {operation[0]!r}")
                answers.append(perform(*operation[1:]))
        except Problem as error:
            problem = error
        except LevelError as error:
            problem = Problem("level", str(error), error.field)
        except Exception as error:  # Of the game: it is not known which.
            import traceback
            traceback.print_exc()
            problem = Problem("failed", f"{type(error).__name__}: {error}")
        if problem is None:
            return {"r": answers}
        error = {"op": len(answers), "kind": problem.kind, "message": str(problem)}
        if problem.field is not None:
            error["field"] = problem.field
        return {"r": answers, "error": error}

    # Operations.

    def held(self, number):
        held = self.states.get(number)
        if held is None:
            raise Problem("state", f"there is no state {number}")
        return held

    def level(self, number, fields):
        level = dict(self.usual, **fields)
        self.game.check(level)
        self.levels[number] = level

    def forget(self, number):
        if self.levels.pop(number, None) is None:
            raise Problem("state", f"there is no level {number}")

    def made(self, number, key):
        level = self.levels.get(number)
        if level is None:
            raise Problem("state", f"there is no level {number}")
        game = self.game()
        game.level = level
        game.random = Random(key)
        return game

    def new(self, number, level, seed):
        game = self.made(level, seed)
        game.new()
        held = _Held(game, level, ())
        look = self.look(held)
        self.states[number] = held
        return look

    def look(self, held):
        game = held.game
        end = game.end()
        held.moves = moves = game.offered if end is None else []
        look = {"score": game.score(), "moves": moves}
        if end is not None:
            look["end"] = end
            if end == "lost" and self.game.reason:
                look["reason"] = game.reason()
        events = game.__dict__.get("_events")
        if events:
            look["events"] = events
            del game._events
        if game.worth:
            look["worth"] = game.worth()
        return look

    def apply(self, number, move):
        held = self.held(number)
        if type(move) is list:
            move = tuple(move)
        if move not in held.moves:
            move = _offered(move, held.moves)
        game = held.game
        game.apply(move)
        game.__dict__.pop("_offered", None)
        return self.look(held)

    def drop(self, number):
        self.held(number)
        del self.states[number]

    def copy(self, number, to):
        held = self.held(number)
        self.states[to] = _Held(held.game.copy(), held.level, held.moves)

    def imagined(self, held, seed):
        game = held.game.copy()
        if seed is not None and self.game.hidden == "imagine":
            game.random = Random(seed)
            game.imagine()
        return game

    def imagine(self, number, to, seed):
        held = self.held(number)
        self.states[to] = _Held(self.imagined(held, seed), held.level, held.moves)

    def try_all(self, number, seed=None):
        held = self.held(number)
        imagined = self.imagined(held, seed)
        imagined.__dict__.pop("_offered", None)
        has_worth = self.game.worth is not None
        answers = []
        for move in held.moves:
            game = imagined.copy()
            game.apply(move)
            game.__dict__.pop("_offered", None)
            answers.append(
                [game.score(), game.end(), game.worth()] if has_worth
                else [game.score(), game.end()])
        return answers

    def asking(self, word):
        return lambda number: getattr(self.held(number).game, word)()

    def save(self, number):
        game = self.held(number).game
        return json.dumps([game.random.key, game.random.count, game.save()])

    def load(self, number, level, text):
        try:
            key, count, text = json.loads(text)
        except ValueError:
            raise Problem("state", "this text is not what `save` answered") from None
        game = self.made(level, key)
        game.random.count = count
        game.load(text)
        held = _Held(game, level, ())
        self.look(held)
        self.states[number] = held


_encode = json.JSONEncoder(
    separators=(",", ":"), allow_nan=False, check_circular=False, ensure_ascii=False).encode


def _offered(move, moves):
    """A move in the form in which it was offered: a bare number is a list of one, too."""
    if type(move) is tuple and len(move) == 1:
        other = move[0]
    else:
        other = (move,)
    for form in (other, list(move if type(move) is tuple else other)):
        if form in moves:
            return form
    words = ",".join(map(str, move)) if type(move) is tuple else move
    raise Problem("illegal", f"there is no move {words}")


def serve(game):
    """Answers playtest until its standard input ends."""
    # Whatever the game prints must not come between the answers.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    engine = Engine(game)
    read = sys.stdin.buffer.readline
    try:
        while True:
            line = read()
            if not line:
                break
            output.write(engine.answer(line).encode() + b"\n")
            output.flush()
    except (BrokenPipeError, KeyboardInterrupt):
        pass  # The host is gone.
