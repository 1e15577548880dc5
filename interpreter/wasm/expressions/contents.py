"""Everything that lies in a place."""

from __future__ import annotations

from custumal.dsl.base.types import Thing
from custumal.dsl.model import Op
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.interpreter.setup.placements import TilePlacements
from custumal.interpreter.wasm.expressions.arena import Making, MemberBits
from custumal.interpreter.wasm.expressions.core import (
    Body,
    domain_of_type,
    each_at,
    each_between,
    named,
    operation,
    operation_walk,
    value,
)  # fmt: skip
from custumal.interpreter.wasm.expressions.sets import gather
from custumal.interpreter.wasm.expressions.tiles import each_tile_in
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.expressions.zones import cells_of, each_thing_at, zone_in
from custumal.interpreter.wasm.memory.shapes import NUMBER
from custumal.interpreter.wasm.text.nodes import Node


def each_thing_in(w: Writer, zone: ZoneLayout, instance: Bound, body: Body) -> list[Node]:
    """Everything in an instance, by cells in order; what covers several cells is named once."""
    if isinstance(zone.placements, TilePlacements):
        return each_tile_in(w, zone, body)
    if zone.board is None:
        return each_thing_at(w, zone, instance.node, body)
    done, start, end = cells_of(w, zone, instance)
    if zone.placements is None:
        return [*done, *each_between(w, start, end, lambda cell: each_thing_at(w, zone, cell.node, body), filled=zone.present is None)]
    layout = w.unit.instance
    things = layout.things_of(str(zone.zone.holds))
    making = Making(w, len(things), NUMBER)
    marks = MemberBits(w, domain_of_type(w, Thing(str(zone.zone.holds))), making)

    walked = each_between(w, start, end, lambda cell: each_thing_at(w, zone, cell.node, marks.add), filled=zone.present is None)
    return [*done, *marks.begin(), *making.begin(), *walked, *making.end(), *each_at(w, making.pointer, NUMBER, body)]


@operation("things", "cell-things")
def _things(w: Writer, expr: Op) -> Node:
    return gather(w, expr)


@operation_walk("things")
def _each_thing(w: Writer, expr: Op, body: Body) -> list[Node]:
    done, instance = named(w, value(w, expr.arguments[0]), NUMBER, "place")
    return [*done, *each_thing_in(w, zone_in(w, expr.arguments[0]), instance, body)]
