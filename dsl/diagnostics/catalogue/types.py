"""Values of the wrong type."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from custumal.dsl.base.limits import MOST_SEATS
from custumal.dsl.base.types import Type
from custumal.dsl.diagnostics.code import ERROR, WARNING, Code
from custumal.dsl.diagnostics.diagnostic import Problem, Related, Span
from custumal.dsl.diagnostics.wording import MOST_IN_CHAIN, a, capital, chain, did_you_mean, every

TYPE_MISMATCH = Code(
    "type-mismatch",
    ERROR,
    "A value of one type stands where another is needed.",
    failing="""
        define:
          is-rich(s seat): not coin of s
        """,
    mended="""
        define:
          is-rich(s seat): not (coin of s < 5)
        """,
)


def cannot_join(left: Type, right: Type) -> Problem:
    return TYPE_MISMATCH.says(f"{capital(a(left))} and {a(right)} can't be joined.")


def set_of_sets() -> Problem:
    return TYPE_MISMATCH.says("There are no sets of sets.")


def items_of_two_types(before: Type, here: Type) -> Problem:
    return TYPE_MISMATCH.says(f"The items of a list are of one type: {a(before)} before, {a(here)} here.")


def after_otherwise(wanted: Type, found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"After `otherwise` {a(wanted)} is expected, but this is {a(found)}.")


def answers_of_two_types(before: Type, here: Type) -> Problem:
    return TYPE_MISMATCH.says(f"Both answers of an `if` are of one type: {a(before)} before, {a(here)} here.")


def thing_by_its_row(kinds: Iterable[str]) -> Problem:
    return TYPE_MISMATCH.says(f"A thing is named here by its row: {every(kinds, ' or ')}.")


def list_holds_values() -> Problem:
    return TYPE_MISMATCH.says("A list holds values; how many may be chosen is said before a set.")


def not_a_set(found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"A set is expected here, but this is {a(found)}.")


def type_mismatch(wanted: Type, found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"{capital(a(wanted))} is expected here, but this is {a(found)}.")


def by_compares_numbers(found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"`by` compares numbers here, but this is {a(found)}.")


def fold_needs_numbers(word: str, found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"`{word}` needs numbers, but this is {a(found)}.")


def through_leads_elsewhere(element: Type, found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"`through` leads from {a(element)} to more of the same, but this is {a(found)}.")


def at_looks_into(found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"`at` looks into a board, a table or a bundle, but this is {a(found)}.")


def has_no_positions(found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"{capital(a(found))} has no positions.")


def zone_has_no_positions(zone: str) -> Problem:
    return TYPE_MISMATCH.says(f"`{zone}` has no positions.")


def no_symmetries(found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"Only a square table has symmetries, but this is {a(found)}.")


def asked_of_shapes(word: str, kind: str, forms: Iterable[str], found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"`{word}` is asked of a {kind} shaped as {' or '.join(forms)}, but this is {a(found)}.")


def asked_of(word: str, wanted: Type, found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"`{word}` is asked of {a(wanted)}, but this is {a(found)}.")


def not_things(found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"Things are expected here, but this is {a(found)}.")


def holds_others(zone: str, holds: str | None, moved: Type) -> Problem:
    return TYPE_MISMATCH.says(f"`{zone}` holds {holds or 'nothing'}, but this moves {moved}.")


def not_drawn_from(found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"A zone is drawn from, but this is {a(found)}.")


def not_a_pile(found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"A pile is shuffled, but this is {a(found)}.")


def not_cubes(found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"`build` fills a board of cubes, but this is {a(found)}.")


def not_a_place(found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"A zone, a cell or a pose is expected here, but this is {a(found)}.")


def another_type_elsewhere(column: str, known: Type) -> Problem:
    return TYPE_MISMATCH.says(f"`{column}` is {known} elsewhere in this list.")


def poses_needs_board(found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"`poses(thing, where)` needs a board or cells of one, but this is {a(found)}.")


def holds_other_kind(board: str, holds: str | None, found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"`{board}` holds {holds}, but this is {a(found)}.")


def pose_at_needs_board(found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"`pose-at` needs a board of cubes or of tiles, but this is {a(found)}.")


def expected(wanted: Type) -> Problem:
    return TYPE_MISMATCH.says(f"{capital(a(wanted))} is expected here.")


def map_for_words(words: Iterable[str]) -> Problem:
    return TYPE_MISMATCH.says(f"A map is expected here, with a value for {every(words)}.")


def from_names_a_member(element: Type, found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"`from` names a member of the selection, {a(element)}; this is {a(found)}.")


def not_seats(loop: str) -> Problem:
    return TYPE_MISMATCH.says(f"`{loop}` goes through seats, but these are not seats.")


def in_names_the_zone() -> Problem:
    return TYPE_MISMATCH.says("`in` names the zone in which the things are at first.")


def zone_has_cells(zone: str) -> Problem:
    return TYPE_MISMATCH.says(f"`{zone}` has cells; say in which one the things are.")


def zone_holds(zone: str, holds: str | None, kind: str) -> Problem:
    return TYPE_MISMATCH.says(f"`{zone}` holds {holds or 'nothing'}, not {kind}.")


def never_in(found: Type, right: Type) -> Problem:
    return TYPE_MISMATCH.says(f"{capital(a(found))} is never in {a(right)}.")


def only_numbers_raised(name: str, of: Type) -> Problem:
    return TYPE_MISMATCH.says(f"Only numbers are raised and lowered; `{name}` is {a(of)}.")


def not_a_row(word: str, kinds: Iterable[str], near: str | None) -> Problem:
    return TYPE_MISMATCH.says(f"`{word}` is no row of {every(kinds, ' or ')}{did_you_mean(near)}", near)


def has_no_poses(board: str) -> Problem:
    needs = "it needs `holds: one KIND`, and to be a board of cubes for things with a shape, or a grid for tiles"
    return TYPE_MISMATCH.says(f"`{board}` has no poses: {needs}.")


def changed_as_a_set(name: str) -> Problem:
    return TYPE_MISMATCH.says(f"`{name}` is a set, so `also` and `except` change it.")


def not_changed_as_a_set(name: str) -> Problem:
    return TYPE_MISMATCH.says(f"`{name}` is no set; `also` and `except` are for sets.")


def never_the_same(left: Type, right: Type, word: str | None) -> Problem:
    """`word`: what is written on the right, where it could be meant as a quality."""
    hint = f" `{word}` is no quality of it either." if word is not None else ""
    return TYPE_MISMATCH.says(f"{capital(a(left))} is never the same as {a(right)}.{hint}")


MAY_BE_NONE = Code(
    "may-be-none",
    ERROR,
    "A value may be nothing here, and something is needed.",
    reason="Test it first (`x is not none`, `cell is filled`), or give a value with `otherwise`.",
    failing="""
        values:
          price-of(card, s seat): {is: price of first(hand of s), least: 0}
        """,
    mended="""
        values:
          price-of(card, s seat): {is: price of first(hand of s) otherwise price of card, least: 0}
        """,
)


def may_be_none(wanted: Type) -> Problem:
    return MAY_BE_NONE.says(
        f"This may be nothing, but {a(wanted)} is needed here; test it first (`… is not none`) or give a value with `otherwise`."
    )


BOTH_MAY_BE_NONE = Code(
    "both-may-be-none",
    WARNING,
    "Both sides of `is` may be nothing, and nothing is the same as nothing.",
    failing="""
        define:
          is-rich(s seat): guest of s is guest of next of s
        """,
    mended="""
        define:
          is-rich(s seat): guest of s is not none and guest of s is guest of next of s
        """,
)


def both_may_be_none() -> Problem:
    return BOTH_MAY_BE_NONE.says(
        "Both sides may be nothing, and nothing is the same as nothing; test one with `is not none` if that is not meant."
    )


FOLD_IT = Code(
    "fold-it",
    ERROR,
    "A number or truth for every member of a set is no set, since equal values would vanish.",
    reason="Say what to make of them: `sum(… for …)`, `max`, `count`.",
    failing="""
        values:
          hand-limit: {is: coin of seats, least: 1}
        """,
    mended="""
        values:
          hand-limit: {is: sum(coin for seats), least: 1}
        """,
)


def fold_it(found: Type) -> Problem:
    return FOLD_IT.says(f"This is {a(found)} for each member; write `sum(… for …)` or another fold, since equal values would vanish.")


ARITY = Code(
    "arity",
    ERROR,
    "A word takes another number of operands.",
    failing="""
        actions:
          buy: {offered: turn, choose: {card: my hand}, do: take-card(card)}
        """,
    mended="""
        actions:
          buy: {offered: turn, choose: {card: my hand}, do: "take-card(card, me)"}
        """,
)


def chooses_otherwise(word: str, asked: str, given: int) -> Problem:
    return ARITY.says(f"`{word}` chooses {asked}, not {given}.")


def thing_named_as(shape: str, given: int) -> Problem:
    return ARITY.says(f"A thing is named `{shape}`, where the copy may be left out; here are {given} values.")


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


def kept_of_things(name: str, wanted: int, given: int) -> Problem:
    return ARITY.says(f"`{name}` is of {wanted} things, not {given}.")


def takes_arguments(word: str, least: int, most: int, given: int) -> Problem:
    wanted = str(least) if least == most else f"{least} to {most}"
    return ARITY.says(f"`{word}` takes {wanted} {'argument' if wanted == '1' else 'arguments'}, not {given}.")


def printed_on(word: str, of: Type, *, is_table: bool) -> Problem:
    entry = f"; one of its values is `at({word} of …, …)`" if is_table else ""
    return ARITY.says(f"`{word}` is printed on {a(of)} and takes nothing more{entry}.")


DIVISION_BY_ZERO = Code(
    "division-by-zero",
    ERROR,
    "The divisor could be 0.",
    reason="Give the value a `least`, or divide by `max(1, …)`.",
    failing="""
        values:
          price-of(card, s seat): {is: price of card div coin of s, least: 0}
        """,
    mended="""
        values:
          price-of(card, s seat):
            is: price of card div max(1, coin of s)
            least: 0
        """,
)


def divisor_could_be_zero() -> Problem:
    return DIVISION_BY_ZERO.says("The divisor could be 0 here.")


def divided_by_zero() -> Problem:
    return DIVISION_BY_ZERO.says("Nothing can be divided by 0.")


NOT_A_NUMBER = Code(
    "not-a-number",
    ERROR,
    "`values` holds the numbers and bundles that house rules may touch; other words stand under `define`.",
    failing="""
        values:
          leader: first(seats)
        """,
    mended="""
        values:
          hand-limit: 3
        """,
)


def values_are_numbers(name: str) -> Problem:
    return NOT_A_NUMBER.says(f"`values` holds numbers and bundles; `{name}` belongs under `define`.")


def table_of_numbers() -> Problem:
    return NOT_A_NUMBER.says("A table maps numbers to numbers.")


def how_much(resource: str) -> Problem:
    return NOT_A_NUMBER.says(f"How much {resource}? A number is expected.")


NOT_CONSTANT = Code(
    "not-constant",
    ERROR,
    "A plain value is needed that does not hang on the position.",
    failing="""
        options:
          long: {is: truth, default: count(seats) > 2}
        """,
    mended="""
        options:
          long: {is: truth, default: true}
        """,
)


def not_constant() -> Problem:
    return NOT_CONSTANT.says("A plain value is needed here: a number, a word, a list of these.")


NOT_FINITE = Code(
    "not-finite",
    ERROR,
    "A zone or kept value is a function of things that can be counted: seats, things, cells, words, not numbers.",
    failing="""
        kept:
          moved(n number): {is: truth, until: turn}
        """,
    mended="""
        kept:
          moved(stone): {is: truth, until: turn}
        """,
)


def not_finite(of: Type) -> Problem:
    return NOT_FINITE.says(f"A zone or kept value can't be a function of {of}; it needs a finite type.")


def not_countable(of: Type) -> Problem:
    return NOT_FINITE.says(f"There are too many values of type {of}.")


OUT_OF_RANGE = Code(
    "out-of-range",
    ERROR,
    "A number lies outside of its bounds.",
    failing="""
        options:
          long: {is: 1 to 4, default: 5}
        """,
    mended="""
        options:
          long: {is: truth, default: true}
        """,
)


def not_within(value: int, low: int | None, high: int | None) -> Problem:
    return OUT_OF_RANGE.says(f"{value} is not within {low} to {high}.")


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


def record_steps(file: str, steps: int) -> Problem:
    return OUT_OF_RANGE.says(f"`{file}` has the steps 1 to {steps}.")


RECURSION = Code(
    "recursion",
    ERROR,
    (
        "Definitions may not need themselves, procedures may not carry out themselves; nor may a restriction ask whether its own "
        "action `can` be chosen, or a rule read the value that it modifies."
    ),
    reason="The chain is shown.",
    failing="""
        values:
          hand-limit: price-limit + 1
          price-limit: hand-limit - 1
        """,
    mended="""
        values:
          hand-limit: price-limit + 1
          price-limit: 2
        """,
)


def needs_itself(names: list[str], spans: Iterable[Span]) -> Problem:
    """`names` are the circle with its first name again at the end, `spans` where each of them needs the next."""
    message = f"To know `{names[0]}`, `{names[0]}` has to be known already: {chain(names)}."
    return RECURSION.says(message, None, *_around(names, spans, "needs")[:MOST_IN_CHAIN])


def definitions_in_a_circle(names: list[str], spans: Iterable[Span]) -> Problem:
    message = f"Definitions may not need themselves: {chain(names)}."
    return RECURSION.says(message, None, *_around(names, spans, "needs")[:MOST_IN_CHAIN])


def procedures_in_a_circle(names: list[str], spans: Iterable[Span]) -> Problem:
    message = f"Procedures may not carry out themselves: {' → '.join(names)}."
    return RECURSION.says(message, None, *_around(names, spans, "carries out"))


def _around(names: list[str], spans: Iterable[Span], does: str) -> list[Related]:
    return [Related(span, f"`{a}` {does} `{b}`") for (a, b), span in zip(pairwise(names), spans, strict=True)]


DEFINED_TOO_DEEP = Code(
    "defined-too-deep",
    ERROR,
    "Definitions read definitions that read definitions, more than 150 levels of expressions in all.",
    reason="Real games have twenty.",
)


def defined_too_deep(name: str, levels: int, most: int) -> Problem:
    return DEFINED_TOO_DEEP.says(f"`{name}` stands on {levels} levels of definitions inside each other; {most} is the most.")


SWALLOWED_OR = Code(
    "swallowed-or",
    WARNING,
    "A part after `or` belongs to a `where` but does not speak of its element.",
    failing="""
        define:
          is-rich(s seat): some c in hand of s where price of c > 2 or coin of s > 5
        """,
    mended="""
        define:
          is-rich(s seat): (some c in hand of s where price of c > 2) or coin of s > 5
        """,
)


def swallowed_or() -> Problem:
    return SWALLOWED_OR.says(
        "This part after `or` belongs to the `where` but says nothing about its element; "
        "put the phrase before it in parentheses if it should stand alone."
    )


MISSING_START = Code(
    "missing-start",
    ERROR,
    (
        "A kept value of this type has no value of its own to begin with, or its `start` reads itself or what begins later: plain "
        "values begin first, then those that are worked out, in their order, and resources last."
    ),
    failing="""
        kept:
          starter: seat
        """,
    mended="""
        kept:
          starter: {is: seat, start: first(seats)}
        """,
)


def needs_start(name: str, of: Type) -> Problem:
    return MISSING_START.says(f"`{name}` needs a `start`: {of} has no value of its own to begin with.")


def starts_with_itself(name: str) -> Problem:
    return MISSING_START.says(f"`{name}` can't begin with what it is itself.")


def starts_too_early(name: str, other: str) -> Problem:
    return MISSING_START.says(
        f"`{name}` begins with `{other}`, which begins only later; resources begin after kept values, others in their order."
    )
