"""Corners of tiles and halves of their edges, where no tile touches the border of the field.

Tables are by look (see `tiles.py`) and number of the corner or half. Points of the plane are numbered row by row, so that a corner is at
a number that hangs on the look, behind that of the north-western cell.
"""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.base.types import Corner, Half, bare
from custumal.dsl.model import Expr, Op
from custumal.interpreter.setup.boards import footprint as fp
from custumal.interpreter.setup.boards import joints
from custumal.interpreter.setup.boards.footprint import ONE_CELL
from custumal.interpreter.setup.boards.joints import CORNERS
from custumal.interpreter.setup.joint_tables import corner_faces, corners_meeting, half_behind, half_faces
from custumal.interpreter.setup.placements import BORDERS
from custumal.interpreter.wasm.expressions.core import Body, bind, each_between, lifted, named, operation, operation_walk
from custumal.interpreter.wasm.expressions.sets import gather
from custumal.interpreter.wasm.expressions.tiles import Tiles, if_placed, tiles_in, tiles_of
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.expressions.zones import content_at, entry_at
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE, NUMBER
from custumal.interpreter.wasm.text.nodes import Node, choose, i64, load, load_pointer, op, plus, scaled, valued, when

HALVES = 8
"""How many halves of edges a tile of one cell has."""


def _is_single(tiles: Tiles) -> bool:
    """Whether each tile covers one cell."""
    return all(size == ONE_CELL for size in tiles.table.sizes)


def _tiles(w: Writer, joint: Expr) -> Tiles:
    """The tables of the zone of a corner or half."""
    of = bare(joint.type)
    assert isinstance(of, Corner | Half)
    return tiles_in(w, of.zone)


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
    tiles = tiles_of(w, expr.arguments[0])
    done, pose = bind(w, expr.arguments[0], "pose")
    return [*done, *_each_joint(w, tiles, pose.node, body, corners=expr.name == "pose-corners")]


@operation_walk("corners-of-thing", "halves-of-thing")
def _each_of_thing(w: Writer, expr: Op, body: Body) -> list[Node]:
    tiles = tiles_in(w, expr.data)
    corners = expr.name == "corners-of-thing"
    return if_placed(w, tiles, expr.arguments[0], lambda pose: _each_joint(w, tiles, pose, body, corners=corners))


def _each_joint(w: Writer, tiles: Tiles, pose: Node, body: Body, *, corners: bool) -> list[Node]:
    if corners or _is_single(tiles):
        return _each(w, pose, CORNERS if corners else HALVES, body)
    before, first = named(w, op("i64.mul", pose, i64(BORDERS)), NUMBER, "first")
    counts = w.unit.pool.table([len([*joints.halves(size, turn)]) - 1 for size, turn in tiles.looks])
    further, last = named(w, op("i64.add", first.node, entry_at(counts, tiles.look(pose))), NUMBER, "last")
    return [*before, *further, *each_between(w, first.node, last.node, body, filled=True)]


@operation_walk("corner-meeting")
def _each_meeting(w: Writer, expr: Op, body: Body) -> list[Node]:
    tiles = _tiles(w, expr.arguments[0])
    done, joint = bind(w, expr.arguments[0], "corner")
    before, pose, number = _parts(w, joint.node)
    further, anchor = named(w, tiles.anchor(pose.node), NUMBER, "anchor")
    walked = [*done, *before, *tiles.check_inner(pose.node), *further]
    if not _is_single(tiles):
        return [*walked, *_each_around(w, Corners(tiles), pose, number, body)]
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


class Corners:
    """Where the corners of larger tiles are."""

    def __init__(self, tiles: Tiles) -> None:
        self.tiles = tiles
        self.wide = tiles.table.grid.width + 1

    def points(self) -> list[int]:
        """By look and corner how many points behind that of the north-western cell."""
        turned = [fp.turned_size(size, turn) for size, turn in self.tiles.looks]
        return [y * self.wide + x for width, height in turned for y, x in ((0, width), (height, width), (height, 0), (0, 0))]

    def around(self) -> list[list[int]]:
        """By look and corner the cells of others that meet there, clockwise from the north-east, behind the north-western cell."""
        step, found = self.tiles.table.grid.width, []
        for size, turn in self.tiles.looks:
            width, height = fp.turned_size(size, turn)
            covered = {(y, x) for y in range(height) for x in range(width)}
            for row, column in ((0, width), (height, width), (height, 0), (0, 0)):
                places = ((row - 1, column), (row, column), (row, column - 1), (row - 1, column - 1))
                found.append([y * step + x for y, x in places if (y, x) not in covered])
        return found

    def point(self, pose: Bound) -> Node:
        """The number of the point at the north-western corner of a placement."""
        anchor = self.tiles.anchor(pose.node)
        return op("i64.add", anchor, op("i64.div_u", anchor, i64(self.wide - 1)))


def _each_around(w: Writer, corners: Corners, pose: Bound, number: Bound, body: Body) -> list[Node]:
    """The corners of others at the point of a corner: each of these once."""
    tiles, pool = corners.tiles, w.unit.pool
    points, around = pool.table(corners.points()), corners.around()
    index = op("i64.add", op("i64.shl", tiles.look(pose.node), i64(2)), number.node)
    before, at = named(w, index, NUMBER, "corner")
    done, point = named(w, op("i64.add", corners.point(pose), entry_at(points, at.node)), NUMBER, "point")
    further, anchor = named(w, tiles.anchor(pose.node), NUMBER, "anchor")
    walked, seen = [*before, *done, *further], list[Node]()
    for place in range(max(map(len, around))):
        cells = pool.table([cells[place] if place < len(cells) else NONE for cells in around])
        offset = entry_at(cells, at.node)
        thing = choose(op("i64.eq", offset, i64(NONE)), i64(NONE), content_at(w, tiles.zone, op("i64.add", anchor.node, offset)), "i64")
        put_thing, other = named(w, thing, NUMBER, "beside")
        fresh = op("i64.ne", other.node, i64(NONE))
        for one in seen:
            fresh = op("i32.and", fresh, op("i64.ne", other.node, one))
        seen.append(other.node)
        put_pose, there = named(w, entry_at(w.unit.plan.placements, other.node), NUMBER, "there")
        put_found, met = named(w, _corner_at(w, corners, there, point, points), NUMBER, "met")
        walked += [*put_thing, when(fresh, [*put_pose, *put_found, when(op("i64.ne", met.node, i64(NONE)), body(met))])]
    return walked


def _corner_at(w: Writer, corners: Corners, pose: Bound, point: Bound, points: int) -> Node:
    """The corner of a placed thing that is at a point, or nothing."""
    done, first = named(w, corners.point(pose), NUMBER, "first")
    before, look = named(w, op("i64.shl", corners.tiles.look(pose.node), i64(2)), NUMBER, "look")
    found: Node = i64(NONE)
    for number in reversed(range(CORNERS)):
        there = op("i64.add", first.node, entry_at(points, op("i64.add", look.node, i64(number))))
        corner = op("i64.add", op("i64.mul", pose.node, i64(BORDERS)), i64(number))
        found = choose(op("i64.eq", there, point.node), corner, found, "i64")
    return valued([*done, *before], found, "i64")


@operation("half-across")
def _across(w: Writer, expr: Op) -> Node:
    tiles = _tiles(w, expr.arguments[0])
    if not _is_single(tiles):
        return lifted(w, expr, lambda joint: _across_larger(w, Halves(w, tiles), joint.node))
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


class Halves:
    """The halves of the edges of larger tiles: `most` is how many numbers each look has in a table."""

    def __init__(self, w: Writer, tiles: Tiles) -> None:
        self.w, self.tiles, self.pool = w, tiles, w.unit.pool
        self.all = [[*joints.halves(size, turn)] for size, turn in tiles.looks]
        self.most = max(map(len, self.all))

    def table(self, of: Callable[[int, joints.Half], int]) -> int:
        """A number for each half, by look and half."""
        return self.pool.table([
            of(look, halves[number]) if number < len(halves) else 0 for look, halves in enumerate(self.all) for number in range(self.most)
        ])  # fmt: skip

    def index(self, pose: Bound, number: Bound) -> Node:
        return op("i64.add", op("i64.mul", self.tiles.look(pose.node), i64(self.most)), number.node)

    def behind(self, look: int, half: joints.Half) -> int:
        """The cell behind a half, counted from the north-western one."""
        size, turn = self.tiles.looks[look]
        width, height = fp.turned_size(size, turn)
        edge, step = half.edge, self.tiles.table.grid.width
        row, column = ((-1, edge), (edge, width), (height, width - 1 - edge), (height - 1 - edge, -1))[half.side]
        return row * step + column

    def first(self) -> int:
        """By look and side the number of the edge at the north-western end of the side."""
        found = []
        for size, turn in self.tiles.looks:
            width, height = fp.turned_size(size, turn)
            found += [0, width, width + height + width - 1, 2 * width + height + height - 1]
        return self.pool.table(found)


def _across_larger(w: Writer, halves: Halves, joint: Node) -> Node:
    """The half of another tile behind a half: how far its edge is from the north-western end of the side tells its number."""
    tiles, pool, step = halves.tiles, w.unit.pool, halves.tiles.table.grid.width
    before, pose, number = _parts(w, joint)
    done, index = named(w, halves.index(pose, number), NUMBER, "half")
    to_cell, cell = named(w, op("i64.add", tiles.anchor(pose.node), entry_at(halves.table(halves.behind), index.node)), NUMBER, "behind")
    to_back, back = named(w, entry_at(halves.table(lambda _, half: fp.opposite(half.side)), index.node), NUMBER, "back")
    to_thing, thing = named(w, content_at(w, tiles.zone, cell.node), NUMBER, "beside")
    to_there, there = named(w, entry_at(w.unit.plan.placements, thing.node), NUMBER, "there")
    to_far, far = named(w, op("i64.sub", cell.node, tiles.anchor(there.node)), NUMBER, "far")
    rows, columns = (op(f"i64.{how}", far.node, i64(step)) for how in ("div_u", "rem_u"))
    along = op("i64.add",
        op("i64.mul", rows, entry_at(pool.table([0, 1, 0, -1]), back.node)),
        op("i64.mul", columns, entry_at(pool.table([1, 0, -1, 0]), back.node)),
    )  # fmt: skip
    side = op("i64.add", op("i64.shl", tiles.look(there.node), i64(2)), back.node)
    edge = op("i64.add", entry_at(halves.first(), side), along)
    right = op("i64.xor", op("i64.and", number.node, i64(1)), i64(1))
    half = op("i64.or", op("i64.shl", edge, i64(1)), right)
    found = valued([*to_there, *to_far], op("i64.add", op("i64.mul", there.node, i64(BORDERS)), half), "i64")
    lies = op("i64.ne", thing.node, i64(NONE))
    asked = [*before, *tiles.check_inner(pose.node), *done, *to_cell, *to_back, *to_thing]
    return valued(asked, choose(lies, found, i64(NONE), "i64"), "i64")


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
    tiles = _tiles(w, expr.arguments[0])
    if expr.name != "corner-word" and not _is_single(tiles):
        return _larger_word(w, Halves(w, tiles), expr)
    members = w.unit.instance.members("corner" if expr.name == "corner-word" else "half")
    words = [number // 2 for number in range(HALVES)] if expr.name == "half-side" else list(members)
    table = w.unit.pool.table(words)
    return lifted(w, expr, lambda joint: entry_at(table, op("i64.and", joint.node, i64(BORDERS - 1))))


def _larger_word(w: Writer, halves: Halves, expr: Op) -> Node:
    words = w.unit.instance.members("half")
    table = halves.table(lambda _, half: half.side if expr.name == "half-side" else words[2 * half.side + half.is_right])

    def make(joint: Bound) -> Node:
        before, pose, number = _parts(w, joint.node)
        return valued(before, entry_at(table, halves.index(pose, number)), "i64")

    return lifted(w, expr, make)


@operation("corner-tile", "half-tile")
def _tile(w: Writer, expr: Op) -> Node:
    tiles = tiles_of(w, expr.arguments[0])
    first, cells = tiles.table.first, tiles.cells

    def make(joint: Bound) -> Node:
        index = op("i64.div_u", joint.node, i64(BORDERS * cells * 4))
        return op("i64.add", index, i64(first)) if first else index

    return lifted(w, expr, make)
