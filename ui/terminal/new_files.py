"""New files of the user: never over one that is there, and never half written."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryFile

from custumal.interpreter.cache.atomic_write import write_atomically
from custumal.ui.terminal.exit_codes import PROBLEMS
from custumal.ui.terminal.output import say
from custumal.ui.terminal.problems import UsageProblem, complain


def write_new(path: Path, text: str, force: bool) -> None:
    """Write a file; with `force` it may replace another.

    Raises:
        UsageProblem: something is there already.
        OSError: the folder can't be written.
    """
    _check_free(path, force)
    write_atomically(path, text)


def make_room(path: Path, force: bool) -> None:
    """Make sure, before what takes long, that a file can be written at its end. A folder that is missing is made, and told of, as its name
    may be a slip.

    Raises:
        UsageProblem: something is there already, or nothing can be written there.
    """
    _check_free(path, force)
    folder = path.parent
    try:
        if not folder.exists():
            folder.mkdir(parents=True)
            complain(f"The folder {folder} was not there; it has been made.")
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise UsageProblem(f"{path} can't be written: {error.strerror}.", PROBLEMS) from None


def _check_free(path: Path, force: bool) -> None:
    if path.is_dir():
        raise UsageProblem(f"{path} is a folder.")
    if path.exists() and not force:
        raise UsageProblem(f"{path} is there already; --force replaces it.", PROBLEMS)


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
