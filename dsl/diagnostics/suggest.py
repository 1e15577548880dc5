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
MOST_COMPARED = 100
"""Names that are compared letter by letter."""
MOST_ALIKE = 40
"""Names that are equally near and are looked at for what they have in common."""
MOST_WORDS = 64
"""Words of which is remembered where their letters stand."""
MOST_PAIRS = 500_000
"""Pairs of letters in all of these together."""


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` is probably a misspelling of, or None."""
    found = nearest_many(word, candidates, 1)
    return found[0] if found else None


def nearest_many(word: str, candidates: Iterable[str], n: int = 3) -> list[str]:
    """Up to `n` candidates near to `word`, the nearest first; the word itself is never among them."""
    found: list[str] = []
    for alike in _by_distance(word, candidates) if n > 1 else _nearest_groups(word, candidates):
        found += [name for half in alike for name in half]
        if len(found) >= n:
            break
    return found[:n]


def nearest_alike(word: str, candidates: Iterable[str]) -> list[str]:
    """The candidates that are nearest to `word` and equally near, the likeliest first."""
    return next(([name for alike in group for name in alike] for group in _nearest_groups(word, candidates) if any(group)), [])


def _nearest_groups(word: str, candidates: Iterable[str]) -> Iterator[list[list[str]]]:
    """As `_by_distance`, where only the first that is not empty is wanted."""
    names = _looked_at(candidates)
    found = _groups(word, names, only_nearest=True)
    yield from found if not found or any(map(any, found)) else _groups(word, names, only_nearest=False)


def _by_distance(word: str, candidates: Iterable[str]) -> Iterator[list[list[str]]]:
    """The candidates within reach, those that are equally near together: first those with the first letter of the word, then others."""
    yield from _groups(word, _looked_at(candidates), only_nearest=False)


def _looked_at(candidates: Iterable[str]) -> tuple[str, ...]:
    ordered = sorted(candidates) if isinstance(candidates, AbstractSet) else dict.fromkeys(candidates)
    return tuple(islice(ordered, MOST_CANDIDATES + 1))


def _groups(word: str, names: tuple[str, ...], *, only_nearest: bool) -> list[list[list[str]]]:
    """`only_nearest`: those that are further away than another one may be missing."""
    if not word or len(word) > LONGEST_WORD:
        return []
    left = _bare(word)
    others = [name for name in names if name != word][:MOST_CANDIDATES]
    found = []
    for _, alike in groupby(sorted(_near(left, others, only_nearest=only_nearest)), key=lambda each: each[0]):
        halves = (list(islice(half, MOST_ALIKE)) for _, half in groupby(alike, key=lambda each: each[1]))
        found.append([_longest_in_common(left, [name for *_, name in half]) for half in halves])
    return found


def near_as(word: str, one: str, other: str) -> bool:
    """Whether one name is as near to a word as another."""
    most = max(len(word), len(one), len(other))
    return edits(_bare(word), _bare(one), most) <= edits(_bare(word), _bare(other), most)


def _near(left: str, names: Iterable[str], *, only_nearest: bool) -> Iterator[tuple[int, bool, str]]:
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
    pairs, best = 0, LONGEST_WORD
    for least, name, right in sorted(reach)[:MOST_COMPARED]:
        if only_nearest and least > best:
            return
        pairs += len(left) * len(right)
        if pairs > MOST_PAIRS:
            return
        allowed = min(_allowed(left, right), best) if only_nearest else _allowed(left, right)
        distance = edits(left, right, allowed)
        if distance <= allowed:
            best = distance
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
    if abs(len(left) - len(right)) > most:
        return most + 1
    return min(_counted(left, right), most + 1)


def _counted(left: str, right: str) -> int:
    """The edits between two words, each column of the table of edits as the bits of two numbers: where it rises and where it falls
    (Myers 1999, with swapped neighbours after Hyyrö 2003)."""
    if not left:
        return len(right)
    places = _places(left)
    whole, last, count = (1 << len(left)) - 1, 1 << len(left) - 1, len(left)
    up, down, same, before = whole, 0, 0, 0
    for letter in right:
        here = places.get(letter, 0)
        same = (((here & up) + up) ^ up) | here | down | (((~same & here) << 1) & before)
        rises, falls = (down | ~(same | up)) & whole, same & up
        count += bool(rises & last) - bool(falls & last)
        rises, before = rises << 1 | 1, here
        up, down = ((falls << 1) | ~(same | rises)) & whole, rises & same & whole
    return count


@lru_cache(MOST_WORDS)
def _places(word: str) -> dict[str, int]:
    """Where each letter of a word stands, as bits."""
    found: dict[str, int] = {}
    for place, letter in enumerate(word):
        found[letter] = found.get(letter, 0) | 1 << place
    return found
