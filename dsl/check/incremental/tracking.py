"""Dependency tracking: whatever the check of an entry asks about the rest of the game is recorded as a query with its answer.

A look-up is a function, marked `@tracked`, that is asked of a `Tracked` object; what it returns is all that a check can learn by it, and
all of that is compared when the query is asked again of the same game with other rules. So an answer is a value that never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, NamedTuple, TypeVar, cast

LookUp = TypeVar("LookUp", bound=Callable[..., Any])

LOOK_UPS: list[Callable[..., object]] = []
"""All functions that are tracked."""
UNSETTLED: set[Callable[..., object]] = set()
"""Look-ups whose answers may become others while a game is checked."""


class Query(NamedTuple):
    """A look-up with what was asked, which can be asked again."""

    look_up: Callable[..., object]
    arguments: tuple[str, ...]

    def answer(self, tracked: Tracked) -> object:
        return self.look_up(tracked, *self.arguments)

    @property
    def is_settled(self) -> bool:
        """Whether the answer stays the same for a whole check."""
        return self.look_up not in UNSETTLED


class Tracked:
    """What is asked by tracked look-ups; `queries` are those of the entry that is being checked, with their answers, or None."""

    def __init__(self) -> None:
        self.queries: dict[Query, object] | None = None

    @contextmanager
    def recording(self) -> Iterator[dict[Query, object]]:
        """While this lasts, queries are recorded here and nowhere else."""
        outer, self.queries = self.queries, {}
        try:
            yield self.queries
        finally:
            self.queries = outer


def tracked(look_up: LookUp) -> LookUp:
    """Mark a look-up: while an entry is checked its questions are recorded. What it asks itself to find the answer is not."""

    @wraps(look_up)
    def asked(one: Tracked, /, *arguments: str) -> object:
        queries = one.queries
        if queries is None:
            return look_up(one, *arguments)
        one.queries = None
        try:
            answer = look_up(one, *arguments)
        finally:
            one.queries = queries
        queries.setdefault(Query(look_up, arguments), answer)
        return answer

    LOOK_UPS.append(look_up)
    return cast(LookUp, asked)


def unsettled(look_up: LookUp) -> LookUp:
    """Mark a tracked look-up whose answers hang on what has been checked so far."""
    UNSETTLED.add(look_up)
    return look_up
