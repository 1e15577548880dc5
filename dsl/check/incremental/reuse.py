"""What was checked before, for the checks of the same game with variants: most of it means what it meant.

While a game is checked for the first time, every question that the check of an entry asks of the vocabulary is noted. With other
rules an entry is checked anew unless it is the very same, nothing was said about it, and each of its questions has the answer that
it had. What its check told others (`marks.py`) is told again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar, cast

from custumal.dsl.base.types import Type
from custumal.dsl.check.context import Context
from custumal.dsl.check.incremental.marks import Marks
from custumal.dsl.check.incremental.queries import answer, general, plainly_same
from custumal.dsl.check.incremental.tracking import Noting, Question
from custumal.dsl.diagnostics.diagnostic import Report, Span
from custumal.dsl.documents.document import Entry
from custumal.dsl.documents.game_files import GameFiles

Made = TypeVar("Made")
_CHANGING = ("target",)
"""Questions whose answers may change while a game is checked, and are looked up each time."""


@dataclass(frozen=True, slots=True)
class _Done:
    """What was made of an entry about which nothing was said."""

    entry: Entry
    made: object
    marks: Marks
    asked: frozenset[Question]


class Memory:
    """The checked entries of one game. The first check fills it; further ones are those of the same files with other rules.

    `files` are those of the game, once they have been read, `first` is the first check, and `before` are the problems that the game
    has without variants, once they are known.
    """

    def __init__(self) -> None:
        self.files: GameFiles | None = None
        self.before: set[tuple[str, Span]] | None = None
        self.first: Context | None = None
        self._done: dict[tuple[int, str], _Done] = {}
        self._asked = _Asked()
        self._work: _Noted | _Compared | None = None

    @contextmanager
    def at_work(self, cx: Context) -> Iterator[None]:
        """While this lasts, entries are remembered. Before, the vocabulary is not complete."""
        try:
            if self.first is None:
                self.first = cx
                with _noting(cx) as words:
                    self._work = _Noted(self._done, self._asked, words, Marks.of(cx))
                    yield
            elif general(cx) == general(self.first):
                self._work = _Compared(self._done, self._asked, self.first, cx)
                yield
            else:
                yield
        finally:
            self._work = None

    def made(self, cx: Context, entry: Entry, part: str, check: Callable[[], Made]) -> Made:
        """What a check makes of a part of an entry, or made of it before."""
        return check() if self._work is None else self._work.made(cx, entry, part, check)


class _Asked:
    """All questions of a first check by what they are about, and the answers that they had as far as these were needed."""

    def __init__(self) -> None:
        self.about: dict[str, set[Question]] = {}
        self.answers: dict[Question, object] = {}
        self._one: dict[Question, Question] = {}

    def noted(self, questions: set[Question]) -> frozenset[Question]:
        """The questions, equal ones as one object, by which they are quickly found again."""
        found = frozenset(map(self._one.setdefault, questions, questions))
        for question in found:
            self.about.setdefault(question[0], set()).add(question)
        return found


class _Noted:
    """A first check: `whole` are the marks of all that it does."""

    def __init__(self, done: dict[tuple[int, str], _Done], questions: _Asked, words: Noting, whole: Marks) -> None:
        self.done = done
        self.questions = questions
        self.words = words
        self.whole = whole
        self._asked: list[set[Question]] = []

    def made(self, cx: Context, entry: Entry, part: str, check: Callable[[], Made]) -> Made:
        # A definition may be needed, and so checked, in the middle of another: each has its own questions and marks.
        outer = Marks.of(cx)
        mine, report = Marks(), Report()
        self._set_aside()
        self._asked.append(set())
        mine.taken_by(cx)
        try:
            with cx.reporting_to(report):
                made = check()
        finally:
            outer.taken_by(cx)
            self._set_aside()
            asked = self._asked.pop()
        self.whole.add(mine)
        told = report.sorted()
        cx.report.extend(told)
        if not told:
            self.done[id(entry), part] = _Done(entry, made, mine, self.questions.noted(asked))
        return made

    def _set_aside(self) -> None:
        """What has been asked belongs to the innermost check under way; outside of all it tells nothing."""
        if self._asked:
            self._asked[-1] |= self.words.asked
        self.words.asked.clear()


class _Compared:
    """A further check. `same` and `other` are the questions whose answers have been compared."""

    def __init__(self, done: dict[tuple[int, str], _Done], questions: _Asked, first: Context, cx: Context) -> None:
        self.done = done
        self.answers = questions.answers
        self.first = first
        self.same = {each for what, asked in questions.about.items() for each in plainly_same(cx, first, what, asked)}
        self.other: set[Question] = set()

    def made(self, cx: Context, entry: Entry, part: str, check: Callable[[], Made]) -> Made:
        done = self.done.get((id(entry), part))
        if done is None or done.entry is not entry or not self._still_so(cx, done.asked):
            return check()
        Marks.of(cx).add(done.marks)
        cx.words.steps |= done.marks.lent
        return cast(Made, done.made)

    def _still_so(self, cx: Context, asked: frozenset[Question]) -> bool:
        """Has every question the answer that it had?"""
        return asked <= self.same or (self.other.isdisjoint(asked) and all(self._is_same(cx, question) for question in asked - self.same))

    def _is_same(self, cx: Context, question: Question) -> bool:
        what, word = question
        if what == "definitions" and word in cx.words.definitions:
            cx.ex.define(word)  # only then the type is known by which it is compared
        found = answer(cx, question) == self._before(question)
        if what not in _CHANGING:
            (self.same if found else self.other).add(question)
        return found

    def _before(self, question: Question) -> object:
        if question not in self.answers:
            self.answers[question] = answer(self.first, question)
        return self.answers[question]


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
