"""Scenarios that were checked before, for the checks of the same game with variants: most of them mean what they meant.

While scenarios are checked for the first time, every question to the vocabulary is noted. With other rules a scenario is checked
anew unless nothing was said about it and each of its questions has the answer that it had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from dataclasses import fields as fields_of
from typing import Any, TypeVar

from custumal.dsl.check.choice_keys import asked_for
from custumal.dsl.check.context import Context
from custumal.dsl.check.vocabulary import DeedInfo, DefinitionInfo, KindInfo, StepInfo, Vocabulary
from custumal.dsl.diagnostic import Report, Span
from custumal.dsl.entry import Entry
from custumal.dsl.model import Const, Expr, Scenario, Source
from custumal.dsl.types import Type

Question = tuple[str, str | None]
"""What was asked: a part of the vocabulary with a word, or with None for all of that part."""

Value = TypeVar("Value")
_GROUPS = ("lists", "tables", "graphs", "options", "kinds", "zones", "kept", "definitions", "actions", "procedures", "steps")
_LOOKUPS = ("symbol_lists", "rows_named", "steps_named", "bare_word", "has_word")


class _Group(dict[str, Value]):
    """A part of the vocabulary that notes what is asked of it."""

    def __init__(self, name: str, asked: set[Question], content: dict[str, Value]) -> None:
        super().__init__(content)
        self.name = name
        self.asked = asked

    def __getitem__(self, key: str) -> Value:
        self.asked.add((self.name, key))
        return dict.__getitem__(self, key)

    def get(self, key: str, default: Any = None) -> Any:
        self.asked.add((self.name, key))
        return dict.get(self, key, default)

    def __contains__(self, key: object) -> bool:
        self.asked.add((self.name, key if isinstance(key, str) else None))
        return dict.__contains__(self, key)

    def _all(self) -> None:
        self.asked.add((self.name, None))

    def __iter__(self) -> Iterator[str]:
        self._all()
        return dict.__iter__(self)

    def __len__(self) -> int:
        self._all()
        return dict.__len__(self)

    def keys(self) -> Any:
        self._all()
        return dict.keys(self)

    def values(self) -> Any:
        self._all()
        return dict.values(self)

    def items(self) -> Any:
        self._all()
        return dict.items(self)


class Noting(Vocabulary):
    """A vocabulary that is complete, with a note of every question to it."""

    __slots__ = ("asked", "plain")

    def __init__(self, plain: Vocabulary) -> None:
        super().__init__(**{each.name: getattr(plain, each.name) for each in fields_of(plain)})
        self.plain = plain
        self.asked: set[Question] = set()
        for name in _GROUPS:
            setattr(self, name, _Group(name, self.asked, getattr(plain, name)))

    def note(self, what: str, word: str) -> None:
        self.asked.add((what, word))

    def symbol_lists(self, word: str) -> list[tuple[str, int]]:
        self.note("symbol_lists", word)
        return self.plain.symbol_lists(word)

    def rows_named(self, word: str) -> list[tuple[str, int]]:
        self.note("rows_named", word)
        return self.plain.rows_named(word)

    def steps_named(self, word: str) -> list[StepInfo]:
        self.note("steps_named", word)
        return self.plain.steps_named(word)

    def bare_word(self, word: str) -> str | None:
        self.note("bare_word", word)
        return self.plain.bare_word(word)

    def has_word(self, word: str) -> bool:
        self.note("has_word", word)
        return self.plain.has_word(word)


# ---------------------------------------------------------------- what a check leaves behind


@dataclass(slots=True)
class _Marks:
    """What the check of a scenario tells the other checks: what is used, written, left, cited, and where it stands."""

    used: set[str] = field(default_factory=set)
    sources: dict[str, Source] = field(default_factory=dict)
    written: set[str] = field(default_factory=set)
    exits: set[tuple[str, str]] = field(default_factory=set)
    cited: set[str] = field(default_factory=set)
    ignored: list[tuple[str, Span]] = field(default_factory=list)

    @classmethod
    def of(cls, cx: Context) -> _Marks:
        return cls(cx.words.used, cx.words.sources, cx.written, cx.exits, cx.cited, cx.ex.ignored)

    def taken_by(self, cx: Context) -> None:
        cx.words.used, cx.words.sources, cx.written, cx.exits, cx.cited = self.used, self.sources, self.written, self.exits, self.cited
        cx.ex.ignored = self.ignored

    def add(self, other: _Marks) -> None:
        self.used |= other.used
        self.sources |= other.sources
        self.written |= other.written
        self.exits |= other.exits
        self.cited |= other.cited
        self.ignored += other.ignored


@dataclass(frozen=True, slots=True)
class _Done:
    """A scenario about which nothing was said."""

    entry: Entry
    made: Scenario
    marks: _Marks
    asked: frozenset[Question]


class Memory:
    """The scenarios of one game. The first check fills it; further ones are those of the same files with other rules.

    `before` are the problems that the game has without variants, once they are known.
    """

    def __init__(self) -> None:
        self.before: set[tuple[str, Span]] | None = None
        self._general: tuple[object, ...] | None = None
        self._answers: dict[Question, object] = {}
        self._done: dict[int, _Done] = {}

    def checked(self, cx: Context, entries: tuple[Entry, ...], check: Callable[[Context, Entry], Scenario]) -> tuple[Scenario, ...]:
        """The models of scenarios, each by `check` or as it was."""
        if self._general is None:
            self._general = _general(cx)
            return self._for_the_first_time(cx, entries, check)
        known = self._done if _general(cx) == self._general else {}
        other = {question for question, answer in self._answers.items() if known and _answer(cx, question) != answer}
        return tuple(self._again(cx, entry, known.get(id(entry)), other) or check(cx, entry) for entry in entries)

    def _again(self, cx: Context, entry: Entry, done: _Done | None, other: set[Question]) -> Scenario | None:
        """The scenario as it was, if it still is that; `other` are the questions with other answers."""
        if done is None or done.entry is not entry or not other.isdisjoint(done.asked):
            return None
        _Marks.of(cx).add(done.marks)
        return done.made

    def _for_the_first_time(
        self, cx: Context, entries: tuple[Entry, ...], check: Callable[[Context, Entry], Scenario]
    ) -> tuple[Scenario, ...]:
        found = []
        with _noting(cx) as words:
            whole = _Marks.of(cx)
            for entry in entries:
                mine, report = _Marks(), Report()
                mine.taken_by(cx)
                with cx.reporting_to(report):
                    found.append(check(cx, entry))
                whole.add(mine)
                told = report.sorted()
                cx.report.extend(told)
                if not told:
                    self._done[id(entry)] = _Done(entry, found[-1], mine, frozenset(words.asked))
                words.asked.clear()
            whole.taken_by(cx)
        asked = frozenset[Question]().union(*(done.asked for done in self._done.values()))
        self._answers = {question: _answer(cx, question) for question in asked}
        return tuple(found)


@contextmanager
def _noting(cx: Context) -> Iterator[Noting]:
    """While this lasts, questions are noted."""
    plain, types = cx.words, cx.ex.entry_types
    words = Noting(plain)

    def entry_types(action: str) -> dict[str, Type]:
        words.note("entry_types", action)
        return types(action)

    cx.words = cx.ex.words = words
    cx.ex.entry_types = entry_types
    try:
        yield words
    finally:
        cx.words = cx.ex.words = plain
        cx.ex.entry_types = types


# ---------------------------------------------------------------- answers that can be compared


def _general(cx: Context) -> tuple[object, ...]:
    """What any scenario may hang on."""
    words = cx.words
    types = dict(cx.ex.attribute_types)
    return words.players, tuple(words.resources), tuple(words.house_seats), cx.languages, types, cx.word_of(cx.document.header.get("game"))


def _answer(cx: Context, question: Question) -> object:
    """What the answer to a question comes to, as far as a scenario can tell."""
    what, word = question
    if what in _GROUPS:
        group = getattr(cx.words, what)
        return _essence(tuple(group.items()) if word is None else group.get(word))
    assert word is not None
    if what in _LOOKUPS:
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
    raise AssertionError(what)


def _essence(value: Any) -> object:
    """A value without what tells only where it stands, and without the insides of expressions, of which only the types matter."""
    match value:
        case Type():
            return value
        case Expr():
            return value.type, value.value if isinstance(value, Const) else None
        case Source() | Span():
            return None
        case DefinitionInfo():
            return tuple(p.type for p in value.parameters), value.is_value, None if value.body is None else value.body.type
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
    names = getattr(type(value), "__field_names__", None)
    return value if names is None else (type(value), *(_essence(getattr(value, name)) for name in names))
