"""Lays a tree out as canonical lines, with the comments and blank lines of the text it was read from.

Every line is made from a stretch of the old text, so that what stands between two stretches (comments, blank lines) keeps its place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as Map

from custumal.dsl.base.frozen import dataclass, replace
from custumal.dsl.fmt.comments import Comment, Notes
from custumal.dsl.fmt.sentences import written
from custumal.dsl.yaml.source import SourceText
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence

WIDTH = 140
"""The longest line, without its comment, that is made by writing things side by side."""

_ANCHOR = re.compile(r"(?<![^\s,\[{])(&[^\s,\[\]{}]+)[ \t\n]*\Z")
_INDICATOR = re.compile(r"[1-9]")
_LONGEST_ANCHOR = 200
_NEVER = 10**9


@dataclass(frozen=True, slots=True, eq=False)
class _Level:
    """A block collection that is open: the column (from 0) of its members in the old text and in the new."""

    old: int
    new: int


_Levels = tuple[_Level, ...]


@dataclass(frozen=True, slots=True)
class _Head:
    """What stands before a value: its key or dash; `line` is where that was read, `start` are the collections open there."""

    text: str
    line: int
    start: _Levels


class Layout:
    """Writes one text anew. `sentences` has the canonical text of each scalar that is a sentence, by identity."""

    def __init__(self, source: SourceText, tree: Mapping, sentences: Map[int, str]) -> None:
        self.source = source
        self.tree = tree
        self.sentences = sentences
        self.notes = Notes(source, tree)
        self.out: list[str] = []
        self._next = 1
        self._open: _Levels = ()

    def lines(self) -> list[str]:
        """The lines of the whole text."""
        self._mapping(self.tree, 0, None, ())
        self._gap(self.source.text.count("\n") + 2, self._open[:1])
        return self.out

    # ------------------------------------------------------------ values

    def _mapping(self, node: Mapping, at: int, lead: _Head | None, levels: _Levels) -> None:
        """The pairs of a map in column `at`; the first follows `lead`, if there is one."""
        levels = (*levels, _level(node, at))
        for key, value in node:
            self._value(_next_head(lead, f"{self._key(key)}:", key, at, levels), value, at, levels)
            lead = None

    def _sequence(self, node: Sequence, at: int, lead: _Head | None, levels: _Levels) -> None:
        """The items of a list with their dashes in column `at`."""
        levels = (*levels, _level(node, at))
        for item in node:
            self._value(_next_head(lead, "-", item, at, levels), item, at, levels)
            lead = None

    def _value(self, head: _Head, node: Node, at: int, levels: _Levels) -> None:
        """A value behind its head, as a member of the collection in column `at`."""
        if self._is_alias(node):
            self._write([f"{head.text} {self._slice(node)}"], head, node.span.end_line, levels)
            return
        anchor = self._anchor(node)
        named = replace(head, text=f"{head.text} {anchor}") if anchor else head
        if isinstance(node, Scalar):
            self._write(self._scalar(named, node, at), head, node.span.end_line, levels)
        elif not (node.flow or len(node) == 0):
            self._block(named, head.line, node, at, levels)
        elif self._has_comment(node):
            self._as_it_is(named, node, at, levels)
        else:
            text = self._side_by_side(node)
            if text is None or (len(node) and len(named.text) + 1 + len(text) > WIDTH):
                self._block(named, node.span.end_line, node, at, levels)
            else:
                self._write([f"{named.text} {text}"], head, node.span.end_line, levels)

    def _block(self, head: _Head, last: int, node: Mapping | Sequence, at: int, levels: _Levels) -> None:
        """A collection in block form: behind a dash on the same line, else on the lines below. `last`: where its head ends."""
        lead = head if head.text.endswith("-") else None
        if lead is None:
            self._write([head.text], head, last, levels)
        if isinstance(node, Mapping):
            self._mapping(node, at + 2, lead, levels)
        else:
            self._sequence(node, at + 2, lead, levels)

    def _as_it_is(self, head: _Head, node: Mapping | Sequence, at: int, levels: _Levels) -> None:
        """`{…}` or `[…]` with comments inside keeps its lines."""
        first, *others = self._slice(node).split("\n")
        lines = [f"{head.text} {first.rstrip()}"]
        owner = self.source.line(head.line)
        shift = at - (len(owner) - len(owner.lstrip()))
        for line in others:
            column = max(at + 2, len(line) - len(line.lstrip()) + shift)
            lines.append(f"{' ' * column}{line.strip()}" if line.strip() else "")
        self.notes.take(node.span.line, node.span.end_line - 1)
        self._write(lines, head, node.span.end_line, levels)

    # ------------------------------------------------------------ scalars

    def _scalar(self, head: _Head, node: Scalar, at: int) -> list[str]:
        """A leaf behind its head, as the lines it takes; those after the first stand in column `at` + 2 or beyond."""
        if node.style in ("literal", "folded"):
            return self._block_text(head, node, at)
        text = self._on_one_line(node, flow=False)
        first, *others = [text] if text is not None else self._slice(node).split("\n")
        first = first.rstrip()
        rest = [f"{' ' * (at + 2)}{line.strip()}".rstrip() for line in others]
        if not first:
            return [head.text]
        line = f"{head.text} {first}"
        if len(line) > WIDTH and head.text.endswith(":") and node.span.line > head.line:
            return [head.text, f"{' ' * (at + 2)}{first}", *rest]
        return [line, *rest]

    def _on_one_line(self, node: Scalar, *, flow: bool) -> str | None:
        """A scalar without line breaks, or None if it keeps those it has."""
        text = self.sentences.get(id(node))
        if node.span.line == node.span.end_line:
            return self._slice(node) if text is None else written(node, text, flow=flow)
        if text is None or "\n" in text or len(text) > WIDTH // 2:
            return None
        return written(node, text, flow=flow)

    def _block_text(self, head: _Head, node: Scalar, at: int) -> list[str]:
        """A text behind `|` or `>`: its lines keep their breaks and how far they are indented beyond the first."""
        header, *body = self._slice(node).split("\n")
        header = header.split("#")[0].strip()
        indicator = _INDICATOR.search(header)
        owner = next((line for line in body if line.strip()), "")
        # An indicator counts from the collection around the text; where that stood is told by the place of the first character.
        column = node.places[0][1] - 1 if node.places and indicator else len(owner) - len(owner.lstrip(" "))
        lines = [f"{' ' * (at + 2)}{line[column:]}" if line[column:] else "" for line in body]
        if id(node) in self.sentences:
            lines = [line.rstrip() for line in lines]
        # `+` keeps the blank lines below the text.
        below = [""] * (len(node.text) - len(node.text.rstrip("\n")) - 1) if "+" in header else []
        return [f"{head.text} {_INDICATOR.sub('2', header)}", *lines, *below]

    def _key(self, key: Scalar, *, flow: bool = False) -> str:
        if self._is_alias(key):
            return f"{self._slice(key)} "
        text = self.sentences.get(id(key))
        anchor = self._anchor(key, self.source.index(key.span.line, 1))
        return (f"{anchor} " if anchor else "") + (self._slice(key) if text is None else written(key, text, flow=flow))

    # ------------------------------------------------------------ side by side

    def _side_by_side(self, node: Node) -> str | None:
        """A value on one line, as it stands inside `{…}` and `[…]`; None if something in it wants a line of its own."""
        if self._is_alias(node):
            return self._slice(node)
        anchor = self._anchor(node)
        text = self._flat_scalar(node) if isinstance(node, Scalar) else self._flat_collection(node)
        return text if text is None or not anchor else f"{anchor} {text}"

    def _flat_scalar(self, node: Scalar) -> str | None:
        sentence = self.sentences.get(id(node), "")
        # Behind commas people and YAML look for the next entry, not for the rest of a sentence.
        return None if "," in sentence or node.span.line != node.span.end_line else self._on_one_line(node, flow=True)

    def _flat_collection(self, node: Mapping | Sequence) -> str | None:
        if node.span.line != node.span.end_line:
            return None
        if isinstance(node, Sequence):
            items = [self._side_by_side(item) for item in node]
            return None if None in items else f"[{', '.join(item or '' for item in items)}]"
        pairs: list[str] = []
        for key, value in node:
            text = self._side_by_side(value)
            if text is None or "," in self.sentences.get(id(key), ""):
                return None
            pairs.append(f"{self._key(key, flow=True)}: {text}".rstrip())
        return f"{{{', '.join(pairs)}}}"

    # ------------------------------------------------------------ the old text

    def _index(self, node: Node) -> int:
        return self.source.index(node.span.line, node.span.column)

    def _slice(self, node: Node) -> str:
        return self.source.text[self._index(node) : self.source.index(node.span.end_line, node.span.end_column)]

    def _is_alias(self, node: Node) -> bool:
        at = self._index(node)
        return self.source.text[at : at + 1] == "*"

    def _anchor(self, node: Node, floor: int = 0) -> str:
        """The `&name` that stands directly before a node, at `floor` or later.

        Before a map in block form it stands on an earlier line; on the same line it belongs to the first key.
        """
        at = self._index(node)
        if isinstance(node, Mapping) and not node.flow:
            at = self.source.index(node.span.line, 1)
        found = _ANCHOR.search(self.source.text, max(floor, at - _LONGEST_ANCHOR), at)
        return found.group(1) if found else ""

    def _has_comment(self, node: Node) -> bool:
        return bool(self.notes.within(node.span.line, node.span.end_line - 1))

    # ------------------------------------------------------------ writing

    def _write(self, lines: list[str], head: _Head, last: int, levels: _Levels) -> None:
        """Lines made from the old ones from that of the head to `last`; comments among those follow or precede them."""
        self._gap(head.line, head.start)
        comments = self.notes.take(head.line, last)
        trailing = _trailing(comments, head.line, last)
        for comment in comments:
            if comment is not trailing:
                self._comment(comment, head.start)
        if trailing is not None:
            i = 0 if trailing.line == head.line else -1
            lines[i] = trailing.after(lines[i])
        self.out.extend(lines)
        self._next = max(self._next, last + 1)
        self._open = levels

    def _gap(self, line: int, levels: _Levels) -> None:
        """The comments and blank lines before the old line `line`, on which something begins in the innermost of `levels`."""
        blank = False
        for number in range(self._next, line):
            for comment in self.notes.take(number, number):
                self._blank(blank)
                blank = False
                self._comment(comment, levels)
            blank = blank or self.notes.is_blank(number)
        if line <= self.source.text.count("\n") + 1:
            self._blank(blank)
        self._next = max(self._next, line)

    def _blank(self, wanted: bool) -> None:
        if wanted and self.out and self.out[-1]:
            self.out.append("")

    def _comment(self, comment: Comment, levels: _Levels) -> None:
        """A comment on a line of its own, as a member of the collection among whose members it stood."""
        shared = 0
        while shared < min(len(self._open), len(levels)) and self._open[shared] is levels[shared]:
            shared += 1
        level = levels[-1] if levels else _Level(0, 0)
        for closed in self._open[shared:]:
            if level.old < closed.old <= comment.column - 1:
                level = closed
        self.out.append(" " * level.new + comment.text)


def _level(node: Mapping | Sequence, at: int) -> _Level:
    """What was written side by side had no comments between its members."""
    return _Level(_NEVER if node.flow else node.span.column - 1, at)


def _next_head(lead: _Head | None, text: str, node: Node, at: int, levels: _Levels) -> _Head:
    """The head of a member: behind the dash that the collection follows, or on a line of its own."""
    if lead is None:
        return _Head(" " * at + text, node.span.line, levels)
    return _Head(f"{lead.text} {text}", node.span.line, lead.start)


def _trailing(comments: list[Comment], first: int, last: int) -> Comment | None:
    """The comment that stays behind the lines made from the old lines `first` to `last`."""
    for comment in reversed(comments):
        if not comment.alone and (comment.line == last or (comment.line == first and len(comments) == 1)):
            return comment
    return None
