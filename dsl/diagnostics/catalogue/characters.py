"""Characters that nobody sees, and escapes for them."""

from __future__ import annotations

import unicodedata

from custumal.dsl.diagnostics.code import ERROR, Code
from custumal.dsl.diagnostics.diagnostic import Problem

TAB_INDENTATION = Code("tab-indentation", ERROR, "A line is indented with tabs, of which everybody shows another number of blanks.")


def tab_indentation(blanks: str, *, more: int) -> Problem:
    others = f" (so are {more} more)" if more else ""
    return TAB_INDENTATION.says(f"this line is indented with a tab{others}; indent with spaces", blanks)


ODD_INDENTATION = Code("odd-indentation", ERROR, "A line is indented with a blank that is no space, such as one that does not break.")


def odd_indentation(blank: str) -> Problem:
    named = unicodedata.name(blank[0], f"U+{ord(blank[0]):04X}").lower()
    return ODD_INDENTATION.says(f"this line is indented with a {named}; indent with plain spaces", " " * len(blank))


CONTROL_CHARACTER = Code("control-character", ERROR, "A character that nobody sees stands in the file.")


def control_character(character: str) -> Problem:
    return CONTROL_CHARACTER.says(f"the unseen character {_named(character)} stands here; delete it", "")


def _named(character: str) -> str:
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".strip()


BIDIRECTIONAL_CHARACTER = Code(
    "bidirectional-character",
    ERROR,
    "A character that turns the direction of writing stands in the file: text would look different from what it says.",
)


def bidirectional_character(character: str) -> Problem:
    message = f"the unseen character {_named(character)} makes text look different from what it says; delete it"
    return BIDIRECTIONAL_CHARACTER.says(message, "")


BAD_ESCAPE = Code("bad-escape", ERROR, "An escape inside double quotes is none that YAML has, or makes half a character.")


def escape_of_unseen(character: str) -> Problem:
    what = "half of a character" if "\ud800" <= character <= "\udfff" else "a character that cannot be seen"
    return BAD_ESCAPE.says(f"this escape makes U+{ord(character):04X}, {what}; write the character itself")


def unknown_escape() -> Problem:
    return BAD_ESCAPE.says("this is no escape that YAML knows; for a backslash write `\\\\`, or put the text in single quotes")


def escape_beyond() -> Problem:
    return BAD_ESCAPE.says("there is no character with this number; the last is `\\U0010FFFF`")
