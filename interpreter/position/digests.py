"""How a part of a position stands: equal where nothing that it names differs. For what must not, or may only so often, come again.

Things that nobody could tell apart by what is printed on them count as one another, with what is kept of each. How it stands is told by
a number of 64 bits: the sum of one for everything that is there, each mixed of where it is and what it looks like (A. Zobrist, "A new
hashing method with application for game playing", 1970), so that order counts only where it is a part of what is told. Whoever plays
by other means has to come to the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import count

from custumal.dsl.base.types import Thing
from custumal.interpreter.position.equivalence import Equivalence
from custumal.interpreter.position.rng import absorbed
from custumal.interpreter.position.state import Position
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import PLACEMENTS, PLACES, KeptLayout, ZoneLayout
from custumal.interpreter.setup.values import Value

Told = tuple[Value, ...]
"""One thing that is there: the number of the look, where it is, what it looks like."""
Look = Callable[[Position], Iterator[Told]]
Noted = tuple[tuple[int | None, int], ...]
"""Positions that were noted: whose turn it was, and the digest of how it stood."""
NOTHING = 1 << 63
"""Stands for nothing among the numbers that are mixed."""
_MASK = (1 << 64) - 1


class Digests:
    """Answers for one instance."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self._parts: dict[tuple[str, ...], tuple[Look, ...]] = {}

    @cached_property
    def appearance(self) -> tuple[int, ...]:
        """The same number for things on which the same is printed."""
        return Equivalence(self.instance).appearance

    def digest(self, names: tuple[str, ...], state: Position) -> int:
        """64 bits that are equal where the kept values and zones with these names stand alike, on every machine."""
        looks = self._parts.get(names)
        if looks is None:
            looks = self._parts[names] = tuple(self._made(names))
        return sum(mixed(told) for look in looks for told in look(state)) & _MASK

    def size(self, names: tuple[str, ...]) -> int:
        """How many entries and places are looked at."""
        kept, zones = self.instance.kept, self.instance.zones
        return sum(kept[name].size if name in kept else zones[name].size for name in names)

    def _made(self, names: tuple[str, ...]) -> Iterator[Look]:
        seen, numbers = LookedAt(self.instance, names), count()
        yield from (_entries(next(numbers), layout) for layout in seen.kept)
        yield from (self._zone(next(numbers), layout, seen.marks) for layout in seen.zones)
        if seen.marks:
            yield self._elsewhere(next(numbers), seen)

    def _look_of(self, thing: int, state: Position, marks: Sequence[tuple[KeptLayout, int]]) -> Told:
        """What a thing looks like: what is printed on it, how it lies, what is kept of it."""
        turned = state.c[PLACEMENTS][thing] if state.c[PLACEMENTS] else None
        kept = (state.c[layout.column][entry] for layout, place in marks for entry in layout.where(place, thing))
        return (self.appearance[thing], turned, *kept)

    def _zone(self, number: int, layout: ZoneLayout, marks: Sequence[tuple[KeptLayout, int]]) -> Look:
        def one(state: Position) -> Iterator[Told]:
            for local, thing in enumerate(state.c[layout.content]):
                if thing is not None:
                    yield (number, local, 0, *self._look_of(thing, state, marks))

        def several(state: Position) -> Iterator[Told]:
            for local, pile in enumerate(state.piles[layout.piles : layout.piles + layout.size]):
                for depth, thing in enumerate(pile):
                    yield (number, local, depth if layout.ordered else 0, *self._look_of(thing, state, marks))

        return one if layout.one else several if layout.piles >= 0 else _nothing

    def _elsewhere(self, number: int, seen: LookedAt) -> Look:
        """What is kept of things that lie in none of the zones."""
        here = {location for layout in seen.zones for location in range(layout.base, layout.base + layout.size)}

        def look(state: Position) -> Iterator[Told]:
            for thing in seen.things:
                if state.c[PLACES][thing] not in here:
                    yield (number, 0, 0, *self._look_of(thing, state, seen.marks))

        return look


class LookedAt:
    """What is looked at where these kept values and zones are named.

    Attributes:
        kept: the values that are about no thing.
        zones: the zones.
        marks: the values about things, with the place of the thing among the arguments.
        things: what these can be about.
    """

    def __init__(self, instance: Instance, names: tuple[str, ...]) -> None:
        self._kinds = instance.game.kept
        named = [layout for name, layout in instance.kept.items() if name in names]
        about = {layout.name: place for layout in named if (place := self._thing(layout)) is not None}
        self.kept = [layout for layout in named if layout.name not in about]
        self.marks = [(layout, about[layout.name]) for layout in named if layout.name in about]
        self.zones = [layout for name, layout in instance.zones.items() if name in names]
        self.things = sorted({thing for layout, place in self.marks for thing in layout.domains[place].values()})

    def _thing(self, layout: KeptLayout) -> int | None:
        """Which argument of a kept value is a thing, if one is."""
        parameters = self._kinds[layout.name].parameters
        return next((place for place, of in enumerate(parameters) if isinstance(of, Thing)), None)


@lru_cache(maxsize=1 << 14)
def mixed(told: Told) -> int:
    """The number of one thing that is there."""
    return absorbed(0, list(_words(told)))


def _words(told: Told) -> Iterator[int]:
    """The numbers that are mixed: of a tuple its length and then its members."""
    for value in told:
        if isinstance(value, tuple):
            yield len(value)
            yield from _words(value)
        else:
            yield NOTHING if value is None else int(value) & _MASK


def _entries(number: int, layout: KeptLayout) -> Look:
    """Each entry that is not nothing."""
    column, entries = layout.column, layout.entries

    def look(state: Position) -> Iterator[Told]:
        for index, value in enumerate(state.c[column][entries]):
            if value is not None:
                yield (number, index, value)

    return look


def _nothing(_state: Position) -> Iterator[Told]:
    return iter(())


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
