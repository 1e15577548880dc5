"""Work for several processes, which never outlive the one that started them."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures import TimeoutError as OutOfTime
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import parent_process, resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, TypeVar

from custumal.interpreter.setup.errors import ProcessDied

MOST = 60
"""Processes at the same time; Windows waits for no more."""
AHEAD = 8
"""So many tasks are handed over for each process: enough for it never to wait, and few, since each takes room."""
Task = TypeVar("Task")
Result = TypeVar("Result")


def each_in_processes(
    work: Callable[[Task], Result], tasks: Iterable[Task], processes: int, deadline: float | None = None
) -> Generator[Result, None, None]:
    """The results of `work`, a function at the top of a module, for all tasks, as they come; from the `deadline` on, by the clock
    `time.monotonic`, no more come.

    Whatever ends the work early, the deadline, an error in it, an interruption or the death of this process, ends the processes too.

    Raises:
        ProcessDied: one of the processes was ended from outside.
    """
    _tidy_without_a_word()
    own = _OwnProcesses()
    count = max(1, min(processes, MOST))
    with ProcessPoolExecutor(count, mp_context=own, initializer=_depend_on_the_first) as pool:
        try:
            for done in _as_they_come(pool, work, iter(tasks), count * AHEAD, deadline):
                yield done.result()
        except BaseException as early:
            own.terminate()
            if isinstance(early, BrokenProcessPool):
                raise ProcessDied from None
            if not isinstance(early, OutOfTime) or deadline is None:
                raise


class _OwnProcesses(SpawnContext):
    """Starts processes and knows them, so that one pool never ends those of another."""

    def __init__(self) -> None:
        self._started: list[SpawnProcess] = []

    def Process(self, *args: Any, **named: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802  # the name that a pool calls
        self._started.append(SpawnProcess(*args, **named))
        return self._started[-1]

    def terminate(self) -> None:
        for process in self._started:
            if process.pid is not None:  # one that couldn't be started has none
                process.terminate()


def _as_they_come(
    pool: ProcessPoolExecutor, work: Callable[[Task], Result], tasks: Iterator[Task], most: int, deadline: float | None
) -> Iterator[Future[Result]]:  # fmt: skip
    """What is done, task by task, of which at most so many are handed over at a time.

    Raises:
        OutOfTime: it is later than the deadline.
    """
    waiting: set[Future[Result]] = set()
    while True:
        # A process that begins with interruptions ignored goes on ignoring them, so that it can't die with a traceback.
        with uninterrupted():
            waiting |= {pool.submit(work, task) for task in islice(tasks, most - len(waiting))}
        if not waiting:
            return
        ready, waiting = wait(waiting, left(deadline), FIRST_COMPLETED)
        if not ready or left(deadline) == 0:
            raise OutOfTime
        yield from ready


def left(deadline: float | None) -> float | None:
    """The seconds until then; None where there is no end."""
    return None if deadline is None else max(0.0, deadline - time.monotonic())


_QUIET = "ignore:resource_tracker:UserWarning"


def _tidy_without_a_word() -> None:
    """Python's own process that tidies up after one that was ended from outside, however that was, does so without a warning."""
    if sys.platform == "win32":
        return  # where there is no such process
    before = os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = f"{before},{_QUIET}" if before else _QUIET
    try:
        resource_tracker.ensure_running()
    finally:
        os.environ.pop("PYTHONWARNINGS")
        if before is not None:
            os.environ["PYTHONWARNINGS"] = before


def _depend_on_the_first() -> None:
    """Interruptions are left to the process that started this one; when that one is gone, however it died, this one ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_first, name="end-with-the-first", daemon=True).start()


def _end_with_the_first() -> None:
    first = parent_process()
    assert first is not None
    first.join()  # waits for the end of a pipe that it alone holds open: no signal reaches those whose parent was killed
    os._exit(1)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Inside, an interruption from the keyboard is ignored, and goes on being ignored by processes that are started there."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread is interrupted, and may say what happens then
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
