"""How a part of a position stands, as the same number that `position/looks.py` gives; how often it stood so before; turns had so far."""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.model import Op
from custumal.interpreter.position.digests import LookedAt
from custumal.interpreter.position.equivalence import Equivalence
from custumal.interpreter.program import positions_asked, positions_id, turns_id
from custumal.interpreter.setup.layout import KeptLayout, ZoneLayout
from custumal.interpreter.wasm.expressions.core import each_at, each_between, lifted, operation, spend
from custumal.interpreter.wasm.expressions.simple import field_value
from custumal.interpreter.wasm.expressions.unit import Bound, Unit, Writer
from custumal.interpreter.wasm.expressions.zones import each_of_chain, entry_at, pile_at
from custumal.interpreter.wasm.memory.plan import Field
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE, NUMBER
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import (
    Node,
    block,
    branch_if,
    call,
    choose,
    get,
    i32,
    i64,
    load,
    op,
    put,
    valued,
    when,
)  # fmt: skip

_LOOKED_AT = 8
"""So many entries that are looked at take a step."""


def look_of(unit: Unit, names: tuple[str, ...]) -> str:
    """The function that gives the digest of how these kept values and zones stand."""
    name = ".".join(("$look", *names))

    def make() -> Function:
        return _Looking(unit, name, names).function()

    return unit.function(name, make)


class _Looking:
    """Writes this function: the sum of a number for each thing that is there."""

    def __init__(self, unit: Unit, name: str, names: tuple[str, ...]) -> None:
        self.unit = unit
        self.seen = LookedAt(unit.instance, names)
        self.fn = Function(name, (), "i64")
        self.w = Writer(unit, self.fn)
        self.found, self.part = self.fn.local("found"), self.fn.local("part")
        sizes = [*(layout.size for layout in self.seen.kept), *(zone.size for zone in self.seen.zones)]
        self.steps = 1 + sum(sizes) // _LOOKED_AT

    def function(self) -> Function:
        seen, body, number = self.seen, [*spend(i32(self.steps)), put(self.found, i64(0))], 0
        for number, layout in enumerate(seen.kept):
            body += self._kept(number, layout)
        for number, zone in enumerate(seen.zones, len(seen.kept)):
            body += self._zone(number, zone)
        if seen.marks:
            body += self._elsewhere(len(seen.kept) + len(seen.zones))
        self.fn.body = [*body, get(self.found)]
        return self.fn

    def _mix(self, *numbers: Node) -> list[Node]:
        return [put(self.part, call("$absorb", get(self.part), number)) for number in numbers]

    def _begin(self, *numbers: Node) -> list[Node]:
        return [put(self.part, i64(0)), *self._mix(*numbers)]

    def _add(self) -> Node:
        return put(self.found, op("i64.add", get(self.found), get(self.part)))

    # ------------------------------------------------------------ kept values

    def _kept(self, number: int, layout: KeptLayout) -> list[Node]:
        field = self.unit.plan.kept[layout.name]

        def entry(index: Bound) -> list[Node]:
            told = [*self._begin(i64(number), index.node), *self._value(field, index.node), self._add()]
            if field.shape.kind == "tuple":
                return [when(op("i64.ge_s", load(0, field_value(field, index.node)), i64(0)), told)]
            return [when(op("i64.ne", entry_at(field.at, index.node), i64(NONE)), told)]

        return each_between(self.w, 0, i64(layout.size - 1), entry, filled=True) if layout.size else []

    def _value(self, field: Field, index: Node) -> list[Node]:
        """The value of an entry; of a tuple its length and its members."""
        if field.shape.kind != "tuple":
            return self._mix(entry_at(field.at, index))
        name = self.fn.local("tuple", "i32")
        members = each_at(self.w, get(name), NUMBER, lambda one: self._mix(one.node))
        length = load(0, get(name))
        some = [*self._mix(length), *members]
        return [put(name, field_value(field, index)), when(op("i64.lt_s", length, i64(0)), self._mix(i64(NONE)), some)]

    # ------------------------------------------------------------ things

    def _zone(self, number: int, zone: ZoneLayout) -> list[Node]:
        w, plan = self.w, self.unit.plan
        if zone.one:

            def cell(local: Bound) -> list[Node]:
                thing = self.fn.local("thing")
                told = [*self._begin(i64(number), local.node, i64(0)), *self._thing(get(thing)), self._add()]
                return [put(thing, entry_at(plan.content[zone.name], local.node)), when(op("i64.ne", get(thing), i64(NONE)), told)]

            return each_between(w, 0, i64(zone.size - 1), cell, filled=True) if zone.size else []
        if zone.piles < 0 or not zone.size:
            return []

        def pile(local: Bound) -> list[Node]:
            depth = self.fn.local("depth")

            def thing(one: Bound) -> list[Node]:
                told = [*self._begin(i64(number), local.node, get(depth)), *self._thing(one.node), self._add()]
                return [*told, *([put(depth, op("i64.add", get(depth), i64(1)))] if zone.ordered else [])]

            return [put(depth, i64(0)), *each_of_chain(w, entry_at(plan.bottoms, pile_at(zone, local.node)), plan.ahead, thing)]

        return each_between(w, 0, i64(zone.size - 1), pile, filled=True)

    def _thing(self, thing: Node) -> list[Node]:
        """What a thing looks like: what is printed on it, how it lies, what is kept of it."""
        unit, plan = self.unit, self.unit.plan
        looks = unit.pool.table(Equivalence(unit.instance).appearance)
        done = self._mix(entry_at(looks, thing), entry_at(plan.placements, thing) if plan.has_placements else i64(NONE))
        for layout, place in self.seen.marks:
            done += self._marks(layout, place, thing)
        return done

    def _marks(self, layout: KeptLayout, place: int, thing: Node) -> list[Node]:
        """The entries of a kept value in which one argument is the thing."""
        field, domain = self.unit.plan.kept[layout.name], layout.domains[place]
        inner = outer = 1
        for later in layout.domains[place + 1 :]:
            inner *= later.size
        for former in layout.domains[:place]:
            outer *= former.size
        digit = op("i64.sub", thing, i64(domain.offset))

        def entry(at: Bound, step: Bound) -> list[Node]:
            row = op("i64.add", op("i64.mul", at.node, i64(domain.size)), digit)
            return self._value(field, op("i64.add", op("i64.mul", row, i64(inner)), step.node))

        def block_at(at: Bound) -> list[Node]:
            return each_between(self.w, 0, i64(inner - 1), lambda step: entry(at, step), filled=True)

        inside = op("i64.lt_u", digit, i64(domain.size))
        return [when(inside, each_between(self.w, 0, i64(outer - 1), block_at, filled=True))]

    def _elsewhere(self, number: int) -> list[Node]:
        """What is kept of things that lie in none of the zones."""

        def thing(one: Bound) -> list[Node]:
            location, out = self.fn.local("location"), self.fn.label("here")
            here = [
                branch_if(out, op("i64.lt_u", op("i64.sub", get(location), i64(zone.base)), i64(zone.size)))
                for zone in self.seen.zones
                if zone.size
            ]
            told = [*self._begin(i64(number), i64(0), i64(0)), *self._thing(one.node), self._add()]
            return [put(location, entry_at(self.unit.plan.places, one.node)), block(out, [*here, *told])]

        things = self.seen.things
        return each_at(self.w, i32(self.unit.pool.tuple(things)), NUMBER, thing, count=len(things)) if things else []


# ---------------------------------------------------------------- what is asked


@operation("occurrences")
def _occurrences(w: Writer, expr: Op) -> Node:
    step, *names = positions_asked(expr)
    log, look = i32(w.unit.plan.frame[positions_id(step)].at), call(look_of(w.unit, tuple(names)))
    return lifted(w, expr, _counted(w, log, look))


def _counted(w: Writer, log: Node, look: Node) -> Callable[..., Node]:
    def make(*seats: Bound) -> Node:
        done, numbers = w.fn.local("look"), [seat.node for seat in seats]
        counting = call("$stood_with", log, get(done), *numbers) if numbers else call("$stood", log, get(done))
        return valued([put(done, look)], counting, "i64")

    return make


@operation("turns")
def _turns(w: Writer, expr: Op) -> Node:
    field = w.unit.plan.frame[turns_id(str(expr.data))]

    def make(*seats: Bound) -> Node:
        if not seats:
            name = w.fn.local("turns")
            add = lambda one: [put(name, op("i64.add", get(name), one.node))]  # noqa: E731
            return valued([put(name, i64(0)), *each_at(w, i32(field.at), NUMBER, add)], get(name), "i64")
        return choose(op("i64.gt_s", load(field.at), i64(0)), entry_at(field.at + ENTRY, seats[0].node), i64(0), "i64")

    return lifted(w, expr, make)
