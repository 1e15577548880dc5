"""Checked models by the bytes of their files, so that a game that has not changed is not checked again."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Any

from custumal.dsl.collector import held_back
from custumal.dsl.model import Game
from custumal.interpreter import cache_files

LATER = ("scenarios", "rulebook", "sources", "breaks")
"""The greatest part of a model, which a game that is only played does without."""
_SOONER: tuple[str, ...] = tuple(name for name in Game.__match_args__ if name not in LATER)
_RECORD = re.compile(rb"""(?:record|file):\s*["']?([^\s"',{}]+)""")
_READER = ("dsl", "dsl/check", "dsl/keys", "dsl/model", "dsl/overlay")


def key_of(files: Iterable[Path], name: str) -> str:
    """A name for the contents of the files, the code that reads them and what messages call them."""
    digest = blake2b(digest_size=16)
    digest.update(f"{cache_files.code_stamp(_READER)} {name}".encode())
    for file in sorted(files):
        data = file.read_bytes()
        digest.update(f"\0{file.name}\0".encode())
        digest.update(data)
        for record in _records(file, data):
            digest.update(record.read_bytes())
    return digest.hexdigest()


def _records(file: Path, data: bytes) -> list[Path]:
    """The files beside it that a file seems to name as recorded games."""
    if b"record:" not in data:
        return []
    names = [name.decode(errors="replace") for name in _RECORD.findall(data)]
    paths = [(file.parent / name).resolve() for name in names if "\0" not in name]
    return [path for path in paths if path.is_relative_to(file.parent.resolve()) and path.is_file()]


def files_of(game_file: Path) -> list[Path]:
    """All files of the game's folder that its model may depend on."""
    folder = game_file.parent
    found = {game_file, *folder.glob("*.yaml"), *folder.glob("*.csv")}
    for inner in folder.iterdir():
        if inner.is_dir() and not (inner / "game.yaml").is_file():
            found.update(inner.glob("*.yaml"))
            found.update(inner.glob("*.csv"))
    return sorted(found)


class StoredGame(Game):
    """A model out of the cache. What playing does not need is read when it is asked for."""

    __slots__ = ("_later",)

    _later: bytes

    def __getattr__(self, name: str) -> object:
        if name not in LATER:
            raise AttributeError(name)
        for part, value in zip(LATER, pickle.loads(self._later), strict=True):  # noqa: S301  # see `load`
            object.__setattr__(self, part, value)
        return getattr(self, name)

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, tuple(getattr(self, name) for name in Game.__match_args__)


@held_back()
def load(key: str) -> Game | None:
    """The model under a key, or None; an unreadable one is as good as none."""
    data = cache_files.read(f"{key}.model")
    if data is None:
        return None
    try:
        # Written by this program into the user's own cache.
        sooner, later = pickle.loads(data)  # noqa: S301
        fields = zip(_SOONER, sooner, strict=True)
    except (pickle.UnpicklingError, *cache_files.UNREADABLE):
        return None
    game = object.__new__(StoredGame)
    for name, value in (*fields, ("_later", later)):
        object.__setattr__(game, name, value)
    return game


def save(key: str, game: Game) -> None:
    """Keep a model; a full or read-only disk is no problem."""
    sooner, later = (tuple(getattr(game, name) for name in names) for names in (_SOONER, LATER))
    cache_files.write(f"{key}.model", pickle.dumps((sooner, pickle.dumps(later, protocol=5)), protocol=5))
