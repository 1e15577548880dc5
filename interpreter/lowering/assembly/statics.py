"""Constant folding: what is known before the game starts: conditions on options and players, and on names that stand for a known
value here."""

from __future__ import annotations

from collections.abc import Mapping

from custumal.dsl.model import Call, Can, Expr, Fold, Local, Op, Reach, Read, Select
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import NO_STATE, Value

FIXED = frozenset(
    {
        "neg",
        "add",
        "sub",
        "mul",
        "div",
        "mod",
        "max",
        "min",
        "and",
        "or",
        "not",
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
        "in",
        "subset",
        "same-row",
        "some-value",
        "otherwise",
        "join",
        "minus",
        "list",
        "range",
        "singleton-or-empty",
        "position",
        "leading",
        "b-add",
        "b-sub",
        "b-scale",
        "b-unit",
        "b-get",
        "b-without",
        "b-parts",
        "b-le",
        "option",
        "players",
        "seats",
        "house-seats",
        "all-things",
        "all-symbols",
        "all-rows",
        "attr",
        "owner",
        "row-of",
        "symbol-attr",
        "step-table",
        "at-table",
        "next-seat",
        "previous-seat",
    }
)
"""Operations that read no state."""


class Statics:
    """Asks the reference evaluator for what reads no state."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.modified = {target for rule in instance.game.standing if rule.head == "modify" for target in rule.targets}
        self._fixed_definitions: dict[str, bool] = {}

    def value(self, expr: Expr, known: Mapping[str, Value]) -> Value:
        """The value of an expression that is `fixed` with these names known."""
        return self.instance.constants.value(expr, NO_STATE, dict(known))

    def fixed(self, expr: Expr, known: Mapping[str, Value]) -> bool:
        """Whether the expression reads nothing but options, players, what is printed and the known names."""
        bound = {inner.var.id for inner in nodes(expr) if isinstance(inner, Select | Fold | Reach)}
        return all(self._fixed_node(node, known, bound) for node in nodes(expr) if isinstance(node, Expr))

    def truth(self, expr: Expr | None, known: Mapping[str, Value] | None = None) -> bool | None:
        """True or False where that is known, else None. No expression is true."""
        if expr is None:
            return True
        known = known or {}
        if isinstance(expr, Op) and expr.name in ("and", "or", "not"):
            return self._connective(expr, known)
        return self._answer(expr, known) if self.fixed(expr, known) else None

    def _answer(self, expr: Expr, known: Mapping[str, Value]) -> bool | None:
        try:
            return bool(self.value(expr, known))
        except PlayError:  # a mistake that belongs to the moment when it is made, if that comes
            return None

    def _connective(self, expr: Op, known: Mapping[str, Value]) -> bool | None:
        parts = [self.truth(argument, known) for argument in expr.arguments]
        if expr.name == "not":
            return None if parts[0] is None else not parts[0]
        decisive = expr.name == "or"
        if decisive in parts:
            return decisive
        return None if None in parts else not decisive

    def _fixed_node(self, node: Expr, known: Mapping[str, Value], bound: set[str]) -> bool:
        match node:
            case Read() | Can():
                return False
            case Local(id=name):
                return name in known or name in bound
            case Op(name=name):
                return name in FIXED
            case Call(definition=name):
                return self._fixed_definition(name)
        return True

    def _fixed_definition(self, name: str) -> bool:
        if name not in self._fixed_definitions:
            definition = self.instance.game.definitions[name]
            parameters: dict[str, Value] = {local.id: None for local in definition.parameters}
            self._fixed_definitions[name] = definition.source.address not in self.modified and self.fixed(definition.body, parameters)
        return self._fixed_definitions[name]
