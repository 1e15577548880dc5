"""`hint`: the best choices that a short search finds for the seat that has to choose, with what each is worth."""

from __future__ import annotations

from contextlib import suppress

from custumal.interpreter.position.rng import derive
from custumal.interpreter.search.levels import Budget
from custumal.ui.scene.describe import Describer
from custumal.ui.story.session import Session
from custumal.ui.terminal.progress import thinking
from custumal.ui.text.phrases import phrase
from custumal.ui.text.style import Line, line

THINKS = Budget(None, 1.0)
TOLD = 3
"""Choices that are told."""


def hint(session: Session, describer: Describer) -> list[Line]:
    """The lines that are told. Whoever interrupts the thinking is told what was found until then."""
    language = describer.language
    choices = session.engine.choices(session.position)
    if len(choices) == 1:
        return [line(phrase("hint-one", language, choice=describer.choice(session.position, choices[0])))]
    from custumal.interpreter.search.search import Search  # noqa: PLC0415  # few games are played by search

    search = Search(session.engine, session.position, derive(session.seed, "hint", len(session.events)), session.course())
    with thinking(phrase("hint-thinks", language)), suppress(KeyboardInterrupt):
        search.run(THINKS)
    told = [
        phrase("hint-proven" if one.exact else "hint-value", language, choice=describer.choice(session.position, one.choice),
               value=round(100 * one.value), tries=one.visits)
        for one in search.ranked()[:TOLD]
    ]  # fmt: skip
    return [line(phrase("hint-head", language)), *(line(f"  {one}") for one in told)]
