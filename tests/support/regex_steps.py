"""What a regular expression costs, counted in characters that it looks at, and texts on which it may have to go back far.

The matcher of `re` runs in C, where no step of it can be counted. This one goes back in the same order, over the same parsed pattern, and
counts; without the short cuts of `re`, so that what is linear here is linear there.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from re import _constants as op  # the parser of `re` has no public name
from re import _parser
from typing import Any

Items = Sequence[tuple[Any, Any]]
"""A parsed pattern, or a part of one: operations with their arguments, one after the other."""
REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)


class TooMany(Exception):
    """The steps that may be counted are used up."""


class Matcher:
    """Matches one pattern against one text, and counts the characters that are looked at.

    Attributes:
        steps: how many characters were looked at so far.
        most: with more steps than these, `TooMany` is raised.
    """

    def __init__(self, pattern: re.Pattern[str], text: str, most: int = 1_000_000) -> None:
        self.items: Items = _parser.parse(pattern.pattern, pattern.flags)
        self.multiline, self.all = bool(pattern.flags & re.MULTILINE), bool(pattern.flags & re.DOTALL)
        self.text, self.most, self.steps = text, most, 0

    def match(self, at: int = 0, *, whole: bool = False) -> int | None:
        """Where the match that begins at a place ends."""
        return next((end for end in self._ends(self.items, at) if not whole or end == len(self.text)), None)

    def spans(self) -> Iterator[tuple[int, int]]:
        """All matches, one behind the other, as `finditer` gives them."""
        at = 0
        while at <= len(self.text):
            end = self.match(at)
            if end is not None:
                yield at, end
            at = at + 1 if end is None or end == at else end

    def _ends(self, items: Items, at: int) -> Iterator[int]:
        """Where the items end that begin at a place, in the order in which `re` tries."""
        if not items:
            yield at
            return
        for end in self._ends_of_one(*items[0], at):
            yield from self._ends(items[1:], end)

    def _ends_of_one(self, code: Any, given: Any, at: int) -> Iterator[int]:
        if code in REPEATS:
            yield from self._repeated(code, given, at)
        elif code is op.SUBPATTERN:
            yield from self._ends(given[-1], at)
        elif code is op.ATOMIC_GROUP:
            yield from islice(self._ends(given, at), 1)
        elif code is op.BRANCH:
            for branch in given[1]:
                yield from self._ends(branch, at)
        elif code in (op.ASSERT, op.ASSERT_NOT):
            if self._holds(given, at) == (code is op.ASSERT):
                yield at
        elif code is op.AT:
            if self._is_at(given, at):
                yield at
        elif self._takes(code, given, at):
            yield at + 1

    def _repeated(self, code: Any, given: Any, at: int) -> Iterator[int]:
        least, most, items = given
        ends = self._times(items, at, least, most, 0, lazy=code is op.MIN_REPEAT)
        yield from islice(ends, 1) if code is op.POSSESSIVE_REPEAT else ends

    def _times(self, items: Items, at: int, least: int, most: int, done: int, *, lazy: bool) -> Iterator[int]:
        if lazy and done >= least:
            yield at
        if done < most:
            for end in self._ends(items, at):
                if end > at or done < least:
                    yield from self._times(items, end, least, most, done + 1, lazy=lazy)
        if not lazy and done >= least:
            yield at

    def _holds(self, given: Any, at: int) -> bool:
        direction, items = given
        start = at if direction > 0 else at - items.getwidth()[0]
        return start >= 0 and any(direction > 0 or end == at for end in self._ends(items, start))

    def _is_at(self, where: Any, at: int) -> bool:
        text = self.text
        self._look()
        if where is op.AT_BEGINNING:
            return at == 0 or (self.multiline and text[at - 1] == "\n")
        if where is op.AT_END:
            return text[at:] in ("", "\n") or (self.multiline and text[at] == "\n")
        if where is op.AT_BOUNDARY:
            return _is_word(text[at - 1 : at] if at else "") != _is_word(text[at : at + 1])
        assert where in (op.AT_BEGINNING_STRING, op.AT_END_STRING), where
        return at == (0 if where is op.AT_BEGINNING_STRING else len(text))

    def _takes(self, code: Any, given: Any, at: int) -> bool:
        """Whether the character at a place is one of those that an item takes."""
        self._look()
        return at < len(self.text) and takes(code, given, self.text[at], self.all)

    def _look(self) -> None:
        self.steps += 1
        if self.steps > self.most:
            raise TooMany


def takes(code: Any, given: Any, char: str, all_: bool = False) -> bool:
    """Whether an item that stands for one character stands for this one."""
    if code is op.ANY:
        return all_ or char != "\n"
    if code is op.IN:
        negated = given[0][0] is op.NEGATE
        return any(takes(each, what, char) for each, what in given[negated:]) != negated
    if code is op.RANGE:
        return bool(given[0] <= ord(char) <= given[1])
    if code is op.CATEGORY:
        return _CATEGORIES[given](char)
    assert code in (op.LITERAL, op.NOT_LITERAL), code
    return bool(ord(char) == given) == (code is op.LITERAL)


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


_CATEGORIES: dict[Any, Callable[[str], bool]] = {
    op.CATEGORY_DIGIT: str.isdecimal,
    op.CATEGORY_NOT_DIGIT: lambda char: not char.isdecimal(),
    op.CATEGORY_SPACE: str.isspace,
    op.CATEGORY_NOT_SPACE: lambda char: not char.isspace(),
    op.CATEGORY_WORD: _is_word,
    op.CATEGORY_NOT_WORD: lambda char: not _is_word(char),
}

# ---------------------------------------------------------------- attacks

CHARACTERS = "a0 -\n\t_.:\"'#é\x01"
"""Of every class of characters one is taken from here, if one is in it."""


def attacks(pattern: re.Pattern[str]) -> Iterator[tuple[str, str, str]]:
    """What may stand before a text that is repeated, the text, and what behind it may make all that was matched useless."""
    items: Items = _parser.parse(pattern.pattern, pattern.flags)
    found = {(before, body) for before, repeated in repeats(items) for body in (*bodies(repeated), *CHARACTERS[:6])}
    for before, body in sorted(found):
        for behind in ("", "\x01", "\n", "\n\x01"):
            yield before, body, behind


def repeats(items: Items, before: str = "") -> Iterator[tuple[str, Items]]:
    """Every repetition without a small bound, behind a text that leads to it."""
    for code, given in items:
        for part in _parts(code, given):
            yield from repeats(part, before)
        if code in REPEATS and given[1] > 16:
            yield before, given[2]
        before += sample([(code, given)])


def bodies(items: Items) -> Iterator[str]:
    """Texts that a repeated part matches: for each way through its first fork the shortest, and one with all that may be left out."""
    forks = [given[1] for code, given in items if code is op.BRANCH]
    for branch in forks[0] if forks else [items]:
        yield from {sample(branch), sample(branch, fill=True)} - {""}
    if not forks and len(items) == 1 and items[0][0] is op.SUBPATTERN:
        yield from bodies(items[0][1][-1])
    for char in CHARACTERS:
        if len(items) == 1 and items[0][0] in (op.IN, op.NOT_LITERAL, op.ANY) and takes(*items[0], char):
            yield char


def sample(items: Items, *, fill: bool = False) -> str:
    """A short text that the items match; with what may be left out, if `fill`."""
    return "".join(_sample(code, given, fill=fill) for code, given in items)


def _sample(code: Any, given: Any, *, fill: bool) -> str:
    if code in REPEATS:
        least, _, items = given
        return sample(items, fill=fill) * max(int(least), int(fill))
    if code is op.SUBPATTERN:
        return sample(given[-1], fill=fill)
    if code is op.ATOMIC_GROUP:
        return sample(given, fill=fill)
    if code is op.BRANCH:
        return sample(given[1][0], fill=fill)
    if code in (op.AT, op.ASSERT, op.ASSERT_NOT):
        return ""
    if code is op.LITERAL:
        return chr(given)
    return next(char for char in chain(CHARACTERS, map(chr, range(sys.maxunicode))) if takes(code, given, char))


def _parts(code: Any, given: Any) -> Iterator[Items]:
    if code in REPEATS:
        yield given[2]
    elif code is op.SUBPATTERN:
        yield given[-1]
    elif code is op.ATOMIC_GROUP:
        yield given
    elif code is op.BRANCH:
        yield from given[1]
    elif code in (op.ASSERT, op.ASSERT_NOT):
        yield given[1]
