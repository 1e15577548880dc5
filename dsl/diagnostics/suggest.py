"""The name that was probably meant: the nearest of some candidates, or none when nothing is near enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import groupby, islice

from custumal.dsl.diagnostics.lookalikes import looks

# A file with thousands of like names and slips would take minutes.
LONGEST_WORD = 120
"""Letters of a word that is looked at; an address has many."""
MOST_CANDIDATES = 2_000
"""Names that are looked at."""
MOST_COMPARED = 200
"""Names that are compared letter by letter."""
MOST_PAIRS = 500_000
"""Pairs of letters in all of these together."""


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` is probably a misspelling of, or None."""
    found = nearest_many(word, candidates, 1)
    return found[0] if found else None


def nearest_many(word: str, candidates: Iterable[str], n: int = 3) -> list[str]:
    """Up to `n` candidates near to `word`, the nearest first; the word itself is never among them."""
    found: list[str] = []
    for alike in _by_distance(word, candidates):
        found += [name for half in alike for name in half]
        if len(found) >= n:
            break
    return found[:n]


def nearest_alike(word: str, candidates: Iterable[str]) -> list[str]:
    """The candidates that are nearest to `word` and equally near, the likeliest first."""
    return next(([name for alike in group for name in alike] for group in _by_distance(word, candidates) if any(group)), [])


def _by_distance(word: str, candidates: Iterable[str]) -> Iterator[list[list[str]]]:
    """The candidates within reach, those that are equally near together: first those with the first letter of the word, then others."""
    if not word or len(word) > LONGEST_WORD:
        return
    left = _bare(word)
    ordered = sorted(candidates) if isinstance(candidates, AbstractSet) else dict.fromkeys(candidates)
    near = sorted(_near(left, (name for name in islice(ordered, MOST_CANDIDATES) if name != word)))
    for _, alike in groupby(near, key=lambda each: each[0]):
        halves = (list(half) for _, half in groupby(alike, key=lambda each: each[1]))
        yield [_longest_in_common(left, [name for *_, name in half]) for half in halves]


def near_as(word: str, one: str, other: str) -> bool:
    """Whether one name is as near to a word as another."""
    most = max(len(word), len(one), len(other))
    return edits(_bare(word), _bare(one), most) <= edits(_bare(word), _bare(other), most)


def _near(left: str, names: Iterable[str]) -> Iterator[tuple[int, bool, str]]:
    """The names within reach, each with its distance and whether its first letter is another one; where there are too many to count the
    edits of all, of those that can be nearest."""
    letters = set(left)
    reach = []
    for name in names:
        right = _bare(name)
        # Whatever letter the other word lacks costs an edit: this tells most words apart without counting all edits.
        least = max(abs(len(left) - len(right)), len(letters.difference(right)))
        if (least < 2 or 3 * least <= max(len(left), len(right))) and len(right) <= LONGEST_WORD:
            reach.append((least, name, right))
    pairs = 0
    for _, name, right in sorted(reach)[:MOST_COMPARED]:
        pairs += len(left) * len(right)
        if pairs > MOST_PAIRS:
            return
        allowed = _allowed(left, right)
        distance = edits(left, right, allowed)
        if distance <= allowed:
            yield distance, left[:1] != right[:1], name


def _allowed(left: str, right: str) -> int:
    """So many edits away a word is within reach."""
    return max(1, max(len(left), len(right)) // 3)


def _longest_in_common(left: str, names: list[str]) -> list[str]:
    """Names that are equally near, ordered by their longest common stretches with the word; those of the very same letters come first."""
    from difflib import SequenceMatcher  # noqa: PLC0415  # hardly any word is misspelt

    ranked = []
    for name in names:
        right = _bare(name)
        matcher = SequenceMatcher(None, left, right, autojunk=False)
        common = sum(block.size for block in matcher.get_matching_blocks())
        # A word of one or two letters is within reach of everything short: at least half of it has to be right.
        if common * 2 >= max(len(left), len(right)):
            ranked.append((sorted(left) != sorted(right), -matcher.ratio(), name))
    return [name for *_, name in sorted(ranked)]


@lru_cache(MOST_CANDIDATES)
def _bare(word: str) -> str:
    """Capitals and the choice of `-`, `_` or a space are no misspelling, nor are letters that look like others."""
    return looks(word).lower().replace("_", "-").replace(" ", "-")


def edits(left: str, right: str, most: int) -> int:
    """How many letters to add, drop, change or swap with their neighbour; more than `most` is returned as `most + 1`."""
    left, right = _unlike(left, right)
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        above, before_last = row, before
        row = [i]
        for j, b in enumerate(right, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before_last[j - 2] + 1)
            row.append(cost)
        if min(row) > most and min(above) > most:
            return most + 1
        before = above
    return min(row[-1], most + 1)


def _unlike(left: str, right: str) -> tuple[str, str]:
    """The words without what they begin and end with alike, which costs no edit."""
    shorter = min(len(left), len(right))
    start = next((i for i in range(shorter) if left[i] != right[i]), shorter)
    left, right = left[start:], right[start:]
    shorter -= start
    end = next((i for i in range(shorter) if left[-1 - i] != right[-1 - i]), shorter)
    return left[: len(left) - end], right[: len(right) - end]
