#!/usr/bin/env python3
"""Plays a run on a Ray cluster of four nodes of this machine and takes a node away in mid-run.

    integrations/ray/test.py PLAYTEST

The reports are those of the run in one piece, byte for byte: with all nodes, with one that goes
away, and after parts were broken. Skipped where Python has no ray (requirements.txt).
"""

import filecmp
import os
import shutil
import subprocess
import sys
import tempfile
import time

FOLDER = os.path.dirname(os.path.realpath(__file__))
LEVEL = os.path.realpath(f"{FOLDER}/../../levels/bubble-blast/07-crate-yard.json")
SCRIPTS = os.path.realpath(f"{FOLDER}/../../scripts")
PARTS = 6
# Long enough that a node can be taken away while a part of it is at work.
WHOLE_SECONDS = 6
REPORTS = ("summary.json", "report.html", "report.md")


def fail(words):
    sys.exit(f"integrations/ray: {words}")


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


class Work:
    """A folder of runs, and the run in one piece that all must equal."""

    def __init__(self, playtest, folder):
        self.playtest, self.folder = playtest, folder
        os.makedirs(f"{folder}/whole")
        games = 200
        while True:
            self.run = [
                LEVEL, "--scripts", SCRIPTS, "--agents", "random,novice", "--games", str(games)]
            begin = time.monotonic()
            subprocess.run(
                [playtest, "run", *self.run, "--out", "r", "--force", "--quiet"],
                cwd=f"{folder}/whole", check=True)
            if time.monotonic() - begin >= WHOLE_SECONDS or games > 10_000_000:
                break
            games *= 2
        self.games = games

    def begin(self, address, *run):
        environment = dict(os.environ, PLAYTEST=self.playtest, RAY_ADDRESS=address)
        return subprocess.Popen(
            [sys.executable, f"{FOLDER}/playtest-ray", str(PARTS), "r", *(run or self.run)],
            cwd=self.folder, env=environment, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True)

    def log(self, part):
        return read(f"{self.folder}/r.parts/ray-{part}.log")

    def logs(self):
        return {part: self.log(part) for part in range(1, PARTS + 1)}

    def expect_whole(self, driver, what):
        _, said = driver.communicate()
        if driver.returncode != 0:
            fail(f"{what}: exit code {driver.returncode}: {said}")
        for file in REPORTS:
            if not filecmp.cmp(f"{self.folder}/whole/r/{file}", f"{self.folder}/r/{file}", False):
                fail(f"{what}: {file} is not that of the run in one piece")

    def part_at_work(self, node):
        """A part that this node plays now and that holds some games, or nothing."""
        for part, log in self.logs().items():
            if log.endswith(f"on node {node}\n"):
                store = f"{self.folder}/r.parts/part-{part}/results.sqlite-wal"
                if os.path.exists(store) and os.path.getsize(store) > 0:
                    return part
        return None


def add_node(cluster, tries=5, **options):
    """A new node. Ray gives it 30 s to come up, which a busy machine may not keep."""
    while True:
        tries -= 1
        try:
            return cluster.add_node(**options)
        except Exception as error:
            if tries == 0:
                fail(f"no node came up: {error}")


def take_node_away(work, cluster, node):
    driver = work.begin(cluster.address)
    while (part := work.part_at_work(node.node_id)) is None:
        if driver.poll() is not None:
            fail(f"the driver ended before node {node.node_id} was at work: {driver.stderr.read()}")
        time.sleep(0.02)
    cluster.remove_node(node, allow_graceful=False)
    work.expect_whole(driver, "a node taken away")
    log = work.log(part)
    if log.count("on node") < 2 or log.rindex(node.node_id) > log.rindex("on node") + 10:
        fail(f"part {part} was not begun again on another node: {log}")
    return part


def mend(work, cluster):
    shutil.rmtree(f"{work.folder}/r")
    shutil.rmtree(f"{work.folder}/r.parts/part-1")
    os.truncate(f"{work.folder}/r.parts/part-3/results.sqlite", 5000)
    before = work.logs()
    work.expect_whole(work.begin(cluster.address), "parts mended")
    played = [part for part, log in work.logs().items() if log != before[part]]
    if played != [1, 3]:
        fail(f"played {played}, not just the broken parts 1 and 3")


def refuse(work, cluster):
    shutil.rmtree(f"{work.folder}/r")
    shutil.rmtree(f"{work.folder}/r.parts")
    driver = work.begin(cluster.address, f"{work.folder}/there-is-none.json")
    _, said = driver.communicate()
    if driver.returncode != 66 or "there-is-none.json" not in said:
        fail(f"a level that is not there: exit code {driver.returncode}: {said}")
    if os.path.exists(f"{work.folder}/r"):
        fail("a run that could not be played was joined")


def main():
    if len(sys.argv) != 2 or not os.access(sys.argv[1], os.X_OK):
        sys.exit("usage: integrations/ray/test.py PLAYTEST")
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    try:
        import ray
        from ray.cluster_utils import Cluster
    except ImportError as error:
        reason = f"{error} (pip install -r integrations/ray/requirements.txt)"
        skip = os.path.join(os.path.dirname(__file__), "../../tools/skip.sh")
        sys.exit(subprocess.call([skip, "integrations/ray", reason]))
    with tempfile.TemporaryDirectory() as folder:
        work = Work(os.path.realpath(sys.argv[1]), folder)
        memory = {"object_store_memory": 100_000_000}
        # The head plays nothing, so that any node that plays can be taken away.
        cluster = Cluster(
            initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False, **memory})
        try:
            nodes = [add_node(cluster, num_cpus=1, **memory) for _ in range(3)]
            cluster.wait_for_nodes()
            part = take_node_away(work, cluster, nodes[1])
            mend(work, cluster)
            refuse(work, cluster)
        finally:
            cluster.shutdown()
        print(
            f"integrations/ray: {work.games} games of 2 agents in {PARTS} parts by Ray"
            f" {ray.__version__} on 3 nodes, one of which was taken away while it played part"
            f" {part}; then parts mended: the undisturbed bytes")


main()
