"""The fields of the nodes that programs are made of: what walks through a program need not know each kind of node."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from custumal.dsl.base.frozen import is_frozen
from custumal.dsl.model import Local


def node_fields(node: object) -> tuple[str, ...]:
    """The names of the fields of a node of a program; of anything else none."""
    kind: Any = type(node)
    return _fields_of(kind)


def nodes_below(start: object) -> Iterator[object]:
    """The nodes of a program below one, itself included, and the names that stand in their fields."""
    waiting: list[object] = [start]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += node
            continue
        below = node_fields(node)
        if below or isinstance(node, Local):
            yield node
            waiting += [getattr(node, name) for name in below]


@cache
def _fields_of(kind: type[Any]) -> tuple[str, ...]:
    names: tuple[str, ...] = kind.__match_args__ if is_frozen(kind) and kind.__module__.startswith(f"{__package__}.") else ()
    return names
