"""What the scenarios of a game show, in pictures: those that the printed rulebook takes as examples."""

from __future__ import annotations

from custumal.interpreter.api import Game
from custumal.ui.rulebook.blocks import Heading, Picture
from custumal.ui.rulebook.edition import Edition
from custumal.ui.rulebook.examples import examples_chapter, examples_of
from custumal.ui.terminal.commands.coverage_page import Shown

_EXAMPLE = 3
"""The rank of the heading of one example."""


def shown_by_scenarios(game: Game) -> list[Shown]:
    """The scenarios that show most numbered rules, each with its pictures."""
    edition = Edition.of(game, game.model.languages[0])
    titles: list[str] = []
    drawings: list[list[str]] = []
    for block in examples_chapter(edition, examples_of(edition)):
        if isinstance(block, Heading) and block.rank == _EXAMPLE:
            titles.append(block.text)
            drawings.append([])
        elif isinstance(block, Picture) and block.svg:
            drawings[-1].append(block.svg)
    return [Shown(title, tuple(found)) for title, found in zip(titles, drawings, strict=True) if found]
