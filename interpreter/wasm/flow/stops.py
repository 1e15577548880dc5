"""Decisions, as stops of the program."""

from __future__ import annotations

from custumal.dsl.base.limits import MOST_STEPS
from custumal.interpreter.program import Decide, Point
from custumal.interpreter.wasm.expressions.core import as_number
from custumal.interpreter.wasm.flow.control import DECISION, stop
from custumal.interpreter.wasm.flow.region import Region, follows
from custumal.interpreter.wasm.flow.wholes import chooses_wholes
from custumal.interpreter.wasm.masks.points import counted_at
from custumal.interpreter.wasm.memory.shapes import NONE
from custumal.interpreter.wasm.text.nodes import Node, call, choose, get, give, i32, i64, of_all, op, put, put_all, store, when


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
    counts = counted_at(r.w.unit, point)
    listing = put(count, call(f"${'count' if counts else 'list'}{point.number}", i32(0)))
    done.append(when(op("i64.ne", get(seat), i64(NONE)), [listing]))
    done.append(when(op("i32.eqz", get(count)), r.go(pc, point.nothing, leave=True)))
    if point.kind == "inner":
        record = call(f"$pick{point.number}", i32(0)) if counts else of_all("$list_base")
        alone = give(call(f"$choose{point.number}", record))
        done.append(when(op("i32.eq", get(count), i32(1)), [alone]))
    if any(choosing.may_lead_nowhere for choosing in point.choosings):
        done += _unless_nowhere(r, pc, point, count)
    # What is chosen as one is not listed yet.
    parts = [put_all("$count", i32(-1)), put_all("$number", i32(-1))] if chooses_wholes(point) else []
    return [*done, *parts, *stop(r, pc, DECISION)]


def _unless_nowhere(r: Region, pc: int, point: Point, count: str) -> list[Node]:
    """Where all choices lead nowhere the program goes on; while ways are tried nobody asks. What that takes is counted, as a part, with
    what else is done up to the next stop, so that this can't go on and on."""
    plan, fuel = r.w.unit.plan, r.w.fn.local("fuel", "i32")
    spent = op("i32.shr_u", op("i32.sub", i32(MOST_STEPS), of_all("$whole_left")), i32(4))
    asked = [
        put(fuel, of_all("$fuel")),
        store(plan.pc, i64(pc)),
        put_all("$kind", i32(DECISION)),
        put(count, call(f"$wholes{point.number}", i32(0))),
        put_all("$fuel", op("i32.sub", get(fuel), op("i32.add", spent, i32(1)))),
        when(op("i32.eqz", get(count)), r.go(pc, point.nothing, leave=True)),
    ]
    return [when(op("i32.eqz", of_all("$whole_trying")), asked)]
