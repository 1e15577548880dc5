"""Loops over the members of a set, without making the set where that can be avoided."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from custumal.dsl.model import Expr, Local, Op, Select
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import known_before, lower, what_is_there, when
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.setup.values import Value

Inside = Callable[[], None]
UNROLLED = 8
"""Tuples up to this length are taken apart in the head of a loop."""


def each(
    w: Writer,
    source: Expr,
    var: Local,
    where: Expr | None,
    inside: Inside,
    otherwise: Inside | None = None,
    *,
    doubles: bool = False,
) -> None:
    """Do something for each member for which `where` holds. `inside` may break; `otherwise` is done if nothing did.
    With `doubles` a member may be met twice.

    Only one loop of Python is written, so that a break always leaves it.
    """
    if isinstance(source, Select) and not source.orders and known_before(w, source) is None:
        inner = partial(when, w, where, inside)
        each_member(w, source.source, (source.var, var), partial(when, w, source.where, inner), otherwise, doubles=doubles)
    else:
        each_member(w, source, (var,), partial(when, w, where, inside), otherwise, doubles=doubles)


def each_member(
    w: Writer, source: Expr, names: tuple[Local, ...], inside: Inside, otherwise: Inside | None, *, doubles: bool = False
) -> None:
    """One loop over a source in which all these locals stand for the member."""
    source = what_is_there(w, source)
    if isinstance(source, Select) and not source.orders and known_before(w, source) is None:
        inner = partial(when, w, source.where, inside)
        each_member(w, source.source, (*names, source.var), inner, otherwise, doubles=doubles)
        return
    if isinstance(source, Op) and source.name in WALKS and known_before(w, source) is None:
        written = WALKS[source.name](w, source, names, inside, otherwise, doubles)
    else:
        written = False
    if not written:
        over(w, members(w, source), names, inside, otherwise)


def over(w: Writer, iterable: n.Node, names: tuple[Local, ...], inside: Inside, otherwise: Inside | None = None) -> None:
    """The same over a node."""
    target = w.fresh("x")
    with w.inside([]) as body:
        for local in names:
            w.env[local.id] = n.name(target)
        inside()
    with w.inside([]) as behind:
        if otherwise is not None:
            otherwise()
    if body:
        w.emit(w.unit.bounded(n.for_(target, iterable, body, behind), w.unit.static.most(names[0].type), names[0]))
    else:
        w.block.extend(behind)


def gathered_from(w: Writer, source: Expr, var: Local, where: Expr | None) -> n.Node:
    """A list of the members that are kept."""
    found = w.fresh("l")
    w.emit(n.assign(found, n.empty_list()))
    each(w, source, var, where, lambda: w.emit(n.run(n.method(n.name(found), "append", w.local(var)))))
    return n.name(found)


def members(w: Writer, source: Expr) -> n.Node:
    """Something to loop over once, while nothing is written: not always a tuple."""
    source = what_is_there(w, source)
    if isinstance(source, Op) and known_before(w, source) is None:
        make = MEMBERS.get(source.name)
        found = None if make is None else make(w, source)
        if found is not None:
            return found
    return lower(w, source)


MEMBERS: dict[str, Callable[[Writer, Op], n.Node | None]] = {}
"""Operations whose members can be had more cheaply than as a tuple."""


def looped_over(*names: str) -> Callable[[Callable[[Writer, Op], n.Node | None]], Callable[[Writer, Op], n.Node | None]]:
    """Register how the members of an operation are looped over."""

    def register(make: Callable[[Writer, Op], n.Node | None]) -> Callable[[Writer, Op], n.Node | None]:
        for word in names:
            MEMBERS[word] = make
        return make

    return register


Walk = Callable[[Writer, Op, tuple[Local, ...], Inside, "Inside | None", bool], bool]
WALKS: dict[str, Walk] = {}
"""Operations whose members have parts that a loop can name: (writer, operation, names, inside, otherwise, doubles) -> whether
the loop was written."""


def walked_over(*names: str) -> Callable[[Walk], Walk]:
    """Register how a loop over the members of an operation is written."""

    def register(make: Walk) -> Walk:
        for word in names:
            WALKS[word] = make
        return make

    return register


# ---------------------------------------------------------------- short tuples


def tuple_length(w: Writer, node: n.Node) -> int | None:
    """How many members each of the tuples in a table has, if all have equally many and these are few."""
    if isinstance(node, ast.Subscript):
        lengths = {len(line) if isinstance(line, tuple) else 0 for row in _table_below(w, node) or () for line in row}
    elif w.unit.pool.is_constant(node) and isinstance(rows := w.unit.pool.constant_of(node), tuple):
        lengths = {len(line) if isinstance(line, tuple) else 0 for line in rows}
    else:
        return None
    found = lengths.pop() if len(lengths) == 1 else 0
    return found if 0 < found <= UNROLLED else None


def _table_below(w: Writer, node: n.Node) -> list[tuple[Value, ...]] | None:
    """The tuples that a look-up in a table may give."""
    if isinstance(node, ast.Subscript):
        below = _table_below(w, node.value)
        return None if below is None else [inner for row in below for inner in row if isinstance(inner, tuple)]
    if isinstance(node, ast.Name) and node.id in w.unit.pool.tables:
        return [w.unit.pool.tables[node.id]]
    return None
