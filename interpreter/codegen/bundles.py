"""Bundles that name their resources: each amount for itself, so that no bundle need be made."""

from __future__ import annotations

from custumal.dsl.model import Const, Expr, Op
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import known_before, lower_atom, may_be_none
from custumal.interpreter.codegen.numbers import checked, is_small
from custumal.interpreter.codegen.writer import Writer

Amounts = dict[int, n.Node]


def amounts_of(w: Writer, expr: Expr) -> Amounts | None:
    """What a bundle has of each resource that it names, None if that can't be told from the expression. All may be read twice."""
    known = known_before(w, expr)
    if known is not None and w.unit.pool.is_constant(known):
        found = w.unit.pool.constant_of(known)
        return {resource: n.const(number) for resource, number in enumerate(found) if number} if isinstance(found, tuple) else None
    if not isinstance(expr, Op) or any(map(may_be_none, expr.arguments)):
        return None
    match expr.name:
        case "b-unit":
            return _unit(w, *expr.arguments)
        case "b-scale":
            return _scaled(w, *expr.arguments)
        case "b-add":
            return _added(w, *expr.arguments)
    return None


def _unit(w: Writer, resource: Expr, number: Expr) -> Amounts | None:
    if not isinstance(resource, Const) or not isinstance(resource.value, int):
        return None
    return {resource.value: lower_atom(w, number)}


def _scaled(w: Writer, number: Expr, bundle: Expr) -> Amounts | None:
    with w.inside([]) as block:
        amounts = amounts_of(w, bundle)
    if amounts is None:
        return None
    w.block.extend(block)
    by = lower_atom(w, number)
    # A resource alone is one of it, so nothing can be too large that was not so before.
    safe = is_small(number)
    return {resource: by if _is_one(amount) else w.atom(_product(by, amount, safe)) for resource, amount in amounts.items()}


def _is_one(amount: n.Node) -> bool:
    return n.known(amount) and getattr(amount, "value", None) == 1


def _product(by: n.Node, amount: n.Node, safe: bool) -> n.Node:
    product = n.binary(by, "*", amount)
    return product if safe and n.known(amount) else checked(product)


def _added(w: Writer, one: Expr, other: Expr) -> Amounts | None:
    with w.inside([]) as block:
        first = amounts_of(w, one)
        second = None if first is None else amounts_of(w, other)
    if first is None or second is None:
        return None
    w.block.extend(block)
    both = dict(first)
    for resource, amount in second.items():
        both[resource] = w.atom(checked(n.binary(both[resource], "+", amount))) if resource in both else amount
    return both


def as_bundle(w: Writer, amounts: Amounts) -> n.Node:
    """The same as a bundle."""
    return n.row(*(amounts.get(resource, n.const(0)) for resource in range(len(w.unit.instance.game.resources))))
