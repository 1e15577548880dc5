"""Of what the pages of this server are made: a page that was opened before the server was renewed shows it by its mark."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

_ROOM = Path(__file__).parents[1]
_KINDS = (".py", ".js", ".css")


@cache
def mark_of_pages() -> str:
    """What is otherwise as soon as anything in the code of pages, script or messages is."""
    found = sha256()
    for path in sorted(path for path in _ROOM.rglob("*") if path.suffix in _KINDS):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]
