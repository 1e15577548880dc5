"""What can show only while a game is played, or is started."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.dsl.base.frozen import replace
from custumal.dsl.diagnostics.code import ERROR, Code
from custumal.dsl.diagnostics.diagnostic import Problem
from custumal.dsl.diagnostics.wording import alternatives, did_you_mean

PLACE_FULL = Code("place-full", ERROR, "A thing comes to a place that has no room for it.")


def place_full(zone: str) -> Problem:
    return PLACE_FULL.says(f"There is no room in {zone} for another thing.")


NUMBER_OVERFLOW = Code(
    "number-overflow", ERROR, "A number has come to be larger than 9 223 372 036 854 775 807, or smaller than the same below 0."
)


def number_overflow() -> Problem:
    return NUMBER_OVERFLOW.says("The number that was computed here does not fit into 64 bits.")


def never_fits() -> Problem:
    return NUMBER_OVERFLOW.says("This number does not fit into 64 bits, whatever happens.")


NOT_IN_GAME = Code("not-in-game", ERROR, "A rule needs a thing or a house seat that is left out with these options or so many players.")


def thing_absent(row: str) -> Problem:
    return NOT_IN_GAME.says(f"There is no `{row}` in this game: its row is left out.")


def house_seat_absent(seat: str) -> Problem:
    return NOT_IN_GAME.says(f"The house seat `{seat}` has no part in this game.")


NO_PROGRESS = Code(
    "no-progress",
    ERROR,
    "The rules go on and on without a decision, chance or an end: a loop whose condition nothing in it changes, or steps that "
    "repeat for ever.",
)


def loop_goes_on() -> Problem:
    return NO_PROGRESS.says("This loop does not come to an end.")


def step_goes_on(step: str) -> Problem:
    return NO_PROGRESS.says(f"The step {step} goes on and on without a decision, chance or an end.")


SET_TOO_LARGE = Code(
    "set-too-large", ERROR, "A range of numbers, or the ways in which a bundle can be divided, has more than 65 536 members."
)


def too_many_numbers(low: int, high: int, most: int) -> Problem:
    return SET_TOO_LARGE.says(f"The numbers from {low} to {high} are more than {most}.")


def too_many_divisions(ways: int, most: int) -> Problem:
    return SET_TOO_LARGE.says(f"A bundle can be divided in {ways} ways, more than {most}.")


BROKEN_INVARIANT = Code("broken-invariant", ERROR, "One of the game's `invariants` does not hold.")


def broken_invariant(invariant: str) -> Problem:
    return BROKEN_INVARIANT.says(f"The invariant `{invariant}` does not hold.")


BOARD_SHAPE = Code(
    "board-shape", ERROR, "A board can't be made with these players and options: no rows or columns, or an open board of more than 64."
)


def board_shape(why: str) -> Problem:
    return BOARD_SHAPE.says(why)


OPEN_BOARD_FULL = Code(
    "open-board-full",
    ERROR,
    "A thing is laid down so far from the middle of an open board that the board ends there: an open board has 64 rows and 64 columns.",
)


def open_board_full(zone: str) -> Problem:
    return OPEN_BOARD_FULL.says(f"The open board {zone} has reached its greatest size.")


PLAYERS = Code("players", ERROR, "A game is started for a number of players that it does not have.")


def wrong_number_of_players(low: int, high: int, players: int) -> Problem:
    return PLAYERS.says(f"This game is for {low if low == high else f'{low} to {high}'} players, not {players}.")


OPTION_VALUE = Code("option-value", ERROR, "A game is started with a value that an option can't have.")


def option_outside(option: str, low: int | None, high: int | None, value: object) -> Problem:
    return OPTION_VALUE.says(f"The option {option} is {low} to {high}, not {value}.")


def option_no_seat(option: str, players: int, seat: int) -> Problem:
    return OPTION_VALUE.says(f"The option {option} is a seat of this game, p1 to p{players}, not p{seat}.")


def option_value(option: str, wanted: str, value: object, near: str | None = None) -> Problem:
    return OPTION_VALUE.says(f"The option `{option}` is {wanted}, not {value!r}{did_you_mean(near)}", suggestion=near)


def option_not_offered(option: str, players: int) -> Problem:
    many = f"{players} player{'' if players == 1 else 's'}"
    return OPTION_VALUE.says(f"The option `{option}` is not for this: with {many} and these options its `if` does not hold.")


# ---------------------------------------------------------------- where in a game


def came_to_this_at_setup(found: Problem, seed: int) -> Problem:
    return replace(found, message=f"{found.message} It came to this when the game with the seed {seed} was set up.")


def comes_to_this_in_setup(found: Problem, players: list[int], options: Sequence[tuple[str, object]]) -> Problem:
    return replace(found, message=f"{found.message} It comes to this in set-up for {_played_so(players, options)}.")


def comes_to_this_at_once(found: Problem, players: list[int], options: Sequence[tuple[str, object]]) -> Problem:
    return replace(found, message=f"{found.message} It comes to this up to the first decision of play, for {_played_so(players, options)}.")


def comes_to_this_in_play(found: Problem, players: list[int], options: Sequence[tuple[str, object]]) -> Problem:
    return replace(
        found, message=f"{found.message} It comes to this in play for {_played_so(players, options)}; no condition keeps it from it."
    )


def _played_so(players: list[int], options: Sequence[tuple[str, object]]) -> str:
    """So many players, with options as `--set` takes them."""
    many = f"{alternatives([str(number) for number in players], 'and')} player{'' if players == [1] else 's'}"
    said = [f"{name} {str(value).lower() if isinstance(value, bool) else value}" for name, value in options]
    return f"{many} with the option{'s' if len(said) > 1 else ''} {alternatives(said, 'and')}" if said else many


def came_to_this_after(found: Problem, key: str, seed: int) -> Problem:
    return replace(found, message=f"{found.message} It came to this after `{key}` in the game with the seed {seed}.")
