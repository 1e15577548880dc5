"""The keys at the top of a file, read without parsing the whole of it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from custumal.dsl.base.file_names import beginning


def header_of(path: Path) -> dict[str, str]:
    """The keys at the top of a file, with as much of their values as stands behind them, read without parsing the whole of it."""
    return dict(_header(beginning(path) or ""))


@lru_cache(maxsize=64)
def _header(text: str) -> tuple[tuple[str, str], ...]:
    lines = text.splitlines()
    pairs = (line.partition(":") for line in lines if line[:1].strip() and line[0] != "#" and ":" in line)
    found: dict[str, str] = {}
    for key, _, value in pairs:
        found.setdefault(bare(key), bare(value.partition(" #")[0]))
    return tuple(found.items())


def bare(text: str) -> str:
    """A key or value without quotes and space around it."""
    return text.strip().strip("'\"")


def header(path: Path, key: str) -> str | None:
    """The value of a key at the top of a file; None where it has no such key."""
    return header_of(path).get(key)
