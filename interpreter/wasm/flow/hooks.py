"""Rules at their targets: which hooks act and in which order, what is waived, what is used up."""

from __future__ import annotations

from custumal.dsl.model import Local
from custumal.interpreter.program import Gather, Inside, NextHook, Spent, Waive
from custumal.interpreter.wasm.expressions.standing import NOBODY
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.flow.region import Region, follows
from custumal.interpreter.wasm.flow.restrictions import each_use, holds, waived
from custumal.interpreter.wasm.flow.stack import inside
from custumal.interpreter.wasm.memory.plan import HOOK
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE, NUMBER
from custumal.interpreter.wasm.text.nodes import (
    UNREACHABLE,
    Node,
    call,
    choose,
    get,
    i32,
    i64,
    load,
    no,
    number_of,
    op,
    put,
    scaled,
    store,
    when,
)  # fmt: skip
from custumal.interpreter.wasm.unsupported import Unsupported


def _actor(r: Region, actor: Local | None) -> Bound:
    return NOBODY if actor is None else Bound(load(r.w.unit.plan.frame[actor.id].at), NUMBER)


@follows(Waive)
def _waive(r: Region, pc: int, one: Waive) -> list[Node]:
    test = waived(r.w, one.uses, _actor(r, one.actor))
    if number_of(test) == 0:
        return r.go(pc, pc + 1)
    return [when(test, r.go(pc, one.target, leave=True)), *r.go(pc, pc + 1)]


@follows(Spent)
def _spent(r: Region, pc: int, one: Spent) -> list[Node]:
    free = holds(r.w, one.allowed, Bound(load(r.w.unit.plan.frame[one.allowed.seat.id].at), NUMBER))
    return [when(no(free), r.go(pc, one.target, leave=True)), *r.go(pc, pc + 1)]


@follows(Inside)
def _inside(r: Region, pc: int, one: Inside) -> list[Node]:
    return [when(inside(r.w, one.routines), r.go(pc, one.target, leave=True)), *r.go(pc, pc + 1)]


@follows(Gather)
def _gather(r: Region, pc: int, one: Gather) -> list[Node]:
    """Each hook goes to its place among those before it: by rank, the game's, those of seats from the actor clockwise, by address."""
    w = r.w
    field = w.unit.plan.frame[one.items.id]
    actor = _actor(r, one.actor)
    name = w.fn.local("actor")
    begin = [put(name, actor.node), store(field.at, i64(0))]
    actor = actor if one.actor is None else Bound(get(name), NUMBER)
    keys = w.fn.local("keys", "i32")
    begin.append(put(keys, call("$room", i32(ENTRY * max(1, field.shape.most)))))
    order = sorted(range(len(one.uses)), key=lambda number: one.uses[number].rule.source.address)
    ranks = sorted({use.rule.rank for use in one.uses})
    seats = len(w.unit.instance.all_seats)
    done: list[Node] = []
    for number, use in enumerate(one.uses):
        carrier = use.rule.carrier

        def found(here: Writer, number: int = number, carrier: object = carrier, rank: int = ranks.index(use.rule.rank)) -> list[Node]:
            names = () if carrier is None else (carrier.this, carrier.owner, carrier.copies)  # type: ignore[attr-defined]  # a carrier
            bound = [here.env[local.id].node for local in names] or [i64(NONE)] * 3
            distance = op("i64.add", _distance(bound[1], get(name), seats), i64(1))
            key = op("i64.add", i64(rank * (seats + 1)), distance)
            key = op("i64.add", op("i64.mul", key, i64(len(order))), i64(order.index(number)))
            return [call("$insert_hook", i32(field.at), get(keys), i64(field.shape.most), key, i64(number), *bound)]

        done += each_use(w, use, actor, found, ask=False)
    return [*begin, *done, *r.go(pc, pc + 1)]


def _distance(owner: Node, actor: Node, seats: int) -> Node:
    """How far an owner sits from who acts, clockwise; the game's own rules come before all."""
    if number_of(owner) == NONE:
        return i64(-1)
    start = choose(op("i64.eq", actor, i64(NONE)), i64(0), actor, "i64")
    away = call("$mod", op("i64.sub", owner, start), i64(seats))
    return choose(op("i64.eq", owner, i64(NONE)), i64(-1), away, "i64")


@follows(NextHook)
def _next_hook(r: Region, pc: int, one: NextHook) -> list[Node]:
    frame = r.w.unit.plan.frame
    items, index = frame[one.items.id], r.w.fn.local("index")
    if items.shape.width != HOOK:
        raise Unsupported("hooks in another tuple")
    number = r.w.fn.local("number")
    at = scaled(get(index), ENTRY * HOOK)

    def part(place: int) -> Node:
        return load(items.at + ENTRY * (1 + place), at)

    done = [
        put(index, load(frame[one.index.id].at)),
        when(op("i64.ge_s", get(index), load(items.at)), r.go(pc, one.done, leave=True)),
        put(number, part(0)),
        *(store(frame[local.id].at, part(1 + place)) for place, local in enumerate((one.this, one.owner, one.copies))),
        store(frame[one.index.id].at, op("i64.add", get(index), i64(1))),
    ]
    targets: dict[int, list[int]] = {}
    for use, target in enumerate(one.targets):
        targets.setdefault(target, []).append(use)
    for target, uses in targets.items():
        for use in uses:
            done.append(when(op("i64.eq", get(number), i64(use)), r.go(pc, target, leave=True)))
    return [*done, UNREACHABLE]
