"""From YAML events to positioned nodes: every key and value gets its exact span, and what rule files may not use is reported.

The events are read one by one, so limits hold before memory is used, no depth of nesting can exhaust Python's stack, and an alias is
known by the place where it is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from custumal.dsl.base.characters import UNSAFE
from custumal.dsl.base.frozen import dataclass, field
from custumal.dsl.base.limits import Limits
from custumal.dsl.diagnostics.catalogue.characters import escape_of_unseen
from custumal.dsl.diagnostics.catalogue.files import too_many_nodes
from custumal.dsl.diagnostics.catalogue.yaml import (
    alias_of_itself,
    alias_too_large,
    bracket_beside_key,
    key_missing,
    key_not_text,
    key_to_quote,
    key_twice,
    merge_key,
    nested_too_deep,
    several_documents,
    unknown_alias,
    yaml_directive,
    yaml_tag,
)
from custumal.dsl.diagnostics.diagnostic import Problem, Report, Span
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.yaml.anchors import Anchors, repeated
from custumal.dsl.yaml.character_positions import OnLine
from custumal.dsl.yaml.failure import GLUED_BRACKET
from custumal.dsl.yaml.scalar_positions import places_of
from custumal.dsl.yaml.scalar_values import Odd, Value, resolve
from custumal.dsl.yaml.source import SourceText
from custumal.dsl.yaml.traps import check_comment, mend_items, mend_pairs
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence

_STYLES = {None: "plain", "": "plain", "'": "single", '"': "double", "|": "literal", ">": "folded"}
_PROPERTIES = re.compile(r"(?:[&!][^\s,\[\]{}]*|[ \t\n]+|#[^\n]*)+")
_DIRECTIVE = re.compile(r"^%[^\n]*", re.MULTILINE)
_INDICATOR = re.compile(r"[:\-](?=\s|\Z)")
_TAG = re.compile(r"!\S*")
# Marks that only tell the direction of a neighbour may be written as escapes; those that turn whole stretches around may not.
_ALLOWED_ESCAPES = "\u200e\u200f\u061c"


@dataclass(slots=True)
class _Frame:
    """A mapping or list that is still open. `height` and `size` measure what is in it, for aliases of it."""

    mapping: bool
    flow: bool
    start: int
    anchor: str | None
    children: list[Node] = field(default_factory=list)
    height: int = 0
    size: int = 1


class _StoppedError(Exception):
    """The reason is in the report; the rest of the file cannot be read."""


class Composer:
    """Builds the tree of one document from its events."""

    def __init__(self, source: SourceText, report: Report, limits: Limits) -> None:
        self.source = source
        self.report = report
        self.limits = limits
        self.root: Node | None = None
        self.stopped = False
        self._stack: list[_Frame] = []
        self._anchors = Anchors(source, report)
        self._documents = 0
        self._nodes = 0
        self._repeated = 0

    def compose(self, events: Iterable[Event]) -> Node | None:
        """The root of the document; None if there is none or it cannot be read, which is reported."""
        takers = self._takers()
        try:
            for event in events:
                take = takers.get(type(event))
                if take is not None:
                    take(event)
        except _StoppedError:
            self.stopped = True
            return None
        self._anchors.report_unused()
        return self.root

    def _takers(self) -> dict[type[Event], Callable[[Any], None]]:
        """What is done with an event of each type; with those that are not here, nothing."""
        return {
            DocumentStartEvent: self._start_document,
            MappingStartEvent: self._open,
            SequenceStartEvent: self._open,
            MappingEndEvent: self._close,
            SequenceEndEvent: self._close,
            ScalarEvent: self._take_scalar,
            AliasEvent: self._repeat,
        }

    def _start_document(self, event: DocumentStartEvent) -> None:
        start = event.start_mark.index
        directive = _DIRECTIVE.search(self.source.text, 0, start) if self._documents == 0 else None
        if directive is not None:
            span = self.source.span(*directive.span())
            self._fail(span, yaml_directive())
        self._documents += 1
        if self._documents > 1:
            self._fail(self.source.span(start, start + 3), several_documents())

    def _fail(self, span: Span, problem: Problem) -> None:
        self.report.tell(span, problem)
        raise _StoppedError

    def _count(self, nodes: int, at: int) -> None:
        self._nodes += nodes
        if self._nodes > self.limits.nodes:
            span = self.source.span(at, at + 1)
            self._fail(span, too_many_nodes(self.limits.nodes))

    def _open(self, event: MappingStartEvent | SequenceStartEvent) -> None:
        start = event.start_mark.index
        self._count(1, start)
        self._check_depth(len(self._stack) + 1, start, start + 1)
        if event.anchor is not None or event.ctag is not None:
            self._check_tag(event)
            start = self._after_properties(start, len(self.source.text))
        self._stack.append(_Frame(isinstance(event, MappingStartEvent), bool(event.flow_style), start, event.anchor))

    def _check_depth(self, depth: int, start: int, end: int) -> None:
        if depth > self.limits.nesting:
            self._fail(self.source.span(start, end), nested_too_deep(self.limits.nesting))

    def _check_tag(self, event: ScalarEvent | MappingStartEvent | SequenceStartEvent) -> None:
        if event.ctag is None:
            return
        found = _TAG.search(self.source.text, event.start_mark.index)
        start, end = found.span() if found else (event.start_mark.index, event.start_mark.index + 1)
        word = self.source.text[start:end]
        self.report.tell(self.source.span(start, end), yaml_tag(word))

    def _after_properties(self, start: int, end: int) -> int:
        found = _PROPERTIES.match(self.source.text, start, end)
        return found.end() if found else start

    def _attach(self, node: Node, height: int, size: int, anchor: str | None, at: int) -> None:
        if anchor is not None:
            self._anchors.add(anchor, node, height, size, at)
        if not self._stack:
            self.root = node
            return
        frame = self._stack[-1]
        frame.children.append(node)
        if height >= frame.height:
            frame.height = height + 1
        frame.size += size

    def _repeat(self, event: AliasEvent) -> None:
        name, span = event.anchor, self.source.span(event.start_mark.index, event.end_mark.index)
        anchor = self._anchors.used(name)
        if anchor is None:
            self._fail_unknown(name, span)
            return
        self._repeated += anchor.size
        if self._repeated > self.limits.alias_nodes:
            self._fail(span, alias_too_large(self.limits.alias_nodes))
        self._count(anchor.size, event.start_mark.index)
        self._check_depth(len(self._stack) + anchor.height, event.start_mark.index, event.end_mark.index)
        flow = bool(self._stack) and self._stack[-1].flow
        self._attach(repeated(anchor.node, span, flow), anchor.height, anchor.size, None, event.start_mark.index)

    def _fail_unknown(self, name: str, span: Span) -> None:
        if any(frame.anchor == name for frame in self._stack):
            self._fail(span, alias_of_itself(name))
        likely = nearest(name, self._anchors.names)
        self._fail(span, unknown_alias(name, likely))

    def _close(self, event: MappingEndEvent | SequenceEndEvent) -> None:
        frame = self._stack.pop()
        span = self._frame_span(frame, event.end_mark.index)
        if frame.mapping:
            pairs = list(zip(frame.children[::2], frame.children[1::2], strict=True))
            pairs = mend_pairs(pairs, span, self.source, self.report) if frame.flow else [self._parted(*pair) for pair in pairs]
            sound = self._sound_pairs(pairs)
            node: Node = Mapping(sound, span, frame.flow, len(sound) < len(pairs))
        else:
            items = mend_items(frame.children, self.source, self.report) if frame.flow else frame.children
            node = Sequence(tuple(items), span, frame.flow)
        self._attach(node, frame.height, frame.size, frame.anchor, frame.start if frame.anchor is None else self._anchor_start(frame))

    def _parted(self, key: Node, value: Node) -> tuple[Node, Node]:
        """`few {least: E}`, whose key seems to be `few {least`: what was meant, with what is missing reported."""
        if not isinstance(key, Scalar) or not isinstance(value, Scalar) or "{" not in key.text or not value.text.endswith("}"):
            return key, value
        found = GLUED_BRACKET.match(key.text)
        if found is None or found["sign"] != "{" or (key.style, value.style) != ("plain", "plain"):
            return key, value
        self.report.tell(key.span_of(found.start("key"), found.end()), bracket_beside_key(found["key"], found["mark"], "{"))
        inner = _part(key, found.end(), len(key.text)), _part(value, 0, len(value.text) - 1)
        return _part(key, *found.span("key")), Mapping((inner,), inner[0].span.to(inner[1].span), flow=True)

    def _anchor_start(self, frame: _Frame) -> int:
        assert frame.anchor is not None
        return max(self.source.text.rfind(f"&{frame.anchor}", 0, frame.start), 0)

    def _frame_span(self, frame: _Frame, end: int) -> Span:
        """A flow collection ends with its bracket, a block collection with its last value (the event says: where the next thing begins)."""
        if frame.flow or not frame.children:
            return self.source.span(frame.start, end)
        first, last = frame.children[0].span, frame.children[-1].span
        line, column = self.source.place(frame.start)
        if frame.mapping and (first.line, first.column) > (line, column):
            line, column = first.line, first.column
        ends = max((last.end_line, last.end_column), (line, column))
        return Span(self.source.name, line, column, *ends)

    def _sound_pairs(self, pairs: list[tuple[Node, Node]]) -> tuple[tuple[Scalar, Node], ...]:
        sound: dict[str, tuple[Scalar, Node]] = {}
        twice: list[Scalar] = []
        for key, value in pairs:
            if not isinstance(key, Scalar) or key.value is None or isinstance(key.value, bool):
                self._report_key(key)
            elif key.text == "<<" and key.style == "plain":
                self.report.tell(key.span, merge_key())
            elif key.text in sound:
                twice.append(key)
                if not self._stack:
                    sound[key.text] = (sound[key.text][0], _together(sound[key.text][1], value))
            else:
                sound[key.text] = (key, value)
        for first, *others in [twice] if twice and self._stack else [[key] for key in twice]:
            also = list(dict.fromkeys(key.text for key in others))
            self.report.tell(first.span, key_twice(first.text, also, sound[first.text][0].span))
        return tuple(sound.values())

    def _report_key(self, key: Node) -> None:
        if not isinstance(key, Scalar):
            self.report.tell(key.span, key_not_text())
        elif not key.text:
            self.report.tell(key.span, key_missing())
        else:
            self.report.tell(key.span, key_to_quote(key.text))

    def _take_scalar(self, event: ScalarEvent) -> None:
        start = event.start_mark.index
        self._count(1, start)
        self._attach(self._scalar(event), 0, 1, event.anchor, start)

    def _scalar(self, event: ScalarEvent) -> Scalar:
        style, text = _STYLES[event.style], event.value
        start, end = self._extent(event, style)
        span = self._span(start, end, style)
        places = places_of(self.source, span, start, end, style, text) if len(text) <= self.limits.mapped_characters else ()
        if not isinstance(places, OnLine):
            text = self._safe(text, places, span)
        if style == "plain" and text and self.source.text.startswith(" #", end):
            check_comment(self.source, start, end, self.report)
        flow = bool(self._stack) and self._stack[-1].flow
        value = text if style != "plain" or event.ctag is not None else resolve(text)
        return Scalar(self._refused(value, span) if isinstance(value, Odd) else value, text, span, places, style, flow)

    def _extent(self, event: ScalarEvent, style: str) -> tuple[int, int]:
        """Where a scalar begins, behind its tag and name, and where it ends."""
        start, end = event.start_mark.index, event.end_mark.index
        if event.anchor is not None or event.ctag is not None:
            self._check_tag(event)
            start = min(self._after_properties(start, end), end)
        if not event.value and style == "plain":
            start = end = self._empty_place(end)
        return start, end

    def _span(self, start: int, end: int, style: str) -> Span:
        """The span of a scalar, without the blank lines behind a block text."""
        if style in ("literal", "folded"):
            end = start + len(self.source.text[start:end].rstrip(" \n"))
        return self.source.span(start, end)

    def _empty_place(self, end: int) -> int:
        """Where a value that was left out would stand: behind its `:` or `-`, while the reader reports the next thing in the file."""
        frame = self._stack[-1] if self._stack else None
        if frame is None or not frame.children:
            return end
        before = frame.children[-1].span
        found = _INDICATOR.search(self.source.text, self.source.index(before.end_line, before.end_column), end)
        return found.end() if found else end

    def _safe(self, text: str, places: tuple[tuple[int, int], ...], span: Span) -> str:
        """The text with the characters replaced that escapes must not make, which are reported: they could take over a terminal."""
        whole = Scalar(text, text, span, places)
        bad = [found for found in UNSAFE.finditer(text) if found.group() not in _ALLOWED_ESCAPES]
        for found in bad[:10]:
            self.report.tell(whole.span_of(*found.span()), escape_of_unseen(found.group()))
        for found in bad:
            text = text[: found.start()] + "\ufffd" + text[found.end() :] if len(bad) <= 10 else UNSAFE.sub("\ufffd", text)
        return text

    def _refused(self, found: Odd, span: Span) -> Value:
        """The value with which to go on, when a spelling has been reported."""
        frame = self._stack[-1] if self._stack else None
        is_key = frame is not None and frame.mapping and len(frame.children) % 2 == 0
        if not is_key or isinstance(found.value, str | int):  # else it is said of the key that it is no text
            self.report.tell(span, found.problem)
        return found.value


def _together(first: Node, second: Node) -> Node:
    """A section that stands twice at the top of a file, as one, so that nothing in it counts as missing."""
    if not isinstance(first, Mapping) or not isinstance(second, Mapping):
        return first
    return Mapping(first.pairs + tuple(pair for pair in second if pair[0].text not in first), first.span, first.flow)


def _part(scalar: Scalar, start: int, end: int) -> Scalar:
    """A stretch of a plain scalar as one of its own."""
    text = scalar.text[start:end].strip()
    value = resolve(text) if text else None
    return Scalar(value.value if isinstance(value, Odd) else value, text, scalar.span_of(start, end))
