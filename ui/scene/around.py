"""What is printed around a tile as it lies: at its corners, and at the halves of its edges."""

from __future__ import annotations

from custumal.dsl.base.types import Symbol, Table, Type
from custumal.interpreter.keys.names import value_name
from custumal.interpreter.reference.operations.joints import lying
from custumal.interpreter.setup.boards import joints
from custumal.interpreter.setup.boards.footprint import turned
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.interpreter.setup.values import Value


def corner_words(instance: Instance, zone: ZoneLayout, pose: int) -> list[tuple[str, str]]:
    """Which word of the rule file is at which corner of the board, clockwise from the north-east; empty where none are printed."""
    column = zone.zone.shape.corners
    if column is None:
        return []
    of, values = _printed(instance, zone, pose, column)
    turn = lying(zone, pose)[3].turn
    return list(zip(_words(instance, "corner"), (value_name(instance, of, value) for value in turned(values, turn)), strict=True))


def half_words(instance: Instance, zone: ZoneLayout, pose: int) -> list[tuple[joints.Half, str, str]]:
    """Each half of an edge, what it is called on the board, and which word of the rule file is printed there; empty where none are."""
    column = zone.zone.shape.halves
    if column is None:
        return []
    of, values = _printed(instance, zone, pose, column)
    _, _, size, place = lying(zone, pose)
    names = _words(instance, "half")
    return [
        (half, names[2 * half.side + half.is_right], value_name(instance, of, joints.printed_half(values, place.turn, half)))
        for half in joints.halves(size, place.turn)
    ]


def _words(instance: Instance, name: str) -> list[str]:
    return [instance.symbols(name)[member] for member in instance.members(name)]


def _printed(instance: Instance, zone: ZoneLayout, pose: int, column: str) -> tuple[Type, tuple[Value, ...]]:
    """The type of what is printed there, and what is."""
    kind = str(zone.zone.holds)
    table, thing, _, _ = lying(zone, pose)
    of = next(of for name, of in instance.game.kinds[kind].printed if name == column)
    assert isinstance(of, Table)
    assert isinstance(of.value, Symbol)
    return of.value, instance.attr[kind][column][thing - table.first]
