"""Places on one line, made when they are asked for, are those that a list of all would have."""

from __future__ import annotations

import sys

import pytest

from custumal.dsl.diagnostics.diagnostic import Report, Span
from custumal.dsl.yaml.character_positions import OnLine
from custumal.dsl.yaml.load import load_text
from custumal.dsl.yaml.tree import Scalar

TEXT = "a word"
ALL = tuple((3, 5 + i) for i in range(len(TEXT) + 1))
HERE = Span("a.yaml", 3, 5, 3, 11)


def test_places_on_a_line_are_a_sequence() -> None:
    line = OnLine(3, 5, len(ALL))
    assert line == ALL
    assert hash(line) == hash(ALL)
    assert list(line) == list(ALL)
    assert (line[0], line[-1], line[2:4]) == (ALL[0], ALL[-1], ALL[2:4])
    with pytest.raises(IndexError):
        line[len(ALL)]


@pytest.mark.parametrize("start", range(len(TEXT) + 1))
def test_a_stretch_has_the_same_span(start: int) -> None:
    listed, on_line = Scalar(TEXT, TEXT, HERE, ALL), Scalar(TEXT, TEXT, HERE, OnLine(3, 5, len(ALL)))
    for end in range(start, len(TEXT) + 1):
        assert on_line.span_of(start, end) == listed.span_of(start, end)


def test_no_odd_blank_is_taken_for_indentation() -> None:
    """Whatever Python counts as blank, but for what indents and ends lines, is reported where it stands before a key."""
    for blank in (chr(code) for code in range(sys.maxunicode + 1) if chr(code).isspace() and chr(code) not in " \t\n\r"):
        report = Report()
        load_text(f"a: 1\n{blank}b: 2\n", "a.yaml", report)
        assert {d.code for d in report.sorted()} & {"odd-indentation", "control-character"}, hex(ord(blank))
