"""Reads data that nobody has checked, as far as it has the form that is wanted."""

from __future__ import annotations

from collections.abc import Mapping


def as_list(data: object) -> list[object]:
    """A list, empty for anything else."""
    return list(data) if isinstance(data, list | tuple) else []


def as_map(data: object) -> dict[str, object]:
    """A map, empty for anything else."""
    return {str(key): value for key, value in data.items()} if isinstance(data, Mapping) else {}


def as_words(data: object) -> dict[str, str]:
    """The entries of a map that are words or numbers."""
    return {key: str(value) for key, value in as_map(data).items() if isinstance(value, str | int)}


def first_word(data: object) -> str:
    """The first word of a text, empty for anything else."""
    return data.split()[0] if isinstance(data, str) and data.split() else ""
