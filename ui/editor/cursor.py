"""Where in a file the cursor is, though what stands there is half written: a word is put there, and the file is read around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from custumal.dsl.base.limits import LIMITS
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.documents.document import Document, Entry, Slot
from custumal.dsl.documents.reader import Reader
from custumal.dsl.keys import FILES, FORMS, Form, Key
from custumal.dsl.keys.form import Entries, Literal
from custumal.dsl.sentences.sentence import can_be_read
from custumal.dsl.sentences.unfinished import finished
from custumal.dsl.yaml.parse import parse_yaml
from custumal.dsl.yaml.source import SourceText
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence
from custumal.ui.editor.edited import read_there, written_in
from custumal.ui.editor.leaves import leaves

WORD = "cursor-is-here"
"""Stands where the cursor is; nobody has a thing called so."""
_REST = re.compile(r"[\w-]*")
_ALONE = re.compile(r"\s*(- +)*[\w-]*\Z")
_CLOSERS = {"{": "}", "[": "]", "'": "'", '"': '"'}
_QUOTES = {"single": "'", "double": '"'}
_BEFORE_QUOTES = " :,[{-"
"""What may stand before a quote that begins a value; another is a letter of a text."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """`what` is "key" (a key of `form`; of a short entry also an id under `key`), "id" (of an entry under `key`) or "value" (of `key`).

    `text` is the file with the word in it; `typed` are the letters before the cursor, from column `first` to `last`. `entry` is where it
    stands, None at the top; `before` is the sentence up to the word, `start` its start rule, both "" where no sentence stands. `column`
    is a key that the form does not have, as those of rows are.
    """

    what: str
    text: str
    typed: str
    line: int
    first: int
    last: int
    form: Form | None = None
    key: Key | None = None
    entry: Entry | None = None
    taken: frozenset[str] = frozenset()
    start: str = ""
    before: str = ""
    column: str = ""


def cursor_at(path: Path, kind: str, text: str, line: int, column: int, base: Document | None = None) -> Cursor | None:
    """Where the cursor is; line and column from 1. None where no key and no value could stand. `base` is what the edits of a variant
    change, where that is known."""
    lines = text.split("\n")
    if not 1 <= line <= len(lines):
        return None
    left, right = lines[line - 1][: column - 1], lines[line - 1][column - 1 :]
    typed = _typed(left)
    left, right = left[: len(left) - len(typed)], right[_match_length(right) :]
    bare = Cursor("", "", typed, line, column - len(typed), column + _match_length(lines[line - 1][column - 1 :]))
    for middle in _words(left, right):
        for changed, goes_on in _repaired(left + middle, right):
            cursor = _read(path, kind, [*lines[: line - 1], changed, *lines[line:]], bare, base, goes_on=goes_on)
            if cursor is not None:
                return cursor
    return None


def _without_word(text: str) -> str:
    """A text without the word at its end, if it ends with one."""
    end = len(text)
    while end and _REST.fullmatch(text[end - 1]):
        end -= 1
    return text[:end]


def _typed(text: str) -> str:
    """The word at the end of a text."""
    return text[len(_without_word(text)) :]


def _match_length(text: str) -> int:
    found = _REST.match(text)
    return 0 if found is None else found.end()


def _words(left: str, right: str) -> tuple[str, ...]:
    """The word as a key and as a value, as far as either may be."""
    is_alone = bool(_ALONE.match(left)) and not right.strip()
    is_inside = _without_word(left).rstrip()[-1:] in {"{", ","} and _open(left)[-1:] == "{"
    if is_alone or is_inside or (not right.strip(" }") and is_inside):
        return (f"{WORD}: x", WORD)
    return (WORD,)


def _open(line: str) -> str:
    """The brackets that are open at the end of a line, and the quote; in a quote also the brackets of its own."""
    found, before = "", " "
    for sign in line:
        if sign in _CLOSERS and not (sign in _QUOTES.values() and before not in _BEFORE_QUOTES):
            found += sign
        elif found and sign == _CLOSERS[found[-1]]:
            found = found[:-1]
        before = before if sign == " " else sign
    return found


def _repaired(left: str, right: str) -> Iterator[tuple[str, bool]]:
    """The line with the word in it, and whether what follows is read: whole, with its brackets closed, and without what follows."""
    closed = left + "".join(_CLOSERS[sign] for sign in reversed(_open(left)))
    yield left + right, True
    yield closed, True
    yield closed, False


def _read(path: Path, kind: str, lines: list[str], bare: Cursor, base: Document | None, *, goes_on: bool) -> Cursor | None:
    around = _around(lines, bare.line, goes_on=goes_on)
    tree = parse_yaml(SourceText(path, str(path), around), Report(), LIMITS)
    if not isinstance(tree, Mapping):
        return None
    sentences: list[tuple[str, Scalar]] = []

    def remember(start: str, scalar: Scalar, _report: Report) -> None:
        if WORD in scalar.text:
            sentences.append((start, scalar))

    reader, place = Reader(Report(), remember), replace(bare, text=_with_header(lines, around) if kind == "scenario" else "\n".join(lines))
    written = next((each for each in written_in(tree) if _has_word(each.value)), None) if base is not None and kind == "variant" else None
    document = None if written is None or base is None else read_there(reader, written, base, str(path))
    document = document or reader.document(tree, kind, str(path))
    node = next((node for node in _maps(tree) if WORD in node), None)
    if node is not None:
        return _key(document, node, place)
    return _value(document, place, sentences)


def _around(lines: list[str], line: int, *, goes_on: bool) -> str:
    """The entry in which a line stands, with the key of its section, at their lines; all else is left empty, and so costs nothing."""
    at = line - 1
    section = next((i for i in range(at, -1, -1) if lines[i][:1] not in ("", " ", "#", "-")), 0)
    depth = next((_depth(text) for text in lines[section + 1 :] if text.strip() and text.lstrip()[0] != "#"), 0)
    first = next((i for i in range(at, section, -1) if lines[i].strip() and _depth(lines[i]) <= depth), section)
    end = next((i for i in range(at + 1, len(lines)) if lines[i].strip() and _depth(lines[i]) <= depth), len(lines))
    kept = {section, *range(first, end if goes_on else line)}
    return "\n".join(text if i in kept else "" for i, text in enumerate(lines[: max(kept) + 1])) + "\n"


def _with_header(lines: list[str], around: str) -> str:
    """What stands above the first section, and the entry: scenarios know nothing of each other, so the others cost nothing."""
    kept = around.split("\n")
    first = next((i for i, text in enumerate(kept) if text), 0)
    return "\n".join([*lines[:first], *kept[first:]])


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _has_word(node: Node) -> bool:
    if isinstance(node, Scalar):
        return WORD in node.text
    if isinstance(node, Mapping):
        return any(WORD in key.text or _has_word(value) for key, value in node)
    return any(_has_word(item) for item in node)


def _maps(node: Node) -> Iterator[Mapping]:
    if isinstance(node, Mapping):
        yield node
        for _, value in node:
            yield from _maps(value)
    elif isinstance(node, Sequence):
        for item in node:
            yield from _maps(item)


# ---------------------------------------------------------------- keys


def _key(document: Document, around: Mapping, place: Cursor) -> Cursor | None:
    taken = frozenset(key.text for key, _ in around if key.text != WORD)
    if document.tree is around:
        at_top = frozenset(line.partition(":")[0] for line in place.text.split("\n") if line[:1].strip() and ":" in line)
        return replace(place, what="key", form=FILES[document.kind], taken=at_top)
    for entry, slot, key in _slots(document):
        if entry is not None and slot is not None and key is not None and entry.node is slot.node is around:
            form = FORMS[entry.form]  # a short entry: the map is the value of its main key
            return replace(place, what="key", form=form if form.is_long else None, key=key, entry=entry, taken=taken)
        if entry is not None and entry.node is around:
            return replace(place, what="key", form=FORMS.get(entry.form), entry=entry, taken=taken)
        if slot is not None and slot.node is around and key is not None and isinstance(key.holds.map, Entries):
            return replace(place, what="id", key=key, entry=entry, taken=taken, form=FORMS.get(key.holds.map.form))
    return None


def _slots(document: Document) -> Iterator[tuple[Entry | None, Slot | None, Key | None]]:
    """All slots and all entries of a document."""
    form = FILES[document.kind]
    for name, slot in document.header.items():
        yield from _inside(None, slot, form.keys.get(name))
    for name, entries in document.sections.items():
        node = None if document.tree is None else document.tree.get(name)
        if node is not None:
            yield None, Slot(None, node), form.keys.get(name)
        for entry in entries:
            yield from _entry(entry)


def _entry(entry: Entry) -> Iterator[tuple[Entry | None, Slot | None, Key | None]]:
    for name, slot in entry.slots.items():
        yield from _inside(entry, slot, FORMS[entry.form].keys.get(name) if entry.form in FORMS else None)
    yield entry, None, None


def _inside(entry: Entry | None, slot: Slot, key: Key | None) -> Iterator[tuple[Entry | None, Slot | None, Key | None]]:
    yield entry, slot, key
    for item in slot.items:
        yield from _inside(entry, item, key)
    for inner in slot.entries:
        yield from _entry(inner)


# ---------------------------------------------------------------- values


def _value(document: Document, place: Cursor, sentences: list[tuple[str, Scalar]]) -> Cursor | None:
    leaf = next((leaf for leaf in leaves(document) if WORD in leaf.scalar.text and leaf.role != "key"), None)
    if leaf is None:
        return None
    form = FILES[document.kind] if leaf.entry is None else FORMS.get(leaf.entry.form)
    key = None if form is None else form.keys.get(leaf.key)
    found = replace(place, what="value", key=key, entry=leaf.entry, form=form, column=leaf.key if key is None else "")
    if not sentences and key is not None and key.holds.scalar == Literal("text"):
        return _in_hole(found, leaf.scalar)
    if not sentences:
        return found
    start, scalar = sentences[0]
    before = scalar.text[: scalar.text.index(WORD)]
    return replace(found, start=start, before=before, text=_whole(place, start, scalar))


def _in_hole(place: Cursor, scalar: Scalar) -> Cursor:
    """The cursor in the braces of a text, if it stands there; the sentence is finished behind it, and the brace closed."""
    before, _, after = scalar.text.partition(WORD)
    before = before[before.rfind("{") + 1 :] if before.rfind("{") > before.rfind("}") else ""
    if not before and not scalar.text.partition(WORD)[0].endswith("{"):
        return place
    inside, brace, _ = after.partition("}")
    is_closed = bool(brace) and "{" not in inside
    if is_closed and can_be_read("expression", f"{before}{WORD}{inside}"):
        return replace(place, start="expression", before=before)
    ending = (finished("expression", before + WORD) or before + WORD)[len(before + WORD) :]
    return replace(
        place, start="expression", before=before, text=_with_ending(place, ending if is_closed else ending + "}", inside * is_closed)
    )


def _with_ending(place: Cursor, ending: str, left_out: str) -> str:
    """The text with other words behind the word."""
    lines = place.text.split("\n")
    line, at = lines[place.line - 1], place.first - 1 + len(WORD)
    rest = line[at:]
    lines[place.line - 1] = line[:at] + ending + (rest.removeprefix(left_out) if left_out else rest)
    return "\n".join(lines)


def _whole(place: Cursor, start: str, scalar: Scalar) -> str:
    """The text with the sentence finished behind the word, where it is not whole already."""
    upto = scalar.text[: scalar.text.index(WORD) + len(WORD)]
    if can_be_read(start, scalar.text) or (ending := finished(start, upto)) is None:
        return place.text
    lines = place.text.split("\n")
    line, at = lines[place.line - 1], place.first - 1 + len(WORD)
    rest = line[scalar.span.end_column - 1 :] if scalar.span.end_line == place.line else ""
    lines[place.line - 1] = line[:at] + ending[len(upto) :] + _QUOTES.get(scalar.style, "") + rest
    return "\n".join(lines)
