"""New files of the user: never over one that is there, and never half written."""

from __future__ import annotations

from pathlib import Path

from custumal.interpreter.cache.atomic_write import write_atomically
from custumal.ui.terminal.exit_codes import PROBLEMS
from custumal.ui.terminal.output import say
from custumal.ui.terminal.problems import UsageProblem


def write_new(path: Path, text: str, force: bool) -> None:
    """Write a file; with `force` it may replace another.

    Raises:
        UsageProblem: something is there already.
        OSError: the folder can't be written.
    """
    if path.is_dir():
        raise UsageProblem(f"{path} is a folder.")
    if path.exists() and not force:
        raise UsageProblem(f"{path} is there already; --force replaces it.", PROBLEMS)
    write_atomically(path, text)


def put(output: str | None, text: str, force: bool) -> None:
    """Write a file and tell its name; without one, or with `-`, print the text.

    Raises:
        UsageProblem, OSError: as `write_new`.
    """
    if output in {None, "-"}:
        say(text)
        return
    write_new(Path(str(output)), text, force)
    say(f"{output}\n")
