"""What has been chosen is carried out once more by the reference, so that it can be seen what comes to pass on the way."""

from __future__ import annotations

from collections.abc import Callable

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import DECISION, Position
from custumal.interpreter.program import ChoiceTuple, links_of

_PARTS = tuple(name for name in Position.__slots__ if name not in {"kind", "seat", "rng"})
"""What is the same whether or not it has been found out that somebody has to decide, or has been drawn what chance brings."""


class _Arrived(Exception):
    """The position stands where it is known to have stopped."""


def _unseen(_: str) -> None:
    """Nobody looks at the steps."""


def carry_out_again(
    engine: Engine, position: Position, choice: ChoiceTuple, after: Position | None, look: Callable[[str], None] = _unseen
) -> None:
    """Carry out a choice in place, and call `look` with the address of each step.

    Args:
        engine: of the game.
        position: the one in which it was chosen.
        choice: what was chosen there.
        after: where that has led, if it is known: there nothing more is asked, nor worked out what could be chosen.
        look: called before each step; not at a stop that is `after`.
    """
    machine, last = engine.reference, position.pc
    # A choice that is made as one may come by a decision between two of its parts.
    end = None if after is not None and after.kind == DECISION and links_of(choice) else after

    def at_step(step: str) -> None:
        nonlocal last
        came, last = position.pc != last, position.pc
        if came and end is not None and position.pc == end.pc and _stands_at(position, end):
            raise _Arrived
        look(step)

    machine.on_step = at_step
    try:
        machine.apply(position, choice)
    except _Arrived:
        pass
    finally:
        machine.on_step = None


def _stands_at(position: Position, end: Position) -> bool:
    return all(getattr(position, name) == getattr(end, name) for name in _PARTS)
