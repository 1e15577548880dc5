"""Games on a Dask cluster: the same as at home, whoever dies; and what is said where there is none."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from custumal.insight.comparison.compare import compare
from custumal.insight.comparison.stopping import Until
from custumal.insight.ladder.ladder import results_of
from custumal.insight.ladder.played import Table, rounds
from custumal.insight.play.sides import Match, Side
from custumal.interpreter.runs import cluster as clusters
from custumal.interpreter.runs.cluster import Cluster, ClusterFailed, by_what_rules
from custumal.interpreter.runs.simulate import Plan, Totals, play_all, simulate
from custumal.interpreter.runs.totals import EveryGame
from custumal.ui.report.data import as_data
from tests.support import scale

pytestmark = pytest.mark.slow

pytest.importorskip("distributed", reason="a cluster needs distributed")
Cli = Callable[..., tuple[int, str, str]]
PIG = (("pig", ()),)


class Machines:
    """A scheduler and two workers of this machine, each a process."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.scheduler = self._started("scheduler", "--port", "0", "--scheduler-file", str(self.file))
        self.address = self._address()
        self.workers = [self._started("worker", self.address, "--no-nanny", "--nthreads", "1") for _ in range(2)]

    @staticmethod
    def _started(*words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:], "--no-dashboard", "--host", "127.0.0.1"]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def _address(self) -> str:
        for _ in range(600):
            if self.file.is_file() and (text := self.file.read_text(encoding="utf-8")).strip().endswith("}"):
                return str(json.loads(text)["address"])
            time.sleep(0.1)
        raise AssertionError("the scheduler does not start")

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    found = Machines(tmp_path_factory.mktemp("cluster"))
    yield found
    found.end()


def test_the_same_as_at_home(machines: Machines) -> None:
    plan = Plan("pig", 2, 3)
    away = simulate(plan, 40, Cluster(machines.address, PIG))
    assert away.digest() == simulate(plan, 40).digest()


@pytest.mark.skipif(not scale.FULL, reason="the same again for each command")
def test_comparisons_and_ladders_are_the_same_too(machines: Machines) -> None:
    match = Match(Side("pig"), Side("pig", ("two-dice",)), ("random", "random"), 1, 5)
    there = compare(match, Until(20), Cluster(machines.address, (*PIG, ("pig", ("two-dice",)))))
    here = compare(match, Until(20))
    assert there.blocks == here.blocks
    assert {**as_data(there), "seconds": 0} == {**as_data(here), "seconds": 0}
    table = Table(Side("pig"), ("random", "greedy"), 2, 1)
    assert results_of(table, list(rounds(table, 6, Cluster(machines.address, PIG)))) == results_of(table, list(rounds(table, 6)))


def test_a_worker_with_other_rules_counts_for_nothing() -> None:
    with pytest.raises(ClusterFailed, match="another version of the program or of the rules"):
        clusters._by_these_rules(len, PIG, "other rules", "task")
    assert clusters._by_these_rules(len, PIG, by_what_rules(PIG), "task") == 4
    with pytest.raises(ClusterFailed, match="can't play this"):
        clusters._by_these_rules(len, (("no-such-game-anywhere", ()),), "", "task")


def test_a_cluster_that_is_not_there_is_said_in_a_sentence(call: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", "1s")
    for address in ("tcp://127.0.0.1:9", "nowhere"):
        for command in (("simulate", "pig"), ("compare", "pig", "--variant", "two-dice"), ("ladder", "pig")):
            code, out, err = call(*command, "--cluster", address)
            assert (code, out) == (1, "")
            assert err.startswith(f"custumal: No cluster answers at {address}: ")
            assert len(err.splitlines()) == 1
    code, _, err = call("simulate", "pig", "--cluster", "nowhere", "--record", "games")
    assert code == 2
    assert "does not go with --cluster" in err


@pytest.mark.skipif(not scale.FULL, reason="whoever dies is started again, which takes a while")
def test_a_worker_that_dies_loses_nothing(tmp_path: Path, tell: Callable[[str], None]) -> None:
    """Killed when a third has been played: all games are there, once, and the same."""
    machines, away = Machines(tmp_path), EveryGame()
    plan, played = Plan("monolyth", 3, 7, seats=("greedy", "random", "random")), 0

    def progress(more: int) -> None:
        nonlocal played
        played += more
        if played >= 10 and machines.workers[0].poll() is None:
            os.kill(machines.workers[0].pid, signal.SIGKILL)
            machines.workers[0].wait()

    try:
        play_all(plan, 30, away, Cluster(machines.address, (("monolyth", ()),)), progress)
    finally:
        machines.end()
    assert [game.number for game in away.games] == list(range(30))
    assert away.digest() == simulate(plan, 30).digest()
    tell(f"cluster: one of two workers killed after {10} of 30 games, digest {away.digest()} as at home")


@pytest.mark.skipif(not scale.FULL, reason="whoever dies is started again, which takes a while")
def test_a_scheduler_that_dies_leaves_what_was_played(tmp_path: Path) -> None:
    machines = Machines(tmp_path)
    totals = Totals()

    def progress(_: int) -> None:
        if totals.count >= 5 and machines.scheduler.poll() is None:
            machines.scheduler.kill()
            machines.scheduler.wait()

    plan = Plan("monolyth", 3, 7, seats=("greedy", "greedy", "greedy"))
    try:
        with pytest.raises(ClusterFailed, match="is gone"):
            play_all(plan, 500, totals, Cluster(machines.address, (("monolyth", ()),)), progress)
    finally:
        machines.end()
    count = totals.count
    assert 5 <= count < 500
    assert totals.digest() == simulate(plan, count).digest()
