"""Writing files so that nothing is ever half written or lost."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile


def write_atomically(path: Path, text: str) -> None:
    """Replace the file in one step; until then the old one stays as it was.

    Raises:
        OSError: the folder can't be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile("w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name}.", delete=False) as handle:
        handle.write(text)
        handle.flush()
        os.fsync(handle.fileno())
    try:
        _open_as_usual(Path(handle.name), path)
        Path(handle.name).replace(path)
    except OSError:
        Path(handle.name).unlink(missing_ok=True)
        raise


def _open_as_usual(new: Path, old: Path) -> None:
    """A temporary file is for its owner alone; what takes its place has the rights of the old file, or those that new files get."""
    mask = os.umask(0)
    os.umask(mask)
    new.chmod(old.stat().st_mode & 0o777 if old.is_file() else 0o666 & ~mask)
