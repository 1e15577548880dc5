"""One broken file, and the pen that breaks it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.documents.ids import NAME
from custumal.dsl.sentences.words import RESERVED_WORDS
from custumal.dsl.yaml.source import SourceText
from custumal.dsl.yaml.tree import Mapping, Node, Scalar

_WORD = re.compile(rf"{NAME}|[0-9]+")


@dataclass(frozen=True, slots=True)
class Fault:
    """A file that is broken in one place: its text, the lines on which a message is right, and what was done in a few words.

    `misspelt`: one letter or two are wrong, so that the message should know the word that was meant.
    """

    kind: str
    text: str
    lines: frozenset[int]
    what: str
    misspelt: bool = False


def in_turn(*makers: Iterator[Fault]) -> Iterator[Fault]:
    """One fault of each maker, then the next of each, until all have run dry."""
    waiting = list(makers)
    while waiting:
        for maker in list(waiting):
            fault = next(maker, None)
            if fault is None:
                waiting.remove(maker)
            else:
                yield fault


@dataclass(frozen=True, slots=True)
class Token:
    """A word or number of a sentence: where it stands in the sentence, and where in the file."""

    text: str
    start: int
    end: int
    index: int

    @property
    def is_number(self) -> bool:
        return self.text.isdigit()

    @property
    def is_reserved(self) -> bool:
        return self.text in RESERVED_WORDS


class Page:
    """The text of a file, and copies of it with something else in one place."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.text = source.text

    def start(self, node: Node) -> int:
        return self.source.index(node.span.line, node.span.column)

    def end(self, node: Node) -> int:
        return self.source.index(node.span.end_line, node.span.end_column)

    def line_at(self, index: int) -> int:
        return self.source.place(index)[0]

    def indent(self, line: int) -> int:
        text = self.source.line(line)
        return len(text) - len(text.lstrip(" "))

    def replaced(self, start: int, end: int, new: str) -> str:
        return self.text[:start] + new + self.text[end:]

    def tokens(self, scalar: Scalar) -> Iterator[Token]:
        """The words and numbers of a sentence, those whose places in the file are known for certain."""
        if not scalar.places:
            return
        for found in _WORD.finditer(scalar.text):
            index = self.source.index(*scalar.places[found.start()])
            if self.text.startswith(found.group(), index):
                yield Token(found.group(), found.start(), found.end(), index)

    def index_of(self, scalar: Scalar, offset: int) -> int:
        """Where in the file the character at an offset of a scalar stands."""
        return self.source.index(*scalar.places[offset])

    def with_word(self, token: Token, new: str) -> str:
        return self.replaced(token.index, token.index + len(token.text), new)

    # ------------------------------------------------------------ pairs of a mapping

    def pair_extent(self, node: Mapping, key: Scalar) -> tuple[int, int] | None:
        """What to take out so that a pair is gone and the rest is whole; None where that would leave nothing or is not simple."""
        keys = [each.text for each, _ in node]
        i = keys.index(key.text)
        value = node.pairs[i][1]
        if len(keys) < 2:  # nothing would be left
            return None
        if node.flow:
            if i + 1 < len(keys):
                return self.start(key), self.start(node.pairs[i + 1][0])
            return self.end(node.pairs[i - 1][1]), self.end(value)
        start = self.source.index(key.span.line, 1)
        if self.text[start : self.start(key)].strip():
            return None
        return start, self.source.index(self.line_of_end(value) + 1, 1)

    def line_of_end(self, node: Node) -> int:
        return node.span.end_line

    def without_pair(self, node: Mapping, key: Scalar) -> str | None:
        extent = self.pair_extent(node, key)
        return None if extent is None else self.replaced(*extent, "")

    def with_pair(self, node: Mapping, before: Scalar, pair: str) -> tuple[str, int] | None:
        """The text with one more pair before a key, and the line on which it stands."""
        at = self.start(before)
        if node.flow:
            return self.replaced(at, at, f"{pair}, "), before.span.line
        line = self.source.index(before.span.line, 1)
        if self.text[line:at].strip():
            return None
        return self.replaced(line, line, f"{self.text[line:at]}{pair}\n"), before.span.line

    def mended(self, broken: str, span: Span, suggestion: str) -> bool:
        """Whether the suggestion in its place makes the broken text the original."""
        source = SourceText(self.source.path, self.source.name, broken)
        start, end = source.index(span.line, span.column), source.index(span.end_line, span.end_column)
        return span.file == self.source.name and broken[:start] + suggestion + broken[end:] == self.text
