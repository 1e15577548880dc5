"""Texts of files that are open in an editor: they are read in place of what lies on the disk, whether saved or not."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

_LOCK = ".#"

_REAL: ContextVar[dict[str, str] | None] = ContextVar("where paths lead", default=None)
_OPEN: ContextVar[Mapping[str, str]] = ContextVar("open texts", default={})  # noqa: B039  # never written to

_PASSING: ContextVar[bool] = ContextVar("texts are looked at once", default=False)


@contextmanager
def open_texts(texts: Mapping[Path, str], *, in_passing: bool = False) -> Iterator[None]:
    """While this lasts, these texts stand in the place of the files of these paths, and links lead where they led at first.

    `in_passing`: they are looked at once, and the next texts of these files will be like those before.
    """
    real, passing = _REAL.set({}), _PASSING.set(in_passing)
    token = _OPEN.set({real_path(path): text for path, text in texts.items()})
    try:
        yield
    finally:
        _OPEN.reset(token)
        _PASSING.reset(passing)
        _REAL.reset(real)


def is_in_passing() -> bool:
    """Whether the texts that are open are looked at once only."""
    return _PASSING.get()


def real_path(path: Path) -> str:
    """Where a path leads, by all links. Those that lead round in a circle are no failure."""
    known, name = _REAL.get(), str(path)
    if known is None:
        return os.path.realpath(name)
    if name not in known:
        known[name] = os.path.realpath(name)
    return known[name]


def is_file(path: Path) -> bool:
    """Whether a file is open, or lies on the disk. What no file can be called is none."""
    try:
        return path.is_file() or (bool(_OPEN.get()) and real_path(path) in _OPEN.get())
    except OSError:
        return False


def yaml_files(folder: Path) -> list[Path]:
    """The rule files of a folder, those included that are open and were never saved."""
    beside = real_path(folder) if _OPEN.get() else ""
    unsaved = (folder / Path(name).name for name in _OPEN.get() if name.endswith(".yaml") and str(Path(name).parent) == beside)
    return sorted({*(path for path in folder.glob("*.yaml") if not is_lock(path)), *unsaved})


def is_lock(path: Path) -> bool:
    """Whether a name in a folder is a lock of an editor: a link to nothing beside the file that is being changed there."""
    return path.name.startswith(_LOCK) and path.is_symlink() and not path.exists()


def open_text(path: Path) -> bytes | None:
    """The text of a file that is open, as the bytes that it would be saved as; None for any other."""
    texts = _OPEN.get()
    if not texts:
        return None
    text = texts.get(real_path(path))
    return None if text is None else text.encode("utf-8", "replace")
