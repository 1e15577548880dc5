"""Faults of numbers: one that lies outside of what its place has."""

from __future__ import annotations

import re
from collections.abc import Iterator

from custumal.dsl.documents.document import Entry
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.yaml.tree import Scalar, Sequence
from tests.support.faults.pages import Fault, in_turn
from tests.support.faults.workshop import Word, Workshop

_SEAT = re.compile(r"p[1-9]")
_MORE = (1, 7, 40)


def numbers_out_of_range(shop: Workshop) -> Iterator[Fault]:
    """A position that a board does not have, a seat that is not there, a value beyond the bounds of what is kept."""
    return in_turn(_positions(shop), _seats(shop), _written(shop), _compared(shop), _begun(shop))


def _fault(shop: Workshop, index: int, old: str, new: str, what: str) -> Fault:
    lines = frozenset([shop.page.line_at(index)])
    return Fault("number out of range", shop.page.replaced(index, index + len(old), new), lines, f"{old} -> {new} in {what[:50]}")


def _of_word(shop: Workshop, word: Word, new: int) -> Fault:
    return _fault(shop, word.token.index, word.token.text, str(new), word.place.scalar.text)


# ---------------------------------------------------------------- positions


def _grids(shop: Workshop) -> dict[str, tuple[int, ...]]:
    """The boards of which the sizes stand in the file as numbers."""
    found = {}
    for zone in shop.subject.game.document.section("zones"):
        for told in zone.entries("shape"):
            sizes = told.slots["grid"].node if "grid" in told.slots else None
            numbers = (
                [int(node.text) for node in sizes if isinstance(node, Scalar) and node.text.isdigit()]
                if isinstance(sizes, Sequence)
                else []
            )
            if len(numbers) == 2:  # columns and rows
                found[zone.id] = tuple(numbers)
    return found


def _positions(shop: Workshop) -> Iterator[Fault]:
    """`at(BOARD, column, row)`."""
    grids = _grids(shop)
    at = re.compile(rf"\bat\(\s*({'|'.join(grids) or '(?!)'})\s*(?:of \w+\s*)?,\s*([0-9]+)\s*,\s*([0-9]+)\s*\)")
    spots = [(place.scalar, found, i) for place in shop.sentences for found in at.finditer(place.scalar.text) for i in (0, 1)]
    for scalar, found, i in shop.shuffled(spots):
        size, old = grids[found[1]][i], found[2 + i]
        new = shop.dice.choice((0, *(size + more for more in _MORE)))
        yield _fault(shop, shop.page.index_of(scalar, found.start(2 + i)), old, str(new), scalar.text)


# ---------------------------------------------------------------- seats


def _seats(shop: Workshop) -> Iterator[Fault]:
    """`p9` where at most four play."""
    slot = shop.subject.game.document.header.get("players")
    numbers = [int(n) for n in re.findall(r"[0-9]+", slot.text or "")] if slot is not None else []
    words = [word for word in shop.words if _SEAT.fullmatch(word.token.text)] if numbers else []
    for word in shop.shuffled(words):
        new = f"p{max(numbers) + shop.dice.choice(_MORE)}"
        yield _fault(shop, word.token.index, word.token.text, new, word.place.scalar.text)


# ---------------------------------------------------------------- kept values


def _bounds(shop: Workshop) -> dict[str, tuple[int, int]]:
    """The kept values whose bounds stand in the file as numbers, and whose names mean nothing else."""
    found: dict[str, tuple[int, int]] = {}
    for entry in shop.subject.game.document.section("kept"):
        limits = _limits(entry)
        if limits is not None:
            found[entry.id] = limits
    return found


def _limits(entry: Entry) -> tuple[int, int] | None:
    slot = entry.slot("is")
    word = slot.sentence if slot is not None else None
    if isinstance(word, sx.TypeWord) and word.form == "interval" and isinstance(word.low, sx.Number) and isinstance(word.high, sx.Number):
        return word.low.value, word.high.value
    return None


def _last_number(shop: Workshop, pattern: str, start: str) -> Iterator[tuple[Word, int]]:
    """The numbers that end a sentence which begins as the pattern says, with the upper bound of the value in its first group."""
    bounds = _bounds(shop)
    begins = re.compile(pattern.replace("NAME", "|".join(map(re.escape, bounds)) or "(?!)"))
    for word in shop.words:
        before = word.place.scalar.text[: word.token.start]
        found = begins.fullmatch(before) if word.token.is_number and word.place.start == start else None
        if found and word.token.end == len(word.place.scalar.text.rstrip()):
            yield word, bounds[found[1]][1]


def _written(shop: Workshop) -> Iterator[Fault]:
    """`set NAME to 99`."""
    for word, most in shop.shuffled([*_last_number(shop, r"set (NAME)(?: of [\w-]+|\([\w-]+\))? to ", "effect")]):
        yield _of_word(shop, word, most + shop.dice.choice(_MORE))


def _compared(shop: Workshop) -> Iterator[Fault]:
    """`NAME is 99`."""
    for word, most in shop.shuffled([*_last_number(shop, r"(?:my )?(NAME)(?: of [\w-]+|\([\w-]+\))? is ", "expression")]):
        yield _of_word(shop, word, most + shop.dice.choice(_MORE))


def _begun(shop: Workshop) -> Iterator[Fault]:
    """`start: 99`."""
    own = {place.entry.id for place in shop.places.entries if place.entry.form == "kept"}
    for entry in shop.subject.game.document.section("kept"):
        limits, start = _limits(entry), entry.slot("start")
        if limits is None or start is None or entry.id not in own or not isinstance(start.node, Scalar) or not start.node.text.isdigit():
            continue
        if start.node.span.file == shop.subject.name:
            yield _fault(
                shop, shop.page.start(start.node), start.node.text, str(limits[1] + shop.dice.choice(_MORE)), f"start of {entry.id}"
            )
