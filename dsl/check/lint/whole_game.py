"""What is written but does nothing, or says something else than it seems to: all checks that look at the whole game."""

from __future__ import annotations

from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.lint import (
    acting,
    circles,
    constant_conditions,
    counters,
    game_size,
    hidden,
    house_seats,
    lifetimes,
    numbers,
    out_of_bounds,
    reachability,
    standing,
    starting_values,
    twice,
    unused,
    wholes,
)
from custumal.dsl.model import GameModel


def lint(cx: Context, game: GameModel) -> None:
    """All checks that look at the whole game; where it has errors only those that can't be misled by them."""
    unused.lint(cx, game)
    if not cx.report.has_errors:
        circles.lint(cx, game)  # the others follow definitions into each other
    if cx.report.has_errors:
        return
    game_size.lint(cx, game)
    starting_values.lint(cx, game)
    out_of_bounds.lint(cx, game)
    counters.lint(cx, game)
    acting.lint(cx, game)
    standing.lint(cx, game)
    wholes.lint(cx, game)
    reachability.lint(cx, game)
    lifetimes.lint(cx, game)
    numbers.lint(cx, game)
    twice.lint(cx, game)
    constant_conditions.lint(cx, game)
    house_seats.lint(cx, game)
    hidden.lint(cx, game)
