"""One set of rules measured for itself: as a table for the terminal, as JSON, and as a page."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from html import escape
from statistics import fmean, median
from typing import Any

from custumal.insight.measures.catalogue import PRIMARY, RAN_OUT
from custumal.insight.measures.race import has_race
from custumal.insight.play.observations import GameFacts
from custumal.insight.summary.measured import Taken
from custumal.ui.report.figures import finite, number
from custumal.ui.report.html import figure, table, whole
from custumal.ui.report.plots import bars, fan, spread
from custumal.ui.report.text import WIDTH

MOST_ACTIONS = 25
HEADS = ("measure", "mean", "95 %", "median", "from", "to")


def measures_text(taken: Sequence[Taken]) -> list[str]:
    """Lines of 80 columns: the primary measures, and the others with the same numbers."""
    widths = (8, 18, 8, 8, 8)
    told = [one for one in taken if "/" not in one.measure.id]
    rest = f" {len(taken) - len(told)} more of single things and abilities are in --json and --html." if len(told) < len(taken) else ""
    rows = [HEADS, *map(_cells, told)]
    lines = [f"{name[:29]:<30}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True)) for name, *cells in rows]
    return [*lines, *textwrap.wrap(f"Intervals of the means: each misses in 5 of 100 series. Shares: of 100 games.{rest}", WIDTH)]


def _cells(one: Taken) -> tuple[str, ...]:
    low, high = (_shown(one, end) if finite(end) is not None else "?" for end in (one.interval.low, one.interval.high))
    spread_of = (_shown(one, value) for value in (median(one.values), min(one.values), max(one.values)))
    return one.measure.id, _shown(one, one.sample.mean), f"{low} to {high}", *spread_of


def _shown(one: Taken, value: float) -> str:
    return number(value * one.measure.factor)


def measures_data(taken: Sequence[Taken]) -> list[dict[str, Any]]:
    """As JSON values; shares are from 0 to 1."""
    return [
        {
            "measure": one.measure.id,
            "unit": one.measure.unit,
            "games": one.sample.count,
            "mean": one.sample.mean,
            "low": finite(one.interval.low),
            "high": finite(one.interval.high),
            "sd": finite(one.sample.deviation),
            "median": median(one.values),
            "min": min(one.values),
            "max": max(one.values),
        }
        for one in taken
    ]


def measures_page(title: str, said: str, command: str, taken: Sequence[Taken], games: Sequence[GameFacts]) -> str:
    """The page as one file, without scripts.

    Args:
        title: of the game, with its variants.
        said: who played how much.
        command: what is typed to play the very same games again.
        taken: all measures.
        games: what they were taken of.
    """
    parts = [
        f"<p>To play it again: <code>{escape(command)}</code></p>",
        *_spreads(taken),
        *_seats(games),
        *_lines(taken),
        *_ends(taken),
        *_actions(taken),
        "<h2>All numbers</h2>",
        table(HEADS, map(_cells, taken)),
        '<p class="remark">Intervals of the means: each misses in 5 of 100 series. Shares are of 100 games.</p>',
    ]
    return whole(title, said, parts)


def _spreads(taken: Sequence[Taken]) -> Iterator[str]:
    yield "<h2>Games</h2>"
    names = [one.id for one in PRIMARY]
    shown = [one for one in taken if one.measure.id in names and one.measure.factor == 1 and len(set(one.values)) > 1]
    for left, *right in (shown[at : at + 2] for at in range(0, len(shown), 2)):
        yield '<div class="pair">'
        yield from (figure(spread({"": one.values}, one.measure.unit), f"{one.measure.id}: {one.measure.what}") for one in (left, *right))
        yield "</div>"


def _seats(games: Sequence[GameFacts]) -> Iterator[str]:
    players = range(len(games[0].scores))
    if len(players) > 1:
        yield "<h2>Seats</h2>"
        victories = [100 * fmean(game.share(seat) for game in games) for seat in players]
        svg = bars([f"seat {seat + 1}" for seat in players], {"": victories}, "victories of 100 games")
        yield figure(svg, "A shared victory counts in parts.")
        if any(map(has_race, games)):
            yield figure(fan({"": games}), "How far the first is ahead, in the mean; 8 of 10 games lie in the shade.")


def _lines(taken: Sequence[Taken]) -> Iterator[str]:
    picked = _of(taken, "line:")
    if len(picked) > 1:
        yield "<h2>Where points come from</h2>"
        yield _bars(picked, "line:", "points of a seat", "The mean of each line of the score.")


def _ends(taken: Sequence[Taken]) -> Iterator[str]:
    picked = _of(taken, "end:")
    if len(picked) > 1:
        yield "<h2>Why games end</h2>"
        yield _bars(picked, "end:", "of 100 games", "The end that applied last in each finished game.")


def _actions(taken: Sequence[Taken]) -> Iterator[str]:
    often = sorted(_of(taken, "taken:"), key=lambda one: -one.sample.mean)
    kinds = (("What is chosen how often", "Actions and steps", False), ("Single things and abilities", "Those that choices name", True))
    for heading, what, detail in kinds:
        some = [one for one in often if ("/" in one.measure.id) is detail]
        if len(some) > 1:
            yield f"<h2>{heading}</h2>"
            rest = f" {len(some) - MOST_ACTIONS} more stand in the table." if len(some) > MOST_ACTIONS else ""
            yield _bars(some[:MOST_ACTIONS], "taken:", "times a game", f"{what}, the most frequent first.{rest}")


def _of(taken: Sequence[Taken], kind: str) -> list[Taken]:
    return [one for one in taken if one.measure.id.startswith(kind)]


def _bars(picked: Sequence[Taken], kind: str, label: str, caption: str) -> str:
    names = [one.measure.id.removeprefix(kind) for one in picked]
    said = ["the steps ran out" if kind == "end:" and name == RAN_OUT else name for name in names]
    return figure(bars(said, {"": [one.sample.mean * one.measure.factor for one in picked]}, label), caption)
