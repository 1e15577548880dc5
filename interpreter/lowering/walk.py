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
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def nodes(node: object) -> Iterator[object]:
    """The node and all below it, depth first, in the order of their fields."""
    if node is None or isinstance(node, LEAVES):
        return
    if isinstance(node, tuple | list | frozenset):
        for inner in node:
            yield from nodes(inner)
    elif isinstance(node, dict):
        for inner in node.values():
            yield from nodes(inner)
    elif is_dataclass(node) and not isinstance(node, type):
        yield node
        for name in _names(type(node)):
            yield from nodes(getattr(node, name))


def locals_in(node: object) -> frozenset[str]:
    """The ids of all locals that are read or bound in a node."""
    return frozenset(inner.id for inner in nodes(node) if isinstance(inner, Local))
