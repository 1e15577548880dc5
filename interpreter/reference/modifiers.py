"""What rules that modify make of a value (law 6 of the language)."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.types import Seat, Set, bare
from custumal.dsl.model import Definition, Expr, Rule
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.evaluates import Evaluates
from custumal.interpreter.reference.rules_in_force import applies, concerns, in_force
from custumal.interpreter.setup.values import Env, Value, bounded

OF_NUMBERS = ("add", "times", "at-least", "at-most")
OF_SETS = ("also", "except")
"""The operations in the order in which they follow a rule that sets the value."""


def modified(evaluator: Evaluates, definition: Definition, rules: tuple[Rule, ...], base: Value, state: Position, env: Env) -> Value:
    """The value of a definition after all its modifiers and within its own bounds. `env` binds the definition's parameters."""
    changes = list(modifications(evaluator, definition, rules, state, env))
    value = base
    ranked = [(rule.rank, evaluator.value(expr, state, binding)) for rule, binding, operation, expr in changes if operation == "set"]
    if ranked:
        value = max(ranked, key=lambda pair: pair[0])[1]
    for wanted in following(definition):
        for _, binding, operation, expr in changes:
            if operation == wanted:
                value = changed(wanted, value, evaluator.value(expr, state, binding))
    return clamped(evaluator, definition, value, state, env)


def following(definition: Definition) -> tuple[str, ...]:
    """The operations that can change the value of a definition after it has been set, in their order."""
    return OF_SETS if isinstance(bare(definition.body.type), Set) else OF_NUMBERS


def modifications(
    evaluator: Evaluates, definition: Definition, rules: tuple[Rule, ...], state: Position, env: Env
) -> Iterator[tuple[Rule, Env, str, Expr]]:
    """Every change in force of a definition's value: the rule, its binding, the operation and what it is done with."""
    parameters = {local.name: env[local.id] for local in definition.parameters}
    seat = next((env[local.id] for local in definition.parameters if isinstance(bare(local.type), Seat)), None)
    for rule in rules:
        names = {local.id: parameters[word] for word, local in rule.names if word in parameters}
        for binding in in_force(evaluator, rule, state, dict(names)):
            if concerns(evaluator, rule, state, binding, seat) and applies(evaluator, rule, state, binding):
                for operation, expr in rule.changes:
                    yield rule, binding, operation, expr


def changed(operation: str, value: Value, amount: Value) -> Value:
    """A value after one change of it."""
    match operation:
        case "also":
            return tuple(dict.fromkeys((*value, *amount)))
        case "except":
            taken = set(amount)
            return tuple(member for member in value if member not in taken)
    return stepped(operation, value, amount)


def stepped(operation: str, value: Value, amount: Value) -> Value:
    """A number, or each amount of a bundle, after one change."""
    if isinstance(value, tuple):
        return tuple(stepped(operation, x, y) for x, y in zip(value, amount, strict=True))
    match operation:
        case "add":
            return bounded(value + amount)
        case "times":
            return bounded(value * amount)
        case "at-least":
            return max(value, amount)
    return min(value, amount)


def clamped(evaluator: Evaluates, definition: Definition, value: Value, state: Position, env: Env) -> Value:
    """The value within the definition's own least and most."""
    if definition.low is not None:
        value = max(value, evaluator.value(definition.low, state, env))
    if definition.high is not None:
        value = min(value, evaluator.value(definition.high, state, env))
    return value
