"""What a game declares, for whoever checks one of its entries: the one door to the rest of the game, where every question is tracked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from custumal.dsl.base.types import Number, Type
from custumal.dsl.check.incremental.findings import NOTHING_LENT, Lent
from custumal.dsl.check.incremental.tracking import Tracked, tracked, unsettled
from custumal.dsl.check.symbols.declared import NO_MEANING, Declared
from custumal.dsl.check.symbols.questions import Asked
from custumal.dsl.check.symbols.signatures import ActionInfo, DefinitionInfo, KindInfo, ListInfo, Meaning, RowInfo, ZoneInfo

SIDES = ("north", "east", "south", "west")
CORNERS = ("north-east", "south-east", "south-west", "north-west")
DIRECTIONS = (*SIDES, *CORNERS)
HALVES = tuple(f"{side}-{half}" for side in SIDES for half in ("left", "right"))
"""Clockwise: left and right are those of somebody on the tile who looks at this side."""
_ALWAYS = ("me", "players", "seats", "true", "false", "none")


class Vocabulary(Tracked):
    """The look-ups of one game. An answer is a value; nothing that is behind it can be reached by it."""

    def __init__(self, declared: Declared) -> None:
        super().__init__()
        self._declared = declared
        self._lent: dict[str, Lent] = {}

    def lend(self, address: str, lent: Lent) -> None:
        """What a step or an action lends to rules, as soon as it is known."""
        self._lent[address] = self._lent.get(address, NOTHING_LENT).with_inner(lent)

    # ------------------------------------------------------------ of the game as a whole

    @tracked
    def game(self) -> str | None:
        return self._declared.game

    @tracked
    def languages(self) -> tuple[str, ...]:
        return self._declared.languages

    @tracked
    def players(self) -> tuple[int, int]:
        return self._declared.players

    @tracked
    def resources(self) -> tuple[str, ...]:
        return self._declared.resources

    @tracked
    def house_seats(self) -> tuple[str, ...]:
        return self._declared.house_seats

    @tracked
    def ranking_keys(self) -> tuple[str, ...]:
        return self._declared.ranking_keys

    # ------------------------------------------------------------ by name

    @tracked
    def meaning(self, word: str) -> Meaning:
        """What a word means as a name of the game."""
        return self._declared.meanings.get(word, NO_MEANING)

    @tracked
    def list_called(self, name: str) -> ListInfo | None:
        return self._declared.lists.get(name)

    @tracked
    def root(self, name: str) -> str:
        """The list whose indices the words of this list have."""
        found = self._declared.lists.get(name)
        return found.among if found is not None and found.among is not None else name

    @tracked
    def table(self, name: str) -> tuple[tuple[int, int], ...] | None:
        """The rows of a table of numbers."""
        found = self._declared.tables.get(name)
        return None if found is None else found.rows

    @tracked
    def zone_called(self, name: str) -> ZoneInfo | None:
        return self._declared.zone_infos.get(name)

    @tracked
    def zone(self, name: str) -> ZoneInfo:
        """A zone of which a type speaks, so that it is there; only where the question is asked again it may be gone."""
        return self._declared.zone_infos.get(name)  # type: ignore[return-value]

    @tracked
    def zone_sizes(self, name: str) -> tuple[Type, ...]:
        """The types of the numbers that say how large a zone is; empty where none do."""
        return self._declared.zone_sizes.get(name, ())

    @tracked
    def has_level(self, zone: str, number: str) -> bool:
        """Whether cubes may lie as high as that on a board of cubes."""
        sizes = self._declared.zone_sizes.get(zone, ())
        levels = sizes[2].high if len(sizes) > 2 and isinstance(sizes[2], Number) else None
        return levels is None or int(number) <= levels

    @tracked
    def kind_called(self, name: str) -> KindInfo | None:
        return self._declared.kinds.get(name)

    @tracked
    def kind(self, name: str) -> KindInfo:
        """A kind of which a type speaks, so that it is there; only where the question is asked again it may be gone."""
        return self._declared.kinds.get(name)  # type: ignore[return-value]

    @tracked
    def rows(self, kind: str) -> tuple[RowInfo, ...]:
        """The rows of a kind's tables, by their numbers."""
        return self._declared.rows.get(kind, ())

    @tracked
    def row_number(self, kind: str, word: str) -> int | None:
        return self._declared.row_numbers.get(kind, {}).get(word)

    @tracked
    def copies(self, row: str) -> int | None:
        """How many copies there are of the row with this address; None where that is computed."""
        return self._declared.copies.get(row)

    @tracked
    def most_things(self, kind: str) -> int | None:
        """How many things of a kind there are at most; None where that hangs on a number that the tables do not say."""
        return self._declared.most_things.get(kind, 0)

    @tracked
    def definition(self, name: str) -> DefinitionInfo | None:
        return self._declared.definitions.get(name)

    @tracked
    def definition_type(self, name: str) -> Type:
        """What a definition gives; it is typed if it has not been."""
        return self._declared.define(name)

    @tracked
    def action(self, name: str) -> ActionInfo | None:
        return self._declared.actions.get(name)

    @tracked
    def waivable(self, address: str) -> tuple[str, ...]:
        """The addresses of what may be set aside of the action or procedure at an address."""
        return self._declared.waivable.get(address, ())

    @tracked
    def ignorable(self, action: str) -> tuple[str, ...]:
        """What `ignoring` may name of an action: what is chosen for it, and what may forbid it."""
        found = self._declared.actions.get(action)
        if found is None:
            return ()
        parts = (address.rpartition(".")[2] for address in self._declared.waivable[found.address])
        return tuple(dict.fromkeys((*found.entries, *parts, "cost", "limit", "consent")))

    @tracked
    def entry_types(self, action: str) -> Mapping[str, Type]:
        """The types of what an action chooses, by name."""
        return self._declared.entry_types(action)

    @tracked
    def procedure(self, name: str) -> ActionInfo | None:
        return self._declared.procedures.get(name)

    @tracked
    def choice(self, word: str) -> tuple[Asked, ...] | None:
        """What is chosen where a choice begins with this word, by each decision that it may mean; None where none does."""
        return None if self._declared.choices is None else self._declared.choices.of(word)

    @tracked
    def choice_words(self) -> tuple[str, ...]:
        return () if self._declared.choices is None else tuple(self._declared.choices.asked)

    # ------------------------------------------------------------ by address

    @tracked
    def is_modified(self, address: str) -> bool:
        """Does some standing rule change this value or definition?"""
        return address in self._declared.modified

    @tracked
    def is_step(self, address: str) -> bool:
        return address in self._declared.steps

    @tracked
    def has_torn_steps(self) -> bool:
        """Whether it could not be read what some step does, so that steps inside of it may be missing."""
        return self._declared.has_torn_steps

    @tracked
    def remembered(self, step: str) -> tuple[str, ...]:
        """The kept values and zones of which is noted how they stand as each pass of a step begins."""
        return self._declared.remembered.get(step, ())

    @tracked
    def standing_addresses(self) -> tuple[str, ...]:
        return tuple(self._declared.standing)

    @tracked
    def is_standing(self, address: str) -> bool:
        """Is this a standing rule or the ability of a thing?"""
        return address in self._declared.standing

    @tracked
    def asks(self, address: str) -> bool:
        """Does a seat choose at this step, procedure or standing rule?"""
        return address in self._declared.asking

    @tracked
    def loops(self, address: str) -> bool:
        """Has this step passes?"""
        return address in self._declared.looping

    @tracked
    def is_only_carried_out(self, address: str) -> bool:
        """Is this a procedure with no more than what is done, so that nothing decides where it is called whether it is?"""
        return address in self._declared.only_carried_out

    @tracked
    def asking(self) -> frozenset[str]:
        return self._declared.asking

    @tracked
    def may_forbid(self, address: str) -> bool:
        """Is this something that may forbid a choice?"""
        return address in self._declared.restrictions

    @tracked
    def is_rule(self, number: str) -> bool:
        """Has the rulebook, if there is one, this numbered rule?"""
        return self._declared.rules is None or number in self._declared.rules

    @tracked
    def rule_numbers(self) -> tuple[str, ...]:
        return tuple(self._declared.rules or ())

    @tracked
    @unsettled
    def lent(self, address: str) -> Lent:
        """What a step or an action lends to rules; nothing as long as it has not been checked."""
        return self._lent.get(address, NOTHING_LENT)

    # ------------------------------------------------------------ by what a word could be

    @tracked
    def steps_named(self, word: str) -> tuple[str, ...]:
        """The steps meant by an address or, where it is unique, by its end."""
        if word in self._declared.steps:
            return (word,)
        found = self._declared.steps_by_id.get(word.rpartition(".")[2], ())
        return tuple(address for address in found if address.endswith(f".{word}"))

    @tracked
    def symbols(self, word: str) -> tuple[tuple[str, int], ...]:
        """The root lists that have this word, with its index."""
        lists = self._declared.lists.items()
        return tuple((name, li.symbols.index(word)) for name, li in lists if li.among is None and word in li.symbols)

    @tracked
    def rows_named(self, word: str) -> tuple[tuple[str, int], ...]:
        """The kinds that have a row of this name, with its number."""
        kinds = self._declared.row_numbers.items()
        return tuple((kind, numbers[word]) for kind, numbers in kinds if word in numbers)

    @tracked
    def zones_holding(self, kinds: str) -> tuple[ZoneInfo, ...]:
        """The zones that hold things of one of these kinds, which are written with `|` between them."""
        wanted = kinds.split("|")
        return tuple(zone for zone in self._declared.zone_infos.values() if zone.holds in wanted)

    @tracked
    def bare_word(self, word: str) -> str | None:
        """What a word means that stands alone and needs no operand; None where it means nothing."""
        meaning = self._declared.meanings.get(word, NO_MEANING)
        if meaning.option is not None:
            return "an option"
        if meaning.definition == ():
            return "a value"
        if meaning.kept is not None and not meaning.kept.parameters:
            return "a kept value"
        if meaning.zone is not None and not meaning.zone.parameters:
            return "a zone"
        if any(word in li.symbols for li in self._declared.lists.values()):
            return "a word of a list"
        return "a row" if any(word in numbers for numbers in self._declared.row_numbers.values()) else None

    @tracked
    def is_lost(self, word: str) -> bool:
        """Whether this is the name of something that could not be read, which has been reported."""
        return word in self._declared.lost

    @tracked
    def refused(self) -> frozenset[str]:
        """The words of the language that something is called by, which has been reported."""
        return self._declared.refused

    @tracked
    def has_word(self, word: str) -> bool:
        """Whether this may stand as a bare word."""
        declared = self._declared
        if word in declared.meanings or word in declared.resources or word in _ALWAYS or word in declared.lost:
            return True
        return any(word in li.symbols for li in declared.lists.values()) or any(word in rows for rows in declared.row_numbers.values())

    # ------------------------------------------------------------ all names, mostly for suggestions

    @tracked
    def words(self) -> tuple[str, ...]:
        """Everything that may stand as a bare word."""
        return tuple(self._words())

    @tracked
    def member_words(self) -> tuple[str, ...]:
        """Everything that may stand as a bare word or behind an operand."""
        return tuple(self._member_words())

    @tracked
    def kind_names(self) -> tuple[str, ...]:
        return tuple(self._declared.kinds)

    @tracked
    def list_names(self) -> tuple[str, ...]:
        return tuple(self._declared.lists)

    @tracked
    def table_names(self) -> tuple[str, ...]:
        """The tables of numbers."""
        return tuple(self._declared.tables)

    @tracked
    def option_names(self) -> tuple[str, ...]:
        return tuple(self._declared.options)

    @tracked
    def restrictions(self) -> frozenset[str]:
        """The addresses of whatever may forbid a choice."""
        return self._declared.restrictions

    @tracked
    def operators(self) -> tuple[str, ...]:
        """The definitions, kept values and zones."""
        return (*self._declared.definitions, *self._declared.kept, *self._declared.zones)

    @tracked
    def kept_names(self) -> tuple[str, ...]:
        return tuple(self._declared.kept)

    @tracked
    def action_names(self) -> tuple[str, ...]:
        return tuple(self._declared.actions)

    @tracked
    def procedure_names(self) -> tuple[str, ...]:
        return tuple(self._declared.procedures)

    @tracked
    def step_addresses(self) -> tuple[str, ...]:
        return tuple(self._declared.steps)

    def _words(self) -> Iterator[str]:
        declared = self._declared
        for group in (declared.options, declared.zones, declared.kept, declared.definitions):
            yield from group
        yield from declared.resources
        yield from declared.house_seats
        for listing in declared.lists.values():
            yield from listing.symbols
        for rows in declared.rows.values():
            yield from (row.name for row in rows)
        yield from _ALWAYS

    def _member_words(self) -> Iterator[str]:
        yield from self._words()
        for kind in self._declared.kinds.values():
            yield from kind.printed
        for listing in self._declared.lists.values():
            yield from (attribute.name for attribute in listing.attributes)
        yield from self._declared.kinds


_SEAT = re.compile(r"p([1-9][0-9]{0,3})")


def seat_number(word: str) -> int | None:
    """Which seat is called `p1`, `p2`, …, counted from 0; None for another word."""
    found = _SEAT.fullmatch(word)
    return None if found is None else int(found[1]) - 1
