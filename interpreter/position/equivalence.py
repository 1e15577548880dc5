"""Equivalence classes of things and of empty cells that nobody could tell apart: the first of each class stands for all.

Two things are interchangeable if they have the same row, for-each values and kept values, lie in the same place, carry the
same, and nothing points at one of them. Listing, keys, chance and views share this definition. What others know of them does not
count: no seat may learn from its choices what another one knows. So where something is kept about them, or may point at them, that not
everybody sees, none is interchangeable with another, whatever is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from operator import itemgetter

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Cell, Set, Thing, Type, bare
from custumal.dsl.model import Local
from custumal.interpreter.position.mutation import lying_at
from custumal.interpreter.position.state import Position
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import BOX, KEPT, PLACES, KeptLayout
from custumal.interpreter.setup.values import Value

NOBODY: frozenset[Value] = frozenset()
ALONE = 2
"""Fewer candidates than this have none that is interchangeable."""


@dataclass(frozen=True, slots=True, eq=False)
class EquivalenceKeys:
    """What can tell members of one type apart: kept values `about` them (with the position of the argument), and those
    that point `at` them; `points` are those of `at` that hold one value (column, first entry, behind the last). `hidden`: not everybody
    sees all of these, so that each member is alone in its class."""

    about: tuple[tuple[KeptLayout, int], ...]
    at: tuple[KeptLayout, ...]
    points: tuple[tuple[int, int, int], ...]
    sets: tuple[KeptLayout, ...]
    hidden: bool


class Equivalence:
    """Answers for one instance which candidates are interchangeable in a state."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.appearance = instance.layout.looks
        """The same number for things that nobody could ever tell apart by what is printed on them."""
        self._keys: dict[Type, EquivalenceKeys] = {}
        self._keys_of_thing: list[EquivalenceKeys | None] = [None] * len(self.appearance)
        self._getters: dict[tuple[Type, int], Callable[[Sequence[Value]], Hashable]] = {}
        self._getter_of_thing: list[Callable[[Sequence[Value]], Hashable] | None] = [None] * len(self.appearance)
        things = range(len(self.appearance)) if _hides(instance) else ()
        self._alone = frozenset(thing for thing in things if self._keys_at(thing).hidden)

    def class_of_thing(self, thing: int, state: Position, watched: Sequence[Value], *, ordered: bool = True) -> Hashable:
        """Equal for things that are interchangeable. `watched`: values of names that may hold things; `ordered`: whether the
        position in a pile counts."""
        location = state.c[PLACES][thing]
        keys = self._keys_of_thing[thing] or self._keys_at(thing)
        if keys.hidden:
            return thing
        return (
            self.appearance[thing],
            location,
            self._kept_about_thing(thing)(state.c[KEPT]),
            thing if _is_referenced(keys, thing, state, watched) else None,
            self._carried(thing, state),
            self._depth(thing, location, state) if ordered else 0,
        )

    def class_of_cell(self, cell: int, zone: str, state: Position, watched: Sequence[Value]) -> Hashable:
        """Equal for empty cells of one place that are interchangeable; a filled cell is like no other."""
        layout, of = self.instance.zones[zone], Cell(zone)
        if self.keys_of(of).hidden:
            return cell
        lying = lying_at(self.instance.layout, state, layout.base + cell)
        pointed = cell if _is_referenced(self.keys_of(of), cell, state, watched) else None
        return (cell // layout.cells, cell if lying else -1, self._kept_about(of, cell)(state.c[KEPT]), pointed)

    def groups(self, candidates: Sequence[int], classes: Sequence[Hashable]) -> list[tuple[int, int]]:
        """The first candidate of each class, with the size of the class, in order."""
        found: dict[Hashable, tuple[int, int]] = {}
        for candidate, class_ in zip(candidates, classes, strict=True):
            first, count = found.get(class_, (candidate, 0))
            found[class_] = (first, count + 1)
        return list(found.values())

    # ------------------------------------------------------------ what tells apart

    def _kept_about_thing(self, thing: int) -> Callable[[Sequence[Value]], Hashable]:
        """A function that gives what is kept about a thing, from the column of kept values."""
        found = self._getter_of_thing[thing]
        if found is None:
            found = self._getter_of_thing[thing] = self._kept_about(Thing(self.instance.things[thing].kind), thing)
        return found

    def _kept_about(self, of: Type, member: int) -> Callable[[Sequence[Value]], Hashable]:
        found = self._getters.get((of, member))
        if found is None:
            entries = [entry for kept, position in self.keys_of(of).about for entry in _entries(kept, position, member)]
            found = self._getters[of, member] = itemgetter(*entries) if entries else _nothing
        return found

    def _carried(self, thing: int, state: Position) -> Hashable:
        """What lies on a thing: things that carry something are interchangeable only if they carry nothing."""
        layout = self.instance.layout
        carried = layout.carried[thing]
        return thing if carried and any(lying_at(layout, state, location) for location in carried) else None

    def _depth(self, thing: int, location: int, state: Position) -> int:
        if location == BOX:
            return 0
        zone = self.instance.layout.zone_at[location]
        return state.piles[zone.piles + location - zone.base].index(thing) if zone.ordered and zone.piles >= 0 else 0

    def _keys_at(self, thing: int) -> EquivalenceKeys:
        found = self._keys_of_thing[thing] = self.keys_of(Thing(self.instance.things[thing].kind))
        return found

    def keys_of(self, member: Type) -> EquivalenceKeys:
        if member not in self._keys:
            kept = self.instance.game.kept
            layouts = self.instance.kept
            places = [(name, position) for name, value in kept.items() for position, of in enumerate(value.parameters) if of == member]
            about = tuple((layouts[name], position) for name, position in places)
            at = [name for name, value in kept.items() if _names(value.type, member)]
            self._keys[member] = EquivalenceKeys(
                about,
                tuple(layouts[name] for name in at),
                tuple(_span(layouts[name]) for name in at if not isinstance(bare(kept[name].type), Set)),
                tuple(layouts[name] for name in at if isinstance(bare(kept[name].type), Set)),
                any(kept[name].visibility.kind != "all" for name in (*(name for name, _ in places), *at)),
            )
        return self._keys[member]

    # ------------------------------------------------------------ the first of each

    def representatives(self, found: Sequence[int], state: Position, watched: Sequence[Value]) -> Sequence[int]:
        """The first of each class of things of one kind, in order; the whole of `class_of_thing` is asked only where it may decide."""
        if len(found) < ALONE:
            return found
        if self._alone and not self._alone.isdisjoint(found):
            rest = {*self.representatives([thing for thing in found if thing not in self._alone], state, watched)}
            return [thing for thing in found if thing in rest or thing in self._alone]
        appearance, places, kept = self.appearance, state.c[PLACES], state.c[KEPT]
        seen: dict[Hashable, int | set[Hashable]] = {}
        representatives = []
        at: dict[EquivalenceKeys, frozenset[Value]] = {}
        for thing in found:
            about = (self._getter_of_thing[thing] or self._kept_about_thing(thing))(kept)
            key = (appearance[thing], places[thing], about)
            group = seen.get(key)
            if group is None:
                seen[key] = thing
                representatives.append(thing)
                continue
            # What looks the same is of one kind.
            keys = self._keys_of_thing[thing] or self._keys_at(thing)
            pointed = at.get(keys)
            if pointed is None:
                pointed = at[keys] = _all_referenced(keys, state, watched)
            if isinstance(group, int):
                group = seen[key] = {self._finer_class(group, state, pointed)}
            finer = self._finer_class(thing, state, pointed)
            if finer not in group:
                group.add(finer)
                representatives.append(thing)
        return representatives

    def representative_cells(self, found: Sequence[int], zone: str, state: Position, watched: Sequence[Value]) -> Sequence[int]:
        """The first of each class of cells of one zone, in order, by `class_of_cell`."""
        layout, of = self.instance.zones[zone], Cell(zone)
        if self.keys_of(of).hidden:
            return found
        pointed = _all_referenced(self.keys_of(of), state, watched)
        kept, things = state.c[KEPT], self.instance.layout
        seen: set[Hashable] = set()
        representatives = []
        for cell in found:
            if not lying_at(things, state, layout.base + cell):
                key = (cell // layout.cells, self._kept_about(of, cell)(kept), cell if cell in pointed else None)
                if key in seen:
                    continue
                seen.add(key)
            representatives.append(cell)
        return representatives

    def _finer_class(self, thing: int, state: Position, pointed: frozenset[Value]) -> Hashable:
        """What may still tell apart things that look the same, lie in one place, and of which the same is kept."""
        layout = self.instance.layout
        location = state.c[PLACES][thing]
        carried = self._carried(thing, state) if layout.carried[thing] else None
        ordered = location != BOX and layout.zone_at[location].ordered
        if thing not in pointed and carried is None and not ordered:
            return None
        return (thing if thing in pointed else None, carried, self._depth(thing, location, state) if ordered else 0)


def _hides(instance: Instance) -> bool:
    """Whether there are kept values that not everybody sees."""
    return any(kept.visibility.kind != "all" for kept in instance.game.kept.values())


def watched_values(watch: Sequence[Local], slots: dict[str, int], state: Position, env: dict[str, Value]) -> list[Value]:
    """The values of watched names: in the environment, else in the frame."""
    return [env[local.id] if local.id in env else state.frame[slots[local.id]] for local in watch]


def _nothing(_kept: Sequence[Value]) -> Hashable:
    return None


def _entries(kept: KeptLayout, position: int, member: int) -> tuple[int, ...]:
    """Where all entries of a kept value stand that have this member as one argument."""
    inner = 1
    for domain in kept.domains[position + 1 :]:
        inner *= domain.size
    size = kept.domains[position].size
    start = kept.base + (member - kept.domains[position].offset) * inner
    return tuple(at + step for at in range(start, kept.base + kept.size, size * inner) for step in range(inner))


def _span(kept: KeptLayout) -> tuple[int, int, int]:
    return kept.column, kept.base, kept.base + kept.size


def _is_referenced(keys: EquivalenceKeys, member: int, state: Position, watched: Sequence[Value]) -> bool:
    if any(_holds(value, member) for value in watched):
        return True
    for column, first, behind in keys.points:
        if member in state.c[column][first:behind]:
            return True
    return any(_holds(value, member) for kept in keys.sets for value in state.c[kept.column][kept.base : kept.base + kept.size])


def _all_referenced(keys: EquivalenceKeys, state: Position, watched: Sequence[Value]) -> frozenset[Value]:
    """Everything at which a kept value or a watched name points."""
    if not keys.at and not watched:
        return NOBODY
    found: set[Value] = set()
    for column, first, behind in keys.points:
        found.update(state.c[column][first:behind])
    values = [value for kept in keys.sets for value in state.c[kept.column][kept.base : kept.base + kept.size]]
    for value in (*values, *watched):
        found.update(value if isinstance(value, tuple) else (value,))
    return frozenset(found)


def _holds(value: Value, member: int) -> bool:
    return value == member or (isinstance(value, tuple) and member in value)


def _names(of: Type, member: Type) -> bool:
    inner = bare(of)
    return _names(inner.inner, member) if isinstance(inner, Set) else inner == member
