"""A set as words of 64 bits, and what can be done with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise, product
from math import prod
from typing import Generic, TypeVar

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Cell, Line, Maybe, Set, Type, bare
from custumal.dsl.model import Expr, Local
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.layout import Domain
from custumal.interpreter.setup.values import Value
from custumal.interpreter.wasm.expressions.core import as_number, domain_of_type, may_be_none
from custumal.interpreter.wasm.expressions.unit import Writer
from custumal.interpreter.wasm.memory.plan import MASKED, WORD, words
from custumal.interpreter.wasm.memory.shapes import ENTRY
from custumal.interpreter.wasm.text.nodes import Node, get, i64, load, op, put, scaled

MOST_ROWS = 1 << 12
"""So many masks has a table of them at most."""
Row = tuple[list[int], bool]
"""The words of a mask, and whether its members rise."""
ARow = TypeVar("ARow")


@dataclass(frozen=True, slots=True, eq=False)
class Mask:
    """What has to be done first, and the words, which can be read again and again. `offset` is the value of the first bit; the members
    are `rising` if they stand in the set in the order of their values."""

    before: tuple[Node, ...]
    words: tuple[Node, ...]
    offset: int
    rising: bool = True


def domain_for(w: Writer, of: Type) -> Domain | None:
    """The values that members of a set of this type can have, if they are so few that it can be a mask."""
    found = bare(of)
    inner = Cell(found.zone) if isinstance(found, Line) else found.inner if isinstance(found, Set) else None
    domain = None if inner is None or isinstance(inner, Maybe) else domain_of_type(w, inner)
    return domain if domain is not None and domain.size in MASKED and domain.offset >= 0 else None


def bits_of(domain: Domain, members: Iterable[Value]) -> list[int]:
    """A set as words, with a sign."""
    mask = 0
    for member in members:
        mask |= 1 << int(member) - domain.offset
    parts = [mask >> WORD * word & (1 << WORD) - 1 for word in range(words(domain.size))]
    return [part - (1 << WORD) if part >> WORD - 1 else part for part in parts]


def row_of(domain: Domain, members: Sequence[Value]) -> Row:
    return bits_of(domain, members), all(a < b for a, b in pairwise(members))


def constant(domain: Domain, members: Sequence[Value]) -> Mask:
    """A set that is known before play."""
    found, rising = row_of(domain, members)
    return Mask((), tuple(map(i64, found)), domain.offset, rising)


def named(w: Writer, found: Iterable[Node], offset: int, before: Iterable[Node] = (), *, rising: bool = True) -> Mask:
    """Words that can be read again and again, from those that have to be worked out."""
    done, read = [*before], []
    for node in found:
        if node.op in ("local.get", "i64.const"):
            read.append(node)
            continue
        name = w.fn.local("mask")
        done.append(put(name, node))
        read.append(get(name))
    return Mask(tuple(done), tuple(read), offset, rising)


def combined(w: Writer, how: str, a: Mask | None, b: Mask | None, *, rising: bool = True) -> Mask | None:
    """An operation on both, word by word; None where one of them is no mask."""
    if a is None or b is None:
        return None
    found = [op(how, x, y) for x, y in zip(a.words, b.words, strict=True)]
    return named(w, found, a.offset, (*a.before, *b.before), rising=rising)


def without(w: Writer, mask: Mask | None) -> Mask | None:
    """Everything that is not in a mask, beyond its domain, too."""
    return None if mask is None else named(w, [op("i64.xor", one, i64(-1)) for one in mask.words], mask.offset, mask.before)


def both(w: Writer, a: Mask | None, b: Mask | None) -> Mask | None:
    """What is in both; it rises as the first one does."""
    return None if a is None else combined(w, "i64.and", a, b, rising=a.rising)


def after(before: Iterable[Node], mask: Mask | None) -> Mask | None:
    """The same behind what has to be done before."""
    return None if mask is None else replace(mask, before=(*before, *mask.before))


# ---------------------------------------------------------------- tables


@dataclass(frozen=True, slots=True, eq=False)
class Rows(Generic[ARow]):
    """What is known before play for each combination of values of some names; the number of the one that they have, None without
    names."""

    rows: list[ARow]
    index: Node | None


def rows_of(w: Writer, expr: Expr, row: Callable[[dict[str, Value]], ARow], but: frozenset[str] = frozenset()) -> Rows[ARow] | None:
    """A row for each combination of values of the names that an expression reads, but for some; None where it reads the position, or that
    would be too much."""
    free = w.unit.static.free_of(expr)
    if free is None:
        return None
    known = {name: w.env[name].known[0] for name in free if name in w.env and w.env[name].known}
    order = [*{one.id: one for one in nodes(expr) if isinstance(one, Local) and one.id in free - but and one.id not in known}.values()]
    domains = [None if may_be_none(one) or _is_mask(w, one) else domain_of_type(w, bare(one.type)) for one in order]
    sure = [one for one in domains if one is not None]
    if len(sure) < len(domains) or prod(domain.size for domain in sure) > MOST_ROWS:
        return None
    names = [one.id for one in order]
    try:
        found = [row(known | dict(zip(names, values, strict=True))) for values in product(*(domain.values() for domain in sure))]
    except (PlayError, TypeError, IndexError, KeyError, StopIteration, AssertionError):  # it has no value for some of them
        return None
    return Rows(found, _index(w, order, sure) if order else None)


def _is_mask(w: Writer, one: Local) -> bool:
    return one.id in w.env and w.env[one.id].mask is not None


def from_table(
    w: Writer, expr: Expr, domain: Domain, row: Callable[[dict[str, Value]], Row], but: frozenset[str] = frozenset()
) -> Mask | None:
    """One of the masks in a table, see `rows_of`."""
    found = rows_of(w, expr, row, but)
    if found is None:
        return None
    if found.index is None:
        bits, rising = found.rows[0]
        return Mask((), tuple(map(i64, bits)), domain.offset, rising)
    at = w.unit.pool.table([number for bits, _ in found.rows for number in bits])
    name, size = w.fn.local("row", "i32"), words(domain.size)
    done = put(name, scaled(found.index, ENTRY * size))
    rising = all(one[1] for one in found.rows)
    return named(w, [load(at + ENTRY * word, get(name)) for word in range(size)], domain.offset, [done], rising=rising)


def _index(w: Writer, order: Sequence[Local], domains: Sequence[Domain]) -> Node:
    """The number of a combination of values, the last fastest."""
    index: Node | None = None
    for one, domain in zip(order, domains, strict=True):
        number = as_number(w, one)
        digit = op("i64.sub", number, i64(domain.offset)) if domain.offset else number
        index = digit if index is None else op("i64.add", op("i64.mul", index, i64(domain.size)), digit)
    assert index is not None
    return index


# ---------------------------------------------------------------- answers


def is_any(mask: Mask) -> Node:
    """Whether there is a member."""
    found = mask.words[0]
    for one in mask.words[1:]:
        found = op("i64.or", found, one)
    return op("i64.ne", found, i64(0))


def size_of(mask: Mask) -> Node:
    """How many members there are."""
    found: Node | None = None
    for one in mask.words:
        bits = op("i64.popcnt", one)
        found = bits if found is None else op("i64.add", found, bits)
    return found or i64(0)
