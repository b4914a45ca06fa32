"""A workspace for a test of `playtest studio`, and figures of the shell to compare with."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from client import Studio

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLAYERS = ("novice", "casual", "skilled")


class Workspace:
    """A folder with copies of levels; it is removed in the end."""

    def __init__(self, program, *levels):
        self.program = program
        self.folder = tempfile.mkdtemp(prefix="studio-")
        os.mkdir(f"{self.folder}/levels")
        for level in levels:
            shutil.copy(ROOT / "levels" / level, f"{self.folder}/levels")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, level):
        return f"{self.folder}/levels/{pathlib.Path(level).name}"

    def name(self, level):
        return json.loads(pathlib.Path(self.path(level)).read_text(encoding="utf-8"))["name"]

    def studio(self, *options, **more):
        return Studio(self.program, self.folder, *options, **more)

    def playtest(self, *words, code=0):
        """What the program prints."""
        done = subprocess.run(
            [self.program, *words], cwd=self.folder, capture_output=True, text=True, check=False)
        assert done.returncode == code, f"{words}: {done.returncode} {done.stderr}"
        return done.stdout

    def run(self, path, games, out):
        """The cells of a run's summary by player."""
        self.playtest(
            "run", path, "--agents", ",".join(PLAYERS), "--games", str(games), "--seed", "1",
            "--out", out, "--quiet", "--force")
        with open(f"{self.folder}/{out}/summary.json", encoding="utf-8") as file:
            return {cell["agent"]: cell for cell in json.load(file)["cells"]}


def same(one, other, what):
    assert one == other, f"{what}: {one!r} in the editor, {other!r} in the shell"


def compare_figures(player, cell, what):
    """A player's row in the editor with a cell of a summary, digit for digit."""
    same(player["games"], cell["games"], f"{what}, games")
    same(player["won"], cell["wins"], f"{what}, won")
    same(player["lost"], cell["losses"] + cell["capped"], f"{what}, lost")
    figure = cell["score"] if player["scored"] else cell["passRate"]
    same(player["value"], figure.get("value", figure.get("mean")), f"{what}, value")
    for end in ("low", "high"):
        same(player.get(end), figure.get(end), f"{what}, {end}")
