"""Paying a cost: own resources first, then what rules accept instead, by rank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.position.mutation import set_kept
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import Use
from custumal.interpreter.reference.evaluates import Evaluates
from custumal.interpreter.reference.rules_in_force import applies, concerns, in_force
from custumal.interpreter.setup.errors import exhausted
from custumal.interpreter.setup.values import Env

OWN_RANK = 0
STEPS = 3
"""The steps that one payment source takes on one way to pay."""
Amounts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PaymentSource:
    """Units of `resource` that cover as many of `covers`; `most` of them (None: all that there are)."""

    rank: int
    resource: int
    covers: int
    most: int | None


def with_own(cost: Amounts, accepted: Sequence[tuple[int, int, int, int | None]]) -> list[PaymentSource]:
    """The payment sources for a cost: own resources, and those of accepted ones (rank, resource, covers, most) that it asks for."""
    own = [PaymentSource(OWN_RANK, resource, resource, None) for resource, amount in enumerate(cost) if amount > 0]
    return sorted([*own, *(PaymentSource(*source) for source in accepted if cost[source[2]] > 0)], key=lambda source: source.rank)


def sources_for(evaluator: Evaluates, state: Position, env: Env, seat: int, cost: Amounts, uses: Sequence[Use]) -> list[PaymentSource]:
    """What a seat can pay with, in the order in which it is used: by rank, own resources first."""
    found = [PaymentSource(OWN_RANK, resource, resource, None) for resource, amount in enumerate(cost) if amount > 0]
    for use in uses:
        rule = use.rule
        if rule.resource is None or rule.pays_as is None or cost[rule.pays_as] <= 0:
            continue
        for binding in in_force(evaluator, rule, state, _acting(use, seat, env)):
            if concerns(evaluator, rule, state, binding, seat) and applies(evaluator, rule, state, binding):
                most = None if rule.up_to is None else evaluator.value(rule.up_to, state, binding)
                found.append(PaymentSource(rule.rank, rule.resource, rule.pays_as, most))
    return sorted(found, key=lambda source: source.rank)


def _acting(use: Use, seat: int, env: Env) -> Env:
    return env if use.rule.actor is None else {**env, use.rule.actor.id: seat}


def ways_to_pay(sources: Sequence[PaymentSource], held: Sequence[int], cost: Amounts, left: list[int]) -> Iterator[Amounts]:
    """Units of each payment source that cover the cost without waste, the usual way first. `left` are the steps that are left.

    Only payment sources of one rank for one resource leave a choice; all others give what they can in their order.

    Raises:
        PlayError: no steps are left.
    """
    yield from _spread(sources, 0, list(held), [max(amount, 0) for amount in cost], (), left)


def _spread(
    sources: Sequence[PaymentSource], position: int, held: list[int], due: list[int], spent: Amounts, left: list[int]
) -> Iterator[Amounts]:
    left[0] -= STEPS
    if left[0] < 0:
        raise exhausted(None)
    if position == len(sources):
        if not any(due):
            yield spent
        return
    source = sources[position]
    most = max(min(held[source.resource], due[source.covers]), 0)
    if source.most is not None:
        most = min(most, max(source.most, 0))
    shared = any(other.rank == source.rank and other.covers == source.covers for other in sources[position + 1 :])
    for units in range(most, -1, -1) if shared else (most,):
        kept, still = held[:], due[:]
        kept[source.resource] -= units
        still[source.covers] -= units
        yield from _spread(sources, position + 1, kept, still, (*spent, units), left)


def held_by(evaluator: Evaluates, state: Position, seat: int) -> list[int]:
    """How much of each resource a seat has."""
    instance = evaluator.instance
    layouts = (instance.kept[name] for name in instance.kept_of_resource)
    return [state.c[layout.column][layout.base + seat] for layout in layouts]


def can_pay(evaluator: Evaluates, state: Position, env: Env, seat: int, cost: Amounts, uses: Sequence[Use]) -> bool:
    """Whether the seat can pay the cost."""
    sources = sources_for(evaluator, state, env, seat, cost, uses)
    return next(ways_to_pay(sources, held_by(evaluator, state, seat), cost, evaluator.left), None) is not None


def all_ways(evaluator: Evaluates, state: Position, env: Env, seat: int, cost: Amounts, uses: Sequence[Use]) -> list[Amounts]:
    """Every way to pay without waste; each is the units of the payment sources in their order."""
    sources = sources_for(evaluator, state, env, seat, cost, uses)
    return list(dict.fromkeys(ways_to_pay(sources, held_by(evaluator, state, seat), cost, evaluator.left)))


def pay(evaluator: Evaluates, state: Position, env: Env, seat: int, cost: Amounts, uses: Sequence[Use], split: Amounts | None) -> None:
    """Take the cost from the seat; `split` are the units of the payment sources where the seat chose them."""
    pay_with(evaluator, state, seat, cost, sources_for(evaluator, state, env, seat, cost, uses), split)


def pay_with(
    evaluator: Evaluates, state: Position, seat: int, cost: Amounts, sources: Sequence[PaymentSource], split: Amounts | None
) -> None:
    """The same with payment sources that are known."""
    if split is None:
        split = next(ways_to_pay(sources, held_by(evaluator, state, seat), cost, evaluator.left), None)
    if split is None:
        return
    instance = evaluator.instance
    for source, units in zip(sources, split, strict=True):
        layout = instance.kept[instance.kept_of_resource[source.resource]]
        index = layout.base + seat
        set_kept(state, layout, index, state.c[layout.column][index] - units)
