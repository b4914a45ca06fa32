"""Compares docs/engines.md with the engine that it shows: python3 -m unittest test_page."""
import json
import os
import re
import tempfile
import unittest
from pathlib import Path

from hosts import HERE, ProcessHost

PAGE = Path(os.environ.get("PLAYTEST_ENGINES_PAGE", HERE / "../../docs/engines.md"))


class PageTests(unittest.TestCase):
    def test_the_transcript_is_what_the_engine_answers(self):
        text = PAGE.read_text()
        game = re.search(r"<<'PY'\n(.*?)\nPY\n", text, re.DOTALL).group(1)
        transcript = re.search(r"```text\n(> .*?)```", text, re.DOTALL).group(1)
        # A line that begins with spaces continues the one before.
        lines = transcript.replace("\n   ", "").splitlines()
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "nerve.py").write_text(game)
            (Path(folder) / "playtest_engine.py").write_text(
                (HERE / "python/playtest_engine.py").read_text())
            host = ProcessHost(["python3", "nerve.py"], folder)
            for asked, answered in zip(lines[::2], lines[1::2]):
                self.assertEqual((asked[:2], answered[:2]), ("> ", "< "))
                host.send(asked[2:])
                self.assertEqual(host.receive(), json.loads(answered[2:]))
            self.assertEqual(host.close(), (0, ""))
        self.assertGreaterEqual(len(lines), 12)

    def test_the_draw_that_it_names_is_ours(self):
        self.assertIn("`bits(1, 0)` is `0x910A2DEC89025CC1`", PAGE.read_text())


if __name__ == "__main__":
    unittest.main()
