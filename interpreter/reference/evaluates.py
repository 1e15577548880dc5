"""The one interface through which rules are evaluated in a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from custumal.dsl.model import Expr
from custumal.interpreter.position.state import Position
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import Env, Value


class Evaluates(Protocol):
    """Something that evaluates expressions of one instance."""

    @property
    def instance(self) -> Instance: ...

    @property
    def scoring(self) -> Mapping[str, Callable[[Position, int], int]]:
        """Functions that give a seat's points of score lines, by the line's id, and its numbers in the keys of the ranking, by
        their addresses, where there are such."""
        ...

    @property
    def left(self) -> list[int]:
        """How many steps are left: one number, which whatever takes steps lowers."""
        ...

    def value(self, expr: Expr, state: Position, env: Env) -> Value:
        """The value of the expression in this state."""
        ...

    def call(self, name: str, arguments: tuple[Value, ...], state: Position) -> Value:
        """The value of a definition at these arguments, with all modifiers in force."""
        ...
