"""Things that change their places. A thing is in exactly one place; what lies on it goes along, and leaves the game with it."""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.base.types import Cell, Place, Pose, Set, Type, bare
from custumal.dsl.model import Draw, Expr, Local, Move, Reveal
from custumal.interpreter.position.contents import zone_of
from custumal.interpreter.program import Arrange
from custumal.interpreter.setup.layout import BOX, ZoneLayout
from custumal.interpreter.setup.placements import TilePlacements
from custumal.interpreter.wasm.expressions.arena import Making
from custumal.interpreter.wasm.expressions.contents import each_thing_in
from custumal.interpreter.wasm.expressions.core import bind, each, each_at, is_some, may_be_none, named, value
from custumal.interpreter.wasm.expressions.poses import each_covered
from custumal.interpreter.wasm.expressions.tiles import Tiles
from custumal.interpreter.wasm.expressions.unit import Bound, Unit, Writer
from custumal.interpreter.wasm.expressions.zones import (
    cells_of,
    content_at,
    each_thing_at,
    entry_at,
    pile_at,
    room_left,
)  # fmt: skip
from custumal.interpreter.wasm.flow.statements import Statements, statement
from custumal.interpreter.wasm.memory.plan import WORD, is_masked, words
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE, NUMBER
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import (
    UNREACHABLE,
    Node,
    block,
    branch,
    branch_if,
    call,
    choose,
    get,
    give,
    i32,
    i64,
    load_pointer,
    op,
    put,
    scaled,
    store,
    when,
)  # fmt: skip
from custumal.interpreter.wasm.unsupported import Unsupported

THING = "$thing"


def put_entry(base: int, index: Node, number: Node) -> Node:
    """Write one of the numbers that stand one behind the other."""
    return store(base, number, scaled(index, ENTRY))


# ---------------------------------------------------------------- functions of a module


def lift(unit: Unit) -> str:
    """Takes a thing from where it lies; it is in the box then."""

    def make() -> Function:
        fn = Function("$lift", ((THING, "i64"),))
        w = Writer(unit, fn)
        location = fn.local("location")
        fn.body = [
            put(location, entry_at(unit.plan.places, get(THING))),
            when(op("i64.lt_s", get(location), i64(0)), [give()]),
            put_entry(unit.plan.places, get(THING), i64(BOX)),
        ]
        for zone in unit.instance.zones.values():
            if zone.zone.holds is not None and zone.size:
                done, local = named(w, op("i64.sub", get(location), i64(zone.base)), NUMBER, "local")
                inside = op("i64.lt_u", local.node, i64(zone.size))
                fn.body += [*done, when(inside, [*_lifted(w, zone, local.node), give()])]
        fn.body.append(UNREACHABLE)
        return fn

    return unit.function("$lift", make)


def _lifted(w: Writer, zone: ZoneLayout, local: Node) -> Statements:
    plan = w.unit.plan
    if zone.content < 0:
        return _unlinked(w, pile_at(zone, local))
    contents = plan.content[zone.name]
    if zone.placements is None:
        return [put_entry(contents, local, i64(NONE))]
    pose = w.fn.local("pose")
    return [
        put(pose, entry_at(plan.placements, get(THING))),
        when(op("i64.eq", get(pose), i64(NONE)), [UNREACHABLE]),
        *each_covered(w, zone, get(pose), lambda cell: [put_entry(contents, cell.node, i64(NONE)), *_marked(w, zone, cell.node)]),
        put_entry(plan.placements, get(THING), i64(NONE)),
    ]


def _marked(w: Writer, zone: ZoneLayout, cell: Node) -> Statements:
    """In the mask of filled cells one more is filled, or one less."""
    if not is_masked(zone):
        return []
    inside = cell if zone.instances == 1 else op("i64.rem_u", cell, i64(zone.cells))
    word = op("i64.shr_u", inside, i64(WORD.bit_length() - 1))
    if zone.instances > 1:
        word = op("i64.add", word, op("i64.mul", op("i64.div_u", cell, i64(zone.cells)), i64(words(zone.cells))))
    at = w.unit.plan.filled[zone.name]
    done, index = named(w, word, NUMBER, "word")
    bit = op("i64.shl", i64(1), op("i64.and", inside, i64(WORD - 1)))
    return [*done, put_entry(at, index.node, op("i64.xor", entry_at(at, index.node), bit))]


def _unlinked(w: Writer, number: Node) -> Statements:
    plan = w.unit.plan
    done, pile = named(w, number, NUMBER, "pile")
    above, below = w.fn.local("above"), w.fn.local("below")
    return [
        *done,
        put(above, entry_at(plan.ahead, get(THING))),
        put(below, entry_at(plan.behind, get(THING))),
        _joined(w, pile.node, get(below), get(above)),
        _joined_down(w, pile.node, get(above), get(below)),
        put_entry(plan.counts, pile.node, op("i64.sub", entry_at(plan.counts, pile.node), i64(1))),
        *([put_entry(column, get(THING), i64(NONE)) for column in (plan.ahead, plan.behind)] if plan.reached < plan.path else []),
    ]


def _joined(w: Writer, pile: Node, below: Node, above: Node) -> Node:
    """What lies above a thing, or above the table, is this."""
    plan = w.unit.plan
    return when(op("i64.eq", below, i64(NONE)), [put_entry(plan.bottoms, pile, above)], [put_entry(plan.ahead, below, above)])


def _joined_down(w: Writer, pile: Node, above: Node, below: Node) -> Node:
    """What lies below a thing, or on top of the pile, is this."""
    plan = w.unit.plan
    return when(op("i64.eq", above, i64(NONE)), [put_entry(plan.tops, pile, below)], [put_entry(plan.behind, above, below)])


def place(unit: Unit, zone: ZoneLayout) -> str:
    """Moves a thing to a local location of a zone, on top of a pile or below it (`$bottom`)."""
    name = f"$place.{zone.name}"

    def make() -> Function:
        fn = Function(name, ((THING, "i64"), ("$local", "i64"), ("$bottom", "i32")))
        w = Writer(unit, fn)
        if zone.placements is not None:
            raise Unsupported("a thing in a cell of placements")
        fn.body = [call(lift(unit), get(THING)), *_put(w, zone, get("$local"))]
        fn.body.append(put_entry(unit.plan.places, get(THING), op("i64.add", get("$local"), i64(zone.base))))
        return fn

    return unit.function(name, make)


def _put(w: Writer, zone: ZoneLayout, local: Node) -> Statements:
    if zone.content >= 0:
        full = op("i64.ne", content_at(w, zone, local), i64(NONE))
        return [when(full, [UNREACHABLE]), put_entry(w.unit.plan.content[zone.name], local, get(THING))]
    done: Statements = []
    if any(room is not None for room in zone.room):
        done.append(when(op("i64.le_s", room_left(w, zone, local), i64(0)), [UNREACHABLE]))
    return [*done, *_linked(w, zone, pile_at(zone, local))]


def _linked(w: Writer, zone: ZoneLayout, number: Node) -> Statements:
    """Into a pile; a heap is kept ascending."""
    plan = w.unit.plan
    done, pile = named(w, number, NUMBER, "pile")
    above, below = w.fn.local("above"), w.fn.local("below")
    top, bottom = entry_at(plan.tops, pile.node), entry_at(plan.bottoms, pile.node)
    if zone.ordered:
        found = [
            put(below, choose(get("$bottom"), i64(NONE), top, "i64")),
            put(above, choose(get("$bottom"), bottom, i64(NONE), "i64")),
        ]
    else:
        out, again = w.fn.label("found"), w.fn.label("down")
        down = [
            branch_if(out, op("i64.lt_s", get(below), get(THING))),
            put(above, get(below)),
            put(below, entry_at(plan.behind, get(below))),
            branch(again),
        ]
        # Nothing is less than every thing, so below the lowest one the walk ends.
        found = [put(above, i64(NONE)), put(below, top), block(out, [Node("loop", (again,), tuple(down))])]
    return [
        *done,
        *found,
        put_entry(plan.ahead, get(THING), get(above)),
        put_entry(plan.behind, get(THING), get(below)),
        _joined(w, pile.node, get(below), get(THING)),
        _joined_down(w, pile.node, get(above), get(THING)),
        put_entry(plan.counts, pile.node, op("i64.add", entry_at(plan.counts, pile.node), i64(1))),
    ]


def lay(unit: Unit, zone: ZoneLayout) -> str:
    """Lays a thing down in a pose of a zone."""
    name = f"$lay.{zone.name}"

    def make() -> Function:
        fn = Function(name, ((THING, "i64"), ("$pose", "i64")))
        w = Writer(unit, fn)
        contents = unit.plan.content[zone.name]
        first = fn.local("first")
        inner = Tiles(w, zone).check_inner(get("$pose")) if isinstance(zone.placements, TilePlacements) else []

        def check(cell: Bound) -> Statements:
            lowest = when(op("i64.lt_s", get(first), i64(0)), [put(first, cell.node)])
            return [lowest, when(op("i64.ne", content_at(w, zone, cell.node), i64(NONE)), [UNREACHABLE])]

        fn.body = [
            *inner,
            call(lift(unit), get(THING)),
            put(first, i64(-1)),
            *each_covered(w, zone, get("$pose"), check),
            *each_covered(w, zone, get("$pose"), lambda cell: [put_entry(contents, cell.node, get(THING)), *_marked(w, zone, cell.node)]),
            put_entry(unit.plan.places, get(THING), op("i64.add", get(first), i64(zone.base))),
            put_entry(unit.plan.placements, get(THING), get("$pose")),
        ]
        return fn

    return unit.function(name, make)


def discard(unit: Unit) -> str:
    """Takes a thing, and everything that lies on it, out of play."""

    def make() -> Function:
        fn = Function("$discard", ((THING, "i64"),))
        w = Writer(unit, fn)
        fn.body = [call(lift(unit), get(THING)), *_riders_discarded(w)]
        return fn

    return unit.function("$discard", make)


def _riders_discarded(w: Writer) -> Statements:
    carried = w.unit.instance.layout.carried
    if not any(carried):
        return []
    pointer = w.fn.local("carried", "i32")
    at = load_pointer(w.unit.pool.pointers(carried), scaled(get(THING), ENTRY))

    def off(location: Bound) -> Statements:
        done: Statements = []
        for zone in w.unit.instance.zones.values():
            if zone.zone.holds is None or not zone.size:
                continue
            before, local = named(w, op("i64.sub", location.node, i64(zone.base)), NUMBER, "local")
            making = Making(w, len(w.unit.instance.things_of(zone.zone.holds)), NUMBER)
            walked = each_thing_at(w, zone, local.node, making.add)
            riders = [
                *making.begin(), *walked, *making.end(), *each_at(w, making.pointer, NUMBER, lambda one: [call("$discard", one.node)])
            ]  # fmt: skip
            done += [*before, when(op("i64.lt_u", local.node, i64(zone.size)), riders)]
        return done

    return [put(pointer, at), *each_at(w, get(pointer), NUMBER, off)]


# ---------------------------------------------------------------- effects


@statement(Move)
def _move(w: Writer, one: Move) -> Statements:
    done = _moved(w, one)
    return done if one.condition is None else [when(value(w, one.condition), done)]


def _moved(w: Writer, one: Move) -> Statements:
    if one.target is None:
        return each_moved(w, one.things, lambda thing: [call(discard(w.unit), thing.node)])
    before, target = bind(w, one.target, "target")
    of = bare(one.target.type)
    zone = zone_of(w.unit.instance, of)
    if isinstance(of, Pose):
        inner = _first_laid(w, one.things, zone, target)
    else:
        turned = zone.ordered and not one.bottom
        inner = each_moved(w, one.things, lambda thing: put_thing(w, thing, zone, of, target, bottom=one.bottom), turned=turned)
    if may_be_none(one.target) or _is_name(one.target):
        inner = [when(is_some(target.node, target.shape), inner)]
    return [*before, *inner]


def _is_name(expr: Expr) -> bool:
    return isinstance(expr, Local)


def _first_laid(w: Writer, things: Expr, zone: ZoneLayout, pose: Bound) -> Statements:
    out = w.fn.label("laid")
    return [block(out, each_moved(w, things, lambda thing: [call(lay(w.unit, zone), thing.node, pose.node), branch(out)]))]


def put_thing(w: Writer, thing: Bound, zone: ZoneLayout, of: Type, target: Bound, *, bottom: bool) -> Statements:
    """Move a thing to a place or cell; in a board without a cell named, to its first cell with room."""
    if isinstance(zone.placements, TilePlacements):
        if not isinstance(of, Cell):
            raise Unsupported("a tile without a cell")
        return [call(lay(w.unit, zone), thing.node, Tiles(w, zone).pose(thing.node, target.node))]
    if zone.board is None or isinstance(of, Cell):
        return [call(place(w.unit, zone), thing.node, target.node, i32(int(bottom)))]
    done, start, end = cells_of(w, zone, target)
    cell, again, out = w.fn.local("cell"), w.fn.label("next"), w.fn.label("room")
    turn = [
        branch_if(out, op("i64.gt_s", room_left(w, zone, get(cell)), i64(0))),
        put(cell, op("i64.add", get(cell), i64(1))),
        Node("br_if", (again,), (op("i64.le_s", get(cell), end),)),
        UNREACHABLE,
    ]
    none = when(op("i64.gt_s", start, end), [UNREACHABLE])
    found = [none, put(cell, start), block(out, [Node("loop", (again,), tuple(turn))])]
    return [*done, *found, call(place(w.unit, zone), thing.node, get(cell), i32(int(bottom)))]


def each_moved(w: Writer, expr: Expr, body: Callable[[Bound], Statements], *, turned: bool = False) -> Statements:
    """The things that an expression names: one, maybe one, a set, or all in a place or cell; they are known before the first moves."""
    of = bare(expr.type)
    if not isinstance(of, Place | Cell | Set):
        done, thing = bind(w, expr, "thing")
        inner = body(thing)
        may_be = may_be_none(expr) or _is_name(expr)
        return [*done, *([when(is_some(thing.node, thing.shape), inner)] if may_be else inner)]
    done, making = gathered(w, expr)
    backwards = [call("$reverse", making.pointer)] if turned else []
    return [*done, *backwards, *each_at(w, making.pointer, NUMBER, body)]


def gathered(w: Writer, expr: Expr) -> tuple[Statements, Making]:
    """The things that an expression names, as a tuple."""
    of = bare(expr.type)
    making = Making(w, len(w.unit.instance.things), NUMBER)
    if isinstance(of, Set):
        walked = each(w, expr, making.add)
    elif isinstance(of, Place | Cell):
        done, where = bind(w, expr, "where")
        zone = zone_of(w.unit.instance, of)
        inside = each_thing_in(w, zone, where, making.add) if isinstance(of, Place) else each_thing_at(w, zone, where.node, making.add)
        walked = [*done, *([when(is_some(where.node, where.shape), inside)] if may_be_none(expr) else inside)]
    else:
        done, thing = bind(w, expr, "thing")
        walked = [*done, when(is_some(thing.node, thing.shape), making.add(thing))]
    return [*making.begin(), *walked, *making.end()], making


@statement(Draw)
def _draw(w: Writer, one: Draw) -> Statements:
    done, left = w.fn.local("left"), w.fn.label("drawn")
    before, target = bind(w, one.target, "target")
    of = bare(one.target.type)
    zone = zone_of(w.unit.instance, of)

    def drawn(thing: Bound) -> Statements:
        return [
            branch_if(left, op("i64.le_s", get(done), i64(0))),
            put(done, op("i64.sub", get(done), i64(1))),
            *put_thing(w, thing, zone, of, target, bottom=False),
        ]

    walked = [put(done, value(w, one.count)), block(left, each_moved(w, one.origin, drawn))]
    if may_be_none(one.target) or _is_name(one.target):
        walked = [when(is_some(target.node, target.shape), walked)]
    found = [*before, *walked]
    return found if one.condition is None else [when(value(w, one.condition), found)]


@statement(Reveal)
def _reveal(_w: Writer, _one: Reveal) -> Statements:
    """Who knows what is not followed here."""
    return []


# ---------------------------------------------------------------- shuffling


@statement(Arrange)
def _arrange(w: Writer, one: Arrange) -> Statements:
    """A thing changes places with what stands at a position of its pile."""
    zone = zone_of(w.unit.instance, one.place.type)
    place_number = value(w, one.place)
    number = pile_at(zone, place_number if zone.cells == 1 else op("i64.mul", place_number, i64(zone.cells)))
    done, pile = named(w, number, NUMBER, "pile")
    left, other, out, again = w.fn.local("left"), w.fn.local("other"), w.fn.label("there"), w.fn.label("next")
    plan = w.unit.plan
    up = [
        branch_if(out, op("i64.le_s", get(left), i64(0))),
        put(left, op("i64.sub", get(left), i64(1))),
        put(other, entry_at(plan.ahead, get(other))),
        branch(again),
    ]
    walked = [
        put(left, value(w, one.position)),
        put(other, entry_at(plan.bottoms, pile.node)),
        block(out, [Node("loop", (again,), tuple(up))]),
    ]
    return [*done, *walked, call(_exchange(w.unit), pile.node, value(w, one.local), get(other))]


def _exchange(unit: Unit) -> str:
    """Two things of a pile change places."""

    def make() -> Function:
        fn = Function("$exchange", (("$pile", "i64"), ("$a", "i64"), ("$b", "i64")))
        plan = unit.plan
        names = {name: fn.local(name) for name in ("below_a", "above_a", "below_b", "above_b")}

        def joined(below: Node, above: Node) -> Node:
            return call(join(unit), get("$pile"), below, above)

        a, b = get("$a"), get("$b")
        below_a, above_a, below_b, above_b = (get(name) for name in names.values())
        fn.body = [
            when(op("i64.eq", a, b), [give()]),
            put(names["below_a"], entry_at(plan.behind, a)),
            put(names["above_a"], entry_at(plan.ahead, a)),
            put(names["below_b"], entry_at(plan.behind, b)),
            put(names["above_b"], entry_at(plan.ahead, b)),
            when(op("i64.eq", above_a, b), [joined(below_a, b), joined(b, a), joined(a, above_b), give()]),
            when(op("i64.eq", above_b, a), [joined(below_b, a), joined(a, b), joined(b, above_a), give()]),
            joined(below_a, b),
            joined(b, above_a),
            joined(below_b, a),
            joined(a, above_b),
        ]
        return fn

    return unit.function("$exchange", make)


def join(unit: Unit) -> str:
    """Of a pile one thing lies right above another one; nothing below is the table, nothing above is the top."""

    def make() -> Function:
        fn = Function("$join", (("$pile", "i64"), ("$below", "i64"), ("$above", "i64")))
        w = Writer(unit, fn)
        fn.body = [
            _joined(w, get("$pile"), get("$below"), get("$above")),
            _joined_down(w, get("$pile"), get("$above"), get("$below")),
        ]
        return fn

    return unit.function("$join", make)
