"""Files: those of a game, how they are found, read and included."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.base.limits import LIMITS
from custumal.dsl.diagnostics.code import ERROR, WARNING, Code
from custumal.dsl.diagnostics.diagnostic import Problem, Related, Span
from custumal.dsl.diagnostics.wording import every, quoted

UNREADABLE_FILE = Code("unreadable-file", ERROR, "A file or folder is not there, is none, or may not be read.")


def not_a_file(name: str) -> Problem:
    return UNREADABLE_FILE.says(f"`{name}` is not a file")


def not_a_folder(name: str) -> Problem:
    return UNREADABLE_FILE.says(f"`{name}` is not a folder; the folder beside a game that is called so holds rule files")


def no_file(name: str) -> Problem:
    return UNREADABLE_FILE.says(f"there is no file `{name}`")


def unreadable_file(name: str, reason: str | None) -> Problem:
    return UNREADABLE_FILE.says(f"`{name}` cannot be read: {reason or 'the name is not valid'}")


NOT_UTF8 = Code(
    "not-utf8",
    ERROR,
    "The bytes of a file are no text in UTF-8: it was saved in UTF-16 or in an old encoding such as Latin-1, or it is no text at all.",
)


def not_utf8(kind: str) -> Problem:
    return NOT_UTF8.says(f"the file is {kind}; save it as UTF-8 text")


def byte_not_utf8(byte: int) -> Problem:
    return NOT_UTF8.says(f"byte 0x{byte:02X} is not part of UTF-8 text; save the file as UTF-8")


MISSING_FILE = Code("missing-file", ERROR, "What was given to `check` is no game, nor a folder with games, nor a file that belongs to one.")


def no_game_in_folder() -> Problem:
    return MISSING_FILE.says("There is no game in this folder.")


def neither_file_nor_folder() -> Problem:
    return MISSING_FILE.says("This is neither a file nor a folder.")


def no_such_file() -> Problem:
    return MISSING_FILE.says("There is no such file.")


FILE_TOO_LARGE = Code("file-too-large", ERROR, "A file is longer than 2 MiB, or has more than 100 000 keys and values.")


def too_many_nodes(most: int) -> Problem:
    return FILE_TOO_LARGE.says(f"the file has more than {most} keys and values; divide it and name the parts under `includes`")


def file_too_large(most: int) -> Problem:
    return FILE_TOO_LARGE.says(f"the file is larger than {most} bytes; divide it and name the parts under `includes`")


def too_many_cells(most: int) -> Problem:
    return FILE_TOO_LARGE.says(f"the table has more than {most} cells; divide it")


def included_too_large(file: str) -> Problem:
    most = f"{LIMITS.game_bytes} bytes or {LIMITS.game_nodes} keys and values"
    return FILE_TOO_LARGE.says(f"with {quoted(file)} the included files have together more than {most}")


TOO_MANY_PROBLEMS = Code(
    "too-many-problems",
    ERROR,
    "There are 500 problems or more, and the check has stopped there: one slip at the top of a file can have hundreds of "
    "consequences, and a file made to hold out should not hold up.",
)


def too_many_problems() -> Problem:
    return TOO_MANY_PROBLEMS.says(f"there are {LIMITS.problems} problems or more; mend these, and the rest will be looked for")


def too_many_in_edits() -> Problem:
    return TOO_MANY_PROBLEMS.says(
        f"There are {LIMITS.problems} problems or more with these edits; mend these, and the rest will be looked for."
    )


EMPTY_FILE = Code("empty-file", ERROR, "The file holds nothing but blanks and comments.")


def empty_file() -> Problem:
    return EMPTY_FILE.says("the file holds nothing; a rule file is a mapping of sections")


MISSING_INCLUDE = Code("missing-include", ERROR, "`includes` names a file that the game's folder does not have.")


def missing_include(file: str, folder: str, near: str | None) -> Problem:
    return MISSING_INCLUDE.says(f"there is no file `{file}` in {folder}", near)


BAD_TABLE = Code(
    "bad-table",
    ERROR,
    "A CSV file with the rows of a table can't be read: its first line has to name the columns, of which the first is called `id`; "
    "every other line has to begin with the id of its row; a cell that holds commas or quotes stands in quotes, and each quote in "
    "it is written twice.",
)


def cell_ends_with_quote() -> Problem:
    return BAD_TABLE.says('a cell ends with its closing `"`; inside of it write `""` for a `"`')


def cell_not_closed() -> Problem:
    return BAD_TABLE.says('this cell is not closed: a `"` is missing at its end')


def table_is_empty(names: str) -> Problem:
    return BAD_TABLE.says(f"the table holds nothing; its first line names the columns: {names}, …")


def first_column(names: str, found: str) -> Problem:
    return BAD_TABLE.says(
        f"the first column of a table is called `{names}` and has the names of the rows, but this one is called `{found}`", names
    )


def cell_beyond(columns: int) -> Problem:
    return BAD_TABLE.says(f"this cell stands in no column: there are {columns}; a cell that holds what divides cells is put in quotes")


def row_without_name(names: str) -> Problem:
    return BAD_TABLE.says(f"this row has no name; the column `{names}` gives each row one")


def column_without_name() -> Problem:
    return BAD_TABLE.says("this column has no name")


def columns_called(name: str) -> Problem:
    return BAD_TABLE.says(f"two columns are called `{name}`")


INCLUDE_OUTSIDE = Code("include-outside", ERROR, "A file that is included, or found in the game's folder, lies outside of it.")


def outside_by_link(file: str, folder: str = "the game's folder") -> Problem:
    return INCLUDE_OUTSIDE.says(f"`{file}` leads out of {folder} by a link; only files inside the folder can be used")


def outside_by_dots(file: str, folder: str) -> Problem:
    return INCLUDE_OUTSIDE.says(f"`{file}` leads out of {folder} with `..`; only files inside the folder can be used")


def not_inside(file: str, folder: str) -> Problem:
    return INCLUDE_OUTSIDE.says(f"`{file}` is not inside {folder}; write the name as seen from the folder, as in `parts/tables.yaml`")


def divided_by_backslash(file: str) -> Problem:
    return INCLUDE_OUTSIDE.says(f"`{file}` divides folders with `\\`; write `/`")


def file_name_expected() -> Problem:
    return INCLUDE_OUTSIDE.says("a file name is expected here")


BAD_RECORD = Code(
    "bad-record",
    ERROR,
    "A scenario begins with a recorded game (`record`) that is not there, is no record, or does not fit the rules: it is of "
    "another game, for a number of players that the game does not have, or has choices that are none.",
)


def record_does_not_fit(why: str) -> Problem:
    return BAD_RECORD.says(f"The record does not fit these rules: {why}")


def record_of_another_game(game: str) -> Problem:
    return BAD_RECORD.says(f"it is a game of `{game}`.")


def record_option_value(name: str, why: str) -> Problem:
    return BAD_RECORD.says(f"option `{name}`: {why}")


def record_choice(number: int, key: str, why: str) -> Problem:
    return BAD_RECORD.says(f"choice {number}, `{key}`: {why}")


def record_cannot_be_used(why: str, near: str | None) -> Problem:
    return BAD_RECORD.says(f"The record can't be used: {why}", near)


def no_record(file: str, why: str) -> Problem:
    return BAD_RECORD.says(f"`{file}` is no record: {why}")


INCLUDE_CYCLE = Code("include-cycle", ERROR, "A file includes itself, perhaps by way of others.")


def include_cycle(files: Iterable[str]) -> Problem:
    return INCLUDE_CYCLE.says(f"files can't include each other in a circle: {every(files, ' includes ')}")


INCLUDED_TWICE = Code("included-twice", ERROR, "A file is included twice.")


def included_twice(file: str, first: Span | None) -> Problem:
    """`first` is where it is included first; None for the file of the game itself."""
    related = () if first is None else (Related(first, "first here"),)
    return INCLUDED_TWICE.says(f"{quoted(file)} is included already", None, *related)


INCLUDE_DEPTH = Code(
    "include-depth", ERROR, "Files include each other more than 8 deep, or variants are built on each other more than 16 deep."
)


def included_too_deep() -> Problem:
    return INCLUDE_DEPTH.says(f"files include each other more than {LIMITS.include_depth} deep")


def variants_too_deep() -> Problem:
    return INCLUDE_DEPTH.says(f"Variants are built on each other more than {LIMITS.variant_depth} deep.")


LANGUAGE_VERSION = Code(
    "language-version", ERROR, "The file says that it is written in another version of the language than the one that is read."
)


def language_version(version: str, known: int) -> Problem:
    return LANGUAGE_VERSION.says(f"this file is written in version {version} of the language, and this program reads version {known}")


NO_VERSION = Code("no-version", WARNING, "A file does not say in which version of the language it is written.")


def no_version(known: int) -> Problem:
    return NO_VERSION.says(f"This file does not say in which version of the language it is; begin it with `custumal: {known}`.")


MEANT = Code("meant", WARNING, "A remark `# meant (CODE): REASON` takes no warning away.")


def meant_for_nothing(code: str) -> Problem:
    return MEANT.says(f"Nothing is warned of here as `{code}`, so nothing has to be meant.")


def meant_without_reason(code: str) -> Problem:
    return MEANT.says(f"A reason has to stand behind it: `# meant ({code}): …`.")
