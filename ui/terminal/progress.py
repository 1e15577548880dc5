"""What is told on the standard error output while something takes its time, if somebody looks: what is being done, or how much of it."""

from __future__ import annotations

import math
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import click

from custumal.dsl.base.characters import printable
from custumal.ui.terminal.output import complain_painted, on_print, write_aside
from custumal.ui.text.phrases import phrase

PATIENCE = 1.0
"""Seconds after which something takes long."""
_TICK = 0.25
"""Seconds between two looks at the clock."""


class Waiting:
    """A line that says what is being done and since when, whenever nothing has been printed for long. It is gone before anything else is
    printed. A thread of its own looks at the clock."""

    def __init__(self) -> None:
        self._doing: list[tuple[str, float]] = []
        self._since = 0.0
        self._shown = 0
        self._lock = threading.RLock()  # a signal may find it held by its own thread
        self._over = threading.Event()
        self._clock: threading.Thread | None = None

    @contextmanager
    def doing(self, words: str, *, at_once: bool = False) -> Iterator[None]:
        """Something is being done, perhaps as a part of something else; what is told `at_once` gets its time as soon as it takes long."""
        with self._lock:
            self._erase()
            self._since = time.monotonic()
            self._doing.append((words, self._since))
            if at_once:
                self._write(f"{words} …")
        self._start()
        try:
            yield
        finally:
            with self._lock:
                self._erase()
                self._doing.pop()
            if not self._doing:
                self._stop()

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Nothing is being done, or how far it is, is told in another way; no thread runs meanwhile, so that processes may be started."""
        self.printed()
        self._stop()
        try:
            yield
        finally:
            if self._doing:
                self._since = time.monotonic()
                self._doing = [(words, self._since) for words, _ in self._doing]
                self._start()

    def printed(self) -> None:
        """Something is printed: what is told is erased. Where that is no terminal, whoever reads it may have taken the screen."""
        if self._clock is not None:
            with self._lock:
                self._erase()
                self._since = time.monotonic() if sys.stdout.isatty() else math.inf

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
                now = time.monotonic()
                if self._doing and now - self._since >= PATIENCE:
                    words, begin = self._doing[-1]
                    self._write(f"{words} … {now - begin:.0f} s")

    def _write(self, text: str) -> None:
        told = printable(text)
        write_aside(f"\r{told}{' ' * (self._shown - len(told))}")
        self._shown = len(told)

    def _erase(self) -> None:
        if self._shown:
            write_aside(f"\r{' ' * self._shown}\r")
            self._shown = 0


_WAITING = Waiting()


@contextmanager
def working(words: str) -> Iterator[None]:
    """Says what is being done, and since when, whenever it is silent for longer than a second, if somebody looks."""
    with _told(words, at_once=False):
        yield


def doing(key: str) -> AbstractContextManager[None]:
    """As `working`, by a phrase in the language that the command line asks for: that of the game is not known before its rules are read."""
    asked = context.params if (context := click.get_current_context(silent=True)) else {}
    return working(phrase(key, asked.get("lang") or asked.get("language") or "en"))


@contextmanager
def thinking(words: str) -> Iterator[None]:
    """Says at once that somebody thinks, as long as that takes, if somebody looks."""
    with _told(words, at_once=True):
        yield


@contextmanager
def _told(words: str, *, at_once: bool) -> Iterator[None]:
    if not sys.stderr.isatty():
        yield
        return
    on_print(_WAITING.printed)
    sys.stdout.flush()
    with _WAITING.doing(words, at_once=at_once):
        yield


@contextmanager
def silent() -> Iterator[None]:
    """Nothing is being done that anybody waits for: somebody is asked, or something has to happen elsewhere first."""
    with _WAITING.silent():
        yield


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
        silent(),
        click.progressbar(length=total, show_pos=True, file=sys.stderr, update_min_steps=max(1, total // 100)) as bar,
    ):
        yield bar.update
