"""The folder for what can always be made again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_CLOSED = 0o700
_WRITABLE_BY_OTHERS = 0o022


def cache_folder() -> Path | None:
    """The existing, writable cache folder of this user, or None where there is none (a read-only home is no problem).

    What is in it is trusted: the folder of another user is none, and that of this user is closed to others. The environment variable
    `CUSTUMAL_HOME` moves it to its subfolder `cache`.
    """
    home = os.environ.get("CUSTUMAL_HOME")
    try:
        folder = Path(home).expanduser() / "cache" if home else _platform_folder()
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=_CLOSED, exist_ok=True)
        _close(folder)
    except (OSError, RuntimeError):  # RuntimeError: no home folder can be determined
        return None
    return folder if os.access(folder, os.W_OK | os.X_OK) else None


if sys.platform == "win32":

    def is_own(there: os.stat_result) -> bool:  # noqa: ARG001  # there are no such rights
        """A user's folder is closed to others there."""
        return True

    def _close(folder: Path) -> None:
        pass

else:

    def is_own(there: os.stat_result) -> bool:
        """Whether a file is this user's, and nobody else can write it."""
        return there.st_uid == os.geteuid() and not there.st_mode & _WRITABLE_BY_OTHERS

    def _close(folder: Path) -> None:
        """Let nobody else write into a folder.

        Raises:
            OSError: it is another's.
        """
        there = folder.stat()
        if there.st_uid != os.geteuid():
            raise PermissionError(folder)
        if not is_own(there):
            folder.chmod(_CLOSED)


def _platform_folder() -> Path:
    from platformdirs import user_cache_path  # noqa: PLC0415  # wanted only where something is cached

    return user_cache_path("custumal", appauthor=False)
