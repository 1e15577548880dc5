"""Paying a cost: own resources first, then what rules accept instead, by rank.

Where sources of one rank could share a cost the seat has a choice; that has no form here yet.
"""

from __future__ import annotations

from collections.abc import Sequence

from custumal.dsl.model import Rule
from custumal.interpreter.program import Pay, Use
from custumal.interpreter.reference.payment import OWN_RANK
from custumal.interpreter.wasm.expressions.bundles import amount_at
from custumal.interpreter.wasm.expressions.core import all_of, bind, is_some, spend, value
from custumal.interpreter.wasm.expressions.standing import each_binding
from custumal.interpreter.wasm.expressions.unit import Bound, Unit, Writer
from custumal.interpreter.wasm.flow.statements import Statements, changed_amount, statement
from custumal.interpreter.wasm.memory.shapes import ENTRY, NUMBER
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import Node, call, get, give, i32, i64, load, op, put, when
from custumal.interpreter.wasm.unsupported import Unsupported

SEAT, COST, DO = "$seat", "$cost", "$do"


def can_pay(w: Writer, seat: Bound, cost: Bound, sources: Sequence[Use]) -> Node:
    """Whether the seat can pay a cost; both are there."""
    if cost.known and not sources:
        return _has_all(w, seat, cost)
    return call(_payment(w.unit, sources), seat.node, cost.node, i32(0))


def _has_all(w: Writer, seat: Bound, cost: Bound) -> Node:
    tests = [op("i64.ge_s", amount_at(w.unit, resource, seat.node), i64(due)) for resource, due in enumerate(cost.known[0]) if due > 0]
    return all_of(tests) or i32(1)


@statement(Pay)
def _pay(w: Writer, one: Pay) -> Statements:
    """What can't be paid after all is not paid."""
    if one.split is not None:
        raise Unsupported("ways to pay")
    done, cost = bind(w, one.cost, "cost")
    further, seat = bind(w, one.seat, "seat")
    paid = [Node("drop", (), (call(_payment(w.unit, one.sources), seat.node, cost.node, i32(1)),))]
    test = all_of([is_some(seat.node, seat.shape), is_some(cost.node, cost.shape)])
    return [*done, *further, *(paid if test is None else [when(test, paid)])]


def _payment(unit: Unit, sources: Sequence[Use]) -> str:
    """Whether a seat can pay a cost with its payment sources; with `$do` it does."""
    rules = sorted((use.rule for use in sources if use.rule.resource is not None and use.rule.pays_as is not None), key=lambda r: r.rank)
    ranked = [(rule.rank, rule.pays_as) for rule in rules]
    if len(set(ranked)) < len(ranked) or any(rule.rank <= OWN_RANK or rule.carrier is not None for rule in rules):
        raise Unsupported("ways to pay")
    name = ".".join(("$pay", *(rule.source.id for rule in rules)))

    def make() -> Function:
        fn = Function(name, ((SEAT, "i64"), (COST, "i32"), (DO, "i32")), "i32")
        return _Payment(Writer(unit, fn), rules).written()

    return unit.function(name, make)


class _Payment:
    """Writes this function. What is held and what is due stand in locals, one for each resource."""

    def __init__(self, w: Writer, rules: Sequence[Rule]) -> None:
        self.w = w
        self.rules = rules
        self.count = len(w.unit.instance.kept_of_resource)
        self.held = [w.fn.local("held") for _ in range(self.count)]
        self.due = [w.fn.local("due") for _ in range(self.count)]
        self.spent: list[tuple[int, str]] = []

    def written(self) -> Function:
        fn, seat = self.w.fn, Bound(get(SEAT), NUMBER)
        body = spend(i32(1))
        for resource in range(self.count):
            body.append(put(self.held[resource], amount_at(self.w.unit, resource, seat.node)))
            body.append(put(self.due[resource], call("$max", load(ENTRY * (1 + resource), get(COST)), i64(0))))
        for resource in range(self.count):
            body += self._source(resource, resource, None)
        for rule in self.rules:
            body += self._accepted(rule, seat)
        for resource in range(self.count):
            body.append(when(op("i64.ne", get(self.due[resource]), i64(0)), [give(i32(0))]))
        paid = [node for resource, units in self.spent for node in changed_amount(self.w, resource, seat, "sub", get(units))]
        fn.body = [*body, when(get(DO), paid), i32(1)]
        return fn

    def _source(self, resource: int, covers: int, most: Node | None) -> list[Node]:
        """As much as is there, is due and is accepted."""
        units = self.w.fn.local("units")
        self.spent.append((resource, units))
        amount = call("$max", call("$min", get(self.held[resource]), get(self.due[covers])), i64(0))
        if most is not None:
            amount = call("$min", amount, call("$max", most, i64(0)))
        return [
            put(units, amount),
            put(self.held[resource], op("i64.sub", get(self.held[resource]), get(units))),
            put(self.due[covers], op("i64.sub", get(self.due[covers]), get(units))),
        ]

    def _accepted(self, rule: Rule, seat: Bound) -> list[Node]:
        assert rule.resource is not None
        assert rule.pays_as is not None
        resource, covers = rule.resource, rule.pays_as

        def accept(here: Writer) -> list[Node]:
            return self._source(resource, covers, None if rule.up_to is None else value(here, rule.up_to))

        names = {} if rule.actor is None else {rule.actor.id: seat}
        before = len(self.spent)
        found = each_binding(self.w, rule, names, seat, accept)
        if len(self.spent) == before:
            return []
        asked = op("i64.gt_s", load(ENTRY * (1 + covers), get(COST)), i64(0))
        return [put(self.spent[-1][1], i64(0)), when(asked, found)]
