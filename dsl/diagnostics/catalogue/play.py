"""What can show only while a game is played, or is started."""

from __future__ import annotations

from custumal.dsl.diagnostics.code import ERROR, Code

PLACE_FULL = Code(
    "place-full",
    ERROR,
    "A thing comes to a place that has no room for it.",
    reason="Ask for an empty place in `require`, move away what lies there, or give the place more `room`.",
    form="played",
    failing="""
        custumal: 1
        game: example
        title: Example
        players: 2
        kinds: {peg: {}}
        components: {pegs: {kind: peg, in: stock, copies: 3}}
        zones:
          stock: peg
          hole: one peg
        play: {turn: {players: seats, offer: turn}}
        actions:
          put: {offered: turn, choose: {peg: stock}, do: move peg to hole}
        """,
    mended="""
        custumal: 1
        game: example
        title: Example
        players: 2
        kinds: {peg: {}}
        components: {pegs: {kind: peg, in: stock, copies: 3}}
        zones:
          stock: peg
          hole: one peg
        play: {turn: {players: seats, offer: turn}}
        actions:
          put:
            offered: turn
            choose: {peg: stock}
            require: {free: {that: count(hole) is 0, because: The hole is taken.}}
            do: move peg to hole
        """,
)

NUMBER_OVERFLOW = Code(
    "number-overflow",
    ERROR,
    "A number has come to be larger than 9 223 372 036 854 775 807, or smaller than the same below 0.",
    reason="All numbers of a game have 64 bits. Bound what grows: a kept number by `is: 0 to 99`, a value by `most`.",
    form="played",
    failing="""
        custumal: 1
        game: example
        title: Example
        players: 2
        kept:
          riches: {is: number, start: 2}
        play: {round: {repeat: 20, do: {turn: {players: seats, offer: turn}}}}
        actions:
          breed: {offered: turn, do: set riches to riches * riches}
        """,
    mended="""
        custumal: 1
        game: example
        title: Example
        players: 2
        kept:
          riches: {is: number, start: 2}
        play: {round: {repeat: 20, do: {turn: {players: seats, offer: turn}}}}
        actions:
          breed: {offered: turn, do: "set riches to min(riches * riches, 1000)"}
        """,
)

NO_PROGRESS = Code(
    "no-progress",
    ERROR,
    (
        "The rules go on and on without a decision, chance or an end: a loop whose condition nothing in it changes, or steps that "
        "repeat for ever."
    ),
    reason="The step or the loop is named.",
    form="played",
    failing="""
        custumal: 1
        game: example
        title: Example
        players: 2
        kept:
          steps: {is: 0 to 9, start: 0}
        play: {march: {repeat: endless, until: steps is 9, do: set steps to 3}}
        """,
    mended="""
        custumal: 1
        game: example
        title: Example
        players: 2
        kept:
          steps: {is: 0 to 9, start: 0}
        play: {march: {repeat: endless, until: steps is 9, do: raise steps by 1}}
        """,
)

SET_TOO_LARGE = Code(
    "set-too-large",
    ERROR,
    "A range of numbers, or the ways in which a bundle can be divided, has more than 65 536 members.",
    reason="Let the range be smaller.",
    form="played",
    failing="""
        custumal: 1
        game: example
        title: Example
        players: 2
        kept:
          width(seat): {is: number, start: 1000}
        play: {round: {repeat: 3, do: {turn: {players: seats, offer: turn}}}}
        actions:
          widen: {offered: turn, choose: {new: 1 to my width}, do: set my width to 100 * my width}
        """,
    mended="""
        custumal: 1
        game: example
        title: Example
        players: 2
        kept:
          width(seat): {is: number, start: 10}
        play: {round: {repeat: 3, do: {turn: {players: seats, offer: turn}}}}
        actions:
          widen: {offered: turn, choose: {new: 1 to my width}, do: raise my width by new}
        """,
)

BROKEN_INVARIANT = Code(
    "broken-invariant",
    ERROR,
    "One of the game's `invariants` does not hold.",
    reason=(
        "It is tested at every decision by `--check-invariants` and in all scenarios. Either a rule does what it should not, "
        "or the invariant claims too much."
    ),
    form="played",
    failing="""
        custumal: 1
        game: example
        title: Example
        players: 2
        kept:
          coins(seat): {is: number, start: 2}
        invariants:
          nobody-owes: every s in seats has coins of s >= 0
        play: {round: {repeat: 3, do: {turn: {players: seats, offer: turn}}}}
        actions:
          pay: {offered: turn, do: lower coins of me by 1}
        """,
    mended="""
        custumal: 1
        game: example
        title: Example
        players: 2
        kept:
          coins(seat): {is: number, start: 2}
        invariants:
          nobody-owes: every s in seats has coins of s >= 0
        play: {round: {repeat: 3, do: {turn: {players: seats, offer: turn}}}}
        actions:
          pay: {offered: turn, require: {rich: {that: coins of me > 0, because: Your purse is empty.}}, do: lower coins of me by 1}
        """,
)

BOARD_SHAPE = Code(
    "board-shape",
    ERROR,
    "A board can't be made with these players and options: no rows or columns, or an open board of more than 64.",
    reason="Bound the option that its size comes from.",
)

OPEN_BOARD_FULL = Code(
    "open-board-full",
    ERROR,
    "A thing is laid down so far from the middle of an open board that the board ends there: an open board has 64 rows and 64 columns.",
    reason="Let a game end before, or ask that things lie beside others.",
)
