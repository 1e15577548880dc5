"""Numbers and words that YAML readers read differently."""

from __future__ import annotations

from custumal.dsl.base.limits import GREATEST_INTEGER, LEAST_INTEGER
from custumal.dsl.diagnostics.code import ERROR, Code
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Problem

DATE = Code("date", ERROR, "YAML reads this as a date.")


def read_as_date(text: str) -> Problem:
    return DATE.says(f'`{text}` is read as a date; quote it: "{text}"', f'"{text}"')


FRACTION = Code("fraction", ERROR, "All numbers are whole.")


def read_as_fraction(text: str) -> Problem:
    return FRACTION.says(f'`{text}` is read as a fraction, and only whole numbers exist; if it is a text, quote it: "{text}"')


ODD_NUMBER = Code("odd-number", ERROR, "Different programs read this number differently, such as one that begins with 0.")


def odd_number(text: str, number: int) -> Problem:
    return ODD_NUMBER.says(
        f'`{text}` is read differently by different YAML readers: write the number as `{number}`, or quote it if it is a text: "{text}"',
        str(number),
    )


def odd_number_or_text(text: str) -> Problem:
    return ODD_NUMBER.says(f"`{text[:40]}` is read differently by different YAML readers; quote it if it is a text", f'"{text}"')


ODD_SPELLING = Code(
    "odd-spelling",
    ERROR,
    "One of several spellings of `true`, `false` or nothing that YAML allows; write the one that is meant everywhere.",
)


def odd_spelling(text: str, likely: str) -> Problem:
    meaning = "nothing" if likely == "none" else f"the truth `{likely}`"
    return ODD_SPELLING.says(
        f'`{text}` is one of several spellings of {meaning}: write `{likely}`, or quote it if it is a text: "{text}"', likely
    )


NUMBER_TOO_LARGE = Code("number-too-large", ERROR, "Numbers go from -2^63 to 2^63 - 1.")


def number_in_sentence_too_large(shown: str) -> Problem:
    return NUMBER_TOO_LARGE.says(f"`{shown}` is too large; the largest number is {GREATEST_INTEGER}")


def number_too_large(shown: str) -> Problem:
    return NUMBER_TOO_LARGE.says(f"`{shown}` is too large; numbers go from {LEAST_INTEGER} to {GREATEST_INTEGER}")


_SPELLINGS = frozenset(code.id for code in (DATE, FRACTION, ODD_NUMBER, ODD_SPELLING, NUMBER_TOO_LARGE))


def is_of_spelling(one: Diagnostic) -> bool:
    """Whether a single value can't be read as it is spelt, whatever it stands under."""
    return one.code in _SPELLINGS
