"""Chance nodes: what chance can bring at a stop, and which of it the generator brings.

One definition of the order, so that every evaluator plays the same game from one seed: for a draw or a shuffle a number below
the count of things (that are left), for a roll below the count of numbers; else a number below the sum of the weights.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from custumal.dsl.base.types import Place, bare
from custumal.interpreter.position.rng import below
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import Chance, ChanceStop, ChoiceTuple, DrawOne, RollOne, ShuffleOne
from custumal.interpreter.reference.listing import ChoiceListing
from custumal.interpreter.reference.statements import Statements

Stop = ChanceStop
Outcome = tuple[int, ChoiceTuple]


class Chances:
    """Outcomes of the chance stops of one program."""

    def __init__(self, listing: ChoiceListing, statements: Statements) -> None:
        self.listing = listing
        self.statements = statements

    def outcomes(self, stop: Stop, state: Position) -> list[Outcome]:
        """Every outcome with its weight; interchangeable things are one outcome."""
        match stop:
            case Chance(point=point):
                return self.listing.weighted(point, state)
            case RollOne():
                return [(1, (number,)) for number in self._numbers(stop, state)]
            case DrawOne() | ShuffleOne():
                return self._grouped(self.keyed(stop, state))

    def only(self, stop: Stop, state: Position) -> ChoiceTuple | None:
        """What must happen; None if there is more than one outcome, () if there is none."""
        if isinstance(stop, DrawOne | ShuffleOne):
            appearance, things = self.listing.equivalence.appearance, self.things(stop, state)
            first = appearance[things[0]]
            if any(appearance[thing] != first for thing in things):
                return None
        outcomes = self.outcomes(stop, state)
        return None if len(outcomes) > 1 else outcomes[0][1] if outcomes else ()

    def draw(self, stop: Stop, state: Position) -> ChoiceTuple:
        """The outcome that the state's generator brings; the generator goes on."""
        match stop:
            case Chance(point=point):
                return self._weighted(self.listing.weighted(point, state), state)
            case RollOne():
                numbers = self._numbers(stop, state)
                return (numbers[self.below(len(numbers), state)],)
            case DrawOne() | ShuffleOne():
                return (self._drawn(self.things(stop, state), state),)

    def keyed(self, stop: Stop, state: Position) -> list[tuple[int, Hashable]]:
        """The things that can come at a draw or a shuffle, each with a key that is equal for interchangeable ones."""
        return [(thing, self._key(thing, state)) for thing in self.things(stop, state)] if isinstance(stop, DrawOne | ShuffleOne) else []

    # ------------------------------------------------------------ parts

    def _numbers(self, stop: RollOne, state: Position) -> range:
        return range(self.statements.value(stop.low, state), self.statements.value(stop.high, state) + 1)

    def things(self, stop: DrawOne | ShuffleOne, state: Position) -> Sequence[int]:
        if isinstance(stop, ShuffleOne):
            return self.statements.pile(stop.place, state)[self.statements.value(stop.position, state) :]
        assert isinstance(bare(stop.origin.type), Place)
        return self.statements.pile(stop.origin, state)

    def _drawn(self, things: Sequence[int], state: Position) -> int:
        """The first of the class of the one drawn; only those can be in it that look like it."""
        appearance = self.listing.equivalence.appearance
        drawn = things[self.below(len(things), state)]
        same = [thing for thing in things if appearance[thing] == appearance[drawn]]
        if len(same) == 1:
            return drawn
        key = self._key(drawn, state)
        return next(thing for thing in same if self._key(thing, state) == key)

    @staticmethod
    def _grouped(things: Sequence[tuple[int, Hashable]]) -> list[Outcome]:
        found: dict[Hashable, Outcome] = {}
        for thing, key in things:
            weight, choice = found.get(key, (0, (thing,)))
            found[key] = (weight + 1, choice)
        return list(found.values())

    def _key(self, thing: int, state: Position) -> Hashable:
        return self.listing.equivalence.class_of_thing(thing, state, (), ordered=False)

    def _weighted(self, outcomes: Sequence[Outcome], state: Position) -> ChoiceTuple:
        left = self.below(sum(weight for weight, _ in outcomes), state)
        for weight, choice in outcomes:
            if left < weight:
                return choice
            left -= weight
        raise AssertionError("the weights add up to their sum")

    @staticmethod
    def below(bound: int, state: Position) -> int:
        state.rng, found = below(state.rng, bound)
        return found
