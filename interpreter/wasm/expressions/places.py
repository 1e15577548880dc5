"""Places and cells as they are laid out."""

from __future__ import annotations

from custumal.dsl.base.types import Symbol, bare
from custumal.dsl.model import Op
from custumal.interpreter.position.contents import zone_of
from custumal.interpreter.reference.operations.cells import is_sure_position
from custumal.interpreter.setup.boards import Grid
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.interpreter.wasm.expressions.core import (
    Body,
    each_between,
    known_value,
    lifted,
    named,
    operation,
    operation_walk,
    unreachable,
    value,
)
from custumal.interpreter.wasm.expressions.simple import radix
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE, NUMBER
from custumal.interpreter.wasm.text.nodes import Node, choose, i64, load, op, scaled, valued
from custumal.interpreter.wasm.unsupported import Unsupported


@operation("place")
def _place(w: Writer, expr: Op) -> Node | None:
    if not expr.arguments:
        return i64(0)
    layout = w.unit.instance.zones[str(expr.data)]
    return lifted(w, expr, lambda *keys: radix(layout.domains, [key.node for key in keys]) or i64(0))


@operation_walk("cells")
def _each_cell(w: Writer, expr: Op, body: Body) -> list[Node] | None:
    zone = zone_of(w.unit.instance, expr.arguments[0].type)
    if zone.present is not None or known_value(w, expr.arguments[0]) or zone.cells == 0:
        return None
    done, start = named(w, op("i64.mul", value(w, expr.arguments[0]), i64(zone.cells)), NUMBER)
    further, end = named(w, op("i64.add", start.node, i64(zone.cells - 1)), NUMBER)
    return [*done, *further, *each_between(w, start.node, end.node, body, filled=True)]


@operation("at")
def _at(w: Writer, expr: Op) -> Node | None:
    """A cell by numbers that can be any: what is outside of the board is no cell."""
    zone = zone_of(w.unit.instance, expr.arguments[0].type)
    if is_sure_position(expr):
        return _sure(w, expr, zone)
    if isinstance(bare(expr.arguments[1].type), Symbol) or not isinstance(zone.board, Grid) or zone.present is not None:
        return None
    corners = list(zone.board.at)
    if any(len(corner) != len(corners[0]) for corner in corners):
        return None
    least = [min(axis) for axis in zip(*corners, strict=True)]
    sizes = [max(axis) - low + 1 for axis, low in zip(zip(*corners, strict=True), least, strict=True)]
    table = [NONE] * _product(sizes)
    for corner, cell in zone.board.at.items():
        table[_number(corner, least, sizes)] = cell

    def make(place: Bound, *coordinates: Bound) -> Node:
        return _looked_up(w, zone.cells, place, coordinates, least, sizes, w.unit.pool.table(table))

    return lifted(w, expr, make)


def _sure(w: Writer, expr: Op, zone: ZoneLayout) -> Node | None:
    """A cell that every rule takes for granted, though the board may be too small for it."""
    assert zone.board is not None
    local = zone.board.at.get(tuple(known_value(w, at)[0] for at in expr.arguments[1:]))
    if local is None:
        return unreachable(w, expr.type)
    if zone.present is not None and local >= min(zone.present):
        raise Unsupported("a place that not all rows of slots have")
    return lifted(w, expr, lambda place, *_: op("i64.add", op("i64.mul", place.node, i64(zone.cells)), i64(local)))


def _looked_up(w: Writer, cells: int, place: Bound, coordinates: tuple[Bound, ...], least: list[int], sizes: list[int], table: int) -> Node:
    before: list[Node] = []
    index: Node | None = None
    inside: Node | None = None
    for one, low, size in zip(coordinates, least, sizes, strict=True):
        done, digit = named(w, op("i64.sub", one.node, i64(low)), NUMBER)
        before += done
        test = op("i64.lt_u", digit.node, i64(size))
        inside = test if inside is None else op("i32.and", inside, test)
        index = digit.node if index is None else op("i64.add", op("i64.mul", index, i64(size)), digit.node)
    assert index is not None
    assert inside is not None
    local = load(table, scaled(index, ENTRY))
    if not (place.known and place.known[0] == 0):
        done, found = named(w, local, NUMBER)
        shifted = op("i64.add", found.node, op("i64.mul", place.node, i64(cells)))
        local = valued(done, choose(op("i64.eq", found.node, i64(NONE)), i64(NONE), shifted, "i64"), "i64")
    return valued(before, choose(inside, local, i64(NONE), "i64"), "i64")


def _number(corner: tuple[int, ...], least: list[int], sizes: list[int]) -> int:
    number = 0
    for one, low, size in zip(corner, least, sizes, strict=True):
        number = number * size + one - low
    return number


def _product(sizes: list[int]) -> int:
    found = 1
    for size in sizes:
        found *= size
    return found


@operation("line-cells")
def _line_cells(w: Writer, expr: Op) -> Node:
    return value(w, expr.arguments[0])
