"""Paying a cost: own resources first, then what rules accept instead, by rank."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.interpreter.program import Pay, Use
from custumal.interpreter.wasm.expressions.bundles import amount_at
from custumal.interpreter.wasm.expressions.core import all_of, bind, is_some
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.flow.statements import Statements, changed_amount, statement
from custumal.interpreter.wasm.memory.shapes import ENTRY
from custumal.interpreter.wasm.text.nodes import Node, i32, i64, load, op, when
from custumal.interpreter.wasm.unsupported import Unsupported


def due_of(cost: Bound, resource: int) -> Node:
    """How much of a resource a cost asks for."""
    return load(ENTRY * (1 + resource), cost.node)


def can_pay(w: Writer, seat: Bound, cost: Bound, sources: Sequence[Use]) -> Node:
    """Whether the seat has all that a cost asks for; both are there."""
    if sources:
        raise Unsupported("accept")
    tests = []
    for resource in range(len(w.unit.instance.kept_of_resource)):
        if cost.known and not cost.known[0][resource] > 0:
            continue
        due = due_of(cost, resource)
        tests.append(op("i32.or", op("i64.le_s", due, i64(0)), op("i64.ge_s", amount_at(w.unit, resource, seat.node), due)))
    return all_of(tests) or i32(1)


@statement(Pay)
def _pay(w: Writer, one: Pay) -> Statements:
    """Each resource that the cost asks for; where it is not there after all, nothing is paid."""
    if one.sources or one.split is not None:
        raise Unsupported("accept")
    done, cost = bind(w, one.cost, "cost")
    further, seat = bind(w, one.seat, "seat")
    paid: Statements = []
    for resource in range(len(w.unit.instance.kept_of_resource)):
        due = due_of(cost, resource)
        lower = changed_amount(w, resource, seat, "sub", due)
        paid.append(when(op("i64.gt_s", due, i64(0)), lower))
    test = all_of([is_some(seat.node, seat.shape), is_some(cost.node, cost.shape), can_pay(w, seat, cost, ())])
    return [*done, *further, *(paid if test is None else [when(test, paid)])]
