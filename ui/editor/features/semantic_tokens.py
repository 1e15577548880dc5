"""Semantic tokens: what each word of a sentence is, for its colour."""

from __future__ import annotations

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.sentences.parsing import words_to_the_end
from custumal.dsl.sentences.words import END, RESERVED
from custumal.ui.editor.leaves import Leaf, leaves
from custumal.ui.editor.view import View

KINDS = ("keyword", "number", "variable", "parameter", "function", "method", "property", "enumMember", "type", "operator", "namespace")
"""The kinds of tokens, by their numbers."""
_OF_SECTION = {
    "define": "function", "values": "property", "options": "property", "kept": "variable", "resources": "variable", "zones": "property",
    "actions": "method", "procedures": "function", "lists": "type", "kinds": "type", "components": "type", "tables": "function",
    "play": "namespace", "setup": "namespace",
}  # fmt: skip


def tokens(view: View) -> list[tuple[Span, str]]:
    """The words of all sentences of a file with their kinds, in their order."""
    found: list[tuple[Span, str]] = []
    targets = {use.span: use.target for use in view.index.uses.get(view.name, [])}
    for leaf in _with_sentences(view):
        for word in words_to_the_end(leaf.scalar.text):
            span = leaf.scalar.span_of(word.start, word.end)
            if word.kind in ("", END) or span.line != span.end_line:
                continue
            found.append((span, _kind(word.kind, targets.get(span), is_verb=word.start == 0)))
    return found


def _with_sentences(view: View) -> list[Leaf]:
    """What holds a sentence in a file; what the edits of a variant write is one where it becomes one."""
    checked = view.result.checked if view.kind == "variant" else None
    documents = (view.own, *(() if checked is None else (checked.document,)))
    found = (leaf for document in documents for leaf in leaves(document) if leaf.sentence is not None and leaf.role != "key")
    by_place = {leaf.scalar.span: leaf for leaf in found if leaf.scalar.span.file == view.name}
    return [by_place[span] for span in sorted(by_place)]


def _kind(kind: str, target: str | None, *, is_verb: bool) -> str:
    if kind in RESERVED:
        return "keyword"
    if kind == "INT":
        return "number"
    if kind != "NAME":
        return "operator"
    if target is None:
        return "keyword" if is_verb else "property"
    if target.startswith("#"):
        return "parameter"
    return "enumMember" if target.startswith("=") else _OF_SECTION.get(target.partition(".")[0], "property")
