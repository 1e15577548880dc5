"""Memoisation on nodes of the model: what was found in a node is kept beside its fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar


class Memoised:
    """A node with room for what hangs on it alone, which stays true as the node never changes.

    Most checks of a whole game look through all its expressions, and those of its variants through the very same ones again.
    The room is no field: it takes no part in comparing and is not saved.
    """

    __slots__ = ("memo_inside", "memo_more", "memo_parts")

    memo_parts: Any
    memo_inside: Any
    memo_more: Any


Node = TypeVar("Node", bound=Memoised)
Found = TypeVar("Found")


def memoised(node: Node, find: Callable[[Node], Found]) -> Found:
    """What a function finds in a node, once and for all: it must hang on nothing else."""
    more = _room(node)
    if find not in more:
        more[find] = find(node)
    found: Found = more[find]
    return found


def unchanged(part: Memoised, made: Node) -> Node:
    """What was made of a part before, if it is equal to what is made of it now: all that was found in that is still known."""
    more = _room(part)
    if more.get(type(made)) != made:
        more[type(made)] = made
    before: Node = more[type(made)]
    return before


def _room(node: Memoised) -> dict[object, Any]:
    more: dict[object, Any] | None = getattr(node, "memo_more", None)
    if more is None:
        more = {}
        object.__setattr__(node, "memo_more", more)
    return more
