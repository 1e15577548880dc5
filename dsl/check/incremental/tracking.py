"""A vocabulary that notes what it is asked, so that it can be told later on what the check of one thing hung."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields as fields_of
from typing import Any, TypeVar

from custumal.dsl.check.declarations.vocabulary import StepInfo, Vocabulary

Question = tuple[str, str | None]
"""What was asked: a part of the vocabulary with a word, or with None for all of that part."""

Value = TypeVar("Value")
GROUPS = ("lists", "tables", "graphs", "options", "kinds", "zones", "kept", "definitions", "actions", "procedures", "steps")
LOOKUPS = ("symbol_lists", "rows_named", "steps_named", "bare_word", "has_word")


class _Group(dict[str, Value]):
    """A part of the vocabulary that notes what is asked of it."""

    def __init__(self, name: str, asked: set[Question], content: dict[str, Value]) -> None:
        super().__init__(content)
        self.name = name
        self.asked = asked

    def __getitem__(self, key: str) -> Value:
        self.asked.add((self.name, key))
        return dict.__getitem__(self, key)

    def get(self, key: str, default: Any = None) -> Any:
        self.asked.add((self.name, key))
        return dict.get(self, key, default)

    def __contains__(self, key: object) -> bool:
        assert isinstance(key, str)
        self.asked.add((self.name, key))
        return dict.__contains__(self, key)

    def _all(self) -> None:
        self.asked.add((self.name, None))

    def __iter__(self) -> Iterator[str]:
        self._all()
        return dict.__iter__(self)

    def __len__(self) -> int:
        self._all()
        return dict.__len__(self)

    def keys(self) -> Any:
        self._all()
        return dict.keys(self)

    def values(self) -> Any:
        self._all()
        return dict.values(self)

    def items(self) -> Any:
        self._all()
        return dict.items(self)


class Noting(Vocabulary):
    """A vocabulary that is complete, with a note of every question to it. `plain` is the one without notes."""

    __slots__ = ("asked", "plain")

    def __init__(self, plain: Vocabulary) -> None:
        super().__init__(**{each.name: getattr(plain, each.name) for each in fields_of(plain)})
        self.plain = plain
        self.asked: set[Question] = set()
        for name in GROUPS:
            setattr(self, name, _Group(name, self.asked, getattr(plain, name)))

    @property
    def unnoted(self) -> Vocabulary:
        return self.plain

    def note(self, what: str, word: str) -> None:
        self.asked.add((what, word))

    def symbol_lists(self, word: str) -> list[tuple[str, int]]:
        self.note("symbol_lists", word)
        return self.plain.symbol_lists(word)

    def rows_named(self, word: str) -> list[tuple[str, int]]:
        self.note("rows_named", word)
        return self.plain.rows_named(word)

    def steps_named(self, word: str) -> list[StepInfo]:
        self.note("steps_named", word)
        return self.plain.steps_named(word)

    def bare_word(self, word: str) -> str | None:
        self.note("bare_word", word)
        return self.plain.bare_word(word)

    def has_word(self, word: str) -> bool:
        self.note("has_word", word)
        return self.plain.has_word(word)
