"""Does a position from outside fit a game? As many values as it has, each within its bounds; what they mean together is not judged."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import chain, groupby
from typing import Any

from custumal.dsl.base.frozen import dataclass, replace
from custumal.dsl.base.types import (
    NUMBER,
    Border,
    Cell,
    Column,
    Corner,
    Half,
    Maybe,
    Number,
    Place,
    Pose,
    Row,
    Seat,
    Set,
    Symbol,
    Thing,
    Truth,
    Type,
    bare,
)
from custumal.dsl.model import Local
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.position.lying import misplaced
from custumal.interpreter.program import CallRoutine, Instruction, Lap, Next, NextHook, Program, Recall
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.joint_tables import Joints, Poses
from custumal.interpreter.setup.layout import BOX, COUNTERS, KEPT, MASKS, PLACEMENTS, PLACES, SCALARS, KeptLayout
from custumal.interpreter.setup.placements import BORDERS

_NOTHING: frozenset[type] = frozenset((type(None),))
_NUMBERS: frozenset[type] = frozenset((int,))
_OPTIONAL = _NUMBERS | _NOTHING
_PLAIN: frozenset[type] = frozenset((int, bool, type(None), list))
_DEEPEST = 20
"""No value has more lists in each other."""


@dataclass(frozen=True, slots=True)
class Values:
    """So many values in a row (None: any number of them): of these types, as JSON has them, and numbers within bounds, or
    some of these (`among`). Where lists may stand there are no bounds but for what is in them (`members`, if that is known)."""

    count: int | None
    low: int | None = None
    high: int | None = None
    types: frozenset[type] = _NUMBERS
    among: Container[object] | None = None
    members: Values | None = None

    def fit(self, values: Sequence[Any]) -> bool:
        if not set(map(type, values)) <= self.types:
            return False
        return all(map(self.has, values if list in self.types else set(values)))

    def has(self, value: object) -> bool:
        if type(value) is int and self.among is not None:
            return value in self.among
        if type(value) is int:
            return int in self.types and (self.low is None or value >= self.low) and (self.high is None or value <= self.high)
        return type(value) in self.types and (type(value) is not list or self._is_list(value))

    def _is_list(self, value: list[Any]) -> bool:
        return _is_plain(value, _DEEPEST) and (self.members is None or self.members.fit(value))

    def __str__(self) -> str:
        from custumal.dsl.diagnostics.wording import alternatives  # noqa: PLC0415  # only when something is wrong
        from custumal.dsl.documents.json_faults import whole_number  # noqa: PLC0415

        if self.members is not None:
            return f"a list in which each is {self.members}"
        if list in self.types:
            return "a list" if int not in self.types else "a whole number, a truth value, `null` or a list of such"
        words = {int: whole_number(self.low, self.high), bool: "`true` or `false`", type(None): "`null`"}
        return alternatives([word for of, word in words.items() if of in self.types])


class Validation:
    """What is known of every position of a game."""

    def __init__(self, instance: Instance, program: Program) -> None:
        layout, code = instance.layout, program.code
        self.layout = layout
        things = Values(None, 0, layout.things - 1)
        self.columns = _columns(instance, program.counters)
        self.pile, self.piles = things, layout.piles
        frame = [*_frame(instance, program)]
        self.optional = [type(None) in values.types for values in frame]
        """Of each slot of the frame, whether what it is for may be nothing."""
        self.walks: dict[int, tuple[int, ...]] = {}
        """For each slot with how far a list has been gone through the slots of such lists."""
        for one in code:
            if isinstance(one, Next | Lap | NextHook | Recall):
                lists, index = program.slots[one.items.id], program.slots[one.index.id]
                self.walks[index] = tuple(sorted({*self.walks.get(index, ()), lists}))
        self.rest = {
            "known": [Values(layout.things if layout.reveals else 0, 0, (1 << len(instance.all_seats)) - 1)],
            "frame": _joined([replace(values, types=values.types | _NOTHING) for values in frame]),
            "stack": [Values(None, 0, len(code) - 1, among=_return_addresses(code))],
        }

    def fault(self, state: dict[str, Any]) -> str | None:
        """What does not fit the game in a state, as JSON that its schema accepts; a sentence without a full stop."""
        return next(self._faults(state), None) or misplaced(self.layout, state["columns"], state["piles"])

    def _faults(self, state: dict[str, Any]) -> Iterator[str]:
        for part, count in (("columns", len(self.columns)), ("piles", self.piles)):
            yield from _lists(state[part], count, f"state.{part}")
        for number, (column, expected) in enumerate(zip(state["columns"], self.columns, strict=True)):
            yield from _misfits(column, expected, f"state.columns[{number}]")
        if not self.pile.fit([*chain.from_iterable(state["piles"])]):
            for number, pile in enumerate(state["piles"]):
                yield from _misfits(pile, [self.pile], f"state.piles[{number}]")
        for part, expected in self.rest.items():
            yield from _misfits(state[part], expected, f"state.{part}")


def _lists(values: list[Any], count: int, place: str) -> Iterator[str]:
    """What is wrong with a list of so many lists."""
    yield from _wrong_length(values, count, place)
    if not set(map(type, values)) <= {list}:
        at, value = next((at, value) for at, value in enumerate(values) if type(value) is not list)
        yield _misfit(f"{place}[{at}]", "a list", value)


def _misfits(values: list[Any], expected: Sequence[Values], place: str) -> Iterator[str]:
    """What is wrong with a list of values."""
    counts = [each.count for each in expected if each.count is not None]
    if len(counts) == len(expected):
        yield from _wrong_length(values, sum(counts), place)
    start = 0
    for each in expected:
        part = values[start:] if each.count is None else values[start : start + each.count]
        if not each.fit(part):
            at = next(at for at, value in enumerate(part) if not each.has(value))
            yield from _misfit_inside(each, part[at], f"{place}[{start + at}]")
        start += len(part)


def _misfit_inside(expected: Values, value: Any, place: str) -> Iterator[str]:
    """What is wrong with one value: of a list with what is in it."""
    if expected.members is not None and type(value) is list and _is_plain(value, _DEEPEST):
        yield from _misfits(value, [replace(expected.members, count=None)], place)
    else:
        yield _misfit(place, str(expected), value)


def _wrong_length(values: list[Any], count: int, place: str) -> Iterator[str]:
    if len(values) != count:
        yield f"`{place}` should have {count} value{'' if count == 1 else 's'}, but has {len(values)}"


def _misfit(place: str, expected: str, value: object) -> str:
    from custumal.dsl.documents.json_faults import misfit  # noqa: PLC0415  # only when something is wrong

    return misfit([place], expected, value)


def _is_plain(values: Sequence[Any], depth: int) -> bool:
    """Whether there are only numbers, truths, nothing and lists of these."""
    if not set(map(type, values)) <= _PLAIN:
        return False
    return all(depth > 0 and _is_plain(value, depth - 1) for value in values if type(value) is list)


# ------------------------------------------------------------ what each column holds


def _columns(instance: Instance, counters: int) -> list[list[Values]]:
    """What the values of each column are."""
    layout = instance.layout
    zones = layout.zones.values()
    placements = [zone.instances * zone.placements.count for zone in zones if zone.placements is not None]
    columns: list[list[Values]] = [[] for _ in layout.columns]
    columns[PLACES] = [Values(layout.things, BOX, len(layout.zone_at) - 1)]
    columns[MASKS] = [Values(zone.instances, 0, (1 << zone.cells) - 1) for zone in zones if zone.masks >= 0]
    columns[COUNTERS] = [Values(counters, 0)]
    columns[PLACEMENTS] = [Values(layout.things if placements else 0, 0, max(placements, default=0) - 1, _OPTIONAL)]
    for column in (SCALARS, KEPT):
        kept = (each for each in layout.kept.values() if each.column == column)
        columns[column] = _joined([_kept(instance, each) for each in sorted(kept, key=_base)])
    for zone in zones:
        if zone.content >= 0:
            columns[zone.content] = [Values(zone.size, 0, layout.things - 1, _OPTIONAL)]
    return columns


def _return_addresses(code: Sequence[Instruction]) -> frozenset[int]:
    return frozenset(pc + 1 for pc, instruction in enumerate(code) if isinstance(instruction, CallRoutine))


def _frame(instance: Instance, program: Program) -> Iterator[Values]:
    """What the values of the frame may be, as the names that have its slots can."""
    types = {local.id: local.type for local in nodes((program.code, tuple(program.actions.values()))) if isinstance(local, Local)}
    indices = {one.index.id for one in program.code if isinstance(one, Next | Lap | NextHook | Recall)}
    for id_ in program.slots:
        of = types.get(id_)
        if of is None or (
            id_.startswith("@") and of == Set(NUMBER)
        ):  # of what is noted there the type tells no more than that it is a list
            yield Values(1, types=_PLAIN)
        else:
            yield _of_type(instance, of, 1, Number(0, None) if id_ in indices else NUMBER)


def _joined(values: list[Values]) -> list[Values]:
    """The same with neighbours that may be the same taken together, which are judged quicker."""
    alike = groupby(values, lambda each: replace(each, count=None))
    return [replace(each, count=sum(one.count or 0 for one in ones)) for each, ones in alike]


def _base(kept: KeptLayout) -> int:
    return kept.base


def _kept(instance: Instance, kept: KeptLayout) -> Values:
    """What a kept value may be."""
    return _of_type(instance, instance.game.kept[kept.name].type, kept.size, Number(kept.low, kept.high))


def _of_type(instance: Instance, of: Type, count: int, number: Number) -> Values:
    """So many values of a type; `number` has the bounds of numbers."""
    match bare(of):
        case Number():
            found = Values(count, number.low, number.high)
        case Truth():
            found = Values(count, types=frozenset((bool,)))
        case Seat() | Symbol() | Thing() | Row() | Cell() | Column() | Place() as finite:
            domain = instance.domain(finite)
            found = Values(count, domain.offset, domain.offset + domain.size - 1)
        case Pose(zone):
            found = Values(count, among=Poses(instance.zones[zone]))
        case Border(zone) | Corner(zone) | Half(zone) as joint:
            found = Values(count, among=Joints(instance.zones[zone], type(joint), BORDERS))
        case Set(inner):
            found = Values(count, types=frozenset((list,)), members=_of_type(instance, inner, 1, NUMBER))
        case _:
            return Values(count, types=_PLAIN)
    return replace(found, types=found.types | _NOTHING) if isinstance(of, Maybe) else found
