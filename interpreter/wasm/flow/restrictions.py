"""Whether what stands in the way of a choice holds: restrictions, limits, costs, and the rules that take them away."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.interpreter.program import Affordable, Allowed, Forbid, Part, Test, Use
from custumal.interpreter.wasm.expressions.core import all_of, bind, is_some, may_be_none, value
from custumal.interpreter.wasm.expressions.simple import field_value
from custumal.interpreter.wasm.expressions.standing import Inside, each_binding
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.flow.payment import can_pay
from custumal.interpreter.wasm.flow.statements import counter_at, counter_index
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE
from custumal.interpreter.wasm.text.nodes import Node, block, branch, choose, i32, i64, load, no, number_of, op, scaled, valued
from custumal.interpreter.wasm.unsupported import Unsupported


def each_use(w: Writer, use: Use, seat: Bound, body: Inside, *, ask: bool = True) -> list[Node]:
    """Do something for each binding of a rule at one of its targets."""
    names = {own.id: bound_name(w, seen.id) for own, seen in use.names if _known(w, seen.id)}
    if use.rule.actor is not None:
        names[use.rule.actor.id] = seat
    return each_binding(w, use.rule, names, seat, body, ask=ask)


def _known(w: Writer, name: str) -> bool:
    return name in w.env or name in w.unit.plan.frame


def bound_name(w: Writer, name: str) -> Bound:
    """What a name stands for, in the environment or in the frame."""
    if name in w.env:
        return w.env[name]
    field = w.unit.plan.frame[name]
    return Bound(field_value(field), field.shape)


def waived(w: Writer, uses: Sequence[Use], seat: Bound) -> Node:
    """Whether one of the rules takes something away here."""
    label = w.fn.label("waived")
    walked = [node for use in uses for node in each_use(w, use, seat, lambda _: [branch(label, i32(1))])]
    return block(label, [*walked, i32(0)], "i32") if walked else i32(0)


def holds(w: Writer, part: Part, seat: Bound) -> Node:
    """Whether a part of a plan that tests something is passed."""
    match part:
        case Test():
            passed = met(w, part)
        case Forbid():
            return _unless(w, part.waived, seat, permitted(w, part.use, seat))
        case Allowed():
            passed = below(w, part)
        case Affordable():
            passed = payable(w, part)
        case _:
            raise Unsupported(type(part).__name__)
    return _unless(w, part.waived, seat, passed)


def _unless(w: Writer, uses: Sequence[Use], seat: Bound, passed: Node) -> Node:
    if not uses:
        return passed
    found = all_of([no(passed), no(waived(w, uses, seat))])
    return i32(0) if found is None else no(found)


def met(w: Writer, test: Test) -> Node:
    """Whether a restriction holds or its printed exception does."""
    that = value(w, test.require.that)
    if test.require.unless is None:
        return that
    found = all_of([no(that), no(value(w, test.require.unless))])
    return i32(0) if found is None else no(found)


def permitted(w: Writer, use: Use, seat: Bound) -> Node:
    """Whether what a rule demands holds wherever it is in force."""
    that = use.rule.that
    if that is None:
        return i32(1)
    label = w.fn.label("forbidden")

    def check(here: Writer) -> list[Node]:
        failed = no(met(here, Test(that)))
        return [Node("if", (), (failed, Node("then", (), (branch(label, i32(0)),))))]

    return block(label, [*each_use(w, use, seat, check), i32(1)], "i32")


def below(w: Writer, part: Allowed) -> Node:
    """Whether a limit is not used up."""
    before, index = counter_index(w, part.counter, (part.seat, *part.limit.each))
    used = load(counter_at(w, part.counter), scaled(index, ENTRY))
    if part.limit.count is None:
        return valued(before, op("i64.lt_s", used, i64(1)), "i32")
    done, most = bind(w, part.limit.count, "limit")
    test = op("i64.lt_s", used, most.node)
    if may_be_none(part.limit.count):
        test = op("i32.or", op("i64.eq", most.node, i64(NONE)), test)
    return valued([*before, *done], test, "i32")


def payable(w: Writer, part: Affordable) -> Node:
    """Whether the seat can pay; nobody, and nothing to pay, is no obstacle."""
    done, cost = bind(w, part.cost, "cost")
    further, payer = bind(w, part.seat, "payer")
    found = can_pay(w, payer, cost, part.sources)
    found = choose(op("i64.eq", payer.node, i64(NONE)), i32(1), found, "i32")
    if may_be_none(part.cost):
        found = choose(is_some(cost.node, cost.shape), found, i32(1), "i32")
    return valued([*done, *further], found, "i32") if number_of(found) is None else found
