"""Where every character of a YAML scalar comes from: its source is decoded once more, and the map counts only if the result is the value.

YAML readers give the place of a scalar but not of the characters in it, which escapes, folded lines and indentation move. Decoding again is
small and cannot mislead: a text that decodes to anything else than the reader's value has no map.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from custumal.dsl.base.frozen import dataclass, field
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.yaml.character_positions import OnLine
from custumal.dsl.yaml.source import SourceText
from custumal.dsl.yaml.tree import Places

_SIMPLE_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_CODE_ESCAPES = {"x": 2, "u": 4, "U": 8}
_INSETS = {"plain": 0, "single": 1, "double": 1}
"""How far inside of the scalar its text begins, for the styles in which it can stand on one line."""
_HEADER = re.compile(r"[|>](?:([+-])?([1-9])?|([1-9])([+-]))[ \t]*(?:#[^\n]*)?(?:\n|\Z)")
_SPACE = re.compile(r"[ \t]*")


@dataclass(slots=True)
class Decoded:
    """The characters of a scalar, the index in the source of each, and the index at which its text ends (before final line breaks)."""

    characters: list[str] = field(default_factory=list)
    indexes: list[int] = field(default_factory=list)
    end: int = 0

    def add(self, character: str, index: int) -> None:
        self.characters.append(character)
        self.indexes.append(index)

    @property
    def value(self) -> str:
        return "".join(self.characters)


Taker = Callable[[str, int, int, Decoded], int]
"""Reads what stands at an index into what is decoded; gives the index behind it."""


def places_of(source: SourceText, span: Span, start: int, end: int, style: str, value: str) -> Places:
    """The place of each character of the value of a scalar, and of its end; none at all if unsure."""
    inset = _INSETS.get(style)
    if inset is not None and span.line == span.end_line and source.text[start + inset : end - inset] == value:
        return OnLine(span.line, span.column + inset, len(value) + 1)
    decoded = _decoded(source.text, start, end, style, value)
    if decoded.value != value:
        return ()
    return tuple(map(source.place, [*decoded.indexes, decoded.end]))


def _decoded(text: str, start: int, end: int, style: str, value: str) -> Decoded:
    if style in ("literal", "folded"):
        return _block(text, start, end, value, style == "folded")
    if style == "plain":
        return _plain(text, start, end)
    return _quoted(text, start, end, _in_single if style == "single" else _in_double)


def _plain(text: str, start: int, end: int) -> Decoded:
    out = Decoded(end=end)
    at = start
    while at < end:
        after = _skip_blank(text, at, end)
        is_break = text.startswith("\n", after, end)
        at = _fold(text, after, end, out) if is_break else _copy(text, at, min(after + 1, end), out)
    return out


def _fold(text: str, at: int, end: int, out: Decoded) -> int:
    """Read the line break at `at` and the blank lines and the indentation behind it: one break is a space, more are one break less."""
    breaks = _breaks(text, at, end)
    if len(breaks) == 1:
        out.add(" ", at)
    for index in breaks[1:]:
        out.add("\n", index)
    return _skip_blank(text, breaks[-1] + 1, end)


def _breaks(text: str, at: int, end: int) -> list[int]:
    """The line break at `at` and those of the blank lines that follow it."""
    found = [at]
    while True:
        after = _skip_blank(text, found[-1] + 1, end)
        if after >= end or text[after] != "\n":
            return found
        found.append(after)


def _skip_blank(text: str, at: int, end: int) -> int:
    space = _SPACE.match(text, at, end)
    return space.end() if space else at


def _quoted(text: str, start: int, end: int, take: Taker) -> Decoded:
    """The text between the quotes; `take` reads what is neither blank nor a line break."""
    out = Decoded(end=end - 1)
    at = start + 1
    while at < end - 1:
        after = _skip_blank(text, at, end - 1)
        if text[after] == "\n":
            at = _fold(text, after, end - 1, out)
        elif after > at:
            at = _copy(text, at, after, out)
        else:
            at = take(text, at, end - 1, out)
    return out


def _in_single(text: str, at: int, _end: int, out: Decoded) -> int:
    """Read a character between single quotes, where two quotes stand for one."""
    out.add(text[at], at)
    return at + 2 if text.startswith("''", at) else at + 1


def _in_double(text: str, at: int, end: int, out: Decoded) -> int:
    """Read a character or an escape between double quotes."""
    return _escape(text, at, end, out) if text[at] == "\\" else _copy(text, at, at + 1, out)


def _copy(text: str, start: int, end: int, out: Decoded) -> int:
    """Take `text[start:end]` as it is."""
    out.characters.extend(text[start:end])
    out.indexes.extend(range(start, end))
    return end


def _escape(text: str, at: int, end: int, out: Decoded) -> int:
    """Read the escape at `at`; the character it stands for is placed at the backslash."""
    sign = text[at + 1]
    if sign == "\n":
        breaks = _breaks(text, at + 1, end)
        for index in breaks[1:]:
            out.add("\n", index)
        return _skip_blank(text, breaks[-1] + 1, end)
    if sign in _CODE_ESCAPES:
        after = at + 2 + _CODE_ESCAPES[sign]
        out.add(chr(int(text[at + 2 : after], 16)), at)
        return after
    out.add(_SIMPLE_ESCAPES.get(sign, sign), at)
    return at + 2


def _block(text: str, start: int, end: int, value: str, folded: bool) -> Decoded:
    header = _HEADER.match(text, start, end)
    if header is None:
        return Decoded()
    chomping = header.group(1) or header.group(4) or ""
    lines = _lines(text, header.end(), end)
    indent = _lead([line for _, line in lines])
    if header.group(2) or header.group(3):
        # The indicator counts from the indentation of the parent, which is not seen from here: the value says what was left of the line.
        indent -= _lead(value.split("\n"))
    return _block_lines(lines, max(indent, 0), folded, chomping, start + 1)


def _lead(lines: list[str]) -> int:
    """How deep the first line that says something is indented."""
    first = next((line for line in lines if line.strip(" ")), "")
    return len(first) - len(first.lstrip(" "))


def _lines(text: str, start: int, end: int) -> list[tuple[int, str]]:
    """The lines of `text[start:end]` with their index, without the breaks."""
    found = []
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        found.append((start, text[start:stop]))
        start = stop + 1
    return found


def _block_lines(lines: list[tuple[int, str]], indent: int, folded: bool, chomping: str, end: int) -> Decoded:
    """Decode the lines of a block scalar, which ends at `end` if none says anything.

    A break is kept until it is known what follows it, for that decides what it becomes.
    """
    out = Decoded(end=end)
    pending: list[int] = []
    last: str | None = None
    for at, line in lines:
        content = line[indent:]
        if not content:
            pending.append(at + len(line))
            continue
        _join(out, pending, last, content, folded)
        out.characters.extend(content)
        out.indexes.extend(range(at + indent, at + len(line)))
        last, pending = content, [at + len(line)]
        out.end = at + len(line)
    kept = {"": pending[:1] if last is not None else [], "-": [], "+": pending}[chomping]
    for index in kept:
        out.add("\n", index)
    return out


def _join(out: Decoded, pending: list[int], last: str | None, content: str, folded: bool) -> None:
    """Write the breaks between two lines; `pending[0]` ends the line before, if there was one."""
    if last is None or not folded or last[0] in " \t" or content[0] in " \t":
        for index in pending:
            out.add("\n", index)
        return
    if len(pending) == 1:
        out.add(" ", pending[0])
    for index in pending[1:]:
        out.add("\n", index)
