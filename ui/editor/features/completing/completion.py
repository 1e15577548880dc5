"""Completion: what could stand at the cursor, in sentences that need not parse, as keys, addresses and ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.open_texts import is_file, open_texts
from custumal.dsl.check.entries.context import Context
from custumal.dsl.keys import Form, Key
from custumal.dsl.keys.form import Head, Literal, Words
from custumal.dsl.overlay.discovery import VariantFiles
from custumal.dsl.overlay.target import known_addresses
from custumal.interpreter.library import shipped
from custumal.ui.editor.cursor import Cursor, cursor_at
from custumal.ui.editor.features.completing.candidates import in_sentence
from custumal.ui.editor.features.completing.item import Item
from custumal.ui.editor.features.hover import told_of_key
from custumal.ui.editor.features.rule_text import rule_text
from custumal.ui.editor.workspace import Workspace, kind_of_file

_ADDRESSES = ("set", "replace", "add", "remove", "move", "before", "after")
_VARIANTS = ("requires", "excludes", "after")
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
    typed = _address(text, line, column) if _is_address(cursor) else cursor.typed
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
    return cursor.start == "path" or (_is_edit(cursor) and cursor.key is not None and cursor.key.name in _ADDRESSES)


def _is_edit(cursor: Cursor) -> bool:
    return cursor.form is not None and cursor.form.name == "edit"


def _address(text: str, line: int, column: int) -> str:
    """The beginning of an address that stands before a place."""
    found = _BEGUN.search(text.split("\n")[line - 1][: column - 1])
    return "" if found is None else found[0]


def _items(workspace: Workspace, path: Path, cursor: Cursor, context: Context | None) -> Iterable[Item]:
    if cursor.what == "key":
        return [] if cursor.form is None else [*keys_of(cursor.form, cursor.taken), *_columns(context, cursor)]
    if cursor.what == "id":
        return _ids(context, cursor)
    if cursor.start:
        return in_sentence(workspace, path, cursor, context)
    return [*_values(cursor.key), *_named(workspace, path, context, cursor)]


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
    """What a row of a component, or a word of a list, has besides: the printed columns of its kind, the attributes of the list."""
    owner = "" if cursor.entry is None else cursor.entry.address.rpartition(".")[0]
    if context is None or cursor.form is None or cursor.form.others is None:
        return
    if cursor.form.name == "row":
        around = context.document.entry(owner.removesuffix(".rows"))
        kind = context.words.kind_called((around.text("kind") or "") if around is not None else "")
        columns = [] if kind is None else [*kind.printed]
    else:
        listing = context.words.list_called(owner.removeprefix("lists."))
        columns = [] if listing is None else [attribute.name for attribute in listing.attributes]
    yield from (Item(word, "key", "a column", insert=f"{word}: ") for word in columns if word not in cursor.taken)


def _ids(context: Context | None, cursor: Cursor) -> Iterator[Item]:
    """Ids of what is spoken of by its id: options that a scenario sets, scenarios that a variant tells anew, languages."""
    name = "" if cursor.key is None else cursor.key.name
    if context is None:
        return
    if name == "options" and cursor.entry is not None:
        yield from (Item(word, "constant", "an option", insert=f"{word}: ") for word in context.words.option_names())
    elif cursor.key is not None and name == "scenarios" and getattr(cursor.key.holds.map, "form", "") == "retold":
        yield from (Item(name, "event", "a scenario", insert=f"{name}: ") for name in scenarios_of(context))
    elif cursor.key is not None and getattr(cursor.key.holds.map, "ids", "") == "language":
        yield from (Item(word, "text", "a language", insert=f"{word}: ") for word in context.words.languages())


# ---------------------------------------------------------------- values that are no sentences


def _values(key: Key | None) -> Iterator[Item]:
    leaf = None if key is None else key.holds.scalar
    if isinstance(leaf, Words):
        yield from (Item(word, "enum", "" if key is None else key.holds.what) for word in leaf.words)
    elif isinstance(leaf, Literal) and leaf.kind == "truth":
        yield from (Item(word, "keyword", "truth") for word in ("true", "false"))


def _named(workspace: Workspace, path: Path, context: Context | None, cursor: Cursor) -> Iterator[Item]:
    """What a file speaks of by its name: rules, addresses, kinds, graphs, scenarios, games, variants."""
    key = "" if cursor.key is None else cursor.key.name
    if cursor.entry is None and key in (*_VARIANTS, "of"):
        yield from _bases(path) if key == "of" else _variants(path)
    elif context is None:
        return
    elif cursor.key is not None and Literal("rule") in (cursor.key.holds.scalar, getattr(cursor.key.holds.items, "scalar", None)):
        yield from (Item(number, "reference", "a numbered rule", rule_text(context, number)) for number in context.words.rule_numbers())
    elif key in _ADDRESSES and _is_edit(cursor):
        yield from (Item(address, "reference", "an address") for address in _editable(workspace, path, context))
    elif key == "unreadable":
        yield from (Item(name, "event", "a scenario") for name in scenarios_of(context))
    elif key == "kind" and cursor.form is not None and cursor.form.name == "component":
        yield from (Item(word, "type", "a kind") for word in context.words.kind_names())
    elif key == "among":
        yield from (Item(word, "type", "a list") for word in context.words.list_names())


def _editable(workspace: Workspace, path: Path, context: Context) -> Iterator[str]:
    """Every address that an edit can name, in the rules and in the rulebook."""
    yield from known_addresses(context.document)
    books = (document for document in workspace.documents_of(path) if document.kind == "rulebook")
    yield from (f"rulebook.{address}" for book in books for address in known_addresses(book))


def _variants(path: Path) -> Iterator[Item]:
    yield from (Item(name, "module", "a variant") for name in VariantFiles(path.parent.parent / "game.yaml", "").names())


def _bases(path: Path) -> Iterator[Item]:
    """The game beside which a file lies, the variants of it, and the games that can be called by their ids."""
    own = next((each.name for each in path.parents if is_file(each / "game.yaml")), None)
    yield from () if own is None else (Item(own, "module", "a game"),)
    yield from _variants(path)
    yield from (Item(name, "module", "a game") for name, _ in shipped())


def scenarios_of(context: Context) -> list[str]:
    """The ids of the scenarios that were checked with the rules."""
    found = (address.split(".") for address in context.findings.sources if address.startswith("scenarios."))
    return [parts[1] for parts in found if len(parts) == 2]
