"""What is connected, as a mask that grows from its members."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.model import Expr, Local
from custumal.interpreter.setup.layout import Domain
from custumal.interpreter.wasm.expressions.core import spend
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.masks.mask import Mask, from_table, is_any, row_of, size_of
from custumal.interpreter.wasm.memory.plan import WORD
from custumal.interpreter.wasm.memory.shapes import ENTRY, NUMBER
from custumal.interpreter.wasm.text.nodes import Node, block, branch, get, i32, i64, load, narrow, op, put, scaled, store, when


@dataclass(frozen=True, slots=True, eq=False)
class Flood:
    """What grows: from each member of `source` to those of `through`, a set that hangs on nothing but the member `var`, as far as they are
    in `where`."""

    w: Writer
    var: Local
    through: Expr
    source: Mask
    where: Mask | None
    domain: Domain


def flooded(of: Flood) -> Mask | None:
    """All that can be reached; None where there is no table of what is beside each member."""
    found = [of.w.fn.local("found") for _ in of.source.words]
    grown = _grown(of, found, lambda _: [])
    if grown is None:
        return None
    before = (*of.source.before, *(() if of.where is None else of.where.before), *grown)
    return Mask(before, tuple(map(get, found)), of.domain.offset, rising=False)


def _grown(of: Flood, found: list[str], body: Callable[[Node], list[Node]]) -> list[Node] | None:
    """What makes the words that are found; `body` is done with each member."""
    w, where = of.w, of.where
    member, out, again = w.fn.local("m"), w.fn.label("done"), w.fn.label("next")
    near = _near(w.binding({of.var.id: Bound(get(member), NUMBER)}), of.through, of.domain)
    if near is None:
        return None
    left = [w.fn.local("left") for _ in found]
    grown: list[Node] = []
    for number, one in enumerate(near.words):
        fresh, new = op("i64.and", one, op("i64.xor", get(found[number]), i64(-1))), w.fn.local("fresh")
        grown += [
            put(new, fresh if where is None else op("i64.and", fresh, where.words[number])),
            put(found[number], op("i64.or", get(found[number]), get(new))),
            put(left[number], op("i64.or", get(left[number]), get(new))),
        ]
    turn = [*_taken(left, member, of.domain.offset, out), *body(get(member)), *near.before, *grown, branch(again)]
    begin = [put(name, one) for name, one in zip((*found, *left), (*of.source.words, *of.source.words), strict=True)]
    size = narrow(size_of(Mask((), tuple(map(get, found)), of.domain.offset)))
    return [*begin, block(out, [Node("loop", (again,), tuple(turn))]), *spend(size)]


def _near(w: Writer, through: Expr, domain: Domain) -> Mask | None:
    return from_table(w, through, domain, lambda given: row_of(domain, w.unit.static.value(through, given)))


# ---------------------------------------------------------------- kept floods


def can_be_kept(of: Flood) -> bool:
    """Whether what is found from one cell can be told of all that are found: the position stays as it is while a function runs, and
    whoever is beside another one is so from both sides."""
    static = of.w.unit.static
    if of.w.fn.opening is None or of.where is None or of.domain.offset or static.free_of(of.through) != frozenset([of.var.id]):
        return False
    near = {one: set(static.value(of.through, {of.var.id: one})) for one in of.domain.values()}
    return all(one in near[other] for one in near for other in near[one])


def kept_flood(of: Flood, root: Node) -> Mask | None:
    """The same from one cell: what was found is kept with all of its members, and not looked for again where one of these asks. So all
    cells together take as long as the board is large. A cell that is not what is looked for finds others, but is not found by them."""
    w, source, where, pool = of.w, of.source, of.where, of.w.unit.pool
    assert where is not None
    size = ENTRY * len(source.words)
    found, known = ([w.fn.local(word) for _ in source.words] for word in ("found", "known"))
    labels, unread, rows = (pool.room(each * of.domain.size) for each in (ENTRY, ENTRY, size))
    first, row, base, is_in = w.fn.local("first"), w.fn.local("row", "i32"), w.fn.local("labels", "i32"), w.fn.local("in", "i32")
    grown = _grown(of, found, lambda one: [store(0, get(first), op("i32.add", get(base), scaled(one, ENTRY)))])
    if grown is None or w.fn.opening is None:
        return None
    w.fn.opening += [put(name, i64(0)) for name in known]
    at_first = scaled(get(first), size)
    told = [
        *(store(rows + ENTRY * word, get(name), at_first) for word, name in enumerate(found)),
        *(put(name, op("i64.or", get(name), get(one))) for name, one in zip(known, found, strict=True)),
    ]
    grow = [
        put(is_in, _meets(source.words, where.words)),
        put(base, Node("select", (), (i32(labels), i32(unread), get(is_in)))),
        *grown,
        when(get(is_in), told),
    ]
    alone = [put(name, one) for name, one in zip(found, source.words, strict=True)]
    here = [*where.before, when(is_any(where), grow, alone)]
    again = [
        put(row, scaled(load(labels, scaled(get(first), ENTRY)), size)),
        *(put(name, load(rows + ENTRY * word, get(row))) for word, name in enumerate(found)),
    ]
    is_known = _meets(source.words, tuple(map(get, known)))
    return Mask((*source.before, put(first, root), when(is_known, again, here)), tuple(map(get, found)), 0, rising=False)


def _meets(a: Sequence[Node], b: Sequence[Node]) -> Node:
    return is_any(Mask((), tuple(op("i64.and", one, other) for one, other in zip(a, b, strict=True)), 0))


def _taken(left: list[str], member: str, offset: int, out: str) -> list[Node]:
    """The first of those that are left becomes the member, and is left no more; without one it is over."""
    done: list[Node] = [branch(out)]
    for number in reversed(range(len(left))):
        name = left[number]
        bit = op("i64.ctz", get(name))
        first = offset + number * WORD
        here = [
            put(member, op("i64.add", bit, i64(first)) if first else bit),
            put(name, op("i64.and", get(name), op("i64.sub", get(name), i64(1)))),
        ]
        done = [when(op("i64.ne", get(name), i64(0)), here, done)]
    return done
