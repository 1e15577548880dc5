"""Quick fixes for keys that stand too deep: they are moved out into the entry around them, or the file, that has such a key."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.documents.document import Document, Entry
from custumal.dsl.keys import FILES, FORMS
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence
from custumal.ui.editor.view import View


def moved_out(view: View, key: Span) -> tuple[str, Span, str] | None:
    """For a key that its entry has not: what the nearest entry around it is that has one, a stretch of whole lines, and what becomes of
    it. None where no entry around has one, or where more than whole lines would have to change."""
    tree = view.own.tree
    chain = [] if tree is None else _chain(tree, key)
    if not chain or not _can_go(view, chain[-1]):
        return None
    forms = {id(tree): FILES.get(view.kind)} | {node: FORMS.get(form) for node, form in _forms(view.own).items()}
    for outer, around in reversed(chain[:-1]):
        form = forms.get(id(outer))
        if form is not None and chain[-1][1].text in form.keys:
            is_free = chain[-1][1].text not in outer and not outer.flow
            return (form.a, *_exchanged(view, around.span, key)) if is_free else None
    return None


def _chain(node: Node, key: Span) -> list[tuple[Mapping, Scalar]]:
    """The mappings around a key from the outermost to its own, each with its key that leads there."""
    if isinstance(node, Sequence):
        return next((found for item in node if (found := _chain(item, key))), [])
    if not isinstance(node, Mapping):
        return []
    for name, inner in node:
        if name.span == key:
            return [(node, name)]
        if found := _chain(inner, key):
            return [(node, name), *found]
    return []


def _can_go(view: View, place: tuple[Mapping, Scalar]) -> bool:
    """Whether the lines of a key hold nothing else, and something is left without them."""
    mapping, key = place
    before = view.source.line(key.span.line)[: key.span.column - 1]
    return not mapping.flow and len(mapping) > 1 and not before.strip()


def _forms(document: Document) -> dict[int, str]:
    """The forms of entries by the identity of their nodes."""
    return {id(entry.node): entry.form for section in document.sections.values() for outer in section for entry in _inside(outer)}


def _inside(entry: Entry) -> Iterator[Entry]:
    yield entry
    for slot in entry.slots.values():
        for part in (slot, *slot.items):
            for inner in part.entries:
                yield from _inside(inner)


def _exchanged(view: View, around: Span, key: Span) -> tuple[Span, str]:
    """The lines from the key around to the end of the misplaced one, and the same with the latter first."""
    lines = view.source.text.split("\n")
    first, start = around.line - 1, key.line - 1
    end = end_of_value(lines, start, key.column - 1)
    out = key.column - around.column
    moved = [line[min(out, len(line) - len(line.lstrip())) :] for line in lines[start:end]]
    span = Span(key.file, first + 1, 1, end, len(lines[end - 1]) + 1)
    return span, "\n".join([*moved, *lines[first:start]])


def end_of_value(lines: list[str], start: int, indent: int) -> int:
    """The number of lines up to the end of the value whose key stands so deep in a line."""
    end = start + 1
    for number in range(start + 1, len(lines)):
        line = lines[number]
        deep = len(line) - len(line.lstrip())
        if line.strip() and (deep < indent or (deep == indent and not line.lstrip().startswith("- "))):
            break
        end = number + 1 if line.strip() else end
    return end
