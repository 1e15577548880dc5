"""Reads the plain part of YAML that nearly every rule file is written in, and leaves everything else to the reader of all YAML.

What it reads it reads exactly as that reader does: the same nodes, spans and places, which the tests compare on every file and on
thousands of broken ones. Whatever is unusual (a text over several lines, an anchor, a tag, a missing value, a torn sentence, a mistake
of any kind) is not judged here: then the answer is None.
"""

from __future__ import annotations

import re

from custumal.dsl.base.limits import Limits
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.yaml.positions import OnLine
from custumal.dsl.yaml.scalar_positions import decode_block
from custumal.dsl.yaml.scalar_values import Odd, resolve
from custumal.dsl.yaml.source import Source
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence

_UNUSUAL = re.compile(r"\t|\0|^(?:---|\.\.\.|%)", re.MULTILINE)
_WORD = r"(?:[^ \n:]|:(?![ \n]))+"
_FLOW_WORD = r"(?:[^ \n:,\[\]{}]|:(?![ \n]))+"
_PLAIN = re.compile(rf"{_WORD}(?: +(?!\#){_WORD})*")
_PLAIN_IN_FLOW = re.compile(rf"{_FLOW_WORD}(?: +(?!\#){_FLOW_WORD})*")
_QUOTED = re.compile(r"'[^'\n]*'(?!')|\"[^\"\\\n]*\"")
_SKIPPED = re.compile(r"(?: *(?:\#[^\n]*)?\n)* *(?:\#[^\n]*)?")
_REST = re.compile(r" *(?:$|(?<= )\#[^\n]*$)", re.MULTILINE)
_LINE = re.compile(r"( *)([^\n]*)(?:\n|\Z)")
_BLOCK_HEADER = re.compile(r"[|>]-?(?= *$)", re.MULTILINE)
_SIGILS = frozenset("&*!|>%@`#,[]{}\"'?:")


class _UnusualError(Exception):
    """Not for this reader."""


def quick_tree(source: Source, limits: Limits) -> Node | None:
    """The tree of a source, or None where somebody else has to look."""
    if _UNUSUAL.search(source.text) or not source.text.strip():
        return None
    reader = _Quick(source, limits)
    try:
        return reader.file()
    except _UnusualError:
        return None


class _Quick:
    def __init__(self, source: Source, limits: Limits) -> None:
        self.source = source
        self.text = source.text if source.text.endswith("\n") else source.text + "\n"
        self.limits = limits
        self.at = 0
        self.nodes = 0

    def file(self) -> Node:
        self._skip()
        if self.at >= len(self.text):
            raise _UnusualError
        root = self._block(self._column(), 1)
        if self.at < len(self.text):
            raise _UnusualError
        return root

    # ------------------------------------------------------------ moving on

    def _skip(self) -> None:
        """To the next line that says something, behind its indentation."""
        found = _SKIPPED.match(self.text, self.at)
        assert found is not None
        self.at = found.end()

    def _column(self) -> int:
        return self.at - (self.text.rfind("\n", 0, self.at) + 1)

    def _end_line(self) -> None:
        """Nothing but a comment may follow on this line; then to the next line that says something."""
        rest = _REST.match(self.text, self.at)
        if rest is None:
            raise _UnusualError
        self.at = rest.end()
        self._skip()

    def _says_more(self) -> bool:
        """Whether this line goes on: then up to what it says, else to the next line that says something."""
        here = self.at
        while self.text[self.at] == " ":
            self.at += 1
        if self.text[self.at] not in "\n#":
            return True
        self.at = here
        self._end_line()
        return False

    def _starts_item(self) -> bool:
        return self.text.startswith(("- ", "-\n"), self.at)

    def _count(self, depth: int) -> None:
        self.nodes += 1
        if self.nodes > self.limits.nodes or depth > self.limits.nesting:
            raise _UnusualError

    # ------------------------------------------------------------ blocks

    def _block(self, column: int, depth: int) -> Node:
        """The block that begins here, in this column."""
        return self._items(column, depth) if self._starts_item() else self._pairs(column, depth)

    def _pairs(self, column: int, depth: int) -> Mapping:
        self._count(depth)
        start = self.at
        pairs: dict[str, tuple[Scalar, Node]] = {}
        while True:
            key = self._key(_PLAIN, flow=False)
            if key.text in pairs:
                raise _UnusualError
            pairs[key.text] = key, self._value(column, depth)
            if self.at >= len(self.text) or self._column() < column:
                break
            if self._column() > column or self._starts_item():
                raise _UnusualError
        return Mapping(tuple(pairs.values()), self._from(start, list(pairs.values())[-1][1]))

    def _items(self, column: int, depth: int) -> Sequence:
        self._count(depth)
        start = self.at
        items: list[Node] = []
        while True:
            self.at += 1
            items.append(self._item(column, depth))
            if self.at >= len(self.text) or self._column() < column or not self._starts_item():
                break
            if self._column() > column:
                raise _UnusualError
        return Sequence(tuple(items), self._from(start, items[-1]))

    def _from(self, start: int, last: Node) -> Span:
        line, column = self.source.place(start)
        return Span(self.source.name, line, column, last.span.end_line, last.span.end_column)

    def _item(self, column: int, depth: int) -> Node:
        """What stands behind a dash in this column."""
        if not self._says_more():
            return self._below(column, depth, same_column=False)
        if self._starts_item():
            return self._items(self._column(), depth + 1)
        if self._is_key():
            return self._pairs(self._column(), depth + 1)
        return self._inline(column, depth)

    def _is_key(self) -> bool:
        if self.text[self.at] in "[{":
            return False
        found = _QUOTED.match(self.text, self.at) or _PLAIN.match(self.text, self.at)
        return found is not None and self.text.startswith((": ", ":\n"), found.end())

    def _value(self, column: int, depth: int) -> Node:
        """What stands behind the colon of a key in this column."""
        return self._inline(column, depth) if self._says_more() else self._below(column, depth, same_column=True)

    def _below(self, column: int, depth: int, *, same_column: bool) -> Node:
        """What stands on the lines below, deeper than this column, or (a list under its key) in the same one."""
        if self.at >= len(self.text):
            raise _UnusualError
        indent = self._column()
        if indent > column:
            if not self._starts_item() and not self._is_key():
                raise _UnusualError
            return self._block(indent, depth + 1)
        if indent == column and same_column and self._starts_item():
            return self._items(column, depth + 1)
        raise _UnusualError

    def _inline(self, column: int, depth: int) -> Node:
        sign = self.text[self.at]
        if sign in "[{":
            node = self._flow(depth + 1)
        elif sign in "|>":
            return self._block_text(column)
        elif sign in "\"'":
            node = self._quoted(flow=False)
        else:
            node = self._plain(_PLAIN, flow=False)
            if self.text[self.at] == ":":
                raise _UnusualError
            self._end_line()
            if self.at < len(self.text) and self._column() > column:
                raise _UnusualError
            return node
        self._end_line()
        return node

    # ------------------------------------------------------------ scalars

    def _key(self, pattern: re.Pattern[str], *, flow: bool) -> Scalar:
        is_quoted = self.text[self.at] in "\"'"
        key = self._quoted(flow=flow) if is_quoted else self._plain(pattern, flow=flow)
        usual = key.value is not None and not isinstance(key.value, bool) and not (key.text == "<<" and not is_quoted)
        if not usual or not self.text.startswith((": ", ":\n"), self.at) or len(key.text) > 1000:  # a key is at most 1024 characters
            raise _UnusualError
        self.at += 1
        return key

    def _plain(self, pattern: re.Pattern[str], *, flow: bool) -> Scalar:
        text, at = self.text, self.at
        if text[at] in _SIGILS or (text[at] == "-" and text[at + 1] in " \n,[]{}"):
            raise _UnusualError
        found = pattern.match(text, at)
        if found is None:
            raise _UnusualError
        value = resolve(found.group())
        if isinstance(value, Odd) or (flow and found.group().count("(") != found.group().count(")")):
            raise _UnusualError
        return self._made(value, found.group(), at, found.end(), "plain", flow=flow)

    def _quoted(self, *, flow: bool) -> Scalar:
        found = _QUOTED.match(self.text, self.at)
        if found is None:
            raise _UnusualError
        inside = found.group()[1:-1]
        return self._made(inside, inside, found.start(), found.end(), "single" if found.group()[0] == "'" else "double", flow=flow)

    def _made(self, value: str | int | bool | None, text: str, start: int, end: int, style: str, *, flow: bool) -> Scalar:
        self._count(0)
        if len(text) > self.limits.mapped_characters:
            raise _UnusualError
        self.at = end
        line, column = self.source.place(start)
        first = column if style == "plain" else column + 1
        span = Span(self.source.name, line, column, line, column + end - start)
        return Scalar(value, text, span, OnLine(line, first, len(text) + 1), style, flow)

    def _block_text(self, column: int) -> Scalar:
        """A text of several lines under `|` or `>`, indented deeper than this column."""
        start = self.at
        header = _BLOCK_HEADER.match(self.text, start)
        if header is None:
            raise _UnusualError
        end = self._block_end(self.text.index("\n", start) + 1, column)
        style = "literal" if self.text[start] == "|" else "folded"
        found = decode_block(self.text, start, end, style)
        text = found.value
        self._count(0)
        if not text or len(text) > self.limits.mapped_characters:
            raise _UnusualError
        stop = start + len(self.text[start:end].rstrip(" \n"))
        places = tuple(map(self.source.place, [*found.indexes, found.end]))
        self.at = end
        self._skip()
        return Scalar(text, text, self.source.span(start, stop), places, style)

    def _block_end(self, at: int, column: int) -> int:
        """Where the lines of a block text that begins on the line at `at` end."""
        indent = 0
        end = at
        while at < len(self.text):
            line = _LINE.match(self.text, at)
            assert line is not None
            lead = len(line[1])
            if line[2] and not indent:
                if lead <= column:
                    raise _UnusualError
                indent = lead
            elif line[2] and lead < indent:
                if lead > column:
                    raise _UnusualError
                return end
            elif not line[2] and lead > indent:
                raise _UnusualError
            at = end = line.end()
        return end

    # ------------------------------------------------------------ braces and brackets

    def _flow(self, depth: int) -> Node:
        return self._flow_pairs(depth) if self.text[self.at] == "{" else self._flow_items(depth)

    def _flow_pairs(self, depth: int) -> Mapping:
        self._count(depth)
        start = self.at
        pairs: dict[str, tuple[Scalar, Node]] = {}
        self.at += 1
        self._skip()
        while self._char() != "}":
            key = self._key(_PLAIN_IN_FLOW, flow=True)
            self._skip()
            if key.text in pairs or self._char() in ",}":
                raise _UnusualError
            pairs[key.text] = key, self._flow_node(depth)
            self._divide("}")
        self.at += 1
        return Mapping(tuple(pairs.values()), self.source.span(start, self.at), flow=True)

    def _flow_items(self, depth: int) -> Sequence:
        self._count(depth)
        start = self.at
        items: list[Node] = []
        self.at += 1
        self._skip()
        while self._char() != "]":
            items.append(self._flow_node(depth))
            self._divide("]")
        self.at += 1
        return Sequence(tuple(items), self.source.span(start, self.at), flow=True)

    def _flow_node(self, depth: int) -> Node:
        sign = self._char()
        if sign in "[{":
            return self._flow(depth + 1)
        return self._quoted(flow=True) if sign in "\"'" else self._plain(_PLAIN_IN_FLOW, flow=True)

    def _divide(self, closer: str) -> None:
        """Past the comma behind an entry, or up to the closing bracket."""
        self._skip()
        sign = self._char()
        if sign == ",":
            self.at += 1
            self._skip()
            if self._char() == ",":
                raise _UnusualError
        elif sign != closer:
            raise _UnusualError

    def _char(self) -> str:
        if self.at >= len(self.text):
            raise _UnusualError
        return self.text[self.at]
