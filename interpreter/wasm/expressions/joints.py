"""Corners of tiles and halves of their edges, where each tile covers one cell and does not touch the border of the field."""

from __future__ import annotations

from custumal.dsl.base.types import Corner, Half, bare
from custumal.dsl.model import Expr, Op
from custumal.interpreter.setup.boards.footprint import ONE_CELL
from custumal.interpreter.setup.boards.joints import CORNERS
from custumal.interpreter.setup.joint_tables import corner_faces, corners_meeting, half_behind, half_faces
from custumal.interpreter.setup.placements import BORDERS
from custumal.interpreter.wasm.expressions.core import Body, bind, lifted, named, operation, operation_walk
from custumal.interpreter.wasm.expressions.sets import gather
from custumal.interpreter.wasm.expressions.tiles import Tiles, if_placed, tiles_in, tiles_of
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.expressions.zones import content_at, entry_at
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE, NUMBER
from custumal.interpreter.wasm.text.nodes import Node, choose, i64, load, load_pointer, op, plus, scaled, valued, when
from custumal.interpreter.wasm.unsupported import Unsupported

HALVES = 8
"""How many halves of edges a tile of one cell has."""


def _single(tiles: Tiles) -> Tiles:
    if any(size != ONE_CELL for size in tiles.table.sizes):
        raise Unsupported("corners or halves of tiles of several cells")
    return tiles


def _tiles(w: Writer, joint: Expr) -> Tiles:
    """The tables of the zone of a corner or half."""
    of = bare(joint.type)
    assert isinstance(of, Corner | Half)
    return _single(tiles_in(w, of.zone))


def _parts(w: Writer, joint: Node) -> tuple[list[Node], Bound, Bound]:
    """The pose and the number of a corner or half."""
    before, one = named(w, joint, NUMBER, "joint")
    done, pose = named(w, op("i64.div_u", one.node, i64(BORDERS)), NUMBER, "pose")
    further, number = named(w, op("i64.and", one.node, i64(BORDERS - 1)), NUMBER, "number")
    return [*before, *done, *further], pose, number


@operation("pose-corners", "pose-halves", "corners-of-thing", "halves-of-thing", "corner-meeting")
def _made(w: Writer, expr: Op) -> Node:
    return gather(w, expr)


def _each(w: Writer, pose: Node, count: int, body: Body) -> list[Node]:
    before, first = named(w, op("i64.mul", pose, i64(BORDERS)), NUMBER, "first")
    walked = list(before)
    for number in range(count):
        done, joint = named(w, op("i64.add", first.node, i64(number)), NUMBER, "joint")
        walked += [*done, *body(joint)]
    return walked


@operation_walk("pose-corners", "pose-halves")
def _each_of_pose(w: Writer, expr: Op, body: Body) -> list[Node]:
    _single(tiles_of(w, expr.arguments[0]))
    done, pose = bind(w, expr.arguments[0], "pose")
    return [*done, *_each(w, pose.node, CORNERS if expr.name == "pose-corners" else HALVES, body)]


@operation_walk("corners-of-thing", "halves-of-thing")
def _each_of_thing(w: Writer, expr: Op, body: Body) -> list[Node]:
    tiles = _single(tiles_in(w, expr.data))
    count = CORNERS if expr.name == "corners-of-thing" else HALVES
    return if_placed(w, tiles, expr.arguments[0], lambda pose: _each(w, pose, count, body))


@operation_walk("corner-meeting")
def _each_meeting(w: Writer, expr: Op, body: Body) -> list[Node]:
    tiles = _tiles(w, expr.arguments[0])
    done, joint = bind(w, expr.arguments[0], "corner")
    before, pose, number = _parts(w, joint.node)
    further, anchor = named(w, tiles.anchor(pose.node), NUMBER, "anchor")
    walked = [*done, *before, *tiles.check_inner(pose.node), *further]
    grid = tiles.table.grid
    inner = grid.width + 1
    for corner in range(CORNERS):
        there: list[Node] = []
        for cell, back in corners_meeting(grid, inner, corner):
            there += _beside(w, tiles, op("i64.add", anchor.node, i64(cell - inner)), back, body)
        walked.append(when(op("i64.eq", number.node, i64(corner)), there))
    return walked


def _beside(w: Writer, tiles: Tiles, cell: Node, number: int, body: Body) -> list[Node]:
    """This corner of the tile in a cell, if one lies there."""
    done, thing = named(w, content_at(w, tiles.zone, cell), NUMBER, "beside")
    found = op("i64.add", op("i64.mul", entry_at(w.unit.plan.placements, thing.node), i64(BORDERS)), i64(number))
    before, other = named(w, found, NUMBER, "met")
    return [*done, when(op("i64.ne", thing.node, i64(NONE)), [*before, *body(other)])]


@operation("half-across")
def _across(w: Writer, expr: Op) -> Node:
    tiles = _tiles(w, expr.arguments[0])
    grid, pool = tiles.table.grid, w.unit.pool
    inner = grid.width + 1
    behind = [half_behind(grid, inner, number) for number in range(HALVES)]
    steps = pool.table([inner if cell is None else cell - inner for cell, _ in behind])
    backs = pool.table([back for _, back in behind])

    def make(joint: Bound) -> Node:
        before, pose, number = _parts(w, joint.node)
        cell = op("i64.add", tiles.anchor(pose.node), entry_at(steps, number.node))
        done, thing = named(w, content_at(w, tiles.zone, cell), NUMBER, "beside")
        there = op("i64.mul", entry_at(w.unit.plan.placements, thing.node), i64(BORDERS))
        found = op("i64.add", there, entry_at(backs, number.node))
        lies = op("i64.ne", thing.node, i64(NONE))
        return valued([*before, *tiles.check_inner(pose.node), *done], choose(lies, found, i64(NONE), "i64"), "i64")

    return lifted(w, expr, make)


@operation("corner-mine", "half-mine")
def _mine(w: Writer, expr: Op) -> Node:
    tiles = _tiles(w, expr.arguments[0])
    faces = corner_faces if expr.name == "corner-mine" else half_faces
    rows = w.unit.pool.pointers(list(faces(w.unit.instance, tiles.zone)))

    def make(joint: Bound) -> Node:
        before, pose, number = _parts(w, joint.node)
        row = load_pointer(rows, scaled(tiles.look(pose.node), ENTRY))
        return valued(before, load(ENTRY, op("i32.add", row, plus(scaled(number.node, ENTRY), 0))), "i64")

    return lifted(w, expr, make)


@operation("corner-word", "half-word", "half-side")
def _word(w: Writer, expr: Op) -> Node:
    _tiles(w, expr.arguments[0])
    members = w.unit.instance.members("corner" if expr.name == "corner-word" else "half")
    words = [number // 2 for number in range(HALVES)] if expr.name == "half-side" else list(members)
    table = w.unit.pool.table(words)
    return lifted(w, expr, lambda joint: entry_at(table, op("i64.and", joint.node, i64(BORDERS - 1))))


@operation("corner-tile", "half-tile")
def _tile(w: Writer, expr: Op) -> Node:
    tiles = tiles_of(w, expr.arguments[0])
    first, cells = tiles.table.first, tiles.cells

    def make(joint: Bound) -> Node:
        index = op("i64.div_u", joint.node, i64(BORDERS * cells * 4))
        return op("i64.add", index, i64(first)) if first else index

    return lifted(w, expr, make)
