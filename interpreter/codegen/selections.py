"""Selections and closures: sets made of sets."""

from __future__ import annotations

import ast

from custumal.dsl.model import Local, Ordering, Reach, Select
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import form, lower, lower_atom
from custumal.interpreter.codegen.loops import each, gathered_from, members, over
from custumal.interpreter.codegen.writer import Writer


@form(Select)
def lower_select(w: Writer, expr: Select) -> n.Node:
    if expr.where is None and not expr.orders:
        return lower(w, expr.source)
    if expr.where is None:
        found: n.Node = w.named(n.call("list", members(w, expr.source)), "l")
    else:
        found = gathered_from(w, expr.source, expr.var, expr.where)
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
    w.emit(w.unit.bounded(n.for_(target, found, body), w.unit.static.most(expr.var.type), expr))
    return n.call("tuple", found)


def _reached(w: Writer, depth: n.Node, found: n.Node, member: n.Node, after: n.Node) -> None:
    further = n.plus(n.index(depth, member), 1)
    new = [n.assign_index(depth, after, further), n.run(n.method(found, "append", after))]
    w.emit(n.if_(n.compare(after, "not in", depth), new))
