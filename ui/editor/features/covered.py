"""How often scenarios came to the elements of the rules when this was last measured, beside each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import GameModel
from custumal.interpreter.runs.coverage import Tally
from custumal.interpreter.runs.coverage_runs import measure
from custumal.ui.editor.leaves import leaves
from custumal.ui.editor.view import View

COVER = "custumal.coverage"
Counts = Mapping[str, Tally]
"""What happened to the elements of the rules, by address."""


def measured(game: GameModel) -> Counts:
    """The counts of a game by its scenarios."""
    return measure(game).counts


def summary(counts: Counts) -> str:
    """How many elements some scenario has come to."""
    return f"scenarios exercise {sum(map(_is_exercised, counts.values()))} of {len(counts)} rule elements"


def beside(view: View, counts: Counts) -> Iterator[tuple[Span, str]]:
    """For each element that a file declares, what the last measuring has found."""
    for leaf in leaves(view.own):
        count = counts.get(leaf.address) if leaf.role == "id" else None
        if count is not None:
            yield leaf.scalar.span, f"when last measured: {_told(count)}"


def _is_exercised(count: Tally) -> bool:
    return bool(count.evaluated or count.decided)


def _told(count: Tally) -> str:
    parts = [f"{number} x {word}" for number, word in ((count.evaluated, "exercised"), (count.decided, "decided alone")) if number]
    return ", ".join(parts) or "never exercised by a scenario"
