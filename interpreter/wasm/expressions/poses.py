"""Placements on boards of cubes."""

from __future__ import annotations

from custumal.dsl.base.types import Set, bare
from custumal.dsl.model import Op
from custumal.interpreter.position.contents import zone_of
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.interpreter.setup.placements import CubePlacements, TilePlacements
from custumal.interpreter.wasm.expressions.core import Body, bind, each_at, each_between, entry, named, operation, operation_walk
from custumal.interpreter.wasm.expressions.sets import gather
from custumal.interpreter.wasm.expressions.tiles import Tiles, each_tile_pose
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.memory.shapes import ENTRY, NUMBER, Shape
from custumal.interpreter.wasm.text.nodes import Node, i64, load_pointer, op, scaled
from custumal.interpreter.wasm.unsupported import Unsupported

_CELLS = Shape("tuple", NUMBER, 1)


@operation("poses", "pose-cells")
def _made(w: Writer, expr: Op) -> Node:
    return gather(w, expr)


@operation_walk("poses")
def _each_pose(w: Writer, expr: Op, body: Body) -> list[Node]:
    """All placements of a thing in a place: those of a shape are numbered through."""
    of = bare(expr.type)
    assert isinstance(of, Set)
    zone = zone_of(w.unit.instance, of.inner)
    table = zone.placements
    thing, where = expr.arguments
    if isinstance(table, TilePlacements):
        return each_tile_pose(w, expr, zone, body)
    if not isinstance(table, CubePlacements) or w.shape(where.type).kind == "tuple":
        raise Unsupported("placements of tiles")
    done, which = bind(w, thing, "thing")
    further, place = bind(w, where, "place")
    shape = op("i64.sub", which.node, i64(table.first))
    ranges = [table.placements_of_shape[number] for number in table.shape_of_thing]
    start = op("i64.mul", place.node, i64(table.count))
    low = op("i64.add", entry(w, [one.start for one in ranges], NUMBER, shape), start)
    before, high = named(w, op("i64.add", entry(w, [one.stop - 1 for one in ranges], NUMBER, shape), start), NUMBER, "last")
    return [*done, *further, *before, *each_between(w, low, high.node, body)]


@operation_walk("pose-cells")
def _each_cell(w: Writer, expr: Op, body: Body) -> list[Node]:
    zone = zone_of(w.unit.instance, expr.arguments[0].type)
    done, pose = bind(w, expr.arguments[0], "pose")
    return [*done, *each_covered(w, zone, pose.node, body)]


def each_covered(w: Writer, zone: ZoneLayout, pose: Node, body: Body) -> list[Node]:
    """The cells that a pose covers, as cell values; the pose can be read again and again."""
    table = zone.placements
    if isinstance(table, TilePlacements):
        return Tiles(w, zone).each_covered(pose, body)
    assert isinstance(table, CubePlacements)
    local = pose if zone.instances == 1 else op("i64.rem_u", pose, i64(table.count))
    at = load_pointer(w.unit.pool.pointers(table.placement_cells), scaled(local, ENTRY))
    done, cells = named(w, at, _CELLS, "cells")
    if zone.instances == 1:
        return [*done, *each_at(w, cells.node, NUMBER, body)]
    before, start = named(w, op("i64.mul", op("i64.div_u", pose, i64(table.count)), i64(zone.cells)), NUMBER, "start")

    def shifted(cell: Bound) -> list[Node]:
        further, one = named(w, op("i64.add", cell.node, start.node), NUMBER, "cell")
        return [*further, *body(one)]

    return [*done, *before, *each_at(w, cells.node, NUMBER, shifted)]
