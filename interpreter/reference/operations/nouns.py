"""Operations on what a game consists of: options, lists, things and rows, seats, resources, tables."""

from __future__ import annotations

from custumal.dsl.base.types import Cell, Column, Place, Row, Table, Thing, Type, bare
from custumal.dsl.model import Op
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.operations import Strict
from custumal.interpreter.reference.operations.absent import AbsentError, absent
from custumal.interpreter.setup.boards import Cubes
from custumal.interpreter.setup.boards.symmetry import readings
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import columns_of
from custumal.interpreter.setup.values import UNLIMITED, Numbers, Value, bounded

# ---------------------------------------------------------------- what is fixed


def _option(w: Instance, _s: Position, op: Op) -> Value:
    name = str(op.data)
    value = w.options[name]
    of = bare(w.game.options[name].type)
    if not isinstance(of, Thing) or value is None:
        return value
    gone = absent(w, op)
    if gone is not None:
        raise AbsentError(gone)
    return w.of_row[of.kind][value][0]


def _players(w: Instance, _s: Position, _op: Op) -> int:
    return w.players


def _seats(w: Instance, _s: Position, _op: Op) -> Numbers:
    return w.seats


def _house_seats(w: Instance, _s: Position, _op: Op) -> Numbers:
    return tuple(w.house.values())


def _all_things(w: Instance, _s: Position, op: Op) -> Numbers:
    return tuple(w.things_of(str(op.data)))


def _all_symbols(w: Instance, _s: Position, op: Op) -> Numbers:
    return w.members(str(op.data))


def _all_rows(w: Instance, _s: Position, op: Op) -> Numbers:
    return w.rows[str(op.data)]


# ---------------------------------------------------------------- attributes


def _attr(w: Instance, _s: Position, op: Op, subject: int) -> Value:
    column = str(op.data)
    of = bare(op.arguments[0].type)
    if isinstance(of, Row):
        return w.row_attr[of.kind][column][subject]
    kind = w.things[subject].kind
    return w.attr[kind][column][subject - w.first[kind]]


def _owner(w: Instance, _s: Position, _op: Op, thing: int) -> int | None:
    return w.owner(thing)


def _row_of(w: Instance, _s: Position, _op: Op, thing: int) -> int:
    return w.things[thing].row


def _same_row(w: Instance, _s: Position, op: Op, thing: int, row: int) -> bool:
    of = bare(op.arguments[1].type)
    component = w.things[thing]
    return component.row == row and (not isinstance(of, Row) or of.kind == component.kind)


def _symbol_attr(w: Instance, _s: Position, op: Op, symbol: int) -> Value:
    assert isinstance(op.data, tuple)
    name, column = op.data
    return next(values for attribute, values in w.game.lists[name].attributes if attribute == column)[symbol]


# ---------------------------------------------------------------- tables


def _step_table(w: Instance, _s: Position, op: Op, number: int) -> int | None:
    found = None
    for key, value in w.game.tables[str(op.data)].rows:
        if key > number:
            break
        found = value
    return found


def _at_table(w: Instance, _s: Position, op: Op, table: tuple[Value, ...], key: int) -> Value:
    of = bare(op.arguments[0].type)
    assert isinstance(of, Table)
    return table[key_index(w, of.key, key)]


def key_index(w: Instance, of: Type, key: int) -> int:
    """Where a table has its entry for this key. Tables by column or cell are printed once for all instances of a zone."""
    match of:
        case Column(zone):
            return key % columns_of(w.zones[zone])
        case Cell(zone):
            return key % w.zones[zone].cells
        case Place():
            return key
    return key - w.domain(of).offset


def _symmetries(w: Instance, _s: Position, op: Op, table: tuple[Value, ...]) -> tuple[tuple[Value, ...], ...]:
    of = bare(op.arguments[0].type)
    assert isinstance(of, Table)
    assert isinstance(of.key, Column)
    board = w.zones[of.key.zone].board
    width, height = board.box[:2] if isinstance(board, Cubes) else (len(table), 1)
    return readings(table, width, height)


# ---------------------------------------------------------------- seats and resources


def _next_seat(w: Instance, _s: Position, _op: Op, seat: int) -> int:
    return (seat + 1) % w.players if seat < w.players else 0


def _previous_seat(w: Instance, _s: Position, _op: Op, seat: int) -> int:
    return (seat - 1) % w.players if seat < w.players else w.players - 1


def amount_of(w: Instance, state: Position, seat: int, resource: int) -> int:
    """How much of a resource a seat has."""
    kept = w.kept[w.kept_of_resource[resource]]
    return int(state.c[kept.column][kept.base + seat])


def _amount(w: Instance, state: Position, _op: Op, seat: int, resource: int) -> int:
    return amount_of(w, state, seat, resource)


def _stock(w: Instance, state: Position, _op: Op, seat: int) -> Numbers:
    return tuple(amount_of(w, state, seat, resource) for resource in range(len(w.game.resources)))


def supply_left(w: Instance, state: Position, resource: int) -> int:
    """What the supply of a resource still has: all tokens without those that seats have."""
    total = w.kept[w.kept_of_resource[resource]].supply
    return UNLIMITED if total is None else bounded(total - sum(amount_of(w, state, seat, resource) for seat in w.all_seats))


def _supply(w: Instance, state: Position, _op: Op, resource: int) -> int:
    return supply_left(w, state, resource)


NOUNS: dict[str, Strict] = {
    "option": _option,
    "players": _players,
    "seats": _seats,
    "house-seats": _house_seats,
    "all-things": _all_things,
    "all-symbols": _all_symbols,
    "all-rows": _all_rows,
    "attr": _attr,
    "owner": _owner,
    "row-of": _row_of,
    "same-row": _same_row,
    "symbol-attr": _symbol_attr,
    "step-table": _step_table,
    "at-table": _at_table,
    "symmetries": _symmetries,
    "next-seat": _next_seat,
    "previous-seat": _previous_seat,
    "amount": _amount,
    "stock": _stock,
    "supply": _supply,
}
