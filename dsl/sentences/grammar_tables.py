"""Where the parser's tables come from: shipped with the program, else out of the user's cache, else made from the grammar.

To make them takes a third of a second, which a first command would have to wait for. So `grammar.json` is written with the grammar
(`write_tables`), and counts only as long as the grammar is the one that it was made from.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path

from custumal.dsl.base.cache_folder import cache_folder
from custumal.dsl.sentences import parsing

STARTS = ("expression", "choices", "loop", "effect", "signature", "type", "contents", "limit", "pick", "path", "choice")
"""As what a text can be read: the start rules of the grammar."""

_HERE = Path(__file__).parent
_SHIPPED = "grammar.json"


def grammar_text() -> str:
    """The grammar of all sentences."""
    return (_HERE / "grammar.lark").read_text(encoding="utf-8")


def grammar_key() -> str:
    """Changes with the grammar and with the form of the tables."""
    return hashlib.blake2b((grammar_text() + parsing.FORM).encode(), digest_size=12).hexdigest()


def tables(make: Callable[[], parsing.Tables]) -> parsing.Tables:
    """The tables of the grammar as it is; `make` makes them where they are not known."""
    key = grammar_key()
    return shipped(key) or _kept_or_made(key, make)


def shipped(key: str) -> parsing.Tables | None:
    """The tables that are part of the program, if they are those of this key."""
    try:
        text = (_HERE / _SHIPPED).read_text(encoding="utf-8")
    except OSError:
        return None
    data = json.loads(text)
    return parsing.tables_of(data["tables"]) if data["grammar"] == key else None


def write_tables(folder: Path, made: parsing.Tables) -> None:
    """Write the tables that are shipped, after the grammar has been changed."""
    text = json.dumps({"grammar": grammar_key(), "tables": made.plain()}, separators=(",", ":"))
    (folder / _SHIPPED).write_text(text + "\n", encoding="utf-8")


def _kept_or_made(key: str, make: Callable[[], parsing.Tables]) -> parsing.Tables:
    folder = cache_folder()
    if folder is None:
        return make()
    path = folder / f"tables-{key}.json"
    known = _kept(path)
    if known is None:
        known = make()
        _keep(path, json.dumps(known.plain()))
    return known


def _kept(path: Path) -> parsing.Tables | None:
    try:
        return parsing.tables_of(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):  # not there, or torn by something: made anew
        return None


def _keep(path: Path, text: str) -> None:
    """Write a file of the cache whole or not at all; that it can't be written is no problem."""
    part = path.with_suffix(f".{os.getpid()}")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
