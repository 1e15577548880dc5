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
from custumal.dsl.check.walk import every_effect, every_step
from custumal.dsl.model import Const, Game, LoopHead, Step, Write
from custumal.dsl.types import Truth


def lint(cx: Context, game: Game) -> None:
    """All checks that look at the whole game; where it has errors only those that can't be misled by them."""
    lint_words.lint(cx, game)
    if not cx.report.has_errors:
        circles.lint(cx, game)  # the others follow definitions into each other
    if cx.report.has_errors:
        return
    _never_cleared(cx, game)
    _endless(cx, game)
    lint_sizes.lint(cx, game)
    lint_starts.lint(cx, game)
    lint_rules.lint(cx, game)
    lint_course.lint(cx, game)
    lint_lives.lint(cx, game)
    lint_numbers.lint(cx, game)
    lint_logic.lint(cx, game)
    lint_seats.lint(cx, game)
    hidden.lint(cx, game)


def _never_cleared(cx: Context, game: Game) -> None:
    """A mark that is set and never taken back, without saying that it is for the whole game."""
    cleared = _cleared(game)
    for entry in cx.document.section("kept"):
        kept = game.kept.get(entry.id)
        if kept is None or entry.slot("until") is not None or not isinstance(kept.type, Truth):
            continue
        if entry.id in cx.written and entry.id not in cleared:
            message = f"`{entry.id}` is set and never taken back; say `until: STEP`, or `until: end` if that is meant."
            cx.report.warn("never-cleared", lint_words.name_span(entry), message)


def _cleared(game: Game) -> set[str]:
    found = set()
    for effect in every_effect(game):
        if isinstance(effect, Write):
            is_true = isinstance(effect.value, Const) and effect.value.value is True
            if effect.mode == "reset" or (effect.mode == "set" and not is_true):
                found.add(effect.kept)
    return found


def _endless(cx: Context, game: Game) -> None:
    """An endless loop that nothing can end."""
    left = {address for _, address in cx.exits}
    for step in every_step(game):
        if not _is_endless(step):
            continue
        around = {a for a in left if step.source.address == a or step.source.address.startswith(a + ".")}
        if not around:
            name = step.source.id or step.source.address
            message = f"Nothing ever ends `{name}`: no `finish`, `stop` or `leave` names it or a step around it."
            cx.report.error("endless", step.source.span, message)


def _is_endless(step: Step) -> bool:
    loop = step.loop
    return isinstance(loop, LoopHead) and loop.kind in ("endless", "rounds") and step.until is None
