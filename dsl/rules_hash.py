"""A name for what rules say, whatever their layout."""

from __future__ import annotations

import hashlib
import json

from custumal.dsl.entry import Document
from custumal.dsl.keys import SECTION_NAMES
from custumal.dsl.tree import Data, plain

NOT_PLAYED = ("names", "display", "scenarios", "unencoded", "invariants")
"""Sections that no choice depends on."""
WHOLE = ("ladder", "teams")
"""Sections that are one entry."""


def hash_of(document: Document) -> str:
    """A hash of what the files of a game say: layout, comments, blanks inside sentences and how it is divided into files don't matter."""
    said = {} if document.tree is None else _spaced(plain(document.tree))
    data = [{key: value for key, value in said.items() if key != "includes"} if isinstance(said, dict) else said]
    return hashlib.blake2b(json.dumps(data, ensure_ascii=False).encode(), digest_size=16).hexdigest()


def hashes_of(document: Document) -> dict[str, str]:
    """A short hash of every entry of the sections that matter for play, by its address, so that it can be told what has changed."""
    found: dict[str, str] = {}
    for part in document.parts:
        data = _spaced(plain(part.tree))
        for section, said in data.items() if isinstance(data, dict) else ():
            if section not in SECTION_NAMES or section in NOT_PLAYED:
                continue
            if isinstance(said, dict) and section not in WHOLE:
                found |= {f"{section}.{str(key).partition('(')[0].strip()}": _short(value) for key, value in said.items()}
            else:
                found[section] = _short(said)
    return found


def _short(data: Data) -> str:
    return hashlib.blake2b(json.dumps(data, ensure_ascii=False).encode(), digest_size=4).hexdigest()


def _spaced(data: Data) -> Data:
    """The data with single blanks in all texts."""
    if isinstance(data, str):
        return " ".join(data.split())
    if isinstance(data, dict):
        return {key: _spaced(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_spaced(item) for item in data]
    return data
