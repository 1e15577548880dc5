"""Quick fixes for numbered rules that no scenario shows: the beginning of one, to be gone on with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.documents.document import Document
from custumal.dsl.yaml.tree import Mapping
from custumal.ui.editor.features.misplaced_keys import end_of_value
from custumal.ui.editor.view import View

_NO_ID = re.compile(r"[^a-z0-9-]|-(?![a-z])")


def skeletons(view: View, first: int, last: int) -> Iterator[tuple[str, Span, str]]:
    """For each rule on some lines of a rulebook, from 1, that needs code and that no scenario shows: its number, the place behind the
    last scenario of the game, and what is to be written there. What has to be so is left open, which the check says."""
    home = _home(view)
    if view.kind != "rulebook" or view.game is None or home is None:
        return
    shown = {rule for scenario in view.game.scenarios for rule in scenario.source.rules} | dict(view.game.unencoded).keys()
    span, indent = home
    for entry in view.own.section("rules"):
        if first <= entry.key.span.line <= last and entry.id not in shown:
            lines = (f"{_name(view, entry.id)}:", f"  rule: {entry.key.text}", "  when: []", "  then:", "    shown:")
            yield entry.id, span, "".join(f"\n{indent}{line}" for line in lines)


def _name(view: View, rule: str) -> str:
    """An id that no scenario has."""
    taken = set() if view.game is None else {scenario.source.id for scenario in view.game.scenarios}
    name = f"shows-{_NO_ID.sub('', rule.lower())}"
    return next(each for each in (name, *(f"{name}-x{number}" for number in range(len(taken) + 1))) if each not in taken)


def _home(view: View) -> tuple[Span, str] | None:
    """The place behind the last scenario of the game, and how far scenarios are indented there."""
    found = [home for document in view.documents if (home := _behind(view, document)) is not None]
    return found[-1] if found else None


def _behind(view: View, document: Document) -> tuple[Span, str] | None:
    entries = document.section("scenarios")
    node = entries[-1].node if entries else None
    source = None if node is None else view.workspace.source(node.span.file)
    if node is None or source is None or not isinstance(node, Mapping) or node.flow:
        return None
    column = entries[-1].key.span.column - 1
    lines = source.text.split("\n")
    end = end_of_value(lines, entries[-1].key.span.line - 1, column)
    return Span(node.span.file, end, len(lines[end - 1]) + 1, end, len(lines[end - 1]) + 1), " " * column
