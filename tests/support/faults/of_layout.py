"""Faults of layout: a block at the wrong level or without its key, a line that is missing in the middle of a longer sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from custumal.dsl.keys import FILES, FORMS, Entries, Form, Key, Layout, One, Steps
from custumal.dsl.yaml.tree import Mapping, Node, Scalar
from tests.support.faults.pages import Fault, in_turn
from tests.support.faults.workshop import Workshop

_JOINS = tuple("and or is + - * div mod where of in has then else otherwise for < > <= >=".split())  # noqa: SIM905
"""What stands between two parts, and so neither begins a sentence nor ends one."""
_ENDS = re.compile(rf"(?:^|[\s(])(?:{'|'.join(map(re.escape, _JOINS))})$")
_BEGINS = re.compile(rf"^(?:{'|'.join(re.escape(word) for word in _JOINS if word != '-')})(?:[\s(]|$)")


# ---------------------------------------------------------------- blocks


def misplaced_blocks(shop: Workshop) -> Iterator[Fault]:
    """A key with all that stands under it, one level further out or further in, where the language has no such key."""
    return in_turn(_outdented(shop), _indented(shop))


def _roles(shop: Workshop) -> dict[int, Form | None]:
    """For each map what its keys are: those of a form, or ids (None)."""
    found: dict[int, Form | None] = {}
    for key in shop.places.keys:
        found.setdefault(id(key.node), key.form)
    return found | {id(entry.node): None for entry in shop.places.entries}


def _is_strange(roles: dict[int, Form | None], node: Mapping, key: str) -> bool:
    """Whether a map is known to have no such key."""
    form = roles.get(id(node))
    return form is not None and form.others is None and key not in form.keys and key not in node


def _blocks(shop: Workshop) -> Iterator[tuple[Mapping, Scalar, Mapping]]:
    """The maps in block form, each with the key under which it stands and the map of that key."""
    waiting: list[Mapping] = [shop.subject.tree]
    while waiting:
        outer = waiting.pop()
        for key, value in outer:
            if isinstance(value, Mapping) and not value.flow and value.pairs and value.pairs[0][0].span.line > key.span.line:
                yield outer, key, value
                waiting.append(value)


def _outdented(shop: Workshop) -> Iterator[Fault]:
    """The last pair of a map as a pair of the map around."""
    roles = _roles(shop)
    spots = [(outer, owner, inner) for outer, owner, inner in _blocks(shop) if len(inner) > 1]
    for outer, owner, inner in shop.shuffled(spots):
        key, value = inner.pairs[-1]
        if _is_strange(roles, outer, key.text):
            yield from _moved(shop, key, value, shop.page.indent(owner.span.line), {key.span.line, owner.span.line})


def _indented(shop: Workshop) -> Iterator[Fault]:
    """A pair as the last one of the map before it."""
    roles = _roles(shop)
    spots = [(outer, owner, inner) for outer, owner, inner in _blocks(shop) if outer.pairs[-1][0] is not owner]
    for outer, owner, inner in shop.shuffled(spots):
        key, value = outer.pairs[[each for each, _ in outer].index(owner) + 1]
        if _is_strange(roles, inner, key.text):
            lines = {key.span.line, owner.span.line, inner.pairs[0][0].span.line}
            yield from _moved(shop, key, value, shop.page.indent(inner.pairs[0][0].span.line), lines)


def lost_headers(shop: Workshop) -> Iterator[Fault]:
    """The line of a key alone taken away from above what it holds, where that can't be read as anything there or has nobody's keys."""
    roles, blocks = _roles(shop), list(_blocks(shop))
    around = {id(inner): owner.span.line for _, owner, inner in blocks}
    for outer, owner, inner in shop.shuffled(blocks):
        start = shop.page.source.index(owner.span.line, 1)
        end = shop.page.source.index(owner.span.line + 1, 1)
        at = [each for each, _ in outer].index(owner)
        if shop.page.text[start:end].strip() != f"{owner.text}:" or not _is_lost_without(roles, outer, at, inner):
            continue
        before = outer.pairs[at - 1] if at else None
        lines = {owner.span.line, around.get(id(outer), 1), *(key.span.line - 1 for key, _ in inner)}
        lines |= {before[0].span.line, before[1].span.end_line} if before else {outer.pairs[1][0].span.line - 1}
        yield Fault("lost header", shop.page.replaced(start, end, ""), frozenset(lines), f"without {owner.text}:")


def _is_lost_without(roles: dict[int, Form | None], outer: Mapping, at: int, inner: Mapping) -> bool:
    """Whether the pairs of a map can't stand where they are without the key above them."""
    if at == 0:
        return len(outer) > 1  # those after them stand further out
    _, before = outer.pairs[at - 1]
    if not isinstance(before, Mapping) or before.flow:
        return isinstance(before, Scalar) and before.style == "plain" and bool(before.text)
    return any(key.text in before or _is_strange(roles, before, key.text) for key, _ in inner)


def swapped_headers(shop: Workshop) -> Iterator[Fault]:
    """The key of a section replaced by that of another one, which the file has not and where an entry can't stand by its key or shape."""
    tree, keys = shop.subject.tree, FILES[shop.subject.kind].keys
    sections = [(key, value) for key, value in tree if _is_section(keys[key.text]) and isinstance(value, Mapping) and value.pairs]
    absent = [key for name, key in keys.items() if name not in tree and _is_section(key)]
    spots = [(key, value, other) for key, value in sections for other in absent if _is_no_home(other.holds.map, value)]
    for key, value, other in shop.shuffled(spots):
        text = shop.page.replaced(shop.page.start(key), shop.page.end(key), other.name)
        entry = range(value.span.line, value.span.end_line + 1) if len(value) == 1 else ()  # which may as well be what is wrong
        is_clear = len(value) > 1 and all(_is_no_home(each.holds.map, value) for each in absent)
        yield Fault("swapped header", text, frozenset([key.span.line, *entry]), f"{key.text} -> {other.name}", misspelt=is_clear)


def doubled_headers(shop: Workshop) -> Iterator[Fault]:
    """The key of a section replaced by that of another one, which the file has, too."""
    tree, keys = shop.subject.tree, FILES[shop.subject.kind].keys
    sections = [(key, value) for key, value in tree if _is_section(keys[key.text]) and isinstance(value, Mapping) and value.pairs]
    for key, value, other in shop.shuffled([(key, value, other) for key, value in sections for other, _ in sections if other is not key]):
        text = shop.page.replaced(shop.page.start(key), shop.page.end(key), other.text)
        entry = range(value.span.line, value.span.end_line + 1) if len(value) == 1 else ()  # which may as well be what is wrong
        yield Fault("doubled header", text, frozenset([key.span.line, other.span.line, *entry]), f"{key.text} -> {other.text}")


def _is_section(key: Key) -> bool:
    """Whether entries, or steps, stand under a key at the top of a file."""
    layout = key.holds.map
    return isinstance(layout, One | Steps) or (isinstance(layout, Entries) and layout.ids != "language")


def _is_no_home(layout: Layout | None, value: Mapping) -> bool:
    """Whether something that stands in a map can't stand under a key, whatever is said in it."""
    if isinstance(layout, One):
        return any(key.text not in FORMS[layout.form].keys for key, _ in value)
    form = FORMS[layout.form] if isinstance(layout, Entries) else FORMS["step"]
    has_parameters = isinstance(layout, Entries) and layout.ids in ("signature", "any")
    return any(("(" in key.text and not has_parameters) or _is_no_entry(form, node) for key, node in value)


def _is_no_entry(form: Form, node: Node) -> bool:
    main = None if form.main is None else form.keys[form.main].holds
    if isinstance(node, Mapping):
        is_keyed = form.is_long and not form.telling and form.others is None and (main is None or main.map is None)
        return is_keyed and any(key.text not in form.keys for key, _ in node)
    return main is None or (main.scalar is None if isinstance(node, Scalar) else main.members is None)


def _moved(shop: Workshop, key: Scalar, value: Node, indent: int, lines: set[int]) -> Iterator[Fault]:
    """The lines of a pair moved to the right or to the left; not those of a text that would lose what it is indented by."""
    page = shop.page
    start, end = page.source.index(key.span.line, 1), page.source.index(page.line_of_end(value) + 1, 1)
    by = indent - page.indent(key.span.line)
    block = page.text[start:end]
    if page.text[start : page.start(key)].strip() or (isinstance(value, Scalar) and value.style in ("literal", "folded")):
        return
    moved = "".join((" " * by + line if by > 0 else line[-by:]) if line.strip() else line for line in block.splitlines(keepends=True))
    what = f"{key.text} {'in' if by > 0 else 'out'} by {abs(by)}"
    yield Fault("misplaced block", page.replaced(start, end, moved), frozenset(lines), what)


# ---------------------------------------------------------------- lines of sentences


def lost_lines(shop: Workshop) -> Iterator[Fault]:
    """A line taken out of a sentence of several, where what is left can be none: a bracket lacks its like, an operator one of its sides."""
    spots = [
        (place.scalar, line) for place in shop.sentences for line in _inner_lines(place.scalar) if place.scalar.style in ("plain", "folded")
    ]
    for scalar, line in shop.shuffled(spots):
        first, last = _inner_lines(scalar)[0], _inner_lines(scalar)[-1]
        texts = {each: _own(shop, scalar, each) for each in (line - 1, line, line + 1) if first <= each <= last}
        if not _leaves_half(texts, line):
            continue
        begin = shop.page.source.index(line, 1)
        if scalar.style == "plain" and line == scalar.span.line:
            begin = shop.page.start(scalar)  # the key stays
        text = shop.page.replaced(begin, shop.page.source.index(line + 1, 1), "")
        lines = frozenset(range(scalar.span.line, scalar.span.end_line + 1))
        yield Fault("lost line", text, lines, f"without {texts[line].strip()[:50]}")


def _inner_lines(scalar: Scalar) -> list[int]:
    """The lines on which words of a sentence stand, if they are several."""
    lines = sorted({line for (line, _), letter in zip(scalar.places, scalar.text, strict=False) if not letter.isspace()})
    return lines if len(lines) > 1 else []


def _own(shop: Workshop, scalar: Scalar, line: int) -> str:
    """What of a line belongs to the sentence."""
    text = shop.page.source.line(line)
    return (text[scalar.span.column - 1 :] if line == scalar.span.line and scalar.style == "plain" else text).strip()


def _leaves_half(texts: dict[int, str], line: int) -> bool:
    """Whether the sentence can be none without a line of it."""
    gone, before, after = texts[line], texts.get(line - 1), texts.get(line + 1)
    opened = sum(gone.count(sign) for sign in "([") - sum(gone.count(sign) for sign in ")]")
    ends, begins = before is not None and _ENDS.search(before), after is not None and _BEGINS.search(after)
    if before is None:
        return opened != 0 or bool(begins)
    return opened != 0 or (bool(ends) and (after is None or bool(begins)))
