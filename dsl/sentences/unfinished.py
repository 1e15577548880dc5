"""Sentences that are still being written: what could come next, and one way to finish them."""

from __future__ import annotations

from collections import deque

from custumal.dsl.sentences import parsing
from custumal.dsl.sentences.sentence import tables
from custumal.dsl.sentences.words import END, RESERVED, SIGNS

_ENDINGS = (END, "RPAR", "RSQB", "NONE", "NAME", "COMMA", "THEN", "ELSE", "HAS", "IN", "IS", "TO", "OF", "THROUGH", "PER", "AMONG", "INT")
"""What a sentence is finished with, the likeliest first."""
_FILLING = {"NAME": "x", "INT": "1"} | RESERVED | SIGNS
_MOST = 2_000
"""So many beginnings are tried."""


def expected(start: str, text: str) -> frozenset[str]:
    """The kinds of words (names of terminals, `END`) that could follow a text; none where it can't be the beginning of a sentence.

    `start` is one of `grammar.STARTS`.
    """
    states = _after(start, text)
    if states is None:
        return frozenset()
    known, end = tables(), tables().ends[start]
    kinds = (kind for kind in known.actions[states[-1]] if kind.isupper() or kind == END)
    return frozenset(kind for kind in kinds if parsing.shifted(known, states, kind, end) is not None)


def finished(start: str, text: str) -> str | None:
    """The text with as few words behind it as make a sentence of it; None where none do."""
    states = _after(start, text)
    if states is None:
        return None
    known, end = tables(), tables().ends[start]
    waiting, seen = deque([(states, text)]), {tuple(states)}
    while waiting and len(seen) < _MOST:
        here, said = waiting.popleft()
        for kind in _ENDINGS:
            after = parsing.shifted(known, here, kind, end)
            if after is None:
                continue
            if kind == END:
                return said
            if tuple(after) not in seen:
                seen.add(tuple(after))
                waiting.append((after, f"{said} {_FILLING[kind]}"))
    return None


def _after(start: str, text: str) -> list[int] | None:
    """The states of the parser after a text; None where it can't be a beginning."""
    known = tables()
    states: list[int] | None = [known.starts[start]]
    for word in parsing.words_to_the_end(text):
        if word.kind == END:
            break
        states = None if states is None else parsing.shifted(known, states, word.kind, known.ends[start])
    return states
