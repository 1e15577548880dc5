"""Files that are written whole or not at all: beside their place first, and then moved there.

What a program leaves beside it that is killed in between is swept by the next one that writes into that folder.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

UNFINISHED = ".custumal-new-"
"""How the name of a file begins that is being written."""
_TRIES = 3


def write_whole(path: Path, data: bytes, *, cached: bool = False) -> None:
    """Replace a file in one step; until then the old one stays as it was.

    Args:
        path: the file, in a folder that is there.
        data: what it is to hold.
        cached: it is for its owner alone, and may be lost with the power.

    Raises:
        OSError: it can't be written.
    """
    _sweep(path.parent)
    for _ in range(_TRIES - 1):
        with suppress(FileNotFoundError):  # it may be swept by another in the moment before it is moved
            _write_beside(path, data, cached)
            return
    _write_beside(path, data, cached)


def _write_beside(path: Path, data: bytes, cached: bool) -> None:
    from tempfile import mkstemp  # noqa: PLC0415  # start-up is measured, and rarely writes

    number, name = mkstemp(dir=path.parent, prefix=UNFINISHED)
    new = Path(name)
    try:
        with os.fdopen(number, "wb") as handle:
            _lock(handle)
            handle.write(data)
            handle.flush()
            if not cached:
                os.fsync(number)
        if not cached:
            _open_as_usual(new, path)
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


def _open_as_usual(new: Path, old: Path) -> None:
    """A temporary file is for its owner alone; what takes its place has the rights of the old file, or those that new files get."""
    mask = os.umask(0)
    os.umask(mask)
    new.chmod(old.stat().st_mode & 0o777 if old.is_file() else 0o666 & ~mask)


@lru_cache(maxsize=64)
def _sweep(folder: Path) -> None:
    """Remove the unfinished files that nobody is writing; once for each folder and process is enough."""
    with suppress(OSError):
        for entry in list(os.scandir(folder)):
            if entry.name.startswith(UNFINISHED) and entry.is_file(follow_symlinks=False):
                with suppress(OSError):
                    _remove_if_left(Path(entry.path))


if sys.platform == "win32":

    def _lock(handle: BinaryIO) -> None:
        """What is open can't be removed there."""

    def _remove_if_left(path: Path) -> None:
        path.unlink()

else:
    from fcntl import LOCK_EX, LOCK_NB, flock

    def _lock(handle: BinaryIO) -> None:
        """Hold the file for as long as it is open, so that others know that it is being written."""
        with suppress(OSError):  # not every file system can
            flock(handle, LOCK_EX | LOCK_NB)

    def _remove_if_left(path: Path) -> None:
        with path.open("rb") as handle:
            flock(handle, LOCK_EX | LOCK_NB)
            path.unlink()
