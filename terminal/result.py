"""How a game ended: why, with which points, who won."""

from __future__ import annotations

from custumal.dsl.types import Seat
from custumal.interpreter.scores import grade, score_lines, total, winners
from custumal.interpreter.state import State
from custumal.interpreter.table import Table
from custumal.terminal.phrases import phrase
from custumal.terminal.style import Line, Piece, line


def result(table: Table, position: State, language: str) -> list[Line]:
    """The points of all seats line by line, and the winners."""
    return [
        line(Piece(phrase("over", language), "bold")),
        *_reason(table, position, language),
        *_points(table, position, language),
        *_winners(table, position, language),
    ]


def _reason(table: Table, position: State, language: str) -> list[Line]:
    number = position.frame[table.program.reason]
    ends = table.instance.game.end
    if not isinstance(number, int):
        return []
    said = table.labels.text(ends[number].source.say, language, position, {})
    return [line(phrase("end-because", language, why=said))] if said else []


def _points(table: Table, position: State, language: str) -> list[Line]:
    game = table.instance.game
    if not game.scoring:
        return []
    names = [table.labels.name(one.source.id, language) for one in game.scoring]
    rows = [["", *names, phrase("total", language)] if len(names) > 1 else ["", phrase("total", language)]]
    for seat in table.instance.seats:
        lines = list(score_lines(table.evaluator, position, seat).values())
        name = table.labels.value(seat, Seat(), language)
        rows.append([name, *(map(str, lines) if len(names) > 1 else ()), str(total(table.evaluator, position, seat))])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        line(
            f"{row[0]:<{widths[0]}}",
            *(Piece(f"  {text:>{wide}}", "dim" if number == 0 else "") for text, wide in zip(row[1:], widths[1:], strict=True)),
        )
        for number, row in enumerate(rows)
    ]


def _winners(table: Table, position: State, language: str) -> list[Line]:
    reached = grade(table.evaluator, position)
    if reached is not None:
        text = table.labels.text(reached[1], language, position, {})
        return [line(Piece(phrase("grade", language, points=total(table.evaluator, position, 0), title=text), "bold"))]
    best = winners(table.evaluator, position)
    if best and table.instance.players == 1:
        # Who plays alone is the first in any case.
        said = phrase("points", language, points=total(table.evaluator, position, 0))
        return [line(Piece(said, "bold"))] if table.instance.game.scoring else []
    names = [table.labels.value(seat, Seat(), language) for seat in best]
    if not names:
        return [line(Piece(phrase("nobody-wins", language), "bold"))]
    if len(names) == 1:
        return [line(Piece(_capital(phrase("wins", language, seat=names[0])), "bold"))]
    return [line(Piece(_capital(phrase("share", language, seats=", ".join(names))), "bold"))]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
