"""What a value of a type of the language looks like in a saved position of one game."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import (
    NUMBER,
    Border,
    Bundle,
    Cell,
    Column,
    Corner,
    Half,
    Line,
    Maybe,
    Number,
    Place,
    Polycube,
    Pose,
    Row,
    Seat,
    Set,
    Symbol,
    Table,
    Thing,
    Truth,
    Type,
    bare,
)
from custumal.interpreter.position import shapes
from custumal.interpreter.position.shapes import LISTS, NOTHING, TRUTHS, Shape, Values, list_of
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.joint_tables import Joints, Poses
from custumal.interpreter.setup.placements import BORDERS
from custumal.interpreter.setup.values import LEAST, MOST


def values_of(instance: Instance, of: Type, count: int = 1, number: Number = NUMBER) -> Values:
    """So many values of a type; `number` has the bounds of numbers."""
    found = _bare(instance, bare(of), count, number)
    return replace(found, types=found.types | NOTHING) if isinstance(of, Maybe) else found


def value_of_any(instance: Instance, types: Iterable[Type]) -> Values:
    """A value of a name that is known to be more at some places than at others: not nothing, a number within narrower bounds."""
    wholly = [*types]
    found = values_of(instance, bare(wholly[0]), number=_widest([of for of in map(bare, wholly) if isinstance(of, Number)]))
    return replace(found, types=found.types | NOTHING) if any(isinstance(of, Maybe) for of in wholly) else found


def _widest(numbers: list[Number]) -> Number:
    lows, highs = [of.low for of in numbers], [of.high for of in numbers]
    return Number(
        None if None in lows else min((low for low in lows if low is not None), default=None),
        None if None in highs else max((high for high in highs if high is not None), default=None),
    )


def _bare(instance: Instance, of: Type, count: int, number: Number) -> Values:
    match of:
        case Number():
            return Values(count, LEAST if number.low is None else number.low, MOST if number.high is None else number.high)
        case Truth():
            return Values(count, types=TRUTHS)
        case Symbol(name):
            members = instance.members(name)
            return Values(count, min(members, default=0), max(members, default=0), among=frozenset(members))
        case Seat() | Thing() | Row() | Cell() | Column() | Place() as finite:
            domain = instance.domain(finite)
            return Values(count, domain.offset, domain.offset + domain.size - 1)
        case Polycube():
            return Values(count, 0, len(instance.game.shapes) - 1)
        case Pose(zone):
            return Values(count, among=Poses(instance.zones[zone]))
        case Border(zone) | Corner(zone) | Half(zone) as joint:
            return Values(count, among=Joints(instance.zones[zone], type(joint), BORDERS))
    return _of_several(instance, of, count)


def _of_several(instance: Instance, of: Type, count: int) -> Values:
    """What is written as a list; nothing else is left but `none`, which has no other value."""
    match of:
        case Set(inner):
            return list_of(values_of(instance, inner), count)
        case Line(zone):
            return list_of(values_of(instance, Cell(zone)), count)
        case Bundle():
            return _row(count, values_of(instance, NUMBER), len(instance.kept_of_resource))
        case Table(key, value):
            return _row(count, values_of(instance, value), instance.domain(key).size)
    return Values(count, types=NOTHING)


def _row(count: int, member: Shape, size: int) -> Values:
    return Values(count, types=LISTS, whole=shapes.Row((member,) * size))
