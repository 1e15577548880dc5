"""Operations on places, cells and things: columns of the state are read directly."""

from __future__ import annotations

import ast
from functools import partial

from custumal.dsl.base.types import Cell, Set, bare
from custumal.dsl.model import Op
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import lifted, operation
from custumal.interpreter.codegen.forms import place_of
from custumal.interpreter.codegen.loops import looped_over
from custumal.interpreter.codegen.remembering import comes_again, remembered
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.position.contents import MANY, zone_of
from custumal.interpreter.setup.boards import Cubes
from custumal.interpreter.setup.layout import MASKS, PLACES, ZoneLayout, columns_of
from custumal.interpreter.setup.placements import CubePlacements
from custumal.interpreter.setup.values import UNLIMITED

LARGEST = 1 << 16
"""The most poses of which a table is made."""


def _zone(w: Writer, op: Op, position: int = 0) -> ZoneLayout:
    return zone_of(w.unit.instance, op.arguments[position].type)


def _divided(node: n.Node, by: int, count: int) -> n.Node:
    """The instance of a local location."""
    if count == 1:
        return n.const(0)
    return node if by == 1 else n.binary(node, "//", n.const(by))


def _local(node: n.Node, cells: int, count: int) -> n.Node:
    return node if count == 1 else n.binary(node, "%", n.const(cells))


# ---------------------------------------------------------------- places and cells


@operation("place")
def _place(w: Writer, op: Op) -> n.Node:
    zone = w.unit.instance.zones[str(op.data)]
    return lifted(w, op, op.arguments, lambda *keys: place_of(w, 0, zone.domains, keys))


@operation("content")
def _content(w: Writer, op: Op) -> n.Node:
    zone = _zone(w, op)
    return lifted(w, op, op.arguments, lambda key: n.index(w.column(zone.content), key))


@operation("filled", "empty")
def _filled(w: Writer, op: Op) -> n.Node:
    zone = _zone(w, op)
    wanted = op.name == "filled"

    def make(key: n.Node) -> n.Node:
        if zone.content >= 0:
            content = n.index(w.column(zone.content), key)
            return n.is_some(content) if wanted else n.is_none(content)
        if zone.piles < 0:
            return n.const(not wanted)
        return n.compare(n.call("len", _pile(w, zone, key)), ">" if wanted else "==", n.const(0))

    return lifted(w, op, op.arguments, make)


def _pile(w: Writer, zone: ZoneLayout, key: n.Node) -> n.Node:
    return n.index(w.piles, n.plus(key, zone.piles))


@looped_over("things", "cell-things")
def _loop_things(w: Writer, op: Op) -> n.Node | None:
    zone = _zone(w, op)
    if zone.piles < 0 or (op.name == "things" and zone.board is not None):
        return None
    return lifted(
        w, op, op.arguments, lambda key: n.part(_pile(w, zone, key), None, None, n.const(-1)) if zone.ordered else _pile(w, zone, key)
    )


@operation("things", "cell-things")
def _things(w: Writer, op: Op) -> n.Node:
    zone = _zone(w, op)
    whole = op.name == "things" and zone.board is not None

    def make(key: n.Node) -> n.Node:
        if whole:
            key = w.atom(key)
            all_of = partial(_all_things, w, zone, key)
            return remembered(w, f"things {zone.name}", [key], all_of) if comes_again(w, [key]) else all_of()
        if zone.content >= 0:
            content = w.atom(n.index(w.column(zone.content), key))
            return n.choose(n.is_none(content), n.const(()), n.row(content))
        if zone.piles < 0:
            return n.const(())
        pile = _pile(w, zone, key)
        return n.call("tuple", n.part(pile, None, None, n.const(-1)) if zone.ordered else pile)

    return lifted(w, op, op.arguments, make)


def _all_things(w: Writer, zone: ZoneLayout, place: n.Node) -> n.Node:
    """Everything on a board. Where a thing lies in one cell only, it is met once in the cells of the place."""
    if zone.content < 0 or zone.placements is not None or zone.cells > MANY:
        return n.call("things_in", w.unit.pool.zone(zone.name), w.state, place)
    start = w.atom(n.times(place, zone.cells))
    cells = w.column(zone.content) if zone.instances == 1 else n.part(w.column(zone.content), start, n.plus(start, zone.cells))
    thing = w.fresh("x")
    filled = ast.comprehension(ast.Name(thing, ast.Store()), cells, [n.is_some(n.name(thing))], 0)
    return n.call("tuple", ast.ListComp(n.name(thing), [filled]))


@operation("top", "bottom")
def _end_of_pile(w: Writer, op: Op) -> n.Node:
    zone = _zone(w, op)

    def make(key: n.Node) -> n.Node:
        pile = w.atom(_pile(w, zone, key))
        return n.choose(pile, n.index(pile, n.const(-1 if op.name == "top" else 0)), n.NONE)

    return lifted(w, op, op.arguments, make)


@operation("free")
def _free(w: Writer, op: Op) -> n.Node | None:
    """How many more things a place takes."""
    of = op.arguments[0].type
    zone = zone_of(w.unit.instance, of)
    whole = zone.board is not None and not isinstance(bare(of), Cell)

    def make(key: n.Node) -> n.Node:
        if whole:
            return _free_in(w, zone, key)
        if zone.content >= 0:
            return n.choose(n.is_none(n.index(w.column(zone.content), key)), n.const(1), n.const(0))
        rooms = set(zone.room)
        if rooms == {None} or zone.piles < 0:
            return n.const(UNLIMITED) if rooms == {None} else _room(w, zone, key)
        key = w.atom(key)
        if None in rooms:
            return n.call("op", n.const(op.name), w.unit.pool.model(op), w.state, key)
        left = n.binary(_room(w, zone, key), "-", n.call("len", _pile(w, zone, key)))
        return n.call("max", n.const(0), left)

    return lifted(w, op, op.arguments, make)


def _free_in(w: Writer, zone: ZoneLayout, key: n.Node) -> n.Node:
    """How many more things a whole board takes."""
    if zone.content < 0:
        return n.const(UNLIMITED) if None in zone.room else n.call("room_in", w.unit.pool.zone(zone.name), w.state, key)
    key = w.atom(key)
    start = w.atom(n.times(key, zone.cells))
    size = n.const(zone.cells) if zone.present is None else n.index(w.unit.pool.table(zone.present), key)
    behind = n.plus(start, zone.cells) if zone.present is None else n.binary(start, "+", size)
    return n.method(n.part(w.column(zone.content), start, behind), "count", n.NONE)


def _room(w: Writer, zone: ZoneLayout, key: n.Node) -> n.Node:
    if len(set(zone.room)) == 1:
        return n.const(zone.room[0])
    return n.index(w.unit.pool.table(zone.room), _divided(key, zone.cells, zone.instances))


@operation("place-of")
def _place_of(w: Writer, op: Op) -> n.Node:
    zone = _zone(w, op)
    return lifted(w, op, op.arguments, lambda key: _divided(key, zone.cells, zone.instances))


@looped_over("cells")
def _loop_cells(w: Writer, op: Op) -> n.Node | None:
    zone = _zone(w, op)
    if zone.present is not None or zone.instances == 1:
        return None

    def make(key: n.Node) -> n.Node:
        start = w.atom(n.times(key, zone.cells))
        return n.call("range", start, n.plus(start, zone.cells))

    return lifted(w, op, op.arguments, make)


@operation("line-cells")
def _line_cells(w: Writer, op: Op) -> n.Node:
    return lifted(w, op, op.arguments, lambda line: line)


# ---------------------------------------------------------------- columns of cubes


@operation("height")
def _height(w: Writer, op: Op) -> n.Node | None:
    """The highest filled cell of a column is the highest bit of the column's part of the mask."""
    zone = _zone(w, op)
    board = zone.board
    if not isinstance(board, Cubes) or zone.masks < 0:
        return None
    columns = columns_of(zone)
    inside = tuple(sum(1 << cell for cell in cells) for cells in board.columns.cells)
    levels = (0, *(board.coordinates[cell][2] for cell in range(board.size)))

    def make(column: n.Node) -> n.Node:
        column = w.atom(column)
        instance = _divided(column, columns, zone.instances)
        mask = n.index(w.column(MASKS), n.plus(instance, zone.masks))
        part = n.binary(mask, "&", n.index(w.unit.pool.table(inside), _local(column, columns, zone.instances)))
        return n.index(w.unit.pool.table(levels), n.method(part, "bit_length"))

    return lifted(w, op, op.arguments, make)


# ---------------------------------------------------------------- where things are


@operation("in-zone", "cell-of", "place-in", "holder-of")
def _whereabouts(w: Writer, op: Op) -> n.Node:
    """A table over all locations; the box is -1 and so its last entry."""
    word = f"{op.name} {op.data}"
    if word not in w.unit.whereabouts:
        table = tuple(_seen_from(w, op, location) for location in range(len(w.unit.instance.layout.zone_at)))
        w.unit.whereabouts[word] = w.unit.pool.table((*table, False if op.name == "in-zone" else None)).id
    identifier = w.unit.whereabouts[word]

    def make(thing: n.Node) -> n.Node:
        return n.index(n.name(identifier), n.index(w.column(PLACES), thing))

    return lifted(w, op, op.arguments, make)


def _seen_from(w: Writer, op: Op, location: int) -> object:
    zone = w.unit.instance.layout.zone_at[location]
    names = op.data if isinstance(op.data, tuple) else (op.data,)
    inside = zone.name in names
    local = location - zone.base
    match op.name:
        case "in-zone":
            return inside
        case "cell-of":
            return local if inside else None
        case "place-in":
            return local // zone.cells if inside else None
    return zone.arguments(local // zone.cells)[0] if inside else None


# ---------------------------------------------------------------- poses


@looped_over("poses")
def _loop_poses(w: Writer, op: Op) -> n.Node | None:
    zone = _posed(w, op)
    table = zone.placements
    if not isinstance(table, CubePlacements) or isinstance(bare(op.arguments[1].type), Set | Cell):
        return None
    starts = tuple(table.of_thing(thing).start for thing in range(table.first, table.first + len(table.shape_of_thing)))
    stops = tuple(table.of_thing(thing).stop for thing in range(table.first, table.first + len(table.shape_of_thing)))

    def make(thing: n.Node, place: n.Node) -> n.Node:
        number = w.atom(n.plus(thing, -table.first))
        start, stop = (n.index(w.unit.pool.table(ends), number) for ends in (starts, stops))
        if zone.instances == 1:
            return n.call("range", start, stop)
        shift = w.atom(n.times(place, table.count))
        return n.call("range", n.binary(start, "+", shift), n.binary(stop, "+", shift))

    return lifted(w, op, op.arguments, make)


def _posed(w: Writer, op: Op) -> ZoneLayout:
    of = bare(op.type)
    assert isinstance(of, Set)
    return zone_of(w.unit.instance, of.inner)


@operation("pose-cells")
def _pose_cells(w: Writer, op: Op) -> n.Node | None:
    zone = _zone(w, op)
    table = zone.placements
    if not isinstance(table, CubePlacements) or zone.instances * table.count > LARGEST:
        return None
    cells = tuple(
        tuple(instance * zone.cells + cell for cell in inside) for instance in range(zone.instances) for inside in table.placement_cells
    )
    return lifted(w, op, op.arguments, partial(n.index, w.unit.pool.table(cells)))
