"""Everything that a game declares, by name, as far as expressions need to know it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from custumal.dsl.base.types import Type
from custumal.dsl.documents.document import Entry
from custumal.dsl.model import Expr, Graph, Kept, Listing, Local, Option, Source, StepTable, Zone

SIDES = ("north", "east", "south", "west")
DIRECTIONS = (*SIDES, "north-east", "south-east", "south-west", "north-west")


@dataclass(slots=True)
class RowInfo:
    """A row of a kind's tables while it is being read."""

    name: str
    single: bool
    entry: Entry


@dataclass(slots=True)
class KindInfo:
    """A kind: its name is known first, then its columns, then its rows."""

    name: str
    printed: dict[str, Type]
    owned: bool
    serves: str
    entry: Entry
    rows: list[RowInfo] = field(default_factory=list)
    most: int | None = 0
    """How many things of the kind there are at most; None where that hangs on a number that the tables do not say."""

    _found: dict[str, int] = field(default_factory=dict)

    def row_index(self, name: str) -> int | None:
        for i in range(len(self._found), len(self.rows)):
            self._found.setdefault(self.rows[i].name, i)
        return self._found.get(name)


@dataclass(slots=True)
class DefinitionInfo:
    """A definition: its signature is known before its body, which is typed when somebody first needs its type."""

    name: str
    parameters: tuple[Local, ...]
    entry: Entry
    is_value: bool
    body: Expr | None = None


@dataclass(slots=True)
class StepInfo:
    """A step's address and what hooks at it may see: its loop name and lets, with types, and who acts."""

    address: str
    entry: Entry
    names: dict[str, Local] = field(default_factory=dict)
    actor: Local | None = None


@dataclass(slots=True)
class DeedInfo:
    """An action or procedure with what hooks may see."""

    address: str
    entry: Entry
    actor: Local
    names: dict[str, Local] = field(default_factory=dict)
    parameters: tuple[Local, ...] = ()
    entries: tuple[str, ...] = ()
    restrictions: tuple[str, ...] = ()
    lets: frozenset[str] = frozenset()


@dataclass(slots=True)
class Vocabulary:
    """The words of one game; filled section by section, in the order of the check."""

    players: tuple[int, int] = (2, 2)
    lists: dict[str, Listing] = field(default_factory=dict)
    tables: dict[str, StepTable] = field(default_factory=dict)
    graphs: dict[str, Graph] = field(default_factory=dict)
    resources: list[str] = field(default_factory=list)
    options: dict[str, Option] = field(default_factory=dict)
    kinds: dict[str, KindInfo] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    kept: dict[str, Kept] = field(default_factory=dict)
    definitions: dict[str, DefinitionInfo] = field(default_factory=dict)
    actions: dict[str, DeedInfo] = field(default_factory=dict)
    procedures: dict[str, DeedInfo] = field(default_factory=dict)
    steps: dict[str, StepInfo] = field(default_factory=dict)
    house_seats: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    sources: dict[str, Source] = field(default_factory=dict)

    @property
    def unnoted(self) -> Vocabulary:
        """The vocabulary itself, where it is one that notes what it is asked."""
        return self

    def declares(self, word: str) -> bool:
        """Is this a word of the game's own that takes operands?"""
        return word in self.definitions or word in self.kept or word in self.zones

    def bare_word(self, word: str) -> str | None:
        """What a word means that stands alone and needs no operand; None where it means nothing."""
        groups = (("an option", self.options), ("a value", self.definitions), ("a kept value", self.kept), ("a zone", self.zones))
        for what, group in groups:
            if word in group and not getattr(group[word], "parameters", ()):
                return what
        if any(word in li.symbols for li in self.lists.values()):
            return "a word of a list"
        return "a row" if self.rows_named(word) else None

    def root(self, list_name: str) -> str:
        """The list whose indices the words of this list have."""
        listing = self.lists.get(list_name)
        return listing.among if listing is not None and listing.among is not None else list_name

    def symbol_lists(self, word: str) -> list[tuple[str, int]]:
        """The root lists that have this word, with its index."""
        return [(name, li.symbols.index(word)) for name, li in self.lists.items() if li.among is None and word in li.symbols]

    def rows_named(self, word: str) -> list[tuple[str, int]]:
        found = []
        for kind in self.kinds.values():
            index = kind.row_index(word)
            if index is not None:
                found.append((kind.name, index))
        return found

    def steps_named(self, word: str) -> list[StepInfo]:
        """The steps meant by an address or, where it is unique, by its end."""
        if word in self.steps:
            return [self.steps[word]]
        return [s for address, s in self.steps.items() if address.endswith("." + word)]

    def has_word(self, word: str) -> bool:
        """Whether this may stand as a bare word."""
        return any(each == word for each in self.words())

    def note(self, what: str, word: str) -> None:
        """A question beside those to the vocabulary on which a check hangs; only some vocabularies take notes."""

    def words(self) -> Iterator[str]:
        """Everything that may stand as a bare word; for suggestions."""
        for group in (self.options, self.zones, self.kept, self.definitions):
            yield from group
        yield from self.resources
        yield from self.house_seats
        for listing in self.lists.values():
            yield from listing.symbols
        for kind in self.kinds.values():
            yield from (row.name for row in kind.rows)
        yield from ("me", "players", "seats", "true", "false", "none")

    def member_words(self) -> Iterator[str]:
        yield from self.words()
        for kind in self.kinds.values():
            yield from kind.printed
        for listing in self.lists.values():
            yield from (name for name, _ in listing.attributes)
        yield from self.kinds


_SEAT = re.compile(r"p([1-9][0-9]{0,3})")


def seat_number(word: str) -> int | None:
    """Which seat is called `p1`, `p2`, …, counted from 0; None for another word."""
    found = _SEAT.fullmatch(word)
    return None if found is None else int(found[1]) - 1
