"""Small games solved to the end, and how often a bot keeps what a position is worth."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from custumal.interpreter.position.state import OVER
from custumal.interpreter.reference.scores import winners

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from custumal.interpreter.engine import Engine
    from custumal.interpreter.position.state import Position


class Solver:
    """The worth of positions of a game for two with nothing hidden and no chance: 1 if the first seat wins, 0 for a draw, -1."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._known: dict[Hashable, int] = {}

    def worth(self, state: Position) -> int:
        """By trying everything; what was found once is kept."""
        name = repr((state.c, state.piles, state.seat))
        if name not in self._known:
            self._known[name] = self._worth(state)
        return self._known[name]

    def _worth(self, state: Position) -> int:
        if state.kind == OVER:
            won = winners(self.engine.evaluator, state)
            return 0 if len(won) != 1 else 1 if won[0] == 0 else -1
        sign = 1 if state.seat == 0 else -1
        best = -1
        for choice in list(self.engine.choices(state)):
            best = max(best, sign * self.worth(self.engine.after(state, choice)))
            if best == 1:
                break
        return sign * best

    def keeping(self, state: Position) -> list[int]:
        """The numbers of the choices after which a position is worth what it was."""
        worth, choices = self.worth(state), list(self.engine.choices(state))
        return [at for at, choice in enumerate(choices) if self.worth(self.engine.after(state, choice)) == worth]


def positions(engine: Engine, left: int, seed: int) -> Iterator[Position]:
    """Positions of random games, so many decisions before their end."""
    chance = random.Random(seed)
    while True:
        state, course = engine.start(1), []
        while state.kind != OVER:
            course.append(state.copy())
            engine.apply(state, chance.choice(engine.choices(state)))
        if len(course) >= left:
            yield course[-left]
