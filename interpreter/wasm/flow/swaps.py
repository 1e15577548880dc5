"""Things that change places."""

from __future__ import annotations

from custumal.dsl.base.types import Cell, Place, Set, Type, bare
from custumal.dsl.model import Swap
from custumal.interpreter.position.contents import zone_of
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.interpreter.wasm.expressions.arena import Making
from custumal.interpreter.wasm.expressions.core import all_of, bind, is_some, spend, value
from custumal.interpreter.wasm.expressions.unit import Unit, Writer
from custumal.interpreter.wasm.expressions.zones import entry_at, pile_at
from custumal.interpreter.wasm.flow.moving import discard, gathered, join, lift, place, put_entry
from custumal.interpreter.wasm.flow.statements import Statements, statement
from custumal.interpreter.wasm.memory.normal import times
from custumal.interpreter.wasm.memory.shapes import ENTRY
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import Node, call, choose, get, give, i32, i64, load, narrow, op, put, scaled, when, wide
from custumal.interpreter.wasm.unsupported import Unsupported


@statement(Swap)
def _swap(w: Writer, one: Swap) -> Statements:
    """Two things change places; of two sets each with the one that stands at the same position."""
    kinds = {kind for part in (one.a, one.b) for kind in _kinds(w.unit, bare(part.type))}
    swap = _swapped(w.unit, kinds)
    if any(isinstance(bare(part.type), Place | Cell | Set) for part in (one.a, one.b)):
        done = _pairs(w, one, swap)
    else:
        before, a = bind(w, one.a, "one")
        further, b = bind(w, one.b, "other")
        swapped: Statements = [call(swap, a.node, b.node)]
        test = all_of([is_some(a.node, a.shape), is_some(b.node, b.shape)])
        done = [*before, *further, *(swapped if test is None else [when(test, swapped)])]
    return done if one.condition is None else [when(value(w, one.condition), done)]


def _kinds(unit: Unit, of: Type) -> list[str]:
    """The kinds of the things that an expression of this type names."""
    if isinstance(of, Place | Cell):
        return str(zone_of(unit.instance, of).zone.holds).split("|")
    inner = bare(of.inner) if isinstance(of, Set) else of
    return str(getattr(inner, "kind", "")).split("|")


def _pairs(w: Writer, one: Swap, swap: str) -> Statements:
    before, ones = gathered(w, one.a)
    further, others = gathered(w, one.b)
    at = w.fn.local("pair", "i32")
    count = narrow(call("$min", load(0, ones.pointer), load(0, others.pointer)))

    def member(making: Making) -> Node:
        return load(ENTRY, op("i32.add", making.pointer, scaled(wide(get(at)), ENTRY)))

    return [*before, *further, *times(w.fn, at, count, [*spend(i32(1)), call(swap, member(ones), member(others))])]


def _exchanged(thing: Node) -> Node:
    """One of the two things for the other."""
    other = choose(op("i64.eq", thing, get("$b")), get("$a"), thing, "i64")
    return choose(op("i64.eq", thing, get("$a")), get("$b"), other, "i64")


def _put_between(unit: Unit, zone: ZoneLayout, thing: str, location: Node, local: Node, sides: tuple[str, str]) -> Statements:
    """Into a pile, between what lies below and above."""
    plan, pile = unit.plan, pile_at(zone, local)
    below, above = (get(side) for side in sides)
    return [
        call(join(unit), pile, below, get(thing)),
        call(join(unit), pile, get(thing), above),
        put_entry(plan.counts, pile, op("i64.add", entry_at(plan.counts, pile), i64(1))),
        put_entry(plan.places, get(thing), location),
    ]


def _swapped(unit: Unit, kinds: set[str]) -> str:
    """Each of two things goes to where the other one lay."""
    wanted = {kind for one in kinds for kind in one.split("|")}
    zones = [zone for zone in unit.instance.zones.values() if wanted & set(str(zone.zone.holds).split("|")) and zone.size]
    if any(zone.placements is not None for zone in zones):
        raise Unsupported("things that change places in placements")
    name = f"$swap.{'.'.join(sorted(wanted))}"

    def make() -> Function:
        fn = Function(name, (("$a", "i64"), ("$b", "i64")))
        here, there = fn.local("here"), fn.local("there")
        piles = any(zone.ordered for zone in zones)
        sides = {thing: (fn.local("below"), fn.local("above")) for thing in ("$a", "$b")} if piles else {}
        fn.body = [
            when(op("i64.eq", get("$a"), get("$b")), [give()]),
            put(here, entry_at(unit.plan.places, get("$a"))),
            put(there, entry_at(unit.plan.places, get("$b"))),
        ]
        for thing, (below, above) in sides.items():
            fn.body.append(put(below, _exchanged(entry_at(unit.plan.behind, get(thing)))))
            fn.body.append(put(above, _exchanged(entry_at(unit.plan.ahead, get(thing)))))
        fn.body += [call(lift(unit), get("$a")), call(lift(unit), get("$b"))]
        for thing, other, location in (("$a", "$b", there), ("$b", "$a", here)):
            fn.body.append(when(op("i64.lt_s", get(location), i64(0)), [call(discard(unit), get(thing))]))
            for zone in zones:
                local = op("i64.sub", get(location), i64(zone.base))
                put_there = [call(place(unit, zone), get(thing), local, i32(0))]
                if zone.ordered:
                    put_there = _put_between(unit, zone, thing, get(location), local, sides[other])
                fn.body.append(when(op("i64.lt_u", local, i64(zone.size)), put_there))
        return fn

    return unit.function(name, make)
