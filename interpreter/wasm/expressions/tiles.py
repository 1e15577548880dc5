"""Tiles that lie side by side on a grid: what a placement covers, what lies around it, what is printed on its edges.

A placement is (index of the tile * cells of the grid + north-western cell) * 4 + turn; its look is index * 4 + turn. All tables are by
look and hold off the border of the field; what touches the border is left to the reference.
"""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.base.types import Border, Corner, Half, Set, Thing, bare
from custumal.dsl.model import Expr, Op
from custumal.interpreter.position.contents import zone_of
from custumal.interpreter.setup.boards import footprint as fp
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.interpreter.setup.outlines import Outlines, outlines_of
from custumal.interpreter.setup.placements import BORDERS, TURNS, TilePlacements
from custumal.interpreter.setup.values import Value
from custumal.interpreter.wasm.expressions.arena import Making, MemberBits
from custumal.interpreter.wasm.expressions.core import (
    Body,
    bind,
    domain_of_type,
    each,
    each_at,
    each_between,
    lifted,
    named,
    operation,
    operation_walk,
)  # fmt: skip
from custumal.interpreter.wasm.expressions.sets import gather
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.expressions.zones import content_at, entry_at
from custumal.interpreter.wasm.memory.plan import WORD, words
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE, NUMBER
from custumal.interpreter.wasm.text.nodes import (
    UNREACHABLE,
    Node,
    block,
    branch,
    branch_if,
    call,
    get,
    i32,
    i64,
    load,
    load_pointer,
    no,
    op,
    plus,
    put,
    scaled,
    store,
    valued,
    when,
)  # fmt: skip
from custumal.interpreter.wasm.unsupported import Unsupported


class Tiles:
    """The tables of a zone in which tiles are placed."""

    def __init__(self, w: Writer, zone: ZoneLayout) -> None:
        table = zone.placements
        if not isinstance(table, TilePlacements) or zone.instances != 1:
            raise Unsupported("placements of tiles on several boards")
        self.w = w
        self.zone = zone
        self.table = table
        self.cells = table.grid.size
        self.outlines: Outlines = w.unit.kept(("outlines", zone.name), lambda: outlines_of(w.unit.instance, zone))
        self.looks = [(size, turn) for size in table.sizes for turn in range(TURNS)]

    # ------------------------------------------------------------ parts of a placement

    def look(self, pose: Node) -> Node:
        """Index of the tile * 4 + turn; the pose can be read again and again."""
        return op("i64.or", op("i64.shl", op("i64.div_u", pose, i64(self.cells * TURNS)), i64(2)), op("i64.and", pose, i64(TURNS - 1)))

    def tile(self, pose: Node) -> Node:
        """What lies there."""
        index = op("i64.div_u", pose, i64(self.cells * TURNS))
        return op("i64.add", index, i64(self.table.first)) if self.table.first else index

    def anchor(self, pose: Node) -> Node:
        """The north-western cell."""
        return op("i64.rem_u", op("i64.shr_u", pose, i64(2)), i64(self.cells))

    def pose(self, thing: Node, anchor: Node) -> Node:
        """The placement of a tile that is not turned."""
        index = op("i64.sub", thing, i64(self.table.first)) if self.table.first else thing
        return op("i64.shl", op("i64.add", op("i64.mul", index, i64(self.cells)), anchor), i64(2))

    def check_inner(self, pose: Node) -> list[Node]:
        """A placement that touches the border of the field is left to the reference; the pose can be read again and again."""
        grid = self.table.grid
        before, anchor = named(self.w, self.anchor(pose), NUMBER, "anchor")
        further, look = named(self.w, self.look(pose), NUMBER, "look")
        row, column = op("i64.div_u", anchor.node, i64(grid.width)), op("i64.rem_u", anchor.node, i64(grid.width))
        wide = [fp.turned_size(size, turn) for size, turn in self.looks]
        right = op("i64.add", column, entry_at(self.w.unit.pool.table([width for width, _ in wide]), look.node))
        below = op("i64.add", row, entry_at(self.w.unit.pool.table([height for _, height in wide]), look.node))
        tests = [
            op("i64.eqz", row), op("i64.eqz", column), op("i64.ge_s", right, i64(grid.width)), op("i64.ge_s", below, i64(grid.height)),
        ]  # fmt: skip
        found = tests[0]
        for test in tests[1:]:
            found = op("i32.or", found, test)
        return [*before, *further, when(found, [UNREACHABLE])]

    # ------------------------------------------------------------ cells

    def each_covered(self, pose: Node, body: Body) -> list[Node]:
        """The cells under a placement, ascending."""
        grid = self.table.grid
        offsets = [
            tuple(row * grid.width + column for row in range(height) for column in range(width))
            for width, height in (fp.turned_size(size, turn) for size, turn in self.looks)
        ]
        before, anchor = named(self.w, self.anchor(pose), NUMBER, "anchor")
        rows = self.w.fn.local("offsets", "i32")
        at = load_pointer(self.w.unit.pool.pointers(offsets), scaled(self.look(pose), ENTRY))

        def covered(offset: Bound) -> list[Node]:
            done, cell = named(self.w, op("i64.add", anchor.node, offset.node), NUMBER, "cell")
            return [*done, *body(cell)]

        return [*before, put(rows, at), *each_at(self.w, get(rows), NUMBER, covered)]

    # ------------------------------------------------------------ borders

    def entries(self) -> int:
        """The table of outlines: for each look a tuple of offset, side that faces back, and what is printed, for each border."""
        flat = [tuple(part for _, offset, back, mine in entries for part in (offset, back, mine)) for entries in self.outlines.entries]
        return self.w.unit.pool.pointers(flat)

    def each_border(self, pose: Node, body: Callable[[Node, Node, Node], list[Node]]) -> list[Node]:
        """Every border of a placement behind which something lies: its number, the address of its entry, the cell behind it."""
        w = self.w
        number, at, end, cell = w.fn.local("number"), w.fn.local("entry", "i32"), w.fn.local("end", "i32"), w.fn.local("beyond")
        out, again = w.fn.label("around"), w.fn.label("next")
        before, anchor = named(w, self.anchor(pose), NUMBER, "anchor")
        start = load_pointer(self.entries(), scaled(self.look(pose), ENTRY))
        lies = op("i64.ne", content_at(w, self.zone, get(cell)), i64(NONE))
        turn = [
            branch_if(out, op("i32.ge_u", get(at), get(end))),
            put(cell, op("i64.add", anchor.node, load(0, get(at)))),
            when(lies, body(get(number), get(at), get(cell))),
            put(number, op("i64.add", get(number), i64(1))),
            put(at, plus(get(at), 3 * ENTRY)),
            branch(again),
        ]
        return [
            *self.check_inner(pose),
            *before,
            put(at, start),
            put(end, op("i32.add", get(at), op("i32.shl", op("i32.wrap_i64", load(0, get(at))), i32(3)))),
            put(end, plus(get(end), ENTRY)),
            put(at, plus(get(at), ENTRY)),
            put(number, i64(0)),
            block(out, [Node("loop", (again,), tuple(turn))]),
        ]

    def entry(self, border: Node) -> tuple[list[Node], Bound, Node]:
        """The pose and the address of the entry of a border value."""
        before, one = named(self.w, border, NUMBER, "border")
        pose = op("i64.div_u", one.node, i64(BORDERS))
        number = op("i64.rem_u", one.node, i64(BORDERS))
        done, of = named(self.w, pose, NUMBER, "pose")
        start = load_pointer(self.entries(), scaled(self.look(of.node), ENTRY))
        at = op("i32.add", start, plus(scaled(number, 3 * ENTRY), ENTRY))
        name = self.w.fn.local("entry", "i32")
        return [*before, *done, put(name, at)], of, get(name)

    def printed_at(self, thing: Node, cell: Node, back: Node) -> Node:
        """What is printed on the edge of a placed tile at one of its cells, on this side of the board."""
        w, faces = self.w, self.outlines.faces
        done, pose = named(w, entry_at(w.unit.plan.placements, thing), NUMBER, "other")
        pool = w.unit.pool
        index = back
        if not self.outlines.single:
            index = op("i64.add", op("i64.shl", op("i64.sub", cell, self.anchor(pose.node)), i64(2)), back)
        start = load_pointer(pool.pointers([_plain(one) for one in faces]), scaled(self.look(pose.node), ENTRY))
        return valued(done, load(ENTRY, op("i32.add", start, scaled(index, ENTRY))), "i64")


def _plain(values: tuple[Value, ...]) -> tuple[Value, ...]:
    if any(isinstance(one, tuple) for one in values):
        raise Unsupported("edges of several parts")
    return values


def tiles_of(w: Writer, expr: Expr) -> Tiles:
    """The tables for the zone of a placement, or of a border."""
    of = bare(expr.type)
    zone = w.unit.instance.zones[of.zone] if isinstance(of, Border | Corner | Half) else zone_of(w.unit.instance, of)
    return Tiles(w, zone)


def tiles_in(w: Writer, name: object) -> Tiles:
    return Tiles(w, w.unit.instance.zones[str(name)])


# ---------------------------------------------------------------- placements


def each_tile_pose(w: Writer, expr: Op, zone: ZoneLayout, body: Body) -> list[Node]:
    """The placements of a tile that cover some of these cells, ascending."""
    tiles = Tiles(w, zone)
    thing, where = expr.arguments
    if w.shape(where.type).kind != "tuple":
        raise Unsupported("all placements of a tile")
    done, which = bind(w, thing, "tile")
    grid, size = tiles.table.grid, tiles.cells
    index = op("i64.sub", which.node, i64(tiles.table.first)) if tiles.table.first else which.node
    before, number = named(w, index, NUMBER, "index")
    marks = w.fn.local("marks", "i32")
    ways = [_ways(tiles, place) for place in range(len(tiles.table.sizes))]
    pointer = w.fn.local("ways", "i32")
    at = load_pointer(w.unit.pool.pointers(ways), scaled(number.node, ENTRY))
    margin = max(max(one) for one in tiles.table.sizes)

    def mark(cell: Bound) -> list[Node]:
        row, column = op("i64.div_u", cell.node, i64(grid.width)), op("i64.rem_u", cell.node, i64(grid.width))
        inside = [
            op("i64.lt_u", op("i64.sub", row, i64(margin)), i64(max(0, grid.height - 2 * margin))),
            op("i64.lt_u", op("i64.sub", column, i64(margin)), i64(max(0, grid.width - 2 * margin))),
        ]

        def way(shift: Bound) -> list[Node]:
            bit = op("i64.add", op("i64.shl", cell.node, i64(2)), shift.node)
            further, one = named(w, bit, NUMBER, "bit")
            return [*further, *set_bit(marks, one.node)]

        return [when(no(op("i32.and", *inside)), [UNREACHABLE]), *each_at(w, get(pointer), NUMBER, way)]

    start = op("i64.mul", number.node, i64(size * TURNS))
    return [
        *done,
        *before,
        put(pointer, at),
        put(marks, call("$marks", i32(ENTRY * words(size * TURNS)))),
        *each(w, where, mark),
        *each_bit(w, get(marks), words(size * TURNS), start, body),
    ]


def _ways(tiles: Tiles, place: int) -> tuple[int, ...]:
    """For each way in which a tile covers a cell what is to be added to cell * 4 to get its anchor * 4 + turn."""
    found = []
    for turn in tiles.table.turns[place]:
        width, height = fp.turned_size(tiles.table.sizes[place], turn)
        offsets = (row * tiles.table.grid.width + column for row in range(height) for column in range(width))
        found += [turn - TURNS * offset for offset in offsets]
    return tuple(found)


def set_bit(marks: str, bit: Node) -> list[Node]:
    """Mark a number, which can be read again and again."""
    at = op("i32.add", get(marks), op("i32.shl", op("i32.wrap_i64", op("i64.shr_u", bit, i64(6))), i32(3)))
    one = op("i64.shl", i64(1), op("i64.and", bit, i64(WORD - 1)))
    return [store(0, op("i64.or", load(0, at), one), at)]


def each_bit(w: Writer, marks: Node, count: int, start: Node, body: Body) -> list[Node]:
    """Every number that is marked, ascending, from this one on."""
    word, bits, found = w.fn.local("word", "i32"), w.fn.local("bits"), w.fn.local("marked")
    out, next_word, next_bit, no_bits = (w.fn.label(one) for one in ("marked", "word", "bit", "bits"))
    before, begin = named(w, start, NUMBER, "start")
    number = op("i64.add", op("i64.extend_i32_u", op("i32.shl", get(word), i32(3))), op("i64.ctz", get(bits)))
    turn = [
        branch_if(no_bits, op("i64.eqz", get(bits))),
        put(found, op("i64.add", number, begin.node)),
        put(bits, op("i64.and", get(bits), op("i64.sub", get(bits), i64(1)))),
        *body(Bound(get(found), NUMBER)),
        branch(next_bit),
    ]
    all_words = [
        branch_if(out, op("i32.ge_u", get(word), i32(ENTRY * count))),
        put(bits, load(0, op("i32.add", marks, get(word)))),
        block(no_bits, [Node("loop", (next_bit,), tuple(turn))]),
        put(word, plus(get(word), ENTRY)),
        branch(next_word),
    ]
    return [*before, put(word, i32(0)), block(out, [Node("loop", (next_word,), tuple(all_words))])]


# ---------------------------------------------------------------- borders and neighbours


@operation("pose-borders", "borders-of-thing", "neighbours-of-thing", "pose-neighbours", "rim")
def _made(w: Writer, expr: Op) -> Node:
    return gather(w, expr)


@operation_walk("pose-borders")
def _each_pose_border(w: Writer, expr: Op, body: Body) -> list[Node]:
    done, pose = bind(w, expr.arguments[0], "pose")
    return [*done, *_borders(tiles_of(w, expr.arguments[0]), pose.node, body)]


def _borders(tiles: Tiles, pose: Node, body: Body) -> list[Node]:
    first = op("i64.mul", pose, i64(BORDERS))

    def border(number: Node, _entry: Node, _cell: Node) -> list[Node]:
        done, one = named(tiles.w, op("i64.add", first, number), NUMBER, "border")
        return [*done, *body(one)]

    return tiles.each_border(pose, border)


def if_placed(w: Writer, tiles: Tiles, thing: Expr, body: Callable[[Node], list[Node]]) -> list[Node]:
    """Something for the placement of a thing, if it lies in the zone."""
    done, one = bind(w, thing, "tile")
    pose = w.fn.local("pose")
    location = op("i64.sub", entry_at(w.unit.plan.places, one.node), i64(tiles.zone.base))
    lies = op("i64.lt_u", location, i64(tiles.zone.size))
    return [*done, when(lies, [put(pose, entry_at(w.unit.plan.placements, one.node)), *body(get(pose))])]


@operation_walk("borders-of-thing")
def _each_border_of_thing(w: Writer, expr: Op, body: Body) -> list[Node]:
    tiles = tiles_in(w, expr.data)
    return if_placed(w, tiles, expr.arguments[0], lambda pose: _borders(tiles, pose, body))


def _neighbours(w: Writer, tiles: Tiles, pose: Node, body: Body) -> list[Node]:
    """What shares an edge with a placement, in the order of the outline, each once."""
    kind = Thing(str(tiles.zone.zone.holds))
    making = Making(w, len(w.unit.instance.things_of(kind.kind)), NUMBER)
    marks = MemberBits(w, domain_of_type(w, kind), making)

    def beyond(_number: Node, _entry: Node, cell: Node) -> list[Node]:
        done, thing = named(w, content_at(w, tiles.zone, cell), NUMBER, "beside")
        return [*done, *marks.add(thing)]

    walked = tiles.each_border(pose, beyond)
    return [*marks.begin(), *making.begin(), *walked, *making.end(), *each_at(w, making.pointer, NUMBER, body)]


@operation_walk("neighbours-of-thing")
def _each_neighbour(w: Writer, expr: Op, body: Body) -> list[Node]:
    tiles = tiles_in(w, expr.data)
    return if_placed(w, tiles, expr.arguments[0], lambda pose: _neighbours(w, tiles, pose, body))


@operation_walk("pose-neighbours")
def _each_pose_neighbour(w: Writer, expr: Op, body: Body) -> list[Node]:
    of = expr.type
    if not (isinstance(of, Set) and isinstance(of.inner, Thing)):
        raise Unsupported("cells beside a placement")
    done, pose = bind(w, expr.arguments[0], "pose")
    return [*done, *_neighbours(w, tiles_of(w, expr.arguments[0]), pose.node, body)]


@operation("turn-of")
def _turn_of(w: Writer, expr: Op) -> Node:
    tiles = tiles_in(w, expr.data)
    found = w.fn.local("turn")
    walked = if_placed(w, tiles, expr.arguments[0], lambda pose: [put(found, op("i64.and", pose, i64(TURNS - 1)))])
    return valued([put(found, i64(0)), *walked], get(found), "i64")


@operation("border-beyond", "border-mine", "border-theirs", "border-side", "border-tile")
def _border(w: Writer, expr: Op) -> Node:
    tiles = tiles_of(w, expr.arguments[0])

    def make(border: Bound) -> Node:
        if expr.name == "border-tile":
            return tiles.tile(op("i64.div_u", border.node, i64(BORDERS)))
        done, pose, entry = tiles.entry(border.node)
        if expr.name == "border-mine":
            return valued(done, load(2 * ENTRY, entry), "i64")
        if expr.name == "border-side":
            return valued(done, op("i64.xor", load(ENTRY, entry), i64(2)), "i64")
        further, cell = named(w, op("i64.add", tiles.anchor(pose.node), load(0, entry)), NUMBER, "beyond")
        thing = content_at(w, tiles.zone, cell.node)
        if expr.name == "border-beyond":
            return valued([*done, *further], thing, "i64")
        before, other = named(w, thing, NUMBER, "beside")
        return valued([*done, *further, *before], tiles.printed_at(other.node, cell.node, load(ENTRY, entry)), "i64")

    return lifted(w, expr, make)


# ---------------------------------------------------------------- what is filled


def each_placed(w: Writer, tiles: Tiles, body: Callable[[Node, Node], list[Node]]) -> list[Node]:
    """Every tile that lies in the zone, with its placement."""
    things = list(w.unit.instance.things_of(str(tiles.zone.zone.holds)))
    if things != list(range(things[0], things[-1] + 1)):
        raise Unsupported("tiles of several kinds")
    pose = w.fn.local("placed")

    def turn(thing: Bound) -> list[Node]:
        location = op("i64.sub", entry_at(w.unit.plan.places, thing.node), i64(tiles.zone.base))
        lies = op("i64.lt_u", location, i64(tiles.zone.size))
        return [when(lies, [put(pose, entry_at(w.unit.plan.placements, thing.node)), *body(thing.node, get(pose))])]

    return each_between(w, things[0], i64(things[-1]), turn, filled=True)


@operation_walk("rim")
def _each_of_rim(w: Writer, expr: Op, body: Body) -> list[Node]:
    """The empty cells beside filled ones, ascending."""
    tiles = Tiles(w, zone_of(w.unit.instance, expr.arguments[0].type))
    marks, cell = w.fn.local("marks", "i32"), w.fn.local("beside")
    grid = tiles.table.grid
    if len(set(map(len, grid.sides))) != 1 or grid.width * grid.height != grid.size:
        raise Unsupported("a rim of another grid")

    def placed(_thing: Node, pose: Node) -> list[Node]:
        def covered(one: Bound) -> list[Node]:
            done: list[Node] = []
            for step in (-grid.width, 1, grid.width, -1):
                empty = op("i64.eq", content_at(w, tiles.zone, get(cell)), i64(NONE))
                done += [put(cell, op("i64.add", one.node, i64(step))), when(empty, set_bit(marks, get(cell)))]
            return done

        return [*tiles.check_inner(pose), *tiles.each_covered(pose, covered)]

    size = words(tiles.cells)
    begin = [put(marks, call("$marks", i32(ENTRY * size)))]
    return [*begin, *each_placed(w, tiles, placed), *each_bit(w, get(marks), size, i64(0), body)]


def each_tile_in(w: Writer, zone: ZoneLayout, body: Body) -> list[Node]:
    """Every tile of a zone, by its first cell."""
    tiles = Tiles(w, zone)
    marks = w.fn.local("marks", "i32")
    size = words(tiles.cells)

    def placed(_thing: Node, pose: Node) -> list[Node]:
        done, anchor = named(w, tiles.anchor(pose), NUMBER, "anchor")
        return [*done, *set_bit(marks, anchor.node)]

    def first(cell: Bound) -> list[Node]:
        done, thing = named(w, content_at(w, zone, cell.node), NUMBER, "tile")
        return [*done, *body(thing)]

    begin = [put(marks, call("$marks", i32(ENTRY * size)))]
    return [*begin, *each_placed(w, tiles, placed), *each_bit(w, get(marks), size, i64(0), first)]
