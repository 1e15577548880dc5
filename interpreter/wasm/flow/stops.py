"""Stops: decisions, and what chance decides."""

from __future__ import annotations

from custumal.interpreter.program import Decide, RollOne
from custumal.interpreter.wasm.expressions.core import as_number, bind
from custumal.interpreter.wasm.expressions.unit import Unit, Writer
from custumal.interpreter.wasm.flow.control import CHANCE, DECISION, stop
from custumal.interpreter.wasm.flow.listing import RECORD
from custumal.interpreter.wasm.flow.region import Region, follows
from custumal.interpreter.wasm.memory.shapes import NONE
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import Node, call, choose, get, give, i32, i64, load, op, put, store, when


@follows(Decide)
def _decide(r: Region, pc: int, one: Decide) -> list[Node]:
    w, point = r.w, one.point
    assert point.seat is not None
    plan = w.unit.plan
    seat, count = w.fn.local("seat"), w.fn.local("count", "i32")
    done = [put(seat, as_number(w, point.seat))]
    if w.unit.instance.house:
        house = op("i64.ge_s", get(seat), i64(w.unit.instance.players))
        done.append(put(seat, choose(house, i64(NONE), get(seat), "i64")))
    done += [store(plan.seat, get(seat)), put(count, i32(0))]
    listing = put(count, call(f"$list{point.number}", i32(0)))
    done.append(when(op("i64.ne", get(seat), i64(NONE)), [listing]))
    done.append(when(op("i32.eqz", get(count)), r.go(pc, point.nothing, leave=True)))
    if point.kind == "inner":
        alone = give(call(f"$choose{point.number}", i32(plan.choices)))
        done.append(when(op("i32.eq", get(count), i32(1)), [alone]))
    return [*done, *stop(r, pc, DECISION)]


@follows(RollOne)
def _roll(r: Region, pc: int, one: RollOne) -> list[Node]:
    w, field = r.w, r.w.unit.plan.frame[one.local.id]
    before, low = bind(w, one.low, "low")
    further, high = bind(w, one.high, "high")
    alone = [store(field.at, low.node), *r.go(pc, pc + 1, leave=True)]
    return [
        store(w.unit.plan.seat, i64(NONE)),
        *before,
        *further,
        when(op("i64.eq", low.node, high.node), alone),
        *stop(r, pc, CHANCE),
    ]


def roll_functions(unit: Unit, pc: int, one: RollOne) -> dict[str, Function]:
    """What a roll needs at its stop: `list` draws, `choose` goes on, `tell` tells."""
    plan = unit.plan
    drawn = Function(f"$draw{pc}", (("$unused", "i32"),), "i32")
    w = Writer(unit, drawn)
    before, low = bind(w, one.low, "low")
    further, high = bind(w, one.high, "high")
    count = op("i64.add", op("i64.sub", high.node, low.node), i64(1))
    number = op("i64.add", low.node, call("$below", i32(plan.rng), count))
    drawn.body = [*before, *further, store(plan.choices, number), i32(1)]
    return {"list": drawn, "choose": _goes_on(unit, pc, plan.frame[one.local.id].at), "tell": _told(pc)}


def _goes_on(_unit: Unit, pc: int, at: int) -> Function:
    """What chance brought gets its name."""
    fn = Function(f"$settle{pc}", ((RECORD, "i32"),), "i32")
    fn.body = [store(at, load(0, get(RECORD))), i32(pc + 1)]
    return fn


def _told(pc: int) -> Function:
    fn = Function(f"$told{pc}", ((RECORD, "i32"),), "i32")
    fn.body = [call("$say", i32(91)), call("$say_number", load(0, get(RECORD))), call("$say", i32(93)), i32(0)]
    return fn
