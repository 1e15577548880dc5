"""Hidden kept values: which others may have come instead of the true ones, so that nobody who doesn't see them could tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from custumal.dsl.model import Local, Write
from custumal.interpreter.knowledge.seen import Eyes
from custumal.interpreter.position.state import CHANCE, Position
from custumal.interpreter.program import RollOne
from custumal.interpreter.program.node_fields import nodes_below
from custumal.interpreter.reference.machine import Machine

Entry = tuple[int, int]
"""A column of a position, and an entry of it."""
Values = dict[Entry, tuple[object, ...]]


class Alternatives:
    """Follows the hidden values of one game."""

    def __init__(self, machine: Machine, eyes: Eyes) -> None:
        self.machine = machine
        self.kept = eyes.hidden_values
        self.layouts = [machine.instance.kept[one.name] for one in self.kept]
        self.entries = [(layout.column, index) for layout in self.layouts for index in range(layout.base, layout.base + layout.size)]
        self.bounds = {(one.column, at): (one.low, one.high) for one in self.layouts for at in range(one.base, one.base + one.size)}

    @property
    def wanted(self) -> bool:
        """Whether the game has such values."""
        return bool(self.entries)

    def anything(self, values: Values, state: Position) -> None:
        """Nothing is known of how the values came about: those that are rolled may be any that their bounds allow, others are taken to
        be what they were in the beginning."""
        for kept, layout in zip(self.kept, self.layouts, strict=True):
            rolled = kept.name in self._rolled and layout.low is not None and layout.high is not None
            for index in range(layout.base, layout.base + layout.size):
                values[layout.column, index] = (
                    tuple(range(layout.low or 0, (layout.high or 0) + 1))
                    if rolled
                    else (self.machine.statements.effects.start_value(kept.name, layout.arguments(index), state),)
                )

    @cached_property
    def _rolled(self) -> frozenset[str]:
        """The values to which something that was rolled is written."""
        found = [*nodes_below(self.machine.program.code)]
        dice = {one.local.id for one in found if isinstance(one, RollOne)}
        written = [one for one in found if isinstance(one, Write) and isinstance(one.value, Local)]
        return frozenset(one.kept for one in written if isinstance(one.value, Local) and one.value.id in dice)

    def note(self, values: Values, before: Position, outcome: tuple[object, ...], after: Position) -> None:
        """Chance, or a choice that everybody sees, has led from one position to the next."""
        changed = [one for one in self.entries if before.c[one[0]][one[1]] != after.c[one[0]][one[1]]]
        others = [*self._others(before, outcome, after)] if before.kind == CHANCE else []
        for one in self.entries if others else changed:
            came = _in_order(found.c[one[0]][one[1]] for found in (after, *others))
            if len(came) > 1:
                values[one] = came
            elif one in changed and one in values:
                self._shift(values, one, before, after)

    def _others(self, before: Position, outcome: tuple[object, ...], after: Position) -> Iterator[Position]:
        """The positions to which other outcomes would have led that differ in hidden values alone."""
        for _, other in self.machine.outcomes(before):
            if other == outcome:
                continue
            found = before.copy()
            self.machine.apply(found, other)
            if (found.kind, found.seat, found.pc) == (after.kind, after.seat, after.pc) and self._open(found) == self._open(after):
                yield found

    def _open(self, state: Position) -> tuple[object, ...]:
        columns = [column[:] for column in state.c]
        for column, index in self.entries:
            columns[column][index] = None
        return columns, state.piles, state.known

    def _shift(self, values: Values, one: Entry, before: Position, after: Position) -> None:
        """A value changed by what everybody knows: so would the others have, if it is a number that grew or shrank."""
        old, new = before.c[one[0]][one[1]], after.c[one[0]][one[1]]
        low, high = self.bounds[one]
        if type(old) is not int or type(new) is not int:
            del values[one]
            return
        moved = (value + new - old if isinstance(value, int) else value for value in values[one])
        values[one] = _in_order(_within(value, low, high) for value in moved)


def _in_order(values: Iterable[object]) -> tuple[object, ...]:
    """Each value once, in an order that does not tell which one is true."""
    return tuple(sorted(dict.fromkeys(values), key=repr))


def _within(value: object, low: int | None, high: int | None) -> object:
    if not isinstance(value, int):
        return value
    value = value if low is None else max(low, value)
    return value if high is None else min(high, value)
