"""One input tried: nothing but diagnostics may come of it, in the file, fit to be shown, and for few steps."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ParamSpec

from custumal.dsl.base.characters import UNSAFE
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Span
from custumal.dsl.diagnostics.render.github import render_github
from custumal.dsl.diagnostics.render.json import render_json
from custumal.dsl.diagnostics.render.sarif import render_sarif
from custumal.dsl.diagnostics.render.text import render_text
from custumal.dsl.yaml.source import SourceText
from tests.support.steps import counted, forget

Arguments = ParamSpec("Arguments")
Read = tuple[list[Diagnostic], Mapping[str, SourceText]]
"""What was said about one input, and the texts by the name of the file."""


SLOW = 10
"""What takes so much longer than the others is looked at closely."""
ENOUGH = 20
"""So many inputs tell how long one takes."""
STEPS_OF_SMALL = 4_000_000
"""What a text of a page or two may cost."""


@dataclass(slots=True)
class Trials:
    """How many inputs were tried, how many of them were said to be wrong, and the steps of the one that took most."""

    tried: int = 0
    refused: int = 0
    seconds: float = 0.0
    counted: int = 0
    most: int = 0

    def take(self, read: Callable[Arguments, Read], *arguments: Arguments.args, **options: Arguments.kwargs) -> list[Diagnostic]:
        """Read an input; one that takes much longer than those before it on average is read again, and its steps are counted."""
        began = time.process_time()
        found, sources = read(*arguments, **options)
        taken = time.process_time() - began
        if taken * self.tried > SLOW * self.seconds or self.tried < ENOUGH:
            forget()
            _, cost = counted(lambda: read(*arguments, **options), STEPS_OF_SMALL)
            assert cost.is_fair, (cost, arguments)
            self.counted, self.most = self.counted + 1, max(self.most, cost.steps)
        self.tried += 1
        self.seconds += taken
        self.refused += any(diagnostic.is_error for diagnostic in found)
        judge(found, sources, arguments)
        return found

    def __str__(self) -> str:
        return f"{self.tried} inputs, {self.refused} refused, {self.counted} looked at closely, none with more than {self.most:,} steps"


def judge(found: list[Diagnostic], sources: Mapping[str, SourceText], what: object) -> None:
    """Every diagnostic lies in its file and can be shown."""
    for diagnostic in found:
        for span in (diagnostic.span, *(related.span for related in diagnostic.related)):
            assert is_inside(span, sources), (what, diagnostic)
    assert_shown(found, sources)


def is_inside(span: Span, sources: Mapping[str, SourceText]) -> bool:
    """Whether a span begins and ends in the text of its file, the end not before the beginning. A file that could not be read has none."""
    source = sources.get(span.file)
    if source is None:
        return span == Span(span.file, 1, 1, 1, 1) or span.column < span.end_column
    lines = source.text.split("\n")
    places = (span.line, span.column), (span.end_line, span.end_column)
    return places[0] <= places[1] and all(1 <= line <= len(lines) and 1 <= column <= len(lines[line - 1]) + 1 for line, column in places)


def assert_shown(found: list[Diagnostic], sources: Mapping[str, SourceText]) -> None:
    """Every form in which diagnostics are shown takes them, and none lets a character through that could take over a terminal."""
    text = render_text(found, sources)
    assert not UNSAFE.search(text.replace("\n", "")) and text.encode("utf-8") is not None
    assert len(json.loads(render_json(found, len(sources)))["diagnostics"]) == len(found)
    assert len(json.loads(render_sarif(found))["runs"][0]["results"]) == len(found)
    assert render_github(found).count("\n") == len(found)
