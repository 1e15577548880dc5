"""How many values a type has at most, counted from the tables of components, lists and boards."""

from __future__ import annotations

from math import prod

from custumal.dsl.base.types import Cell, Column, Maybe, Number, Place, Row, Seat, Set, Symbol, Thing, Truth, Type
from custumal.dsl.check.symbols.declared import Declared
from custumal.dsl.check.typing.intervals import bounds
from custumal.dsl.model import Expr, Op, Zone

OPEN_BOARD = 64 * 64
"""Cells of a board without borders."""


def most(declared: Declared, of: Type) -> int | None:
    """The number of values of a type, or an upper bound of it; None where there is none."""
    match of:
        case Maybe(inner) | Set(inner):
            return most(declared, inner)
        case Truth():
            return 2
        case Seat():
            return declared.players[1] + len(declared.house_seats)
        case Number(int() as low, int() as high):
            return max(0, high - low + 1)
        case Symbol(list_):
            return len(declared.lists[list_].symbols) if list_ in declared.lists else None
        case Thing(kind):
            return _sum([declared.most_things.get(k) for k in kind.split("|")])
        case Row(kind):
            return len(declared.rows[kind])
        case Place(zone):
            return instances(declared, declared.zones[zone])
        case Cell(zone):
            return _times(instances(declared, declared.zones[zone]), cells(declared, declared.zones[zone]))
        case Column(zone):
            return _times(instances(declared, declared.zones[zone]), _columns(declared.zones[zone]))
    return None


def at_most(declared: Declared, of: Type) -> int | None:
    """How many members a set of this type has at most."""
    known = of.at_most if isinstance(of, Set) else None
    domain = most(declared, of)
    return domain if known is None else known if domain is None else min(known, domain)


def at_least(declared: Declared, candidates: Expr) -> int:
    """How many members a set has in every position, as far as its expression tells; 0 where it does not."""
    match candidates:
        case Op(name="seats"):
            return declared.players[0]
        case Op(name="range", arguments=(first, last)):
            high, low = bounds(first.type)[1], bounds(last.type)[0]
            return 0 if high is None or low is None else max(0, low - high + 1)
        case Op(name="all-symbols", type=Set(at_most=int() as size)):
            return size
        case Op(name="cells", arguments=(Op(name="place", arguments=(), data=str(zone)),)):
            return _sure_cells(declared, declared.zones[zone])
    return 0


def _sure_cells(declared: Declared, zone: Zone) -> int:
    """The cells of one place of a zone; those of plain slots may be interchangeable, so that they are one candidate."""
    if zone.shape.is_open or zone.shape.form == "slots":
        return 0
    if zone.shape.form == "graph":
        return cells(declared, zone) or 0
    return prod(bounds(size.type)[0] or 0 for size in zone.shape.sizes)


def instances(declared: Declared, zone: Zone) -> int | None:
    """How many places a zone is."""
    total: int | None = 1
    for of in zone.parameters:
        total = _times(total, most(declared, of))
    return total


def cells(declared: Declared, zone: Zone) -> int | None:
    """How many cells one place of a shaped zone has; 1 for an unshaped one."""
    shape = zone.shape
    if shape.is_open:
        return OPEN_BOARD
    if shape.form == "graph" and shape.list is not None:
        return len(declared.graphs[shape.list].nodes) if shape.list in declared.graphs else None
    if shape.list is not None:
        return len(declared.lists[shape.list].symbols)
    if shape.column is not None:
        return None
    total: int | None = 1
    for size in shape.sizes:
        total = _times(total, bounds(size.type)[1])
    return total


def _columns(zone: Zone) -> int | None:
    total: int | None = 1
    for size in zone.shape.sizes[:2]:
        total = _times(total, bounds(size.type)[1])
    return total


def _sum(numbers: list[int | None]) -> int | None:
    return None if any(n is None for n in numbers) else sum(n or 0 for n in numbers)


def _times(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a * b
