"""Go to definition, references: from a word to what it names, and to all places that name it."""

from __future__ import annotations

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.ui.editor.features.address_parts import part_at
from custumal.ui.editor.features.everywhere import naming, uses_in
from custumal.ui.editor.index import Use
from custumal.ui.editor.view import View


def use_at(view: View, line: int, column: int) -> Use | None:
    """What is named at a place of the file; line and column count from 1."""
    return view.index.at(view.name, line, column)


def definition(view: View, line: int, column: int) -> Span | None:
    """Where the word at a place is declared or bound, or where what an address means stands; None for words of the language, and where
    nothing is named."""
    use = use_at(view, line, column)
    if use is not None:
        return view.index.definition(use.target)
    part = part_at(view, line, column)
    return None if part is None else part.declared


def references(view: View, line: int, column: int, *, declared: bool = True) -> list[Span]:
    """All places that name what is named at a place, in this game, all its variants and the file; with `declared` also its declaration."""
    use = use_at(view, line, column)
    if use is None:
        return []
    trial, word = view.workspace.trial(), view.source.line(use.span.line)[use.span.column - 1 : use.span.end_column - 1]
    found = [each.span for each in uses_in(trial, naming(view, word), view, use.target) if declared or not each.is_definition]
    view.workspace.remember(trial)
    return found


def highlights(view: View, line: int, column: int) -> list[tuple[Span, bool]]:
    """The places in this file that name what is named at a place, and whether it is written there."""
    use = use_at(view, line, column)
    found = [] if use is None else view.index.of(use.target)
    return [(each.span, each.writes) for each in found if each.span.file == view.name]
