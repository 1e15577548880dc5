"""Standing rules."""

from __future__ import annotations

from custumal.dsl.diagnostics.code import ERROR, WARNING, Code
from custumal.dsl.diagnostics.diagnostic import Problem, Related, Span

MISSING_ACTIVE = Code("missing-active", ERROR, "Nothing says when the ability of a thing is in force.")


def missing_active(kind: str) -> Problem:
    return MISSING_ACTIVE.says(f"When is this in force? The kind `{kind}` says no `active`, and there is no `while`.")


MISSING_FOR = Code("missing-for", ERROR, "Things that serve everyone say whom each ability concerns.")


def missing_for(kind: str) -> Problem:
    return MISSING_FOR.says(f"Whom does it concern? Things of the kind `{kind}` serve everyone, so `for` is needed.")


TWO_SETS = Code("two-sets", ERROR, "Two rules that can hold together set one value, and nothing says which one wins.")


def two_sets(first: str, second: str, value: str, other: Span) -> Problem:
    return TWO_SETS.says(
        (
            f"`{first}` and `{second}` both set `{value}`, and with the same rank "
            "nothing says which one wins; give one of them a higher `rank`."
        ),
        None,
        Related(other, "the other rule"),
    )


HOOK_CIRCLE = Code("hook-circle", ERROR, "A deed sets a rule going that sets the deed going again, without a `limit` on the way.")


def goes_round(circle: str) -> Problem:
    return HOOK_CIRCLE.says(f"This goes round for ever: {circle}; a rule on the way needs a `limit`.")


NARROWING_WAIVED = Code(
    "narrowing-waived",
    ERROR,
    "A restriction, or what the candidates of an entry have to fulfil, makes sure that something is there which later parts of the "
    "action need, so it can't be waived or ignored.",
)


def narrowing_waived(address: str, sure: Span | None) -> Problem:
    """`sure` is where the restriction stands, if it has a place of its own."""
    message = f"Without `{address}` something that the rest of the action needs may be nothing, so it can't be set aside."
    related = () if sure is None else (Related(sure, "this makes sure that it is there"),)
    return NARROWING_WAIVED.says(message, None, *related)


NO_PASSES = Code("no-passes", ERROR, "A rule hooks all passes of something that has none.")


def no_passes(address: str) -> Problem:
    return NO_PASSES.says(f"`{address}` is no step with a loop, so it has no passes that could be hooked together; leave out `whole`.")


EMPTY_DRAW = Code(
    "empty-draw", WARNING, "A rule before every draw waits for a place to be empty, but nothing is drawn from an empty place."
)


def never_asked(zone: str) -> Problem:
    return EMPTY_DRAW.says(
        f"Nothing is drawn from an empty `{zone}`, so this rule is never asked. What comes into it when nothing is left is said of the "
        f"zone: `{zone}: {{…, refill: PLACE}}`."
    )
