"""Monte Carlo tree search: where a choice leads is found by trying it out many times, the promising ones more often.

Each seat is taken to choose what is best for itself (max^n), and chance is drawn anew each time (an open loop). In a game without chance
whose points count only at the end, what is proven to be won or lost is taken as such (a solver). Sources: L. Kocsis, C. Szepesvári, "Bandit
based Monte-Carlo planning" (2006); N. Sturtevant, "An analysis of UCT in multi-player games" (2008); M. Winands, Y. Björnsson,
J.-T. Saito, "Monte-Carlo tree search solver" (2008).
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import OVER, Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.search.levels import Budget
from custumal.interpreter.search.playout import playout, valuation
from custumal.interpreter.search.tree import Edge, Node, Rewards, proven

EXPLORING = 0.7
"""How much a choice that was seldom tried is preferred."""
WIDEST, WIDENING = 2.0, 0.4
"""After n visits so many times n to this power of the choices have been tried, the best at first sight first."""
FIRST_SIGHT = 0.5
"""How much the points right after a choice count, in standard deviations."""
MOST_AT_SIGHT = 250
"""Choices of a decision that are looked at one by one."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A choice with how often it was tried, and its mean reward from 0 (lost) to 1 (won); `exact` where that is proven."""

    choice: ChoiceTuple
    visits: int
    value: float
    exact: bool


class Search:
    """One search from one position.

    Args:
        engine: of the game; nothing of it may be hidden from any seat.
        state: a decision that leaves more than one choice; it stays as it is.
        seed: decides all that is tried.
    """

    def __init__(self, engine: Engine, state: Position, seed: int) -> None:
        self.engine = engine
        self.state = state
        self.rng = random.Random(seed)  # noqa: S311  # repeatable, and its random() and getrandbits() are the same on every Python
        self.root = Node()
        self.valuation = valuation(engine, state, self.rng)
        self._is_open = not self.valuation.race
        """Whether nothing was left to chance so far, so that proofs hold."""

    def run(self, budget: Budget) -> list[Ranked]:
        """The choices that were tried, the best first."""
        began, done = time.monotonic(), 0
        while not self._enough(budget, done, began):
            self._iterate()
            done += 1
        return self.ranked()

    def _enough(self, budget: Budget, done: int, began: float) -> bool:
        seat = self.state.seat
        if seat is not None and proven(self.root, seat) is not None:
            return True
        if budget.iterations is not None:
            return done >= budget.iterations
        return done > 0 and time.monotonic() - began >= (budget.seconds or 0)

    def ranked(self) -> list[Ranked]:
        """What was tried so far, the best first: proven victories, then what was tried most; proven defeats last."""
        seat = self.state.seat
        assert seat is not None
        found = [
            Ranked(edge.choice, edge.visits, edge.value if edge.exact is None else edge.exact[seat], edge.exact is not None)
            for edge in self.root.edges.values()
        ]
        return sorted(found, key=_rank, reverse=True)

    # ------------------------------------------------------------ one iteration

    def _iterate(self) -> None:
        trial = self.state.copy()
        trial.rng = self.rng.getrandbits(64)
        way: list[tuple[Node, Edge, int]] = []
        node, fresh = self.root, False
        while not fresh and self._to_a_choice(trial):
            assert trial.seat is not None
            seat, offered = trial.seat, self.engine.choices(trial)
            edge, fresh = self._select(node, trial, seat, offered)
            way.append((node, edge, seat))
            self._apply(trial, edge.choice)
            if edge.exact is not None:
                self._count(way, edge.exact)
                return
            node = edge.below
        ended = not fresh or not self._to_a_choice(trial)
        if not ended:
            playout(self.engine, trial, self.rng, cut=self.valuation.race)
        rewards = self.valuation.of(trial)
        self._count(way, rewards)
        if ended and self._is_open and way:
            self._prove(way, rewards)

    def _apply(self, trial: Position, choice: ChoiceTuple) -> None:
        """A choice, and what chance does then."""
        before = trial.rng
        self.engine.apply(trial, choice)
        self.engine.advance(trial)
        self._is_open = self._is_open and trial.rng == before

    def _to_a_choice(self, trial: Position) -> bool:
        """Play on to the next decision that leaves a choice; False at the end."""
        while trial.kind != OVER:
            offered = self.engine.choices(trial)
            if len(offered) > 1:
                return True
            self._apply(trial, offered[0])
        return False

    def _select(self, node: Node, trial: Position, seat: int, offered: Sequence[ChoiceTuple]) -> tuple[Edge, bool]:
        """The choice to try now, and whether it was never tried before."""
        node.visits += 1
        node.width = len(offered)
        untried = [choice for choice in offered if choice not in node.edges]
        if untried and (not self.valuation.race or len(offered) - len(untried) < WIDEST * node.visits**WIDENING):
            choice = self._first(node, trial, seat, untried)
            node.edges[choice] = Edge(choice)
            return node.edges[choice], True
        known = [node.edges[choice] for choice in offered if choice in node.edges]
        unsettled = [edge for edge in known if edge.exact is None] or known
        log = math.log(node.visits)
        return max(unsettled, key=lambda edge: self._worth(node, edge, log)), False

    def _worth(self, node: Node, edge: Edge, log: float) -> float:
        """What speaks for trying a choice again (UCT), with what it promised at first sight as long as little is known."""
        if not edge.visits:
            return math.inf
        sight = node.priors.get(edge.choice, 0.0) if node.priors else 0.0
        return edge.total / edge.visits + EXPLORING * math.sqrt(log / edge.visits) + FIRST_SIGHT * sight / (1 + edge.visits)

    def _first(self, node: Node, trial: Position, seat: int, untried: Sequence[ChoiceTuple]) -> ChoiceTuple:
        """Which of the choices that were not tried yet comes next."""
        if self.valuation.race and len(untried) <= MOST_AT_SIGHT and (node is self.root or node.visits > 1):
            if node.priors is None:
                node.priors = self._at_sight(trial, seat, untried)
            best = max(node.priors.get(choice, 0.0) for choice in untried)
            untried = [choice for choice in untried if node.priors.get(choice, 0.0) == best]
        return untried[int(self.rng.random() * len(untried))]

    def _at_sight(self, trial: Position, seat: int, choices: Sequence[ChoiceTuple]) -> dict[ChoiceTuple, float]:
        """The margin of points right after each choice, in standard deviations from their mean."""
        margins = []
        for choice in choices:
            after = trial.copy()
            self.engine.apply(after, choice)
            margins.append(self.valuation.margins(after)[seat])
        mean, spread = fmean(margins), pstdev(margins)
        return {choice: (margin - mean) / spread if spread else 0.0 for choice, margin in zip(choices, margins, strict=True)}

    # ------------------------------------------------------------ what is learnt

    @staticmethod
    def _count(way: Sequence[tuple[Node, Edge, int]], rewards: Rewards) -> None:
        for _, edge, seat in way:
            edge.visits += 1
            edge.total += rewards[seat]

    @staticmethod
    def _prove(way: Sequence[tuple[Node, Edge, int]], rewards: Rewards) -> None:
        """The last choice ends the game so; what follows from it for those before."""
        known: Rewards | None = rewards
        for node, edge, seat in reversed(way):
            edge.exact = known
            known = proven(node, seat)
            if known is None:
                return


def _rank(one: Ranked) -> tuple[int, int, float]:
    sure = one.exact and (1 if one.value >= 1 else -1 if one.value <= 0 else 0)
    return int(sure), one.visits, one.value
