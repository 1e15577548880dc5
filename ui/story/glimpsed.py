"""What a seat saw only while a choice was carried out, and no longer where it ended."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.reference.visibility import sees_lying, sees_thing


def glimpsed(engine: Engine, before: Position, choice: ChoiceTuple, seat: int | None, things: Iterable[int]) -> set[int]:
    """Those of the things that a seat has seen at some moment between a position and the stop behind a choice in it; what it knows
    before only if it has seen it lie somewhere."""
    waiting, seen = set(things), set[int]()
    known = {thing for thing in waiting if sees_thing(engine.evaluator, before, seat, thing)}
    position, machine = before.copy(), engine.reference

    def look(_: str) -> None:
        found = {thing for thing in waiting if (sees_lying if thing in known else sees_thing)(engine.evaluator, position, seat, thing)}
        seen.update(found)
        waiting.difference_update(found)

    machine.on_step = machine.statements.on_step = look
    try:
        machine.apply(position, choice)
    finally:
        machine.on_step = machine.statements.on_step = None
    look("")
    return seen
