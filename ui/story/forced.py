"""Forced moves: what the rules decided without asking while a choice was carried out, single choices and turns without any."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import DECISION, Position
from custumal.interpreter.program import ChanceStop, ChoiceTuple, Decide, Pick, Point
from custumal.interpreter.reference.machine import CHANCES
from custumal.ui.story.once_more import carry_out_again


@dataclass(frozen=True, slots=True)
class Unasked:
    """A seat that was not asked: the position, and the one choice that there was, None if there was none."""

    seat: int
    position: Position
    choice: ChoiceTuple | None


AtChance = Callable[[Position, ChanceStop, int], None]
"""Told where chance takes part, be there several outcomes or one, and after how many that were not asked."""


def unasked(
    engine: Engine, before: Position, choice: ChoiceTuple, at_chance: AtChance | None = None, after: Position | None = None
) -> tuple[Unasked, ...]:
    """Whom the rules would have asked between a position and the stop behind a choice in it: seats with a single choice, which
    is taken silently, and the seat that chose if its turn ends because nothing else can be chosen. Where the stop is known nothing is
    worked out there."""
    found: list[Unasked] = []
    position, machine, listing = before.copy(), engine.reference, engine.reference.listing
    effects = machine.statements.effects
    last = before.pc

    def look(_: str) -> None:
        nonlocal last
        code = engine.program.code[position.pc]
        # Choices may be tried out while the program stands at a decision: it is looked at once.
        came, last = position.pc != last, position.pc
        if came and at_chance is not None and isinstance(code, CHANCES):
            at_chance(position, code, len(found))
        if not came or not isinstance(code, Decide):
            return
        seat = listing.seat(code.point, position)
        if seat is not None and (_picks(code.point) or (position.pc, seat) == (before.pc, before.seat)):
            looking, machine.on_step, telling, effects.on_reveal = machine.on_step, None, effects.on_reveal, None
            choices = list(islice(listing.each_choice(code.point, position), 2))
            machine.on_step, effects.on_reveal = looking, telling
            if not choices if code.point.kind == "menu" else len(choices) == 1:
                found.append(Unasked(seat, _stopped(position, seat), choices[0] if choices else None))

    carry_out_again(engine, position, choice, after, look)
    return tuple(found)


def _picks(point: Point) -> bool:
    """Whether something is chosen there in the middle of an action."""
    return point.kind == "inner" and any(isinstance(part, Pick) for choosing in point.choosings for part in choosing.plan)


def _stopped(position: Position, seat: int) -> Position:
    """The position as it would be if the seat were asked."""
    found = position.copy()
    found.kind, found.seat = DECISION, seat
    return found
