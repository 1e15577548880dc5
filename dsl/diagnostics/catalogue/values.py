"""Values: how many a word takes, which there can be, what they need themselves."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from custumal.dsl.base.limits import MOST_SEATS
from custumal.dsl.base.types import Type
from custumal.dsl.diagnostics.code import ERROR, WARNING, Code
from custumal.dsl.diagnostics.diagnostic import Problem, Related, Span
from custumal.dsl.diagnostics.wording import MOST_IN_CHAIN, a, chain

ARITY = Code("arity", ERROR, "A word takes another number of operands.")


def chooses_otherwise(word: str, asked: str, given: int) -> Problem:
    return ARITY.says(f"`{word}` chooses {asked}, not {given}.")


def thing_named_as(shape: str, given: int) -> Problem:
    return ARITY.says(f"A thing is named `{shape}`, where the copy may be left out; here are {given} values.")


def chooses_so_many(least: int, most: int | None, given: int) -> Problem:
    wanted = f"at least {least}" if most is None else str(most) if least == most else f"{least} to {most}"
    return ARITY.says(f"{wanted[0].upper()}{wanted[1:]} {'is' if wanted == '1' else 'are'} chosen here, not {given}.")


def chosen_already(text: str, number: int) -> Problem:
    times = "once" if number == 1 else f"{number} times"
    return ARITY.says(f"`{text}` stands in this set {times} already, and there is no more of it.")


def carried_out_as(shape: str) -> Problem:
    return ARITY.says(f"The procedure is carried out as `{shape}`.")


def takes_one_selection(word: str, given: int) -> Problem:
    return ARITY.says(f"`{word}(…)` takes one selection, not {given} arguments.")


def leading_takes() -> Problem:
    return ARITY.says("`leading(n, S)` takes a number and a selection.")


def position_takes() -> Problem:
    return ARITY.says("`position(x, S)` takes a value and a selection.")


def at_takes() -> Problem:
    return ARITY.says("`at` takes a board and a position, a table and an entry, or a bundle and a resource.")


def position_has_numbers(zone: str, needed: int, given: int) -> Problem:
    return ARITY.says(f"A position of `{zone}` is {needed} number(s), not {given}.")


def too_many_parameters() -> Problem:
    return ARITY.says("A kept value is a function of at most three things.")


def needs_something(word: str) -> Problem:
    return ARITY.says(f"`{word}()` needs something in its parentheses.")


def takes_things(word: str, wanted: int, given: int) -> Problem:
    return ARITY.says(f"`{word}` takes {wanted} {'thing' if wanted == 1 else 'things'}, not {given}.")


def chooses_things(action: str, wanted: int, given: int) -> Problem:
    return ARITY.says(f"`{action}` chooses {wanted} things, not {given}.")


def kept_of_things(name: str, wanted: int, given: int, near: str | None = None) -> Problem:
    """`near` is what was probably meant."""
    instead = f"; did you mean `{near}`?" if near else "."
    return ARITY.says(f"`{name}` is of {wanted} {'thing' if wanted == 1 else 'things'}, not {given}{instead}", near)


def takes_arguments(word: str, least: int, most: int, given: int) -> Problem:
    wanted = str(least) if least == most else f"{least} to {most}"
    return ARITY.says(f"`{word}` takes {wanted} {'argument' if wanted == '1' else 'arguments'}, not {given}.")


def printed_on(word: str, of: Type, *, is_table: bool) -> Problem:
    entry = f"; one of its values is `at({word} of …, …)`" if is_table else ""
    return ARITY.says(f"`{word}` is printed on {a(of)} and takes nothing more{entry}.")


KEY_SPELLING = Code(
    "key-spelling", ERROR, "Something in a choice key is written in another way than keys have it, so that it could never be one."
)


def written_otherwise(meant: str | None) -> Problem:
    if meant is None:
        return KEY_SPELLING.says("A key has values as they are: numbers, words, `at(…)`, lists; nothing in it is looked up or worked out.")
    return KEY_SPELLING.says(f"In a choice key this is written `{meant}`.", meant)


def listed_in_brackets() -> Problem:
    return KEY_SPELLING.says("Several are chosen here: in a choice key they stand in brackets, as in `[a, b]`, and `[]` is none of them.")


def pose_without_turns(meant: str | None) -> Problem:
    so = f": `{meant}`, if it is not turned" if meant is not None else ""
    return KEY_SPELLING.says(f"In a choice key a tile is placed with its quarter turns{so}.", meant)


def pose_of_another(thing: str, row: str) -> Problem:
    return KEY_SPELLING.says(f"This is how `{row}` lies, but `{thing}` is chosen with it: the pose names the row of that tile.", thing)


def tile_of_one_cell(given: int) -> Problem:
    return KEY_SPELLING.says(f"A tile covers one cell here, not {given}.")


DIVISION_BY_ZERO = Code("division-by-zero", ERROR, "The divisor could be 0.")


def divisor_could_be_zero() -> Problem:
    return DIVISION_BY_ZERO.says("The divisor could be 0 here.")


def divided_by_zero() -> Problem:
    return DIVISION_BY_ZERO.says("Nothing can be divided by 0.")


NOT_A_NUMBER = Code(
    "not-a-number", ERROR, "`values` holds the numbers and bundles that house rules may touch; other words stand under `define`."
)


def values_are_numbers(name: str) -> Problem:
    return NOT_A_NUMBER.says(f"`values` holds numbers and bundles; `{name}` belongs under `define`.")


def table_of_numbers() -> Problem:
    return NOT_A_NUMBER.says("A table maps numbers to numbers.")


def how_much(resource: str) -> Problem:
    return NOT_A_NUMBER.says(f"How much {resource}? A number is expected.")


NOT_CONSTANT = Code("not-constant", ERROR, "A plain value is needed that does not hang on the position.")


def not_constant() -> Problem:
    return NOT_CONSTANT.says("A plain value is needed here: a number, a word, a list of these.")


def never_said(of: Type) -> Problem:
    return NOT_CONSTANT.says(f"Nobody could say {a(of)} as an option: say a number, a truth, a seat, a word, a thing or a row.")


NOT_FINITE = Code(
    "not-finite", ERROR, "A zone or kept value is a function of things that can be counted: seats, things, cells, words, not numbers."
)


def not_finite(of: Type) -> Problem:
    return NOT_FINITE.says(f"A zone or kept value can't be a function of {of}; it needs a finite type.")


def not_countable(of: Type) -> Problem:
    return NOT_FINITE.says(f"There are too many values of type {of}.")


OUT_OF_RANGE = Code("out-of-range", ERROR, "A number lies outside of its bounds.")


def not_within(value: int, low: int | None, high: int | None) -> Problem:
    return OUT_OF_RANGE.says(f"{value} is not within {low} to {high}.")


def may_leave(low: int | None, high: int | None) -> Problem:
    return OUT_OF_RANGE.says(f"This number may lie outside of {low} to {high}; keep it within, as by `min(max(…, {low}), {high})`.")


def players_range(low: int, high: int) -> Problem:
    return OUT_OF_RANGE.says(f"`players` goes from the least number to the greatest, within 1 to {MOST_SEATS}, not from {low} to {high}.")


def tile_turned(most: int) -> Problem:
    return OUT_OF_RANGE.says(f"A tile is turned by 0 to {most} quarters.")


def record_players(low: int, high: int, players: int) -> Problem:
    return OUT_OF_RANGE.says(f"the game is for {low} to {high} players, not {players}.")


def players_between(low: int, high: int, players: int) -> Problem:
    return OUT_OF_RANGE.says(f"The game is for {low} to {high} players, not {players}.")


def no_cells_that_way() -> Problem:
    return OUT_OF_RANGE.says("A board has at least one cell in every direction.")


def no_seat_of_players(players: int) -> Problem:
    return OUT_OF_RANGE.says(f"With {players} player{'' if players == 1 else 's'} the seats are p1 to p{players}.")


def bounds_reversed(low: int, high: int) -> Problem:
    return OUT_OF_RANGE.says(f"No number is {low} to {high}; the lesser one comes first, `{high} to {low}`.", f"{high} to {low}")


def copies_below_none(copies: int) -> Problem:
    return OUT_OF_RANGE.says(f"There can't be {copies} copies; the least is 0.")


def begins_outside(name: str, low: int | None, high: int | None) -> Problem:
    return OUT_OF_RANGE.says(f"`{name}` is {_interval(low, high)}, so it can't begin with this.")


def no_room_at_all(zone: str) -> Problem:
    return OUT_OF_RANGE.says(f"Nothing could ever lie in `{zone}`: its room is less than 1.")


def _interval(low: int | None, high: int | None) -> str:
    if low is None:
        return f"at most {high}"
    return f"at least {low}" if high is None else f"{low} to {high}"


def record_steps(file: str, steps: int) -> Problem:
    return OUT_OF_RANGE.says(f"`{file}` has the steps 1 to {steps}.")


STOPS_AT_BOUND = Code(
    "stops-at-bound",
    WARNING,
    "A kept number is set to something outside of its bounds, or changed by more than lies between them: it always stops there.",
)


def stops_at_once(name: str, low: int | None, high: int | None) -> Problem:
    return STOPS_AT_BOUND.says(f"`{name}` is {_interval(low, high)}, so this always takes it to its bound.")


def never_becomes(name: str, low: int | None, high: int | None) -> Problem:
    return OUT_OF_RANGE.says(f"`{name}` is {_interval(low, high)}, so this is never so.")


def counts_beyond(name: str, mode: str, bound: int, passes: str | None, times: int) -> Problem:
    """`mode` is "raise" or "lower", which is done so many times in a pass; None: the loop goes on and on."""
    loop = "this loop, which does not end when it is there," if passes is None else f"this loop of {passes} passes"
    most = "at most" if mode == "raise" else "at least"
    often = "" if times == 1 else f"{times} times "
    return STOPS_AT_BOUND.says(f"`{name}` is {most} {bound}, but {loop} {mode}s it {often}in every pass, so that it stops at its bound.")


RECURSION = Code(
    "recursion",
    ERROR,
    "Definitions may not need themselves, procedures may carry out themselves only behind a `limit`; nor may a restriction ask "
    "whether its own action `can` be chosen, or a rule read the value that it modifies.",
)


def needs_itself(names: list[str], spans: Iterable[Span]) -> Problem:
    """`names` are the circle with its first name again at the end, `spans` where each of them needs the next."""
    message = f"To know `{names[0]}`, `{names[0]}` has to be known already: {chain(names)}."
    return RECURSION.says(message, None, *_around(names, spans, "needs")[:MOST_IN_CHAIN])


def definitions_in_a_circle(names: list[str], spans: Iterable[Span]) -> Problem:
    message = f"Definitions may not need themselves: {chain(names)}."
    return RECURSION.says(message, None, *_around(names, spans, "needs")[:MOST_IN_CHAIN])


def procedures_in_a_circle(names: list[str], spans: Iterable[Span]) -> Problem:
    message = f"This goes round for ever: {' → '.join(names)}; a step on the way needs a `limit`."
    return RECURSION.says(message, None, *_around(names, spans, "carries out"))


def _around(names: list[str], spans: Iterable[Span], does: str) -> list[Related]:
    return [Related(span, f"`{a}` {does} `{b}`") for (a, b), span in zip(pairwise(names), spans, strict=True)]


DEFINED_TOO_DEEP = Code(
    "defined-too-deep", ERROR, "Definitions read definitions that read definitions, more than 150 levels of expressions in all."
)


def defined_too_deep(name: str, levels: int, most: int) -> Problem:
    return DEFINED_TOO_DEEP.says(f"`{name}` stands on {levels} levels of definitions inside each other; {most} is the most.")


SWALLOWED_OR = Code("swallowed-or", WARNING, "A part after `or` belongs to a `where` but does not speak of its element.")


def swallowed_or() -> Problem:
    return SWALLOWED_OR.says(
        "This part after `or` belongs to the `where` but says nothing about its element; "
        "put the phrase before it in parentheses if it should stand alone."
    )


MISSING_START = Code(
    "missing-start",
    ERROR,
    "A kept value of this type has no value of its own to begin with, or its `start` reads itself or what begins later: plain "
    "values begin first, then those that are worked out, in their order, and resources last.",
)


def needs_start(name: str, of: Type) -> Problem:
    return MISSING_START.says(f"`{name}` needs a `start`: {of} has no value of its own to begin with.")


def starts_with_itself(name: str) -> Problem:
    return MISSING_START.says(f"`{name}` can't begin with what it is itself.")


def starts_too_early(name: str, other: str) -> Problem:
    return MISSING_START.says(
        f"`{name}` begins with `{other}`, which begins only later; resources begin after kept values, others in their order."
    )
