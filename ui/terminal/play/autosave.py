"""Autosaves: where games are kept while they are played, so that none is ever lost."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from custumal.ui.terminal.problems import UsageProblem

_OVER = "-over"


def data_folder() -> Path:
    """The folder for what a user wants to keep; `CUSTUMAL_HOME` moves it.

    Raises:
        UsageProblem: it moves it to the home of nobody.
    """
    home = os.environ.get("CUSTUMAL_HOME")
    if home:
        try:
            return Path(home).expanduser()
        except RuntimeError:
            raise UsageProblem(f"CUSTUMAL_HOME is {home}, but no such home is known here.") from None
    from platformdirs import user_data_path  # noqa: PLC0415  # wanted only where something is kept

    return user_data_path("custumal", appauthor=False)


def saves_folder() -> Path:
    """Where games are kept that have no file of their own."""
    return data_folder() / "saves"


def new_file(game: str) -> Path:
    """A file for a new game: its id and the time, which is unlike that of every other."""
    now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    return saves_folder() / f"{game}-{now}.json"


def finished(path: Path) -> Path:
    """Mark a kept game as over, so that it is not offered for going on.

    Raises:
        OSError: the folder can't be written.
    """
    over = path.with_name(f"{path.stem}{_OVER}{path.suffix}")
    return path.replace(over)


def unfinished(game: str) -> list[Path]:
    """The kept games with this id that are not over, the newest first."""
    names = sorted((path.name for path in saves_folder().glob(f"{game}-*.json") if _is_of(path, game)), reverse=True)
    return [saves_folder() / name for name in names]


def _is_of(path: Path, game: str) -> bool:
    """Whether the rest of the name is only a time: another id may begin with this one."""
    rest = path.stem.removeprefix(f"{game}-")
    return not rest.endswith(_OVER) and all(part.isdecimal() for part in rest.split("-"))
