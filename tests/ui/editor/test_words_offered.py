"""Whatever stands in a file is offered where it stands: of a word or key its first letter is left, and what is offered gives it back.
Of ten words one may be missed: new names, and what an offer is too long for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.keys.form import Literal
from custumal.interpreter.library import shipped
from custumal.ui.editor.features.completing.completion import complete
from custumal.ui.editor.features.hover import key_of
from custumal.ui.editor.leaves import Leaf, leaves
from custumal.ui.editor.name_roles import words_of
from custumal.ui.editor.view import View, view_of
from custumal.ui.editor.workspace import Workspace
from tests.support.scale import FULL

pytestmark = pytest.mark.slow
SEED = 3
MOST = 40 if FULL else 8
"""So many words of one file."""
SOME = (
    "monolyth/game.yaml",
    "monastery/names.yaml",
    "kings-abbey/rulebook.yaml",
    "tic-tac-toe/game.yaml",
    "kings-abbey/variants/auction.yaml",
    "monolyth/variants/gentle-giants.yaml",
    "monolyth/scenarios/end.yaml",
)
FOLDERS = {name: path.parent for name, path in shipped()}
FILES = [str(path.relative_to(folder.parent)) for folder in FOLDERS.values() for path in sorted(folder.rglob("*.yaml"))] if FULL else SOME
_WORD = re.compile(r"[A-Za-z][\w-]*")
_ADDRESSES = ("set", "replace", "add", "remove", "move")


def offerable(view: View) -> list[Span]:
    """The words of a file that name what is there: keys, rules, addresses of edits, ids that labels are for, sections and sorts of rules,
    words that are printed, words of sentences but for those that bind a name."""
    checked = view.result.checked
    documents = (view.own, *(() if checked is None else (checked.document,)))
    found = (leaf for document in documents for leaf in leaves(document))
    return list(dict.fromkeys(span for leaf in found if _is_here(view, leaf) for span in _words(view, leaf)))


def _is_here(view: View, leaf: Leaf) -> bool:
    span = leaf.scalar.span
    return span.file == view.name and span.line == span.end_line


def _words(view: View, leaf: Leaf) -> Iterator[Span]:
    if leaf.role == "value" and leaf.sentence is None and not _names_something(view, leaf):
        return
    if leaf.role == "value" and _is_of_rules(leaf):
        yield leaf.scalar.span_of(0, len(leaf.scalar.text))
        return
    bound = [] if leaf.sentence is None else [word.span for word in words_of(leaf.sentence) if word.role == "binding"]
    if leaf.role != "id" or leaf.address.startswith("names."):
        spans = (leaf.scalar.span_of(found.start(), found.end()) for found in _WORD.finditer(leaf.scalar.text))
        yield from (span for span in spans if span not in bound)


def _names_something(view: View, leaf: Leaf) -> bool:
    key = key_of(view, leaf)
    is_edit = leaf.entry is not None and leaf.entry.form == "edit"
    if key is None or _is_of_rules(leaf):
        return _is_word_of_list(view, leaf) or _is_of_rules(leaf)
    return (is_edit and leaf.key in _ADDRESSES) or Literal("rule") in (key.holds.scalar, key.holds.items and key.holds.items.scalar)


def _is_of_rules(leaf: Leaf) -> bool:
    """Whether it says the section or the sort of a numbered rule."""
    return leaf.entry is not None and leaf.entry.form == "numbered-rule" and leaf.key in ("section", "kind")


def _is_word_of_list(view: View, leaf: Leaf) -> bool:
    """Whether a row has a word of a list under a printed column."""
    words = None if view.context is None else view.context.words
    listed = () if words is None else (word for name in words.list_names() if (found := words.list_called(name)) for word in found.symbols)
    return leaf.entry is not None and leaf.entry.form == "row" and leaf.scalar.text in listed


@pytest.mark.parametrize("name", FILES)
def test_what_stands_there_is_offered(name: str) -> None:
    path = FOLDERS[name.partition("/")[0]].parent / name
    text = path.read_text("utf-8")
    workspace = Workspace({path: text})
    view = view_of(workspace, path)
    assert view is not None
    spans = offerable(view)
    tried = Random(f"{SEED} {name}").sample(spans, min(MOST, len(spans)))
    missed = [span for span in tried if not given_back(workspace, path, text, span)]
    places = [f"{name}:{span.line}:{span.column}: {text.splitlines()[span.line - 1].strip()}" for span in missed]
    assert len(missed) * 10 <= len(tried), places


def given_back(workspace: Workspace, path: Path, text: str, span: Span) -> bool:
    """Whether some offer makes the line what it was; an address may be offered up to what follows."""
    lines = text.split("\n")
    line = lines[span.line - 1]
    cut = line[: span.column] + line[span.end_column - 1 :]
    workspace.put(path, "\n".join((*lines[: span.line - 1], cut, *lines[span.line :])))
    found = complete(workspace, path, span.line, span.column + 1)
    workspace.put(path, text)
    if found is None:
        return False
    made = [(cut[: found.first - 1] + (item.insert or item.label).rstrip(), cut[found.last - 1 :]) for item in found.items]
    return not found.is_whole or any(
        f"{before}{after}" == line or (len(before) >= span.end_column - 1 and line.startswith(before)) for before, after in made
    )
