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
        Path(handle.name).replace(path)
    except OSError:
        Path(handle.name).unlink(missing_ok=True)
        raise
