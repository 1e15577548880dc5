"""The simple forms: constants, names, what is kept, conditions."""

from __future__ import annotations

from custumal.dsl.base.types import bare
from custumal.dsl.model import Const, Expr, IfElse, Local, Read, SeatNumber, TheThing
from custumal.interpreter.setup.layout import Domain
from custumal.interpreter.wasm.expressions.core import (
    all_of,
    as_number,
    bind,
    constant,
    form,
    is_some,
    may_be_none,
    nothing,
    read_back,
    value,
)  # fmt: skip
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.memory.plan import Field
from custumal.interpreter.wasm.memory.shapes import ENTRY
from custumal.interpreter.wasm.text.nodes import Node, choose, i32, i64, load, number_of, op, plus, scaled, valued
from custumal.interpreter.wasm.unsupported import OnlyMask


@form(Const)
def _const(w: Writer, expr: Const) -> Node:
    return constant(w, expr.value, expr.type)


@form(SeatNumber)
def _seat_number(w: Writer, expr: SeatNumber) -> Node:
    found = expr.index if expr.house is None else w.unit.instance.house[expr.house]
    return constant(w, found, expr.type)


@form(TheThing)
def _the_thing(w: Writer, expr: TheThing) -> Node:
    return constant(w, w.unit.instance.of_row[expr.kind][expr.row][0], expr.type)


@form(Local)
def _local(w: Writer, expr: Local) -> Node:
    bound = w.env.get(expr.id)
    if bound is None:
        return field_value(w.unit.plan.frame[expr.id])
    if bound.mask is not None:
        raise OnlyMask(expr.name)
    return bound.node


def field_value(field: Field, index: Node | None = None) -> Node:
    """The value that stands in a field, or in one of the entries of it; of a tuple its address."""
    if field.shape.kind == "tuple":
        return i32(field.at) if index is None else plus(scaled(index, field.shape.size), field.at)
    return read_back(load(field.at, None if index is None else scaled(index, ENTRY)), field.shape)


def radix(domains: tuple[Domain, ...], digits: list[Node]) -> Node | None:
    """The number of a combination of arguments, last fastest; None where there are none."""
    index: Node | None = None
    for domain, argument in zip(domains, digits, strict=True):
        digit = _less(argument, domain.offset)
        index = digit if index is None else op("i64.add", op("i64.mul", index, i64(domain.size)), digit)
    return index


def _less(node: Node, offset: int) -> Node:
    known = number_of(node)
    if known is not None:
        return i64(known - offset)
    return op("i64.sub", node, i64(offset)) if offset else node


def arguments_of(w: Writer, arguments: tuple[Expr, ...]) -> tuple[list[Node], list[Node], Node | None]:
    """Arguments as numbers: what has to be done before, the numbers, and whether none of them is nothing."""
    before: list[Node] = []
    digits, tests = [], []
    for argument in arguments:
        if may_be_none(argument):
            done, bound = bind(w, argument)
            before += done
            digits.append(_number(bound))
            tests.append(is_some(bound.node, bound.shape))
        else:
            digits.append(as_number(w, argument))
    return before, digits, all_of(tests)


def _number(bound: Bound) -> Node:
    return bound.node if bound.shape.wasm == "i64" else op("i64.extend_i32_u", bound.node)


@form(Read)
def _read(w: Writer, expr: Read) -> Node:
    layout = w.unit.instance.kept[expr.kept]
    before, digits, test = arguments_of(w, expr.arguments)
    found = field_value(w.unit.plan.kept[expr.kept], radix(layout.domains, digits))
    result = w.shape(expr.type).wasm
    if test is None:
        return valued(before, found, result)
    return valued(before, choose(test, found, nothing(w, expr.type), result), result)


@form(IfElse)
def _if_else(w: Writer, expr: IfElse) -> Node:
    test = value(w, expr.condition)
    if number_of(test) is not None:
        return value(w, expr.then if number_of(test) else expr.other)
    result = w.shape(expr.type)
    return choose(test, as_shape(w, expr.then, result.kind), as_shape(w, expr.other, result.kind), result.wasm)


def as_shape(w: Writer, expr: Expr, kind: str) -> Node:
    """The value of an expression where another type may be wanted: `none` has no type of its own."""
    if isinstance(expr, Const) and expr.value is None and kind != "number":
        return i32(0)
    if isinstance(expr, Const) and isinstance(bare(expr.type), object) and expr.value == () and kind == "tuple":
        return i32(w.unit.pool.tuple(()))
    return value(w, expr)
