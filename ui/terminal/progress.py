"""A progress bar on the standard error output, if somebody looks at it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from custumal.dsl.base.characters import printable
from custumal.ui.terminal.output import complain_painted


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


@contextmanager
def progress(total: int) -> Iterator[Callable[[int], None] | None]:
    """Gives what is to be told of each step that is done; None where nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=total, show_pos=True, file=sys.stderr, update_min_steps=max(1, total // 100)) as bar:
        yield bar.update
