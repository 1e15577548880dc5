"""Diagnostics for a person: the message, the line of the file, a mark under the place, and the likely mending."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TextIO

from custumal.dsl.base.characters import shortened
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Severity, Span
from custumal.dsl.diagnostics.render.columns import safe, text_width
from custumal.dsl.yaml.source import SourceText

_LONGEST_LINE = 140
_BEFORE_MARK = 60
_CODES = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.NOTE: "1;36"}
_DIM, _HELP = "2", "1;32"


def wants_color(stream: TextIO) -> bool:
    """Whether colour belongs on this stream: a terminal that is not dumb, and no NO_COLOR in the environment."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def render_text(diagnostics: Iterable[Diagnostic], sources: Mapping[str, SourceText], color: bool = False) -> str:
    """All diagnostics in the given order, with a blank line between; empty if there are none, else it ends with a line break."""
    blocks = [_block(diagnostic, sources, _Paint(color)) for diagnostic in diagnostics]
    return "\n".join(blocks)


class _Paint:
    """Wraps text in terminal colours, or leaves it as it is."""

    def __init__(self, on: bool) -> None:
        self._on = on

    def __call__(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._on and text else text


def _block(diagnostic: Diagnostic, sources: Mapping[str, SourceText], paint: _Paint) -> str:
    tone = _CODES[diagnostic.severity]
    head = paint(f"{diagnostic.severity}[{diagnostic.code}]", tone)
    lines = [f"{head} {_place(diagnostic.span)}", safe(diagnostic.message)]
    lines += _excerpt(diagnostic.span, sources, paint, tone)
    if not diagnostic.says_what_was_meant:
        lines += _help(diagnostic.suggestion, paint)
    for related in diagnostic.related:
        lines.append(f"{paint('note:', _CODES[Severity.NOTE])} {_place(related.span)}: {safe(related.message)}")
        lines += _excerpt(related.span, sources, paint, _CODES[Severity.NOTE])
    return "\n".join(lines) + "\n"


def _place(span: Span) -> str:
    return f"{safe(span.file)}:{span.line}:{span.column}"


def _help(suggestion: str | None, paint: _Paint) -> list[str]:
    if suggestion is None:
        return []
    label = paint("help:", _HELP)
    if not suggestion.strip():
        return [f"{label} delete it"] if not suggestion else []
    if "\n" in suggestion:
        return [f"{label} write instead", *(f"    {safe(shortened(line, _LONGEST_LINE))}" for line in suggestion.strip("\n").split("\n"))]
    suggestion = shortened(suggestion, _LONGEST_LINE)
    if suggestion[0] in "\"'":
        return [f"{label} did you mean {safe(suggestion)}?"]
    return [f'{label} did you mean "{safe(suggestion)}"?']


def _excerpt(span: Span, sources: Mapping[str, SourceText], paint: _Paint, tone: str) -> list[str]:
    """The first line of the span with a mark under it; nothing if the file is not at hand or has no such line."""
    source = sources.get(span.file)
    line = source.line(span.line) if source is not None else ""
    if not line.strip():
        return []
    several = span.end_line > span.line
    start = min(span.column - 1, len(line))
    end = len(line) if several else min(max(span.end_column - 1, start + 1), max(len(line), start + 1))
    before, marked, after = _window(line, start, end)
    number = str(span.line)
    gutter = " " * len(number)
    mark = " " * text_width(before) + paint("^" * max(text_width(marked), 1), tone)
    shown = [
        paint(f"{gutter} |", _DIM),
        f"{paint(f'{number} |', _DIM)} {before}{marked}{after}",
        f"{paint(f'{gutter} |', _DIM)} {mark}",
    ]
    return [*shown, paint(f"{gutter} | ...", _DIM)] if several else shown


def _window(line: str, start: int, end: int) -> tuple[str, str, str]:
    """What stands before, in and after the span; a long line is cut around the start of the span."""
    first = start - _BEFORE_MARK if len(line) > _LONGEST_LINE and start > _BEFORE_MARK else 0
    last = min(first + _LONGEST_LINE, len(line))
    before = ("…" if first else "") + safe(line[first:start])
    after = safe(line[end:last]) + ("…" if last < len(line) and end <= last else "")
    return before, safe(line[start : min(end, last)]), after
