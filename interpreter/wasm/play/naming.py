"""Names of choices for searches, as numbers: alike wherever a seat could not tell choices apart (see `interpreter/search/observing.py`)."""

from __future__ import annotations

from custumal.dsl.base.types import Seat, Set, Thing, Type, bare
from custumal.dsl.model import Local
from custumal.interpreter.knowledge.seen import hidden_kinds
from custumal.interpreter.program import Choosing, Point
from custumal.interpreter.setup.layout import BOX, NOT_FIXED, ZoneLayout
from custumal.interpreter.wasm.expressions.unit import Unit, Writer
from custumal.interpreter.wasm.flow.listing import Listing
from custumal.interpreter.wasm.memory.packed import entries_of
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import (
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
    narrow,
    op,
    plus,
    put,
    scaled,
    when,
)  # fmt: skip
from custumal.interpreter.wasm.unsupported import Unsupported

RECORD, SEAT, NAME = "$record", "$seat", "$name"


class Naming:
    """Writes the function that names the records of one point, as a seat sees them."""

    def __init__(self, unit: Unit, point: Point, listing: Listing) -> None:
        self.unit, self.point, self.listing = unit, point, listing
        self._hidden = hidden_kinds(unit.instance)

    def written(self) -> Function:
        fn = Function(f"$name{self.point.number}", ((RECORD, "i32"), (SEAT, "i64")), "i64")
        w = Writer(self.unit, fn)
        name, number = fn.local("name"), fn.local("number", "i32")
        fn.body = [put(name, call("$absorb", i64(1), load(0, get(RECORD)))), put(number, narrow(load(0, get(RECORD))))]
        for index, choosing in enumerate(self.point.choosings):
            parts = [put(name, part) for part in self._parts(w, choosing, name)]
            if parts:
                fn.body.append(when(op("i32.eq", get(number), i32(index)), parts))
        if self.listing.linked:
            links = narrow(load(self.listing.width - ENTRY, get(RECORD)))
            fn.body.append(put(name, call("$name_links", links, get(SEAT), get(name))))
        fn.body.append(get(name))
        return fn

    def _parts(self, w: Writer, choosing: Choosing, name: str) -> list[Node]:
        carried = [] if choosing.carrier is None else [choosing.carrier.this]
        found = []
        for place, local in enumerate((*carried, *(entry.local for entry in entries_of(choosing)))):
            value = load(ENTRY * (place + 1), get(RECORD))
            found.append(self._named(w, local, value, name, told=place < len(carried)))
        return found

    def _named(self, w: Writer, local: Local, value: Node, name: str, *, told: bool) -> Node:
        """The name with one more value; `told`: whatever it is, everybody is told."""
        hidden = not told and self._is_hidden(local.type)
        if w.shape(local.type).kind == "tuple":
            known = narrow(value)
            return call("$absorb", get(name), call(self._set(), known, get(SEAT))) if hidden else call("$absorb_tuple", get(name), known)
        return call("$absorb", get(name), call(self._thing(), value, get(SEAT)) if hidden else value)

    def _is_hidden(self, of: Type) -> bool:
        inner = bare(of)
        inner = bare(inner.inner) if isinstance(inner, Set) else inner
        return isinstance(inner, Thing) and not self._hidden.isdisjoint(inner.kind.split("|"))

    def _thing(self) -> str:
        return self.unit.function("$name_thing", lambda: _thing(self.unit))

    def _set(self) -> str:
        self._thing()
        return self.unit.function("$name_set", _set)


def _thing(unit: Unit) -> Function:
    """A thing as a seat knows it: how it looks and where it lies, or only where."""
    plan, layout = unit.plan, unit.instance.layout
    fn = Function("$name_thing", (("$thing", "i64"), (SEAT, "i64")), "i64")
    location, place = fn.local("location"), load(plan.places, scaled(get("$thing"), ENTRY))
    numbers = {look: at for at, look in enumerate(dict.fromkeys(layout.looks))}
    looks = unit.pool.table([numbers[look] for look in layout.looks])
    name = call("$absorb", i64(2), get(location))
    fn.body = [when(op("i64.eq", get("$thing"), i64(NONE)), [give(i64(NONE))]), put(location, place)]
    if layout.reveals:
        mask = call(unit.function("$seen_by", lambda: _seen_by(unit)), get(location))
        seen = op("i64.and", op("i64.shr_u", mask, get(SEAT)), i64(1))
        fn.body.append(when(op("i64.eqz", seen), [give(name)]))
    fn.body.append(call("$absorb", name, load(looks, scaled(get("$thing"), ENTRY))))
    return fn


def _set() -> Function:
    """Things in any order."""
    fn = Function("$name_set", (("$tuple", "i32"), (SEAT, "i64")), "i64")
    at, end, found = fn.local("at", "i32"), fn.local("end", "i32"), fn.local("found")
    thing = call("$name_thing", load(0, get(at)), get(SEAT))
    turn = (
        branch_if("$done", op("i32.ge_u", get(at), get(end))),
        put(found, op("i64.add", get(found), call("$mix", thing))),
        put(at, plus(get(at), ENTRY)),
        branch("$next"),
    )
    fn.body = [
        when(op("i32.eqz", get("$tuple")), [give(i64(NONE))]),
        put(at, plus(get("$tuple"), ENTRY)),
        put(end, call("$end_of", get("$tuple"))),
        block("$done", [Node("loop", ("$next",), turn)]),
        get(found),
    ]
    return fn


def _seen_by(unit: Unit) -> Function:
    """The seats that see what lies at a location, as a bit mask (see `interpreter/position/knowledge.py`)."""
    layout, plan = unit.instance.layout, unit.plan
    if layout.watched:
        raise Unsupported("places of which a rule says who sees them")
    fn = Function("$seen_by", (("$location", "i64"),), "i64")
    fixed = load(unit.pool.table(list(layout.sight)), scaled(get("$location"), ENTRY))
    fn.body = [when(op("i64.eq", get("$location"), i64(BOX)), [give(i64(0))])]
    if NOT_FIXED not in layout.sight:
        fn.body.append(fixed)
        return fn
    below = load(unit.pool.table([_on(layout.zone_at, at) for at in range(len(layout.sight))]), scaled(get("$location"), ENTRY))
    holder = load(unit.pool.table([_of(layout.zone_at, at) for at in range(len(layout.sight))]), scaled(get("$location"), ENTRY))
    thing, seat, left = fn.local("thing"), fn.local("holder"), fn.local("left", "i32")
    turn = (
        put(thing, below),
        branch_if("$nobody", op("i64.lt_s", get(thing), i64(0))),
        put("$location", load(plan.places, scaled(get(thing), ENTRY))),
        branch_if("$nobody", op("i64.eq", get("$location"), i64(BOX))),
        put(seat, holder),
        when(op("i64.ge_s", get(seat), i64(0)), [give(op("i64.shl", i64(1), get(seat)))]),
        put(left, plus(get(left), 1)),
        branch_if("$next", op("i32.lt_u", get(left), i32(layout.things))),
    )
    fn.body += [
        put(thing, fixed),
        when(op("i64.ne", get(thing), i64(NOT_FIXED)), [give(get(thing))]),
        block("$nobody", [Node("loop", ("$next",), turn)]),
        i64(0),
    ]
    return fn


def _on(zone_at: object, location: int) -> int:
    """The thing on which a place is whose holder sees it, -1 if there is none."""
    zone: ZoneLayout = zone_at[location]  # type: ignore[index]  # by location
    return _argument(zone, location, Thing) if zone.zone.visibility.kind == "owner" else -1


def _of(zone_at: object, location: int) -> int:
    zone: ZoneLayout = zone_at[location]  # type: ignore[index]  # by location
    return _argument(zone, location, Seat)


def _argument(zone: ZoneLayout, location: int, wanted: type[Seat | Thing]) -> int:
    arguments = zone.arguments((location - zone.base) // zone.cells)
    return next((int(one) for of, one in zip(zone.zone.parameters, arguments, strict=True) if isinstance(of, wanted)), -1)


def links_named(names: int, widths: int) -> Function:
    """A name with those of what is chosen in the course of an action."""
    fn = Function("$name_links", (("$links", "i32"), (SEAT, "i64"), (NAME, "i64")), "i64")
    left, pc = fn.local("left"), fn.local("pc")
    part = Node("call_indirect", ("(param i32 i64)", "(result i64)"), (get("$links"), get(SEAT), plus(narrow(get(pc)), names)))
    width = Node("i32.load", (f"offset={widths}",), (scaled(get(pc), 4),))
    turn = (
        branch_if("$done", op("i64.eqz", get(left))),
        put(pc, load(0, get("$links"))),
        put("$links", plus(get("$links"), ENTRY)),
        put(NAME, call("$absorb", call("$absorb", get(NAME), get(pc)), part)),
        put("$links", op("i32.add", get("$links"), width)),
        put(left, op("i64.sub", get(left), i64(1))),
        branch("$next"),
    )
    fn.body = [
        when(op("i32.eqz", get("$links")), [give(get(NAME))]),
        put(left, load(0, get("$links"))),
        put("$links", plus(get("$links"), ENTRY)),
        block("$done", [Node("loop", ("$next",), turn)]),
        get(NAME),
    ]
    return fn


def name_here(unit: Unit, names: int) -> Function:
    """The name of a record of the list here."""
    fn = Function("$name", ((RECORD, "i32"), (SEAT, "i64")), "i64")
    at = plus(narrow(load(unit.plan.pc)), names)
    fn.body = [Node("call_indirect", ("(param i32 i64)", "(result i64)"), (get(RECORD), get(SEAT), at))]
    return fn
