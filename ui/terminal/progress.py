"""A progress bar on the standard error output, if somebody looks at it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress(total: int) -> Iterator[Callable[[int], None] | None]:
    """Gives what is to be told of each step that is done; None where nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=total, show_pos=True, file=sys.stderr, update_min_steps=max(1, total // 100)) as bar:
        yield bar.update
