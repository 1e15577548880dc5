"""What could stand at a place of a sentence: names in force, members of what stands before, words of the wanted list, verbs, choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from custumal.dsl.base.types import Symbol, Type, bare, kind_of
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.rules.effects import VERBS
from custumal.dsl.check.symbols.vocabulary import Vocabulary
from custumal.dsl.check.typing.folds import FOLDS
from custumal.dsl.check.typing.functions import FUNCTIONS
from custumal.dsl.check.typing.intervals import element_of
from custumal.dsl.sentences.unfinished import expected
from custumal.dsl.sentences.words import RESERVED
from custumal.ui.editor.cursor import Cursor
from custumal.ui.editor.features.completing.choices import choices, in_choice
from custumal.ui.editor.features.completing.item import Item
from custumal.ui.editor.features.completing.probing import Found, look
from custumal.ui.editor.features.completing.words import seats, words_of
from custumal.ui.editor.features.types import type_in_words
from custumal.ui.editor.workspace import Workspace

_TYPES = ("number", "truth", "seat", "bundle", "cell of ", "column of ", "line of ", "type of ", "maybe ")
_WINDOWS = ("offer", "offered", "window")
_EXITS = ("leave", "finish", "stop")
"""Verbs whose object is a step."""


def in_sentence(workspace: Workspace, path: Path, cursor: Cursor, context: Context | None) -> list[Item]:
    """What could stand in a sentence at the cursor."""
    kinds = expected(cursor.start, cursor.before)
    reserved = [Item(RESERVED[kind], "word", "a word of the language", rank=7) for kind in sorted(kinds) if kind in RESERVED]
    special = _SPECIAL.get(cursor.start)
    if cursor.before.rstrip().endswith("."):
        reserved = []
    if context is None:
        return reserved
    if special is not None and (cursor.start in ("path", "type", "contents", "signature") or not cursor.before.strip()):
        return [*special(context, cursor), *([] if cursor.start == "path" else reserved)]
    if "NAME" not in kinds:
        return reserved
    if cursor.start == "choice":
        return [*in_choice(context, cursor), *reserved]
    if cursor.start == "limit" or (cursor.start == "effect" and cursor.before.strip() in _EXITS):
        return [*_steps(context, cursor), *reserved]
    found = look(workspace, path, cursor)
    if found is not None and (found.asked or found.is_behind_dot):
        return [*(_asked(context, found) if found.asked else _members(context, found))]
    names = _everything(context.words, None) if found is None else _with_scope(context, found)
    chosen = [] if found is None else _chosen(context, cursor)
    return sorted([*names, *chosen, *reserved], key=lambda item: item.rank)


def _chosen(context: Context, cursor: Cursor) -> Iterator[Item]:
    """What is chosen before a restriction is judged: it may speak of all of that, though a half-written one does not yet."""
    owner, key, _ = ("" if cursor.entry is None else cursor.entry.address).rpartition(".require.")
    entry = context.document.entry(owner) if key else None
    section, _, name = owner.partition(".")
    types = context.words.entry_types(name) if section == "actions" and context.words.action(name) is not None else {}
    for chosen in () if entry is None else entry.entries("choose"):
        yield Item(chosen.id, "name", type_in_words(types[chosen.id]) if chosen.id in types else "what is chosen", rank=1)


# ---------------------------------------------------------------- names, members, words


def _with_scope(context: Context, found: Found) -> Iterator[Item]:
    words = context.words
    wanted = None if found.wanted is None else element_of(found.wanted)
    yield from (Item(word, "enum", str(wanted), rank=0) for word in words_of(words, wanted))
    yield from (Item(word, "member", _told(words, word), rank=0) for word in found.tests)
    for name, local in found.names.items():
        yield Item(name, "name", type_in_words(local.type), rank=_rank(local.type, found.wanted, 1))
    yield from _members(context, found)
    if found.seats:
        yield from seats(words)
    yield from (Item(word, "member", _told(words, word), rank=3) for word in found.of_element)
    yield from _everything(words, found.wanted)


def _members(context: Context, found: Found) -> Iterator[Item]:
    """What can be asked of what stands behind the word, or before the dot."""
    yield from (Item(word, "member", _told(context.words, word), rank=1) for word in found.members)


def _asked(context: Context, found: Found) -> Iterator[Item]:
    """Names that are no values: actions, what can be ignored of one, steps, lists and kinds."""
    words = context.words
    action = words.action(found.around) if found.asked == "ignoring" else None
    if action is not None:
        yield from (Item(word, "reference", f"of {found.around}") for word in words.ignorable(found.around))
    elif found.asked == "action":
        yield from (Item(word, "verb", _handed_over(context, word)) for word in words.action_names())
    elif found.asked == "step":
        yield from _steps(context, None)
    elif found.asked == "all":
        yield from (Item(word, "type", "a list") for word in (*words.list_names(), "resource"))
        yield from (Item(word, "type", "a kind") for word in words.kind_names())


def _handed_over(context: Context, action: str) -> str:
    """What an action is given, in brackets."""
    taken = ", ".join(map(type_in_words, context.words.entry_types(action).values()))
    return f"({taken})" if taken else "an action"


def _everything(words: Vocabulary, wanted: Type | None) -> Iterator[Item]:
    """All that the game declares, and the functions of the language."""
    for word in (*words.option_names(), *words.operators(), *words.resources()):
        yield Item(word, "constant", _told(words, word), rank=_rank(_type_of(words, word), wanted, 4))
    yield from (Item(word, "function", "a fold", rank=6) for word in FOLDS)
    yield from (Item(word, "function", "a function", rank=6) for word in FUNCTIONS)
    yield from (Item(word, "constant", "seats", rank=6) for word in ("seats", "players"))
    symbols = (word for name in words.list_names() for word in words_of(words, Symbol(name)))
    yield from (Item(word, "enum", "a word of a list", rank=8) for word in symbols)
    yield from (Item(row.name, "enum", f"a {kind}", rank=9) for kind in words.kind_names() for row in words.rows(kind))


def _rank(of: Type | None, wanted: Type | None, base: int) -> int:
    """What is of the wanted type stands nearer to the top."""
    if of is None or wanted is None:
        return base
    return base - 1 if kind_of(bare(of)) == kind_of(bare(wanted)) else base + 1


def _type_of(words: Vocabulary, word: str) -> Type | None:
    meaning = words.meaning(word)
    if meaning.kept is not None:
        return meaning.kept.type
    if meaning.definition is not None:
        return words.definition_type(word)
    return meaning.option


def _told(words: Vocabulary, word: str) -> str:
    """The parameters and the type of what a word names."""
    meaning = words.meaning(word)
    of = _type_of(words, word)
    taken = f"({', '.join(str(each) for each in meaning.parameters)})" if meaning.parameters else ""
    return f"{taken} {type_in_words(of)}".strip() if of is not None else "a zone" if meaning.zone is not None else taken


# ---------------------------------------------------------------- sentences of other sorts


def _verbs(context: Context, _: Cursor | None) -> Iterator[Item]:
    yield from (Item(word, "verb", verb.shape, insert=f"{word} ") for word, verb in VERBS.items())
    for word in context.words.procedure_names():
        info = context.words.procedure(word)
        taken = "" if info is None else ", ".join(parameter.name for parameter in info.parameters)
        yield Item(word, "function", f"procedure({taken})" if taken else "a procedure")


def _types(context: Context, _: Cursor) -> Iterator[Item]:
    yield from (Item(word, "type", "a type") for word in _TYPES)
    yield from (Item(word, "type", "a list") for word in context.words.list_names())
    yield from (Item(word, "type", "a kind") for word in context.words.kind_names())
    yield from (Item(zone, "type", "a zone") for zone in context.declared.zones)


def _kinds(context: Context, _: Cursor) -> Iterator[Item]:
    yield from (Item(word, "type", "a kind") for word in context.words.kind_names())


def _steps(context: Context, cursor: Cursor | None) -> Iterator[Item]:
    ends = dict.fromkeys(address.rsplit(".", 1)[-1] for address in context.words.step_addresses())
    yield from (Item(word, "reference", "a step") for word in ends)
    if cursor is not None and cursor.before.strip() == "stop":
        yield Item("game", "word", "the whole game")


def _addresses(context: Context, cursor: Cursor) -> Iterator[Item]:
    """What an address may name where it stands."""
    yield from (Item(address, "reference", "an address") for address in dict.fromkeys(_addressable(context, cursor)))


def _addressable(context: Context, cursor: Cursor) -> Iterable[str]:
    key = "" if cursor.key is None else cursor.key.name
    form = "" if cursor.form is None else cursor.form.name
    words = context.words
    if form == "edit":
        return _beside(context, cursor)
    if key == "waive":
        return [*words.restrictions(), *words.standing_addresses(), *words.step_addresses()]
    if key == "because":
        return words.restrictions()
    if key in _WINDOWS:
        return [*context.findings.opened, *(f"actions.{name}" for name in words.action_names()), *words.action_names()]
    values = [address for address in context.document.addresses if address.startswith(("values.", "define.")) and address.count(".") == 1]
    if key == "modify":
        return values
    actions = [f"actions.{name}" for name in words.action_names()]
    ends = [address.rsplit(".", 1)[-1] for address in words.step_addresses()]
    return [*actions, *words.action_names(), *values, *words.step_addresses(), *ends]


def _beside(context: Context, cursor: Cursor) -> list[str]:
    """The ids before or after which an edit can put something: those of the same parent."""
    edit = cursor.entry
    target = None if edit is None else edit.text("add") or edit.text("move")
    parent = "" if target is None else target.rpartition(".")[0]
    return [address.rpartition(".")[2] for address in context.document.addresses if address.rpartition(".")[0] == parent]


_SPECIAL: dict[str, Callable[[Context, Cursor], Iterator[Item]]] = {
    "effect": _verbs,
    "type": _types,
    "contents": _kinds,
    "choice": choices,
    "path": _addresses,
    "signature": _types,
}
"""What stands at the beginning of such sentences, or, of the short ones, anywhere in them."""
