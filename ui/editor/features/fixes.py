"""Quick fixes: what a diagnostic says was probably meant, keys that are missing or misplaced, scenarios for rules that none shows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.catalogue.files import NO_VERSION
from custumal.dsl.diagnostics.catalogue.keys import MISPLACED_KEY, MISSING_KEY
from custumal.dsl.diagnostics.catalogue.yaml import UNKNOWN_ALIAS, UNUSED_ANCHOR, YAML_TAG
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Span
from custumal.dsl.documents.reader import LANGUAGE_VERSION
from custumal.dsl.keys import FORMS
from custumal.dsl.keys.reference import yaml_of
from custumal.dsl.yaml.failure import sentence_end
from custumal.dsl.yaml.traps import quoted
from custumal.dsl.yaml.tree import Mapping
from custumal.ui.editor.features import skeletons
from custumal.ui.editor.features.misplaced_keys import moved
from custumal.ui.editor.leaves import leaves
from custumal.ui.editor.view import View

_NAMES = re.compile(r"`([^`]+)`")
_SIGNS = frozenset((UNUSED_ANCHOR.id, UNKNOWN_ALIAS.id, YAML_TAG.id))
_OWN_LINE = re.compile(r" *(- +)*([^\s{\[\"'#&*!]+: +)?")
"""What stands before a value that goes to the end of its line."""


@dataclass(frozen=True, slots=True)
class Fix:
    """`span` becomes `new`, in whatever file; `problem` is what that mends, if something is wrong."""

    title: str
    problem: Diagnostic | None
    span: Span
    new: str


def fixes(view: View, first: int, last: int) -> list[Fix]:
    """What mends problems on some lines, from 1, of a file."""
    found = view.workspace.merged().diagnostics
    here = [one for one in found if one.span.file == view.name and first <= one.span.end_line and one.span.line <= last]
    mending = [fix for one in here for fix in _mending(view, one)]
    shown = skeletons.skeletons(view, first, last)
    return [*mending, *(Fix(f"Begin a scenario that shows {rule}", None, span, new) for rule, span, new in shown)]


def _mending(view: View, one: Diagnostic) -> Iterator[Fix]:
    yield from _suggested(one)
    yield from _quoted(view, one)
    yield from _missing(view, one)
    yield from _misplaced(view, one)
    yield from _no_version(one)


def _suggested(one: Diagnostic) -> Iterator[Fix]:
    if one.suggestion is not None:
        yield Fix(f"Write `{one.suggestion}`", one, one.span, one.suggestion)


def _quoted(view: View, one: Diagnostic) -> Iterator[Fix]:
    """A sign that means something to YAML begins a value that has a line of its own: the whole text is quoted."""
    line, start = view.source.line(one.span.line), one.span.column - 1
    if one.code in _SIGNS and _OWN_LINE.fullmatch(line[:start]):
        end = sentence_end(line, start, len(line))
        new = quoted(line[start:end])
        yield Fix(f"Write `{new}`", one, Span(one.span.file, one.span.line, start + 1, one.span.line, end + 1), new)


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
    for name in _NAMES.findall(one.message):
        if name in form.keys and name not in node:
            behind = ", " if node.flow else f"\n{' ' * (place.column - 1)}"
            yield Fix(f"Add `{name}`", one, at, f"{name}: {yaml_of(form.keys[name].example)}{behind}")


def _misplaced(view: View, one: Diagnostic) -> Iterator[Fix]:
    """A key that stands elsewhere than such a key goes where one belongs, or is left out."""
    if one.code == MISPLACED_KEY.id:
        yield from (Fix(found.title, one, found.span, found.new) for found in moved(view, one.span))


def _no_version(one: Diagnostic) -> Iterator[Fix]:
    """The line with which every file begins, above its first key."""
    if one.code == NO_VERSION.id:
        said, line = f"custumal: {LANGUAGE_VERSION}", one.span.line
        yield Fix(f"Begin it with `{said}`", one, Span(one.span.file, line, 1, line, 1), f"{said}\n")
