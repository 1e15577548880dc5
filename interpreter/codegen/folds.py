"""Selections, folds and closures as loops."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from custumal.dsl.model import Expr, Fold, Local, Op, Ordering, Reach, Read, Select
from custumal.dsl.types import Bundle, Set, bare
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import TESTS, Then, aside, form, known_before, lower, lower_atom, may_be_none, when
from custumal.interpreter.codegen.loops import each, members, over, tuple_length
from custumal.interpreter.codegen.numbers import checked, is_small
from custumal.interpreter.codegen.writer import Writer

# ---------------------------------------------------------------- quantifiers


def _every_parts(expr: Fold) -> tuple[Expr | None, Expr]:
    assert expr.value is not None
    return expr.where, expr.value


def test_some(w: Writer, expr: Fold, then: Then, other: Then | None) -> bool:
    """`some` as a branch: with something to do otherwise only, the loop's own else is that."""
    with w.inside([]) as block:
        then()
    if other is None and _quick(w, expr) is None and not _leaves_loop(block):

        def hit() -> None:
            w.block.extend(block)
            w.emit(ast.Break())

        _loop(w, expr, hit, None)
    else:
        _branch_on(w, _flag(w, expr, found=True), lambda: w.block.extend(block), other)
    return True


def _leaves_loop(block: n.Block) -> bool:
    """Whether statements break out of the loop around them, so that they may not stand in another one."""
    for statement in block:
        if isinstance(statement, ast.Break | ast.Continue):
            return True
        if isinstance(statement, ast.If) and (_leaves_loop(statement.body) or _leaves_loop(statement.orelse)):
            return True
        if isinstance(statement, ast.For | ast.While) and _leaves_loop(statement.orelse):
            return True
    return False


def test_no(w: Writer, expr: Fold, then: Then, other: Then | None) -> bool:
    """`no` and `every` as a branch: what follows stands behind the loop."""
    if other is None and _quick(w, expr) is None:
        _loop(w, expr, lambda: w.emit(ast.Break()), then)
    else:
        _branch_on(w, _flag(w, expr, found=False), then, other)
    return True


TESTS.update({"some": test_some, "no": test_no, "every": test_no})


def _branch_on(w: Writer, flag: n.Node, then: Then, other: Then | None) -> None:
    with w.inside([]) as yes:
        then()
    with w.inside([]) as no:
        if other is not None:
            other()
    if yes or no:
        w.emit(n.if_(flag, yes, no) if yes else n.if_(n.negate(flag), no))


def _flag(w: Writer, expr: Fold, *, found: bool) -> n.Node:
    """A name that holds whether the quantifier is true; `found` is what it is once the loop has hit."""
    if (quick := _quick(w, expr)) is not None:
        return quick if found else n.negate(quick)
    flag = w.fresh()
    w.emit(n.assign(flag, n.const(not found)))

    def hit() -> None:
        w.emit(n.assign(flag, n.const(found)))
        w.emit(ast.Break())

    _loop(w, expr, hit, None)
    return n.name(flag)


def _quick(w: Writer, expr: Fold) -> n.Node | None:
    """Whether there is a member, where no loop is needed to tell."""
    if expr.kind == "every":
        return None
    if expr.where is None and not isinstance(expr.source, Select | Fold):
        return n.compare(n.call("len", members(w, expr.source)), ">", n.const(0))
    return _any_nothing(w, expr)


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
    whole = tuple(layout.domains[0].values()) == w.unit.pool.constant_of(known)
    return n.compare(n.NONE, "in", w.column(layout.column)) if whole else None


def _loop(w: Writer, expr: Fold, hit: Then, behind: Then | None) -> None:
    """The loop of a quantifier: `hit` where a member decides it."""
    if expr.kind == "every":
        where, value = _every_parts(expr)
        each(w, expr.source, expr.var, where, partial(_unless, w, value, hit), behind)
    elif _is_line_test(w, expr):
        _lines(w, expr, hit, behind)
    else:
        each(w, expr.source, expr.var, expr.where, hit, behind)


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
    test = n.either(*tests) if inner.kind == "some" else n.both(*tests)
    with w.inside([]) as body:
        with w.inside([]) as then:
            hit()
        w.emit(n.if_(test, then))
    with w.inside([]) as rest:
        if behind is not None:
            behind()
    w.emit(n.for_(targets, source, body, rest))


def _line_test(w: Writer, inner: Fold) -> n.Node:
    where = None if inner.where is None else lower(w, inner.where)
    if inner.kind == "some":
        return n.const(True) if where is None else where
    if inner.kind == "no":
        return n.const(False) if where is None else n.negate(where)
    assert inner.value is not None
    value = lower(w, inner.value)
    return value if where is None else n.either(n.negate(where), value)


# ---------------------------------------------------------------- folds


@form(Fold)
def lower_fold(w: Writer, expr: Fold) -> n.Node:
    return _KINDS[expr.kind](w, expr)


def _some(w: Writer, expr: Fold) -> n.Node:
    return _flag(w, expr, found=True)


def _no(w: Writer, expr: Fold) -> n.Node:
    return _flag(w, expr, found=False)


def _count(w: Writer, expr: Fold) -> n.Node:
    if expr.where is None and not isinstance(expr.source, Select):
        return n.call("len", members(w, expr.source))
    total = w.fresh("n")
    w.emit(n.assign(total, n.const(0)))
    each(w, expr.source, expr.var, expr.where, lambda: w.emit(n.increase(total, n.const(1))))
    return n.name(total)


def _first(w: Writer, expr: Fold) -> n.Node:
    if expr.where is None and not isinstance(expr.source, Select):
        found_in = w.atom(members(w, expr.source))
        return n.choose(n.compare(n.call("len", found_in), ">", n.const(0)), n.index(found_in, n.const(0)), n.NONE)
    found = w.fresh()
    w.emit(n.assign(found, n.NONE))

    def hit() -> None:
        w.emit(n.assign(found, w.local(expr.var)))
        w.emit(ast.Break())

    each(w, expr.source, expr.var, expr.where, hit)
    return n.name(found)


def _last(w: Writer, expr: Fold) -> n.Node:
    found = w.fresh()
    w.emit(n.assign(found, n.NONE))
    each(w, expr.source, expr.var, expr.where, lambda: w.emit(n.assign(found, w.local(expr.var))))
    return n.name(found)


def _only(w: Writer, expr: Fold) -> n.Node:
    found = _gathered(w, expr.source, expr.var, expr.where)
    return n.choose(n.compare(n.call("len", found), "==", n.const(1)), n.index(found, n.const(0)), n.NONE)


def _gathered(w: Writer, source: Expr, var: Local, where: Expr | None) -> n.Node:
    """A list of the members that are kept."""
    found = w.fresh("l")
    w.emit(n.assign(found, n.empty_list()))
    each(w, source, var, where, lambda: w.emit(n.run(n.method(n.name(found), "append", w.local(var)))))
    return n.name(found)


def _each_value(w: Writer, expr: Fold, use: Callable[[n.Node], None]) -> None:
    """Use the value of each member, unless it is nothing."""

    def inside() -> None:
        if expr.value is None:
            use(w.local(expr.var))
            return
        value = lower_atom(w, expr.value)
        if not may_be_none(expr.value):
            use(value)
            return
        with w.inside([]) as block:
            use(value)
        w.emit(n.if_(n.is_some(value), block))

    each(w, expr.source, expr.var, expr.where, inside)


def _sum(w: Writer, expr: Fold) -> n.Node:
    total = w.fresh("n")
    if isinstance(bare(expr.type), Bundle):
        w.emit(n.assign(total, n.const((0,) * len(w.unit.instance.game.resources))))
        _each_value(w, expr, lambda value: w.emit(n.assign(total, n.call("add_bundles", n.name(total), value))))
        return n.name(total)
    w.emit(n.assign(total, n.const(0)))
    small = expr.value is not None and is_small(expr.value)

    def use(value: n.Node) -> None:
        if small:
            w.emit(n.increase(total, value))
        else:
            w.emit(n.assign(total, checked(n.binary(n.name(total), "+", value))))

    _each_value(w, expr, use)
    return n.name(total)


def _extreme_number(operator: str) -> Callable[[Writer, Fold], n.Node]:
    def make(w: Writer, expr: Fold) -> n.Node:
        best = w.fresh("n")
        w.emit(n.assign(best, n.NONE))

        def use(value: n.Node) -> None:
            better = n.either(n.is_none(n.name(best)), n.compare(value, operator, n.name(best)))
            w.emit(n.if_(better, [n.assign(best, value)]))

        _each_value(w, expr, use)
        return n.name(best)

    return make


def _union(w: Writer, expr: Fold) -> n.Node:
    found = w.fresh("d")
    w.emit(n.assign(found, ast.Dict([], [])))
    of_sets = expr.value is not None and isinstance(bare(expr.value.type), Set)

    def inside() -> None:
        assert expr.value is not None
        inner = Local(expr.value.type, expr.span, "member", f"@member {id(expr)}")
        over(w, members(w, expr.value), (inner,), lambda: w.emit(n.assign_index(n.name(found), w.local(inner), n.NONE)))

    if of_sets:
        each(w, expr.source, expr.var, expr.where, inside)
    else:
        _each_value(w, expr, lambda value: w.emit(n.assign_index(n.name(found), value, n.NONE)))
    return n.call("tuple", n.name(found))


def _extreme_members(operator: str) -> Callable[[Writer, Fold], n.Node]:
    def make(w: Writer, expr: Fold) -> n.Node:
        best, found = w.fresh("n"), w.fresh("l")
        w.emit(n.assign(best, n.NONE))
        w.emit(n.assign(found, n.empty_list()))

        def use(value: n.Node) -> None:
            member = w.local(expr.var)
            better = n.either(n.is_none(n.name(best)), n.compare(value, operator, n.name(best)))
            alone = [n.assign(best, value), n.assign(found, ast.List([member], ast.Load()))]
            equal = n.if_(n.compare(value, "==", n.name(best)), [n.run(n.method(n.name(found), "append", member))])
            w.emit(n.if_(better, alone, [equal]))

        _each_value(w, expr, use)
        return n.call("tuple", n.name(found))

    return make


_KINDS: dict[str, Callable[[Writer, Fold], n.Node]] = {
    "some": _some,
    "no": _no,
    "every": _no,
    "count": _count,
    "first": _first,
    "last": _last,
    "only": _only,
    "sum": _sum,
    "max": _extreme_number(">"),
    "min": _extreme_number("<"),
    "union": _union,
    "best": _extreme_members(">"),
    "worst": _extreme_members("<"),
}


# ---------------------------------------------------------------- selections and closures


@form(Select)
def lower_select(w: Writer, expr: Select) -> n.Node:
    if expr.where is None and not expr.orders:
        return lower(w, expr.source)
    if expr.where is None:
        found: n.Node = w.named(n.call("list", members(w, expr.source)), "l")
    else:
        found = _gathered(w, expr.source, expr.var, expr.where)
    for order in expr.orders:
        found = _ordered(w, order, expr.var, found)
    return n.call("tuple", found)


def _ordered(w: Writer, order: Ordering, var: Local, found: n.Node) -> n.Node:
    if order.kind == "reversed":
        return n.part(found, None, None, n.const(-1))
    key = order.key
    assert key is not None
    if order.kind == "from":
        return n.call("turned", found, lower(w, key))
    items, keys = w.atom(found), w.fresh("l")
    w.emit(n.assign(keys, n.empty_list()))
    over(w, items, (var,), lambda: w.emit(n.run(n.method(n.name(keys), "append", lower(w, key)))))
    return n.call("by_keys", items, n.name(keys))


@form(Reach)
def lower_reach(w: Writer, expr: Reach) -> n.Node:
    """A list that grows while it is walked through; the depth of each member tells members met before."""
    within = None if expr.within is None else lower_atom(w, expr.within)
    depth = w.named(n.call("depths", lower(w, expr.source)), "d")
    found = w.named(n.call("list", depth), "l")
    target = w.fresh("x")
    with w.inside([]) as body:
        w.env[expr.var.id] = n.name(target)
        if within is not None:
            w.emit(n.if_(n.compare(n.index(depth, n.name(target)), ">=", within), [ast.Break()]))
        after = Local(expr.var.type, expr.span, "after", f"@after {id(expr)}")
        each(w, expr.through, after, None, lambda: _reached(w, depth, found, n.name(target), w.local(after)))
    w.emit(n.for_(target, found, body))
    return n.call("tuple", found)


def _reached(w: Writer, depth: n.Node, found: n.Node, member: n.Node, after: n.Node) -> None:
    further = n.plus(n.index(depth, member), 1)
    new = [n.assign_index(depth, after, further), n.run(n.method(found, "append", after))]
    w.emit(n.if_(n.compare(after, "not in", depth), new))
