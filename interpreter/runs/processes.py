"""Work for several processes, which never outlive the one that started them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import TypeVar

MOST = 60
"""Processes at the same time; Windows waits for no more."""
Task = TypeVar("Task")
Result = TypeVar("Result")


def each_in_processes(work: Callable[[Task], Result], tasks: Sequence[Task], processes: int) -> Iterator[Result]:
    """The results of `work`, a function at the top of a module, for all tasks, as they come.

    Whatever ends the work early, an error in it or an interruption, ends the processes too.
    """
    others = set(active_children())
    with ProcessPoolExecutor(
        max(1, min(processes, len(tasks), MOST)), mp_context=get_context("spawn"), initializer=_leave_interruptions_to_the_first
    ) as pool:
        try:
            # A process that begins with interruptions ignored goes on ignoring them, so that it can't die with a traceback.
            with _uninterrupted():
                waiting = [pool.submit(work, task) for task in tasks]
            for done in as_completed(waiting):
                yield done.result()
        except BaseException:
            for process in set(active_children()) - others:
                process.terminate()
            raise


def _leave_interruptions_to_the_first() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread is interrupted, and may say what happens then
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
