"""Writing files so that nothing is ever half written or lost."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import mkstemp


def write_atomically(path: Path, text: str) -> None:
    """Replace the file in one step; until then the old one stays as it was. Through a link its file is replaced; what is no file,
    such as a terminal, is written to.

    Raises:
        OSError: the folder can't be written, or has no room; it names the file.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8", newline="\n")
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        _write_beside(path, text)
    except OSError as error:
        # Whoever reads of it knows the file, not the one that was to become it.
        raise OSError(error.errno, error.strerror, str(path)) from None


def _write_beside(path: Path, text: str) -> None:
    number, name = mkstemp(dir=path.parent, prefix=".new-")
    new = Path(name)
    try:
        with os.fdopen(number, "w", encoding="utf-8", newline="\n") as handle:
            handle.write(text)
            handle.flush()
            os.fsync(handle.fileno())
        _open_as_usual(new, path)
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def _open_as_usual(new: Path, old: Path) -> None:
    """A temporary file is for its owner alone; what takes its place has the rights of the old file, or those that new files get."""
    mask = os.umask(0)
    os.umask(mask)
    new.chmod(old.stat().st_mode & 0o777 if old.is_file() else 0o666 & ~mask)
