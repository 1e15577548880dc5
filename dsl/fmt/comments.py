"""What YAML drops and `fmt` keeps: comments, where they stand, and blank lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.yaml.source import SourceText
from custumal.dsl.yaml.tree import Mapping, Node, Scalar

_HASH = re.compile(r"(?<!\S)#")
_SWALLOWED = re.compile(r"#(?:[^\s#]| (?:and|or|where|then|else|otherwise)\b)")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment with the line and the column (from 1) of its `#`; `alone`: nothing but blanks stands before it."""

    line: int
    column: int
    text: str
    alone: bool
    gap: int

    def after(self, text: str) -> str:
        """A line with this comment behind it: in its old column if there is room, else two spaces on.

        What may be the end of a sentence that YAML has swallowed keeps its single space, so that the check still sees it.
        """
        least = 1 if self.gap == 1 and _SWALLOWED.match(self.text) else 2
        column = len(text) + least if least == 1 else max(self.column - 1, len(text) + 2)
        return text.ljust(column) + self.text


class Notes:
    """The comments and blank lines of a text that are not yet written."""

    def __init__(self, source: SourceText, tree: Node) -> None:
        self.source = source
        self._comments = {comment.line: comment for comment in comments_in(source, tree)}

    def within(self, first: int, last: int) -> list[Comment]:
        """The comments on these lines."""
        return [self._comments[line] for line in range(first, last + 1) if line in self._comments]

    def take(self, first: int, last: int) -> list[Comment]:
        """The comments on these lines, which are then written."""
        return [self._comments.pop(line) for line in range(first, last + 1) if line in self._comments]

    def is_blank(self, line: int) -> bool:
        return not self.source.line(line).strip()


def comments_in(source: SourceText, tree: Node) -> Iterator[Comment]:
    """The comments of a text from top to bottom."""
    starts, ends = _covered(source, tree)
    done = 0
    for found in _HASH.finditer(source.text):
        at = found.start()
        i = bisect_right(starts, at) - 1
        if at < done or (i >= 0 and at < ends[i]):
            continue
        done = source.text.find("\n", at)
        done = done if done >= 0 else len(source.text)
        line, column = source.place(at)
        before = source.line(line)[: column - 1]
        gap = len(before) - len(before.rstrip())
        yield Comment(line, column, source.text[at:done].rstrip(), not before.strip(), gap)


def _covered(source: SourceText, tree: Node) -> tuple[list[int], list[int]]:
    """Where the scalars of a text start and end, in ascending order; of a block text only the lines below its head."""
    stretches: set[tuple[int, int]] = set()
    for scalar in scalars_in(tree):
        span = scalar.span
        start = source.index(span.line, span.column)
        if scalar.style in ("literal", "folded") and source.text[start : start + 1] in ("|", ">"):
            start = source.index(span.line + 1, 1)
        stretches.add((start, source.index(span.end_line, span.end_column)))
    ordered = sorted(stretches)
    return [start for start, _ in ordered], [end for _, end in ordered]


def scalars_in(tree: Node) -> Iterator[Scalar]:
    """Every key and leaf of a tree, in file order."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Scalar):
            yield node
        elif isinstance(node, Mapping):
            waiting.extend(part for pair in reversed(node.pairs) for part in reversed(pair))
        else:
            waiting.extend(reversed(node.items))
