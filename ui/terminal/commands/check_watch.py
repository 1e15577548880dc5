"""`check --watch`: checks again whenever a file is saved, and tells what is mended."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from custumal.dsl.check.paths import Checks, check_paths
from custumal.dsl.diagnostics.diagnostic import Diagnostic
from custumal.dsl.diagnostics.render.text import render_text, wants_color
from custumal.interpreter.cache.tried_setup import try_setup
from custumal.ui.terminal.commands.check import find_base, path_of, summary
from custumal.ui.terminal.exit_codes import DONE
from custumal.ui.terminal.output import clear, complain_painted, say
from custumal.ui.terminal.problems import UsageProblem
from custumal.ui.terminal.progress import silent


def watch_files(paths: Sequence[str]) -> int:
    """Check, and check again after each change of what the paths stand for, until it is interrupted.

    Raises:
        UsageProblem: watchfiles is not installed.
    """
    if find_spec("watchfiles") is None:
        raise UsageProblem("`--watch` needs what is installed by `pip install 'custumal[editor]'`.")
    from watchfiles import watch  # noqa: PLC0415  # only where something is watched

    chosen = [path_of(path) for path in paths]
    before = _shown(chosen, [])
    changes = watch(*(_watched(path) for path in chosen))
    while _is_another(changes):
        before = _shown(chosen, before)
    return DONE


def _is_another(changes: Iterator[object]) -> bool:
    """Wait for the next change; whether there is one."""
    with silent():
        return next(changes, None) is not None


def _watched(path: Path) -> Path:
    """What is watched: a folder, or that in which a file lies, as editors put a new file in the place of the old one."""
    return path if path.is_dir() else path.parent


def _shown(paths: list[Path], before: list[Diagnostic]) -> list[Diagnostic]:
    """Check and show everything anew, on a clear screen; what is wrong now."""
    found = check_paths(paths, find_base, try_setup)
    clear()
    complain_painted(render_text(found.diagnostics, found.sources, wants_color(sys.stderr)))
    say("".join(f"mended: {one.message}\n" for one in mended(before, found)) + summary(found) + "\n")
    return found.diagnostics


def mended(before: Iterable[Diagnostic], now: Checks) -> list[Diagnostic]:
    """The problems that there were and that there are no more, wherever they stand now."""
    left = {(one.code, one.span.file, one.message) for one in now.diagnostics}
    return [one for one in before if (one.code, one.span.file, one.message) not in left]
