"""Plays the example engines through their pipes and checks what playtest relies on.

    python3 -m unittest test_engines
"""
import json
import unittest

from hosts import HERE, ProcessHost, Refused, pt_bits

EXAMPLES = ["cellar", "gems", "2048-python", "2048-javascript"]


def command(name):
    return json.loads((HERE / "engines" / f"{name}.json").read_text())["command"]


def levels(name):
    """The fields of the example's levels."""
    for path in sorted((HERE / "levels" / name).glob("*.json")):
        level = json.loads(path.read_text())
        yield {key: value for key, value in level.items()
               if key not in ("format", "version", "game", "name")}


class ExampleTests(unittest.TestCase):
    """Positions of random games: state 1 is the game, others come of it and go."""

    def each(self, turns):
        """Starts each example on each level, and gives the host at every few turns of a game."""
        for name in EXAMPLES:
            host = ProcessHost(command(name))
            with self.subTest(name):
                for number, level in enumerate(levels(name), 1):
                    look = host.do(["level", number, level], ["new", 1, number, number])[1]
                    for turn in range(turns):
                        if "end" in look:
                            break
                        if turn % 4 == 0:
                            yield host, look
                        look = host.one("apply", 1, self.move(look, 3, turn))
                    host.one("drop", 1)
            code, log = host.close()
            self.assertEqual((code, log), (0, ""), name)

    def move(self, look, key, turn):
        return look["moves"][pt_bits(key, turn) % len(look["moves"])]

    def future(self, host, state, look, turns, key=5):
        """What follows in a state under moves drawn by a key; the state is dropped."""
        seen = []
        for turn in range(turns):
            if "end" in look:
                break
            look = host.one("apply", state, self.move(look, key, turn))
            seen.append(look)
        host.one("drop", state)
        return seen

    def test_a_copy_plays_the_same_and_leaves_its_original(self):
        for host, look in self.each(16):
            view = host.one("view", 1)
            host.do(["copy", 1, 2], ["copy", 1, 3])
            first = self.future(host, 2, look, 15)
            self.assertEqual(host.one("view", 1), view)
            self.assertEqual(self.future(host, 3, look, 15), first)

    def test_an_imagined_position_looks_the_same_and_is_drawn_by_its_seed(self):
        differ = 0
        for host, look in self.each(16):
            view = host.one("view", 1)
            host.do(["imagine", 1, 2, 7], ["imagine", 1, 3, 7], ["imagine", 1, 4, 8])
            self.assertEqual(host.one("view", 2), view)
            same, other = self.future(host, 2, look, 15), self.future(host, 4, look, 15)
            self.assertEqual(self.future(host, 3, look, 15), same)
            differ += same != other
            self.assertEqual(host.one("view", 1), view)
        self.assertGreater(differ, 10)

    def test_what_is_hidden_does_not_leak_into_what_is_imagined(self):
        for host, look in self.each(16):
            # 2 looks like 1 and hides something else, so what is imagined of both is the same.
            host.do(["imagine", 1, 2, 7], ["imagine", 1, 3, 9], ["imagine", 2, 4, 9], ["drop", 2])
            self.assertEqual(
                self.future(host, 3, look, 25), self.future(host, 4, look, 25))

    def test_try_is_imagine_copy_apply(self):
        for host, look in self.each(16):
            tried = host.one("try", 1, 11)
            host.one("imagine", 1, 2, 11)
            for move, found in zip(look["moves"], tried):
                after = host.do(["copy", 2, 3], ["apply", 3, move], ["drop", 3])[1]
                expected = [after["score"], after.get("end"), after.get("worth")]
                self.assertEqual(found, expected[:2] if "worth" not in after else expected)
            self.assertEqual(len(tried), len(look["moves"]))
            host.one("drop", 2)

    def test_games_are_of_their_seed_alone(self):
        for name in EXAMPLES:
            level = next(levels(name))
            first, second = ProcessHost(command(name)), ProcessHost(command(name))
            look = first.do(["level", 1, level], ["new", 1, 1, 42])[1]
            played = [look, *self.future(first, 1, look, 20)]
            second.do(["level", 9, level], ["new", 3, 9, 1], ["new", 4, 9, 42], ["drop", 4])
            look = second.one("new", 5, 9, 42)
            self.assertEqual([look, *self.future(second, 5, look, 20)], played, name)
            look = second.one("new", 6, 9, 43)
            self.assertNotEqual([look, *self.future(second, 6, look, 20)], played, name)
            first.close(), second.close()

    def test_saved_positions_continue_in_another_process(self):
        for name in ("2048-python", "2048-javascript"):
            level = next(levels(name))
            first, second = ProcessHost(command(name)), ProcessHost(command(name))
            look = first.do(["level", 1, level], ["new", 1, 1, 42], ["apply", 1, [1]])[2]
            text = first.one("save", 1)
            second.do(["level", 2, level], ["load", 8, 2, text])
            self.assertEqual(
                self.future(second, 8, look, 30), self.future(first, 1, look, 30), name)
            first.close(), second.close()

    def test_figures_are_those_declared(self):
        for host, _ in self.each(1):
            declared = [metric["name"] for metric in host.hello["game"]["metrics"]]
            self.assertEqual(sorted(host.one("figures", 1)), sorted(declared))

    def test_errors_name_the_operation_and_leave_the_state(self):
        for host, _ in self.each(1):
            view = host.one("view", 1)
            for operation, kind in [
                (["apply", 1, [99, 99]], "illegal"), (["apply", 1, 99], "illegal"),
                (["view", 77], "state"), (["new", 2, 77, 1], "state"), (["sing"], "unsupported"),
            ]:
                with self.assertRaises(Refused) as refused:
                    host.do(["view", 1], operation, ["drop", 1])
                error = refused.exception.error
                self.assertEqual((error["op"], error["kind"]), (1, kind))
                self.assertEqual(refused.exception.answers, [view])
            self.assertEqual(host.one("view", 1), view)

    def test_lines_that_are_no_requests_are_answered_in_their_turn(self):
        for name in EXAMPLES:
            host = ProcessHost(command(name))
            # Two lines in one write, then a line in two, with a character of four bytes.
            host.process.stdin.write(b'nonsense\n{"id": 5, "do": [["\xf0\x9f')
            host.process.stdin.flush()
            self.assertEqual(host.receive()["error"]["kind"], "failed")
            host.process.stdin.write(b'\x8e\xb2"]]}\n')
            host.process.stdin.flush()
            answer = host.receive()
            self.assertEqual((answer["id"], answer["error"]["kind"]), (5, "unsupported"), name)
            self.assertIn("\N{GAME DIE}", answer["error"]["message"])
            self.assertEqual(host.close()[0], 0)

    def test_a_version_that_is_not_spoken_is_refused(self):
        for name in EXAMPLES:
            host = ProcessHost(command(name))
            answer = host.ask(hello={"versions": [2, 3]})
            self.assertEqual(answer["error"]["kind"], "unsupported", name)
            self.assertEqual(host.hello["version"], 1)
            host.close()

    def test_a_level_without_room_is_refused_with_its_field(self):
        host = ProcessHost(command("cellar"))
        with self.assertRaises(Refused) as refused:
            host.one("level", 1, {"size": 4, "monsters": 40})
        self.assertEqual(refused.exception.error["kind"], "level")
        self.assertEqual(refused.exception.error["field"], "size")
        host.close()

    def test_what_a_game_prints_is_in_the_log(self):
        python = "import playtest_engine as e, sys; sys.path.insert(0, 'python')\n" \
            "class G(e.Game):\n name = 'g'; hidden = 'none'\n new = lambda s: print('hello')\n" \
            " moves = lambda s: [1]\n end = lambda s: None\ne.serve(G)"
        script = "import { Game, serve } from './javascript/playtest-engine.mjs';\n" \
            "serve(class extends Game { static about = { name: 'g', hidden: 'none' };\n" \
            "new() { console.log('hello'); } moves() { return [1]; } end() { return null; } });"
        for words in (["python3", "-c", f"import sys; sys.path.insert(0, 'python'); {python}"],
                      ["node", "--input-type=module", "-e", script]):
            host = ProcessHost(words)
            self.assertEqual(host.do(["level", 1, {}], ["new", 1, 1, 0])[1]["moves"], [1])
            self.assertEqual(host.close(), (0, "hello\n"))


if __name__ == "__main__":
    unittest.main()
