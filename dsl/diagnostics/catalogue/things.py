"""Things, zones and boards."""

from __future__ import annotations

from custumal.dsl.diagnostics.code import ERROR, Code
from custumal.dsl.diagnostics.diagnostic import Problem

NO_SUCH_POSITION = Code(
    "no-such-position",
    ERROR,
    "A board has no such position.",
    failing="""
        define:
          neighbour-of(c cell of board): first(x in neighbours of c where x is not at(board, 3, 4))
        """,
    mended="""
        define:
          neighbour-of(c cell of board): first(x in neighbours of c where x is not at(board, 3, 3))
        """,
)


def no_such_position(zone: str, at: int) -> Problem:
    return NO_SUCH_POSITION.says(f"`{zone}` has no position {at} in this direction.")


NO_OWNER = Code(
    "no-owner",
    ERROR,
    "`seen-by: owner` or `for: owner` where there is no owner.",
    failing="""
        zones:
          deck: {holds: card, shape: pile, seen-by: owner}
        """,
    mended="""
        zones:
          deck: {holds: card, shape: pile, seen-by: nobody}
        """,
)


def owner_of_abilities() -> Problem:
    return NO_OWNER.says("Only the abilities of things have an owner.")


def belongs_to_no_seat(name: str) -> Problem:
    return NO_OWNER.says(f"`{name}` belongs to no seat, so it has no owner.")


CHANGING_SIZE = Code(
    "changing-size",
    ERROR,
    (
        "Sizes of boards and bounds of kept values are settled at the start; they may hang on options and the number of players, not "
        "on what happens."
    ),
    failing="""
        zones:
          board: {holds: one stone, shape: {grid: [hand-limit, 3]}}
        standing:
          wider: {modify: values.hand-limit, if: coin of starter > 2, add: 1}
        """,
    mended="""
        zones:
          board: {holds: one stone, shape: {grid: [hand-limit, 3]}}
        standing:
          wider: {modify: values.hand-limit, if: long, add: 1}
        """,
)


def changing_size(what: str, why: str) -> Problem:
    return CHANGING_SIZE.says(f"{what} is settled at the start, but {why} can change in play.")
