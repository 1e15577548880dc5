"""Operations on numbers, truths, sets and bundles."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from custumal.dsl.base.types import Number, Set, Truth, bare
from custumal.dsl.model import Const, Expr, Op
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import aside, known_before, lifted, lower, lower_atom, may_be_none, operation
from custumal.interpreter.codegen.loops import looped_over
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.reference.operations.basic import LARGEST_SET
from custumal.interpreter.setup.layout import KeptLayout

SMALL = 1 << 30
"""Numbers below this can be added and multiplied once without leaving 64 bits."""


FEW_NUMBERS = 256
SMALL_NUMBERS_ARE_ONE = all(int(str(number)) is number for number in range(FEW_NUMBERS))
"""Whether this Python has one object for each small number, however it came about."""


def interval(expr: Expr) -> tuple[int, int] | None:
    """The bounds of a number where they are known."""
    if isinstance(expr, Const) and isinstance(expr.value, int):
        return expr.value, expr.value
    of = bare(expr.type)
    return (of.low, of.high) if isinstance(of, Number) and of.low is not None and of.high is not None else None


def is_small(expr: Expr) -> bool:
    found = interval(expr)
    return found is not None and -SMALL < found[0] <= found[1] < SMALL


def checked(node: n.Node, where: n.Node | None = None) -> n.Node:
    """A number that may have left 64 bits. `where` is what computes it, to be named if it has."""
    return n.call("bounded", node) if where is None else n.call("bounded", node, where)


def clamped(w: Writer, layout: KeptLayout, value: n.Node, bounds: tuple[int, int] | None, *, nothing: bool) -> n.Node:
    """A number within the bounds of a kept value."""
    low = layout.low if layout.low is not None and (bounds is None or bounds[0] < layout.low) else None
    high = layout.high if layout.high is not None and (bounds is None or bounds[1] > layout.high) else None
    if low is None and high is None:
        return value
    value = w.atom(value)
    found = value
    if high is not None:
        found = n.choose(n.compare(value, ">", n.const(high)), n.const(high), found)
    if low is not None:
        found = n.choose(n.compare(value, "<", n.const(low)), n.const(low), found)
    return n.choose(n.is_none(value), n.NONE, found) if nothing else found


# ---------------------------------------------------------------- arithmetic


@operation("add", "sub", "mul")
def _arithmetic(w: Writer, op: Op) -> n.Node:
    sign = {"add": "+", "sub": "-", "mul": "*"}[op.name]
    safe = all(map(is_small, op.arguments))

    def make(a: n.Node, b: n.Node) -> n.Node:
        node = n.binary(a, sign, b)
        return node if safe else checked(node, w.unit.pool.model(op))

    return lifted(w, op, op.arguments, make)


@operation("neg")
def _neg(w: Writer, op: Op) -> n.Node:
    safe = is_small(op.arguments[0])

    def make(a: n.Node) -> n.Node:
        node = ast.UnaryOp(ast.USub(), a)
        return node if safe else checked(node, w.unit.pool.model(op))

    return lifted(w, op, op.arguments, make)


@operation("div", "mod")
def _division(w: Writer, op: Op) -> n.Node | None:
    bounds = interval(op.arguments[1])
    if bounds is None or bounds[0] <= 0 <= bounds[1] or not is_small(op.arguments[0]):
        return None
    return lifted(w, op, op.arguments, lambda a, b: n.binary(a, "//" if op.name == "div" else "%", b))


@operation("max", "min")
def _extreme(w: Writer, op: Op) -> n.Node:
    if len(op.arguments) != 2:
        return lifted(w, op, op.arguments, partial(n.call, op.name))

    def make(a: n.Node, b: n.Node) -> n.Node:
        a, b = w.atom(a), w.atom(b)
        return n.choose(n.compare(a, ">=" if op.name == "max" else "<=", b), a, b)

    return lifted(w, op, op.arguments, make)


@operation("lt", "le", "gt", "ge")
def _order(w: Writer, op: Op) -> n.Node:
    sign = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}[op.name]
    return lifted(w, op, op.arguments, lambda a, b: n.compare(a, sign, b))


# ---------------------------------------------------------------- the same, nothing


@operation("eq", "ne")
def _equal(w: Writer, op: Op) -> n.Node:
    a, b = op.arguments
    # Nothing is written by expressions, so the statements of the second may come before the first is read.
    left, right = lower(w, a), lower(w, b)
    if isinstance(bare(a.type), Set):
        same = n.call("same_set", left, right)
        return same if op.name == "eq" else n.negate(same)
    for node, other in ((left, right), (right, left)):
        if n.known(other) and getattr(other, "value", 0) is None:
            return n.is_none(node) if op.name == "eq" else n.is_some(node)
    unsure = (may_be_none(a) or may_be_none(b)) and not (n.known(left) or n.known(right))
    if SMALL_NUMBERS_ARE_ONE and unsure and _few(w, a) and _few(w, b):
        # To compare a number with None takes longer than to tell whether both are one object.
        return n.compare(left, "is" if op.name == "eq" else "is not", right)
    return n.compare(left, "==" if op.name == "eq" else "!=", right)


def _few(w: Writer, expr: Expr) -> bool:
    """Whether the values of an expression are names of so few things that all of them are small numbers."""
    of = bare(expr.type)
    domain = None if isinstance(of, Number | Truth) else w.unit.static.domain(of)
    return domain is not None and domain.offset + domain.size <= FEW_NUMBERS


@operation("not")
def _not(w: Writer, op: Op) -> n.Node:
    return n.negate(lower(w, op.arguments[0]))


@operation("some-value")
def _some_value(w: Writer, op: Op) -> n.Node:
    return n.is_some(lower(w, op.arguments[0]))


@operation("otherwise")
def _otherwise(w: Writer, op: Op) -> n.Node:
    main, other = op.arguments
    if not may_be_none(main):
        return lower(w, main)
    value = w.atom(lower(w, main))
    block, node = aside(w, other)
    if not block:
        return n.choose(n.is_some(value), value, node)
    result = w.fresh()
    w.emit(n.if_(n.is_some(value), [n.assign(result, value)], [*block, n.assign(result, node)]))
    return n.name(result)


@operation("in")
def _in(w: Writer, op: Op) -> n.Node:
    member, among = op.arguments
    unsure = may_be_none(member)
    key = lower_atom(w, member) if unsure or _is_range(w, among) else lower(w, member)
    if _is_range(w, among) and isinstance(among, Op):
        test = n.between(lower(w, among.arguments[0]), key, lower(w, among.arguments[1]))
    else:
        test = is_member(w, key, among)
    return n.both(n.is_some(key), test) if unsure and not n.known(key) else test


def is_member(w: Writer, member: n.Node, among: Expr) -> n.Node:
    """Whether something is in a set."""
    if isinstance(among, Op) and (make := HAS.get(among.name)) is not None and known_before(w, among) is None:
        found = make(w, member, among)
        if found is not None:
            return found
    return n.compare(member, "in", lower(w, among))


HAS: dict[str, Callable[[Writer, n.Node, Op], n.Node | None]] = {}
"""Operations that can tell more cheaply than by a tuple whether something is a member."""


def _is_range(w: Writer, expr: Expr) -> bool:
    return isinstance(expr, Op) and expr.name == "range" and known_before(w, expr) is None


# ---------------------------------------------------------------- sets


@operation("join", "minus", "subset")
def _sets(w: Writer, op: Op) -> n.Node:
    helper = {"join": "joined", "minus": "without", "subset": "is_subset"}[op.name]
    return lifted(w, op, op.arguments, partial(n.call, helper))


@operation("list")
def _list(w: Writer, op: Op) -> n.Node:
    if len(op.arguments) == 1 and not may_be_none(op.arguments[0]):
        return n.row(lower(w, op.arguments[0]))
    return n.call("distinct_of", *(lower(w, argument) for argument in op.arguments))


@operation("singleton-or-empty")
def _singleton(w: Writer, op: Op) -> n.Node:
    value = lower_atom(w, op.arguments[0])
    return n.choose(n.is_none(value), n.const(()), n.row(value))


@operation("range")
def _range(w: Writer, op: Op) -> n.Node:
    return lifted(w, op, op.arguments, partial(n.call, "numbers"))


@looped_over("range")
def _loop_range(w: Writer, op: Op) -> n.Node | None:
    low, high = map(interval, op.arguments)
    if low is None or high is None or high[1] - low[0] >= LARGEST_SET or any(map(may_be_none, op.arguments)):
        return None
    start, end = (lower(w, argument) for argument in op.arguments)
    return n.call("range", start, n.plus(end, 1))


@operation("leading")
def _leading(w: Writer, op: Op) -> n.Node:
    def make(count: n.Node, among: n.Node) -> n.Node:
        bounds = interval(op.arguments[0])
        if bounds is None or bounds[0] < 0:
            count = n.call("max", count, n.const(0))
        return n.part(among, None, count)

    return lifted(w, op, op.arguments, make)


@operation("position")
def _position(w: Writer, op: Op) -> n.Node:
    return n.call("position", lower(w, op.arguments[0]), lower(w, op.arguments[1]))


# ---------------------------------------------------------------- bundles


@operation("b-unit")
def _unit(w: Writer, op: Op) -> n.Node | None:
    """A bundle of one known resource."""
    resource, number = op.arguments
    if not isinstance(resource, Const) or may_be_none(number):
        return None
    amount = lower(w, number)
    return n.row(*(amount if other == resource.value else n.const(0) for other in range(len(w.unit.instance.game.resources))))


@operation("b-get")
def _get(w: Writer, op: Op) -> n.Node:
    return lifted(w, op, op.arguments, n.index)


@operation("b-add", "b-sub", "b-scale", "b-le")
def _bundles(w: Writer, op: Op) -> n.Node:
    helper = {"b-add": "add_bundles", "b-sub": "subtract_bundles", "b-scale": "scale_bundle", "b-le": "is_part"}[op.name]
    return lifted(w, op, op.arguments, partial(n.call, helper))
