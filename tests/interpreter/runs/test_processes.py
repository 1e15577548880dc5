"""Several processes tell what goes wrong in them, and end with the one that started them."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from custumal.dsl.diagnostics.catalogue.play import loop_goes_on
from custumal.dsl.diagnostics.diagnostic import Diagnostic, RuleFileError, Severity, Span
from custumal.interpreter.runs.processes import each_in_processes
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


def test_a_process_that_is_ended_from_outside_is_told_of() -> None:
    with pytest.raises(ProcessDied, match="ended from outside"):
        list(each_in_processes(_die, [signal.SIGTERM, signal.SIGTERM], 2))


@pytest.mark.slow
@pytest.mark.parametrize("kill", [subprocess.Popen.kill, subprocess.Popen.terminate])
def test_no_process_outlives_the_one_that_started_it(kill: Callable[[subprocess.Popen[bytes]], None]) -> None:
    """Whoever lives on holds the pipe open, so that it never ends for its reader."""
    chance = random.Random(KILLS)
    for _ in range(KILLS // 2):
        command = (sys.executable, "-m", "custumal", "simulate", "pig", "--games", "1000000", "--jobs", "2")
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            time.sleep(chance.uniform(0, 4))  # at whatever moment it is, before the processes begin or while they play
            assert process.poll() is None
            kill(process)
            process.communicate(timeout=120)
