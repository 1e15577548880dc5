"""Parts of an address that name no entry that is there now: a section, a key, data below a key, or what a variant has taken away."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.documents.document import Document, Entry
from custumal.dsl.keys import FILES, FORMS, Key
from custumal.dsl.overlay.target import Addressed, find_target
from custumal.dsl.sentences import syntax as sx
from custumal.ui.editor.index import ADDRESSED, id_span
from custumal.ui.editor.leaves import Leaf, leaves
from custumal.ui.editor.view import View

_BEGUN = ("", "actions.", "play.", "procedures.")
"""What a sentence may leave out at the beginning of an address."""
_BOOK = "rulebook."


@dataclass(frozen=True, slots=True)
class Part:
    """`address` is all up to this part, `key` what the table of keys says of it, `target` what stands there, `around` the entry in which
    that is."""

    span: Span
    address: str
    key: Key | None
    target: Addressed | None
    around: Entry | None

    @property
    def declared(self) -> Span | None:
        """Where it stands; of a key that is not written the entry that could have it."""
        entry = self.around if self.target is None else self.target.entry
        if entry is not None:
            return id_span(entry)
        return None if self.target is None else (self.target.key or self.target.node).span


def part_at(view: View, line: int, column: int) -> Part | None:
    """The part of an address at a place of a file; None where none stands, or where nothing is known of it."""
    for leaf in leaves(view.own):
        if leaf.role == "value" and _holds(leaf.scalar.span, line, column):
            address, span = next((each for each in _parts(leaf) if _holds(each[1], line, column)), ("", leaf.scalar.span))
            return _found(view, address, span) if address else None
    return None


def _holds(span: Span, line: int, column: int) -> bool:
    return (span.line, span.column) <= (line, column) <= (span.end_line, span.end_column)


def _parts(leaf: Leaf) -> Iterator[tuple[str, Span]]:
    """All beginnings of the address that stands there, each with the place of its last word."""
    if isinstance(leaf.sentence, sx.Path):
        steps = leaf.sentence.steps
        yield from ((".".join(step.text for step in steps[: i + 1]), step.span) for i, step in enumerate(steps))
    elif leaf.sentence is None and leaf.key in ADDRESSED and leaf.address.startswith(("edits", "scenarios")):
        at = 0
        for word in leaf.scalar.text.split("."):
            yield leaf.scalar.text[: at + len(word)], leaf.scalar.span_of(at, at + len(word))
            at += len(word) + 1


def _found(view: View, address: str, span: Span) -> Part | None:
    documents = [document for document in (*view.documents, *view.workspace.without_variants(view.path)) if document.kind != "variant"]
    parts = (_part(document, start + address, span) for document in documents for start in _BEGUN)
    return next((part for part in parts if part is not None), None)


def _part(document: Document, address: str, span: Span) -> Part | None:
    """What a document knows of an address."""
    inner = address.removeprefix(_BOOK)
    if (document.kind == "rulebook") != (address == _BOOK[:-1] or inner != address):
        return None
    owner, _, name = inner.rpartition(".")
    around, target = document.entry(owner), find_target(document, inner)
    form = FILES.get(document.kind) if not owner else None if around is None else FORMS.get(around.form)
    key = None if form is None or (target is not None and target.entry is not None) else form.keys.get(name)
    return None if key is None and target is None else Part(span, address, key, target, around)
