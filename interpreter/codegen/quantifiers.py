"""Quantifiers: loops that end with the first member that decides."""

from __future__ import annotations

import ast
from functools import partial

from custumal.dsl.model import Expr, Fold, Local, Op, Read, Select
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import TESTS, Then, aside, branch, known_before, lower, when
from custumal.interpreter.codegen.loops import each, members, tuple_length
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.setup.values import Value

FEW = 8
"""Up to so many known members are written out."""


def _every_parts(expr: Fold) -> tuple[Expr | None, Expr]:
    assert expr.value is not None
    return expr.where, expr.value


def test_some(w: Writer, expr: Fold, then: Then, other: Then | None) -> bool:
    """`some` as a branch: what follows stands in the loop, where a member is found."""
    if (there := _is_there(w, expr)) is not None:
        branch(w, there, then, other)
        return True
    with w.inside([]) as block:
        then()
    if other is None and not leaves_loop(block):

        def hit() -> None:
            w.block.extend(block)
            w.emit(ast.Break())

        _loop(w, expr, hit, None)
    else:
        branch(w, _flag(w, expr, found=True), lambda: w.block.extend(block), other)
    return True


def leaves_loop(block: n.Block) -> bool:
    """Whether statements break out of the loop around them, so that they may not stand in another one."""
    for statement in block:
        if isinstance(statement, ast.Break | ast.Continue):
            return True
        if isinstance(statement, ast.If) and (leaves_loop(statement.body) or leaves_loop(statement.orelse)):
            return True
        if isinstance(statement, ast.For | ast.While) and leaves_loop(statement.orelse):
            return True
    return False


def test_no(w: Writer, expr: Fold, then: Then, other: Then | None) -> bool:
    """`no` and `every` as a branch: what follows stands behind the loop."""
    if (there := _is_there(w, expr)) is not None:
        branch(w, n.negate(there), then, other)
    elif other is None:
        _loop(w, expr, lambda: w.emit(ast.Break()), then)
    else:
        branch(w, _flag(w, expr, found=False), then, other)
    return True


TESTS.update({"some": test_some, "no": test_no, "every": test_no})


def flag_of(w: Writer, expr: Fold, *, found: bool) -> n.Node:
    """Whether the quantifier is true; `found` is what it is once a member has decided."""
    there = _is_there(w, expr)
    if there is None:
        return _flag(w, expr, found=found)
    return there if found else n.negate(there)


def _flag(w: Writer, expr: Fold, *, found: bool) -> n.Node:
    """A name that holds whether the quantifier is true; `found` is what it is once the loop has hit."""
    flag = w.fresh()
    w.emit(n.assign(flag, n.const(not found)))

    def hit() -> None:
        w.emit(n.assign(flag, n.const(found)))
        w.emit(ast.Break())

    _loop(w, expr, hit, None)
    return n.name(flag)


def _is_there(w: Writer, expr: Fold) -> n.Node | None:
    """Whether there is a member that decides the quantifier, where no loop is needed to tell."""
    if expr.kind != "every" and expr.where is None and not isinstance(expr.source, Select | Fold):
        return n.compare(n.call("len", members(w, expr.source)), ">", n.const(0))
    return (None if expr.kind == "every" else _any_nothing(w, expr)) or _written_out(w, expr)


def _written_out(w: Writer, expr: Fold) -> n.Node | None:
    """Few known members: one test for each."""
    known = known_before(w, expr.source)
    if known is None or not w.unit.pool.is_constant(known):
        return None
    candidates = w.unit.pool.constant_of(known)
    if not 0 < len(candidates) <= FEW or any(isinstance(member, tuple) for member in candidates):
        return None
    tests = []
    for member in candidates:
        with w.inside([]) as block:
            w.env[expr.var.id] = n.const(member)
            tests.append(_decides(w, expr))
        if block:
            return None
    return n.either(*tests)


def _decides(w: Writer, expr: Fold) -> n.Node:
    """Whether the member bound here decides the quantifier."""
    where = n.const(True) if expr.where is None else lower(w, expr.where)
    if expr.kind != "every" or expr.value is None:
        return where
    wrong = n.negate(lower(w, expr.value))
    return wrong if expr.where is None else n.both(where, wrong)


def _any_nothing(w: Writer, expr: Fold) -> n.Node | None:
    """Some x in S where V of x is none: one look through the column, if S is all that the kept value is about."""
    wanted = expr.where
    if isinstance(wanted, Op) and wanted.name == "not":
        wanted = wanted.arguments[0]
        if not (isinstance(wanted, Op) and wanted.name == "some-value" and isinstance(wanted.arguments[0], Read)):
            return None
        return _column_holds_none(w, expr, wanted.arguments[0])
    return None


def _column_holds_none(w: Writer, expr: Fold, read: Read) -> n.Node | None:
    layout = w.unit.instance.kept[read.kept]
    about = len(read.arguments) == 1 and isinstance(read.arguments[0], Local) and read.arguments[0].id == expr.var.id
    known = known_before(w, expr.source) if about and layout.domains else None
    if known is None or not w.unit.pool.is_constant(known):
        return None
    if tuple(layout.domains[0].values()) != w.unit.pool.constant_of(known):
        return None
    column = w.column(layout.column)
    if layout.size < w.unit.instance.layout.entries:
        column = n.part(column, n.const(layout.base), n.const(layout.base + layout.size))
    return n.compare(n.NONE, "in", column)


def _loop(w: Writer, expr: Fold, hit: Then, behind: Then | None) -> None:
    """The loop of a quantifier: `hit` where a member decides it."""
    if expr.kind == "every":
        where, value = _every_parts(expr)
        each(w, expr.source, expr.var, where, partial(_unless, w, value, hit), behind, doubles=True)
    elif _is_line_test(w, expr):
        _lines(w, expr, hit, behind)
    else:
        each(w, expr.source, expr.var, expr.where, hit, behind, doubles=True)


def _unless(w: Writer, value: Expr, hit: Then) -> None:
    when(w, value, lambda: None, hit)


# ---------------------------------------------------------------- short lines


def _is_line_test(w: Writer, expr: Fold) -> bool:
    """Some line in S where every c in line has …: with short lines of one length, taken apart in the head of the loop."""
    inner = expr.where
    return (
        isinstance(inner, Fold)
        and inner.kind in ("every", "some", "no")
        and _is_line(inner.source, expr.var)
        and tuple_length(w, aside(w, expr.source)[1]) is not None
        and _is_plain(w, expr, inner)
    )


def _is_line(source: Expr, line: Local) -> bool:
    """Whether a source is the line itself."""
    if isinstance(source, Op) and source.name == "line-cells":
        source = source.arguments[0]
    return isinstance(source, Local) and source.id == line.id


def _is_plain(w: Writer, expr: Fold, inner: Fold) -> bool:
    """Whether the inner condition needs no statements and does not read the line itself."""
    with w.inside([]):
        w.env[inner.var.id] = n.name("probe")
        w.env[expr.var.id] = n.name("probe")
        blocks = [aside(w, part)[0] for part in (inner.where, inner.value) if part is not None]
    return not any(blocks)


def _lines(w: Writer, expr: Fold, hit: Then, behind: Then | None) -> None:
    inner = expr.where
    assert isinstance(inner, Fold)
    source = members(w, expr.source)
    length = tuple_length(w, source)
    assert length is not None
    targets = [w.fresh("x") for _ in range(length)]
    tests = []
    for target in targets:
        with w.inside([]):
            w.env[inner.var.id] = n.name(target)
            tests.append(_line_test(w, inner))
    source = _own_cell_last(w, expr.source, source, tests)
    test = n.either(*tests) if inner.kind == "some" else n.both(*tests)
    with w.inside([]) as body:
        with w.inside([]) as then:
            hit()
        w.emit(n.if_(test, then))
    with w.inside([]) as rest:
        if behind is not None:
            behind()
    w.emit(n.for_(targets, source, body, rest))


def _own_cell_last(w: Writer, lines: Expr, source: n.Node, tests: list[n.Node]) -> n.Node:
    """The lines through a cell with this cell at the end of each: what is asked is mostly known to be true of it, so the others tell
    sooner. Only where what is asked can't fail."""
    if not (isinstance(lines, Op) and lines.name == "lines-through" and isinstance(lines.arguments[0], Local)) or _may_fail(tests):
        return source
    match source:
        case ast.Subscript(value=ast.Name(id=table), slice=cell):
            rows = w.unit.pool.tables[table]
            assert isinstance(rows, tuple)
            return n.index(w.unit.pool.table(tuple(_with_last(row, own) for own, row in enumerate(rows))), cell)
    return source


def _may_fail(tests: list[n.Node]) -> bool:
    return any(isinstance(part, ast.Call) for test in tests for part in ast.walk(test))


def _with_last(row: Value, own: int) -> Value:
    """A row of lines, or nothing where there is no such cell."""
    return tuple(tuple(sorted(line, key=lambda cell: cell == own)) for line in row) if isinstance(row, tuple) else row


def _line_test(w: Writer, inner: Fold) -> n.Node:
    where = None if inner.where is None else lower(w, inner.where)
    if inner.kind == "some":
        return n.const(True) if where is None else where
    if inner.kind == "no":
        return n.const(False) if where is None else n.negate(where)
    assert inner.value is not None
    value = lower(w, inner.value)
    return value if where is None else n.either(n.negate(where), value)
