"""Which things, and which empty cells, are the same to everybody: the first of them stands for all.

Two things are alike if they have the same row, for-each values and kept values, lie in the same place, carry the same, are
known to the same seats, and nothing points at one of them. Listing, keys, chance and views share this one definition.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from custumal.dsl.frozen import dataclass
from custumal.dsl.model import Local
from custumal.dsl.types import Cell, Set, Thing, Type, bare
from custumal.interpreter.instance import Instance
from custumal.interpreter.layout import BOX, PLACES, KeptLayout
from custumal.interpreter.mutate import lying_at
from custumal.interpreter.state import State
from custumal.interpreter.values import Value

ALONE = 2
"""Fewer candidates than this have none that is alike."""


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """What can tell members of one type apart: kept values `about` them (with the position of the argument), and those
    that point `at` them. `plain` are those of `about` that have no other argument (column, shift from a member to its entry),
    `points` those of `at` that hold one value (column, first entry, behind the last)."""

    about: tuple[tuple[KeptLayout, int], ...]
    at: tuple[KeptLayout, ...]
    plain: tuple[tuple[int, int], ...]
    wide: tuple[tuple[KeptLayout, int], ...]
    points: tuple[tuple[int, int, int], ...]
    sets: tuple[KeptLayout, ...]


class Alike:
    """Answers for one instance which candidates are alike in a state."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        looks: dict[Hashable, int] = {}
        self.look = tuple(looks.setdefault((thing.kind, thing.row, thing.each), len(looks)) for thing in instance.things)
        """The same number for things that nobody could ever tell apart by what is printed on them."""
        self._marks: dict[Type, Marks] = {}
        self._marks_of: list[Marks | None] = [None] * len(self.look)

    def thing(self, thing: int, state: State, watched: Sequence[Value], *, ordered: bool = True) -> Hashable:
        """Equal for things that are alike. `watched`: values of names that may hold things; `ordered`: whether the
        position in a pile counts."""
        location = state.c[PLACES][thing]
        marks = self._marks_of[thing] or self._marks_at(thing)
        return (
            self.look[thing],
            location,
            state.known[thing] if state.known else 0,
            self._told(marks, thing, state, watched),
            self._carried(thing, state),
            self._depth(thing, location, state) if ordered else 0,
        )

    def cell(self, cell: int, zone: str, state: State, watched: Sequence[Value]) -> Hashable:
        """Equal for empty cells of one place that are alike; a filled cell is like no other."""
        layout = self.instance.zones[zone]
        lying = lying_at(self.instance.layout, state, layout.base + cell)
        return (cell // layout.cells, cell if lying else -1, self._told(self._of(Cell(zone)), cell, state, watched))

    def groups(self, candidates: Sequence[int], keys: Sequence[Hashable]) -> list[tuple[int, int]]:
        """The first candidate of each group, with the size of the group, in order."""
        found: dict[Hashable, tuple[int, int]] = {}
        for candidate, key in zip(candidates, keys, strict=True):
            first, count = found.get(key, (candidate, 0))
            found[key] = (first, count + 1)
        return list(found.values())

    # ------------------------------------------------------------ what tells apart

    def _told(self, marks: Marks, member: int, state: State, watched: Sequence[Value]) -> Hashable:
        columns = state.c
        about = tuple([columns[column][shift + member] for column, shift in marks.plain])
        for kept, position in marks.wide:
            about += _entries(kept, position, member, state)
        return (about, member if _is_pointed(marks, member, state) or any(_holds(value, member) for value in watched) else None)

    def _carried(self, thing: int, state: State) -> Hashable:
        """What lies on a thing: things that carry something are alike only if they carry nothing."""
        layout = self.instance.layout
        carried = layout.carried[thing]
        return thing if carried and any(lying_at(layout, state, location) for location in carried) else None

    def _depth(self, thing: int, location: int, state: State) -> int:
        if location == BOX:
            return 0
        zone = self.instance.layout.zone_at[location]
        return state.piles[zone.piles + location - zone.base].index(thing) if zone.ordered and zone.piles >= 0 else 0

    def _marks_at(self, thing: int) -> Marks:
        found = self._marks_of[thing] = self._of(Thing(self.instance.things[thing].kind))
        return found

    def _of(self, member: Type) -> Marks:
        if member not in self._marks:
            kept = self.instance.game.kept
            layouts = self.instance.kept
            places = [(name, position) for name, value in kept.items() for position, of in enumerate(value.parameters) if of == member]
            about = tuple((layouts[name], position) for name, position in places)
            at = [name for name, value in kept.items() if _names(value.type, member)]
            self._marks[member] = Marks(
                about,
                tuple(layouts[name] for name in at),
                tuple((one.column, one.base - one.domains[0].offset) for one, _ in about if len(one.domains) == 1),
                tuple((one, position) for one, position in about if len(one.domains) > 1),
                tuple(_span(layouts[name]) for name in at if not isinstance(bare(kept[name].type), Set)),
                tuple(layouts[name] for name in at if isinstance(bare(kept[name].type), Set)),
            )
        return self._marks[member]

    # ------------------------------------------------------------ the first of each

    def firsts(self, found: Sequence[int], state: State, watched: Sequence[Value]) -> Sequence[int]:
        """The first of each group of alike things of one kind, in order: what `thing` tells, asked only where it may decide."""
        if len(found) < ALONE:
            return found
        look, places = self.look, state.c[PLACES]
        groups: dict[tuple[int, int], set[Hashable] | int] = {}
        firsts = []
        at: dict[Marks, frozenset[Value]] = {}
        for thing in found:
            where = (look[thing], places[thing])
            group = groups.get(where)
            if group is None:
                groups[where] = thing
                firsts.append(thing)
                continue
            # What looks the same is of one kind.
            marks = self._marks_of[thing] or self._marks_at(thing)
            pointed = at.get(marks)
            if pointed is None:
                pointed = at[marks] = _all_pointed(marks, state, watched)
            if isinstance(group, int):
                group = groups[where] = {self._beyond(marks, group, state, pointed)}
            key = self._beyond(marks, thing, state, pointed)
            if key not in group:
                group.add(key)
                firsts.append(thing)
        return firsts

    def _beyond(self, marks: Marks, thing: int, state: State, pointed: frozenset[Value]) -> Hashable:
        """What tells apart things that look the same and lie in one place."""
        columns, layout = state.c, self.instance.layout
        location = columns[PLACES][thing]
        ordered = location != BOX and layout.zone_at[location].ordered
        return (
            tuple([columns[column][shift + thing] for column, shift in marks.plain]),
            tuple([_entries(kept, position, thing, state) for kept, position in marks.wide]) if marks.wide else (),
            thing if thing in pointed else None,
            state.known[thing] if state.known else 0,
            self._carried(thing, state) if layout.carried[thing] else None,
            self._depth(thing, location, state) if ordered else 0,
        )


def watched_values(watch: Sequence[Local], slots: dict[str, int], state: State, env: dict[str, Value]) -> list[Value]:
    """The values of watched names: in the environment, else in the frame."""
    return [env[local.id] if local.id in env else state.frame[slots[local.id]] for local in watch]


def _entries(kept: KeptLayout, position: int, member: int, state: State) -> tuple[Value, ...]:
    """All entries of a kept value that have this member as one argument."""
    column = state.c[kept.column]
    inner = 1
    for domain in kept.domains[position + 1 :]:
        inner *= domain.size
    size = kept.domains[position].size
    start = kept.base + (member - kept.domains[position].offset) * inner
    return tuple(column[at + step] for at in range(start, kept.base + kept.size, size * inner) for step in range(inner))


def _span(kept: KeptLayout) -> tuple[int, int, int]:
    return kept.column, kept.base, kept.base + kept.size


def _is_pointed(marks: Marks, member: int, state: State) -> bool:
    for column, first, behind in marks.points:
        if member in state.c[column][first:behind]:
            return True
    return any(_holds(value, member) for kept in marks.sets for value in state.c[kept.column][kept.base : kept.base + kept.size])


def _all_pointed(marks: Marks, state: State, watched: Sequence[Value]) -> frozenset[Value]:
    """Everything at which a kept value or a watched name points."""
    found: set[Value] = set()
    for column, first, behind in marks.points:
        found.update(state.c[column][first:behind])
    values = [value for kept in marks.sets for value in state.c[kept.column][kept.base : kept.base + kept.size]]
    for value in (*values, *watched):
        found.update(value if isinstance(value, tuple) else (value,))
    return frozenset(found)


def _holds(value: Value, member: int) -> bool:
    return value == member or (isinstance(value, tuple) and member in value)


def _names(of: Type, member: Type) -> bool:
    inner = bare(of)
    return _names(inner.inner, member) if isinstance(inner, Set) else inner == member
