"""Costs: whether they can be paid, and with what."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.bindings import each_binding
from custumal.interpreter.codegen.core import lower
from custumal.interpreter.codegen.holdings import amount_of
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.flow import Use


def payable(w: Writer, cost: n.Node, seat: n.Node, unsure: bool) -> n.Node:
    """Whether a seat can pay with its own resources."""
    if n.known(cost) and isinstance(getattr(cost, "value", None), tuple) and not unsure:
        due = [(resource, amount) for resource, amount in enumerate(getattr(cost, "value", ())) if amount > 0]
        tests = [n.compare(amount_of(w, resource, seat), ">=", n.const(amount)) for resource, amount in due]
        return n.both(*tests) if tests else n.const(True)
    return n.call("payable", w.state, seat, cost)


def purses_of(w: Writer, uses: Sequence[Use], seat: n.Node) -> n.Node:
    """A list of the purses that rules accept here, in the order of the rules: (rank, resource, covers, rate, most)."""
    found = w.fresh("l")
    w.emit(n.assign(found, n.empty_list()))
    for use in uses:
        _purse(w, use, seat, found)
    return n.name(found)


def _purse(w: Writer, use: Use, seat: n.Node, found: str) -> None:
    rule = use.rule
    if rule.resource is None or rule.instead_of is None:
        return

    def add() -> None:
        rate = n.const(1) if rule.rate is None else lower(w, rule.rate)
        most = n.NONE if rule.up_to is None else lower(w, rule.up_to)
        purse = n.row(n.const(rule.rank), n.const(rule.resource), n.const(rule.instead_of), rate, most)
        w.emit(n.run(n.method(n.name(found), "append", purse)))

    with w.inside([]) as block:
        each_binding(w, use, seat, add)
    w.block.extend(block)
