"""Answers to the questions that checks ask, in a form in which those of two checks can be compared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from custumal.dsl.base.types import Type
from custumal.dsl.check.context import Context
from custumal.dsl.check.declarations.vocabulary import DeedInfo, DefinitionInfo, KindInfo, StepInfo
from custumal.dsl.check.incremental.tracking import GROUPS, LOOKUPS, Question
from custumal.dsl.check.rules.choice_keys import asked_for
from custumal.dsl.check.rules.targets import target_of
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Const, Expr, Kept, Source


def general(cx: Context) -> tuple[object, ...]:
    """What anything may hang on."""
    words = cx.words
    types, game = dict(cx.ex.attribute_types), cx.document.text("game")
    return words.players, tuple(words.resources), tuple(words.house_seats), cx.languages, types, game


def plainly_same(one: Context, other: Context, what: str, questions: set[Question]) -> Iterable[Question]:
    """Those of the questions about one thing that have the same answer in two checks without being looked at one by one, which are
    by far the most: nothing can be found that could not be found before, or the word means nothing there in either."""
    if what in LOOKUPS:
        return questions if all(_content(one, part) == _content(other, part) for part in _LOOKS_AT[what]) else ()
    if what == "rule":
        return questions if one.rule_ids == other.rule_ids else ()
    if what == "modified":
        return [each for each in questions if (each[1] in one.modified) == (each[1] in other.modified)]
    if what in GROUPS:
        here, there = getattr(one.words, what), getattr(other.words, what)
        return [each for each in questions if each[1] is not None and each[1] not in here and each[1] not in there]
    return ()


_LOOKS_AT = {
    "symbol_lists": ("symbols",),
    "rows_named": ("rows",),
    "steps_named": ("steps",),
    "bare_word": ("options", "definitions", "kept", "zones", "symbols", "rows"),
    "has_word": (None,),
}


def _content(cx: Context, part: str | None) -> object:
    """The words of a part of the vocabulary, with what a lookup tells of them."""
    words = cx.words
    match part:
        case None:
            return tuple(words.words())
        case "symbols":
            return tuple((name, each.among, each.symbols) for name, each in words.lists.items())
        case "rows":
            return tuple((name, tuple(row.name for row in each.rows)) for name, each in words.kinds.items())
        case "steps":
            return tuple(words.steps)
    return {name: bool(getattr(each, "parameters", ())) for name, each in getattr(words, part).items()}


def answer(cx: Context, question: Question) -> object:
    """What the answer to a question comes to, as far as whoever asked it can tell."""
    what, word = question
    if what in GROUPS:
        group = getattr(cx.words, what)
        return _essence(tuple(group.items()) if word is None else group.get(word))
    assert word is not None
    if what in LOOKUPS:
        return _essence(getattr(cx.words, what)(word))
    match what:
        case "entry_types":
            return dict(cx.ex.entry_types(word)) if word in cx.words.actions else None
        case "choice":
            return asked_for(cx, word)
        case "reason":
            return word in cx.reasons()
        case "rule":
            return cx.rule_ids is None or word in cx.rule_ids
        case "for-each":
            return cx.for_each(word)
        case "parameters":
            return tuple((p.type, p.span) for p in cx.words.definitions[word].parameters)
        case "modified":
            return word in cx.modified
        case "target":
            head, _, address = word.partition(" ")
            target = target_of(cx, head, address)
            return None if target is None else (target.address, tuple((n, local.type, local.span) for n, local in target.names.items()))
    raise AssertionError(what)


def _essence(value: Any) -> object:
    """A value without what tells only where it stands, and without the insides of expressions, of which only the types matter."""
    if value is None or isinstance(value, str | int):
        return value
    match value:
        case Type():
            return value
        case Expr():
            return value.type, value.value if isinstance(value, Const) else None
        case Source() | Span():
            return None
        case DefinitionInfo():
            return tuple(p.type for p in value.parameters), value.is_value, None if value.body is None else value.body.type
        case Kept():  # where it starts and what its bounds are is nobody else's business
            return value.type, value.parameters
        case KindInfo():
            rows = tuple((row.name, row.single, row.entry.address) for row in value.rows)
            return value.printed, value.owned, value.serves, value.most, rows
        case DeedInfo():
            types = tuple((p.name, p.type) for p in value.parameters)
            return value.address, types, value.entries, value.restrictions, value.lets
        case StepInfo():
            return value.address
        case tuple() | list():
            return tuple(_essence(item) for item in value)
    names = getattr(type(value), "__match_args__", None)
    return value if names is None else (type(value), *(_essence(getattr(value, name)) for name in names))
