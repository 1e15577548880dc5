"""Operations on places and cells as they are laid out: how they are numbered, what lies beside what. None reads the position."""

from __future__ import annotations

from custumal.dsl.base.types import Cell, Column, Maybe, Number, Symbol, bare
from custumal.dsl.diagnostics.catalogue.things import position_absent
from custumal.dsl.model import Const, Op
from custumal.interpreter.position.contents import zone_of
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.operations import Strict
from custumal.interpreter.setup.boards import Cells, Cubes, Grid
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import ZoneLayout, columns_of
from custumal.interpreter.setup.values import Value


def shifted(cells: Cells, start: int) -> Cells:
    """Local cells of an instance as cell values."""
    return tuple(start + cell for cell in cells) if start else cells


# ---------------------------------------------------------------- places


def _place(w: Instance, _s: Position, op: Op, *arguments: int) -> int:
    return w.zones[str(op.data)].instance(arguments)


def _cells(w: Instance, _s: Position, op: Op, instance: int) -> Cells:
    return tuple(zone_of(w, op.arguments[0].type).cell_range(instance))


def _columns(w: Instance, _s: Position, op: Op, instance: int) -> Cells:
    count = columns_of(zone_of(w, op.arguments[0].type))
    return tuple(range(instance * count, (instance + 1) * count))


def _middle(w: Instance, _s: Position, op: Op, instance: int) -> int:
    zone = zone_of(w, op.arguments[0].type)
    assert isinstance(zone.board, Grid)
    return instance * zone.cells + zone.board.middle[0]


def _at(w: Instance, _s: Position, op: Op, instance: int, *coordinates: int) -> int | None:
    zone = zone_of(w, op.arguments[0].type)
    assert zone.board is not None
    named = isinstance(bare(op.arguments[1].type), Symbol)
    local = named_cell(zone, instance, coordinates[0]) if named else zone.board.at.get(coordinates)
    if local is not None and (zone.present is None or local < zone.present[instance]):
        return instance * zone.cells + local
    if is_sure_position(op):
        raise PlayError(position_absent(zone.name, coordinates))
    return None


def is_sure_position(op: Op) -> bool:
    """Whether an operation names a position by plain numbers, so that rules take it for granted that there is one."""
    return not isinstance(op.type, Maybe) and all(isinstance(at, Const) and isinstance(at.type, Number) for at in op.arguments[1:])


def named_cell(zone: ZoneLayout, instance: int, word: int) -> int | None:
    """The local cell of a word: of named slots, or of the nodes of a graph."""
    if zone.keys is None:
        return word
    row = zone.keys[instance]
    return row.index(word) if word in row else None


def _lines(w: Instance, _s: Position, op: Op, instance: int, length: int) -> tuple[Cells, ...]:
    zone = zone_of(w, op.arguments[0].type)
    return tuple(shifted(line, instance * zone.cells) for line in w.lines(zone, length))


def _lines_through(w: Instance, _s: Position, op: Op, cell: int, length: int) -> tuple[Cells, ...]:
    zone = zone_of(w, op.arguments[0].type)
    local = cell % zone.cells
    return tuple(shifted(line, cell - local) for line in w.lines_through(zone, length, local))


def _wall(w: Instance, _s: Position, op: Op, instance: int, side: int) -> Cells:
    zone = zone_of(w, op.arguments[0].type)
    assert isinstance(zone.board, Cubes)
    return shifted(zone.board.walls[w.symbols("side")[side]], instance * zone.cells)


# ---------------------------------------------------------------- cells


def _number(w: Instance, _s: Position, op: Op, cell: int) -> int:
    of = op.arguments[0].type
    zone = zone_of(w, of)
    if isinstance(bare(of), Column):
        return _of_column(zone, op.name, cell % columns_of(zone))
    assert zone.board is not None
    return zone.board.numbers[op.name][cell % zone.cells]


def _of_column(zone: ZoneLayout, name: str, column: int) -> int:
    assert isinstance(zone.board, Cubes)
    return column + 1 if name == "index" else zone.board.columns.coordinates[column]["xy".index(name)]


PARTIAL = {"next-cell": "next", "previous-cell": "previous", "under": "under", "above": "above"}


def _partial(w: Instance, _s: Position, op: Op, cell: int) -> int | None:
    zone = zone_of(w, op.arguments[0].type)
    assert zone.board is not None
    local = cell % zone.cells
    found = zone.board.partial[PARTIAL[op.name]][local]
    return None if found is None else cell - local + found


def _relation(w: Instance, _s: Position, op: Op, cell: int) -> Cells:
    zone = zone_of(w, op.arguments[0].type)
    assert zone.board is not None
    local = cell % zone.cells
    return shifted(zone.board.relations[op.name][local], cell - local)


def _toward(w: Instance, _s: Position, op: Op, cell: int, direction: int) -> Cells:
    zone = zone_of(w, op.arguments[0].type)
    assert isinstance(zone.board, Grid)
    word = bare(op.arguments[1].type)
    name = w.symbols(word.list if isinstance(word, Symbol) else "direction")[direction]
    local = cell % zone.cells
    return shifted(zone.board.toward(local, name), cell - local) if name in zone.board.steps else ()


def _place_of(w: Instance, _s: Position, op: Op, cell: int) -> int:
    return cell // zone_of(w, op.arguments[0].type).cells


def _key_of(w: Instance, _s: Position, op: Op, cell: int) -> Value:
    zone = zone_of(w, op.arguments[0].type)
    instance, local = divmod(cell, zone.cells)
    if zone.keys is None:
        return local
    row = zone.keys[instance]
    # Generated tables go through all numbers of cells, also those that a shorter row has not.
    return row[local] if local < len(row) else 0


def _holder(w: Instance, _s: Position, op: Op, where: int) -> int:
    of = op.arguments[0].type
    zone = zone_of(w, of)
    instance = where // zone.cells if isinstance(bare(of), Cell) else where
    assert isinstance(op.data, int)
    return zone.arguments(instance)[op.data]


# ---------------------------------------------------------------- columns and lines


def _column_of(w: Instance, _s: Position, op: Op, cell: int) -> int:
    zone = zone_of(w, op.arguments[0].type)
    assert isinstance(zone.board, Cubes)
    return cell // zone.cells * columns_of(zone) + zone.board.column_of[cell % zone.cells]


def _column_cells(w: Instance, _s: Position, op: Op, column: int) -> Cells:
    zone = zone_of(w, op.arguments[0].type)
    assert isinstance(zone.board, Cubes)
    instance, local = divmod(column, columns_of(zone))
    return shifted(zone.board.columns.cells[local], instance * zone.cells)


def _column_neighbours(w: Instance, _s: Position, op: Op, column: int) -> Cells:
    zone = zone_of(w, op.arguments[0].type)
    assert isinstance(zone.board, Cubes)
    local = column % columns_of(zone)
    return shifted(zone.board.columns.neighbours[local], column - local)


def _line_cells(_w: Instance, _s: Position, _op: Op, line: Cells) -> Cells:
    return line


LAID_OUT: dict[str, Strict] = {
    "place": _place,
    "cells": _cells,
    "columns": _columns,
    "middle": _middle,
    "at": _at,
    "lines": _lines,
    "lines-through": _lines_through,
    "wall": _wall,
    "index": _number,
    "column": _number,
    "row": _number,
    "x": _number,
    "y": _number,
    "level": _number,
    "next-cell": _partial,
    "previous-cell": _partial,
    "under": _partial,
    "above": _partial,
    "onward": _relation,
    "neighbours": _relation,
    "around": _relation,
    "toward": _toward,
    "place-of": _place_of,
    "key-of": _key_of,
    "holder": _holder,
    "column-of": _column_of,
    "column-cells": _column_cells,
    "column-neighbours": _column_neighbours,
    "line-cells": _line_cells,
}
