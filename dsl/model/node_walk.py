"""Walking through the nodes of the model without knowing each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from custumal.dsl.base.types import Type
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Local, Source
from custumal.dsl.model.memo import Memoised, memoised

Found = TypeVar("Found")
LEAVES = (str, int, Span, Source, Type)
_PLAIN = {"str", "int", "bool", "Span", "Source", "Type", "tuple[str, ...]", "tuple[int, ...]"}
_LEAFY = frozenset(_PLAIN | {f"{name} | None" for name in _PLAIN})
"""What the annotations of fields say in which only leaves can be."""


@cache
def _below(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]] | None:
    """Gives the values of the fields of a node, from the last to the first; None for collections, and what nothing is looked for in."""
    from dataclasses import fields, is_dataclass  # noqa: PLC0415  # start-up is measured

    if not is_dataclass(kind) or issubclass(kind, LEAVES):
        return None
    names = [field.name for field in fields(kind) if field.type not in _LEAFY][::-1]
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda node: (getattr(node, names[0]),)) if names else (lambda _: ())


def nodes(node: object) -> Iterator[object]:
    """The node and all below it, depth first, in the order of their fields."""
    # One stack and no generators inside generators: whole games are walked through, many times.
    waiting: list[Any] = [node]
    while waiting:
        found = waiting.pop()
        kind: Any = type(found)
        if kind is tuple:
            waiting += found[::-1]
            continue
        below = _below(kind)
        if below is not None:
            yield found
            waiting += below(found)
        elif isinstance(found, tuple | list | frozenset):
            waiting += [*found][::-1]
        elif isinstance(found, dict):
            waiting += [*found.values()][::-1]


def children(node: object) -> Sequence[object]:
    """What stands right below a node; of a collection its members."""
    kind: Any = type(node)
    if isinstance(node, tuple | list | frozenset):
        return [*node]
    if isinstance(node, dict):
        return [*node.values()]
    below = _below(kind)
    return () if below is None else below(node)


def found_in(node: object, find: Callable[[object], tuple[Found, ...]]) -> Iterator[Found]:
    """What is found in a node, or in each of a collection, and below, in their order; known of those that have not changed since.

    `find` looks through a node and all below it.
    """
    waiting: list[Any] = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Memoised):
            yield from memoised(here, find)
        else:
            waiting += reversed(in_order(here))


def in_order(node: object) -> Sequence[object]:
    """What stands right below a node, the first first."""
    below = children(node)
    return below if isinstance(node, tuple | list | frozenset | dict) else below[::-1]


def locals_in(node: object) -> frozenset[str]:
    """The ids of all locals that are read or bound in a node."""
    return frozenset(inner.id for inner in nodes(node) if isinstance(inner, Local))
