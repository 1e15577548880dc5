"""Scenarios that fail: not when rules are checked, but when `custumal test` plays them."""

from __future__ import annotations

from custumal.dsl.diagnostics.code import ERROR, WARNING, Code
from custumal.dsl.diagnostics.diagnostic import Problem, Related, Span
from custumal.dsl.diagnostics.wording import did_you_mean

FAILED_SCENARIO = Code("failed-scenario", ERROR, "What a scenario expects is not so, or one of its choices can't be made.")


def expectation_fails(message: str) -> Problem:
    return FAILED_SCENARIO.says(message)


def invariant_broken(invariant: str, step: str, key: str) -> Problem:
    """`step` says what broke it: a `choice` with its `key`, what chance `brings`, `set-up`, or the `beginning` of play."""
    after = {"choice": f"`{key}`", "brings": f"`{key}`, which chance brings", "set-up": "set-up"}
    when = f"after {after[step]}" if step in after else "at the first stop, after what `play` does before"
    return FAILED_SCENARIO.says(f"The invariant `{invariant}` does not hold {when}.")


def stops_with(code: str, message: str) -> Problem:
    """The game is stopped by a problem of its own."""
    return FAILED_SCENARIO.says(f"{code}: {message}")


def setup_asks(offered: str) -> Problem:
    return FAILED_SCENARIO.says(f"Set-up asks for a choice, which `after` has to make: {offered}")


def cannot_be_chosen(key: str, reasons: str, *, before: int | None, is_silent: bool) -> Problem:
    """`before` counts the choices with which the scenario begins; `is_silent`: the step may take its one candidate by itself."""
    silent = "; a step whose choice has one candidate takes it silently, and its key is left out" if is_silent else ""
    where = f", choice {before} of those before," if before is not None else ""
    return FAILED_SCENARIO.says(f"`{key}`{where} can't be chosen: {reasons}{silent}")


def not_allowed(key: str, reasons: str) -> Problem:
    return FAILED_SCENARIO.says(f"`{key}` is not allowed: {reasons}")


def allowed(key: str) -> Problem:
    return FAILED_SCENARIO.says(f"`{key}` is allowed.")


def never_a_key(key: str, near: str | None) -> Problem:
    end = did_you_mean(near, " with these players and options, in whatever position.")
    return FAILED_SCENARIO.says(f"`{key}` could never be a key{end}", near)


def listed_otherwise(key: str, near: str | None) -> Problem:
    end = did_you_mean(near, "")
    return FAILED_SCENARIO.says(f"`{key}` is no key here: something just like it is listed in its place, which stands for all{end}", near)


def forbidden_by_others(key: str, found: list[str], wanted: str) -> Problem:
    return FAILED_SCENARIO.says(f"`{key}` is forbidden, but by {', '.join(found) or 'no restriction'}, not by {wanted}.")


def knows(seat: str) -> Problem:
    return FAILED_SCENARIO.says(f"It is so, but {seat} knows it by what it sees.")


def knows_not(seat: str) -> Problem:
    return FAILED_SCENARIO.says(f"It is so, but {seat} can't know it by what it sees.")


def nobody_acts() -> Problem:
    return FAILED_SCENARIO.says("The game is over and nobody acts, so `me`, `my` and `can` speak of nobody; name the seat, such as `p1`.")


GIVEN_MOVES_NOTHING = Code(
    "given-moves-nothing", WARNING, "A line of `given` looks for a thing or a place that is not there, so that it changes nothing."
)


def given_moves_nothing() -> Problem:
    return GIVEN_MOVES_NOTHING.says("This moves nothing: what it looks for is not there.")


ACCEPTED_HOLDS = Code(
    "accepted-holds",
    ERROR,
    "What a variant says to be otherwise in a scenario of its game is with the variant as the game says.",
)


def accepted_holds(scenario: str, there: Span) -> Problem:
    message = f"`{scenario}` is accepted to fail, but it still holds; take it out, or let `custumal test … --accept` do so."
    return ACCEPTED_HOLDS.says(message, None, Related(there, "the scenario"))


def accepted_line_holds(scenario: str, line: str, there: Span) -> Problem:
    return ACCEPTED_HOLDS.says(
        f"`{line}` of `{scenario}` still holds as the game says it; take this line out.", None, Related(there, "there")
    )


def accepted_is_readable(scenario: str, there: Span) -> Problem:
    message = f"`{scenario}` is said to be unreadable, but it can be read; take it out, or let `custumal test … --accept` do so."
    return ACCEPTED_HOLDS.says(message, None, Related(there, "the scenario"))
