"""Reads all of YAML, and knows what is wrong with a text; what `quick_yaml` does not judge comes here."""

from __future__ import annotations

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from custumal.dsl.base.limits import Limits
from custumal.dsl.diagnostics.catalogue.files import empty_file
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.yaml.compose import Composer
from custumal.dsl.yaml.errors import report_failure
from custumal.dsl.yaml.source import Source, file_span
from custumal.dsl.yaml.tree import Node


def slow_tree(source: Source, report: Report, limits: Limits) -> Node | None:
    """The tree by the reader of all YAML, which also knows what is wrong with a text."""
    # Only the event stream is used: it shows where aliases stand, needs no recursion and builds no objects. A block text at the very
    # end of a file gets its true end only if a line break follows it.
    text = source.text if source.text.endswith("\n") else source.text + "\n"
    composer = Composer(source, report, limits)
    try:
        root = composer.compose(YAML(typ="safe", pure=True).parse(text))
    # The last two are what the reader lets through for an escape beyond the last character and for absurdly long version numbers.
    except (YAMLError, ValueError, OverflowError) as problem:
        report_failure(problem, source, report)
        return None
    if root is None and not composer.stopped:
        report.tell(file_span(source.name), empty_file())
    return root
