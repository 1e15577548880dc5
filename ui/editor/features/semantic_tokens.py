"""Semantic tokens: what each word of a sentence is, for its colour."""

from __future__ import annotations

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.sentences.parsing import words_to_the_end
from custumal.dsl.sentences.words import END, RESERVED
from custumal.ui.editor.leaves import leaves
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
    for leaf in leaves(view.own):
        if leaf.sentence is None or leaf.role == "key":
            continue
        for word in words_to_the_end(leaf.scalar.text):
            span = leaf.scalar.span_of(word.start, word.end)
            if word.kind in ("", END) or span.line != span.end_line:
                continue
            found.append((span, _kind(word.kind, targets.get(span), is_verb=word.start == 0)))
    return found


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
