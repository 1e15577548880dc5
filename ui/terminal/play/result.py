"""How a game ended: why, with which points, who won."""

from __future__ import annotations

from custumal.dsl.base.types import Seat
from custumal.dsl.model import RankKey
from custumal.interpreter.engine import Table
from custumal.interpreter.position.state import State
from custumal.interpreter.reference.scores import grade, missing, score_lines, total, winners
from custumal.ui.text.phrases import capital, phrase
from custumal.ui.text.style import Line, Piece, line
from custumal.ui.text.tabular import tabulated


def result(table: Table, position: State, language: str, columns: int) -> list[Line]:
    """The points of all seats line by line, and the winners; the table in at most so many columns of the screen."""
    return [
        line(Piece(phrase("over", language), "bold")),
        *_reason(table, position, language),
        *_points(table, position, language, columns),
        *_winners(table, position, language),
    ]


def _reason(table: Table, position: State, language: str) -> list[Line]:
    number = position.frame[table.program.reason]
    ends = table.instance.game.end
    if not isinstance(number, int):
        return []
    said = table.labels.text(ends[number].source.say, language, position, {})
    return [line(phrase("end-because", language, why=said))] if said else []


def _points(table: Table, position: State, language: str, columns: int) -> list[Line]:
    game = table.instance.game
    if not game.scoring:
        return []
    names = [table.labels.name(one.source.id, language) for one in game.scoring] if len(game.scoring) > 1 else []
    heads = [Piece(name, "dim") for name in ("", *names, phrase("total", language))]
    rows = []
    for seat in table.instance.seats:
        lines = score_lines(table.evaluator, position, seat).values() if names else ()
        told = (table.labels.value(seat, Seat(), language), *lines, total(table.evaluator, position, seat))
        rows.append([line(str(one)) for one in told])
    return tabulated(heads, rows, columns, to_the_right=True)


def _winners(table: Table, position: State, language: str) -> list[Line]:
    lacking = missing(table.evaluator, position)
    return [*_outcome(table, position, language, is_lost=bool(lacking)), *(_lack(table, position, language, *one) for one in lacking)]


def _lack(table: Table, position: State, language: str, key: RankKey, seats: tuple[int, ...]) -> Line:
    """Why seats can't win; they are named unless it is so for everybody."""
    because = key.source.because
    why = table.labels.text(because, language, position, {key.actor.id: seats[0]}) or table.labels.name(key.source.id, language)
    if len(seats) == table.instance.players:
        return line(why)
    return line(phrase("named", language, name=", ".join(table.labels.seat(seat, language) for seat in seats), what=why))


def _outcome(table: Table, position: State, language: str, *, is_lost: bool) -> list[Line]:
    """Who has won; who plays alone has only points or a title, if nothing has to be met."""
    reached = None if is_lost else grade(table.evaluator, position)
    if reached is not None:
        text = table.labels.text(reached[1], language, position, {})
        return [line(Piece(phrase("grade", language, points=total(table.evaluator, position, 0), title=text), "bold"))]
    best = winners(table.evaluator, position)
    if best and table.instance.players == 1 and not any(key.needed for key in table.instance.game.ranking):
        # Who plays alone is the first in any case.
        said = phrase("points", language, points=total(table.evaluator, position, 0))
        return [line(Piece(said, "bold"))] if table.instance.game.scoring else []
    names = [table.labels.value(seat, Seat(), language) for seat in best]
    if not names:
        return [line(Piece(phrase("nobody-wins", language), "bold"))]
    if len(names) == 1:
        return [line(Piece(capital(phrase("wins", language, seat=names[0])), "bold"))]
    return [line(Piece(capital(phrase("share", language, seats=", ".join(names))), "bold"))]
