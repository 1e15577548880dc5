"""The name that was probably meant: the nearest of some candidates, or none when nothing is near enough."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

LONGEST_WORD = 64


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` is probably a misspelling of, or None."""
    found = nearest_many(word, candidates, 1)
    return found[0] if found else None


def nearest_many(word: str, candidates: Iterable[str], n: int = 3) -> list[str]:
    """Up to `n` candidates near to `word`, the nearest first; the word itself is never among them."""
    if not word or len(word) > LONGEST_WORD:
        return []
    near = [(rank, name) for name in dict.fromkeys(candidates) if name != word and (rank := _rank(word, name)) is not None]
    return [name for _, name in sorted(near)[:n]]


def _rank(word: str, name: str) -> tuple[int, bool, float] | None:
    """Smaller is nearer; None is too far. Ties go to the same first letter, then to the longest common stretches."""
    left, right = _bare(word), _bare(name)
    longer = max(len(left), len(right))
    allowed = max(1, longer // 3)
    if len(right) > LONGEST_WORD or abs(len(left) - len(right)) > allowed:
        return None
    distance = edits(left, right, allowed)
    if distance > allowed:
        return None
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    common = sum(block.size for block in matcher.get_matching_blocks())
    # A word of one or two letters is within reach of everything short: at least half of it has to be right.
    if common * 2 < longer:
        return None
    return distance, left[:1] != right[:1], -matcher.ratio()


def _bare(word: str) -> str:
    """Capitals and the choice of `-`, `_` or a space are no misspelling."""
    return word.lower().replace("_", "-").replace(" ", "-")


def edits(left: str, right: str, most: int) -> int:
    """How many letters to add, drop, change or swap with their neighbour; more than `most` is returned as `most + 1`."""
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
