"""Simultaneous choices, which are made before they are carried out: what was interchangeable with what was chosen, and what of it
can still be chosen later."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import zip_longest

from custumal.interpreter.position.state import Position
from custumal.interpreter.program import PASS, Bind, ChoiceTuple, Pick, Point
from custumal.interpreter.reference.listing import ChoiceListing
from custumal.interpreter.setup.values import Value

Interchangeable = tuple[tuple[ChoiceTuple, ...], ...]
"""For each value of a choice groups of interchangeable things or cells."""


def interchangeable(listing: ChoiceListing, point: Point, choice: ChoiceTuple, state: Position) -> Interchangeable:
    """For each value of a choice just made the groups of interchangeable things or cells of which it names one; behind the number of
    the choosing, as the values stand there."""
    number, *values = choice
    choosing = point.choosings[number]
    found: list[tuple[ChoiceTuple, ...]] = []
    env = next(iter(listing.offered(choosing, state, state.seat)))
    if choosing.carrier is not None:
        this = values.pop(0)
        env = next(one for one in listing.offered(choosing, state, state.seat) if one[choosing.carrier.this.id] == this)
        found.append(())
    for part in choosing.plan:
        match part:
            case Pick():
                value = values.pop(0)
                told_apart = part.kind is None and part.zone is None
                found.append(() if told_apart else tuple(_groups(listing.keyed(part, state, env), value)))
                env = {**env, part.local.id: value}
            case Bind(local=local, value=expr):
                env = {**env, local.id: listing.evaluator.value(expr, state, env)}
    return tuple(found)


def still_possible(
    listing: ChoiceListing, point: Point, choice: ChoiceTuple, groups: Interchangeable, state: Position
) -> ChoiceTuple | None:
    """A choice made earlier as it can be made now: itself, or with what was interchangeable in place of what is gone; else None."""
    if choice == PASS or listing.has(point, state, choice):
        return choice
    choices = listing.choices(point, state)
    if choice in choices:
        return choice
    wanted = _with_representatives(choice, groups)
    return next((found for found in choices if found[0] == choice[0] and _with_representatives(found, groups) == wanted), None)


def _groups(keyed: Sequence[tuple[Value, Hashable]], value: Value) -> Iterator[tuple[Value, ...]]:
    """The groups of interchangeable candidates to which a value, or the members of a set, belong; what is alone is left out."""
    chosen = value if isinstance(value, tuple) else (value,)
    for wanted in dict.fromkeys(key for candidate, key in keyed if candidate in chosen):
        group = tuple(candidate for candidate, key in keyed if key == wanted)
        if len(group) > 1:
            yield group


def _with_representatives(choice: ChoiceTuple, groups: Interchangeable) -> ChoiceTuple:
    """A choice with the first of its group for each thing or cell."""
    return (choice[0], *(_with_representative(value, of_value) for value, of_value in zip_longest(choice[1:], groups)))


def _with_representative(value: Value, of_value: tuple[ChoiceTuple, ...] | None) -> Value:
    if not of_value:
        return value
    first = {member: group[0] for group in of_value for member in group}
    return tuple(sorted(first.get(one, one) for one in value)) if isinstance(value, tuple) else first.get(value, value)
