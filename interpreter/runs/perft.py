"""Counting choice sequences: the strongest cheap check of a rules engine.

Where nothing is left to chance, and there is enough to count, they are counted by WebAssembly, in parts that are not long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from custumal.dsl.base.limits import MOST_DECISIONS
from custumal.interpreter.cache.wasm_modules import is_kept, wasm_games
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import CHANCE, OVER, Position
from custumal.interpreter.setup.values import Value
from custumal.interpreter.wasm.unsupported import Unsupported

if TYPE_CHECKING:
    from custumal.interpreter.wasm.play.games import WasmGames

WARM = 2_000
"""So many sequences are counted by the ordinary machine in the time in which a module is fetched from the cache."""
MADE = 100
"""A module takes as long to be made as so many sequences for each instruction of the program."""
PART = 1_000_000
"""No more choices than so many are listed in one call, which can't be interrupted."""
FIRST, EASY = 4, 50
"""So deep is the first call. One that takes no more than one part of so many lets the next be deeper."""


def perft(engine: Engine, state: Position, depth: int) -> int:
    """The number of sequences of `depth` choices from here; outcomes of chance are branches too, and a finished game
    counts no leaf below its end. The position is used up."""
    return Counting(engine, state, depth).below(state, depth)


def divide(engine: Engine, state: Position, depth: int) -> list[tuple[tuple[Value, ...], int]]:
    """The count below each choice of this position."""
    counting = Counting(engine, state, depth)
    found = []
    for choice in branches_of(engine, state) if state.kind != OVER else []:
        child = state.copy()
        engine.apply(child, choice)
        found.append((choice, counting.below(child, depth - 1)))
    return found


class Counting:
    """Counts for one engine; a module does it if so many sequences of so many choices as there may be from a position make it worth it."""

    def __init__(self, engine: Engine, state: Position, depth: int) -> None:
        self.engine = engine
        branches = len(branches_of(engine, state)) if depth > 1 and state.kind != OVER else 0
        expected = branches**depth
        self._depth, self._deepest = FIRST, depth
        self._module = self._made() if expected >= WARM and self._is_worth_it(expected) else None

    def _is_worth_it(self, expected: int) -> bool:
        engine = self.engine
        if expected >= MADE * len(engine.program.code):
            return True
        return is_kept(engine.instance, MOST_DECISIONS, engine.instance.options, engine.cache_key)

    def _made(self) -> WasmGames | None:
        engine = self.engine
        opening, options = engine.start(0), engine.instance.options
        found = wasm_games(engine.instance, engine.program, opening, MOST_DECISIONS, options, engine.cache_key)
        return found if found is not None and found.can_count else None

    def below(self, state: Position, depth: int) -> int:
        """The number of sequences from a position, which is used up."""
        if depth == 0:
            return 1
        if state.kind == OVER:
            return 0
        if self._module is not None and 1 < depth <= self._depth:
            found = self._by(self._module, state, depth)
            if found is not None:
                return found
        return self._one_by_one(state, depth)

    def _by(self, module: WasmGames, state: Position, depth: int) -> int | None:
        """The same by a module; None where that can't tell."""
        from custumal.interpreter.wasm.play.games import Trapped  # noqa: PLC0415  # wasmtime is there

        try:
            found = module.perft(state, depth, PART)
        except (Unsupported, Trapped):
            self._depth = self._deepest = depth - 1
            return None
        if found * EASY <= PART:
            self._depth = max(self._depth, min(depth + 1, self._deepest))
        return found

    def _one_by_one(self, state: Position, depth: int) -> int:
        branches = branches_of(self.engine, state)
        if depth == 1:
            return len(branches)
        total = 0
        for choice in branches[:-1]:
            child = state.copy()
            self.engine.apply(child, choice)
            total += self.below(child, depth - 1)
        if branches:
            self.engine.apply(state, branches[-1])  # the position is not needed any more
            total += self.below(state, depth - 1)
        return total


def branches_of(engine: Engine, state: Position) -> list[tuple[Value, ...]]:
    """The choices of a decision, the possible outcomes of chance."""
    if state.kind == CHANCE:
        return [choice for _, choice in engine.outcomes(state)]
    return list(engine.choices(state))
