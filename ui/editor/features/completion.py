"""Completion: what could stand at the cursor, in sentences that need not parse, as keys, addresses and ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.check.entries.context import Context
from custumal.dsl.keys import Form, Key
from custumal.dsl.keys.form import Head, Literal, Words
from custumal.dsl.overlay.discovery import VariantFiles
from custumal.dsl.overlay.target import known_addresses
from custumal.ui.editor.cursor import Cursor, cursor_at
from custumal.ui.editor.features.candidates import in_sentence, rule_text
from custumal.ui.editor.features.hover import told_of_key
from custumal.ui.editor.features.item import Item
from custumal.ui.editor.workspace import Workspace, kind_of_file

_ADDRESSES = ("set", "replace", "add", "remove", "move", "before", "after")
_VARIANTS = ("requires", "excludes", "after")
_MOST = 400


@dataclass(frozen=True, slots=True)
class Completion:
    """Items with the stretch of the line, in columns from 1, that they replace."""

    items: tuple[Item, ...]
    line: int
    first: int
    last: int


def complete(workspace: Workspace, path: Path, line: int, column: int) -> Completion | None:
    """What could stand at a place of an open file; None where nothing is known of it."""
    text = workspace.text(path)
    if text is None:
        return None
    cursor = cursor_at(path, kind_of_file(workspace, path), text, line, column)
    if cursor is None:
        return None
    found: dict[str, Item] = {}
    for item in _items(workspace, path, cursor):
        if item.label.lower().startswith(cursor.typed[:1].lower()):
            found.setdefault(item.label, item)
    return Completion(tuple(found.values())[:_MOST], cursor.line, cursor.first, cursor.last)


def _items(workspace: Workspace, path: Path, cursor: Cursor) -> Iterable[Item]:
    context = workspace.context(path)
    if cursor.what == "key":
        return [] if cursor.form is None else keys_of(cursor.form, cursor.taken)
    if cursor.what == "id":
        return _ids(context, cursor)
    if cursor.start:
        return in_sentence(workspace, path, cursor, context)
    return [*_values(cursor.key), *_named(path, context, cursor)]


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
    of_heads = {part for head in heads.values() for part in (*head.parts, *head.needs, *head.any_of)}
    own = {part for head in there for part in (*head.parts, *head.needs, *head.any_of)}
    return name not in heads and (name not in of_heads or name in own)


def _excluded(form: Form, name: str, taken: frozenset[str]) -> bool:
    return any(name in group and taken.intersection(group) for group in form.at_most_one)


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


def _named(path: Path, context: Context | None, cursor: Cursor) -> Iterator[Item]:
    """What a file speaks of by its name: rules, addresses, scenarios, variants."""
    key = "" if cursor.key is None else cursor.key.name
    if key in ("rule", "affects", "cites") and context is not None:
        yield from (Item(number, "reference", "a numbered rule", rule_text(context, number)) for number in context.words.rule_numbers())
    elif key in _ADDRESSES and cursor.form is not None and cursor.form.name == "edit" and context is not None:
        yield from addresses_of(context, cursor)
    elif key == "unreadable" and context is not None:
        yield from (Item(name, "event", "a scenario") for name in scenarios_of(context))
    elif key in (*_VARIANTS, "of") and cursor.entry is None:
        yield from (Item(name, "module", "a variant") for name in VariantFiles(path.parent.parent / "game.yaml", "").names())


def addresses_of(context: Context, _cursor: Cursor) -> Iterator[Item]:
    """Every address of the rules that an edit can name."""
    yield from (Item(address, "reference", "an address") for address in known_addresses(context.document))


def scenarios_of(context: Context) -> list[str]:
    """The ids of the scenarios that were checked with the rules."""
    found = (address.split(".") for address in context.findings.sources if address.startswith("scenarios."))
    return [parts[1] for parts in found if len(parts) == 2]
