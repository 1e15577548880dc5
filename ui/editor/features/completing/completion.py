"""Completion: what could stand at the cursor, in sentences that need not parse, as keys, addresses and ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.open_texts import open_texts
from custumal.dsl.check.entries.context import Context
from custumal.dsl.keys import Form, Key
from custumal.dsl.keys.form import Head, Literal, Words
from custumal.ui.editor.cursor import Cursor, cursor_at
from custumal.ui.editor.features.completing.candidates import in_sentence
from custumal.ui.editor.features.completing.item import Item
from custumal.ui.editor.features.completing.named import ADDRESSES, columns, ids, is_edit, is_phrase, named
from custumal.ui.editor.features.hover import told_of_key
from custumal.ui.editor.workspace import Workspace, kind_of_file

_MOST = 400
_BEGUN = re.compile(r"(?<![\w.-])[\w.-]+\Z")


@dataclass(frozen=True, slots=True)
class Completion:
    """Items with the stretch of the line, in columns from 1, that they replace; all of them, or the first of very many."""

    items: tuple[Item, ...]
    line: int
    first: int
    last: int
    is_whole: bool = True


def complete(workspace: Workspace, path: Path, line: int, column: int) -> Completion | None:
    """What could stand at a place of an open file; None where nothing is known of it."""
    text = workspace.text(path)
    if text is None:
        return None
    if workspace.unit(path) not in workspace.results:
        workspace.fresh(path)  # asked before the first check
    context = workspace.context(path)
    cursor = cursor_at(path, kind_of_file(workspace, path), text, line, column, None if context is None else context.document)
    if cursor is None:
        return None
    typed = _begun(cursor, text.split("\n")[line - 1][: column - 1])
    begins = typed.lower() if "." in typed else typed[:1].lower()
    is_key = text.split("\n")[line - 1][cursor.last - 1 :].startswith(":")
    found: dict[str, Item] = {}
    with open_texts(workspace.texts):
        for item in _items(workspace, path, cursor, context):
            if item.label.lower().startswith(begins):
                found.setdefault(item.label, replace(item, insert="") if is_key else item)
    return Completion(tuple(found.values())[:_MOST], cursor.line, column - len(typed), cursor.last, is_whole=len(found) <= _MOST)


def _is_address(cursor: Cursor) -> bool:
    """Whether a whole address is completed, which goes over several words."""
    return cursor.start == "path" or (is_edit(cursor) and cursor.key is not None and cursor.key.name in ADDRESSES)


def _begun(cursor: Cursor, left: str) -> str:
    """The beginning of what is completed, of all that stands before the cursor in its line."""
    if is_phrase(cursor) and cursor.key is not None:
        said = left.partition(f"{cursor.key.name}:")[2].lstrip(" ")
        return said[1:] if said[:1] in ("'", '"') else said
    found = _BEGUN.search(left) if _is_address(cursor) else None
    return found[0] if found is not None else "" if _is_address(cursor) else cursor.typed


def _items(workspace: Workspace, path: Path, cursor: Cursor, context: Context | None) -> Iterable[Item]:
    if cursor.what == "key":
        keys = [] if cursor.form is None else [*keys_of(cursor.form, cursor.taken), *_columns(context, cursor)]
        return [*keys, *ids(workspace, path, context, cursor)]
    if cursor.what == "id":
        return ids(workspace, path, context, cursor)
    if cursor.start:
        return in_sentence(workspace, path, cursor, context)
    return [*_values(cursor.key), *named(workspace, path, context, cursor)]


# ---------------------------------------------------------------- keys


def keys_of(form: Form, taken: frozenset[str]) -> Iterator[Item]:
    """The keys of a form that may stand beside those that are there, the required ones first."""
    heads = {head.name: head for head in form.heads}
    there = [heads[name] for name in taken if name in heads]
    for key in sorted(form.keys.values(), key=lambda key: not key.required):
        if key.name not in taken and (not there or _goes_with(key.name, there, heads)) and not _excluded(form, key.name, taken):
            yield Item(key.name, "key", key.holds.what, told_of_key(key), f"{key.name}: ")


def _goes_with(name: str, there: list[Head], heads: dict[str, Head]) -> bool:
    """A further head can't stand there, nor what belongs to other heads alone."""
    of_heads = {part for head in heads.values() for part in head.parts}
    own = {part for head in there for part in (*head.parts, *head.needs)}
    return name not in heads and (name not in of_heads or name in own)


def _excluded(form: Form, name: str, taken: frozenset[str]) -> bool:
    return any(name in group and taken.intersection(group) for group in form.at_most_one)


def _columns(context: Context | None, cursor: Cursor) -> Iterator[Item]:
    """The columns of a row, the attributes of a word."""
    if context is not None and cursor.form is not None and cursor.form.others is not None:
        yield from (Item(word, "key", "a column", insert=f"{word}: ") for word in columns(context, cursor) if word not in cursor.taken)


# ---------------------------------------------------------------- values that are no sentences


def _values(key: Key | None) -> Iterator[Item]:
    leaf = None if key is None else key.holds.scalar
    if isinstance(leaf, Words):
        yield from (Item(word, "enum", "" if key is None else key.holds.what) for word in leaf.words)
    elif isinstance(leaf, Literal) and leaf.kind == "truth":
        yield from (Item(word, "keyword", "truth") for word in ("true", "false"))
