"""Operations on what lies where: in places, in cells, and where a thing lies."""

from __future__ import annotations

from custumal.dsl.base.types import Cell, Thing, bare
from custumal.dsl.model import Op
from custumal.interpreter.position.contents import count_at, room_left, things_at, things_in, where_is, zone_of
from custumal.interpreter.position.state import Position
from custumal.interpreter.position.unseen import UnseenPlace
from custumal.interpreter.reference.operations import Strict
from custumal.interpreter.reference.operations.cells import shifted
from custumal.interpreter.setup.boards import Cells, Cubes, OpenGrid
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import MASKS, PLACES, ZoneLayout, columns_of
from custumal.interpreter.setup.values import UNLIMITED

# ---------------------------------------------------------------- contents


def _things(w: Instance, state: Position, op: Op, instance: int) -> Cells:
    return things_in(zone_of(w, op.arguments[0].type), state, instance)


def _cell_things(w: Instance, state: Position, op: Op, cell: int) -> Cells:
    return things_at(zone_of(w, op.arguments[0].type), state, cell)


def _content(w: Instance, state: Position, op: Op, local: int) -> int | None:
    zone = zone_of(w, op.arguments[0].type)
    found: int | None = state.c[zone.content][local]
    return found


def _top(w: Instance, state: Position, op: Op, instance: int) -> int | None:
    zone = zone_of(w, op.arguments[0].type)
    pile = state.piles[zone.piles + instance]
    return pile[-1] if pile else None


def _bottom(w: Instance, state: Position, op: Op, instance: int) -> int | None:
    zone = zone_of(w, op.arguments[0].type)
    pile = state.piles[zone.piles + instance]
    return pile[0] if pile else None


def _free(w: Instance, state: Position, op: Op, where: int) -> int:
    of = op.arguments[0].type
    zone = zone_of(w, of)
    if zone.board is None or isinstance(bare(of), Cell):
        return room_left(zone, state, where)
    return min(UNLIMITED, sum(room_left(zone, state, cell) for cell in zone.cell_range(where)))


def _filled(w: Instance, state: Position, op: Op, cell: int) -> bool:
    return count_at(zone_of(w, op.arguments[0].type), state, cell) > 0


def _empty(w: Instance, state: Position, op: Op, cell: int) -> bool:
    return count_at(zone_of(w, op.arguments[0].type), state, cell) == 0


def _rim(w: Instance, state: Position, op: Op, instance: int) -> Cells:
    zone = zone_of(w, op.arguments[0].type)
    return shifted(rim_of(zone, state.c[MASKS][zone.masks + instance]), instance * zone.cells)


def rim_of(zone: ZoneLayout, filled: int) -> Cells:
    """The local cells around those of a mask."""
    assert isinstance(zone.board, OpenGrid)
    return zone.board.rim_of_mask(filled)


def _height(w: Instance, state: Position, op: Op, column: int) -> int:
    zone = zone_of(w, op.arguments[0].type)
    assert isinstance(zone.board, Cubes)
    instance, local = divmod(column, columns_of(zone))
    inside = zone.board.columns.cells[local]
    start = instance * zone.cells
    return next((level for level in range(len(inside), 0, -1) if count_at(zone, state, start + inside[level - 1])), 0)


# ---------------------------------------------------------------- things


def _found_in(w: Instance, state: Position, op: Op, thing: int) -> tuple[ZoneLayout, int] | None:
    """The zone and the local location of a thing, None if it is in none of the zones that are asked about. What is not seen is
    in no zone in which everybody sees everything."""
    names = op.data if isinstance(op.data, tuple) else (op.data,)
    if type(state.c[PLACES][thing]) is UnseenPlace and all(_is_open(w.zones[str(name)]) for name in names):
        return None
    found = where_is(w, state, thing)
    return found if found is not None and found[0].name in names else None


def _is_open(zone: ZoneLayout) -> bool:
    return zone.zone.visibility.kind == "all" and not any(isinstance(of, Thing) for of in zone.zone.parameters)


def _cell_of(w: Instance, state: Position, op: Op, thing: int) -> int | None:
    found = _found_in(w, state, op, thing)
    return None if found is None else found[1]


def _in_zone(w: Instance, state: Position, op: Op, thing: int) -> bool:
    return _found_in(w, state, op, thing) is not None


def _place_in(w: Instance, state: Position, op: Op, thing: int) -> int | None:
    found = _found_in(w, state, op, thing)
    return None if found is None else found[1] // found[0].cells


def _holder_of(w: Instance, state: Position, op: Op, thing: int) -> int | None:
    found = _found_in(w, state, op, thing)
    if found is None:
        return None
    zone, local = found
    return zone.arguments(local // zone.cells)[0]


ZONES: dict[str, Strict] = {
    "things": _things,
    "cell-things": _cell_things,
    "content": _content,
    "top": _top,
    "bottom": _bottom,
    "free": _free,
    "filled": _filled,
    "empty": _empty,
    "rim": _rim,
    "height": _height,
    "cell-of": _cell_of,
    "in-zone": _in_zone,
    "place-in": _place_in,
    "holder-of": _holder_of,
}
