"""Paying a cost: own resources first, then what rules accept instead, by rank.

Where no sources of one rank can share a cost, each gives what it can in its order, and their number is known. Else they are listed in
memory, and ways are looked for among them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from custumal.dsl.model import Rule
from custumal.interpreter.program import Pay, Split, Use
from custumal.interpreter.reference.payment import OWN_RANK
from custumal.interpreter.wasm.expressions.bundles import amount_at
from custumal.interpreter.wasm.expressions.core import all_of, bind, each_at, is_some, spend, value
from custumal.interpreter.wasm.expressions.standing import each_binding
from custumal.interpreter.wasm.expressions.unit import Bound, Unit, Writer
from custumal.interpreter.wasm.flow.statements import Statements, changed_amount, statement
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE, NUMBER, Shape
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import (
    Node,
    block,
    branch,
    branch_if,
    call,
    get,
    give,
    i32,
    i64,
    load,
    narrow,
    no,
    op,
    plus,
    put,
    store,
    when,
    wide,
)  # fmt: skip

SEAT, COST, DO = "$seat", "$cost", "$do"
MOST_SPLITS = 1024
"""So many ways to pay are listed at most (`$add_way`)."""


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
    done, cost = bind(w, one.cost, "cost")
    further, seat = bind(w, one.seat, "seat")
    if one.split is None:
        paid = [Node("drop", (), (call(_payment(w.unit, one.sources), seat.node, cost.node, i32(1)),))]
    else:
        paid = [
            call(_taking(w.unit, one.sources), seat.node, call(_listed(w.unit, one.sources), seat.node, cost.node), value(w, one.split))
        ]
    test = all_of([is_some(seat.node, seat.shape), is_some(cost.node, cost.shape)])
    return [*done, *further, *(paid if test is None else [when(test, paid)])]


def _payment(unit: Unit, sources: Sequence[Use]) -> str:
    """Whether a seat can pay a cost with its payment sources; with `$do` it does."""
    rules = _rules(sources)
    ranked = [(rule.rank, rule.pays_as) for rule in rules]
    is_plain = len(set(ranked)) == len(ranked) and not any(rule.rank <= OWN_RANK or rule.carrier is not None for rule in rules)
    name = _named("$pay", rules)

    def make() -> Function:
        fn = Function(name, ((SEAT, "i64"), (COST, "i32"), (DO, "i32")), "i32")
        return _Payment(Writer(unit, fn), rules).written() if is_plain else _first_way(unit, fn, sources)

    return unit.function(name, make)


def _rules(sources: Sequence[Use]) -> list[Rule]:
    """The rules that accept something, by rank."""
    found = (use.rule for use in sources if use.rule.resource is not None and use.rule.pays_as is not None)
    return sorted(found, key=lambda rule: rule.rank)


def _named(word: str, rules: Sequence[Rule]) -> str:
    return ".".join((word, *(rule.source.address for rule in rules)))


# ---------------------------------------------------------------- where sources share a cost


def each_split(w: Writer, part: Split, body: Callable[[Bound], list[Node]]) -> list[Node]:
    """Every way to pay without waste, the usual one first."""
    done, cost = bind(w, part.cost, "cost")
    further, seat = bind(w, part.seat, "payer")
    sources, ways = w.fn.local("sources", "i32"), w.fn.local("ways", "i32")
    return [
        *done,
        *further,
        put(sources, call(_listed(w.unit, part.sources), seat.node, cost.node)),
        put(ways, call("$room", i32(ENTRY * (1 + MOST_SPLITS)))),
        store(0, i64(0), get(ways)),
        Node("drop", (), (_spread(w.unit, seat.node, cost.node, get(sources), _spent(sources), get(ways)),)),
        *each_at(w, get(ways), Shape("tuple", NUMBER, MOST_SPLITS), body),
    ]


def _spread(unit: Unit, seat: Node, cost: Node, sources: Node, spent: Node, ways: Node) -> Node:
    return call("$spread", sources, i32(0), call(_held(unit), seat), call(_due(unit), cost), spent, ways)


def _spent(sources: str) -> Node:
    """A tuple with a zero for each source."""
    return call("$zeros", op("i32.shr_u", narrow(load(0, get(sources))), i32(2)))


def _first_way(unit: Unit, fn: Function, sources: Sequence[Use]) -> Function:
    """Whether there is a way to pay; with `$do` the first is taken."""
    found, spent = fn.local("sources", "i32"), fn.local("spent", "i32")
    asked = _spread(unit, get(SEAT), get(COST), get(found), get(spent), i32(0))
    fn.body = [
        put(found, call(_listed(unit, sources), get(SEAT), get(COST))),
        put(spent, _spent(found)),
        when(no(asked), [give(i32(0))]),
        when(get(DO), [call(_taking(unit, sources), get(SEAT), get(found), get(spent))]),
        i32(1),
    ]
    return fn


def _listed(unit: Unit, sources: Sequence[Use]) -> str:
    """The sources for a cost, in the order in which they are used; the length counts their numbers."""
    rules = _rules(sources)
    name = _named("$sources", rules)

    def make() -> Function:
        fn = Function(name, ((SEAT, "i64"), (COST, "i32")), "i32")
        w, seat, found = Writer(unit, fn), Bound(get(SEAT), NUMBER), fn.local("sources", "i32")
        fn.body = [put(found, call("$room", i32(ENTRY))), store(0, i64(0), get(found))]
        for rule in (one for one in rules if one.rank < OWN_RANK):
            fn.body += _accepted_by(w, rule, seat, found)
        for resource in range(len(unit.instance.kept_of_resource)):
            own = call("$add_source", get(found), i64(OWN_RANK), i64(resource), i64(resource), i64(NONE))
            fn.body.append(when(_is_due(resource), [own]))
        for rule in (one for one in rules if one.rank >= OWN_RANK):
            fn.body += _accepted_by(w, rule, seat, found)
        fn.body.append(get(found))
        return fn

    return unit.function(name, make)


def _is_due(resource: int) -> Node:
    return op("i64.gt_s", load(ENTRY * (1 + resource), get(COST)), i64(0))


def _accepted_by(w: Writer, rule: Rule, seat: Bound, sources: str) -> list[Node]:
    assert rule.resource is not None
    assert rule.pays_as is not None
    resource, covers = rule.resource, rule.pays_as

    def add(here: Writer) -> list[Node]:
        most = w.fn.local("most")
        limit = i64(NONE) if rule.up_to is None else value(here, rule.up_to)
        row = call("$add_source", get(sources), i64(rule.rank), i64(resource), i64(covers), get(most))
        return [put(most, limit), row]

    names = {} if rule.actor is None else {rule.actor.id: seat}
    return [when(_is_due(covers), each_binding(w, rule, names, seat, add))]


def _held(unit: Unit) -> str:
    """How much of each resource a seat has."""

    def make() -> Function:
        fn = Function("$held_by", ((SEAT, "i64"),), "i32")
        at, count = fn.local("held", "i32"), len(unit.instance.kept_of_resource)
        amounts = [store(ENTRY * (1 + one), amount_at(unit, one, get(SEAT)), get(at)) for one in range(count)]
        fn.body = [put(at, call("$zeros", i32(count))), *amounts, get(at)]
        return fn

    return unit.function("$held_by", make)


def _due(unit: Unit) -> str:
    """What has to be covered of each resource."""

    def make() -> Function:
        fn = Function("$due", ((COST, "i32"),), "i32")
        at, count = fn.local("due", "i32"), len(unit.instance.kept_of_resource)
        entries = range(1, 1 + count)
        amounts = [store(ENTRY * one, call("$max", load(ENTRY * one, get(COST)), i64(0)), get(at)) for one in entries]
        fn.body = [put(at, call("$zeros", i32(count))), *amounts, get(at)]
        return fn

    return unit.function("$due", make)


def _taking(unit: Unit, sources: Sequence[Use]) -> str:
    """Take from a seat what each source gives."""
    name = _named("$taking", _rules(sources))

    def make() -> Function:
        fn = Function(name, ((SEAT, "i64"), ("$sources", "i32"), ("$spent", "i32")))
        w, seat, number = Writer(unit, fn), Bound(get(SEAT), NUMBER), fn.local("number", "i32")
        units = load(0, call("$entry", get("$spent"), wide(get(number))))
        takes = load(ENTRY, call("$source_at", get("$sources"), get(number)))
        taken = [
            when(op("i64.eq", takes, i64(resource)), changed_amount(w, resource, seat, "sub", units))
            for resource in range(len(unit.instance.kept_of_resource))
        ]
        turn = [
            branch_if("$done", op("i32.ge_u", get(number), narrow(load(0, get("$spent"))))),
            *taken,
            put(number, plus(get(number), 1)),
            branch("$next"),
        ]
        fn.body = [block("$done", [Node("loop", ("$next",), tuple(turn))])]
        return fn

    return unit.function(name, make)


# ---------------------------------------------------------------- where each gives what it can


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
