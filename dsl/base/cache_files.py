"""Files in the user's cache: whole or not there. What is in them can always be made again, so no failure here is one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal, get_args
from zlib import crc32

from custumal.dsl.base.cache_folder import cache_folder, is_own
from custumal.dsl.base.packing import Unreadable, packed, unpacked
from custumal.dsl.base.whole_files import write_whole

Kind = Literal["found", "grammar", "judged", "model", "plain", "play", "trial", "wasm"]
"""What a file holds: what was found out of a game, the parser's tables, nothing (a document was judged and is sound), a checked game,
a program, a program with its generated code, nothing (a set-up was tried and went well), a module of WebAssembly. It is the end of its
name."""
MOST = 200
"""So many files are kept; those that were not written or read for longest give way."""

_OURS = tuple(f".{kind}" for kind in get_args(Kind))
_CODE = Path(__file__).parents[2]
_SUM = 4


def code_stamp(folders: Iterable[str]) -> str:
    """Changes with the files of the program below these folders and with the version of Python, so that nothing old outlives them."""
    return f"{sys.version} {list(map(_stamp_of, folders))}"


@cache
def _stamp_of(folder: str) -> list[tuple[str, int, int]]:
    """What stands in a folder of the program, as it was when this process began to ask: what runs is no newer."""
    return sorted(_program_files(_CODE / folder))


def _program_files(folder: Path) -> Iterator[tuple[str, int, int]]:
    """Path, time of change and size of every file below a folder that the program is made of."""
    waiting = [os.fspath(folder)]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.name.endswith((".py", ".lark", ".wat")):
                    found = entry.stat()
                    yield entry.path, found.st_mtime_ns, found.st_size
                elif "." not in entry.name and entry.name != "__pycache__" and entry.is_dir():
                    waiting.append(entry.path)


def key_for(text: str) -> str:
    """A name for what is made from all that a text says."""
    return blake2b(text.encode(), digest_size=16).hexdigest()


def load(key: str, kind: Kind) -> Any:
    """The objects that `save` kept under a key; None if there are none, or if the file is damaged."""
    data = read(key, kind)
    try:
        return None if data is None else unpacked(data)
    except Unreadable:
        return None


def save(key: str, kind: Kind, objects: object) -> None:
    """Keep objects under a key; a full or read-only disk is no problem. Who reads meanwhile sees the old file or the new one."""
    write(key, kind, packed(objects))


def read(key: str, kind: Kind) -> bytes | None:
    """What `write` wrote under a key; None if there is nothing, or if its checksum is another."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        data = _own_data(folder / f"{key}.{kind}")
    except OSError:
        return None
    return data[_SUM:] if _sum(key, data[_SUM:]) == data[:_SUM] else None


def _own_data(path: Path) -> bytes:
    """What a file holds that this user wrote and nobody else could have changed; from now on it is as young as if it had just been written.

    Raises:
        OSError: there is none, or it is another's.
    """
    with path.open("rb") as file:
        if not is_own(os.fstat(file.fileno())):
            raise PermissionError(path)
        with suppress(OSError):  # of a disk that can't be written nothing gives way
            os.utime(path)
        return file.read()


def _sum(key: str, data: bytes) -> bytes:
    """A checksum of data in its place: a file under another name is as good as damaged."""
    return crc32(data, crc32(key.encode())).to_bytes(_SUM, "big")


def write(key: str, kind: Kind, data: bytes) -> None:
    """Keep data with its checksum under a key."""
    folder = cache_folder()
    if folder is None:
        return
    with suppress(OSError):
        write_whole(folder / f"{key}.{kind}", _sum(key, data) + data, cached=True)
        _make_room(folder)


def _make_room(folder: Path) -> None:
    """The files that nobody asked for for longest give way."""
    files = [entry for entry in os.scandir(folder) if entry.name.endswith(_OURS) and entry.is_file()]
    if len(files) > MOST:
        for entry in sorted(files, key=lambda entry: entry.stat().st_mtime_ns)[: len(files) - MOST]:
            Path(entry.path).unlink(missing_ok=True)
