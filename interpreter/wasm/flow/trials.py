"""Trials: a choice is carried out up to its end or first stop, what must hold then is asked, and all is as before.

Meanwhile lists, sets and values in the making go on behind those of whoever tries.
"""

from __future__ import annotations

from collections.abc import Sequence

from custumal.interpreter.program import HALT, Choosing, Test
from custumal.interpreter.wasm.expressions.unit import Bound, Unit, Writer
from custumal.interpreter.wasm.flow.restrictions import holds
from custumal.interpreter.wasm.flow.statements import put_field
from custumal.interpreter.wasm.memory.copying import copied
from custumal.interpreter.wasm.memory.plan import DEPTH, TRIALS
from custumal.interpreter.wasm.memory.shapes import ENTRY
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import (
    UNREACHABLE,
    Node,
    block,
    branch,
    branch_if,
    call,
    get,
    i32,
    i64,
    load,
    no,
    of_all,
    op,
    plus,
    put,
    put_all,
    scaled,
    store,
    valued,
    when,
)  # fmt: skip

BASES = ("$list_base", "$list_next", "$sets_base", "$arena_base", "$kind")
"""Globals that are put back behind a trial."""


def ensured(w: Writer, choosing: Choosing, tests: Sequence[Test], seat: Bound) -> Node:
    """Whether all of the tests hold after a choice."""
    frame = w.unit.plan.frame
    names = [put_field(frame[name], bound.node) for name, bound in w.env.items() if name in frame]
    kept = [w.fn.local("kept", "i32") for _ in BASES]
    found, label = w.fn.local("ensured", "i32"), w.fn.label("failed")
    asked: list[Node] = [when(no(holds(w, test, seat)), [branch(label, i32(0))]) for test in tests]
    return valued(
        [
            *(put(name, of_all(base)) for name, base in zip(kept, BASES, strict=True)),
            call(set_aside(w.unit)),
            put_all("$list_base", of_all("$list_next")),
            put_all("$sets_base", of_all("$sets")),
            put_all("$arena_base", of_all("$arena")),
            *names,
            call(_carry_out(w.unit), i32(choosing.trial), i32(choosing.trial_end)),
            put(found, block(label, [*asked, i32(1)], "i32")),
            call(put_back(w.unit)),
            *(put_all(base, get(name)) for name, base in zip(kept, BASES, strict=True)),
        ],
        get(found),
        "i32",
    )


def saved_at(unit: Unit) -> Node:
    return op("i32.add", i32(unit.plan.saved), op("i32.mul", of_all("$trials"), i32(unit.plan.size)))


def set_aside(unit: Unit) -> str:
    """The position is kept; a trial of a trial of a trial is too deep."""

    def make() -> Function:
        plan = unit.plan
        fn = Function("$set_aside")
        fn.body = [
            when(op("i32.ge_u", of_all("$trials"), i32(TRIALS)), [UNREACHABLE]),
            *copied(plan, saved_at(unit), i32(plan.position)),
            put_all("$trials", plus(of_all("$trials"), 1)),
        ]
        return fn

    return unit.function("$set_aside", make)


def put_back(unit: Unit) -> str:
    def make() -> Function:
        plan = unit.plan
        fn = Function("$put_back")
        fn.body = [
            put_all("$trials", op("i32.sub", of_all("$trials"), i32(1))),
            *copied(plan, i32(plan.position), saved_at(unit)),
        ]
        return fn

    return unit.function("$put_back", make)


def _carry_out(unit: Unit) -> str:
    """From an address to where the trial ends (HALT: with its routine), or to the first stop."""

    def make() -> Function:
        plan = unit.plan
        unit.module.globals |= {"$trial_end": ("i32", HALT), "$trial_depth": ("i64", 0)}
        fn = Function("$carry_out", (("$pc", "i32"), ("$end", "i32")))
        end, deep = fn.local("end", "i32"), fn.local("deep")
        depth = load(plan.depth)
        at_end = op("i32.and", op("i32.eq", get("$pc"), get("$end")), op("i64.eq", depth, of_all("$trial_depth")))
        turn = (
            branch_if("$done", at_end),
            put("$pc", Node("call_indirect", ("(param i32)", "(result i32)"), (get("$pc"), get("$pc")))),
            branch_if("$next", op("i32.ge_s", get("$pc"), i32(0))),
        )
        fn.body = [
            put(end, of_all("$trial_end")),
            put(deep, of_all("$trial_depth")),
            when(op("i64.ge_s", depth, i64(DEPTH)), [UNREACHABLE]),
            store(plan.stack, i64(HALT), scaled(depth, ENTRY)),
            store(plan.depth, op("i64.add", depth, i64(1))),
            put_all("$trial_end", get("$end")),
            put_all("$trial_depth", depth),
            block("$done", [Node("loop", ("$next",), turn)]),
            put_all("$trial_end", get(end)),
            put_all("$trial_depth", get(deep)),
        ]
        return fn

    return unit.function("$carry_out", make)
