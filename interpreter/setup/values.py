"""Run-time values: what expressions evaluate to, and the environments in which they do."""

from __future__ import annotations

from typing import Any

from custumal.dsl.base.types import Set, Truth, Type, bare
from custumal.dsl.diagnostics.catalogue.play import number_overflow
from custumal.dsl.model import Act, Expr
from custumal.interpreter.setup.errors import PlayError

Value = Any
"""An int, a truth, None or a tuple of these; the checker has proven which. See `custumal.dsl.model` for the encodings."""

Numbers = tuple[int, ...]
"""A bundle, by the resources' order, or numbers that are members of a set."""

Env = dict[str, Value]
"""An environment: values of locals by their unique id. Locals that are not in it stand in the frame of the state."""

NO_STATE: Value = None
"""What stands for the position where the checker has proven that an expression reads none."""

LEAST = -(2**63)
MOST = 2**63 - 1
UNLIMITED = MOST
"""The room or supply where there is no limit."""


def bounded(number: int, where: Expr | Act | None = None) -> int:
    """The number itself, which is computed by `where`, if that is known here.

    Raises:
        PlayError: `number-overflow` if it does not fit into 64 bits.
    """
    if LEAST <= number <= MOST:
        return number
    span = None if where is None else where.span
    raise PlayError(number_overflow(), span)


def nothing_of(of: Type) -> Value:
    """What an operation of this type answers when it is asked of nothing."""
    if isinstance(of, Truth):
        return False
    return () if isinstance(bare(of), Set) else None


def distinct(values: list[Value]) -> tuple[Value, ...]:
    """The values without repetition, in the order in which each appears first."""
    return tuple(dict.fromkeys(values))
