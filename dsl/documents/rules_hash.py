"""A name for what rules say, whatever their layout."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from json.encoder import encode_basestring

from custumal.dsl.documents.document import Document
from custumal.dsl.keys import SECTION_NAMES
from custumal.dsl.yaml.tree import Mapping, Node, Scalar

NOT_PLAYED = ("names", "display", "scenarios", "unencoded", "invariants")
"""Sections that no choice depends on."""
WHOLE = ("ladder", "teams")
"""Sections that are one entry."""


def hash_of(document: Document) -> str:
    """A hash of what the files of a game say: layout, comments, blanks inside sentences and how it is divided into files don't matter."""
    sections = [(key, value) for key, value in document.tree or () if key.text != "includes"]
    whole = _map([(key, _section(value)) for key, value in sections])
    return hashlib.blake2b(f"[{whole}]".encode(), digest_size=16).hexdigest()


def hashes_of(document: Document) -> dict[str, str]:
    """A short hash of every entry of the sections that matter for play, by its address, so that it can be told what has changed."""
    found: dict[str, str] = {}
    for part in document.parts:
        for key, value in part.tree if isinstance(part.tree, Mapping) else ():
            section = key.text
            if section not in SECTION_NAMES or section in NOT_PLAYED:
                continue
            if isinstance(value, Mapping) and section not in WHOLE:
                found |= {f"{section}.{name.text.partition('(')[0].strip()}": _short(_said(entry)) for name, entry in value}
            else:
                found[section] = _short(_section(value))
    return found


def _short(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


@lru_cache(maxsize=64)
def _section(node: Node) -> str:
    """A section as JSON; its entries are asked for again and again, by every variant that leaves them as they are."""
    return _map([(key, _said(value)) for key, value in node]) if isinstance(node, Mapping) else _said(node)


@lru_cache(maxsize=4096)
def _said(node: Node) -> str:
    return _text(node)


def _text(node: Node) -> str:
    """What a node says as JSON, with single blanks in all texts."""
    if isinstance(node, Scalar):
        value = node.value
        if isinstance(value, str):
            return encode_basestring(" ".join(value.split()))
        return {None: "null", True: "true", False: "false"}[value] if value is None or isinstance(value, bool) else str(value)
    if isinstance(node, Mapping):
        return _map([(key, _text(value)) for key, value in node])
    return f"[{', '.join(_text(item) for item in node)}]"


def _map(pairs: list[tuple[Scalar, str]]) -> str:
    return f"{{{', '.join(f'{encode_basestring(key.text)}: {text}' for key, text in pairs)}}}"
