"""A row for each game, as CSV or Parquet, for whoever wants to compute with them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from custumal.insight.comparison.findings import Comparison
from custumal.insight.play.facts import GameFacts
from custumal.interpreter.cache.atomic_write import write_atomically

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
        _parquet(rows, path)


def rows_of_series(seats: tuple[str, ...], games: Iterable[GameFacts]) -> Iterator[Row]:
    """The games of one set of rules, by their numbers from 0."""
    return ({"game": number, **_game(seats, game)} for number, game in enumerate(games))


def rows_of(compared: Comparison) -> Iterator[Row]:
    """The games of a comparison in the order of their blocks, the base's first."""
    for block in compared.blocks:
        for side, games in (("base", block.base), ("variant", block.variant)):
            for seats, game in zip(compared.match.rotations, games, strict=True):
                yield {"block": block.number, "side": side, **_game(seats, game)}


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


def _parquet(rows: list[Row], path: Path) -> None:
    import pyarrow as pa  # noqa: PLC0415  # an extra
    from pyarrow import parquet  # noqa: PLC0415  # likewise

    names = _names(rows)
    parquet.write_table(pa.table({name: [row.get(name) for row in rows] for name in names}), path)
