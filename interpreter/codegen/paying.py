"""What seats pay, gain and lose."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from custumal.dsl.model import Expr, Trade
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.bindings import each_binding
from custumal.interpreter.codegen.bundles import Amounts, amounts_of, as_bundle
from custumal.interpreter.codegen.core import branch, lower, lower_atom, may_be_none, when
from custumal.interpreter.codegen.definitions import called
from custumal.interpreter.codegen.holdings import amount_of
from custumal.interpreter.codegen.numbers import checked, clamped
from custumal.interpreter.codegen.remembering import comes_again, remembered
from custumal.interpreter.codegen.writer import STATE, Writer
from custumal.interpreter.program import Pay, Use
from custumal.interpreter.reference.payment import OWN_RANK


@dataclass(frozen=True, slots=True)
class Cost:
    """A cost: what it has of each resource that it names, or None; as a bundle where that is asked for."""

    amounts: Amounts | None
    bundle: n.Node | None

    def as_bundle(self, w: Writer) -> n.Node:
        if self.bundle is not None:
            return self.bundle
        assert self.amounts is not None
        return as_bundle(w, self.amounts)


def cost_of(w: Writer, expr: Expr) -> Cost:
    """A cost, to be read more than once."""
    with w.inside([]) as block:
        amounts = amounts_of(w, expr)
    if amounts is None:
        return Cost(None, lower_atom(w, expr))
    w.block.extend(block)
    return Cost(amounts, None)


def payable(w: Writer, cost: Cost, seat: n.Node, unsure: bool) -> n.Node:
    """Whether a seat can pay with its own resources; `unsure`: whether the seat may be nobody."""
    if cost.amounts is None or unsure:
        return n.call("payable", w.state, seat, cost.as_bundle(w))
    tests = [_has(w, resource, seat, amount) for resource, amount in cost.amounts.items() if not _is_nothing(amount)]
    return n.both(*tests) if tests else n.const(True)


def _has(w: Writer, resource: int, seat: n.Node, amount: n.Node) -> n.Node:
    low = w.unit.instance.kept[w.unit.instance.kept_of_resource[resource]].low
    enough = n.compare(amount_of(w, resource, seat), ">=", amount)
    sure = n.known(amount) or (low is not None and low >= 0)
    return enough if sure else n.either(n.compare(amount, "<=", n.const(0)), enough)


def do_not_compete(cost: Cost, uses: Sequence[Use]) -> bool:
    """Whether each purse has a resource of its own that is not asked for itself, so that it does not matter which is used first."""
    resources = [use.rule.resource for use in uses]
    return (
        cost.amounts is not None
        and len(set(resources)) == len(resources)
        and all(use.rule.carrier is None and use.rule.resource not in cost.amounts for use in uses)
    )


def covered(w: Writer, cost: Cost, uses: Sequence[Use], seat: n.Node) -> n.Node:
    """Whether a seat can pay with its own resources and with purses that do not compete."""
    assert cost.amounts is not None
    held = {resource: w.named(n.call("max", amount_of(w, resource, seat), n.const(0)), "n") for resource in cost.amounts}
    for use in uses:
        assert use.rule.pays_as is not None
        _add_payment_source(w, use, seat, held[use.rule.pays_as])
    tests = [n.compare(held[resource], ">=", amount) for resource, amount in cost.amounts.items() if not _is_nothing(amount)]
    return n.both(*tests) if tests else n.const(True)


def _add_payment_source(w: Writer, use: Use, seat: n.Node, held: ast.Name) -> None:
    def units() -> n.Node:
        total = w.named(n.const(0), "n")
        with w.inside([]) as block:
            each_binding(w, use, seat, lambda: w.emit(n.assign(total.id, _units(w, use, seat))))
        w.block.extend(block)
        return total

    again = not use.names and comes_again(w, [seat])
    w.emit(n.increase(held.id, remembered(w, f"purse {use.rule.source.address}", [seat], units) if again else units()))


def _units(w: Writer, use: Use, seat: n.Node) -> n.Node:
    """How much a purse can cover, as long as it is asked for."""
    assert use.rule.resource is not None
    held = amount_of(w, use.rule.resource, seat)
    if use.rule.up_to is not None:
        held = n.call("min", held, lower(w, use.rule.up_to))
    return n.call("max", held, n.const(0))


def _is_nothing(amount: n.Node) -> bool:
    return n.known(amount) and getattr(amount, "value", 1) <= 0


def write_pay(w: Writer, statement: Pay) -> None:
    """The seat pays, if it can."""
    seat = lower_atom(w, statement.seat)
    cost = cost_of(w, statement.cost)
    amounts, uses = cost.amounts, helpful(cost, statement.sources)

    def pay() -> None:
        purses = purses_of(w, uses, seat) if uses else n.const(())
        split = n.NONE if statement.split is None else w.local(statement.split)
        w.emit(n.run(n.call("pay", w.state, seat, cost.as_bundle(w), purses, split)))

    if statement.split is not None or amounts is None or may_be_none(statement.seat) or not own_come_first(uses):
        pay()
    else:
        branch(w, payable(w, cost, seat, unsure=False), lambda: _take(w, amounts, seat), pay if uses else None)


def helpful(cost: Cost, uses: Sequence[Use]) -> tuple[Use, ...]:
    """The purses for what a cost asks for."""
    return tuple(use for use in uses if cost.amounts is None or use.rule.pays_as in cost.amounts)


def own_come_first(uses: Sequence[Use]) -> bool:
    """Whether nothing is paid from purses as long as the own resources are enough."""
    return all(use.rule.rank >= OWN_RANK for use in uses)


def _take(w: Writer, amounts: Amounts, seat: n.Node) -> None:
    for resource, amount in amounts.items():
        if not _is_nothing(amount):
            test = n.const(True) if n.known(amount) else n.compare(amount, ">", n.const(0))
            branch(w, test, partial(change_amount, w, resource, seat, "-", amount))


def change_amount(w: Writer, resource: int, seat: n.Node, sign: str, amount: n.Node) -> None:
    """More or less of a resource, within its bounds."""
    layout = w.unit.instance.kept[w.unit.instance.kept_of_resource[resource]]
    column, place = w.column(layout.column), w.atom(n.plus(seat, layout.base))
    value = checked(n.binary(n.index(column, place), sign, amount))
    w.emit(n.assign_index(column, place, clamped(w, layout, value, None, nothing=False)))


# ---------------------------------------------------------------- gains and losses


def write_trade(w: Writer, effect: Trade) -> None:
    """A seat gains or loses a bundle."""
    when(w, effect.condition, lambda: _trade(w, effect))


def _trade(w: Writer, effect: Trade) -> None:
    seat = lower_atom(w, effect.seat)
    cost = cost_of(w, effect.bundle)
    tests = [n.is_some(seat)] if may_be_none(effect.seat) else []
    if cost.bundle is not None and may_be_none(effect.bundle):
        tests.append(n.is_some(cost.bundle))
    if tests:
        branch(w, n.both(*tests), lambda: _trade_all(w, effect.mode, seat, cost))
    else:
        _trade_all(w, effect.mode, seat, cost)


def _trade_all(w: Writer, mode: str, seat: n.Node, cost: Cost) -> None:
    amounts = cost.amounts
    if amounts is None:
        assert cost.bundle is not None
        w.emit(n.run(n.call(_trader(w, mode), w.state, seat, cost.bundle)))
        return
    for resource, amount in amounts.items():
        number = w.atom(amount, "n")
        branch(w, n.const(True) if n.known(number) else number, partial(_trade_one, w, mode, seat, resource, number))


def _trader(w: Writer, mode: str) -> str:
    """The function by which a seat gains or loses any bundle."""
    unit = w.unit
    if mode not in unit.traders:
        unit.traders[mode] = unit.fresh("trade")
        inner = Writer(unit)
        seat, bundle = n.name("a0"), n.name("a1")
        for resource in range(len(unit.instance.game.resources)):
            number = inner.named(n.index(bundle, n.const(resource)), "n")
            branch(inner, number, partial(_trade_one, inner, mode, seat, resource, number))
        unit.functions.append(inner.function(unit.traders[mode], (STATE, seat.id, bundle.id)))
    return unit.traders[mode]


def _trade_one(w: Writer, mode: str, seat: n.Node, resource: int, number: n.Node) -> None:
    if mode != "gain":
        lost = number if n.known(number) and getattr(number, "value", -1) > 0 else n.call("max", number, n.const(0))
        change_amount(w, resource, seat, "-", lost)
        return
    kept = w.unit.instance.resource(resource)
    if kept.through is not None:
        definition = w.unit.instance.game.definitions[str(kept.through).rsplit(".", 1)[-1]]
        number = w.atom(called(w, definition, [seat, number]), "n")
    if w.unit.instance.kept[kept.name].supply is None:
        change_amount(w, resource, seat, "+", number)
    else:
        w.emit(n.run(n.call("gain", w.state, seat, n.const(resource), number)))


# ---------------------------------------------------------------- purses


def purses_of(w: Writer, uses: Sequence[Use], seat: n.Node) -> n.Node:
    """A list of the purses that rules accept here, in the order of the rules: (rank, resource, covers, most)."""
    found = w.fresh("l")
    w.emit(n.assign(found, n.empty_list()))
    for use in uses:
        _payment_source(w, use, seat, found)
    return n.name(found)


def _payment_source(w: Writer, use: Use, seat: n.Node, found: str) -> None:
    rule = use.rule
    if rule.resource is None or rule.pays_as is None:
        return

    def add() -> None:
        most = n.NONE if rule.up_to is None else lower(w, rule.up_to)
        purse = n.row(n.const(rule.rank), n.const(rule.resource), n.const(rule.pays_as), most)
        w.emit(n.run(n.method(n.name(found), "append", purse)))

    with w.inside([]) as block:
        each_binding(w, use, seat, add)
    w.block.extend(block)
