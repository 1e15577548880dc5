"""Types in words, with their bounds."""

from __future__ import annotations

from custumal.dsl.base.types import Maybe, Number, Set, Table, Type


def type_in_words(of: Type) -> str:
    """A type with its bounds."""
    match of:
        case Number(low, high) if low is not None and high is not None:
            return f"number from {low} to {high}"
        case Number(low, None) if low is not None:
            return f"number from {low}"
        case Number(None, high) if high is not None:
            return f"number up to {high}"
        case Maybe(inner):
            return f"maybe {type_in_words(inner)}"
        case Set(inner, _, most):
            return f"set of {type_in_words(inner)}" + ("" if most is None else f", at most {most}")
        case Table(key, value):
            return f"{type_in_words(value)} per {type_in_words(key)}"
    return str(of)
