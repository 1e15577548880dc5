"""The folder for what can always be made again."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path | None:
    """The existing, writable cache folder of this user, or None where there is none (a read-only home is no problem).

    The environment variable `CUSTUMAL_HOME` moves it to its subfolder `cache`.
    """
    home = os.environ.get("CUSTUMAL_HOME")
    try:
        folder = Path(home).expanduser() / "cache" if home else _platform_folder()
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: no home folder can be determined
        return None
    return folder if os.access(folder, os.W_OK | os.X_OK) else None


def _platform_folder() -> Path:
    from platformdirs import user_cache_path  # noqa: PLC0415  # wanted only where something is cached

    return user_cache_path("custumal", appauthor=False)
