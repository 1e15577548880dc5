"""What every kind of fault is made with: a file, its pen, its places, and the dice."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from custumal.dsl.keys import FORMS
from custumal.dsl.yaml.tree import Scalar
from tests.support.faults.pages import Page, Token
from tests.support.faults.places import Places, SentencePlace, places
from tests.support.faults.subjects import Subject

T = TypeVar("T")
_ROUNDS = 4
HOLES = frozenset({"say", "because"})


@dataclass(frozen=True, slots=True)
class Word:
    """A word in a sentence, with the words beside it."""

    place: SentencePlace
    token: Token
    before: Token | None
    after: Token | None

    @property
    def is_binder(self) -> bool:
        """`x` of `x in S`: a new name, so that a slip in it makes another name and shows only where the name is used."""
        return self.after is not None and self.after.text == "in" and not (self.before and self.before.text in ("is", "are", "not"))

    @property
    def is_after_dot(self) -> bool:
        text, at = self.place.scalar.text, self.token.start
        return at > 0 and text[at - 1] == "."

    @property
    def is_called(self) -> bool:
        """Whether it is followed by arguments in parentheses."""
        return self.place.scalar.text.startswith("(", self.token.end)


class Workshop:
    def __init__(self, subject: Subject, dice: random.Random) -> None:
        self.subject = subject
        self.dice = dice
        self.page = Page(subject.source)

    @cached_property
    def places(self) -> Places:
        return places(self.subject.own)

    def shuffled(self, items: Sequence[T]) -> Iterator[T]:
        """All items in random order, several times over: most can be broken in more than one way."""
        for _ in range(_ROUNDS):
            yield from self.dice.sample(items, len(items))

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Every word and number in a sentence, but the keys of what has parameters."""
        return tuple(word for place in self.sentences for word in self._words(place))

    def _words(self, place: SentencePlace) -> Iterator[Word]:
        tokens: list[Token | None] = [None, *self.page.tokens(place.scalar), None]
        for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
            if token is not None:
                yield Word(place, token, before, after)

    @cached_property
    def sentences(self) -> tuple[SentencePlace, ...]:
        return tuple(place for place in self.places.sentences if place.scalar.places)

    @cached_property
    def declared(self) -> frozenset[str]:
        """The ids of everything that the game declares by name."""
        return frozenset(
            entry.id for section in self.game_sections for entry in self.subject.game.document.section(section) if section != "names"
        )

    @property
    def game_sections(self) -> tuple[str, ...]:
        return tuple(self.subject.game.document.sections)

    @cached_property
    def symbols(self) -> dict[str, str]:
        """The words of the game's own lists, each with its list; those that mean something else too are left out."""
        found: dict[str, list[str]] = {}
        for entry in self.subject.game.document.section("lists"):
            are = entry.slots.get("are")
            if are is None or "among" in entry.slots:
                continue
            words = [item.node.text for item in are.items if isinstance(item.node, Scalar)] + [word.id for word in are.entries]
            for word in words:
                found.setdefault(word, []).append(entry.id)
        return {word: lists[0] for word, lists in found.items() if len(lists) == 1 and word not in self.declared}

    @cached_property
    def rows(self) -> frozenset[str]:
        """The rows of components and the tables that have none."""
        found = set()
        for table in self.subject.game.document.section("components"):
            slot = table.slots.get("rows")
            found.update([row.id for row in slot.entries] if slot is not None and slot.entries else [table.id])
        return frozenset(found)


EVERY_KEY = frozenset(name for form in FORMS.values() for name in form.keys)
