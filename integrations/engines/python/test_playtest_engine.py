"""Tests of playtest_engine.py that need no other process: python3 -m unittest."""
import contextlib
import io
import json
import unittest

from playtest_engine import Engine, Game, LevelError, Random, pt_bits


class Countdown(Game):
    """Take 1 or 2 of a heap; then a die takes some. What the die showed is secret."""
    name = "countdown"
    fields = [{"name": "heap", "kind": "whole", "min": 1, "max": 99, "default": 9}]
    move = [["take", 1, 2]]
    events = {"taken": "what the die took"}
    hidden = "imagine"

    @classmethod
    def check(cls, level):
        if level["heap"] > 99:
            raise LevelError("must be at most 99", "heap")

    def new(self):
        self.heap, self.notes = self.level["heap"], {"past": [[1], {2}]}
        self.secret = self.random.below(6)

    def moves(self):
        return [(take,) for take in (1, 2) if take <= self.heap]

    def apply(self, move):
        if self.heap == 5:
            raise RuntimeError("a mistake of the game")
        self.secret = self.random.below(2)
        self.heap = max(0, self.heap - move[0] - self.secret)
        self.emit("taken", self.secret)

    def score(self):
        return -self.heap

    def end(self):
        return None if self.offered else "won"

    def imagine(self):
        self.secret = self.random.below(6)

    def view(self):
        return {"heap": self.heap}


class Bare(Game):
    name = "bare"
    hidden = "none"
    score_of_all = 0

    def new(self):
        self.thing = object()

    def moves(self):
        return [0]

    def apply(self, move):
        pass

    def score(self):
        return self.score_of_all

    def end(self):
        return None


class EngineTests(unittest.TestCase):
    def setUp(self):
        self.engine = Engine(Countdown)
        self.log = io.StringIO()
        redirected = contextlib.redirect_stderr(self.log)
        redirected.__enter__()
        self.addCleanup(redirected.__exit__, None, None, None)

    def answer(self, *operations):
        return json.loads(self.engine.answer(json.dumps({"id": 7, "do": operations})))

    def error(self, *operations):
        answer = self.answer(*operations)
        return answer["error"]["kind"], answer["error"]["op"], answer["r"]

    def start(self, heap=9):
        return self.answer(["level", 1, {"heap": heap}], ["new", 1, 1, 42])["r"][1]

    def test_hello_declares_the_game_and_what_it_can(self):
        line = json.dumps({"id": 0, "hello": {"versions": [2, 1], "more": []}})
        hello = json.loads(self.engine.answer(line))
        self.assertEqual(hello["version"], 1)
        self.assertEqual(set(hello["can"]), {"copy", "imagine", "try", "view"})
        self.assertEqual(hello["game"]["hidden"], "imagine")
        self.assertEqual(hello["game"]["fields"], Countdown.fields)

    def test_another_version_is_refused_with_both(self):
        answer = self.engine.answer('{"id":0,"hello":{"versions":[2,3]}}')
        self.assertIn("version 1 of the protocol, the host [2, 3]", answer)
        self.assertEqual(json.loads(answer)["error"]["kind"], "unsupported")

    def test_hidden_must_be_declared(self):
        class Undeclared(Bare):
            hidden = None
        with self.assertRaisesRegex(TypeError, "hidden must be"):
            Engine(Undeclared)

    def test_a_game_for_two_is_refused(self):
        class ForTwo(Bare):
            players = 2
        with self.assertRaisesRegex(TypeError, "ForTwo.players cannot be 2"):
            Engine(ForTwo)

    def test_looks(self):
        self.assertEqual(self.start(), {"score": -9, "moves": [[1], [2]]})
        look = self.answer(["apply", 1, [2]])["r"][0]
        taken = look["events"][0][1]
        self.assertEqual(look["events"], [["taken", taken]])
        self.assertEqual(look["score"], -7 + taken)
        self.assertEqual(self.answer(["apply", 1, 1])["r"][0]["events"][0][0], "taken")

    def test_an_end_offers_no_moves_and_is_final(self):
        self.start(heap=1)
        self.assertEqual(
            self.answer(["apply", 1, [1]])["r"][0],
            {"score": 0, "moves": [], "end": "won", "events": [["taken", 1]]}
            if pt_bits(42, 1) >> 63 else
            {"score": 0, "moves": [], "end": "won", "events": [["taken", 0]]})
        self.assertEqual(self.error(["apply", 1, [1]])[0], "illegal")

    def test_a_loss_has_a_reason(self):
        class Lost(Bare):
            reasons = ["dark", "cold"]
            ends = "lost"

            def new(self):
                self.night = True

            def end(self):
                return self.ends

            def reason(self):
                return "dark" if self.night else None

        engine = Engine(Lost)
        hello = json.loads(engine.answer('{"id":0,"hello":{"versions":[1]}}'))
        self.assertEqual(hello["game"]["reasons"], ["dark", "cold"])
        start = '{"id":1,"do":[["level",1,{}],["new",1,1,5]]}'
        self.assertEqual(
            json.loads(engine.answer(start))["r"][1],
            {"score": 0, "moves": [], "end": "lost", "reason": "dark"})
        Lost.ends = "won"
        self.assertNotIn("reason", json.loads(engine.answer(start))["r"][1])
        hello = json.loads(Engine(Bare).answer('{"id":0,"hello":{"versions":[1]}}'))
        self.assertNotIn("reasons", hello["game"])

    def test_illegal_moves_change_nothing(self):
        self.start()
        before = self.answer(["save", 1], ["view", 1])
        for move in ([3], [1, 2], [], "1", None, {}, [[1]], [1.5]):
            self.assertEqual(self.error(["view", 1], ["apply", 1, move], ["drop", 1]),
                             ("illegal", 1, [{"heap": 9}]), move)
        self.assertEqual(self.answer(["save", 1], ["view", 1]), before)

    def test_errors_say_which_operation(self):
        self.assertEqual(self.error(["new", 1, 1, 0]), ("state", 0, []))
        self.assertEqual(self.error(["drop", 5])[0], "state")
        self.assertEqual(self.error(["forget", 5])[0], "state")
        self.assertEqual(self.error(["dance", 1])[0], "unsupported")
        self.assertEqual(self.error(["save", 1])[0], "unsupported")
        self.assertEqual(self.error(["new"])[0], "failed")
        answer = self.answer(["level", 2, {"heap": 100}])
        self.assertEqual(answer["error"], {
            "op": 0, "kind": "level", "message": "must be at most 99", "field": "heap"})

    def test_lines_that_are_no_requests_are_answered(self):
        for line in ("", "{", "[]", "7", '{"id":3}', '{"do":[]}', '{"id":1,"do":7}', "\ufeff"):
            answer = json.loads(self.engine.answer(line))
            self.assertEqual(answer["error"]["kind"], "failed", line)

    def test_mistakes_of_the_game_are_failures(self):
        self.start(heap=5)
        answer = self.answer(["apply", 1, [1]])
        self.assertEqual(answer["error"]["message"], "RuntimeError: a mistake of the game")
        self.assertIn("Traceback", self.log.getvalue())

    def test_copies_are_independent(self):
        self.start()
        self.assertEqual(self.answer(["copy", 1, 2], ["apply", 2, [1]])["r"][0], None)
        self.assertEqual(self.answer(["view", 1])["r"], [{"heap": 9}])
        first, second = self.engine.states[1].game, self.engine.states[2].game
        self.assertIsNot(first.notes["past"][0], second.notes["past"][0])
        self.assertEqual(first.notes, second.notes)
        self.assertIs(first.level, second.level)
        self.assertEqual(
            self.answer(["apply", 1, [1]])["r"], [{
                "score": -second.heap, "moves": [[1], [2]],
                "events": [["taken", second.secret]]}])

    def test_a_copy_of_what_is_unknown_is_refused(self):
        self.engine = Engine(Bare)
        self.answer(["level", 1, {}], ["new", 1, 1, 0])
        answer = self.answer(["copy", 1, 2])
        self.assertIn("cannot copy a object", answer["error"]["message"])

    def test_imagined_futures_are_of_the_seed_alone(self):
        self.start()
        self.answer(["imagine", 1, 2, 5])
        self.answer(["apply", 1, [1]], ["imagine", 2, 3, 8], ["imagine", 1, 4, 8])
        self.assertEqual(self.engine.states[3].game.random.key, 8)
        self.assertEqual(
            self.engine.states[3].game.secret, self.engine.states[4].game.secret)

    def test_try_is_imagine_copy_apply(self):
        self.start()
        tried = self.answer(["try", 1, 5])["r"][0]
        self.answer(["imagine", 1, 2, 5], ["copy", 2, 3])
        looks = self.answer(["apply", 2, [1]], ["apply", 3, [2]])["r"]
        self.assertEqual(tried, [[look["score"], look.get("end")] for look in looks])
        self.assertEqual(self.answer(["view", 1])["r"], [{"heap": 9}])

    def test_a_game_without_secrets_has_no_imagine(self):
        self.engine = Engine(Bare)
        self.assertEqual(self.error(["imagine", 1, 2, 3])[0], "unsupported")

    def test_what_json_has_not_is_a_failure(self):
        self.engine = Engine(Bare)
        Bare.score_of_all = float("nan")
        self.addCleanup(setattr, Bare, "score_of_all", 0)
        self.assertIn("JSON has not", self.answer(["level", 1, {}], ["new", 1, 1, 0])[
            "error"]["message"])

    def test_missing_fields_have_their_default(self):
        self.assertEqual(
            self.answer(["level", 1, {}], ["new", 1, 1, 0])["r"][1]["score"], -9)


class RandomTests(unittest.TestCase):
    def test_bits_are_those_of_the_other_clients(self):
        self.assertEqual(pt_bits(1, 0), 0x910A2DEC89025CC1)
        self.assertEqual(pt_bits(2**53 - 1, 1000), 0x7467788AC67762DC)

    def test_numbers_are_in_their_ranges(self):
        random = Random(9)
        self.assertEqual({random.below(3) for _ in range(100)}, {0, 1, 2})
        self.assertTrue(all(0 <= random.uniform() < 1 for _ in range(100)))
        members = list(range(20))
        random.shuffle(members)
        self.assertNotEqual(members, list(range(20)))
        self.assertEqual(sorted(members), list(range(20)))

    def test_a_copy_continues_where_it_was(self):
        random = Random(9)
        random.bits()
        copy = random.copy()
        self.assertEqual([copy.bits(), copy.bits()], [pt_bits(9, 1), pt_bits(9, 2)])
        self.assertEqual(random.count, 1)


if __name__ == "__main__":
    unittest.main()
