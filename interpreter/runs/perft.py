"""Counting choice sequences: the strongest cheap check of a rules engine."""

from __future__ import annotations

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import CHANCE, OVER, Position
from custumal.interpreter.setup.values import Value


def perft(engine: Engine, state: Position, depth: int) -> int:
    """The number of sequences of `depth` choices from here; outcomes of chance are branches too, and a finished game
    counts no leaf below its end."""
    if depth == 0:
        return 1
    if state.kind == OVER:
        return 0
    branches = branches_of(engine, state)
    if depth == 1:
        return len(branches)
    total = 0
    for choice in branches[:-1]:
        child = state.copy()
        engine.apply(child, choice)
        total += perft(engine, child, depth - 1)
    if branches:
        engine.apply(state, branches[-1])  # the position is not needed any more
        total += perft(engine, state, depth - 1)
    return total


def divide(engine: Engine, state: Position, depth: int) -> list[tuple[tuple[Value, ...], int]]:
    """The count below each choice of this position."""
    found = []
    for choice in branches_of(engine, state) if state.kind != OVER else []:
        child = state.copy()
        engine.apply(child, choice)
        found.append((choice, perft(engine, child, depth - 1)))
    return found


def branches_of(engine: Engine, state: Position) -> list[tuple[Value, ...]]:
    """The choices of a decision, the possible outcomes of chance."""
    if state.kind == CHANCE:
        return [choice for _, choice in engine.outcomes(state)]
    return list(engine.choices(state))
