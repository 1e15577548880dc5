"""What lies where: in places, in cells, and where a thing lies."""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.base.types import Cell, bare
from custumal.dsl.model import Expr, Op
from custumal.interpreter.position.contents import zone_of
from custumal.interpreter.setup.boards import Cubes
from custumal.interpreter.setup.layout import BOX, ZoneLayout, columns_of
from custumal.interpreter.setup.values import UNLIMITED
from custumal.interpreter.wasm.expressions.core import (
    Body,
    counted,
    each_between,
    entry,
    lifted,
    named,
    operation,
    operation_walk,
    value,
)
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE, NUMBER
from custumal.interpreter.wasm.text.nodes import Node, block, branch, branch_if, choose, get, i32, i64, load, op, put, scaled, valued, when
from custumal.interpreter.wasm.unsupported import Unsupported


def zone_in(w: Writer, expr: Expr) -> ZoneLayout:
    """The zone that a place, cell, column, line or pose belongs to."""
    return zone_of(w.unit.instance, expr.type)


def entry_at(base: int, index: Node) -> Node:
    """One of the numbers that stand one behind the other."""
    return load(base, scaled(index, ENTRY))


def content_at(w: Writer, zone: ZoneLayout, local: Node) -> Node:
    """The thing at a local location of a zone that holds one, or nothing."""
    return entry_at(w.unit.plan.content[zone.name], local)


def pile_at(zone: ZoneLayout, local: Node) -> Node:
    """The number of the pile at a local location."""
    return op("i64.add", local, i64(zone.piles)) if zone.piles else local


def count_at(w: Writer, zone: ZoneLayout, local: Node) -> Node:
    """How many things lie at a local location."""
    if zone.content >= 0:
        return op("i64.extend_i32_u", op("i64.ne", content_at(w, zone, local), i64(NONE)))
    return entry_at(w.unit.plan.counts, pile_at(zone, local)) if zone.piles >= 0 else i64(0)


def filled_at(w: Writer, zone: ZoneLayout, local: Node) -> Node:
    """Whether something lies at a local location."""
    if zone.content >= 0:
        return op("i64.ne", content_at(w, zone, local), i64(NONE))
    return op("i64.ne", count_at(w, zone, local), i64(0)) if zone.piles >= 0 else i32(0)


def lies_in(w: Writer, thing: Bound, things: Expr) -> Node | None:
    """Whether a thing is one of `things`, where they are all that lie in a place and it is enough to look where the thing lies; None where
    it is not."""
    found = _place_of_all(w, things)
    if found is None:
        return None
    zone, place = found
    return op("i64.eq", entry_at(w.unit.plan.places, thing.node), op("i64.add", value(w, place), i64(zone.base)))


def how_many(w: Writer, things: Expr) -> Node | None:
    """The number of `things`, where they are all that lie in a place and have been counted; None where they are not."""
    found = _place_of_all(w, things)
    if found is None:
        return None
    zone, place = found
    return count_at(w, zone, value(w, place))


def _place_of_all(w: Writer, things: Expr) -> tuple[ZoneLayout, Expr] | None:
    """The place, and its zone, where just these things lie, if it is one without cells."""
    if not isinstance(things, Op) or things.name != "things":
        return None
    (place,) = things.arguments
    zone = zone_in(w, place)
    return (zone, place) if zone.board is None and zone.placements is None else None


# ---------------------------------------------------------------- contents


def each_thing_at(w: Writer, zone: ZoneLayout, local: Node, body: Body) -> list[Node]:
    """What lies at a local location, the top of a pile first; the node can be read again and again."""
    if zone.content >= 0:
        done, thing = named(w, content_at(w, zone, local), NUMBER, "thing")
        return [*done, when(op("i64.ne", thing.node, i64(NONE)), body(thing))]
    if zone.piles < 0:
        return []
    plan = w.unit.plan
    first, after = (plan.tops, plan.behind) if zone.ordered else (plan.bottoms, plan.ahead)
    return each_of_chain(w, entry_at(first, pile_at(zone, local)), after, body)


def each_of_chain(w: Writer, first: Node, after: int, body: Body) -> list[Node]:
    """Things that lie on each other, from the first one on; `after` is the column of those that follow."""
    thing, out, again = w.fn.local("thing"), w.fn.label("done"), w.fn.label("next")
    charge, inside = counted(w, None, lambda: i32(1))
    with inside:
        done = body(Bound(get(thing), NUMBER))
    turn = [
        branch_if(out, op("i64.eq", get(thing), i64(NONE))),
        *charge,
        *done,
        put(thing, entry_at(after, get(thing))),
        branch(again),
    ]
    return [put(thing, first), block(out, [Node("loop", (again,), tuple(turn))])]


def cells_of(w: Writer, zone: ZoneLayout, instance: Bound) -> tuple[list[Node], Node, Node]:
    """The first and the last cell of an instance."""
    if zone.instances == 1 and zone.present is None:
        return [], i64(0), i64(zone.cells - 1)
    done, start = named(w, op("i64.mul", instance.node, i64(zone.cells)), NUMBER, "start")
    count = i64(zone.cells) if zone.present is None else entry(w, zone.present, NUMBER, instance.node)
    further, end = named(w, op("i64.sub", op("i64.add", start.node, count), i64(1)), NUMBER, "end")
    return [*done, *further], start.node, end.node


@operation_walk("cell-things")
def _each_thing_of_cell(w: Writer, expr: Op, body: Body) -> list[Node]:
    done, cell = named(w, value(w, expr.arguments[0]), NUMBER, "cell")
    return [*done, *each_thing_at(w, zone_in(w, expr.arguments[0]), cell.node, body)]


@operation("content")
def _content(w: Writer, expr: Op) -> Node:
    zone = zone_in(w, expr.arguments[0])
    return lifted(w, expr, lambda local: content_at(w, zone, local.node))


@operation("top", "bottom")
def _end_of_pile(w: Writer, expr: Op) -> Node:
    zone = zone_in(w, expr.arguments[0])
    column = w.unit.plan.tops if expr.name == "top" else w.unit.plan.bottoms
    return lifted(w, expr, lambda local: entry_at(column, pile_at(zone, local.node)))


@operation("filled", "empty")
def _filled(w: Writer, expr: Op) -> Node:
    zone = zone_in(w, expr.arguments[0])

    def make(local: Bound) -> Node:
        found = filled_at(w, zone, local.node)
        return found if expr.name == "filled" else op("i32.eqz", found)

    return lifted(w, expr, make)


@operation("free")
def _free(w: Writer, expr: Op) -> Node:
    zone = zone_in(w, expr.arguments[0])

    def make(local: Bound) -> Node:
        done, one = named(w, local.node, NUMBER, "where")
        if zone.board is None or isinstance(bare(expr.arguments[0].type), Cell):
            return valued(done, room_left(w, zone, one.node), "i64")
        found = w.fn.local("free")
        before, start, end = cells_of(w, zone, one)
        walked = each_between(
            w, start, end, lambda cell: [put(found, op("i64.add", get(found), room_left(w, zone, cell.node)))], filled=True
        )
        return valued([*done, *before, put(found, i64(0)), *walked], get(found), "i64")

    if any(room is None for room in zone.room) and zone.content < 0 and zone.board is not None:
        raise Unsupported("free in places without end")
    return lifted(w, expr, make)


def room_left(w: Writer, zone: ZoneLayout, local: Node) -> Node:
    """How many more things a local location takes."""
    if zone.content >= 0:
        return op("i64.extend_i32_u", op("i64.eq", content_at(w, zone, local), i64(NONE)))
    if all(room is None for room in zone.room):
        return i64(UNLIMITED)
    instance = local if zone.cells == 1 else op("i64.div_u", local, i64(zone.cells))
    same = zone.room[0] if len(set(zone.room)) == 1 else None
    room = i64(same) if same is not None else entry(w, [UNLIMITED if one is None else one for one in zone.room], NUMBER, instance)
    left = op("i64.sub", room, count_at(w, zone, local))
    return Node("call", ("$max",), (left, i64(0)))


@operation("height")
def _height(w: Writer, expr: Op) -> Node:
    """The highest filled cell of a column."""
    zone = zone_in(w, expr.arguments[0])
    assert isinstance(zone.board, Cubes)
    columns, cells = columns_of(zone), zone.board.columns.cells
    levels = {len(column) for column in cells}
    if len(levels) != 1:
        raise Unsupported("columns of different heights")
    height = levels.pop()

    def make(column: Bound) -> Node:
        done, one = named(w, column.node, NUMBER, "column")
        found: Node = i64(0)
        for level in range(1, height + 1):
            local = entry(w, [inside[level - 1] for inside in cells], NUMBER, _rest(one.node, columns, zone.instances))
            cell = local if zone.instances == 1 else op("i64.add", local, _start(one.node, columns, zone.cells))
            found = choose(filled_at(w, zone, cell), i64(level), found, "i64")
        return valued(done, found, "i64")

    return lifted(w, expr, make)


def _rest(node: Node, size: int, instances: int) -> Node:
    return node if instances == 1 else op("i64.rem_u", node, i64(size))


def _start(node: Node, size: int, cells: int) -> Node:
    return op("i64.mul", op("i64.div_u", node, i64(size)), i64(cells))


# ---------------------------------------------------------------- things


def _zones_asked(w: Writer, expr: Op) -> list[ZoneLayout]:
    names = expr.data if isinstance(expr.data, tuple) else (expr.data,)
    return [w.unit.instance.zones[str(name)] for name in names]


def _where(w: Writer, expr: Op, found: Callable[[ZoneLayout, Node], Node], missing: Node, result: str) -> Node:
    """What `found` makes of the zone and the local location of a thing; `missing` if it is in none of the zones asked about."""

    def make(thing: Bound) -> Node:
        done, location = named(w, entry_at(w.unit.plan.places, thing.node), NUMBER, "location")
        answer = missing
        for zone in _zones_asked(w, expr):
            done_here, local = named(w, op("i64.sub", location.node, i64(zone.base)), NUMBER, "local")
            inside = op("i64.lt_u", local.node, i64(zone.size))
            answer = valued(done_here, choose(inside, found(zone, local.node), answer, result), result)
        return valued(done, answer, result)

    return lifted(w, expr, make)


@operation("cell-of")
def _cell_of(w: Writer, expr: Op) -> Node:
    return _where(w, expr, lambda _zone, local: local, i64(NONE), "i64")


@operation("in-zone")
def _in_zone(w: Writer, expr: Op) -> Node:
    return _where(w, expr, lambda _zone, _local: i32(1), i32(0), "i32")


@operation("place-in")
def _place_in(w: Writer, expr: Op) -> Node:
    return _where(w, expr, lambda zone, local: local if zone.cells == 1 else op("i64.div_u", local, i64(zone.cells)), i64(NONE), "i64")


@operation("holder-of")
def _holder_of(w: Writer, expr: Op) -> Node:
    def holder(zone: ZoneLayout, local: Node) -> Node:
        instance = local if zone.cells == 1 else op("i64.div_u", local, i64(zone.cells))
        return entry(w, [zone.arguments(number)[0] for number in range(zone.instances)], NUMBER, instance)

    return _where(w, expr, holder, i64(NONE), "i64")


assert BOX < 0  # no zone begins there
