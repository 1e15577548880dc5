"""Words and signs of other languages, with what is written here instead."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

SIGNS = {
    "===": "is", "==": "is", "=": "is", "!==": "is not", "!=": "is not", "<>": "is not", "≠": "is not", "∈": "is in",
    "=>": ">=", "=<": "<=", "≤": "<=", "≥": ">=",
    "&&": "and", "&": "and", "∧": "and", "||": "or", "|": "or", "\N{LOGICAL OR}": "or", "!": "not", "¬": "not", "~": "not",
    "/": "div", "//": "div", "÷": "div", "%": "mod", "\N{MULTIPLICATION SIGN}": "*", "·": "*", "\N{MINUS SIGN}": "-", "\N{EN DASH}": "-",
    "\N{HORIZONTAL ELLIPSIS}": "to",
}  # fmt: skip

_MORE, _LESS = r"(?:greater|more|larger|bigger|higher)", r"(?:less|fewer|smaller|lower)"
_OPERATORS = [
    (rf"(?:is )?{_MORE} than or equal(?: to)?|(?:is )?at least", ">="),
    (rf"(?:is )?{_LESS} than or equal(?: to)?|(?:is )?at most", "<="),
    (rf"(?:is )?{_MORE} than|exceeds", ">"),
    (rf"(?:is )?{_LESS} than", "<"),
    (r"(?:is not|not|does not|doesn't|isn't|isnt) equals?(?: to)?|isn't|isnt|aren't|arent", "is not"),
    (r"(?:is )?equals?(?: to)?|is the same as|is same as", "is"),
    ("plus", "+"),
    ("minus", "-"),
    ("times|multiplied by", "*"),
    ("divided by", "div"),
    ("modulo", "mod"),
    ("AND|And|but|and also|as well as", "and"),
    ("OR|Or|or else", "or"),
    ("unless", "and not"),
    ("belongs to|is an element of", "is in"),
    ("such that|so that", "where"),
]
_BETWEEN = re.compile(r"(?:is )?between ([\w-]+) and ([\w-]+)(?![\w-])")

QUANTIFIERS = {"all": "every", "forall": "every", "exists": "some"}

FOLDS = frozenset({"count", "sum", "max", "min", "union", "first", "last", "only", "best", "worst", "leading", "position", "reach"})
"""Words before a parenthesis in which a selection stands by itself."""

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS = {word: str(number) for number, word in enumerate(_NUMBERS)} | {"twice": "2", "thrice": "3"}
"""Numbers as people say them."""

FACTORS = {"twice": "2 *", "thrice": "3 *", "double": "2 *", "triple": "3 *"}

NO_OPERAND = frozenset({"when", "whenever", "while", "also", "satisfies", "such", "how", "many", "then", "Then", "If", "Else"})
"""Words between others that nothing is called."""

NAMES = {
    **dict.fromkeys(("null", "nil", "nothing", "nobody", "nowhere", "undefined"), "none"),
    **NUMBERS,
    **dict.fromkeys(("self", "myself", "you", "player", "current-player", "active-player", "this-player"), "me"),
}
"""Names that people try where this language has a word."""

MEMBERS = {"score": "total", "points": "total", "size": "count", "length": "count", "len": "count", "number": "count"}
"""The same for words that are asked of something."""

AGGREGATES = {"minimum": "min", "maximum": "max", "total": "sum", "add": "sum"}
"""The same for functions of a value for each of several things."""

VERBS = {
    **dict.fromkeys(("increase", "increment", "add"), "raise"),
    **dict.fromkeys(("decrease", "decrement", "reduce", "subtract"), "lower"),
    **dict.fromkeys(("put", "place", "take", "play", "transfer"), "move"),
    **dict.fromkeys(("assign", "let"), "set"),
    **dict.fromkeys(("get", "receive", "earn"), "gain"),
    **dict.fromkeys(("pay", "spend"), "lose"),
    **dict.fromkeys(("end", "quit"), "stop"),
    **dict.fromkeys(("exit", "break"), "leave"),
    "deal": "draw",
    "show": "reveal",
    "exchange": "swap",
    "mix": "shuffle",
    "throw": "roll",
    "clear": "reset",
}
"""The verbs of this language for what people call otherwise."""


WRITTEN_OTHERWISE = {
    **dict.fromkeys(("contains", "includes", "holds"), "that something is a member is written the other way round, `x is in S`"),
    "xor": "that one of two holds and not the other is written `(A) is not (B)`",
    "nor": "that neither of two holds is written `not (A or B)`",
    "nand": "that two do not hold together is written `not (A and B)`",
    "implies": "that one follows from the other is written `not (A) or B`",
}
"""Operators of other languages that no single word stands for here, with how the whole is written."""

ELSE_IF = frozenset({"elif", "elseif", "elsif"})

POSSESSIVES = {"your": "my {}", "mine": "my {}", "its": "{} of it", "his": None, "her": None, "their": None, "our": None, "whose": None}
"""Whose something is, as people say it, with what is written here where one form is meant."""

_MARKED = re.compile(r"(?<![0-9])[0-9]++(?:[_'\N{RIGHT SINGLE QUOTATION MARK}][0-9]++)++")


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """Compiled when a sentence can't be read, which takes a while."""
    return [(re.compile(rf"(?:{pattern})(?![\w-])"), word) for pattern, word in _OPERATORS]


def marked_number(text: str, at: int) -> tuple[int, int] | None:
    """Where the number begins and ends whose digits are parted by a mark that stands at a place."""
    return next((found.span() for found in _MARKED.finditer(text) if found.start() < at < found.end()), None)


def sign_at(text: str, at: int) -> str | None:
    """The sign of another language that stands at a place."""
    return next((sign for sign in sorted(SIGNS, key=len, reverse=True) if text.startswith(sign, at)), None)


def operator_around(text: str, starts: Iterable[int], at: int) -> tuple[int, int, str] | None:
    """The words of another language for an operator that reach to the place `at`, with the native one; they begin at one of `starts`."""
    for start in starts:
        between = _BETWEEN.match(text, start)
        if between and between.start() <= at:
            return start, between.end(), f"is in {between[1]} to {between[2]}"
        for pattern, word in _patterns():
            found = pattern.match(text, start)
            if found and not text[found.end() : at].strip():
                return start, found.end(), word
    return None


_ASSIGNMENT = re.compile(r"([\w-]+(?: of [\w-]+)?)\s*(?P<sign>:=|\+=|-=|=)(?P<value>.*)", re.DOTALL)
_WRITTEN = {":=": "set {} to {}", "=": "set {} to {}", "+=": "raise {} by {}", "-=": "lower {} by {}"}


_STEP = re.compile(r"([\w-]+?(?: of [\w-]+?)?)\s*(\+\+|--)")


def assignment(text: str) -> str | None:
    """The effect that a sentence is which assigns something as other languages do."""
    step = _STEP.fullmatch(text.strip())
    if step is not None:
        return f"{'raise' if step[2] == '++' else 'lower'} {step[1]} by 1"
    found = _ASSIGNMENT.fullmatch(text.strip())
    value = "" if found is None else found["value"].strip()
    return None if found is None or not value else _WRITTEN[found["sign"]].format(found[1], value)
