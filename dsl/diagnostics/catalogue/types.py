"""Values of the wrong type."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.base.types import Type
from custumal.dsl.diagnostics.code import ERROR, WARNING, Code
from custumal.dsl.diagnostics.diagnostic import Problem
from custumal.dsl.diagnostics.wording import a, capital, did_you_mean, every

TYPE_MISMATCH = Code("type-mismatch", ERROR, "A value of one type stands where another is needed.")


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


def and_joins_truths(wanted: Type, near: str | None) -> Problem:
    """`near` is the sum that was probably meant."""
    instead = f"; did you mean `{near}`?" if near else "."
    return TYPE_MISMATCH.says(f"`and` joins two truths, but {a(wanted)} is expected here{instead}", near)


def fold_has_parentheses(word: str, near: str) -> Problem:
    return TYPE_MISMATCH.says(f"`{word}` is asked of a whole set; then the set stands in parentheses, `{near}`.", near)


def set_is_empty(which: str, *, is_empty: bool) -> Problem:
    near = f"count({which}) {'is 0' if is_empty else '> 0'}"
    phrase = "no S" if is_empty else "some S"
    return TYPE_MISMATCH.says(f"Whether there is anything in a set is asked by `{phrase}`, or by how many there are: `{near}`.", near)


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


def only_piles_refill(zone: str) -> Problem:
    return TYPE_MISMATCH.says(f"A `pile` or a `bag` is refilled when nothing is left to draw, but `{zone}` is neither.")


def swapped_where_room_is_short(zone: str) -> Problem:
    return TYPE_MISMATCH.says(f"`{zone}` has limited room, so neither half could go first; things change places there by `swap A with B`.")


def paid_between_seats(found: Type) -> Problem:
    return TYPE_MISMATCH.says(f"What is paid goes from seat to seat, so both places have to be those of seats, but this is {a(found)}.")


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


def expected(wanted: Type, lists: tuple[str, ...] = ()) -> Problem:
    """`lists` are those of which the value that stands there is a word."""
    found = f", but this is a word of {every(lists, ' or ')}" if lists else ""
    return TYPE_MISMATCH.says(f"{capital(a(wanted))} is expected here{found}.")


def map_for_words(words: Iterable[str]) -> Problem:
    return TYPE_MISMATCH.says(f"A map is expected here, with a value for {every(words)}.")


def asked_by_is_in(name: str) -> Problem:
    return TYPE_MISMATCH.says(f"A truth is expected here; whether something is a member is asked by `{name} is in …`.")


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


MAY_BE_NONE = Code("may-be-none", ERROR, "A value may be nothing here, and something is needed.")


def may_be_none(wanted: Type) -> Problem:
    return MAY_BE_NONE.says(
        f"This may be nothing, but {a(wanted)} is needed here; test it first (`… is not none`; "
        "where something is chosen or paid in between, under a name that `let` gave it) or give a value with `otherwise`."
    )


BOTH_MAY_BE_NONE = Code("both-may-be-none", WARNING, "Both sides of `is` may be nothing, and nothing is the same as nothing.")


def both_may_be_none() -> Problem:
    return BOTH_MAY_BE_NONE.says(
        "Both sides may be nothing, and nothing is the same as nothing; test one with `is not none` if that is not meant."
    )


FOLD_IT = Code("fold-it", ERROR, "A number or truth for every member of a set is no set, since equal values would vanish.")


def fold_it(found: Type) -> Problem:
    return FOLD_IT.says(f"This is {a(found)} for each member; write `sum(… for …)` or another fold, since equal values would vanish.")
