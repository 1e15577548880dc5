"""A row for each game, as CSV or Parquet, for whoever wants to compute with them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from custumal.insight.ladder.played import Placed, Round
from custumal.insight.measures.judging import OF_A_JUDGE
from custumal.insight.play.observations import Block, GameFacts
from custumal.insight.play.sides import Match
from custumal.interpreter.cache.atomic_write import write_atomically
from custumal.ui.report.chapter import Chapter

Row = dict[str, Any]
KINDS = (".csv", ".parquet")


def write_rows(rows: list[Row], path: Path) -> None:
    """Write rows; the name's end says how.

    Raises:
        OSError: the file can't be written.
    """
    if path.suffix == ".csv":
        write_atomically(path, _csv(rows))
    else:
        write_atomically(path, _parquet(rows))


def rows_of_series(seats: tuple[str, ...], games: Iterable[GameFacts]) -> Iterator[Row]:
    """The games of one set of rules, by their numbers from 0."""
    return ({"game": number, **_game(seats, game)} for number, game in enumerate(games))


def rows_of(chapters: Iterable[Chapter]) -> Iterator[Row]:
    """All games of all variants. `why` says what they were played for: the comparison, the strength of bots, what an action is worth."""
    for one in chapters:
        for level in one.levels:
            yield from _blocks(one.title, "compare", level.match, level.blocks)
        if one.strengths is not None:
            for side, rounds in (("base", one.strengths.before), ("variant", one.strengths.after)):
                yield from ({"variant": one.title, "why": "strength", "side": side, **row} for row in rows_of_rounds(rounds))
        for worth in one.worths:
            yield from _blocks(one.title, "options", worth.match, worth.blocks)


def _blocks(title: str, why: str, match: Match, blocks: Iterable[Block]) -> Iterator[Row]:
    """The games in the order of their blocks, the base's first."""
    for block in blocks:
        for side, games in (("base", block.base), ("variant", block.variant)):
            for seats, game in zip(match.rotations, games, strict=True):
                yield {"variant": title, "why": why, "side": side, "block": block.number, **_game(seats, game)}


def rows_of_rounds(rounds: Iterable[Round]) -> Iterator[Row]:
    """The games of a ladder in the order of their blocks."""
    return ({"block": one.number, **_placed(game)} for one in rounds for game in one.games)


def _placed(game: Placed) -> Row:
    row: Row = {"bots": " ".join(game.seats), "finished": game.finished, "decisions": sum(game.decisions), "digest": game.digest}
    for seat, (place, decisions, seconds) in enumerate(zip(game.places, game.decisions, game.seconds, strict=True), 1):
        row |= {f"place {seat}": place, f"decisions {seat}": decisions, f"seconds {seat}": round(seconds, 6)}
    return row


def _game(seats: tuple[str, ...], game: GameFacts) -> Row:
    row: Row = {
        "bots": " ".join(seats),
        "finished": game.finished,
        "decisions": game.decisions,
        "real": game.real,
        "options": game.options,
        "rounds": game.rounds,
        "winners": " ".join(str(seat + 1) for seat in game.winners),
        "ended": game.ended or "",
    }
    for seat, (total, lines) in enumerate(zip(game.scores, game.lines, strict=True), 1):
        row[f"score {seat}"] = total
        row |= {f"{line} {seat}": points for line, points in lines.items()}
    if game.judged is not None:
        row |= {one.id: one.take(game) for one in OF_A_JUDGE}
    return row | {"digest": game.digest}


def _names(rows: list[Row]) -> list[str]:
    """All columns; a line of the score that only one side has is empty for the other."""
    return list(dict.fromkeys(name for row in rows for name in row))


def _csv(rows: list[Row]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, _names(rows), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _parquet(rows: list[Row]) -> bytes:
    import pyarrow as pa  # noqa: PLC0415  # an extra
    from pyarrow import parquet  # noqa: PLC0415  # likewise

    names = _names(rows)
    whole = pa.BufferOutputStream()
    parquet.write_table(pa.table({name: [row.get(name) for row in rows] for name in names}), whole)
    return bytes(whole.getvalue())
