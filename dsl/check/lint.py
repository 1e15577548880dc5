"""What is written but does nothing, or says something else than it seems to: all checks that look at the whole game."""

from __future__ import annotations

from custumal.dsl.check import (
    circles,
    hidden,
    lint_course,
    lint_lives,
    lint_logic,
    lint_numbers,
    lint_rules,
    lint_seats,
    lint_sizes,
    lint_starts,
    lint_words,
)
from custumal.dsl.check.context import Context
from custumal.dsl.model import Game


def lint(cx: Context, game: Game) -> None:
    """All checks that look at the whole game; where it has errors only those that can't be misled by them."""
    lint_words.lint(cx, game)
    if not cx.report.has_errors:
        circles.lint(cx, game)  # the others follow definitions into each other
    if cx.report.has_errors:
        return
    lint_sizes.lint(cx, game)
    lint_starts.lint(cx, game)
    lint_rules.lint(cx, game)
    lint_course.lint(cx, game)
    lint_lives.lint(cx, game)
    lint_numbers.lint(cx, game)
    lint_logic.lint(cx, game)
    lint_seats.lint(cx, game)
    hidden.lint(cx, game)
