"""Entries in the text of a rule file: which lines they take."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.interpreter.library import named_file

_MOST_LINES = 40


def end_of_entry(lines: Sequence[str], start: int) -> int:
    """The line behind an entry whose key stands in a line (both from 0): it goes on as long as lines are indented more deeply.

    Blank lines behind it are none of its own.
    """
    indent = indent_of(lines[start])
    end = next((at for at in range(start + 1, len(lines)) if lines[at].strip() and indent_of(lines[at]) <= indent), len(lines))
    return max(at + 1 for at in range(start, end) if lines[at].strip() or at == start)


def indent_of(line: str) -> int:
    return len(line) - len(line.lstrip())


def excerpt(span: Span) -> list[str]:
    """The lines of the file in which an element stands, without their common indentation; none if the file is gone or has changed."""
    path = named_file(span.file)
    lines = [] if path is None else path.read_text(encoding="utf-8").splitlines()
    start = span.line - 1
    if start >= len(lines):
        return []
    end = max(span.end_line, end_of_entry(lines, start))
    shown = [line[indent_of(lines[start]) :] for line in lines[start:end]]
    while shown and not shown[-1].strip():
        shown.pop()
    return shown if len(shown) <= _MOST_LINES else [*shown[:_MOST_LINES], "..."]
