"""Monte Carlo tree search: where a choice leads is found by trying it out many times, the promising ones more often.

Each seat is taken to choose what is best for itself (max^n), and chance is drawn anew each time (an open loop). In a game without chance
whose points count only at the end, what is proven to be won or lost is taken as such (a solver). Where something is hidden iterations
begin at other positions that the true one may be, and each seat has a tree of what it sees (information sets).

Iterations are made by a module of WebAssembly, tree and all (`fast.py`), or by the ordinary machine (`plain.py`): both find the same.

Sources: L. Kocsis, C. Szepesvári, "Bandit based Monte-Carlo planning" (2006); N. Sturtevant, "An analysis of UCT in multi-player games"
(2008); M. Winands, Y. Björnsson, J.-T. Saito, "Monte-Carlo tree search solver" (2008); P. Cowling, E. Powley, D. Whitehouse,
"Information set Monte Carlo tree search" (2012).
"""

from __future__ import annotations

import random
import time

from custumal.interpreter.engine import Engine
from custumal.interpreter.knowledge.course import Course
from custumal.interpreter.position.rng import derive
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.scores import scores
from custumal.interpreter.search.levels import MOST_ITERATIONS, Budget
from custumal.interpreter.search.machines import Expect, Tree, machines
from custumal.interpreter.search.payoffs import Tried, scale_of, teams
from custumal.interpreter.search.playout import bounds
from custumal.interpreter.search.ranked import Ranked, best_first

EACH = 25
"""Iterations in a row from one of the positions that the true one may be."""
MOST_WORLDS = 32
"""So many of these positions are tried in turn."""
TRIALS = 12
"""Playouts from which a search learns what points are worth."""
TRIED_WORLDS = 4
"""The positions, of those that the true one may be, from which they are made."""


def _untold(_seconds: float) -> None:
    """Nobody wants to know how long it takes."""


class Search:
    """One search from one position.

    Args:
        engine: of the game.
        state: a decision that leaves more than one choice; it stays as it is.
        seed: decides all that is tried.
        course: what has happened in the game, where something is hidden; None where nothing is known but the position.
    """

    def __init__(self, engine: Engine, state: Position, seed: int, course: Course | None = None) -> None:
        assert state.seat is not None
        self.engine, self.state, self.seed, self.course = engine, state, seed, course
        self.tries = 0
        """How many iterations there were."""
        self._ranked: list[Ranked] = []

    def run(self, budget: Budget) -> list[Ranked]:
        """The choices that were tried, the best first."""
        began = time.monotonic()
        self._ranked = machines(self.engine).search(
            self.engine, self.state, self.seed, lambda tree, expect: self._run(tree, budget, began, expect)
        )
        return self._ranked

    def ranked(self) -> list[Ranked]:
        """What was found, also by a search that was interrupted: proven victories, then what was tried most; proven defeats last."""
        return self._ranked

    def _run(self, tree: Tree, budget: Budget, began: float, expect: Expect = _untold) -> list[Ranked]:
        worlds = _Worlds(self.engine, self.state, self.seed, self.course, tree)
        before = scores(self.engine.evaluator, self.state if worlds.is_certain else worlds.first)
        spread = 1 if worlds.is_certain else TRIED_WORLDS
        bounds(self.engine, cut=True)  # found once, whoever searches
        started, tried = time.perf_counter(), list[Tried]()
        for number in range(spread):
            tried += tree.tried(worlds.at(number), TRIALS // spread)
            expect(_seconds(budget, (time.perf_counter() - started) / len(tried)))
        tree.begin(scale_of(before, tried, teams(self.engine, self.state)))
        self.tries = 0
        try:
            while not self._is_enough(budget, began):
                left = MOST_ITERATIONS if budget.iterations is None else budget.iterations - self.tries
                wanted = min(left, tree.at_once if worlds.is_certain else EACH)
                done = tree.run(worlds.at(self.tries // EACH), wanted, left)
                self.tries += done
                if done < wanted:
                    break
        finally:
            self._ranked = best_first(tree.ranked())
        return self._ranked

    def _is_enough(self, budget: Budget, began: float) -> bool:
        if budget.iterations is not None and self.tries >= budget.iterations:
            return True
        return budget.seconds is not None and self.tries > 0 and time.monotonic() - began >= budget.seconds


def _seconds(budget: Budget, each: float) -> float:
    """How long a search takes in which each iteration takes so long."""
    limits = [each * budget.iterations] if budget.iterations is not None else []
    return min([*limits, *([] if budget.seconds is None else [budget.seconds])])


class _Worlds:
    """The positions that one may be, drawn when they are first asked for, and told to a tree."""

    def __init__(self, engine: Engine, state: Position, seed: int, course: Course | None, tree: Tree) -> None:
        self.rng = random.Random(derive(seed, "worlds"))  # noqa: S311  # repeatable, and the same on every Python
        self.state, self.tree, self.count = state, tree, 0
        assert state.seat is not None
        self._possible = engine.possible(state, state.seat, course) if engine.eyes.has_secrets else None
        self.is_certain = self._possible is None
        self.first = self._drawn()

    def at(self, number: int) -> int:
        """The number, with the tree, of the one that has this number in the course of the search."""
        number = 0 if self._possible is None else number % MOST_WORLDS
        while self.count <= number:
            self._drawn()
        return number

    def _drawn(self) -> Position:
        world = self.state if self._possible is None else self._possible.draw(self.rng)
        self.tree.add(world)
        self.count += 1
        return world
