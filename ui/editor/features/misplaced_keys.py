"""Quick fixes for keys that stand where such a key means nothing: they are moved out, moved in, or left out."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.documents.document import Document, Entry
from custumal.dsl.keys import FILES, FORMS, Form
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence
from custumal.ui.editor.view import View

_MOST = 5
"""So many places are offered for one key."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What is done with a key, in words, and the stretch of the file that becomes another text."""

    title: str
    span: Span
    new: str


def moved(view: View, key: Span) -> Iterator[Moved]:
    """What can be done with a key that its entry has not, the likeliest first; only where it has lines or a flow mapping of its own."""
    tree = view.own.tree
    chain = [] if tree is None else _chain(tree, key)
    if chain:
        yield from _out(view, chain)
        yield from _in(view, *chain[-1])
        yield from _left_out(view, *chain[-1])


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


def _entries(document: Document) -> Iterator[Entry]:
    for section in document.sections.values():
        for outer in section:
            yield from _inside(outer)


def _inside(entry: Entry) -> Iterator[Entry]:
    yield entry
    for slot in entry.slots.values():
        for part in (slot, *slot.items):
            for inner in part.entries:
                yield from _inside(inner)


# ---------------------------------------------------------------- out


def _out(view: View, chain: list[tuple[Mapping, Scalar]]) -> Iterator[Moved]:
    """Into the nearest entry around it that has such a key, as whole lines."""
    mapping, key = chain[-1]
    if not _has_lines(view, mapping, key):
        return
    forms: dict[int, Form | None] = {id(view.own.tree): FILES.get(view.kind)}
    forms |= {id(entry.node): FORMS.get(entry.form) for entry in _entries(view.own)}
    for outer, around in reversed(chain[:-1]):
        form = forms.get(id(outer))
        if form is not None and key.text in form.keys:
            if key.text not in outer and not outer.flow:
                yield Moved(f"Move it out into {form.a}", *_exchanged(view, around.span, key.span))
            return


def _has_lines(view: View, mapping: Mapping, key: Scalar) -> bool:
    """Whether the lines of a key hold nothing else, and something is left without them."""
    before = view.source.line(key.span.line)[: key.span.column - 1]
    return not mapping.flow and len(mapping) > 1 and not before.strip()


def _exchanged(view: View, around: Span, key: Span) -> tuple[Span, str]:
    """The lines from the key around to the end of the misplaced one, and the same with the latter first."""
    lines = view.source.text.split("\n")
    first, start = around.line - 1, key.line - 1
    end = end_of_value(lines, start, key.column - 1)
    span = Span(key.file, first + 1, 1, end, len(lines[end - 1]) + 1)
    return span, "\n".join([*_shifted(lines[start:end], around.column - key.column), *lines[first:start]])


def _shifted(lines: list[str], by: int) -> list[str]:
    """Lines that stand deeper by so many columns, or less deep."""
    if by >= 0:
        return [" " * by + line if line.strip() else line for line in lines]
    return [line[min(-by, len(line) - len(line.lstrip())) :] for line in lines]


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


# ---------------------------------------------------------------- in


def _in(view: View, mapping: Mapping, key: Scalar) -> Iterator[Moved]:
    """Into each entry inside of its own that has such a key and lacks it, as whole lines."""
    own = next((entry for entry in _entries(view.own) if entry.node is mapping), None)
    if own is None or not _has_lines(view, mapping, key):
        return
    fitting = [inner for inner in _inside(own) if inner is not own and key.text in _lacking(inner)]
    for inner in fitting[:_MOST]:
        found = _put_into(view, key, inner)
        if found is not None:
            yield Moved(f"Move it into `{inner.id or inner.address}`", *found)


def _lacking(entry: Entry) -> set[str]:
    """The keys that an entry may have and has not."""
    form = FORMS.get(entry.form)
    return set() if form is None or (not form.is_long and form.main is not None) else form.keys.keys() - entry.slots.keys()


def _put_into(view: View, key: Scalar, inner: Entry) -> tuple[Span, str] | None:
    """The lines from the misplaced key to the entry, or the other way round, with the key inside of that; None where it has no lines."""
    lines = view.source.text.split("\n")
    start, end = key.span.line - 1, end_of_value(lines, key.span.line - 1, key.span.column - 1)
    last = end_of_value(lines, inner.key.span.line - 1, inner.key.span.column - 1)
    opened = _opened(lines, inner)
    if opened is None or inner.key.span.file != key.span.file:
        return None
    column, of_entry = opened
    taken = _shifted(lines[start:end], column - key.span.column)
    first, until = min(start, inner.key.span.line - 1), max(end, last)
    below = start < inner.key.span.line - 1
    other = lines[end : inner.key.span.line - 1] if below else lines[last:start]
    found = [*other, *of_entry, *taken] if below else [*of_entry, *taken, *other]
    return Span(key.span.file, first + 1, 1, until, len(lines[until - 1]) + 1), "\n".join(found)


def _opened(lines: list[str], entry: Entry) -> tuple[int, list[str]] | None:
    """In which column the keys of an entry stand, and its lines; one that is a single value on the line of its id is written with its
    main key. None for flow mappings, and what stands otherwise."""
    first, column = entry.key.span.line - 1, entry.key.span.column
    own = lines[first : end_of_value(lines, first, column - 1)]
    form, node = FORMS[entry.form], entry.node
    if isinstance(node, Mapping) and not node.flow and len(node) and node.pairs[0][0].span.line > entry.key.span.line:
        return node.pairs[0][0].span.column, own
    if form.main is None or not isinstance(node, Scalar) or node.span.line != entry.key.span.line or len(own) > 1:
        return None
    head, value = own[0][: node.span.column - 1], own[0][node.span.column - 1 :]
    return column + 2, [head.rstrip(), f"{' ' * (column + 1)}{form.main}: {value}"]


# ---------------------------------------------------------------- left out


def _left_out(view: View, mapping: Mapping, key: Scalar) -> Iterator[Moved]:
    title, lines = f"Leave `{key.text}` out", view.source.text.split("\n")
    if _has_lines(view, mapping, key):
        end = end_of_value(lines, key.span.line - 1, key.span.column - 1)
        if end < len(lines):
            yield Moved(title, Span(key.span.file, key.span.line, 1, end + 1, 1), "")
    elif mapping.flow and len(mapping) > 1:
        yield Moved(title, _in_flow(mapping, key), "")


def _in_flow(mapping: Mapping, key: Scalar) -> Span:
    """From the value before a key to the end of its own; of the first key, up to the next."""
    at = next(number for number, (name, _) in enumerate(mapping.pairs) if name is key)
    if at == 0:
        after = mapping.pairs[1][0].span
        return Span(key.span.file, key.span.line, key.span.column, after.line, after.column)
    before, value = mapping.pairs[at - 1][1].span, mapping.pairs[at][1].span
    return Span(key.span.file, before.end_line, before.end_column, value.end_line, value.end_column)
