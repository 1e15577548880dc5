"""What is noted of a game that was played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from custumal.insight.play.judge import Judged
from custumal.interpreter.program import ChoiceTuple


@dataclass(frozen=True, slots=True)
class GameFacts:
    """One game. Seats count from 0.

    Args:
        finished: False where the game was given up after too many decisions.
        decisions: how often a seat was asked, forced choices included; `real` of them left more than one choice, and `options` is how many
            choices these left in all.
        rounds: how many passes of its outermost steps the game has begun.
        scores: the totals at the end.
        lines: the points of each line of the score, for each seat.
        ended: the `end` entry that applied last; None where none did, so that the steps of the game ran out, or the game was given up.
        winners: who won; empty where nobody did or the game was given up.
        standings: the totals whenever another seat began to decide, and at the end.
        offered: for each action in how many decisions it could be chosen; `taken` how often it was. Likewise for each card, tile or other
            thing that is named in a choice, as `KIND/ROW`, and for each rule or ability that offers a choice, as `rule/NAME`.
        turned: of these, what was chosen in the turn with which the winner was ahead for good; nothing where no such turn was.
        digest: equal for equal play under the same rules.
        judged: what a judge says of it, where one was asked.
    """

    finished: bool
    decisions: int
    real: int
    options: int
    rounds: int
    scores: tuple[int, ...]
    lines: tuple[Mapping[str, int], ...]
    winners: tuple[int, ...]
    ended: str | None
    standings: tuple[tuple[int, ...], ...]
    offered: Mapping[str, int]
    taken: Mapping[str, int]
    digest: str
    turned: frozenset[str] = frozenset()
    judged: Judged | None = None

    def share(self, seat: int) -> float:
        """What a seat has of the victory: 1 alone, 1/k with k winners together, else 0."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


@dataclass(frozen=True, slots=True)
class Followed:
    """How a variant's game would have gone under the rules of the base, choice by choice, as long as it could.

    Args:
        decisions: how many decisions could be compared, from the first on.
        options: in how many of them another list of choices was offered.
        first_options: the first of those, from 0.
        first_values: the first decision before which the table looked different, in what both rules know.
        left: the decision at which the base asks something else or does not offer what was chosen.
        result: whether the scores or winners at the end differ; False where the base could not follow to the end.
        parted: the first decision at which the block's own two games chose differently; None where they went the same way.
    """

    decisions: int
    options: int
    first_options: int | None
    first_values: int | None
    left: int | None
    result: bool
    parted: int | None

    @property
    def first(self) -> int | None:
        """The first decision at which the variant made any difference; that after the last where only the result differs."""
        seen = [at for at in (self.first_options, self.first_values, self.left) if at is not None]
        return min(seen) if seen else self.decisions if self.result else None


@dataclass(frozen=True, slots=True)
class Block:
    """The games of one seed under both rules, one for each rotation of the bots. `followed` stands for the first of them, of which `chosen`
    has the decisions under either rule; both are None where nobody looked so closely. `seconds` were needed to play either side."""

    number: int
    base: tuple[GameFacts, ...]
    variant: tuple[GameFacts, ...]
    followed: Followed | None
    chosen: tuple[tuple[ChoiceTuple, ...], tuple[ChoiceTuple, ...]] | None = None
    seconds: tuple[float, float] = field(default=(0.0, 0.0), compare=False)
