"""Choices that are made before they are carried out: what was interchangeable with what was chosen, and what of it can still be
chosen later (see `reference/sealed_choices.py`)."""

from __future__ import annotations

from custumal.interpreter.program import Choosing, Fulfil, Pick, Seal
from custumal.interpreter.wasm.entries.interchangeable import interchangeable_of
from custumal.interpreter.wasm.entries.packed_choices import kept_values, pack, represented, unpack, without_trace
from custumal.interpreter.wasm.expressions.arena import Making, most
from custumal.interpreter.wasm.expressions.core import as_number, each, each_at
from custumal.interpreter.wasm.expressions.simple import field_value
from custumal.interpreter.wasm.expressions.unit import Bound, Unit, Writer
from custumal.interpreter.wasm.flow.listing import Listing
from custumal.interpreter.wasm.flow.plans import Walk, ways
from custumal.interpreter.wasm.flow.region import Region, follows
from custumal.interpreter.wasm.flow.stack import inside
from custumal.interpreter.wasm.flow.statements import put_field
from custumal.interpreter.wasm.memory.packed import PACKED
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE, NUMBER
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import (
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
    load,
    no,
    of_all,
    op,
    plus,
    put,
    store,
    when,
    wide,
)  # fmt: skip

KEPT = "$kept"


# ---------------------------------------------------------------- what was interchangeable


@follows(Seal)
def _seal(r: Region, pc: int, one: Seal) -> list[Node]:
    frame = r.w.unit.plan.frame
    chosen, groups = frame[one.chosen.id], frame[one.interchangeable.id]
    number = load(chosen.at + ENTRY)
    done: list[Node] = []
    for index, choosing in enumerate(one.point.choosings):
        found = _Groups(r.w, choosing).found()
        done.append(when(op("i64.eq", number, i64(index)), [put_field(groups, node) if last else node for node, last in found]))
    return [*done, *r.go(pc, pc + 1)]


class _Groups:
    """Writes down the groups of one choosing, whose names stand in the frame."""

    def __init__(self, w: Writer, choosing: Choosing) -> None:
        self.w, self.choosing = w, choosing
        self.start, self.to, self.end = (w.fn.local(word, "i32") for word in ("start", "to", "end"))

    def _more(self, one: Node) -> Node:
        return put(self.to, call("$pack_number", get(self.to), get(self.end), one))

    def found(self) -> list[tuple[Node, bool]]:
        """What has to be done, and at last the groups."""
        done = [
            put(self.start, call("$pack_room", i32(PACKED))),
            put(self.to, get(self.start)),
            put(self.end, plus(get(self.start), ENTRY * PACKED)),
        ]
        if self.choosing.carrier is not None:
            done.append(self._more(i64(0)))
        for pick in self.choosing.picks:
            done += [self._more(i64(0))] if pick.kind is None and pick.zone is None else self._of(pick)
        return [*((node, False) for node in done), (call("$packed", get(self.start), get(self.to)), True)]

    def _of(self, pick: Pick) -> list[Node]:
        """The classes of what was chosen, each once, in the order of the candidates."""
        w, like = self.w, interchangeable_of(self.w.unit, pick.kind, pick.zone)
        making, count = Making(w, most(w, pick.among), NUMBER), w.fn.local("count", "i32")
        field = w.unit.plan.frame[pick.local.id]
        value = field_value(field)

        def is_chosen(member: Bound) -> Node:
            if field.shape.kind == "tuple":
                return call("$contains", value, member.node)
            return op("i64.eq", value, member.node)

        def turn(member: Bound) -> list[Node]:
            told, reached = w.fn.label("told"), w.fn.label("reached")

            def before(other: Bound) -> list[Node]:
                again = choose(is_chosen(other), like.together(w, pick.watch, other, member), i32(0), "i32")
                return [branch_if(reached, op("i64.eq", other.node, member.node)), branch_if(told, again)]

            asked = block(reached, each_at(w, making.pointer, NUMBER, before))
            return [block(told, [branch_if(told, no(is_chosen(member))), asked, *group(member)])]

        def group(member: Bound) -> list[Node]:
            start = w.fn.local("group", "i32")

            def add(other: Bound) -> list[Node]:
                alike = op("i32.or", op("i64.eq", other.node, member.node), like.together(w, pick.watch, other, member))
                return [when(alike, [self._more(other.node)])]

            size = op("i32.shr_u", op("i32.sub", get(self.to), plus(get(start), ENTRY)), i32(3))
            more = [store(0, wide(size), get(start)), store(0, op("i64.add", load(0, get(count)), i64(1)), get(count))]
            return [
                put(start, get(self.to)),
                self._more(i64(0)),
                *each_at(w, making.pointer, NUMBER, add),
                when(op("i32.gt_u", size, i32(1)), more, [put(self.to, get(start))]),
            ]

        return [
            put(count, get(self.to)),
            self._more(i64(0)),
            *making.begin(),
            *each(w, pick.among, making.add),
            *making.end(),
            *each_at(w, making.pointer, NUMBER, turn),
        ]


# ---------------------------------------------------------------- what can still be chosen


@follows(Fulfil)
def _fulfil(r: Region, pc: int, one: Fulfil) -> list[Node]:
    w, point, plan = r.w, one.point, r.w.unit.plan
    assert point.seat is not None
    chosen, groups = plan.frame[one.chosen.id], plan.frame[one.interchangeable.id]
    listing = Listing(w.unit, point, word="Kept")
    w.unit.function(f"$list{listing.name}", listing.written)
    w.unit.function(f"$choose{listing.name}", listing.choose)
    nothing = r.go(pc, point.nothing, leave=True)
    seat, record = w.fn.local("seat"), w.fn.local("record", "i32")
    kept = i32(chosen.at)
    passed = call(f"$choose{listing.name}", get(record))
    done = [put(seat, as_number(w, point.seat))]
    if w.unit.instance.house:
        house = op("i64.ge_s", get(seat), i64(w.unit.instance.players))
        done.append(put(seat, choose(house, i64(NONE), get(seat), "i64")))
    found = call(_found(w.unit, listing), kept, i32(groups.at))
    return [
        *done,
        store(plan.seat, get(seat)),
        when(op("i64.le_s", load(chosen.at), i64(0)), nothing),
        when(op("i64.lt_s", load(chosen.at + ENTRY), i64(0)), r.go(pc, point.passed, leave=True)),
        when(op("i64.eq", get(seat), i64(NONE)), nothing),
        when(call(_has(w.unit, listing), kept), [put(record, call(unpack(w.unit, point), kept)), give(passed)]),
        put(record, found),
        when(op("i32.eqz", get(record)), nothing),
        give(passed),
    ]


def _has(unit: Unit, listing: Listing) -> str:
    """Whether a kept choice can be made now, be it the first of what is alike or not; not asked where that is only known by a list."""
    point = listing.point
    name = f"$has{listing.name}"

    def make() -> Function:
        fn = Function(name, ((KEPT, "i32"),), "i32")
        seat = fn.local("seat")
        fn.body = [put(seat, load(unit.plan.seat))]
        for index, choosing in enumerate(point.choosings):
            if any(pick.zone is not None for pick in choosing.picks) or point.refused is not None:
                continue
            asked = _is_legal(unit, fn, choosing, Bound(get(seat), NUMBER))
            if choosing.free and point.routines:
                asked = [when(no(inside(Writer(unit, fn), point.routines)), asked)]
            fn.body.append(when(op("i64.eq", load(ENTRY, get(KEPT)), i64(index)), asked))
        fn.body.append(i32(0))
        return fn

    return unit.function(name, make)


def _is_legal(unit: Unit, fn: Function, choosing: Choosing, seat: Bound) -> list[Node]:
    done, values = kept_values(fn, unit, choosing, get(KEPT))
    carried = [] if choosing.carrier is None else values[:1]
    given = tuple(Bound(node, shape) for node, shape in values[len(carried) :])

    def then(_w: Writer, chosen: list[Bound]) -> list[Node]:
        from_it = [op("i64.eq", chosen[0].node, node) for node, _ in carried]
        return [when(from_it[0], [give(i32(1))])] if from_it else [give(i32(1))]

    env = {} if choosing.actor is None else {choosing.actor.id: seat}
    return [*done, *ways(Writer(unit, fn, env), choosing, Walk(then, seat, given=given))]


def _found(unit: Unit, listing: Listing) -> str:
    """The record of all that can be chosen now that is a kept choice, else the first with what was interchangeable in place of what is
    gone; 0 if there is none."""
    point = listing.point
    name = f"$found{listing.name}"

    def make() -> Function:
        fn = Function(name, ((KEPT, "i32"), ("$likes", "i32")), "i32")
        end, at, wanted, found = (fn.local(word, "i32") for word in ("end", "at", "wanted", "found"))
        listed = call(f"$list{listing.name}", i32(0))

        def search(same: Node) -> list[Node]:
            turn = [
                branch_if("$over", op("i32.ge_u", get(at), get(end))),
                *without_trace([put(found, same)], fn),
                when(get(found), [give(get(at))]),
                put(at, plus(get(at), listing.width)),
                branch("$next"),
            ]
            return [put(at, of_all("$list_base")), block("$over", [Node("loop", ("$next",), tuple(turn))])]

        packed = call(pack(unit, point), get(at))
        alike = call("$same", call(represented(unit, point), packed, get("$likes")), get(wanted))
        of_one = op("i64.eq", load(0, get(at)), load(ENTRY, get(KEPT)))
        fn.body = [
            put(end, op("i32.add", of_all("$list_base"), op("i32.mul", listed, i32(listing.width)))),
            *search(call("$same", packed, get(KEPT))),
            put(wanted, call(represented(unit, point), get(KEPT), get("$likes"))),
            *search(choose(of_one, alike, i32(0), "i32")),
            i32(0),
        ]
        return fn

    return unit.function(name, make)
