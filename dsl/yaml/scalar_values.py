"""What a plain YAML scalar means: the YAML 1.2 core types that rule files use, and the spellings that readers disagree about."""

from __future__ import annotations

import re

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.limits import GREATEST_INTEGER, LEAST_INTEGER
from custumal.dsl.diagnostics.catalogue.scalars import (
    number_too_large,
    odd_number,
    odd_number_or_text,
    odd_spelling,
    read_as_date,
    read_as_fraction,
)
from custumal.dsl.diagnostics.diagnostic import Problem
from custumal.dsl.yaml.tree import Scalar

Value = str | int | bool | None

_INTEGER = re.compile(r"0|-?[1-9][0-9]*")
_LONGEST_INTEGER = 20
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9:.]+[ \t]*(?:Z|[-+][0-9:]+)?)?")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9][0-9_]*|[0-9][0-9_]*\.[0-9_]*)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_POWER = re.compile(r"[-+]?[0-9][0-9_]*[eE][-+]?[0-9]+")
_ODD_INTEGER = re.compile(r"[-+]?(?:0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+|[0-9][0-9_]*)")
_WORDS: dict[str, Value] = {"true": True, "false": False, "null": None, "": None}
_ODD_WORDS = {"~": "none", "Null": "none", "NULL": "none", "True": "true", "TRUE": "true", "False": "false", "FALSE": "false"}


@dataclass(frozen=True, slots=True)
class Odd:
    """A spelling that is refused, and a value to go on with."""

    problem: Problem
    value: Value


def resolve(text: str) -> Value | Odd:
    """The value of a plain scalar: a whole number, a truth, nothing or the text itself; or what is wrong with its spelling."""
    if text in _WORDS:
        return _WORDS[text]
    if text in _ODD_WORDS:
        return _odd_word(text)
    if text[0] not in "+-.0123456789":
        return text
    if _INTEGER.fullmatch(text):
        return _integer(text)
    if _DATE.fullmatch(text):
        return Odd(read_as_date(text), text)
    if _FLOAT.fullmatch(text) or _POWER.fullmatch(text):
        return Odd(read_as_fraction(text), text)
    if _ODD_INTEGER.fullmatch(text):
        return _odd_integer(text)
    return text


def is_refused(scalar: Scalar) -> bool:
    """Whether the loader has said already what is wrong with the spelling of a scalar."""
    return scalar.style == "plain" and isinstance(resolve(scalar.text), Odd)


def _integer(text: str) -> int | Odd:
    if len(text) > _LONGEST_INTEGER or not LEAST_INTEGER <= int(text) <= GREATEST_INTEGER:
        shown = text if len(text) <= _LONGEST_INTEGER * 2 else text[:_LONGEST_INTEGER] + "…"
        return Odd(number_too_large(shown), 0)
    return int(text)


def _odd_word(text: str) -> Odd:
    likely = _ODD_WORDS[text]
    value: Value = None if likely == "none" else likely == "true"
    return Odd(odd_spelling(text, likely), value)


def _odd_integer(text: str) -> Odd:
    number = _read_integer(text)
    if number is None:
        return Odd(odd_number_or_text(text), text)
    return Odd(odd_number(text, number), number)


def _read_integer(text: str) -> int | None:
    """The number that was probably meant, in any of the odd spellings; None where there is no telling."""
    digits = text.lstrip("+-").replace("_", "")
    sign = -1 if text[0] == "-" else 1
    base = {"0x": 16, "0o": 8, "0b": 2}.get(digits[:2], 10)
    digits = digits if base == 10 else digits[2:]
    if not digits or len(digits) > _LONGEST_INTEGER - 2:
        return None
    number = sign * int(digits, base)
    return number if LEAST_INTEGER <= number <= GREATEST_INTEGER else None
