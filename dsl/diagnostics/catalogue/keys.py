"""Keys and entries of rule files, whatever they are about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from custumal.dsl.base.types import Type
from custumal.dsl.diagnostics.code import ERROR, Code
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Problem, Related, Span
from custumal.dsl.diagnostics.wording import every, listed, quoted

UNKNOWN_KEY = Code("unknown-key", ERROR, "An entry has no such key.")


def misspelt_key(form: str, key: str, meant: str) -> Problem:
    return UNKNOWN_KEY.says(f"{form} has no key {quoted(key)}, did you mean `{meant}`?", meant)


def no_such_key(form: str, key: str, missing: list[str], known: list[str]) -> Problem:
    """`missing` are required keys that are not there, said in the same breath; `known` those that there are, if they are few."""
    lack = f", and {listed(missing, 'and')} {'is' if len(missing) == 1 else 'are'} missing" if missing else ""
    choice = f"; its keys are {listed(known, 'and')}" if known else ""
    return UNKNOWN_KEY.says(f"{form} has no key {quoted(key)}{lack}{choice}")


MISPLACED_KEY = Code("misplaced-key", ERROR, "A key that stands elsewhere, or that means nothing beside the others.")


def pick_without_offer() -> Problem:
    return MISPLACED_KEY.says("`pick` says how many of an `offer`, and there is none here.")


def said_in_the_whole(among: str) -> Problem:
    where = "at the resource" if among == "resource" else f"in `{among}`"
    return MISPLACED_KEY.says(f"What is said of a word stands {where}; a part of it only names its words.")


def misplaced_key(key: str, form: str, homes: list[str], near: str | None) -> Problem:
    """`homes` are where such a key stands, `near` is a key of this form that looks like it."""
    instead = f"; did you mean `{near}`?" if near else ""
    return MISPLACED_KEY.says(f"{quoted(key)} is no key of {form}; it belongs in {' or '.join(homes)}{instead}", near)


_LINE_MISSING = " missing above it?"
_WITH_ID = "with its id"


def lost_header(name: str, under: str, meant: Iterable[str]) -> Problem:
    """The line of one of the keys that may be meant is missing above an entry of it."""
    lines = listed(f"{key}:" for key in meant)
    return MISPLACED_KEY.says(f"`{name}` is no entry of `{under}`; is the line {lines}{_LINE_MISSING}")


def is_lost_header(one: Diagnostic) -> bool:
    """Whether the line of a key is missing, so that what belongs under it is read as something else."""
    return one.code == MISPLACED_KEY.id and one.message.endswith(_LINE_MISSING)


def is_across_lost_header(one: Diagnostic, found: Iterable[Diagnostic]) -> bool:
    """Whether a key stands twice only because the line between the two is missing, which is told."""
    lost = [other.span for other in found if is_lost_header(other)]
    return any(related.span < span < one.span for related in one.related for span in lost if span.file == one.span.file)


def indented_too_little(key: str, under: str) -> Problem:
    return MISPLACED_KEY.says(f"`{key}` stands beside `{under}`, under which there is nothing; indent it further.")


def line_of_id_missing(keys: Sequence[str], form: str) -> Problem:
    """Keys of one entry stand where entries with their ids do."""
    verb = "are keys" if len(keys) > 1 else "is a key"
    return MISPLACED_KEY.says(f"{listed(keys, 'and')} {verb} of {form}; is the line {_WITH_ID}{_LINE_MISSING}")


def is_without_id(one: Diagnostic) -> bool:
    """Whether the line with the id of an entry is missing, so that its keys are read as entries."""
    return is_lost_header(one) and one.message.endswith(f"{_WITH_ID}{_LINE_MISSING}")


def swapped_header(header: str, meant: Sequence[str]) -> Problem:
    """Most entries of a section are none; all of them could stand under each of the headers that may be meant."""
    near = meant[0] if len(meant) == 1 else None
    return MISPLACED_KEY.says(f"What stands under `{header}` looks like entries of {listed(meant)}; is this the right header?", near)


def only_in_own_action(key: str, head: str) -> Problem:
    return MISPLACED_KEY.says(f"{quoted(key)} stands only in an action of the rule's own, not beside `{head}`")


def goes_with_other_keys(key: str, heads: Iterable[str], head: str) -> Problem:
    """`heads` are the keys with one of which it means something, `head` is the one that is there, if any."""
    there = f"beside `{head}`" if head else "here"
    return MISPLACED_KEY.says(f"{quoted(key)} goes with {listed(heads)} and means nothing {there}")


MISSING_KEY = Code("missing-key", ERROR, "A key is missing that every such entry has.")


def values_missing(words: Iterable[str]) -> Problem:
    return MISSING_KEY.says(f"A value for {every(words)} is missing.")


def missing_keys(what: str, keys: Iterable[str]) -> Problem:
    return MISSING_KEY.says(f"{what} needs {listed(keys, 'and')}")


def missing_one_key(what: str, keys: Iterable[str]) -> Problem:
    """One of these keys has to be there."""
    return MISSING_KEY.says(f"{what} needs {listed(keys)}")


CLASHING_KEYS = Code("clashing-keys", ERROR, "Two keys exclude each other: a step has one loop, a standing rule has one head.")


def clashing_keys(key: str, other: str, form: str, there: Span) -> Problem:
    """`there` is where the other key stands."""
    return CLASHING_KEYS.says(f"{quoted(key)} can't stand beside {quoted(other)} in {form}", None, Related(there, "the other key"))


def open_wraps() -> Problem:
    return CLASHING_KEYS.says("A grid that is `open` has no edges that could be joined; give it columns and rows, or leave `wraps` out.")


def column_like_key(key: str) -> Problem:
    return CLASHING_KEYS.says(f"Rows have a key `{key}` of their own, so nothing that is printed can be called so; take another name.")


_ROWS_HAVE = re.compile(r"Rows have a key `([^`]+)`")


def columns_like_keys(found: Iterable[Diagnostic]) -> set[str]:
    """The keys of rows by which a printed column is called, which is told where it is."""
    names = (_ROWS_HAVE.match(one.message) for one in found if one.code == CLASHING_KEYS.id)
    return {name[1] for name in names if name is not None}


def is_value_of(one: Diagnostic, keys: Iterable[str]) -> bool:
    """Whether one of these keys has a value that is none for it."""
    return one.code == WRONG_SHAPE.id and any(one.message.startswith(f"`{key}` takes ") for key in keys)


WRONG_SHAPE = Code("wrong-shape", ERROR, "A list stands where a map is expected, a text where a number is, and the like.")


def heights_as_rows() -> Problem:
    return WRONG_SHAPE.says("Heights are written as rows of numbers: [[1, 0], [2, 1]].")


def edge_joins_two() -> Problem:
    return WRONG_SHAPE.says("An edge joins two nodes.")


def players_form() -> Problem:
    return WRONG_SHAPE.says("`players` is a number or a range such as `2 to 4`.")


def cells_of_pose(wanted: Iterable[str]) -> Problem:
    return WRONG_SHAPE.says(f"The cells of a pose are written [[{', '.join(wanted)}], …].")


def cubes_of_shape(most: int) -> Problem:
    return WRONG_SHAPE.says(f"A shape is 1 to {most} different cubes.")


def rows_of_map() -> Problem:
    return WRONG_SHAPE.says("All rows of a map are equally long.")


def cube_of_shape() -> Problem:
    return WRONG_SHAPE.says("A cube of a shape is three numbers, such as [0, 0, 1].")


def side_of_cells(side: str, width: int, height: int, expected: int, count: int) -> Problem:
    return WRONG_SHAPE.says(f"The {side} side of a thing of {width} x {height} cells has {expected}, not {count}.")


def takes_sizes(form: str, wanted: int, given: int) -> Problem:
    return WRONG_SHAPE.says(f"`{form}` takes {wanted} size(s), not {given}.")


def wrong_shape_of(where: str, wanted: str, found: str, hint: str = "", suggestion: str | None = None) -> Problem:
    return WRONG_SHAPE.says(f"{where} takes {wanted}, but {found} stands here{hint}", suggestion)


UNKNOWN_WORD = Code("unknown-word", ERROR, "A key takes one of a few words, and this is none of them.")


def unknown_word(where: str, wanted: str, found: str, near: str | None) -> Problem:
    instead = f", did you mean `{near}`?" if near else ""
    return UNKNOWN_WORD.says(f"{where} takes {wanted}, not {quoted(found)}{instead}", near)


BAD_ID = Code(
    "bad-id", ERROR, "An id is made of letters, digits and hyphens; a hyphen stands only before a letter, since `limit-1` is a subtraction."
)


def no_parameters_here(bare: str) -> Problem:
    return BAD_ID.says(f"no parameters can stand here; the id is `{bare}`", bare)


_WHAT = {
    "id": "an id begins with a letter and has letters, digits and hyphens, a hyphen only before a letter",
    "number": "a whole number stands here",
    "rule": "the id of a rule has no blanks, commas or brackets",
    "language": "a language stands here, such as `en`",
    "any": "a name stands here",
}


def bad_id(text: str, kind: str, near: str | None) -> Problem:
    """`kind` is what sort of id is expected, as in the table of keys."""
    return BAD_ID.says(f"`{text}` can't be an id: {_WHAT[kind]}", near)


DUPLICATE_ID = Code(
    "duplicate-id", ERROR, "Two entries have one id, or two things are called by one word, so that a sentence could not tell them apart."
)


def defined_already(name: str) -> Problem:
    return DUPLICATE_ID.says(f"`{name}` is defined already.")


def one_word_for_two(name: str, section: str, other: Span) -> Problem:
    return DUPLICATE_ID.says(
        f"`{name}` is one of `{section}` already; a sentence could not tell them apart.", None, Related(other, "the other one")
    )


def twice_in_list(word: str) -> Problem:
    return DUPLICATE_ID.says(f"`{word}` stands twice in this list.")


def row_twice(kind: str, row: str) -> Problem:
    return DUPLICATE_ID.says(f"The kind `{kind}` has a row `{row}` already.")


def from_for_each(column: str) -> Problem:
    return DUPLICATE_ID.says(f"`{column}` comes from `for-each` already.")


def parameters_twice(name: str) -> Problem:
    return DUPLICATE_ID.says(f"Two parameters are called `{name}`.")


def section_in_two_files(section: str, other: Span) -> Problem:
    return DUPLICATE_ID.says(
        f"the section {quoted(section)} stands in two files; only maps of entries with names can be joined",
        None,
        Related(other, "the other one"),
    )


def there_twice(name: str, first: Span) -> Problem:
    return DUPLICATE_ID.says(f"`{name}` is there twice", None, Related(first, "first here"))


EMPTY_SECTION = Code("empty-section", ERROR, "A section has no entries.")


def empty_section(section: str) -> Problem:
    return EMPTY_SECTION.says(f"the section {quoted(section)} is empty; fill it or leave it out")


STEP_MIXTURE = Code("step-mixture", ERROR, "A map is either one step, whose keys are those of a step, or named steps.")


def key_of_no_step(key: str) -> Problem:
    return STEP_MIXTURE.says(f"{quoted(key)} is no key of a step; steps with names stand under its `do`")


def step_called_like_key(key: str, named: Span | None, *, is_common: bool) -> Problem:
    """`named` is a step with a name, among which the key stands, if there is one; `is_common`: every entry may have this key."""
    message = f"a step can't be called {quoted(key)}, that is a key of steps"
    if is_common:
        message = (
            f"{quoted(key)} is a key that every entry may have, so no step can be called so; "
            f"if it is meant for all these steps, put them under `do`, and {quoted(key)} beside it"
        )
    return STEP_MIXTURE.says(message, None, *(() if named is None else (Related(named, "a step with a name"),)))


EMPTY_TABLE = Code("empty-table", ERROR, "A table has no rows, so it answers nothing.")


def empty_table(table: str) -> Problem:
    return EMPTY_TABLE.says(f"The table `{table}` has no rows.")


MISSING_COLUMN = Code("missing-column", ERROR, "A row lacks a printed column.")


def missing_column(row: str, column: str, of: Type) -> Problem:
    return MISSING_COLUMN.says(f"The row `{row}` has no `{column}` ({of}).")


UNKNOWN_COLUMN = Code(
    "unknown-column", ERROR, "A row has, or `provenance` names, a column that its kind does not print or a row that is not there."
)


def no_column(kind: str, column: str, near: str | None) -> Problem:
    return UNKNOWN_COLUMN.says(f"`{kind}` has no printed column `{column}`.", near)


def column_of_other_name(kind: str, column: str, name: str) -> Problem:
    return UNKNOWN_COLUMN.says(f"`{kind}` prints `{column}`, which no row has; all of them have `{name}` instead.", name)


def no_table_row(table: str, row: str, near: str | None) -> Problem:
    return UNKNOWN_COLUMN.says(f"The table `{table}` has no row `{row}`.", near)


def no_column_around(kind: str, of: str, around: str) -> Problem:
    return UNKNOWN_COLUMN.says(f"The kind `{kind}` has no printed column of the type `{of} per {around}`.")


MISSING_OWNER = Code("missing-owner", ERROR, "Things of an owned kind say whose they are, by `for-each: {owner: seat}`.")


def missing_owner(kind: str) -> Problem:
    return MISSING_OWNER.says(f"Things of the kind `{kind}` have an owner; say whose they are: `for-each: {{owner: seat}}`.")


NOT_OWNED = Code("not-owned", ERROR, "`for-each` gives an owner to things whose kind has none; say `owned: true` in the kind.")


def not_owned(kind: str) -> Problem:
    return NOT_OWNED.says(f"Things of the kind `{kind}` have no owner; say `owned: true` there.")
