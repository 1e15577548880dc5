"""The iterations of a search by the ordinary machine, the tree in Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import OVER, Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.reference.scores import scores
from custumal.interpreter.search.dice import Dice
from custumal.interpreter.search.habits import Habits, Kind
from custumal.interpreter.search.joining import Joining
from custumal.interpreter.search.observing import Observing, Watched
from custumal.interpreter.search.payoffs import Scale, Tried, Valuation
from custumal.interpreter.search.playout import at_random, playout
from custumal.interpreter.search.ranked import Ranked
from custumal.interpreter.search.search_tree import Edge, Name, Node, Rewards, proven
from custumal.interpreter.search.worth import (
    ASKED,
    DRAWS,
    EXPLORING,
    LOOKED_AT,
    MOST_AT_SIGHT,
    RACING,
    SURE,
    at_first_sight,
    may_widen,
    worth,
)

Way = list[tuple[Node, Edge, int]]


class PlainTree:
    """What one search has found.

    Args:
        engine: of the game.
        state: the decision that is thought about.
        seed: of all that is tried.
    """

    at_once = 10
    """Iterations before it is asked whether time is up."""

    def __init__(self, engine: Engine, state: Position, seed: int) -> None:
        assert state.seat is not None
        self.engine, self.state, self.seat = engine, state, state.seat
        self.dice = Dice(seed)
        hides = engine.eyes.has_secrets
        self._observing = Observing(engine) if hides else None
        self._roots = [Node() for _ in (engine.instance.seats if hides else (0,))]
        self._worlds: list[Position] = []
        self._joining = Joining(engine)
        self._habits = Habits()
        self._iteration = 0

    @property
    def root(self) -> Node:
        """The decision that is thought about."""
        return self._roots[self.seat if self._observing else 0]

    def add(self, world: Position) -> None:
        """One more position that this one may be."""
        self._worlds.append(world)

    def tried(self, world: int, playouts: int) -> list[Tried]:
        """How some playouts from one of these end."""
        return [self._tried(world) for _ in range(playouts)]

    def _tried(self, world: int) -> Tried:
        trial = self._trial(world)
        playout(self.engine, trial, Dice(self.dice.next()), at_random, cut=True)
        return Tried(trial.kind == OVER, scores(self.engine.evaluator, trial))

    def begin(self, scale: Scale) -> None:
        """Positions are valued so from here on."""
        self.valuation = Valuation(self.engine, scale)
        self._is_open = not (scale.race or self._observing)
        """Whether nothing was left to chance so far, and nothing is hidden, so that proofs hold."""

    def run(self, world: int, iterations: int, left: int) -> int:
        """So many iterations from one of the positions, less where nothing can change what is best any more: where all is proven, or no
        choice can be tried as often as the first one in all that are `left`; gives how many there were."""
        for done in range(iterations):
            if proven(self.root, self.seat) is not None if self._is_open else self._is_sure(left - done):
                return done
            self._iterate(self._trial(world))
        return iterations

    def _is_sure(self, left: int) -> bool:
        """Whether a choice stays the one that was tried most, asked now and then."""
        if self._iteration % ASKED:
            return False
        first, second, *_ = [*sorted((edge.visits for edge in self.root.edges.values()), reverse=True), 0, 0]
        return first - second > SURE * left

    def _trial(self, world: int) -> Position:
        trial = self._worlds[world].copy()
        trial.rng = self.dice.next()
        return trial

    def ranked(self) -> list[Ranked]:
        """What was tried so far, in the order of the list of choices."""
        found: dict[Name, Ranked] = {}
        for choice in self.engine.choices(self.state):
            name = self._name(self.state, choice, self.seat)
            edge = self.root.edges.get(name)
            if edge is not None and edge.visits:
                worth = edge.value if edge.known is None else edge.known[self.seat]
                found.setdefault(name, Ranked(choice, edge.visits, worth, edge.known is not None))
        return [*found.values()]

    def _name(self, state: Position, choice: ChoiceTuple, seat: int) -> Name:
        return choice if self._observing is None else self._observing.name(state, choice, seat)

    # ------------------------------------------------------------ one iteration

    def _iterate(self, trial: Position) -> None:
        self._iteration += 1
        way: Way = []
        eyes = Watched(self._roots, self._observing)
        fresh = False
        while not fresh and self._to_a_choice(trial, eyes):
            assert trial.seat is not None
            seat, offered = trial.seat, self.engine.choices(trial)
            node = eyes.node(trial, seat)
            if node.passed == self._iteration:  # play goes round in a circle
                break
            node.passed = self._iteration
            edge, choice, fresh = self._select(node, trial, seat, offered)
            way.append((node, edge, seat))
            self._note(trial, choice, seat)
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

    def _end(self, trial: Position, eyes: Watched, way: Way) -> None:
        """What was reached is played out, unless it is an end already, and counts for all choices on the way."""
        ended = not self._to_a_choice(trial, eyes)
        if not ended:
            likely = self._likely if self.valuation.scale.race else at_random
            playout(self.engine, trial, Dice(self.dice.next()), likely, cut=self.valuation.scale.race)
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

    # ------------------------------------------------------------ what is tried

    def _select(self, node: Node, trial: Position, seat: int, offered: Sequence[ChoiceTuple]) -> tuple[Edge, ChoiceTuple, bool]:
        """The choice to try now, with what is known of it, and whether it was never tried before."""
        node.visits += 1
        names = [self._name(trial, choice, seat) for choice in offered]
        node.width = len(names)
        known, untried = [], []
        for at, name in enumerate(names):
            edge = node.edges.get(name)
            if edge is None:
                untried.append(at)
            elif edge.stamp != self._iteration:
                edge.stamp = self._iteration
                edge.offered += 1
                known.append(at)
        if untried and (not self.valuation.scale.race or may_widen(len(known), node.visits)):
            at = self._first(node, trial, seat, untried, names, offered)
            edge = node.edges[names[at]] = Edge(offered=1, stamp=self._iteration)
            return edge, offered[at], True
        at = self._best(node, trial, seat, known, names, offered)
        return node.edges[names[at]], offered[at], False

    def _best(
        self, node: Node, trial: Position, seat: int, known: Sequence[int], names: Sequence[Name], offered: Sequence[ChoiceTuple]
    ) -> int:  # fmt: skip
        """Of the choices that are known the one for which most speaks, of those that are not settled if there are any."""
        unsettled = [at for at in known if node.edges[names[at]].known is None] or known

        exploring = RACING if self.valuation.scale.race else EXPLORING

        def speaks(at: int) -> float:
            edge, promise = node.edges[names[at]], self._promise(trial, seat, offered[at], names[at])
            return worth(edge.total, edge.visits, edge.offered, exploring, node.priors.get(names[at], 0.0), promise)

        return max(unsettled, key=speaks)

    def _first(
        self, node: Node, trial: Position, seat: int, untried: Sequence[int], names: Sequence[Name], offered: Sequence[ChoiceTuple]
    ) -> int:  # fmt: skip
        """Which of the choices that were not tried yet comes next: the best at first sight, of those the most promising, of those any."""
        if self.valuation.scale.race and len(untried) <= MOST_AT_SIGHT and (node is self.root or node.visits >= LOOKED_AT):
            self._look(node, trial, seat, _each_once((names[at], offered[at]) for at in untried if names[at] not in node.priors))
            untried = _greatest(untried, [node.priors[names[at]] for at in untried])
        untried = _greatest(untried, [self._promise(trial, seat, offered[at], names[at]) for at in untried])
        return untried[self.dice.below(len(untried))]

    def _look(self, node: Node, trial: Position, seat: int, choices: dict[Name, ChoiceTuple]) -> None:
        """What choices are worth at first sight, by the margin of points right after each."""
        margins = []
        for choice in choices.values():
            after = trial.copy()
            self.engine.apply(after, choice)
            margins.append(self.valuation.margins(after)[seat])
        if margins:
            node.priors.update(zip(choices, at_first_sight(margins), strict=True))

    # ------------------------------------------------------------ what is learnt

    def _note(self, trial: Position, choice: ChoiceTuple, seat: int) -> None:
        if self.valuation.scale.race:
            self._habits.note(seat, _kind(trial, choice), self._name(trial, choice, seat))

    def _promise(self, trial: Position, seat: int, choice: ChoiceTuple, name: Name) -> float:
        """What a choice promises by habit; 0 where points say nothing during play."""
        return self._habits.promise(seat, _kind(trial, choice), name) if self.valuation.scale.race else 0.0

    def _likely(self, trial: Position, offered: Sequence[ChoiceTuple], dice: Dice) -> int:
        """What a seat chooses in a playout: of some choices that are drawn the most promising."""
        seat = trial.seat
        assert seat is not None
        drawn = [dice.below(len(offered)) for _ in range(DRAWS)]
        best = max(drawn, key=lambda at: self._promise(trial, seat, offered[at], self._name(trial, offered[at], seat)))
        self._note(trial, offered[best], seat)
        return best

    def _count(self, way: Way, rewards: Rewards) -> None:
        self._habits.count(rewards)
        for _, edge, seat in way:
            edge.visits += 1
            edge.total += rewards[seat]

    @staticmethod
    def _prove(way: Way, rewards: Rewards) -> None:
        """The last choice ends the game so; what follows from it for those before."""
        known: Rewards | None = rewards
        for node, edge, seat in reversed(way):
            edge.exact = known
            known = proven(node, seat)
            if known is None:
                return
            node.exact = known


def _kind(state: Position, choice: ChoiceTuple) -> Kind:
    return state.pc, choice[0]


def _greatest(of: Sequence[int], by: Sequence[float]) -> list[int]:
    """Those for which a number is greatest."""
    most = max(by)
    return [one for one, number in zip(of, by, strict=True) if number == most]


def _each_once(named: Iterable[tuple[Name, ChoiceTuple]]) -> dict[Name, ChoiceTuple]:
    """Choices by their names; of those that can't be told apart the first."""
    found: dict[Name, ChoiceTuple] = {}
    for name, choice in named:
        found.setdefault(name, choice)
    return found
