"""What is told on the standard error output while something takes its time, if somebody looks: what is being done, or how much of it."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from custumal.dsl.base.characters import printable
from custumal.ui.terminal.output import complain_painted, on_print, write_aside

PATIENCE = 1.0
"""Seconds after which something takes long."""
_TICK = 0.25
"""Seconds between two looks at the clock."""


class Waiting:
    """A line that says what is being done and since when, as soon as that takes long, and that is gone before anything else is printed.
    A thread of its own looks at the clock."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self._since = 0.0
        self._shown = 0
        self._is_silent = True
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._clock: threading.Thread | None = None

    @contextmanager
    def doing(self, words: str) -> Iterator[None]:
        """Something is being done, perhaps as a part of something else."""
        with self._lock:
            self._erase()
            self._words.append(words)
            self._since, self._is_silent = time.monotonic(), False
        self._start()
        try:
            yield
        finally:
            with self._lock:
                self._erase()
                self._words.pop()
            if not self._words:
                self._stop()

    @contextmanager
    def elsewhere(self) -> Iterator[None]:
        """How far it is, is told in another way; no thread runs meanwhile, so that processes may be started."""
        self.quiet()
        self._stop()
        try:
            yield
        finally:
            if self._words:
                self._since, self._is_silent = time.monotonic(), False
                self._start()

    def quiet(self) -> None:
        """Something is printed: what is told is erased, and nothing more is told until something else begins."""
        if self._clock is not None:
            with self._lock:
                self._erase()
                self._is_silent = True

    def _start(self) -> None:
        if self._clock is None:
            self._over.clear()
            self._clock = threading.Thread(target=self._run, daemon=True)
            self._clock.start()

    def _stop(self) -> None:
        clock, self._clock = self._clock, None
        self._over.set()
        if clock is not None:
            clock.join()

    def _run(self) -> None:
        while not self._over.wait(_TICK):
            with self._lock:
                seconds = time.monotonic() - self._since
                if self._words and not self._is_silent and seconds >= PATIENCE:
                    told = printable(f"{self._words[-1]} … {seconds:.0f} s")
                    write_aside(f"\r{told}{' ' * (self._shown - len(told))}")
                    self._shown = len(told)

    def _erase(self) -> None:
        if self._shown:
            write_aside(f"\r{' ' * self._shown}\r")
            self._shown = 0


_WAITING = Waiting()


@contextmanager
def working(words: str) -> Iterator[None]:
    """Says what is being done, and since when, once that takes longer than a second, if somebody looks."""
    if not sys.stderr.isatty():
        yield
        return
    on_print(_WAITING.quiet)
    with _WAITING.doing(words):
        yield


@contextmanager
def thinking(words: str) -> Iterator[None]:
    """Says that somebody thinks, as long as that takes, if somebody looks."""
    if not sys.stderr.isatty():
        yield
        return
    complain_painted(f"{printable(words)} …")
    try:
        yield
    finally:
        complain_painted(f"\r{' ' * (len(words) + 2)}\r")


def beside() -> None:
    """Ends the line of a bar, so that something can be said while it goes on below."""
    if sys.stderr.isatty():
        complain_painted("\n")


@contextmanager
def progress(total: int) -> Iterator[Callable[[int], None] | None]:
    """Gives what is to be told of each step that is done; None where nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    with (
        _WAITING.elsewhere(),
        click.progressbar(length=total, show_pos=True, file=sys.stderr, update_min_steps=max(1, total // 100)) as bar,
    ):
        yield bar.update
