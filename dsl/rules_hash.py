"""A name for what rules say, whatever their layout."""

from __future__ import annotations

import hashlib
import json

from custumal.dsl.entry import Document
from custumal.dsl.tree import Data, plain


def hash_of(document: Document) -> str:
    """A hash of what the files of a game say: layout, comments and blanks inside sentences don't matter."""
    data = [_spaced(plain(part.tree)) for part in document.parts]
    return hashlib.blake2b(json.dumps(data, ensure_ascii=False).encode(), digest_size=16).hexdigest()


def _spaced(data: Data) -> Data:
    """The data with single blanks in all texts."""
    if isinstance(data, str):
        return " ".join(data.split())
    if isinstance(data, dict):
        return {key: _spaced(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_spaced(item) for item in data]
    return data
