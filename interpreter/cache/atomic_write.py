"""Writing files so that nothing is ever half written or lost."""

from __future__ import annotations

from pathlib import Path

from custumal.dsl.base.open_texts import real_path
from custumal.dsl.base.whole_files import write_whole


def write_atomically(path: Path, text: str | bytes) -> None:
    """Replace the file in one step; until then the old one stays as it was. Through a link its file is replaced; what is no file,
    such as a terminal, is written to.

    Raises:
        OSError: the folder can't be written, or has no room; it names the file.
    """
    data = text if isinstance(text, bytes) else text.encode()
    path = Path(real_path(path))
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        write_whole(path, data)
    except OSError as error:
        # Whoever reads of it knows the file, not the one that was to become it.
        raise OSError(error.errno, error.strerror, str(path)) from None
