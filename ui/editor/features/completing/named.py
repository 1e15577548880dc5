"""What is spoken of by its name where no sentence stands: rules, addresses, kinds, scenarios, games, variants, printed words, ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from custumal.dsl.base.open_texts import is_file
from custumal.dsl.base.types import Maybe, Set, Table, Type
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.lint.references import every_id
from custumal.dsl.documents.document import Document
from custumal.dsl.fmt.sentences import is_plain
from custumal.dsl.keys.form import Literal
from custumal.dsl.overlay.discovery import VariantFiles
from custumal.dsl.overlay.target import known_addresses
from custumal.dsl.yaml.traps import quoted
from custumal.interpreter.library import shipped
from custumal.ui.editor.cursor import Cursor
from custumal.ui.editor.features.completing.item import Item
from custumal.ui.editor.features.completing.words import words_of
from custumal.ui.editor.features.rule_text import rule_text
from custumal.ui.editor.workspace import Workspace

ADDRESSES = ("set", "replace", "add", "remove", "move", "before", "after")
_VARIANTS = ("requires", "excludes", "after")
_OF_RULES = ("section", "kind")
"""Keys of numbered rules that say words which other rules say, too."""


def is_edit(cursor: Cursor) -> bool:
    return cursor.form is not None and cursor.form.name == "edit"


def is_phrase(cursor: Cursor) -> bool:
    """Whether a value is completed that has several words."""
    return cursor.form is not None and cursor.form.name == "numbered-rule" and cursor.key is not None and cursor.key.name in _OF_RULES


# ---------------------------------------------------------------- ids


def ids(workspace: Workspace, path: Path, context: Context | None, cursor: Cursor) -> Iterator[Item]:
    """Ids of what is spoken of by its id: options that a scenario sets, scenarios that a variant tells anew, languages, what labels are
    for."""
    return (Item(name, kind, told, insert=f"{_key(name)}: ") for name, kind, told in _called(workspace, path, context, cursor))


def _key(name: str) -> str:
    return name if is_plain(name, flow=True) else quoted(name)


def _called(workspace: Workspace, path: Path, context: Context | None, cursor: Cursor) -> Iterator[tuple[str, str, str]]:
    """Each with its kind and what it is."""
    name = "" if cursor.key is None else cursor.key.name
    layout = None if cursor.key is None else cursor.key.holds.map
    if context is None:
        return
    if name == "options" and cursor.entry is not None:
        yield from ((word, "constant", "an option") for word in context.words.option_names())
    elif name == "scenarios" and getattr(layout, "form", "") == "retold":
        yield from ((word, "event", "a scenario") for word in scenarios_of(context))
    elif getattr(layout, "ids", "") == "language":
        yield from ((word, "text", "a language") for word in context.words.languages())
    elif name == "names" and cursor.entry is None:
        yield from ((word, "constant", "an id") for word in sorted(every_id(context) - cursor.taken))
    elif name == "sections" and cursor.entry is None:
        yield from ((word, "text", "a section") for word in _said(workspace, path, "section") if word not in cursor.taken)


# ---------------------------------------------------------------- values


def named(workspace: Workspace, path: Path, context: Context | None, cursor: Cursor) -> Iterator[Item]:
    """What a file speaks of by its name."""
    key = "" if cursor.key is None else cursor.key.name
    if cursor.entry is None and key in (*_VARIANTS, "of"):
        yield from _bases(path) if key == "of" else _variants(path)
    elif context is None:
        return
    elif cursor.key is not None and Literal("rule") in (cursor.key.holds.scalar, getattr(cursor.key.holds.items, "scalar", None)):
        yield from (Item(number, "reference", "a numbered rule", rule_text(context, number)) for number in context.words.rule_numbers())
    elif key in ADDRESSES and is_edit(cursor):
        yield from (Item(address, "reference", "an address") for address in _editable(workspace, path, context))
    elif key == "unreadable":
        yield from (Item(name, "event", "a scenario") for name in scenarios_of(context))
    elif key == "kind" and cursor.form is not None and cursor.form.name == "component":
        yield from (Item(word, "type", "a kind") for word in context.words.kind_names())
    elif key == "among":
        yield from (Item(word, "type", "a list") for word in context.words.list_names())
    elif is_phrase(cursor):
        yield from (Item(word, "text", f"a {key}", insert=_value(word, cursor)) for word in _said(workspace, path, key))
    elif cursor.column:
        yield from (Item(word, "enum", cursor.column) for word in _printed(context, cursor))


def _value(word: str, cursor: Cursor) -> str:
    """A text where it is begun: in quotes of its own where it can't stand without, and none are there."""
    line = cursor.text.split("\n")[cursor.line - 1]
    is_open = any(f": {quote}" in line[: cursor.first] for quote in "'\"")
    return word if is_open or is_plain(word, flow=line.lstrip().startswith("{")) else quoted(word)


def _said(workspace: Workspace, path: Path, key: str) -> Iterable[str]:
    """What the numbered rules of the rulebook say under a key."""
    rules = (rule for book in _rulebooks(workspace, path) for rule in book.section("rules"))
    return dict.fromkeys(said for rule in rules if (said := rule.text(key)) is not None)


def _printed(context: Context, cursor: Cursor) -> tuple[str, ...]:
    """The words that can stand in a printed column of a row, alone, in a list or in a table."""
    kind = context.words.kind_called(_kind_around(context, cursor))
    return () if kind is None else words_of(context.words, _innermost(kind.printed.get(cursor.column)))


def columns(context: Context, cursor: Cursor) -> list[str]:
    """What a row of a component, or a word of a list, has besides: the printed columns of its kind, the attributes of the list."""
    if cursor.form is not None and cursor.form.name == "row":
        kind = context.words.kind_called(_kind_around(context, cursor))
        return [] if kind is None else [*kind.printed]
    owner = "" if cursor.entry is None else cursor.entry.address.rpartition(".")[0]
    listing = context.words.list_called(owner.removeprefix("lists."))
    return [] if listing is None else [attribute.name for attribute in listing.attributes]


def _kind_around(context: Context, cursor: Cursor) -> str:
    """The kind of the table in which a row stands."""
    owner = "" if cursor.entry is None else cursor.entry.address.rpartition(".")[0]
    around = context.document.entry(owner.removesuffix(".rows"))
    return "" if around is None else around.text("kind") or ""


def _innermost(of: Type | None) -> Type | None:
    match of:
        case Table(_, inner) | Set(inner) | Maybe(inner):
            return _innermost(inner)
    return of


def _editable(workspace: Workspace, path: Path, context: Context) -> Iterator[str]:
    """Every address that an edit can name, in the rules and in the rulebook."""
    yield from known_addresses(context.document)
    yield from (f"rulebook.{address}" for book in _rulebooks(workspace, path) for address in known_addresses(book))


def _rulebooks(workspace: Workspace, path: Path) -> list[Document]:
    return [document for document in workspace.documents_of(path) if document.kind == "rulebook"]


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
