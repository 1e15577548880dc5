"""How a game ended: why, with which points, who won."""

from __future__ import annotations

from custumal.dsl.base.types import Seat
from custumal.dsl.model import RankKey
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.scores import grade, missing, placings, score_lines, total, winners
from custumal.ui.text.phrases import capital, phrase
from custumal.ui.text.style import Line, Piece, line
from custumal.ui.text.tabular import tabulated


def result(engine: Engine, position: Position, language: str, columns: int) -> list[Line]:
    """The points of all seats line by line, and the winners; the table in at most so many columns of the screen."""
    return [
        line(Piece(phrase("over", language), "bold")),
        *ended_because(engine, position, language),
        *_points(engine, position, language, columns),
        *outcome(engine, position, language),
        *who_came_where(engine, position, language),
    ]


def ended_because(engine: Engine, position: Position, language: str) -> list[Line]:
    """Why the game ended, if the rules say so."""
    number = position.frame[engine.program.reason]
    ends = engine.instance.game.end
    if not isinstance(number, int):
        return []
    said = engine.labels.text(ends[number].source.say, language, position, {})
    return [line(phrase("end-because", language, why=said))] if said else []


def _points(engine: Engine, position: Position, language: str, columns: int) -> list[Line]:
    game = engine.instance.game
    if not game.scoring:
        return []
    names = [engine.labels.name(one.source.id, language) for one in game.scoring] if len(game.scoring) > 1 else []
    heads = [Piece(name, "dim") for name in ("", *names, phrase("total", language))]
    rows = []
    for seat in engine.instance.seats:
        lines = score_lines(engine.evaluator, position, seat).values() if names else ()
        cells = (engine.labels.value(seat, Seat(), language), *lines, total(engine.evaluator, position, seat))
        rows.append([line(str(one)) for one in cells])
    return tabulated(heads, rows, columns, to_the_right=True)


def who_came_where(engine: Engine, position: Position, language: str) -> list[Line]:
    """All places where there are more than winners and losers, or a tie was broken, each with the key that broke it. None where nobody
    wins; and who stands behind because of missing what is needed is told that with the winners."""
    placed = placings(engine.evaluator, position)
    compared = [key for key in engine.instance.game.ranking if not key.needed]
    broken = {placing.behind_by for placing in placed} & {*compared[1:]}
    if not any(placing.wins for placing in placed):
        return []
    if len({placing.place for placing in placed}) < 2 or (len(placed) < 3 and not broken):
        return []
    lines = []
    for place in sorted({placing.place for placing in placed}):
        here = [placing for placing in placed if placing.place == place]
        seats = ", ".join(engine.labels.seat(placing.seat, language) for placing in here)
        by = here[0].behind_by if here[0].behind_by in broken else None
        told = phrase("placed", language, place=place, seats=seats)
        lines.append(line(told if by is None else phrase("named", language, name=told, what=_called(engine, by, position, language))))
    return lines


def _called(engine: Engine, key: RankKey, position: Position, language: str) -> str:
    """What a key of the ranking is called."""
    return engine.labels.text(key.source.say, language, position, {key.actor.id: 0}) or engine.labels.name(key.source.id, language)


def outcome(engine: Engine, position: Position, language: str) -> list[Line]:
    """Who has won, and why others could not."""
    lacking = missing(engine.evaluator, position)
    return [*_outcome(engine, position, language, is_lost=bool(lacking)), *(_lack(engine, position, language, *one) for one in lacking)]


def _lack(engine: Engine, position: Position, language: str, key: RankKey, seats: tuple[int, ...]) -> Line:
    """Why seats can't win; they are named unless it is so for everybody."""
    because = key.source.because
    why = engine.labels.text(because, language, position, {key.actor.id: seats[0]}) or engine.labels.name(key.source.id, language)
    if len(seats) == engine.instance.players:
        return line(why)
    return line(phrase("named", language, name=", ".join(engine.labels.seat(seat, language) for seat in seats), what=why))


def _outcome(engine: Engine, position: Position, language: str, *, is_lost: bool) -> list[Line]:
    """Who has won; who plays alone has only points or a title, if nothing has to be met."""
    reached = None if is_lost else grade(engine.evaluator, position)
    if reached is not None:
        text = engine.labels.text(reached[1], language, position, {})
        return [line(Piece(phrase("grade", language, points=total(engine.evaluator, position, 0), title=text), "bold"))]
    best = winners(engine.evaluator, position)
    if best and engine.instance.players == 1 and not any(key.needed for key in engine.instance.game.ranking):
        # Who plays alone is the first in any case.
        said = phrase("points", language, points=total(engine.evaluator, position, 0))
        return [line(Piece(said, "bold"))] if engine.instance.game.scoring else []
    names = [engine.labels.value(seat, Seat(), language) for seat in best]
    if not names:
        return [line(Piece(phrase("nobody-wins", language), "bold"))]
    if len(names) == 1:
        return [line(Piece(capital(phrase("wins", language, seat=names[0])), "bold"))]
    return [line(Piece(capital(phrase("share", language, seats=", ".join(names))), "bold"))]
