"""Walking through the nodes of the model without knowing each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from custumal.dsl.diagnostic import Span
from custumal.dsl.model import Local, Source
from custumal.dsl.types import Type

LEAVES = (str, int, Span, Source, Type)


@cache
def _names(kind: type[Any]) -> tuple[str, ...] | None:
    """The names of the fields of a class of nodes, from the last to the first; None for collections, and what nothing is looked for in."""
    is_node = is_dataclass(kind) and not issubclass(kind, LEAVES)
    return tuple(reversed([field.name for field in fields(kind)])) if is_node else None


def nodes(node: object) -> Iterator[object]:
    """The node and all below it, depth first, in the order of their fields."""
    # One stack and no generators inside generators: whole games are walked through, many times.
    waiting: list[Any] = [node]
    while waiting:
        found = waiting.pop()
        kind: Any = type(found)
        names = _names(kind)
        if names is not None:
            yield found
            waiting += [getattr(found, name) for name in names]
        elif isinstance(found, tuple | list | frozenset):
            waiting += [*found][::-1]
        elif isinstance(found, dict):
            waiting += [*found.values()][::-1]


def locals_in(node: object) -> frozenset[str]:
    """The ids of all locals that are read or bound in a node."""
    return frozenset(inner.id for inner in nodes(node) if isinstance(inner, Local))
