"""Which standing rules hold now, and for whom: something is done for each binding of a rule (law 1 of the language)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from custumal.dsl.base.types import Seat, Thing
from custumal.dsl.model import Carrier, Kind, Rule
from custumal.interpreter.setup.layout import BOX, ZoneLayout
from custumal.interpreter.wasm.expressions.core import all_of, each_at, each_between, known_value, value
from custumal.interpreter.wasm.expressions.unit import Bound, Unit, Writer
from custumal.interpreter.wasm.expressions.zones import entry_at
from custumal.interpreter.wasm.memory.shapes import NONE, NUMBER
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import (
    UNREACHABLE,
    Node,
    call,
    choose,
    get,
    give,
    i32,
    i64,
    no,
    number_of,
    op,
    put,
    when,
)  # fmt: skip

Inside = Callable[[Writer], "list[Node]"]
NOBODY = Bound(i64(NONE), NUMBER, (None,))


def each_binding(
    w: Writer, rule: Rule, names: Mapping[str, Bound], seat: Bound, body: Inside, *, ask: bool = True, is_someone: bool = False
) -> list[Node]:
    """Do something for every binding under which a rule is in force, concerns the seat (or nobody) and, if that is asked, applies.

    Args:
        w: knows the names around.
        rule: the rule.
        names: what its own names stand for.
        seat: who acts, or `NOBODY`.
        body: is given a writer that knows the rule's names.
        ask: whether its `if` has to hold.
        is_someone: whether it is known that the seat is one.
    """
    around, asked = w.binding(dict(names)), [rule.applies] if ask and rule.applies is not None else []

    def inside(here: Writer) -> list[Node]:
        return _if_all([*_concerns(here, rule, seat), *(value(here, part) for part in asked)], lambda: body(here))

    if rule.carrier is not None:
        early, asked = w.unit.static.parted(rule.carrier, rule.applies if ask else None)
        carried = partial(_each_carried, around, rule, rule.carrier, seat, inside, is_someone=is_someone)
        return _if_all([value(around, part) for part in early], carried)
    if rule.condition is None:
        return inside(around)
    known = known_value(around, rule.condition)
    if known:
        return inside(around) if known[0] else []
    return [when(value(around, rule.condition), inside(around))]


def _if_all(tests: list[Node], then: Callable[[], list[Node]]) -> list[Node]:
    """Do something if all tests hold, which may be known already."""
    test = all_of(tests)
    if test is None:
        return then()
    return [] if number_of(test) == 0 else [when(test, then())]


def _concerns(w: Writer, rule: Rule, seat: Bound) -> list[Node]:
    """Whether the rule is about this seat; without a seat it is about everyone."""
    if rule.concerns == "everyone" or number_of(seat.node) == NONE:
        return []
    nobody = op("i64.eq", seat.node, i64(NONE))
    if rule.concerns == "owner":
        if rule.carrier is None:
            return [nobody]
        return [op("i32.or", nobody, op("i64.eq", value(w, rule.carrier.owner), seat.node))]
    if rule.seats is None:
        return [nobody]
    return [op("i32.or", nobody, call("$contains", value(w, rule.seats), seat.node))]


# ---------------------------------------------------------------- abilities


def _each_carried(w: Writer, rule: Rule, carrier: Carrier, seat: Bound, body: Inside, *, is_someone: bool) -> list[Node]:
    """Once for every seat served, seats ascending; once for each thing if it serves everyone."""
    kind = w.unit.instance.game.kinds[carrier.kind]
    things = w.unit.instance.of_row[carrier.kind][carrier.row]
    if not things:
        return []
    if kind.serves == "everyone" or len(things) == 1:
        done: list[Node] = []
        for thing in things:
            this = Bound(i64(thing), NUMBER, (thing,))
            done += _served_once(w, rule, carrier, kind, this, body)
        return done
    only = seat.node if rule.concerns == "owner" and is_someone else None
    return _by_seat(w, rule, carrier, kind, things, only, body)


def _served_once(w: Writer, rule: Rule, carrier: Carrier, kind: Kind, this: Bound, body: Inside) -> list[Node]:
    before, owner = _owner(w, kind, this)
    here = w.binding({carrier.this.id: this, carrier.owner.id: owner, carrier.copies.id: Bound(i64(1), NUMBER, (1,))})
    test = _is_active(here, rule, carrier, kind)
    return [*before, *(body(here) if test is None else [when(test, body(here))])]


def _by_seat(
    w: Writer, rule: Rule, carrier: Carrier, kind: Kind, things: tuple[int, ...], only: Node | None, body: Inside
) -> list[Node]:  # fmt: skip
    """Nobody first, then each seat: the first of its active copies, and how many they are. Where the rule concerns an owner alone, and
    that is `only` this seat, nothing is asked about the others."""
    first, copies, served = w.fn.local("first"), w.fn.local("copies"), w.fn.local("owners")
    pointer = i32(w.unit.pool.tuple(things))

    def each_active(thing: Bound, then: list[Node], seat: str | None = None) -> list[Node]:
        before, owner = _owner(w, kind, thing)
        here = w.binding({carrier.this.id: thing, carrier.owner.id: owner, carrier.copies.id: Bound(i64(1), NUMBER, (1,))})
        done = then or [put(served, op("i64.or", get(served), _bit(owner.node)))]
        active = _is_active(here, rule, carrier, kind)
        mine = done if active is None else [when(active, done)]
        return [*before, *(mine if seat is None else [when(op("i64.eq", owner.node, get(seat)), mine)])]

    def turn(number: Bound) -> list[Node]:
        seat = w.fn.local("served")

        def copy(thing: Bound) -> list[Node]:
            more = [
                when(op("i64.eqz", get(copies)), [put(first, thing.node)]),
                put(copies, op("i64.add", get(copies), i64(1))),
            ]
            return each_active(thing, more, seat)

        bound = {
            carrier.this.id: Bound(get(first), NUMBER),
            carrier.owner.id: Bound(get(seat), NUMBER),
            carrier.copies.id: Bound(get(copies), NUMBER),
        }
        found = [
            put(copies, i64(0)),
            *each_at(w, pointer, NUMBER, copy, count=len(things)),
            when(op("i64.gt_s", get(copies), i64(0)), body(w.binding(bound))),
        ]
        return [
            put(seat, number.node),
            when(op("i64.lt_s", get(seat), i64(0)), [put(seat, i64(NONE))]),
            when(no(op("i64.eqz", op("i64.and", get(served), _bit(get(seat))))), found),
        ]

    if only is not None:
        return [put(served, i64(-1)), *turn(Bound(only, NUMBER))]
    seats = each_between(w, -1, i64(len(w.unit.instance.all_seats) - 1), turn, filled=True)
    return [put(served, i64(0)), *each_at(w, pointer, NUMBER, lambda thing: each_active(thing, []), count=len(things)), *seats]


def _bit(seat: Node) -> Node:
    """A seat, or nobody, as one of 64 bits."""
    number = choose(op("i64.eq", seat, i64(NONE)), i64(_NOBODY), seat, "i64")
    return op("i64.shl", i64(1), number)


_NOBODY = 63


def _owner(w: Writer, kind: Kind, thing: Bound) -> tuple[list[Node], Bound]:
    """The seat that a thing's abilities serve."""
    if kind.serves == "everyone":
        return [], NOBODY
    if kind.serves == "owner":
        owners = [one.owner for one in w.unit.instance.things]
        found = entry_at(w.unit.pool.table([w.unit.pool.number(owner) for owner in owners]), thing.node)
    else:
        found = call(_holder(w.unit), thing.node)
    name = w.fn.local("owner")
    return [put(name, found)], Bound(get(name), NUMBER)


def _holder(unit: Unit) -> str:
    """The seat in whose zone a thing lies, also on another thing of that seat."""

    def make() -> Function:
        layout = unit.instance.layout
        seats = unit.pool.table([unit.pool.number(_argument(zone, at, Seat)) for at, zone in enumerate(layout.zone_at)])
        below = unit.pool.table([unit.pool.number(_argument(zone, at, Thing)) for at, zone in enumerate(layout.zone_at)])
        fn = Function("$holder", (("$thing", "i64"),), "i64")
        location, seat = fn.local("location"), fn.local("seat")
        turn = (
            put(location, entry_at(unit.plan.places, get("$thing"))),
            when(op("i64.eq", get(location), i64(BOX)), [give(i64(NONE))]),
            put(seat, entry_at(seats, get(location))),
            when(op("i64.ne", get(seat), i64(NONE)), [give(get(seat))]),
            put("$thing", entry_at(below, get(location))),
            when(op("i64.eq", get("$thing"), i64(NONE)), [give(i64(NONE))]),
            Node("br", ("$next",)),
        )
        fn.body = [Node("loop", ("$next",), turn), UNREACHABLE]
        return fn

    return unit.function("$holder", make)


def _argument(zone: ZoneLayout, location: int, wanted: type[Seat | Thing]) -> int | None:
    """The first seat, or thing, that the instance of the zone belongs to in which a location is."""
    arguments = zone.arguments((location - zone.base) // zone.cells)
    return next((argument for of, argument in zip(zone.zone.parameters, arguments, strict=True) if isinstance(of, wanted)), None)


def _is_active(w: Writer, rule: Rule, carrier: Carrier, kind: Kind) -> Node | None:
    """Whether a copy is active; None if it always is. `w` knows this, owner and copies."""
    if rule.condition is not None:
        return value(w, rule.condition)
    if kind.active is None:
        return None
    names = {}
    if kind.this is not None:
        names[kind.this.id] = w.env[carrier.this.id]
    if kind.owner is not None:
        names[kind.owner.id] = w.env[carrier.owner.id]
    return value(w.binding(names), kind.active)
