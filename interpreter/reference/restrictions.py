"""Whether what stands in the way of a choice holds: restrictions, limits, costs, and the rules that take them away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from custumal.dsl.model import Require
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import Affordable, Allowed, Bind, Counter, Forbid, Part, Pick, Split, Test, Use
from custumal.interpreter.reference.evaluate import Evaluator
from custumal.interpreter.reference.payment import can_pay
from custumal.interpreter.reference.rules_in_force import applies, concerns, in_force
from custumal.interpreter.setup.layout import COUNTERS
from custumal.interpreter.setup.values import Env, Value


class Restrictions:
    """Tests the parts of plans. `seat` is always whoever acts, None where nobody does."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.on_waived: Callable[[str], None] | None = None

    # ------------------------------------------------------------ rules at their targets

    def bindings(self, use: Use, state: Position, env: Env, seat: int | None, *, ask: bool = True) -> Iterator[Env]:
        """The bindings under which a rule is in force, concerns the seat and (`ask`) applies; `env` with its names bound."""
        rule = use.rule
        around = {**env, **{own.id: self.evaluator.value(seen, state, env) for own, seen in use.names if self._known(seen.id, env)}}
        if rule.actor is not None:
            around[rule.actor.id] = seat
        for binding in in_force(self.evaluator, rule, state, around):
            if concerns(self.evaluator, rule, state, binding, seat) and (not ask or applies(self.evaluator, rule, state, binding)):
                yield binding

    def _known(self, name: str, env: Env) -> bool:
        return name in env or name in self.evaluator.slots

    def waived(self, uses: Sequence[Use], state: Position, env: Env, seat: int | None) -> bool:
        """Whether one of the rules takes something away here."""
        for use in uses:
            if next(self.bindings(use, state, env, seat), None) is not None:
                if self.on_waived is not None:
                    self.on_waived(use.rule.source.address)
                return True
        return False

    # ------------------------------------------------------------ parts of a plan

    def holds(self, part: Part, state: Position, env: Env, seat: int | None) -> bool:
        """Whether a part that tests something is passed; parts that bind are."""
        match part:
            case Pick() | Bind() | Split():
                return True
            case Test():
                passed = self.met(part.require, state, env)
            case Forbid():
                passed = self._permitted(part.use, state, env, seat)
            case Allowed():
                passed = self.below(part, state, env)
            case Affordable():
                passed = self._payable(part, state, env)
        return passed or self.waived(part.waived, state, env, seat)

    def met(self, require: Require, state: Position, env: Env) -> bool:
        """Whether a restriction holds or its printed exception does."""
        value = self.evaluator.value
        return bool(value(require.that, state, env)) or (require.unless is not None and bool(value(require.unless, state, env)))

    def _permitted(self, use: Use, state: Position, env: Env, seat: int | None) -> bool:
        require = use.rule.that
        return require is None or all(self.met(require, state, binding) for binding in self.bindings(use, state, env, seat))

    def below(self, part: Allowed, state: Position, env: Env) -> bool:
        """Whether a limit is not used up."""
        limit = part.limit
        most: int | None = 1 if limit.count is None else self.evaluator.value(limit.count, state, env)
        arguments = [self.evaluator.value(local, state, env) for local in (part.seat, *limit.each)]
        used: int = state.c[COUNTERS][counter_index(self.evaluator, part.counter, arguments)]
        # Explanations look behind a restriction that fails, where what it guards may be nothing.
        return most is None or used < most

    def _payable(self, part: Affordable, state: Position, env: Env) -> bool:
        cost = self.evaluator.value(part.cost, state, env)
        payer = self.evaluator.value(part.seat, state, env)
        return cost is None or payer is None or can_pay(self.evaluator, state, env, payer, cost, part.sources)


def counter_index(evaluator: Evaluator, counter: Counter, arguments: Sequence[Value]) -> int:
    """Where a counter stands in its column; nobody counts as one more seat, nothing as one more value."""
    index = 0
    for of, size, value in zip(counter.types, counter.sizes, arguments, strict=True):
        digit = size - 1 if value is None else value - evaluator.instance.domain(of).offset
        index = index * size + digit
    return counter.base + index
