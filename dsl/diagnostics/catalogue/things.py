"""Things, zones and boards."""

from __future__ import annotations

from custumal.dsl.diagnostics.code import ERROR, Code
from custumal.dsl.diagnostics.diagnostic import Problem

NO_SUCH_POSITION = Code("no-such-position", ERROR, "A board has no such position.")


def no_such_position(zone: str, at: int) -> Problem:
    return NO_SUCH_POSITION.says(f"`{zone}` has no position {at} in this direction.")


def position_absent(zone: str, numbers: tuple[int, ...]) -> Problem:
    """Of a board whose size is known only when a game begins."""
    return NO_SUCH_POSITION.says(f"`{zone}` has no position {', '.join(map(str, numbers))} in this game.")


NO_OWNER = Code("no-owner", ERROR, "`seen-by: owner` or `for: owner` where there is no owner.")


def owner_of_abilities() -> Problem:
    return NO_OWNER.says("Only the abilities of things have an owner.")


def belongs_to_no_seat(name: str) -> Problem:
    return NO_OWNER.says(f"`{name}` belongs to no seat, so it has no owner.")


CHANGING_SIZE = Code(
    "changing-size",
    ERROR,
    "Sizes of boards, rooms of zones, what is in the game and bounds of what is kept are settled at the start; they may hang on options "
    "and the number of players, not on what happens.",
)


def changing_size(what: str, why: str) -> Problem:
    return CHANGING_SIZE.says(f"{what} is settled at the start, but {why} can change in play.")
