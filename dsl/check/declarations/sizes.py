"""How many values a type has at most, counted from the tables of components, lists and boards."""

from __future__ import annotations

from custumal.dsl.base.types import Cell, Column, Maybe, Number, Place, Row, Seat, Set, Symbol, Thing, Truth, Type
from custumal.dsl.check.declarations.vocabulary import Vocabulary
from custumal.dsl.check.signatures import ZoneInfo
from custumal.dsl.check.typing.intervals import bounds

OPEN_BOARD = 64 * 64
"""Cells of a board without borders."""


def most(words: Vocabulary, of: Type) -> int | None:
    """The number of values of a type, or an upper bound of it; None where there is none."""
    match of:
        case Maybe(inner) | Set(inner):
            return most(words, inner)
        case Truth():
            return 2
        case Seat():
            return words.players()[1] + len(words.house_seats())
        case Number(int() as low, int() as high):
            return max(0, high - low + 1)
        case Symbol(list_):
            listing = words.list_called(list_)
            return None if listing is None else len(listing.symbols)
        case Thing(kind):
            return _sum([words.most_things(k) for k in kind.split("|")])
        case Row(kind):
            return len(words.rows(kind))
        case Place(zone):
            return instances(words, words.zone(zone))
        case Cell(zone):
            return _times(instances(words, words.zone(zone)), cells(words, words.zone(zone)))
        case Column(zone):
            return _times(instances(words, words.zone(zone)), _columns(words.zone(zone)))
    return None


def at_most(words: Vocabulary, of: Type) -> int | None:
    """How many members a set of this type has at most."""
    known = of.at_most if isinstance(of, Set) else None
    domain = most(words, of)
    return domain if known is None else known if domain is None else min(known, domain)


def instances(words: Vocabulary, zone: ZoneInfo) -> int | None:
    """How many places a zone is."""
    total: int | None = 1
    for of in zone.parameters:
        total = _times(total, most(words, of))
    return total


def cells(words: Vocabulary, zone: ZoneInfo) -> int | None:
    """How many cells one place of a shaped zone has; 1 for an unshaped one."""
    if zone.is_open:
        return OPEN_BOARD
    if zone.form == "graph" and zone.list is not None:
        nodes = words.graph(zone.list)
        return None if nodes is None else len(nodes)
    if zone.list is not None:
        listing = words.list_called(zone.list)
        return None if listing is None else len(listing.symbols)
    if zone.column is not None:
        return None
    total: int | None = 1
    for size in zone.sizes:
        total = _times(total, bounds(size)[1])
    return total


def _columns(zone: ZoneInfo) -> int | None:
    total: int | None = 1
    for size in zone.sizes[:2]:
        total = _times(total, bounds(size)[1])
    return total


def _sum(numbers: list[int | None]) -> int | None:
    return None if any(n is None for n in numbers) else sum(n or 0 for n in numbers)


def _times(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a * b
