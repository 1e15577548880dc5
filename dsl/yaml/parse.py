"""From the text of a file to its tree, or to what is wrong with it: all YAML is read here, good or bad."""

from __future__ import annotations

from collections.abc import Iterator

from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import Event

from custumal.dsl.base.limits import Limits
from custumal.dsl.diagnostics.catalogue.files import empty_file
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.yaml.compose import Composer
from custumal.dsl.yaml.events import quick_events, thorough_events
from custumal.dsl.yaml.source import SourceText, file_span
from custumal.dsl.yaml.tree import Node


def parse_yaml(source: SourceText, report: Report, limits: Limits) -> Node | None:
    """The tree of a source; None if it cannot be read, which is reported."""
    # A block text at the very end of a file gets its true end only if a line break follows it.
    text = source.text if source.text.endswith("\n") else source.text + "\n"
    found = Report()
    try:
        root = _composed(quick_events(text), source, found, limits)
    except YAMLError:
        return _parse_thoroughly(text, source, report, limits)
    report.extend(found.sorted())
    return root


def _parse_thoroughly(text: str, source: SourceText, report: Report, limits: Limits) -> Node | None:
    """The same by the parser that says what is wrong."""
    found = Report()
    try:
        root = _composed(thorough_events(text), source, found, limits)
    # The last two are what the parser lets through for an escape beyond the last character and for absurdly long version numbers.
    except (YAMLError, ValueError, OverflowError) as problem:
        from custumal.dsl.yaml.errors import report_failure  # noqa: PLC0415  # its many patterns take time, and good files need none

        report_failure(problem, source, found.sorted(), report)
        return None
    report.extend(found.sorted())
    return root


def _composed(events: Iterator[Event], source: SourceText, report: Report, limits: Limits) -> Node | None:
    """The tree that the events make; errors of the parser pass through."""
    composer = Composer(source, report, limits)
    root = composer.compose(events)
    if root is None and not composer.stopped:
        report.tell(file_span(source.name), empty_file())
    return root
