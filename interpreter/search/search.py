"""Monte Carlo tree search: where a choice leads is found by trying it out many times, the promising ones more often.

Each seat is taken to choose what is best for itself (max^n), and chance is drawn anew each time (an open loop). In a game without chance
whose points count only at the end, what is proven to be won or lost is taken as such (a solver). Where something is hidden each iteration
begins at another position that the true one may be, and each seat has a tree of what it sees (information sets).

Sources: L. Kocsis, C. Szepesvári, "Bandit based Monte-Carlo planning" (2006); N. Sturtevant, "An analysis of UCT in multi-player games"
(2008); M. Winands, Y. Björnsson, J.-T. Saito, "Monte-Carlo tree search solver" (2008); P. Cowling, E. Powley, D. Whitehouse,
"Information set Monte Carlo tree search" (2012).
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev

from custumal.interpreter.engine import Engine
from custumal.interpreter.knowledge.course import Course
from custumal.interpreter.position.state import OVER, Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.search.joining import Joining
from custumal.interpreter.search.levels import Budget
from custumal.interpreter.search.observing import Observing, Watched
from custumal.interpreter.search.playout import playout, valuation
from custumal.interpreter.search.tree import Edge, Name, Node, Rewards, proven

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
        engine: of the game.
        state: a decision that leaves more than one choice; it stays as it is.
        seed: decides all that is tried.
        course: what has happened in the game, where something is hidden; None where nothing is known but the position.
    """

    def __init__(self, engine: Engine, state: Position, seed: int, course: Course | None = None) -> None:
        assert state.seat is not None
        self.engine = engine
        self.state = state
        self.seat = state.seat
        self.rng = random.Random(seed)  # noqa: S311  # repeatable, and its random() and getrandbits() are the same on every Python
        hides = engine.eyes.has_secrets
        self._possible = engine.possible(state, state.seat, course) if hides else None
        self._observing = Observing(engine) if hides else None
        self._roots = [Node() for _ in (engine.instance.seats if hides else (0,))]
        self.valuation = valuation(engine, self._trial, self.rng)
        self._joining = Joining(engine)
        self._is_open = not (self.valuation.race or hides)
        """Whether nothing was left to chance so far, and nothing is hidden, so that proofs hold."""

    @property
    def root(self) -> Node:
        """The decision that is thought about."""
        return self._roots[self.seat if self._observing else 0]

    def run(self, budget: Budget) -> list[Ranked]:
        """The choices that were tried, the best first."""
        began, done = time.monotonic(), 0
        while not self._enough(budget, done, began):
            self._iterate()
            done += 1
        return self.ranked()

    def _enough(self, budget: Budget, done: int, began: float) -> bool:
        if self._is_open and proven(self.root, self.seat) is not None:
            return True
        if budget.iterations is not None and done >= budget.iterations:
            return True
        return budget.seconds is not None and done > 0 and time.monotonic() - began >= budget.seconds

    def ranked(self) -> list[Ranked]:
        """What was tried so far, the best first: proven victories, then what was tried most; proven defeats last."""
        here: dict[Name, ChoiceTuple] = {}
        for choice in self.engine.choices(self.state):
            here.setdefault(self._name(self.state, choice, self.seat), choice)
        found = [
            Ranked(here[name], edge.visits, edge.value if edge.known is None else edge.known[self.seat], edge.known is not None)
            for name, edge in self.root.edges.items()
            if name in here
        ]
        return sorted(found, key=_rank, reverse=True)

    def _name(self, state: Position, choice: ChoiceTuple, seat: int) -> Name:
        return choice if self._observing is None else self._observing.name(state, choice, seat)

    def _names(self, state: Position, seat: int, offered: Sequence[ChoiceTuple]) -> dict[Name, ChoiceTuple]:
        """Choices by their names; of those that a seat can't tell apart the last."""
        if self._observing is None:
            return {choice: choice for choice in offered}
        return {self._observing.name(state, choice, seat): choice for choice in offered}

    def _trial(self) -> Position:
        """A position that this one may be, with chance of its own."""
        if self._possible is not None:
            return self._possible.draw(self.rng)
        trial = self.state.copy()
        trial.rng = self.rng.getrandbits(64)
        return trial

    # ------------------------------------------------------------ one iteration

    def _iterate(self) -> None:
        trial = self._trial()
        way: list[tuple[Node, Edge, int]] = []
        eyes = Watched(self._roots, self._observing)
        passed: set[int] = set()
        fresh = False
        while not fresh and self._to_a_choice(trial, eyes):
            assert trial.seat is not None
            seat, offered = trial.seat, self.engine.choices(trial)
            node = eyes.node(trial, seat)
            if id(node) in passed:  # play goes round in a circle
                break
            passed.add(id(node))
            edge, choice, fresh = self._select(node, trial, seat, offered)
            way.append((node, edge, seat))
            if edge.known is None:
                eyes.chosen(trial, seat, choice, edge)
                self._apply(trial, choice)
            if fresh and self._is_open and self._to_a_choice(trial, eyes):
                edge.below = self._joining.at(trial, edge.below)
            if edge.known is not None:
                edge.exact = edge.known
                self._count(way, edge.known)
                self._prove(way, edge.known)
                return
        self._end(trial, eyes, way)

    def _end(self, trial: Position, eyes: Watched, way: Sequence[tuple[Node, Edge, int]]) -> None:
        """What was reached is played out, unless it is an end already, and counts for all choices on the way."""
        ended = not self._to_a_choice(trial, eyes)
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

    def _to_a_choice(self, trial: Position, eyes: Watched) -> bool:
        """Play on to the next decision that leaves a choice; False at the end."""
        while trial.kind != OVER:
            offered = self.engine.choices(trial)
            if len(offered) > 1:
                return True
            if trial.seat is not None:
                eyes.chosen(trial, trial.seat, offered[0], None)
            self._apply(trial, offered[0])
        return False

    def _select(self, node: Node, trial: Position, seat: int, offered: Sequence[ChoiceTuple]) -> tuple[Edge, ChoiceTuple, bool]:
        """The choice to try now, with what is known of it, and whether it was never tried before."""
        node.visits += 1
        names = self._names(trial, seat, offered)
        node.width = len(names)
        untried = [name for name in names if name not in node.edges]
        if untried and (not self.valuation.race or len(names) - len(untried) < WIDEST * node.visits**WIDENING):
            name = self._first(node, trial, seat, untried, names)
            edge = node.edges[name] = Edge(names[name], offered=1)
            return edge, names[name], True
        known = [(name, node.edges[name]) for name in names if name in node.edges]
        if self._observing:
            for _, edge in known:
                edge.offered += 1
        unsettled = [one for one in known if one[1].known is None] or known
        log = math.log(node.visits)
        name, edge = max(unsettled, key=lambda one: self._worth(node, one[0], one[1], log))
        return edge, names[name], False

    def _worth(self, node: Node, name: Name, edge: Edge, log: float) -> float:
        """What speaks for trying a choice again (UCT), with what it promised at first sight as long as little is known."""
        if not edge.visits:
            return math.inf
        sight = node.priors.get(name, 0.0) if node.priors else 0.0
        log = math.log(edge.offered) if self._observing else log
        return edge.total / edge.visits + EXPLORING * math.sqrt(log / edge.visits) + FIRST_SIGHT * sight / (1 + edge.visits)

    def _first(self, node: Node, trial: Position, seat: int, untried: Sequence[Name], names: Mapping[Name, ChoiceTuple]) -> Name:
        """Which of the choices that were not tried yet comes next."""
        if self.valuation.race and len(untried) <= MOST_AT_SIGHT and (node is self.root or node.visits > 1):
            priors = node.priors = node.priors or {}
            unlooked = [name for name in untried if name not in priors]
            if unlooked:
                priors.update(self._at_sight(trial, seat, {name: names[name] for name in unlooked}))
            best = max(priors[name] for name in untried)
            untried = [name for name in untried if priors[name] == best]
        return untried[int(self.rng.random() * len(untried))]

    def _at_sight(self, trial: Position, seat: int, choices: Mapping[Name, ChoiceTuple]) -> dict[Name, float]:
        """The margin of points right after each choice, in standard deviations from their mean."""
        margins = []
        for choice in choices.values():
            after = trial.copy()
            self.engine.apply(after, choice)
            margins.append(self.valuation.margins(after)[seat])
        mean, spread = fmean(margins), pstdev(margins)
        return {name: (margin - mean) / spread if spread else 0.0 for name, margin in zip(choices, margins, strict=True)}

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
            node.exact = known


def _rank(one: Ranked) -> tuple[int, int, float]:
    sure = one.exact and (1 if one.value >= 1 else -1 if one.value <= 0 else 0)
    return int(sure), one.visits, one.value
