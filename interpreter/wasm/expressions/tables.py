"""Tables: a value for every member of a finite key; tables by steps; how a table can be read."""

from __future__ import annotations

from custumal.dsl.base.types import Cell, Column, Place, Table, bare
from custumal.dsl.model import Op
from custumal.interpreter.setup.layout import columns_of
from custumal.interpreter.wasm.expressions.core import lifted, operation, read_back
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE
from custumal.interpreter.wasm.text.nodes import Node, choose, get, i64, load, op, put, scaled, valued


@operation("at-table")
def _at_table(w: Writer, expr: Op) -> Node:
    of = bare(expr.arguments[0].type)
    assert isinstance(of, Table)
    shape = w.shape(of.value)

    def make(table: Bound, key: Bound) -> Node:
        index = _index(w, of, key.node if key.shape.wasm == "i64" else op("i64.extend_i32_u", key.node))
        return read_back(load(ENTRY, op("i32.add", table.node, scaled(index, ENTRY))), shape)

    return lifted(w, expr, make)


def _index(w: Writer, of: Table, key: Node) -> Node:
    """Tables by column or cell are printed once for all instances of a zone."""
    zones = w.unit.instance.zones
    match of.key:
        case Column(zone):
            return key if zones[zone].instances == 1 else op("i64.rem_u", key, i64(columns_of(zones[zone])))
        case Cell(zone):
            return key if zones[zone].instances == 1 else op("i64.rem_u", key, i64(zones[zone].cells))
        case Place():
            return key
    offset = w.unit.instance.domain(of.key).offset
    return op("i64.sub", key, i64(offset)) if offset else key


@operation("step-table")
def _step_table(w: Writer, expr: Op) -> Node:
    rows = w.unit.instance.game.tables[str(expr.data)].rows

    def make(number: Bound) -> Node:
        name = w.fn.local("steps")
        found: Node = i64(NONE)
        for key, value in rows:
            found = choose(op("i64.ge_s", get(name), i64(key)), i64(value), found, "i64")
        return valued([put(name, number.node)], found, "i64")

    return lifted(w, expr, make)
