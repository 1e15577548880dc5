"""Numbers, truths, and what is nothing."""

from __future__ import annotations

from custumal.dsl.base.types import Number, bare
from custumal.dsl.model import Const, Expr, IfElse, Op, Read
from custumal.interpreter.wasm.expressions.core import (
    all_of,
    bind,
    domain_of_type,
    each,
    is_some,
    known_value,
    lifted,
    may_be_none,
    operation,
    value,
)  # fmt: skip
from custumal.interpreter.wasm.expressions.simple import as_shape
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.expressions.zones import lies_in
from custumal.interpreter.wasm.memory.shapes import NONE
from custumal.interpreter.wasm.text.nodes import (
    Node,
    block,
    branch,
    call,
    choose,
    get,
    i32,
    i64,
    no,
    number_of,
    op,
    put,
    valued,
    when,
)  # fmt: skip

SMALL = 1 << 61
"""Numbers between this and its negative can be added without a thought."""
COMPARED = {"lt": "i64.lt_s", "le": "i64.le_s", "gt": "i64.gt_s", "ge": "i64.ge_s"}
CHECKED = {"add": "$add", "sub": "$sub", "mul": "$mul"}
PLAIN = {"add": "i64.add", "sub": "i64.sub", "mul": "i64.mul"}
WORD = 64


def bounds(w: Writer, expr: Expr) -> tuple[int, int] | None:
    """Between which numbers a value lies, None if it is not known."""
    known = known_value(w, expr)
    if known and type(known[0]) is int:
        return known[0], known[0]
    of = bare(expr.type)
    if isinstance(of, Number):
        if of.low is not None and of.high is not None:
            return of.low, of.high
        return _worked_out(w, expr)
    domain = domain_of_type(w, of)
    return None if domain is None else (domain.offset, domain.offset + domain.size - 1)


def _worked_out(w: Writer, expr: Expr) -> tuple[int, int] | None:
    if isinstance(expr, Read):
        kept = w.unit.instance.kept[expr.kept]
        return None if kept.low is None or kept.high is None else (kept.low, kept.high)
    if isinstance(expr, IfElse):
        one, other = bounds(w, expr.then), bounds(w, expr.other)
        return None if one is None or other is None else (min(one[0], other[0]), max(one[1], other[1]))
    if isinstance(expr, Op) and expr.name in PLAIN and not any(map(may_be_none, expr.arguments)):
        a, b = (bounds(w, argument) for argument in expr.arguments)
        return None if a is None or b is None else combined(expr.name, a, b)
    if isinstance(expr, Op) and expr.name in ("row", "column", "index", "level", "x", "y"):
        return 0, 1 << 20
    return None


def combined(name: str, a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int] | None:
    """Between which numbers a sum, difference or product lies; None where that is too much."""
    match name:
        case "add":
            found = (a[0] + b[0], a[1] + b[1])
        case "sub":
            found = (a[0] - b[1], a[1] - b[0])
        case _:
            ends = [x * y for x in a for y in b]
            found = (min(ends), max(ends))
    return found if max(map(abs, found)) < SMALL else None


@operation("add", "sub", "mul")
def _arithmetic(w: Writer, expr: Op) -> Node:
    a, b = (bounds(w, argument) for argument in expr.arguments)
    plain = a is not None and b is not None and combined(expr.name, a, b) is not None
    if plain:
        return lifted(w, expr, lambda x, y: op(PLAIN[expr.name], x.node, y.node))
    return lifted(w, expr, lambda x, y: call(CHECKED[expr.name], x.node, y.node))


@operation("neg")
def _negative(w: Writer, expr: Op) -> Node:
    return lifted(w, expr, lambda x: call("$sub", i64(0), x.node))


@operation("div")
def _divided(w: Writer, expr: Op) -> Node:
    return lifted(w, expr, lambda x, y: call("$div", x.node, y.node))


@operation("mod")
def _rest(w: Writer, expr: Op) -> Node:
    return lifted(w, expr, lambda x, y: call("$mod", x.node, y.node))


@operation("max", "min")
def _extreme(w: Writer, expr: Op) -> Node:
    def make(first: Bound, *others: Bound) -> Node:
        found = first.node
        for other in others:
            found = call(f"${expr.name}", found, other.node)
        return found

    return lifted(w, expr, make)


@operation("lt", "le", "gt", "ge")
def _compared(w: Writer, expr: Op) -> Node:
    return lifted(w, expr, lambda x, y: op(COMPARED[expr.name], x.node, y.node))


@operation("eq", "ne")
def _same(w: Writer, expr: Op) -> Node:
    a, b = expr.arguments
    kinds = {w.shape(part.type).kind for part in expr.arguments if not (isinstance(part, Const) and part.value is None)}
    kind = next(iter(kinds), "number")
    if kind == "tuple":
        made = same_tuples(w, a, b)
    else:
        x, y = as_shape(w, a, kind), as_shape(w, b, kind)
        made = op("i64.eq" if kind == "number" else "i32.eq", x, y)
    return made if expr.name == "eq" else no(made)


def same_tuples(w: Writer, a: Expr, b: Expr) -> Node:
    """Whether two sets have the same members, two bundles or tables the same entries."""
    from custumal.dsl.base.types import Set  # noqa: PLC0415

    if not isinstance(bare(a.type), Set):
        return call("$same", as_shape(w, a, "tuple"), as_shape(w, b, "tuple"))
    return call("$alike", as_shape(w, a, "tuple"), as_shape(w, b, "tuple"))


@operation("not")
def _not(w: Writer, expr: Op) -> Node:
    return no(value(w, expr.arguments[0]))


@operation("and")
def _and(w: Writer, expr: Op) -> Node:
    found: Node | None = None
    for argument in reversed(expr.arguments):
        test = value(w, argument)
        if number_of(test) == 0 or found is None:
            found = test
        elif number_of(test) != 1:
            found = _both(test, found)
    assert found is not None
    return found


def _both(a: Node, b: Node) -> Node:
    return op("i32.and", a, b) if _is_quick(b) else choose(a, b, i32(0), "i32")


def _is_quick(node: Node) -> bool:
    return node.op in ("i64.eq", "i64.ne", "i32.eqz", "i64.lt_s", "i64.gt_s") and all(
        part.op in ("local.get", "i64.const") for part in node.parts
    )


@operation("or")
def _or(w: Writer, expr: Op) -> Node:
    found: Node | None = None
    for argument in reversed(expr.arguments):
        test = value(w, argument)
        if number_of(test) == 1 or found is None:
            found = test
        elif number_of(test) != 0:
            found = op("i32.or", test, found) if _is_quick(found) else choose(test, i32(1), found, "i32")
    assert found is not None
    return found


@operation("some-value")
def _some_value(w: Writer, expr: Op) -> Node:
    argument = expr.arguments[0]
    return is_some(value(w, argument), w.shape(argument.type))


@operation("otherwise")
def _otherwise(w: Writer, expr: Op) -> Node:
    main, other = expr.arguments
    shape = w.shape(expr.type)
    done, bound = bind(w, main)
    return valued(done, choose(is_some(bound.node, bound.shape), bound.node, as_shape(w, other, shape.kind), shape.wasm), shape.wasm)


@operation("in")
def _in(w: Writer, expr: Op) -> Node:
    member, among = expr.arguments
    done, bound = bind(w, member, "member")
    some = [is_some(bound.node, bound.shape)] if may_be_none(member) else []
    test = all_of([*some, _among(w, bound, among)])
    return valued(done, i32(1) if test is None else test, "i32")


def _among(w: Writer, bound: Bound, among: Expr) -> Node:
    known = known_value(w, among)
    if known and all(type(one) is int and 0 <= one < WORD for one in known[0]):
        mask = sum(1 << one for one in known[0])
        mask -= (1 << WORD) if mask >> (WORD - 1) else 0
        inside = op("i64.lt_u", bound.node, i64(WORD))
        found = op("i32.wrap_i64", op("i64.and", op("i64.shr_u", i64(mask), bound.node), i64(1)))
        return op("i32.and", inside, found)
    if isinstance(among, Op) and among.name == "range" and not any(map(may_be_none, among.arguments)):
        low, high = (value(w, part) for part in among.arguments)
        test = all_of([op("i64.ge_s", bound.node, low), op("i64.le_s", bound.node, high)])
        assert test is not None
        return test
    where = lies_in(w, bound, among)
    if where is not None:
        return where
    label = w.fn.label("found")
    walk = each(w, among, lambda one: [when(_equal(one, bound), [branch(label, i32(1))])])
    return block(label, [*walk, i32(0)], "i32")


def _equal(one: Bound, other: Bound) -> Node:
    """Whether two members of a set are the same; of tuples, whether all their entries are."""
    if one.shape.kind == "tuple":
        return call("$same", one.node, other.node)
    return op("i64.eq" if one.shape.kind == "number" else "i32.eq", one.node, other.node)


@operation("passes", "running", "staying")
def _course(w: Writer, expr: Op) -> Node:
    from custumal.interpreter.program import left_id, passes_id, running_id  # noqa: PLC0415
    from custumal.interpreter.wasm.text.nodes import load  # noqa: PLC0415

    step = str(expr.data)
    frame = w.unit.plan.frame
    if expr.name == "staying":
        return i32(frame[left_id(step)].at)
    at = frame[passes_id(step) if expr.name == "passes" else running_id(step)].at
    if expr.name == "running":
        return op("i32.wrap_i64", load(at))
    name = w.fn.local("passes")
    return valued([put(name, load(at))], choose(op("i64.eq", get(name), i64(NONE)), i64(0), get(name), "i64"), "i64")
