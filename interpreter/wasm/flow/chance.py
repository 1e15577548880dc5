"""What chance brings at a stop, by the generator of the position: see `reference/chance.py` for the order."""

from __future__ import annotations

from custumal.dsl.base.types import Place, bare
from custumal.dsl.model import Expr
from custumal.interpreter.position.contents import zone_of
from custumal.interpreter.program import Chance, DrawOne, RollOne, ShuffleOne
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.interpreter.wasm.entries.interchangeable import Interchangeable, interchangeable_of
from custumal.interpreter.wasm.expressions.core import Body, bind, value
from custumal.interpreter.wasm.expressions.unit import Bound, Unit, Writer
from custumal.interpreter.wasm.expressions.zones import each_of_chain, entry_at, pile_at
from custumal.interpreter.wasm.flow.control import CHANCE, stop
from custumal.interpreter.wasm.flow.listing import RECORD, Listing
from custumal.interpreter.wasm.flow.region import Region, follows
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import (
    UNREACHABLE,
    Node,
    block,
    branch,
    branch_if,
    call,
    get,
    give,
    i32,
    i64,
    load,
    no,
    of_all,
    op,
    put,
    store,
    when,
)  # fmt: skip
from custumal.interpreter.wasm.unsupported import Unsupported

Functions = dict[str, Function]


def nobody(r: Region) -> Node:
    """Nobody decides here."""
    return store(r.w.unit.plan.seat, i64(NONE))


def stop_functions(unit: Unit, pc: int, one: object) -> Functions:
    """What a stop of chance needs: `list` draws, `choose` goes on, `tell` tells."""
    match one:
        case RollOne():
            return {"list": _rolled(unit, pc, one), **_named(unit, pc, one.local.id)}
        case DrawOne() | ShuffleOne():
            return {"list": _drawn(unit, pc, one), **_named(unit, pc, one.local.id)}
        case Chance():
            return _chosen(unit, pc, one)
    raise Unsupported(type(one).__name__)


def _named(unit: Unit, pc: int, local: str) -> Functions:
    """What chance brought gets its name, and is told."""
    settled = Function(f"$settle{pc}", ((RECORD, "i32"),), "i32")
    settled.body = [store(unit.plan.frame[local].at, load(0, get(RECORD))), i32(pc + 1)]
    told = Function(f"$told{pc}", ((RECORD, "i32"),), "i32")
    told.body = [call("$say", i32(ord("["))), call("$say_number", load(0, get(RECORD))), call("$say", i32(ord("]"))), i32(0)]
    return {"choose": settled, "tell": told}


# ---------------------------------------------------------------- rolls


@follows(RollOne)
def _roll(r: Region, pc: int, one: RollOne) -> list[Node]:
    w, field = r.w, r.w.unit.plan.frame[one.local.id]
    before, low = bind(w, one.low, "low")
    further, high = bind(w, one.high, "high")
    alone = [store(field.at, low.node), *r.go(pc, pc + 1, leave=True)]
    return [nobody(r), *before, *further, when(op("i64.eq", low.node, high.node), alone), *stop(r, pc, CHANCE)]


def _rolled(unit: Unit, pc: int, one: RollOne) -> Function:
    drawn = Function(f"$draw{pc}", (("$unused", "i32"),), "i32")
    w = Writer(unit, drawn)
    before, low = bind(w, one.low, "low")
    further, high = bind(w, one.high, "high")
    count = op("i64.add", op("i64.sub", high.node, low.node), i64(1))
    number = op("i64.add", low.node, call("$below", i32(unit.plan.rng), count))
    drawn.body = [*before, *further, store(unit.plan.choices, number), i32(1)]
    return drawn


# ---------------------------------------------------------------- draws and shuffles


def _pile(w: Writer, one: DrawOne | ShuffleOne) -> tuple[ZoneLayout, Node, Node]:
    """The zone, the number of the pile, and how many of its lowest things take no part."""
    place = one.origin if isinstance(one, DrawOne) else one.place
    zone, number = pile_of(w, place)
    return zone, number, i64(0) if isinstance(one, DrawOne) else value(w, one.position)


def pile_of(w: Writer, place: Expr) -> tuple[ZoneLayout, Node]:
    """The zone of a place that holds several, and the number of its pile."""
    if not isinstance(bare(place.type), Place):
        raise Unsupported("a draw from what is no place")
    zone = zone_of(w.unit.instance, place.type)
    number = value(w, place)
    return zone, pile_at(zone, number if zone.cells == 1 else op("i64.mul", number, i64(zone.cells)))


def _things(w: Writer, one: DrawOne | ShuffleOne, body: Body) -> list[Node]:
    """The things that can come, lowest first."""
    _, number, position = _pile(w, one)
    skipped = w.fn.local("skipped")

    def turn(thing: Bound) -> list[Node]:
        if isinstance(one, DrawOne):
            return body(thing)
        over = op("i64.le_s", get(skipped), i64(0))
        return [when(over, body(thing)), put(skipped, op("i64.sub", get(skipped), i64(1)))]

    walked = each_of_chain(w, entry_at(w.unit.plan.bottoms, number), w.unit.plan.ahead, turn)
    return walked if isinstance(one, DrawOne) else [put(skipped, position), *walked]


def _like(w: Writer, one: DrawOne | ShuffleOne) -> Interchangeable:
    zone, _, _ = _pile(w, one)
    return interchangeable_of(w.unit, str(zone.zone.holds), None)


def _one_class(like: Interchangeable, first: Node, thing: Node) -> Node:
    """Whether a thing is of the class of another one, the places in a pile apart."""
    same = call(like.same(), first, thing)
    apart = like.apart()
    if apart is None:
        return same
    other = no(call(apart, thing))
    return op("i32.or", op("i64.eq", first, thing), op("i32.and", same, op("i32.and", other, no(call(apart, first)))))


@follows(DrawOne, ShuffleOne)
def _draw(r: Region, pc: int, one: DrawOne | ShuffleOne) -> list[Node]:
    """A stop, unless all that can come is alike."""
    w, field = r.w, r.w.unit.plan.frame[one.local.id]
    like = _like(w, one)
    first, label = w.fn.local("first"), w.fn.label("differ")

    def turn(thing: Bound) -> list[Node]:
        return [
            when(
                op("i64.eq", get(first), i64(NONE)),
                [put(first, thing.node)],
                [when(no(_one_class(like, get(first), thing.node)), [branch(label)])],
            )
        ]

    alone = [
        when(op("i64.eq", get(first), i64(NONE)), [UNREACHABLE]),
        store(field.at, get(first)),
        *r.go(pc, pc + 1, leave=True),
    ]
    return [nobody(r), block(label, [put(first, i64(NONE)), *_things(w, one, turn), *alone]), *stop(r, pc, CHANCE)]


def _drawn(unit: Unit, pc: int, one: DrawOne | ShuffleOne) -> Function:
    """The first of the class of the one that is drawn."""
    fn = Function(f"$draw{pc}", (("$unused", "i32"),), "i32")
    w = Writer(unit, fn)
    like = _like(w, one)
    _, number, position = _pile(w, one)
    left, drawn = fn.local("left"), fn.local("drawn")
    found, first = fn.label("found"), fn.label("first")
    count = op("i64.sub", entry_at(unit.plan.counts, number), position)

    def pick(thing: Bound) -> list[Node]:
        chosen = [put(drawn, thing.node), branch(found)]
        return [when(op("i64.eqz", get(left)), chosen), put(left, op("i64.sub", get(left), i64(1)))]

    def alike(thing: Bound) -> list[Node]:
        return [when(_one_class(like, thing.node, get(drawn)), [put(drawn, thing.node), branch(first)])]

    again = [] if like.all_differ else [block(first, _things(w, one, alike))]
    fn.body = [
        put(left, call("$below", i32(unit.plan.rng), count)),
        block(found, [*_things(w, one, pick), UNREACHABLE]),
        *again,
        store(unit.plan.choices, get(drawn)),
        i32(1),
    ]
    return fn


# ---------------------------------------------------------------- choices


@follows(Chance)
def _chance(r: Region, pc: int, one: Chance) -> list[Node]:
    w, point = r.w, one.point
    count = w.fn.local("count", "i32")
    alone = give(call(f"$choose{point.number}", of_all("$list_base")))
    return [
        nobody(r),
        put(count, call(f"$list{point.number}", i32(0))),
        when(op("i32.eqz", get(count)), r.go(pc, point.nothing, leave=True)),
        when(op("i32.eq", get(count), i32(1)), [alone]),
        *stop(r, pc, CHANCE),
    ]


def _chosen(unit: Unit, pc: int, one: Chance) -> Functions:
    """Of the choices, each with its weight, the one that is drawn comes to the beginning of the buffer."""
    point = one.point
    listing = Listing(unit, point, weighted=True)
    unit.module.add(listing.written())
    fn = Function(f"$draw{pc}", (("$unused", "i32"),), "i32")
    size, first = listing.width, unit.plan.choices
    at, end, left = fn.local("at", "i32"), fn.local("end", "i32"), fn.local("left")
    weight = load(size - ENTRY, get(at))
    step = put(at, op("i32.add", get(at), i32(size)))
    fn.body = [
        put(end, op("i32.add", i32(first), op("i32.mul", call(f"$list{point.number}", i32(0)), i32(size)))),
        put(at, i32(first)),
        put(left, i64(0)),
        Node("loop", ("$sum",), (
            put(left, op("i64.add", get(left), weight)),
            step,
            Node("br_if", ("$sum",), (op("i32.lt_u", get(at), get(end)),)),
        )),
        put(left, call("$below", i32(unit.plan.rng), get(left))),
        put(at, i32(first)),
        block("$drawn", [Node("loop", ("$next",), (
            branch_if("$drawn", op("i64.lt_s", get(left), weight)),
            put(left, op("i64.sub", get(left), weight)),
            step,
            branch("$next"),
        ))]),
        Node("memory.copy", (), (i32(first), get(at), i32(size))),
        i32(1),
    ]  # fmt: skip
    return {"list": fn, "choose": listing.choose(), "tell": listing.tell()}
