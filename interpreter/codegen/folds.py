"""Folds: one value from the members of a set."""

from __future__ import annotations

import ast
from collections.abc import Callable

from custumal.dsl.base.types import Bundle, Set, bare
from custumal.dsl.model import Fold, Local, Select
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import form, lower_atom, may_be_none
from custumal.interpreter.codegen.loops import each, gathered_from, members, over
from custumal.interpreter.codegen.numbers import checked, is_small
from custumal.interpreter.codegen.quantifiers import flag_of
from custumal.interpreter.codegen.writer import Writer


@form(Fold)
def lower_fold(w: Writer, expr: Fold) -> n.Node:
    return _KINDS[expr.kind](w, expr)


def _some(w: Writer, expr: Fold) -> n.Node:
    return flag_of(w, expr, found=True)


def _no(w: Writer, expr: Fold) -> n.Node:
    return flag_of(w, expr, found=False)


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
    found = gathered_from(w, expr.source, expr.var, expr.where)
    return n.choose(n.compare(n.call("len", found), "==", n.const(1)), n.index(found, n.const(0)), n.NONE)


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
