"""The parser that Lark makes of the grammar, of which the tables are made."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lark import Lark

STARTS = ("expression", "choices", "loop", "effect", "signature", "type", "contents", "limit", "pick", "path", "choice")
"""As what a text can be read: the start rules of the grammar."""


@cache
def grammar() -> Lark:
    """The parser; it takes a third of a second to make."""
    return Lark(
        (Path(__file__).parent / "grammar.lark").read_text(encoding="utf-8"),
        parser="lalr",
        lexer="basic",  # the other one reads a word of the language as a name where the word can't stand
        start=list(STARTS),
    )
