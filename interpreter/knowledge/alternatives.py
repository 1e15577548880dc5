"""Hidden kept values: which others may have come instead of the true ones, so that nobody who doesn't see them could tell.

What chance brings for such values alone, or a seat chooses for them alone, could have been any of what could come. What comes of hidden
things (see `untold.py`) is not followed: it is taken to be what it was in the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from custumal.dsl.model import Const, Local, Write
from custumal.interpreter.knowledge.sealed_picks import SealedPicks
from custumal.interpreter.knowledge.seen import Eyes
from custumal.interpreter.position.state import CHANCE, DECISION, Position
from custumal.interpreter.program import PASS, ChoiceTuple, Decide, RollOne
from custumal.interpreter.program.node_fields import nodes_below
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.setup.layout import KeptLayout

Entry = tuple[int, int]
"""A column of a position, and an entry of it."""
Values = dict[Entry, tuple[object, ...]]


class Alternatives:
    """Follows the hidden values of one game."""

    def __init__(self, machine: Machine, eyes: Eyes) -> None:
        self.machine = machine
        self.untold = eyes.untold if eyes.hidden_values else None
        self.layouts = [machine.instance.kept[one.name] for one in eyes.hidden_values]
        self._name = {(one.column, at): one.name for one in self.layouts for at in range(one.base, one.base + one.size)}
        self.entries = [*self._name]
        self.bounds = {(one.column, at): (one.low, one.high) for one in self.layouts for at in range(one.base, one.base + one.size)}
        self._begun: dict[str, tuple[object, ...]] = {}
        self._sealed = SealedPicks(machine)

    @property
    def wanted(self) -> bool:
        """Whether the game has such values."""
        return bool(self.entries)

    def anything(self, values: Values, state: Position) -> None:
        """Nothing is known of how the values came about: those that are rolled, or chosen unseen, may be any that their bounds allow,
        others are taken to be what they were in the beginning."""
        for layout in self.layouts:
            self._anything_of(values, layout.name, state)

    def _anything_of(self, values: Values, name: str, state: Position) -> None:
        layout = self.machine.instance.kept[name]
        values.update(((layout.column, at), self.anything_at(layout, at, state)) for at in range(layout.base, layout.base + layout.size))

    def anything_at(self, layout: KeptLayout, index: int, state: Position) -> tuple[object, ...]:
        """The same of one entry of any kept value."""
        found = self._begun.get(layout.name)
        if found is None:
            is_free = layout.name in self._rolled or (self.untold is not None and layout.name in self.untold.chosen)
            found = self._any_number(layout) if is_free else ()
            found = found or (self.machine.statements.effects.start_value(layout.name, layout.arguments(index), state),)
            if len(found) > 1 or isinstance(self.machine.instance.game.kept[layout.name].start, Const):
                self._begun[layout.name] = found
        return found

    @staticmethod
    def _any_number(layout: KeptLayout) -> tuple[object, ...]:
        return () if layout.low is None or layout.high is None else tuple(range(layout.low, layout.high + 1))

    def followed(self, values: Values, layout: KeptLayout, index: int, state: Position) -> tuple[object, ...] | None:
        """What one entry of a hidden value may be for those who don't see it but know all that has happened; None if they know what it
        is."""
        if self.untold is not None and layout.name in self.untold.secret:
            return self.anything_at(layout, index, state)
        return values.get((layout.column, index))

    @cached_property
    def _rolled(self) -> frozenset[str]:
        """The values to which something that was rolled is written."""
        found = [*nodes_below(self.machine.program.code)]
        dice = {one.local.id for one in found if isinstance(one, RollOne)}
        written = [one for one in found if isinstance(one, Write) and isinstance(one.value, Local)]
        return frozenset(one.kept for one in written if isinstance(one.value, Local) and one.value.id in dice)

    def note(self, values: Values, before: Position, choice: ChoiceTuple, after: Position, *, unseen: bool) -> None:
        """Chance, or a choice, has led from one position to the next; `unseen`: not everybody sees a thing that was chosen."""
        picked = self._picked(before, choice)
        unknown = {*self._unknown(picked, before, after, unseen=unseen)}
        for name in sorted(unknown):
            self._anything_of(values, name, after)
        entries = [one for one in self.entries if self._name[one] not in unknown]
        changed = [one for one in entries if before.c[one[0]][one[1]] != after.c[one[0]][one[1]]]
        instead = () if unseen else self._instead(before, picked, choice)
        others = [*self._others(before, instead, choice, after)]
        for one in entries if others else changed:
            came = _in_order(found.c[one[0]][one[1]] for found in (after, *others))
            if len(came) > 1:
                values[one] = came
            elif one in changed and one in values:
                self._shift(values, one, before, after)

    def _picked(self, before: Position, choice: ChoiceTuple) -> frozenset[str]:
        """The names of what a seat has chosen."""
        stop = self.machine.program.code[before.pc]
        if before.kind != DECISION or not isinstance(stop, Decide) or choice == PASS:
            return frozenset()
        return frozenset(pick.local.id for pick in stop.point.choosings[int(choice[0])].picks)

    def _unknown(self, picked: frozenset[str], before: Position, after: Position, *, unseen: bool) -> Iterator[str]:
        """The values of which is not known from here on what they are: they come of a thing that is not seen, or all have chosen unseen."""
        assert self.untold is not None
        if self.untold.chosen and self._sealed.is_sealed(before) and self._sealed.made(after) <= self._sealed.made(before):
            yield from self.untold.chosen
        if unseen:
            for values in (self.untold.chosen, self.untold.through):
                yield from (name for name, names in values.items() if not picked.isdisjoint(names))

    def _instead(self, before: Position, picked: frozenset[str], choice: ChoiceTuple) -> Sequence[ChoiceTuple]:
        """What could have come, or been chosen, instead, where nobody else may have seen what was."""
        if before.kind == CHANCE:
            return [other for _, other in self.machine.outcomes(before)]
        assert self.untold is not None
        if all(picked.isdisjoint(names) for names in self.untold.chosen.values()) or self._sealed.is_sealed(before):
            return ()
        return [other for other in self.machine.choices(before) if other[0] == choice[0]]

    def _others(
        self, before: Position, instead: Sequence[ChoiceTuple], choice: ChoiceTuple, after: Position
    ) -> Iterator[Position]:  # fmt: skip
        """The positions to which other choices or outcomes would have led that differ in hidden values alone."""
        for other in instead:
            if other == choice:
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
