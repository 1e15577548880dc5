"""Sets: made in memory, put together, looked through."""

from __future__ import annotations

from custumal.dsl.base.types import Set, bare
from custumal.dsl.model import Expr, Op, Ordering, Reach, Select
from custumal.interpreter.setup.layout import Domain
from custumal.interpreter.wasm.expressions.arena import MANY, Making, MemberBits, most
from custumal.interpreter.wasm.expressions.core import (
    Body,
    all_of,
    bind,
    counted,
    domain_of_type,
    each,
    each_at,
    each_between,
    form,
    is_some,
    known_value,
    may_be_none,
    member_shape,
    operation,
    operation_walk,
    stored,
    value,
    walk,
)  # fmt: skip
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE, NUMBER
from custumal.interpreter.wasm.text.branchless import where
from custumal.interpreter.wasm.text.nodes import (
    Node,
    block,
    branch,
    branch_if,
    call,
    get,
    i32,
    i64,
    load,
    no,
    of_all,
    op,
    plus,
    put,
    put_all,
    valued,
    when,
)  # fmt: skip
from custumal.interpreter.wasm.unsupported import Unsupported


def domain_of(w: Writer, expr: Expr) -> Domain | None:
    """The values that members of a set can have, if they are few and none is nothing."""
    of = bare(expr.type)
    return domain_of_type(w, of.inner) if isinstance(of, Set) else None


def each_gathered(w: Writer, expr: Expr, body: Body) -> list[Node]:
    """Do something for each member of a set, which may not change what the set hangs on and goes through all of them: where many are asked
    about, those that are found are put together first, without a branch."""
    if not isinstance(expr, Select) or expr.where is None or expr.orders or may_be_none(expr) or known_value(w, expr):
        return each(w, expr, body)
    making = Making(w, most(w, expr), member_shape(w, expr))
    if making.shape.kind == "tuple" or not MANY_ASKED <= most(w, expr.source) < MANY:
        return each(w, expr, body)
    kept = w.fn.local("kept", "i32")
    made = [*making.begin(), *each(w, expr, making.add), *making.end()]
    return [put(kept, of_all("$arena")), *made, *each_at(w, making.pointer, making.shape, body), put_all("$arena", get(kept))]


MANY_ASKED = 8
"""Fewer members are asked about and used one by one."""


def gather(w: Writer, expr: Expr) -> Node:
    """The address of a set whose members are gone through: it is made in memory."""
    making = Making(w, most(w, expr), member_shape(w, expr))
    return valued([*making.begin(), *each(w, expr, making.add), *making.end()], making.pointer, "i32")


# ---------------------------------------------------------------- selections


@walk(Select)
def _each_selected(w: Writer, expr: Select, body: Body) -> list[Node] | None:
    if expr.orders:
        return None

    def inside(member: Bound) -> list[Node]:
        here = w.binding({expr.var.id: member})
        done = body(member)
        return done if expr.where is None else where(value(here, expr.where), done)

    return each(w, expr.source, inside)


@form(Select)
def _select(w: Writer, expr: Select) -> Node:
    if not expr.orders:
        return gather(w, expr)
    plain = Select(expr.type, expr.span, expr.var, expr.source, expr.where, ())
    pointer = w.fn.local("sorted", "i32")
    done = [put(pointer, gather(w, plain))]
    for order in expr.orders:
        done += _ordered(w, expr, order, pointer)
    return valued(done, get(pointer), "i32")


def _ordered(w: Writer, expr: Select, order: Ordering, pointer: str) -> list[Node]:
    if order.kind == "reversed":
        return [call("$reverse", get(pointer))]
    assert order.key is not None
    if order.kind == "from":
        return [call("$turn_to", get(pointer), value(w, order.key))]
    keys = Making(w, most(w, expr), NUMBER)
    shape = member_shape(w, expr)

    def key(member: Bound) -> list[Node]:
        assert order.key is not None
        found = value(w.binding({expr.var.id: member}), order.key)
        return keys.add(Bound(found, w.shape(order.key.type)))

    if w.shape(order.key.type).kind == "tuple":
        raise Unsupported("an order by tuples")
    return [*keys.begin(), *each_at(w, get(pointer), shape, key), *keys.end(), call("$sort", get(pointer), keys.pointer)]


# ---------------------------------------------------------------- operations


@operation("join", "minus", "list", "range", "singleton-or-empty", "leading")
def _made(w: Writer, expr: Op) -> Node:
    return gather(w, expr)


@operation_walk("range")
def _each_number(w: Writer, expr: Op, body: Body) -> list[Node]:
    (before, low), (further, high) = (bind(w, part, "end") for part in expr.arguments)
    some = [is_some(one.node, one.shape) for one, part in zip((low, high), expr.arguments, strict=True) if may_be_none(part)]
    walked = [call("$few", low.node, high.node), *each_between(w, low.node, high.node, body)]
    test = all_of(some)
    return [*before, *further, *(walked if test is None else [when(test, walked)])]


@operation_walk("singleton-or-empty")
def _each_single(w: Writer, expr: Op, body: Body) -> list[Node]:
    return each(w, expr.arguments[0], body)


@operation_walk("list")
def _each_listed(w: Writer, expr: Op, body: Body) -> list[Node]:
    """Each item that is there and is none of those before it."""
    done: list[Node] = []
    seen: list[tuple[Bound, Node | None]] = []
    for argument in expr.arguments:
        before, one = bind(w, argument, "item")
        if one.shape.kind == "tuple":
            raise Unsupported("a list of tuples")
        test = is_some(one.node, one.shape) if may_be_none(argument) else None
        equal = "i64.eq" if one.shape.kind == "number" else "i32.eq"
        fresh = [no(op(equal, one.node, other.node)) for other, _ in seen]
        tests = all_of([*([] if test is None else [test]), *fresh])
        done += before
        seen.append((one, test))
        done += body(one) if tests is None else [when(tests, body(one))]
    return done


@operation_walk("join")
def _each_of_both(w: Writer, expr: Op, body: Body) -> list[Node]:
    """All of the first set, and those of the second that are not in it."""
    making = Making(w, most(w, expr), member_shape(w, expr))
    marks = MemberBits(w, domain_of(w, expr), making)

    a, b = expr.arguments
    made = [*marks.begin(), *making.begin(), *each(w, a, marks.add), *each(w, b, marks.add), *making.end()]
    return [*made, *each_at(w, making.pointer, making.shape, body)]


@operation_walk("minus")
def _each_but(w: Writer, expr: Op, body: Body) -> list[Node]:
    a, b = expr.arguments
    done, taken = bind(w, b, "taken")

    def inside(member: Bound) -> list[Node]:
        held = call("$contains", taken.node, stored(member.node, member.shape))
        return [when(no(held), body(member))]

    return [*done, *each(w, a, inside)]


@operation_walk("leading")
def _each_of_first(w: Writer, expr: Op, body: Body) -> list[Node]:
    count, among = expr.arguments
    left, out = w.fn.local("left"), w.fn.label("enough")

    def inside(member: Bound) -> list[Node]:
        return [
            branch_if(out, op("i64.le_s", get(left), i64(0))),
            put(left, op("i64.sub", get(left), i64(1))),
            *body(member),
        ]

    return [put(left, value(w, count)), block(out, each(w, among, inside))]


@operation("position")
def _position(w: Writer, expr: Op) -> Node:
    member, among = expr.arguments
    done, wanted = bind(w, member, "wanted")
    at, label = w.fn.local("at"), w.fn.label("found")
    equal = "i64.eq" if wanted.shape.kind == "number" else "i32.eq"
    walked = each(
        w,
        among,
        lambda one: [put(at, op("i64.add", get(at), i64(1))), when(op(equal, one.node, wanted.node), [branch(label, get(at))])],
    )
    return valued([*done, put(at, i64(0))], block(label, [*walked, i64(NONE)], "i64"), "i64")


@operation("subset")
def _subset(w: Writer, expr: Op) -> Node:
    a, b = expr.arguments
    done, whole = bind(w, b, "whole")
    label = w.fn.label("missing")
    walked = each(w, a, lambda one: [when(no(call("$contains", whole.node, stored(one.node, one.shape))), [branch(label, i32(0))])])
    return valued(done, block(label, [*walked, i32(1)], "i32"), "i32")


# ---------------------------------------------------------------- what is connected


@form(Reach)
def _reach(w: Writer, expr: Reach) -> Node:
    """The set grows at its end while it is gone through."""
    making = Making(w, most(w, expr), member_shape(w, expr))
    if making.shape.kind != "number":
        raise Unsupported("reach over what are no numbers")
    marks = MemberBits(w, domain_of(w, expr), making)

    at, out, again = w.fn.local("at", "i32"), w.fn.label("done"), w.fn.label("next")
    member = w.fn.local("m")
    before: list[Node] = []
    level: list[Node] = []
    if expr.within is not None:
        done, within = bind(w, expr.within, "within")
        steps, behind = w.fn.local("steps"), w.fn.local("behind", "i32")
        # `behind` is the end of what is so many steps away.
        before = [*done, put(steps, i64(0))]
        level = [
            when(
                op("i32.eq", get(at), get(behind)),
                [put(steps, op("i64.add", get(steps), i64(1))), put(behind, get(making.next))],
            ),
            branch_if(out, op("i64.ge_s", get(steps), within.node))
            if not may_be_none(expr.within)
            else branch_if(out, op("i32.and", is_some(within.node, NUMBER), op("i64.ge_s", get(steps), within.node))),
        ]
        before_loop = [put(behind, get(making.next))]
    else:
        before_loop = []
    here = w.binding({expr.var.id: Bound(get(member), NUMBER)})
    saved = w.fn.local("kept", "i32")
    charge, inside = counted(w, None, lambda: i32(1))
    with inside:
        further = each(here, expr.through, marks.add)
    turn = [
        branch_if(out, op("i32.ge_u", get(at), get(making.next))),
        *charge,
        *level,
        put(member, load(0, get(at))),
        put(at, plus(get(at), ENTRY)),
        put(saved, of_all("$arena")),
        *further,
        put_all("$arena", get(saved)),
        branch(again),
    ]
    body = [
        *before,
        *marks.begin(),
        *making.begin(),
        *each(w, expr.source, marks.add),
        *before_loop,
        put(at, plus(making.pointer, ENTRY)),
        block(out, [Node("loop", (again,), tuple(turn))]),
        *making.end(),
    ]
    return valued(body, making.pointer, "i32")
