"""Several processes tell what goes wrong in them, and end with the one that started them."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from custumal.dsl.diagnostics.catalogue.play import loop_goes_on
from custumal.dsl.diagnostics.diagnostic import Diagnostic, RuleFileError, Severity, Span
from custumal.interpreter.runs.processes import AHEAD, each_in_processes
from custumal.interpreter.setup.errors import PlayError, ProcessDied
from tests.support.scale import FULL

KILLS = 100 if FULL else 4
SPAN = Span("game.yaml", 3, 1, 3, 5)


def _work(folder: Path, number: int) -> int:
    (folder / str(os.getpid())).touch()
    if number == 1:
        raise PlayError(loop_goes_on(), SPAN)
    if number == 2:
        raise RuleFileError([Diagnostic("syntax", Severity.ERROR, SPAN, "What is this?")])
    if number == 3:
        time.sleep(600)
    return number * number


def _die(by: signal.Signals) -> None:
    os.kill(os.getpid(), by)


def test_results_come_whole(tmp_path: Path) -> None:
    assert sorted(each_in_processes(partial(_work, tmp_path), [4, 5, 6], 2)) == [16, 25, 36]
    assert 1 <= len(list(tmp_path.iterdir())) <= 2


@pytest.mark.parametrize(("number", "of"), [(1, PlayError), (2, RuleFileError)])
def test_an_error_keeps_its_place_and_ends_the_others(tmp_path: Path, number: int, of: type[Exception]) -> None:
    began = time.monotonic()
    with pytest.raises(of) as caught:
        list(each_in_processes(partial(_work, tmp_path), [3, number], 2))
    error = caught.value
    assert (error.span if isinstance(error, PlayError) else error.diagnostics[0].span) == SPAN  # type: ignore[attr-defined]  # it is one of the two
    assert time.monotonic() - began < 300


@pytest.mark.slow
def test_a_deadline_ends_what_is_under_way(tmp_path: Path) -> None:
    began = time.monotonic()
    assert list(each_in_processes(partial(_work, tmp_path), [4, 3], 2, began + 10)) == [16]
    assert list(each_in_processes(partial(_work, tmp_path), [3, 3], 2, began)) == []
    assert time.monotonic() - began < 300


def test_no_more_is_handed_over_than_what_keeps_them_busy(tmp_path: Path) -> None:
    """Whatever waits takes room, so that of tasks without end only a few may."""
    tasks = count(4)
    with closing(each_in_processes(partial(_work, tmp_path), tasks, 2)) as coming:
        assert {next(coming) for _ in range(40)} <= {number * number for number in range(4, 4 + 40 + 2 * AHEAD)}
    assert next(tasks) <= 4 + 40 + 2 * AHEAD


def test_one_that_is_ended_early_leaves_those_of_another_alone(tmp_path: Path) -> None:
    """Whoever began first, and whoever ends first: of two at the same time each has its own processes."""
    for first in (0, 1):
        both = [each_in_processes(partial(_work, tmp_path), count(4), 2) for _ in range(2)]
        assert [next(coming) for coming in both] != []
        both[first].close()
        assert all(next(both[1 - first]) for _ in range(40))
        both[1 - first].close()


def test_a_process_that_is_ended_from_outside_is_told_of() -> None:
    with pytest.raises(ProcessDied, match="ended from outside"):
        list(each_in_processes(_die, [signal.SIGTERM, signal.SIGTERM], 2))


def _processes(columns: str) -> list[str]:
    """All processes that there are, a line each, however long (`-ww`)."""
    ps = shutil.which("ps")
    assert ps is not None
    return subprocess.run((ps, "-A", "-ww", "-o", columns), capture_output=True, text=True, check=True).stdout.splitlines()


def _workers(of: int) -> list[int]:
    """The processes that play for another one."""
    found = (line.split(None, 2) for line in _processes("pid=,ppid=,args="))
    return [int(pid) for pid, parent, *args in found if int(parent) == of and "spawn_main" in " ".join(args)]


def _are_alive(processes: list[int]) -> bool:
    """Whether one of them is still there, and is not only waiting for somebody to hear of its end."""
    found = (line.split(None, 1) for line in _processes("pid=,stat="))
    return any(int(pid) in processes and not state.startswith("Z") for pid, state in found)


@pytest.mark.slow
@pytest.mark.parametrize("kill", [subprocess.Popen.kill, subprocess.Popen.terminate])
def test_no_process_outlives_the_one_that_started_it(kill: Callable[[subprocess.Popen[bytes]], None]) -> None:
    """At whatever moment it is killed, once both are there. Whoever lives on holds the pipe open, so that it never ends for its reader."""
    chance = random.Random(KILLS)
    once = (sys.executable, "-m", "custumal", "simulate", "pig", "--games", "20000")  # what is made anew, once, is made before both begin
    subprocess.run(once, capture_output=True, check=True)
    for _ in range(KILLS // 2):
        command = (sys.executable, "-m", "custumal", "simulate", "pig", "--games", "1000000", "--jobs", "2")
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            while len(workers := _workers(process.pid)) < 2:  # as many as are asked for
                assert process.poll() is None
                time.sleep(0.05)
            time.sleep(chance.uniform(0, 2))  # they begin, or they play
            assert process.poll() is None and _are_alive(workers)
            kill(process)
            said, _ = process.communicate(timeout=120)
            assert b"arning" not in said and b"Traceback" not in said, said  # of Python, about what it tidies up
            began = time.monotonic()
            while _are_alive(workers):  # what is told of one that has ended may be late
                assert time.monotonic() - began < 60


@pytest.mark.slow
def test_no_process_is_left_where_it_is_killed_before_they_begin() -> None:
    chance = random.Random(KILLS)
    for _ in range(KILLS // 4):
        command = (sys.executable, "-m", "custumal", "simulate", "pig", "--games", "1000000", "--jobs", "2")
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            time.sleep(chance.uniform(0, 1))
            process.kill()
            process.communicate(timeout=120)
