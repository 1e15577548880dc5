"""The cache of checked models, by the bytes of their files, so that a game that has not changed is not checked again."""

# A game has up to a hundred files, and start-up is measured.
# ruff: noqa: PTH113, PTH114, PTH118, PTH119, PTH120, PTH123

from __future__ import annotations

import os
import re
from collections.abc import Callable, Container, Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from custumal.dsl.base import cache_files
from custumal.dsl.base.limits import LIMITS
from custumal.dsl.base.packing import Unreadable
from custumal.dsl.base.stored_parts import StoredParts, stored
from custumal.dsl.diagnostics.diagnostic import RuleFileError
from custumal.dsl.model import GameModel
from custumal.interpreter.cache.tried_setup import try_setup
from custumal.interpreter.library import SelectedFiles

_FIELDS: tuple[str, ...] = GameModel.__match_args__
_GROUPS = tuple((name,) for name in _FIELDS)
_FILE = re.compile(rb"""(?:record|file):\s*["']?([^\s"',{}]+)""")
_INCLUDES = re.compile(rb"""^["']?includes["']?\s*:\s*(\[[^\]]*\]|(?:\s*-[^\n]*\n?)*)""", re.MULTILINE)
_NAME = re.compile(rb"""[^\s"',\[\]]+""")
_ODD_NAMES = "surrogatepass"
"""Names of files may have bytes that are no text, which Python holds as halves of characters."""
_READER = ("dsl",)


def key_of(files: Iterable[Path], name: str) -> str:
    """A name for the contents of the files, the code that reads them and what messages call them."""
    digest = blake2b(digest_size=16)
    digest.update(f"{cache_files.code_stamp(_READER)} {name}".encode(errors=_ODD_NAMES))
    # With the functions of `os`: to ask each of a hundred files by way of `Path` takes longer than to read it.
    waiting = [os.fspath(file) for file in sorted(files, reverse=True)]
    real = cache(os.path.realpath)
    known = {_followed(file, real) for file in waiting}
    folders = sorted({os.path.dirname(file) for file in known})
    while waiting:
        file = waiting.pop()
        data = _data(file)
        digest.update(f"\0{os.path.basename(file)}\0".encode(errors=_ODD_NAMES))
        digest.update(data)
        named = _named(folders, data, known)
        known.update(named)
        waiting += named
    return digest.hexdigest()


def _followed(file: str, real: Callable[[str], str]) -> str:
    """Where a file is, once links are followed; `real` follows those of folders, which many share."""
    folder, name = os.path.split(file)
    found = os.path.join(real(folder), name)
    return os.path.realpath(found) if os.path.islink(found) else found


def _data(file: str) -> bytes:
    """What a file holds; of one that is too large to be read, its size; of a pipe or a device, that it is one."""
    if not os.path.isfile(file):
        return b"no file"
    with open(file, "rb") as there:
        size = os.fstat(there.fileno()).st_size
        return str(size).encode() if size > LIMITS.file_bytes else there.read()


def _named(folders: Iterable[str], data: bytes, known: Container[str]) -> list[str]:
    """The files that a file seems to name, as recorded games, as tables or to be included, wherever in these folders they lie,
    without those that are known. Most are known or not there, and to follow links takes ten times as long as to find that out."""
    found = _FILE.findall(data) if b"record:" in data or b"file:" in data else []
    for section in _INCLUDES.findall(data) if b"includes" in data else []:
        found += _NAME.findall(section)
    names = {name.decode(errors="replace") for name in found if b"\0" not in name}
    paths = [(folder, path) for folder in folders for name in names if (path := f"{folder}{os.sep}{name}") not in known]
    there = [(folder, Path(path).resolve()) for folder, path in paths if os.path.isfile(path)]
    return sorted({str(path) for folder, path in there if path.is_relative_to(folder) and str(path) not in known})


def files_of(game_file: Path) -> list[Path]:
    """All files of the game's folder that its model may depend on."""
    folder = game_file.parent
    found = {game_file, *folder.glob("*.yaml"), *folder.glob("*.csv")}
    for inner in folder.iterdir():
        if inner.is_dir() and not (inner / "game.yaml").is_file():
            found.update(inner.glob("*.yaml"))
            found.update(inner.glob("*.csv"))
    # Others may be the locks of an editor, which are links to nothing.
    return sorted(path for path in found if path.exists())


def key_of_selection(chosen: SelectedFiles) -> str:
    """The key of the model that a game and its variants make."""
    files = [*files_of(chosen.game.path), *chosen.files()]
    return key_of(files, " ".join((chosen.game.name, *map(str, chosen.variants))))


def game_alone(chosen: SelectedFiles) -> GameModel:
    """The model of a game without the variants that are chosen.

    Raises:
        RuleFileError: the rules have errors.
    """
    alone = SelectedFiles(chosen.game)
    return model_of(alone, key_of_selection(alone))


def model_of(chosen: SelectedFiles, key: str | None) -> GameModel:
    """The model of a game with its variants, out of the cache if it is there under the key; what is checked now is kept there.

    Raises:
        RuleFileError: the rules have errors.
    """
    model = None if key is None else load(key)
    if model is None:
        model = _checked(chosen)
        if key is not None:
            save(key, model)
    return model


def _checked(chosen: SelectedFiles) -> GameModel:
    from custumal.dsl.check.variants import check_selection  # noqa: PLC0415  # only when the cache has nothing

    checked = check_selection(chosen.game.path, chosen.game.name, chosen.variants, try_setup)
    if checked.game is None:
        raise RuleFileError([d for d in checked.diagnostics if d.is_error])
    return checked.game


class StoredGame(StoredParts, GameModel):
    """A model out of the cache. Of its parts only those are read that are asked for."""

    __slots__ = ("_texts",)

    def __reduce__(self) -> tuple[Any, ...]:
        return GameModel, tuple(getattr(self, name) for name in _FIELDS)


def load(key: str) -> GameModel | None:
    """The model under a key, or None; an unreadable one is as good as none."""
    data = cache_files.read(key, "model")
    try:
        return None if data is None else StoredGame.opened(data, _GROUPS)
    except Unreadable:
        return None


def save(key: str, game: GameModel) -> None:
    """Keep a model; a full or read-only disk is no problem."""
    cache_files.write(key, "model", stored(game, _GROUPS))
