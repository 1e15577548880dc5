"""The simple forms of expression: constants, names, kept values, conditions, connectives."""

from __future__ import annotations

from custumal.dsl.model import Const, Expr, IfElse, Local, Op, Read, SeatNumber, TheThing
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import aside, form, lifted, lower, operation
from custumal.interpreter.codegen.writer import Writer


@form(Const)
def _const(w: Writer, expr: Const) -> n.Node:
    return w.unit.pool.value(expr.value)


@form(SeatNumber)
def _seat_number(w: Writer, expr: SeatNumber) -> n.Node:
    return n.const(expr.index if expr.house is None else w.unit.instance.house[expr.house])


@form(TheThing)
def _the_thing(w: Writer, expr: TheThing) -> n.Node:
    return n.const(w.unit.instance.of_row[expr.kind][expr.row][0])


@form(Local)
def _local(w: Writer, expr: Local) -> n.Node:
    return w.local(expr)


@form(Read)
def _read(w: Writer, expr: Read) -> n.Node:
    layout = w.unit.instance.kept[expr.kept]
    return lifted(w, expr, expr.arguments, lambda *keys: n.index(w.column(layout.column), place_of(w, layout.base, layout.domains, keys)))


def place_of(_w: Writer, base: int, domains: tuple[object, ...], keys: tuple[n.Node, ...]) -> n.Node:
    """The index of these arguments in mixed radix, last fastest."""
    found: n.Node = n.const(0)
    shift = 0
    for domain, key in zip(domains, keys, strict=True):
        size, offset = getattr(domain, "size", 1), getattr(domain, "offset", 0)
        shift = shift * size - offset
        scaled = n.times(found, size)
        found = key if n.known(scaled) and getattr(scaled, "value", None) == 0 else n.binary(scaled, "+", key)
        if n.known(key) and n.known(scaled):
            found = n.const(getattr(scaled, "value", 0) + getattr(key, "value", 0))
    return n.plus(found, base + shift)


@form(IfElse)
def _if_else(w: Writer, expr: IfElse) -> n.Node:
    test = lower(w, expr.condition)
    if w.unit.pool.is_constant(test):
        return lower(w, expr.then if w.unit.pool.constant_of(test) else expr.other)
    then_block, then = aside(w, expr.then)
    other_block, other = aside(w, expr.other)
    if not then_block and not other_block:
        return n.choose(test, then, other)
    result = w.fresh()
    w.emit(n.if_(test, [*then_block, n.assign(result, then)], [*other_block, n.assign(result, other)]))
    return n.name(result)


@operation("and")
def _and(w: Writer, expr: Op) -> n.Node:
    return _connective(w, expr.arguments, decisive=False)


@operation("or")
def _or(w: Writer, expr: Op) -> n.Node:
    return _connective(w, expr.arguments, decisive=True)


def _connective(w: Writer, parts: tuple[Expr, ...], decisive: bool, first: n.Node | None = None) -> n.Node:
    """`and` and `or`: what follows is asked only if the parts before have not decided."""
    tests: list[n.Node] = [] if first is None else [first]
    for position, expr in enumerate(parts):
        block, node = aside(w, expr)
        if w.unit.pool.is_constant(node):
            if bool(w.unit.pool.constant_of(node)) is decisive:
                return _joined([*tests, n.const(decisive)], decisive) if tests else n.const(decisive)
            continue
        if block and tests:
            return _later(w, _joined(tests, decisive), block, node, parts[position + 1 :], decisive)
        w.block.extend(block)
        tests.append(node)
    return _joined(tests, decisive) if tests else n.const(not decisive)


def _later(w: Writer, before: n.Node, block: n.Block, node: n.Node, rest: tuple[Expr, ...], decisive: bool) -> n.Node:
    result = w.named(before)
    with w.inside([]) as then:
        w.block.extend(block)
        w.emit(n.assign(result.id, _connective(w, rest, decisive, node)))
    w.emit(n.if_(n.negate(result) if decisive else result, then))
    return result


def _joined(tests: list[n.Node], decisive: bool) -> n.Node:
    return n.either(*tests) if decisive else n.both(*tests)
