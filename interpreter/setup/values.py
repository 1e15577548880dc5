"""What expressions evaluate to, and the one interface through which rules are evaluated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from custumal.dsl.base.types import Set, Truth, Type, bare
from custumal.dsl.model import Act, Expr
from custumal.interpreter.setup.errors import PlayError

if TYPE_CHECKING:
    from custumal.interpreter.position.state import Position
    from custumal.interpreter.setup.instance import Instance

Value = Any
"""An int, a truth, None or a tuple of these; the checker has proven which. See `custumal.dsl.model` for the encodings."""

Numbers = tuple[int, ...]
"""A bundle, by the resources' order, or numbers that are members of a set."""

Env = dict[str, Value]
"""Values of locals by their unique id. Locals that are not in it stand in the frame of the state."""

LEAST = -(2**63)
MOST = 2**63 - 1
UNLIMITED = MOST
"""The room or supply where there is no limit."""


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


def bounded(number: int, where: Expr | Act | None = None) -> int:
    """The number itself, which is computed by `where`, if that is known here.

    Raises:
        PlayError: `number-overflow` if it does not fit into 64 bits.
    """
    if LEAST <= number <= MOST:
        return number
    span = None if where is None else where.span
    raise PlayError("number-overflow", "The number that was computed here does not fit into 64 bits.", span)


def nothing_of(of: Type) -> Value:
    """What an operation of this type answers when it is asked of nothing."""
    if isinstance(of, Truth):
        return False
    return () if isinstance(bare(of), Set) else None


def distinct(values: list[Value]) -> tuple[Value, ...]:
    """The values without repetition, in the order in which each appears first."""
    return tuple(dict.fromkeys(values))
