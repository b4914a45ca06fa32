#!/usr/bin/env python3
"""Traces a whole session of `playtest studio`: nothing is written outside of its workspace.

    tools/studio/strace.py PLAYTEST

Draws, saves, saves under a name, watches, confirms, follows a change, deletes and ends; then reads
which files were opened for writing, made, renamed or removed.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from client import Studio
from workspace import PLAYERS, ROOT, Workspace

#: Calls that change files, and the places of their paths. `openat` counts where it can write.
CALLS = ("openat,open,creat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,link,"
         "linkat,symlink,symlinkat,truncate,chmod,fchmodat,mknod,mknodat")
#: Where a program may always write.
DEVICES = ("/dev/", "/proc/self/")


def session(program, place, log):
    level = "bubble-blast/02-candy-stripes.json"
    shutil.copy(ROOT / "levels" / level, f"{place.folder}/levels")
    with Studio(program, place.folder, before=("strace", "-f", "-qq", "-s", "4096", "-o", log, "-e",
                                               f"trace={CALLS}")) as studio:
        tab = studio.tab()
        doc = tab.open("Candy Stripes")["doc"]
        tab.gesture(doc, paint={"tool": "red", "places": ["5,0", "5,1"]})
        tab.figures(doc, PLAYERS, 3)
        tab.ask("undo", doc=doc)
        tab.ask("redo", doc=doc)
        tab.ask("watch", doc=doc, player="casual", index=1, against="saved")
        tab.ask("left", doc=doc, player="casual")
        tab.ask("confirm", doc=doc)
        tab.ask("save", doc=doc)
        tab.set(doc, "shots", 25)
        tab.ask("save", doc=doc)
        copy = tab.ask("save", doc=doc, **{"as": "Another"})
        path = pathlib.Path(f"{place.folder}/levels/another.json")
        path.write_text(path.read_text(encoding="utf-8").replace("25", "26"), encoding="utf-8")
        tab.event("board", lambda event: event.get("undo") is not None)
        new = tab.ask("open", new={"game": "peggle", "name": "Mine"})["doc"]
        tab.gesture(new, put={"tool": "peg:orange", "x": 300, "y": 300})
        tab.ask("look", doc=doc, players=[], games=0)
        tab.ask("delete", level=copy["level"])
        # strace passes it on; its own exit code is that of the program.
        os.kill(int(pathlib.Path(f"/proc/{studio.process.pid}/task/{studio.process.pid}/children")
                    .read_text(encoding="ascii").split()[0]), 2)
        studio.process.wait(timeout=60)


def written(log, folder):
    """The paths that the calls of a log change."""
    paths = set()
    for line in pathlib.Path(log).read_text(encoding="utf-8", errors="replace").splitlines():
        call = re.match(r"\d+ +(\w+)\((.*)", line)
        if not call or " = -1 " in line:
            continue
        name, rest = call.groups()
        if name in ("openat", "open") and not re.search(r"O_(WRONLY|RDWR|CREAT|TRUNC|APPEND)", rest):
            continue
        for path in re.findall(r'"((?:[^"\\]|\\.)*)"', rest):
            paths.add(os.path.normpath(os.path.join(folder, path)))
    return paths


def main(words):
    if len(words) != 1 or not os.access(words[0], os.X_OK):
        print("usage: strace.py PLAYTEST", file=sys.stderr)
        return 64
    program = os.path.realpath(words[0])
    if not shutil.which("strace"):
        return subprocess.run(
            [ROOT / "tools/skip.sh", "studio/strace.py", "there is no strace"], check=False
        ).returncode
    with Workspace(program) as place, tempfile.NamedTemporaryFile() as log:
        session(program, place, log.name)
        paths = written(log.name, os.getcwd())
        inside = {path for path in paths if path.startswith(place.folder + "/")}
        outside = {path for path in paths - inside if not path.startswith(DEVICES)}
        for needed in ("levels/02-candy-stripes.json", "levels/another.json", ".playtest/drafts",
                       ".playtest/versions", ".playtest/trash"):
            assert any(needed in path for path in inside), f"no {needed} in the trace: {sorted(paths)}"
        assert not outside, f"written outside of the workspace: {sorted(outside)}"
    print(f"strace: {len(inside)} paths written, all in the workspace")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
