"""What can still matter of a position: equal positions are those from which nothing could ever come out differently.

Left out is what the course of play remembers of what is finished, and the generator where chance has nothing to decide any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from custumal.interpreter.position.state import Position
from custumal.interpreter.program.liveness import Liveness
from custumal.interpreter.setup.layout import COUNTERS
from custumal.interpreter.setup.values import Value


def essence(liveness: Liveness, state: Position) -> Position:
    """The position with everything that is left over as it is in a new game."""
    program, live = liveness.program, liveness.at(state.pc, state.stack)
    found = state.copy()
    empty = program.frame
    found.frame = [value if live >> slot & 1 else empty[slot] for slot, value in enumerate(state.frame)]
    found.frame[program.saves] = _saves(liveness, state.stack, state.frame[program.saves])
    found.c[COUNTERS] = _counters(liveness, state)
    if not liveness.chance_at(live):
        found.rng = 0
    return found


def _counters(liveness: Liveness, state: Position) -> list[Value]:
    """What limits have counted, as far as a seat may still be asked about it."""
    column = state.c[COUNTERS]
    found: list[Value] = [0] * len(column)
    for part in live_counts(liveness, state):
        found[part.start : part.stop] = column[part.start : part.stop]
    return found


def live_counts(liveness: Liveness, state: Position) -> Iterator[range]:
    """The parts of the column of counters that may still be read."""
    slots = liveness.program.slots
    for name, local in liveness.counters_at(state.pc, state.stack):
        counter, slot = liveness.counters.counters[name], None if local is None else slots.get(local)
        start, size = counter.base, prod(counter.sizes)
        if slot is not None:
            size //= counter.sizes[0]
            seat = state.frame[slot]
            start += size * (counter.sizes[0] - 1 if seat is None else seat)
        yield range(start, start + size)


def _saves(liveness: Liveness, stack: Sequence[int], saves: Sequence[Sequence[Value]]) -> tuple[tuple[Value, ...], ...]:
    """What calls have saved, as far as it is read behind their returns."""
    calls = [address for address in stack if liveness.saved(address)]
    return tuple(
        tuple(
            value if liveness.is_read_behind(address, local) else None for local, value in zip(liveness.saved(address), saved, strict=True)
        )
        for address, saved in zip(calls, saves, strict=True)
    )
