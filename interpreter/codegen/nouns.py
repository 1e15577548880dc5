"""Operations on what is printed: look-ups in tables of the instance."""

from __future__ import annotations

from functools import partial

from custumal.dsl.base.types import Cell, Column, Place, Row, Table, Thing, Type, bare
from custumal.dsl.model import Op
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import lifted, operation
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import columns_of
from custumal.interpreter.setup.values import Value

SMALL_OFFSET = 64


def by_thing(w: Writer, kind: str, values: tuple[Value, ...], thing: n.Node) -> n.Node:
    """Look up what belongs to a thing of a kind; `values` are in the order of its things."""
    if not values:
        return n.NONE
    first = w.unit.instance.first[kind]
    if first <= SMALL_OFFSET:
        return n.index(w.unit.pool.table((None,) * first + values), thing)
    return n.index(w.unit.pool.table(values), n.plus(thing, -first))


@operation("attr")
def _attr(w: Writer, op: Op) -> n.Node | None:
    instance, column, of = w.unit.instance, str(op.data), bare(op.arguments[0].type)
    if isinstance(of, Row):
        return lifted(w, op, op.arguments, partial(n.index, w.unit.pool.table(instance.row_attr[of.kind][column])))
    if not isinstance(of, Thing):
        return None
    if "|" in of.kind:
        return lifted(w, op, op.arguments, partial(n.index, w.unit.pool.table(_of_several_kinds(instance, of.kind, column))))
    return lifted(w, op, op.arguments, lambda thing: by_thing(w, of.kind, instance.attr[of.kind][column], thing))


def _of_several_kinds(instance: Instance, kinds: str, column: str) -> tuple[Value, ...]:
    """What is printed on things of these kinds, by the thing."""
    found: list[Value] = [None] * len(instance.things)
    for kind in kinds.split("|"):
        for thing, value in zip(instance.things_of(kind), instance.attr[kind][column], strict=True):
            found[thing] = value
    return tuple(found)


@operation("owner", "row-of")
def _printed(w: Writer, op: Op) -> n.Node:
    things = w.unit.instance.things
    table = tuple(thing.owner if op.name == "owner" else thing.row for thing in things)
    return lifted(w, op, op.arguments, partial(n.index, w.unit.pool.table(table)))


@operation("same-row")
def _same_row(w: Writer, op: Op) -> n.Node | None:
    thing, row = bare(op.arguments[0].type), bare(op.arguments[1].type)
    if not isinstance(thing, Thing) or (isinstance(row, Row) and row.kind != thing.kind):
        return None
    table = tuple(component.row for component in w.unit.instance.things)
    return lifted(w, op, op.arguments, lambda key, other: n.compare(n.index(w.unit.pool.table(table), key), "==", other))


@operation("at-table")
def _at_table(w: Writer, op: Op) -> n.Node:
    of = bare(op.arguments[0].type)
    assert isinstance(of, Table)
    return lifted(w, op, op.arguments, lambda table, key: n.index(table, _entry(w, of.key, key)))


def _entry(w: Writer, of: Type, key: n.Node) -> n.Node:
    """Where a table has its entry for a key. Tables by column or cell are printed once for all instances of a zone."""
    zones = w.unit.instance.zones
    match of:
        case Column(zone):
            return key if zones[zone].instances == 1 else n.binary(key, "%", n.const(columns_of(zones[zone])))
        case Cell(zone):
            return key if zones[zone].instances == 1 else n.binary(key, "%", n.const(zones[zone].cells))
        case Place():
            return key
    return n.plus(key, -w.unit.instance.domain(of).offset)


@operation("symmetries")
def _symmetries(w: Writer, op: Op) -> n.Node:
    return lifted(w, op, op.arguments, lambda table: n.call("symmetries", w.unit.pool.model(op), table))
