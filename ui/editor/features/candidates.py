"""What could stand at a place of a sentence: names in force, members of what stands before, words of the wanted list, verbs, choices."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import SEAT, Bundle, Number, Row, Set, Symbol, Thing, Truth, Type, bare, kind_of
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.rules.effects import VERBS
from custumal.dsl.check.symbols.questions import joined
from custumal.dsl.check.symbols.vocabulary import Vocabulary
from custumal.dsl.check.typing.expressions import Expressions
from custumal.dsl.check.typing.folds import FOLDS
from custumal.dsl.check.typing.functions import FUNCTIONS
from custumal.dsl.check.typing.intervals import element_of
from custumal.dsl.check.typing.members import known_words
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.model import Expr, Local
from custumal.dsl.overlay.target import known_addresses
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.sentences.unfinished import expected
from custumal.dsl.sentences.words import RESERVED
from custumal.ui.editor.cursor import WORD, Cursor
from custumal.ui.editor.features.item import Item
from custumal.ui.editor.features.types import type_in_words
from custumal.ui.editor.workspace import Workspace

_TYPES = ("number", "truth", "seat", "bundle", "cell of ", "column of ", "line of ", "type of ", "maybe ")
_WINDOWS = ("offer", "offered", "window")
_CHOICE = re.compile(r"\s*([\w-]+)\s*\(")


@dataclass(frozen=True, slots=True)
class Found:
    """What a check knew where the cursor is: the names in force, the type that is wanted, and the words of what stands before it (None
    where nothing does)."""

    names: dict[str, Local]
    element: Local | None
    wanted: Type | None
    members: tuple[str, ...] | None
    of_element: tuple[str, ...]


class _FoundError(Exception):
    """Ends a check as soon as it has come to the cursor."""


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
        return [*_in_choice(context, cursor), *reserved]
    if cursor.start == "limit":
        return [*_steps(context, cursor), *reserved]
    found = _look(workspace, path, cursor)
    names = _without_scope(context) if found is None else _with_scope(context, found)
    chosen = [] if found is None or found.members is not None else _chosen(context, cursor)
    return sorted([*names, *chosen, *reserved], key=lambda item: item.rank)


def _chosen(context: Context, cursor: Cursor) -> Iterator[Item]:
    """What is chosen before a restriction is judged: it may speak of all of that, though a half-written one does not yet."""
    owner, key, _ = ("" if cursor.entry is None else cursor.entry.address).rpartition(".require.")
    section, _, name = owner.partition(".")
    if key and section == "actions" and context.words.action(name) is not None:
        types = context.words.entry_types(name)
        yield from (Item(word, "name", type_in_words(of), rank=1) for word, of in types.items())


# ---------------------------------------------------------------- what a check knows there


def _look(workspace: Workspace, path: Path, cursor: Cursor) -> Found | None:
    seen: list[Found] = []

    def probe(ex: Expressions, node: sx.Expression, scope: Scope, wanted: Type | None) -> None:
        if isinstance(node, sx.Name) and node.text == WORD:
            seen.append(Found(scope.names, scope.element, wanted, None, _of_element(ex, scope)))
            raise _FoundError
        if isinstance(node, sx.Apply) and node.word.text == WORD:
            seen.append(Found(scope.names, scope.element, wanted, _members(ex, node, scope), ()))
            raise _FoundError

    try:
        workspace.look(path, cursor.text, probe)
    except _FoundError:
        return seen[0]
    return None


def _of_element(ex: Expressions, scope: Scope) -> tuple[str, ...]:
    return () if scope.element is None else tuple(known_words(ex, scope.element))


def _members(ex: Expressions, node: sx.Apply, scope: Scope) -> tuple[str, ...] | None:
    """The words of what stands before a dot; None where it stands behind the word, so that all words are open."""
    if node.style != "dot" or not node.arguments:
        return None
    first = _typed(ex, node.arguments[0], scope)
    inner = first.type.inner if isinstance(first.type, Set) else first.type
    member = Local(inner, first.span, "it", "it")
    return tuple(dict.fromkeys((*known_words(ex, first), *known_words(ex, member))))


def _typed(ex: Expressions, node: sx.Expression, scope: Scope) -> Expr:
    """The expression before the dot; what is wrong with it is told elsewhere."""
    probe, report = ex.probe, ex.report
    ex.probe, ex.report = None, Report()
    try:
        return ex.check(node, scope)
    finally:
        ex.probe, ex.report = probe, report


def _with_scope(context: Context, found: Found) -> Iterator[Item]:
    words = context.words
    if found.members is not None:
        yield from (Item(word, "member", _told(words, word), rank=1) for word in found.members)
        return
    wanted = None if found.wanted is None else element_of(found.wanted)
    yield from (Item(word, "enum", str(wanted), rank=0) for word in _words_of(words, wanted))
    for name, local in found.names.items():
        yield Item(name, "name", type_in_words(local.type), rank=_rank(local.type, found.wanted, 1))
    yield from (Item(word, "member", _told(words, word), rank=3) for word in found.of_element)
    yield from _everything(words, found.wanted)


def _without_scope(context: Context) -> Iterator[Item]:
    yield from _everything(context.words, None)


def _everything(words: Vocabulary, wanted: Type | None) -> Iterator[Item]:
    """All that the game declares, and the functions of the language."""
    for word in (*words.option_names(), *words.operators(), *words.resources()):
        yield Item(word, "constant", _told(words, word), rank=_rank(_type_of(words, word), wanted, 4))
    yield from (Item(word, "function", "a fold", rank=6) for word in FOLDS)
    yield from (Item(word, "function", "a function", rank=6) for word in FUNCTIONS)
    yield from (Item(word, "constant", "seats", rank=6) for word in ("seats", "players"))
    symbols = (word for name in words.list_names() for word in _words_of(words, Symbol(name)))
    yield from (Item(word, "enum", "a word of a list", rank=8) for word in symbols)
    yield from (Item(row.name, "enum", f"a {kind}", rank=9) for kind in words.kind_names() for row in words.rows(kind))


def _rank(of: Type | None, wanted: Type | None, base: int) -> int:
    """What is of the wanted type stands nearer to the top."""
    if of is None or wanted is None:
        return base
    return base - 1 if kind_of(bare(of)) == kind_of(bare(wanted)) else base + 1


def _words_of(words: Vocabulary, of: Type | None) -> tuple[str, ...]:
    """The words that values of a type have: those of a list, rows of a kind, truths."""
    match of:
        case Symbol("resource"):
            return words.resources()
        case Symbol(name):
            listing = words.list_called(name)
            return () if listing is None else listing.symbols
        case Row(kind) | Thing(kind):
            return tuple(row.name for each in kind.split("|") for row in words.rows(each))
        case Truth():
            return ("true", "false")
        case Bundle():
            return words.resources()
    return ()


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


def _verbs(context: Context, _: Cursor) -> Iterator[Item]:
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


def _steps(context: Context, _: Cursor) -> Iterator[Item]:
    ends = dict.fromkeys(address.rsplit(".", 1)[-1] for address in context.words.step_addresses())
    yield from (Item(word, "reference", "a step") for word in ends)


def _choices(context: Context, _: Cursor) -> Iterator[Item]:
    for word in context.words.choice_words():
        taken = ", ".join(map(str, _chosen_under(context, word)))
        yield Item(word, "verb", f"{word}({taken})" if taken else "a choice")


def _chosen_under(context: Context, word: str) -> tuple[Type, ...]:
    """What is chosen under a word, as far as that is one thing."""
    asked = context.words.choice(word)
    return () if asked is None else joined(asked).types or ()


def _in_choice(context: Context, cursor: Cursor) -> Iterator[Item]:
    """The values that an argument of a choice key may have."""
    head = _CHOICE.match(cursor.before)
    rest = "" if head is None else cursor.before[head.end() :]
    number = _argument(rest)
    types = () if head is None else _chosen_under(context, head[1])
    wanted = element_of(types[number]) if number is not None and number < len(types) else None
    yield from (Item(word, "enum", str(wanted), rank=0) for word in _words_of(context.words, wanted))
    if wanted == SEAT or wanted is None:
        yield from (Item(f"p{i + 1}", "constant", "a seat", rank=1) for i in range(context.words.players()[1]))
    if not isinstance(wanted, Symbol | Number):
        yield from (Item(word, "function", "a place", rank=2) for word in ("at", "pose-at", "column"))
        yield from (Item(zone, "constant", "a zone", rank=3) for zone in context.declared.zones)


def _argument(text: str) -> int | None:
    """The number, from 0, of the argument of the outer bracket that a text ends in; None inside a bracket of an argument."""
    depth, commas = 0, 0
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        commas += sign == "," and depth == 0
    return commas if depth == 0 else None


def _addresses(context: Context, cursor: Cursor) -> Iterator[Item]:
    """What an address may name where it stands; behind a dot only what follows."""
    typed = cursor.before.strip()
    for address in dict.fromkeys(_addressable(context, cursor)):
        if address.startswith(typed):
            rest = address[len(typed) :]
            yield Item(rest, "reference", address)


def _addressable(context: Context, cursor: Cursor) -> Iterable[str]:
    key = "" if cursor.key is None else cursor.key.name
    form = "" if cursor.form is None else cursor.form.name
    words = context.words
    if form == "edit":
        return [*known_addresses(context.document), *(f"rulebook.rules.{number}" for number in words.rule_numbers())]
    if key == "waive":
        return [*words.restrictions(), *words.standing_addresses(), *words.step_addresses()]
    if key == "because":
        return words.restrictions()
    if key in _WINDOWS:
        return [*context.findings.opened, *(f"actions.{name}" for name in words.action_names()), *words.action_names()]
    actions = [f"actions.{name}" for name in words.action_names()]
    values = [address for address in context.document.addresses if address.startswith(("values.", "define.")) and address.count(".") == 1]
    ends = [address.rsplit(".", 1)[-1] for address in words.step_addresses()]
    return [*actions, *words.action_names(), *values, *words.step_addresses(), *ends]


def rule_text(context: Context, number: str) -> str:
    """The text of a numbered rule in the language that comes first."""
    text = None if context.declared.rules is None else context.declared.rules.get(number)
    pieces = text.by_language[0][1] if text is not None and text.by_language else ()
    return "".join(piece for piece in pieces if isinstance(piece, str))


_SPECIAL: dict[str, Callable[[Context, Cursor], Iterator[Item]]] = {
    "effect": _verbs,
    "type": _types,
    "contents": _kinds,
    "choice": _choices,
    "path": _addresses,
    "signature": _types,
}
"""What stands at the beginning of such sentences, or, of the short ones, anywhere in them."""
