"""Checked models by the bytes of their files, so that a game that has not changed is not checked again."""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import cast

from custumal.dsl.cache_folder import cache_folder
from custumal.dsl.model import Game

_CODE = Path(__file__).parent.parent


def key_of(files: Iterable[Path], name: str) -> str:
    """A name for the contents of the files, the code that reads them and what messages call them."""
    digest = hashlib.blake2b(digest_size=16)
    digest.update(f"{sys.version_info[:2]} {_code_stamp()} {name}".encode())
    for file in sorted(files):
        digest.update(f"\0{file.name}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _code_stamp() -> str:
    """Changes whenever a file of the reader or of the grammar changes, so that no old model outlives it."""
    newest = max((f.stat().st_mtime_ns for f in _reader_files()), default=0)
    return f"{newest}"


def _reader_files() -> Iterable[Path]:
    for folder in ("dsl", "dsl/check", "dsl/keys", "dsl/overlay"):
        with os.scandir(_CODE / folder) as entries:
            yield from (Path(e.path) for e in entries if e.name.endswith((".py", ".lark")))


def files_of(game_file: Path) -> list[Path]:
    """All files of the game's folder that its model may depend on."""
    folder = game_file.parent
    found = {game_file, *folder.glob("*.yaml"), *folder.glob("*.csv")}
    for inner in folder.iterdir():
        if inner.is_dir() and not (inner / "game.yaml").is_file():
            found.update(inner.glob("*.yaml"))
            found.update(inner.glob("*.csv"))
    return sorted(found)


def load(key: str) -> Game | None:
    """The model under a key, or None; an unreadable one is as good as none."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        data = (folder / f"{key}.model").read_bytes()
        return cast("Game", pickle.loads(data))  # noqa: S301  # written by this program into the user's own cache
    except (OSError, pickle.UnpicklingError, AttributeError, EOFError, ImportError, IndexError, TypeError, ValueError):
        return None


def save(key: str, game: Game) -> None:
    """Keep a model; a full or read-only disk is no problem."""
    folder = cache_folder()
    if folder is None:
        return
    try:
        with NamedTemporaryFile(dir=folder, delete=False) as handle:
            handle.write(pickle.dumps(game, protocol=5))
        Path(handle.name).replace(folder / f"{key}.model")
    except OSError:
        return
