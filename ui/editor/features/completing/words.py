"""The words that values of a type have."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.types import Bundle, Row, Symbol, Thing, Truth, Type
from custumal.dsl.check.symbols.vocabulary import Vocabulary
from custumal.ui.editor.features.completing.item import Item


def words_of(words: Vocabulary, of: Type | None) -> tuple[str, ...]:
    """Those of a list, rows of a kind, truths, resources."""
    match of:
        case Symbol("resource"):
            return words.resources()
        case Symbol(name):
            listing = words.list_called(name)
            return () if listing is None else listing.symbols
        case Row(kind) | Thing(kind):
            return tuple(row.name for each in kind.split("|") for row in words.rows(each))
        case Truth():
            return ("true", "false")
        case Bundle():
            return words.resources()
    return ()


def seats(words: Vocabulary) -> Iterator[Item]:
    """The seats as scenarios and choices call them."""
    yield from (Item(f"p{i + 1}", "constant", "a seat", rank=1) for i in range(words.players()[1]))
