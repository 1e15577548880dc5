"""Numbers that are too large, or that stand twice."""

from __future__ import annotations

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.limits import (
    MOST_CHOICES,
    MOST_CODE,
    MOST_COVERED,
    MOST_ENTRIES,
    MOST_NESTED,
    MOST_PLACES,
    MOST_STEPS,
    MOST_THINGS,
    MOST_WAYS,
)
from custumal.dsl.diagnostics.code import ERROR, WARNING, Code
from custumal.dsl.diagnostics.diagnostic import Problem, Related, Span

WRITTEN_TWICE = Code("written-twice", WARNING, "Two rules compare one thing with the same number above 2.")


def written_twice(number: int, address: str, other: Span) -> Problem:
    return WRITTEN_TWICE.says(
        f"The number {number} stands also in `{address}`; if it is the same number, make it one of `values`.",
        None,
        Related(other, "here too"),
    )


COSTLY = Code(
    "costly",
    WARNING,
    "At the worst a sentence takes more than 10^9 steps: the sizes of all sets that it goes through inside each other multiply.",
)


def costly(steps: int) -> Problem:
    digits = len(str(steps)) - 1
    return COSTLY.says(f"At the worst this takes some 10^{digits} steps each time; narrow what it goes through.")


def too_costly(steps: int) -> Problem:
    return replace(costly(steps), severity=ERROR)


def too_much_at_once() -> Problem:
    steps = f"more than {MOST_STEPS} steps from one stop of the game to the next, or for one list of choices"
    return replace(COSTLY.says(f"This goes through too much: {steps}."), severity=ERROR)


def too_much_nested() -> Problem:
    message = f"Deeds and rules set each other going here, more than {MOST_NESTED} one inside the other."
    return replace(COSTLY.says(message), severity=ERROR)


def too_much_woven_in() -> Problem:
    message = f"With all rules woven in wherever they hook, the course of play has more than {MOST_CODE} parts."
    return replace(COSTLY.says(message), severity=ERROR)


BOARD_TOO_LARGE = Code("board-too-large", ERROR, "A zone has more than 16 384 places, those of all seats and things together.")


def zone_too_large(zone: str, places: int) -> Problem:
    return BOARD_TOO_LARGE.says(f"The zone `{zone}` has {places} places, more than {MOST_PLACES}.")


def placements_too_large(zone: str, cells: int) -> Problem:
    return BOARD_TOO_LARGE.says(f"All placements in the zone {zone} cover {cells} cells together, more than {MOST_COVERED}.")


def board_too_large(zone: str, places: int) -> Problem:
    return BOARD_TOO_LARGE.says(f"The zone {zone} has {places} places, more than {MOST_PLACES}.")


TOO_MANY_THINGS = Code("too-many-things", ERROR, "There are more than 16 384 things of a kind.")


def too_many_things(number: int, kind: str) -> Problem:
    return TOO_MANY_THINGS.says(f"There are {number} things of the kind `{kind}`, more than {MOST_THINGS}.")


def too_many_things_at_all() -> Problem:
    return TOO_MANY_THINGS.says(f"There are more than {MOST_THINGS} things.")


KEPT_TOO_LARGE = Code("kept-too-large", ERROR, "A kept value has more than 1 048 576 entries: the sizes of what it is kept for multiply.")


def kept_too_large(kept: str, values: int) -> Problem:
    return KEPT_TOO_LARGE.says(f"`{kept}` keeps {values} values, more than {MOST_ENTRIES}.")


def too_many_kept(kept: str, entries: int) -> Problem:
    return KEPT_TOO_LARGE.says(f"With {kept}, {entries} values are kept, more than {MOST_ENTRIES}.")


TOO_MANY_CHOICES = Code(
    "too-many-choices",
    ERROR,
    "A choice has more than 4 194 304 combinations of candidates, or one entry of it takes several of a set in more than 1 048 576 "
    "ways, which may show only in play.",
)


def too_many_choices(found: int) -> Problem:
    return TOO_MANY_CHOICES.says(
        f"There can be {found} combinations of candidates here, more than {MOST_CHOICES}; choose in several steps."
    )


def always_too_many(found: int) -> Problem:
    return TOO_MANY_CHOICES.says(f"There are always {found} choices or more, above {MOST_WAYS}; let several steps ask one after the other.")


def too_many_ways(among: int) -> Problem:
    return TOO_MANY_CHOICES.says(
        f"There are more than {MOST_WAYS} ways to choose among these {among}; let fewer be taken, or one after the other."
    )


def too_many_to_list() -> Problem:
    return TOO_MANY_CHOICES.says(f"There are more than {MOST_WAYS} choices; let several steps ask one after the other.")
