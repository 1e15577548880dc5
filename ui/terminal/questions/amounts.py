"""The amounts that can be chosen, as one says them: `0 to 5`, `1, 3 or 5`."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.ui.text.phrases import phrase

_MOST = 12
"""So many parts a question names one by one."""
_RUN = 3
"""So many amounts in a row are said by their ends."""


def are_few(amounts: Sequence[int]) -> bool:
    """Whether a question can name them all."""
    return len(_parts(amounts)) <= _MOST


def in_words(amounts: Sequence[int], others: Sequence[str], language: str) -> str:
    """Amounts, and answers that are none, such as `nothing`; where they are many and have gaps, how many and between which ends."""
    if not are_few(amounts):
        ends = phrase("from-to", language, first=min(amounts), last=max(amounts))
        named = [phrase("some-of", language, count=len(set(amounts)), ends=ends)]
    else:
        named = [phrase("from-to", language, first=run[0], last=run[-1]) if len(run) > 1 else str(run[0]) for run in _parts(amounts)]
    return _alternatives([*named, *others], language)


def _parts(amounts: Sequence[int]) -> list[list[int]]:
    """The amounts in their order, those that follow one another in one part where they are three or more."""
    runs: list[list[int]] = []
    for amount in sorted(set(amounts)):
        if runs and runs[-1][-1] == amount - 1:
            runs[-1].append(amount)
        else:
            runs.append([amount])
    return [part for run in runs for part in ([run] if len(run) >= _RUN else [[amount] for amount in run])]


def _alternatives(words: Sequence[str], language: str) -> str:
    *first, last = words
    return phrase("or", language, some=", ".join(first), other=last) if first else last
