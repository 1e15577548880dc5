"""Dependency tracking: whatever the check of an entry asks about the rest of the game is recorded as a query with its answer.

A look-up is a function, marked `@tracked`, that is asked of a `Tracked` object; what it returns is all that a check can learn by it, and
all of that is compared when the query is asked again of the same game with other rules. So an answer is a value that never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar, cast

from custumal.dsl.base.frozen import dataclass

LookUp = TypeVar("LookUp", bound=Callable[..., Any])
Question = tuple[Callable[..., object], tuple[str, ...]]
"""A look-up and what it was asked."""

UNSETTLED: set[Callable[..., object]] = set()
"""Look-ups whose answers may become others while a game is checked."""


@dataclass(frozen=True, slots=True, eq=False)
class Query:
    """A question that can be asked again; there is one object for each question."""

    look_up: Callable[..., object]
    words: tuple[str, ...]

    def answer(self, tracked: Tracked) -> object:
        return self.look_up(tracked, *self.words)


class Tracked:
    """What is asked by tracked look-ups; `answers` are those to the questions of the entry that is being checked, if one is."""

    def __init__(self) -> None:
        self.answers: dict[Question, object] | None = None

    def record(self, look_up: Callable[..., object], words: tuple[str, ...]) -> object:
        """The answer to a question, which is recorded; what is asked to find it is not."""
        answers, question = self.answers, (look_up, words)
        assert answers is not None
        if question in answers and look_up not in UNSETTLED:
            return answers[question]
        self.answers = None
        try:
            answer = look_up(self, *words)
        finally:
            self.answers = answers
        answers.setdefault(question, answer)
        return answer

    @contextmanager
    def recording(self) -> Iterator[dict[Question, object]]:
        """While this lasts, questions are recorded here and nowhere else."""
        outer, self.answers = self.answers, {}
        try:
            yield self.answers
        finally:
            self.answers = outer


def tracked(look_up: LookUp) -> LookUp:
    """Mark a look-up: while an entry is checked what it is asked is recorded, with its answers."""

    @wraps(look_up)
    def about_one(asked: Tracked, word: str, /) -> object:
        return look_up(asked, word) if asked.answers is None else asked.record(look_up, (word,))

    @wraps(look_up)
    def about_any(asked: Tracked, /, *words: str) -> object:
        return look_up(asked, *words) if asked.answers is None else asked.record(look_up, words)

    # Nearly all look-ups are about one word, and to hand over that alone takes half the time.
    return cast(LookUp, about_one if look_up.__code__.co_argcount == len(("asked", "word")) else about_any)


def unsettled(look_up: LookUp) -> LookUp:
    """Mark a tracked look-up whose answers hang on what has been checked so far."""
    UNSETTLED.add(look_up)
    return look_up
