"""Conditions on filled cells as a pair of masks: what must be filled and what must be empty, if it is possible at all."""

from __future__ import annotations

from collections.abc import Iterable

Masks = tuple[int, int, bool]
"""(cells that must be filled, cells that must be empty, whether that can be)."""

ALWAYS: Masks = (0, 0, True)
NEVER: Masks = (0, 0, False)


class Irreducible(Exception):
    """The condition is not one pair of masks."""


def all_of(parts: Iterable[Masks]) -> Masks:
    """All conditions at once."""
    want = forbid = 0
    for more, less, possible in parts:
        if not possible:
            return NEVER
        want |= more
        forbid |= less
    return NEVER if want & forbid else (want, forbid, True)


def any_of(parts: Iterable[Masks]) -> Masks:
    """At least one of the conditions.

    Raises:
        Irreducible: if more than one of them is open.
    """
    open_parts = set()
    for part in parts:
        if part == ALWAYS:
            return ALWAYS
        if part[2]:
            open_parts.add(part)
    if len(open_parts) > 1:
        raise Irreducible
    return open_parts.pop() if open_parts else NEVER


def opposite(part: Masks) -> Masks:
    """The condition does not hold.

    Raises:
        Irreducible: if it asks about more than one cell.
    """
    want, forbid, possible = part
    if part == ALWAYS or not possible:
        return NEVER if possible else ALWAYS
    if (want | forbid).bit_count() > 1:
        raise Irreducible
    return (forbid, want, True)
