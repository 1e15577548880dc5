"""Quick fixes: what a diagnostic says was probably meant, and keys that are missing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.catalogue.keys import MISSING_KEY
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Span
from custumal.dsl.keys import FORMS
from custumal.dsl.keys.reference import yaml_of
from custumal.dsl.yaml.tree import Mapping
from custumal.ui.editor.leaves import leaves
from custumal.ui.editor.view import View

_QUOTED = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Fix:
    """`span` becomes `new`; `problem` is what that mends."""

    title: str
    problem: Diagnostic
    span: Span
    new: str


def fixes(view: View, first: int, last: int) -> list[Fix]:
    """What mends problems on some lines, from 1, of a file."""
    found = view.workspace.merged().diagnostics
    here = [one for one in found if one.span.file == view.name and first <= one.span.end_line and one.span.line <= last]
    return [fix for one in here for fix in (*_suggested(one), *_missing(view, one))]


def _suggested(one: Diagnostic) -> Iterator[Fix]:
    if one.suggestion is not None:
        yield Fix(f"Write `{one.suggestion}`", one, one.span, one.suggestion)


def _missing(view: View, one: Diagnostic) -> Iterator[Fix]:
    """The keys that an entry needs, each with the example that the table of keys has."""
    leaf = next((leaf for leaf in leaves(view.own) if leaf.scalar.span == one.span and leaf.entry is not None), None)
    if one.code != MISSING_KEY.id or leaf is None or leaf.entry is None:
        return
    form, node = FORMS.get(leaf.entry.form), leaf.entry.node
    if form is None or not isinstance(node, Mapping) or not len(node):
        return
    place = node.pairs[0][0].span
    at = Span(place.file, place.line, place.column, place.line, place.column)
    for name in _QUOTED.findall(one.message):
        if name in form.keys and name not in node:
            behind = ", " if node.flow else f"\n{' ' * (place.column - 1)}"
            yield Fix(f"Add `{name}`", one, at, f"{name}: {yaml_of(form.keys[name].example)}{behind}")
