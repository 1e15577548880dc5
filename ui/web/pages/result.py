"""How a game ended: who won, and the points of all seats line by line."""

from __future__ import annotations

from markupsafe import Markup

from custumal.dsl.base.types import Seat
from custumal.interpreter.reference.scores import score_lines, total
from custumal.ui.terminal.play.result import ended_because, outcome, who_came_where
from custumal.ui.text.phrases import phrase
from custumal.ui.web.pages.markup import Part, joined, line_of, tag
from custumal.ui.web.pages.sight import Sight


def result_part(sight: Sight) -> Markup:
    """The result; nothing while the game goes on."""
    session = sight.session
    if not session.is_over:
        return Markup()
    told = session.engine, session.position, sight.language
    return joined(
        tag("p", phrase("over", sight.language), class_="strong"),
        (tag("p", line_of(one), class_="strong") for one in outcome(*told)),
        (tag("p", line_of(one)) for one in (*ended_because(*told), *who_came_where(*told))),
        _points(sight),
    )


def _points(sight: Sight) -> Part:
    """A row for each line of the score, a column for each seat."""
    engine, position = sight.session.engine, sight.session.position
    scoring = engine.instance.game.scoring
    if not scoring:
        return None
    seats = list(engine.instance.seats)
    lines = [list(score_lines(engine.evaluator, position, seat).values()) for seat in seats]
    head = tag("tr", tag("td"), (tag("th", engine.labels.value(seat, Seat(), sight.language), scope="col") for seat in seats))
    rows = [
        tag("tr", tag("th", engine.labels.name(one.source.id, sight.language), scope="row"), (tag("td", str(own[number])) for own in lines))
        for number, one in enumerate(scoring)
    ]
    totals = (tag("td", str(total(engine.evaluator, position, seat))) for seat in seats)
    foot = tag("tr", tag("th", phrase("total", sight.language), scope="row"), totals)
    return tag("div", tag("table", tag("thead", head), tag("tbody", rows if len(scoring) > 1 else ()), tag("tfoot", foot)), class_="wide")
