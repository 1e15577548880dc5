"""The stack of return addresses: which calls are under way."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.interpreter.program import CallRoutine
from custumal.interpreter.wasm.expressions.core import all_of, each_between
from custumal.interpreter.wasm.expressions.unit import Writer
from custumal.interpreter.wasm.memory.shapes import ENTRY
from custumal.interpreter.wasm.text.nodes import Node, block, branch, i32, i64, load, no, op, scaled, when


def inside(w: Writer, routines: Sequence[int]) -> Node:
    """Whether a call of one of these routines is under way: its return address is on the stack."""
    code = w.unit.program.code
    returns = [pc + 1 for pc, one in enumerate(code) if isinstance(one, CallRoutine) and one.target in routines]
    if not returns:
        return i32(0)
    label = w.fn.label("inside")
    plan = w.unit.plan

    def turn(at: Node) -> list[Node]:
        address = load(plan.stack, scaled(at, ENTRY))
        name = w.fn.local("address")
        found = all_of([op("i64.ne", Node("local.get", (name,)), i64(one)) for one in returns])
        assert found is not None
        return [Node("local.set", (name,), (address,)), when(no(found), [branch(label, i32(1))])]

    walked = each_between(w, 0, op("i64.sub", load(plan.depth), i64(1)), lambda one: turn(one.node))
    return block(label, [*walked, i32(0)], "i32")
