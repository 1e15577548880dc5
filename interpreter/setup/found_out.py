"""The cache of what was found out of an instance by looking at all of it or by trying it, by the rules, players and options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from custumal.dsl.base import cache_files
from custumal.interpreter.setup.values import Value

T = TypeVar("T")
_WRITER = ("dsl", "interpreter")


def found_out(of: type[T], question: str, key: str | None, players: int, options: Mapping[str, Value], find: Callable[[], T]) -> T:
    """The answer to a question about a game, out of the cache if it is there.

    Args:
        of: what answers are.
        question: words for it, by which its answer is found again.
        key: the name of the model in its cache, or None: nothing is read or kept.
        players, options: of the instance.
        find: finds the answer, always the same for the same instance.
    """
    if key is None:
        return find()
    name = cache_files.key_for(f"{cache_files.code_stamp(_WRITER)} {key} {players} {sorted(options.items())} {question}")
    kept = cache_files.load(name, "found")
    if isinstance(kept, of):
        return kept
    found = find()
    cache_files.save(name, "found", found)
    return found
