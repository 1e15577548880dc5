"""Nodes of the model that are looked through again and again."""

from __future__ import annotations

from typing import Any


class Walked:
    """A node beside whose fields there is room for what was found in it, which stays true as it never changes.

    Most checks of a whole game look through all its expressions, and those of its variants through the very same ones again.
    The room is no field: it takes no part in comparing and is not saved.
    """

    __slots__ = ("found_inside", "found_more", "found_parts")

    found_parts: Any
    found_inside: Any
    found_more: Any
