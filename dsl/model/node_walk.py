"""Walking through the nodes of the model without knowing each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import Any

from custumal.dsl.base.types import Type
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Local, Source

LEAVES = (str, int, Span, Source, Type)
_PLAIN = {"str", "int", "bool", "Span", "Source", "Type", "tuple[str, ...]", "tuple[int, ...]"}
_LEAFY = frozenset(_PLAIN | {f"{name} | None" for name in _PLAIN})
"""What the annotations of fields say in which only leaves can be."""
VALUES = frozenset({"object"})
"""What they say, in the model, of values, and of what is known of an operation from its text."""


@cache
def _below(kind: Any) -> Callable[[Any], tuple[Any, ...]] | None:
    """Gives the values of the fields of a node, from the last to the first; None for collections, and what nothing is looked for in."""
    if not hasattr(kind, "__match_args__") or issubclass(kind, LEAVES):
        return None
    names = inner_fields(kind)[::-1]
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda node: (getattr(node, names[0]),)) if names else (lambda _: ())


@cache
def inner_fields(kind: Any, but_for: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The fields of a node in which there can be others, as their annotations say; none of those whose annotation is in `but_for`."""
    said = {name: annotation for cls in kind.__mro__ for name, annotation in getattr(cls, "__annotations__", {}).items()}
    return tuple(name for name in getattr(kind, "__match_args__", ()) if said[name] not in _LEAFY and said[name] not in but_for)


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


def locals_in(node: object) -> frozenset[str]:
    """The ids of all locals that are read or bound in a node."""
    return frozenset(inner.id for inner in nodes(node) if isinstance(inner, Local))
