"""How a part of a position stands: equal where nothing that it names differs. For what must not, or may only so often, come again.

Things that nobody could tell apart by what is printed on them count as one another, with what is kept of each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from hashlib import blake2b

from custumal.dsl.base.types import Thing
from custumal.interpreter.position.equivalence import Equivalence
from custumal.interpreter.position.state import Position
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import PLACEMENTS, KeptLayout, ZoneLayout
from custumal.interpreter.setup.values import Value

Look = Callable[[Position], object]
Noted = tuple[tuple[int | None, int], ...]
"""Positions that were noted: whose turn it was, and the digest of how it stood."""


class Looks:
    """Answers for one instance."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self._looks: dict[tuple[str, ...], tuple[Look, ...]] = {}

    @cached_property
    def appearance(self) -> tuple[int, ...]:
        """The same number for things on which the same is printed."""
        return Equivalence(self.instance).appearance

    def digest(self, names: tuple[str, ...], state: Position) -> int:
        """64 bits that are equal where the kept values and zones with these names stand alike, on every machine."""
        looks = self._looks.get(names)
        if looks is None:
            looks = self._looks[names] = tuple(self._made(names))
        text = repr([look(state) for look in looks])
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")

    def size(self, names: tuple[str, ...]) -> int:
        """How many entries and places are looked at."""
        kept, zones = self.instance.kept, self.instance.zones
        return sum(kept[name].size if name in kept else zones[name].size for name in names)

    def _made(self, names: tuple[str, ...]) -> list[Look]:
        kept = [layout for name, layout in self.instance.kept.items() if name in names]
        about = {layout.name: place for layout in kept if (place := self._thing(layout)) is not None}
        marks = [(layout, about[layout.name]) for layout in kept if layout.name in about]
        zones = [layout for name, layout in self.instance.zones.items() if name in names]
        looks = [_entries(layout) for layout in kept if layout.name not in about]
        looks += [self._zone(layout, marks) for layout in zones]
        return [*looks, self._elsewhere(zones, marks)] if marks else looks

    def _thing(self, layout: KeptLayout) -> int | None:
        """Which argument of a kept value is a thing, if one is."""
        parameters = self.instance.game.kept[layout.name].parameters
        return next((place for place, of in enumerate(parameters) if isinstance(of, Thing)), None)

    def _look_of(self, thing: int | None, state: Position, marks: Sequence[tuple[KeptLayout, int]]) -> object:
        """What a thing looks like: what is printed on it, how it lies, what is kept of it."""
        if thing is None:
            return None
        turned = state.c[PLACEMENTS][thing] if state.c[PLACEMENTS] else None
        kept = [state.c[layout.column][entry] for layout, place in marks for entry in layout.where(place, thing)]
        return (self.appearance[thing], turned, *kept)

    def _zone(self, layout: ZoneLayout, marks: Sequence[tuple[KeptLayout, int]]) -> Look:
        def one(state: Position) -> object:
            return [self._look_of(thing, state, marks) for thing in state.c[layout.content]]

        def several(state: Position) -> object:
            piles = state.piles[layout.piles : layout.piles + layout.size]
            looks = ([self._look_of(thing, state, marks) for thing in pile] for pile in piles)
            return [*looks] if layout.ordered else [sorted(pile, key=repr) for pile in looks]

        return one if layout.one else several if layout.piles >= 0 else _nothing

    def _elsewhere(self, zones: Sequence[ZoneLayout], marks: Sequence[tuple[KeptLayout, int]]) -> Look:
        """What is kept of things that lie in none of the zones."""
        things = {thing for layout, place in marks for thing in self._domain(layout, place)}

        def look(state: Position) -> object:
            here = {location for layout in zones for location in range(layout.base, layout.base + layout.size)}
            away = [thing for thing in things if state.c[0][thing] not in here]
            return sorted((self._look_of(thing, state, marks) for thing in away), key=repr)

        return look

    def _domain(self, layout: KeptLayout, place: int) -> range:
        return layout.domains[place].values()


def _entries(layout: KeptLayout) -> Look:
    column, entries = layout.column, layout.entries

    def look(state: Position) -> Sequence[Value]:
        return state.c[column][entries]

    return look


def _nothing(_state: Position) -> None:
    return None


def noted(before: Noted, seat: int | None, digest: int) -> Noted:
    """The positions noted with one more."""
    return (*before, (seat, digest))


def tallied(before: tuple[int, ...], seat: int | None, seats: int) -> tuple[int, ...]:
    """Counts by seats, and then nobody, with one more for a seat; there are none before the first."""
    found = [*before] or [0] * (seats + 1)
    found[-1 if seat is None else seat] += 1
    return tuple(found)


def turns(before: tuple[int, ...], *seats: int | None) -> int:
    """The sum of the counts; with a seat, that of the seat."""
    if not seats:
        return sum(before)
    return 0 if not before or seats[0] is None else before[seats[0]]


def occurrences(before: Noted, digest: int, *seats: int | None) -> int:
    """How many of the positions noted have the digest; with a seat, of those in which it was its turn."""
    if seats:
        return before.count((seats[0], digest))
    return sum(stood == digest for _, stood in before)
