"""Positions copied from one place of memory to another."""

from __future__ import annotations

from custumal.interpreter.wasm.memory.plan import Plan
from custumal.interpreter.wasm.memory.shapes import ENTRY
from custumal.interpreter.wasm.text.nodes import Node, i32, load, narrow, op, plus


def copied(plan: Plan, to: Node, source: Node) -> list[Node]:
    """A position at one address is copied to another: of what was noted no more than there is. The addresses can be read again."""
    done = [Node("memory.copy", (), (to, source, i32(plan.fixed)))]
    for field in plan.logs.values():
        offset = field.at - plan.position
        size = plus(op("i32.shl", narrow(load(offset, source)), i32(4)), ENTRY)
        done.append(Node("memory.copy", (), (plus(to, offset), plus(source, offset), size)))
    return done
