"""What is told of one variant: the comparison for each level of bots, and what was asked for beside it."""

from __future__ import annotations

from dataclasses import dataclass

from custumal.insight.comparison.action_worth import Worth
from custumal.insight.comparison.findings import Comparison
from custumal.insight.ladder.moved import Strengths


@dataclass(frozen=True, slots=True)
class Chapter:
    """A variant, `title`, against its game, `against`.

    Args:
        levels: a comparison for each level of bots; one where no levels were asked for.
        strengths: the levels rated under both rules, if that was asked for and there was time.
        worths: what the actions are worth that were asked about, as far as that was got to.
        left_out: what there was no time for, in sentences.
    """

    title: str
    against: str
    levels: tuple[Comparison, ...] = ()
    strengths: Strengths | None = None
    worths: tuple[Worth, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def main(self) -> Comparison:
        """The comparison that is told in full: that of the last level."""
        return self.levels[-1]
