"""How values stand in choice keys: each in one way only, so that nothing is forbidden for being written in another."""

from __future__ import annotations

import re
from collections.abc import Sequence

from custumal.dsl.check.entries.context import Context
from custumal.dsl.sentences import syntax as sx

HEADS = ("at", "pose-at", "column", "border", "corner", "half")
"""The words before what says where something is."""
_BRACKETS = re.compile(r"(?:^|[(\[,]|\bof)\s*\(|\(\s*\)")
"""Brackets that no key has: around a value, or with nothing in them."""
_GREATEST = 10**6
"""No sum in a key is followed any further."""


def is_written_otherwise(text: str) -> bool:
    """Whether the text of a key has brackets as no key has."""
    return _BRACKETS.search(text) is not None


def written(node: sx.Expression) -> str | None:
    """A value as it stands there, but for blanks and brackets; None if it is said in words that no key has."""
    match node:
        case sx.Number() | sx.Negative(sx.Number()) | sx.Truth() | sx.Nothing() | sx.Name() | sx.Units():
            return _word(node)
        case sx.Arithmetic("+", left, sx.Units() as right):
            before = written(left)
            return None if before is None else f"{before} + {_word(right)}"
        case sx.Apply(word, arguments, "call" | "of" as style):
            return _applied(word.text, [written(one) for one in arguments], is_of=style == "of")
        case sx.ListOf(items):
            return _listed([written(item) for item in items])
    return None


def spelling(cx: Context, node: sx.Expression) -> str | None:
    """How a key says what is meant; None if it can't be said, or what is meant can't be told by the text alone."""
    match node:
        case sx.Truth() | sx.Nothing() | sx.Name():
            return _word(node)
        case sx.Number() | sx.Negative() | sx.Arithmetic() | sx.Units():
            return _amount(cx, node)
        case sx.Apply(word, arguments, "call" | "of" | "dot"):
            return _headed(cx, word.text, [spelling(cx, one) for one in arguments])
        case sx.ListOf(items):
            return _listed([spelling(cx, item) for item in items])
    return None


def _word(node: sx.Expression) -> str:
    match node:
        case sx.Number(value):
            return str(value)
        case sx.Negative(sx.Number(value)):
            return f"-{value}"
        case sx.Truth(value):
            return str(value).lower()
        case sx.Name(text):
            return text
        case sx.Units(amount, name):
            return f"{amount} {name.text}"
    return "none"


def _applied(word: str, arguments: Sequence[str | None], *, is_of: bool) -> str | None:
    known = [one for one in arguments if one is not None]
    if len(known) < len(arguments):
        return None
    return f"{word} of {known[0]}" if is_of else f"{word}({', '.join(known)})" if known else word


def _headed(cx: Context, word: str, arguments: Sequence[str | None]) -> str | None:
    """A place, a position, a thing or a choice with what tells it apart; a place of one seat or word is written with `of`."""
    zone = cx.words.zone_called(word)
    if zone is None and word not in HEADS and not cx.words.rows_named(word) and cx.words.choice(word) is None:
        return None
    return _applied(word, arguments, is_of=zone is not None and len(arguments) == 1)


def _listed(items: Sequence[str | None]) -> str | None:
    known = [one for one in items if one is not None]
    return f"[{', '.join(known)}]" if len(known) == len(items) else None


def _amount(cx: Context, node: sx.Expression) -> str | None:
    """A number or a bundle, summed up: each resource once, in the order of the game."""
    number = _number(node)
    if number is not None:
        return str(number)
    found: dict[str, int] = {}
    if not _bundle(node, found, 1) or not found.keys() <= set(cx.words.resources()):
        return None
    parts = [f"{found[name]} {name}" for name in cx.words.resources() if found.get(name)]
    return " + ".join(parts) or "none"


def _number(node: sx.Expression) -> int | None:
    match node:
        case sx.Number(value):
            return value
        case sx.Negative(operand):
            positive = _number(operand)
            return None if positive is None else -positive
        case sx.Arithmetic("+" | "-" | "*" as operator, left, right):
            one, other = _number(left), _number(right)
            if one is None or other is None or max(abs(one), abs(other)) > _GREATEST:
                return None
            return one + other if operator == "+" else one - other if operator == "-" else one * other
    return None


def _bundle(node: sx.Expression, found: dict[str, int], sign: int) -> bool:
    """Whether this is a bundle; what is in it is added to what was found."""
    match node:
        case sx.Nothing():
            return True
        case sx.Units(amount, name):
            found[name.text] = found.get(name.text, 0) + sign * amount
            return True
        case sx.Arithmetic("+" | "-" as operator, left, right):
            return _bundle(left, found, sign) and _bundle(right, found, sign if operator == "+" else -sign)
    return False
