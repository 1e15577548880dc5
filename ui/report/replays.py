"""Two games to look at: the story of a seed under both rules, from a little before they parted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from statistics import median_low

from custumal.insight.comparison.findings import Comparison
from custumal.insight.play.observations import Block, GameFacts
from custumal.insight.play.sides import Side
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.runs.simulate import game_seed
from custumal.ui.report.figures import number
from custumal.ui.scene.describe import Describer
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.story.changes import narrated
from custumal.ui.story.session import Session
from custumal.ui.svg.stylesheet import STYLE as TABLE_STYLE
from custumal.ui.svg.table import table_svg
from custumal.ui.text.style import paint

STYLE = f"""\
{TABLE_STYLE}
.story {{ font-size: .86rem; margin: .3rem 0; padding: .4rem .7rem; border-left: 3px solid var(--line); }}
.story p {{ margin: .1rem 0; padding-left: 1.2rem; text-indent: -1.2rem; }} .story p.more {{ color: var(--soft); margin-left: 1.2rem; }}
.table-svg {{ width: 100%; height: auto; }}
"""
BEFORE, AFTER = 3, 7
"""Decisions that are told of before two games part, and after."""
COLUMNS = 400
MOST_OF_A_DRAWING = 120_000
"""Characters; a table that needs more is left to the words."""


def replays(compared: Comparison) -> Iterator[str]:
    """The section of a page; nothing where no two games of a seed that were looked at differ."""
    picked = _picked(compared.blocks)
    if not picked:
        return
    yield "<h2>Games to look at</h2>"
    yield "<p>Each is one seed under both rules, as somebody sees it who stands by and knows no secrets.</p>"
    for number_of, (why, block) in enumerate(picked):
        yield from _replay(compared, why, block, drawn=number_of == 0)


def _picked(blocks: Sequence[Block]) -> list[tuple[str, Block]]:
    """The pair of games that stayed alike longest, and a usual one."""
    parted = {block.followed.parted: block for block in reversed(blocks) if block.followed and block.followed.parted is not None}
    if not parted:
        return []
    longest, usual = parted[max(parted)], parted[median_low([*parted])]
    found = [("These two stayed alike longest", longest)]
    return found if usual is longest else [*found, ("A usual pair", usual)]


def _replay(compared: Comparison, why: str, block: Block, *, drawn: bool) -> Iterator[str]:
    assert block.followed is not None
    assert block.chosen is not None
    parted = block.followed.parted
    assert parted is not None
    match, last = compared.match, max(0, parted - 1)
    before, after = (
        _Told(side, match.rotations[0], game_seed(match.seed, block.number), chosen)
        for side, chosen in zip((match.base, match.variant), block.chosen, strict=True)
    )
    yield f"<h3>{escape(f'{why}: they part at decision {parted + 1} (game {block.number + 1})')}</h3>"
    if last:
        yield f"<p>The same choices under both rules, as it went before:</p>{before.story(max(0, last - BEFORE), last)}"
    if drawn:
        yield from before.table(last)
    yield f"<p>{'The last of them and what came of it' if parted else 'What was chosen'}:</p>"
    yield '<div class="pair">'
    for head, told, facts in (("before", before, block.base[0]), ("with it", after, block.variant[0])):
        yield f"<div><p><strong>{head}</strong></p>{told.story(last, parted + AFTER)}<p>{escape(told.end(facts))}</p></div>"
    yield "</div>"


class _Told:
    """One game of a block, told from any decision to any other."""

    def __init__(self, side: Side, seats: tuple[str, ...], seed: int, chosen: tuple[ChoiceTuple, ...]) -> None:
        self.game = side.load()
        self.seats = seats
        self.seed = seed
        self.chosen = chosen

    def _played(self, decisions: int) -> Session:
        session = Session(self.game, self.seats, self.seed)
        session.settle()
        for choice in self.chosen[:decisions]:
            session.play(choice)
            session.settle()
        return session

    def story(self, first: int, last: int) -> str:
        """What happened from the decision number `first` on, until before the one that is number `last`."""
        start = len(self._played(first).events)
        session = self._played(last)
        lines = narrated(session, Describer(session.engine, "en"), None, COLUMNS, start)
        rows = [paint(one, color=False) for one in lines]
        told = "".join(f"<p{_class(row)}>{escape(row.strip())}</p>" for row in rows)
        return f'<div class="story">{told}</div>'

    def end(self, facts: GameFacts) -> str:
        """How it ended; who won is called as in the story."""
        if not facts.finished:
            return f"It was given up after {facts.decisions} decisions."
        describer = Describer(self._played(0).engine, "en")
        who = " and ".join(describer.seat(seat) for seat in facts.winners)
        won = f"{who} shared the victory" if len(facts.winners) > 1 else f"{who} won" if who else "nobody won"
        return f"It ended after {facts.decisions} decisions with {' to '.join(map(number, facts.scores))} points: {won}."

    def table(self, decisions: int) -> Iterator[str]:
        """What lay on the table after so many decisions, if that can be drawn in few lines."""
        session = self._played(decisions)
        svg = table_svg(Look(session.engine, hints_of(self.game.model.display), session.position, None, "en"))
        if len(svg) <= MOST_OF_A_DRAWING:
            yield f"<figure>{svg}<figcaption>The table then, as it was before.</figcaption></figure>"


def _class(row: str) -> str:
    return ' class="more"' if row.startswith(" ") else ""
