"""Where expressions enter: registries of forms and operations, what is known before play, what is nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from itertools import product
from math import prod
from typing import TypeVar

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Anything, Empty, Maybe, Thing, Truth, Type, bare
from custumal.dsl.model import Const, Expr, Local, Op
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.codegen.static import READING
from custumal.interpreter.reference.evaluate import LIFTED
from custumal.interpreter.reference.operations.absent import absent, settled
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.layout import Domain
from custumal.interpreter.setup.values import NO_STATE, Value, nothing_of
from custumal.interpreter.wasm.expressions.unit import Bound, Span, Writer, span_of
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE, NUMBER, Shape
from custumal.interpreter.wasm.text.nodes import (
    UNREACHABLE,
    Node,
    block,
    branch_if,
    choose,
    get,
    i32,
    i64,
    load,
    load_pointer,
    narrow,
    number_of,
    of_all,
    op,
    plus,
    put,
    put_all,
    scaled,
    valued,
    when,
)  # fmt: skip
from custumal.interpreter.wasm.unsupported import Unsupported

Form = Callable[..., "Node | None"]
Body = Callable[[Bound], list[Node]]
Each = Callable[..., "list[Node] | None"]
AForm = TypeVar("AForm", bound=Form)
AnEach = TypeVar("AnEach", bound=Each)

FORMS: dict[type[Expr], Form] = {}
"""How the value of each form of expression is written."""
OPERATIONS: dict[str, Form] = {}
"""How operations are written; one that gives None leaves it to the general way."""
MASKS: dict[type[Expr], Form] = {}
"""How expressions are written that ask something of a set which is a mask; one that gives None leaves it to the general way."""
WALKS: dict[type[Expr], Each] = {}
OPERATION_WALKS: dict[str, Each] = {}
"""How the members of a set are gone through without making it; None where that can't be."""
LARGEST = 1 << 14
"""The largest table made of one operation."""


def form(of: type[Expr]) -> Callable[[AForm], AForm]:
    """Register how a form of expression is written."""

    def register(make: AForm) -> AForm:
        FORMS[of] = make
        return make

    return register


def operation(*names: str) -> Callable[[AForm], AForm]:
    """Register how operations are written."""

    def register(make: AForm) -> AForm:
        OPERATIONS.update(dict.fromkeys(names, make))
        return make

    return register


def by_masks(of: type[Expr]) -> Callable[[AForm], AForm]:
    """Register how a form of expression is written where its sets are masks."""

    def register(make: AForm) -> AForm:
        MASKS[of] = make
        return make

    return register


def walk(of: type[Expr]) -> Callable[[AnEach], AnEach]:
    """Register how the members of a form of set are gone through."""

    def register(make: AnEach) -> AnEach:
        WALKS[of] = make
        return make

    return register


def operation_walk(*names: str) -> Callable[[AnEach], AnEach]:
    """Register how the members of what an operation gives are gone through."""

    def register(make: AnEach) -> AnEach:
        OPERATION_WALKS.update(dict.fromkeys(names, make))
        return make

    return register


# ---------------------------------------------------------------- values


def value(w: Writer, expr: Expr) -> Node:
    """The value of an expression: a number of 64 bits, a truth or an address of 32."""
    expr = what_is_there(w, expr)
    if w.unit.lacks_something and absent(w.unit.instance, expr) is not None:
        return unreachable(w, expr.type)
    make = FORMS.get(type(expr))
    if make is None:
        raise Unsupported(type(expr).__name__)
    found = known_before(w, expr) or (MASKS[type(expr)](w, expr) if type(expr) in MASKS else None) or make(w, expr)
    assert found is not None
    return found


def what_is_there(w: Writer, expr: Expr) -> Expr:
    """The expression with nothing in place of what this game has not."""
    return settled(w.unit.instance, expr) if w.unit.lacks_something else expr


def as_number(w: Writer, expr: Expr) -> Node:
    """The value as the number of 64 bits that stands for it where it is stored."""
    return stored(value(w, expr), w.shape(expr.type))


def stored(node: Node, shape: Shape) -> Node:
    """A value as the number of 64 bits that stands for it."""
    if shape.wasm == "i64":
        return node
    at = number_of(node)
    return op("i64.extend_i32_u", node) if at is None else i64(at)


def read_back(node: Node, shape: Shape) -> Node:
    """The value for which a number of 64 bits stands."""
    return node if shape.wasm == "i64" else narrow(node)


def constant(w: Writer, found: Value, of: Type) -> Node:
    """A value that is known before play."""
    if isinstance(found, tuple):
        return i32(w.unit.pool.tuple(found))
    shape = w.shape(of)
    if shape.kind == "number":
        return i64(w.unit.pool.number(found))
    return i32(int(bool(found)))


def named(w: Writer, node: Node, shape: Shape, word: str = "t") -> tuple[list[Node], Bound]:
    """What has to be done so that a value can be read again and again, and how it is read then."""
    if node.op in ("local.get", "i64.const", "i32.const"):
        return [], Bound(node, shape)
    name = w.fn.local(word, shape.wasm)
    return [put(name, node)], Bound(get(name), shape)


def bind(w: Writer, expr: Expr, word: str = "t") -> tuple[list[Node], Bound]:
    """The same for an expression; what is known before play stays known."""
    known = known_value(w, expr)
    shape = w.shape(expr.type)
    if known:
        return [], Bound(constant(w, known[0], expr.type), shape, known, span_of(known))
    done, bound = named(w, value(w, expr), shape, word)
    span = _span(w, expr)
    return done, bound if span is None else replace(bound, span=span)


def _span(w: Writer, expr: Expr) -> Span | None:
    """How long the values of an expression can be, if that is known."""
    while isinstance(expr, Op) and expr.name == "line-cells":
        (expr,) = expr.arguments
    if isinstance(expr, Local) and expr.id in w.env:
        return w.env[expr.id].span
    return w.unit.spans.get(id(expr), (None, None))[1]


def may_be_none(expr: Expr) -> bool:
    """Whether the type of an expression allows it to be nothing."""
    if isinstance(expr, Const):
        return expr.value is None
    return isinstance(expr.type, Maybe | Empty | Anything)


def is_some(node: Node, shape: Shape) -> Node:
    """Whether a value is not nothing."""
    if node.op == "i64.const":
        return i32(int(number_of(node) != NONE))
    if shape.kind == "number":
        return op("i64.ne", node, i64(NONE))
    return op("i32.ne", node, i32(0))


def all_of(tests: Iterable[Node]) -> Node | None:
    """Whether all tests hold, each asked only if those before it do; None if there are none."""
    found: Node | None = None
    for test in reversed([test for test in tests if number_of(test) != 1]):
        found = test if found is None else choose(test, found, i32(0), "i32")
    return found


# ---------------------------------------------------------------- what is known before


def known_value(w: Writer, expr: Expr) -> tuple[Value, ...]:
    """The value of an expression that hangs on nothing but names whose values are known; () if it is not known."""
    if isinstance(expr, Const):
        return (expr.value,)
    if isinstance(expr, Local):
        return w.env[expr.id].known if expr.id in w.env else ()
    free = w.unit.static.free_of(expr)
    if free is None:
        return ()
    known = {name: w.env[name].known[0] for name in free if name in w.env and w.env[name].known}
    if free - known.keys():
        return ()
    try:
        return (w.unit.static.value(expr, known),)
    except PlayError:  # a mistake that belongs to the moment when it is made
        return ()


def known_before(w: Writer, expr: Expr) -> Node | None:
    """A constant, or a look-up in a table, where an expression reads no position."""
    known = known_value(w, expr)
    if known:
        return constant(w, known[0], expr.type)
    static = w.unit.static
    free = static.free_of(expr)
    if free is None or isinstance(expr, Local) or static.is_light(expr):
        return None
    given = {name: w.env[name].known[0] for name in free if name in w.env and w.env[name].known}
    order = {local.id: local for local in nodes(expr) if isinstance(local, Local) and local.id in free and local.id not in given}
    if any(may_be_none(local) for local in order.values()):
        return None
    table = static.table(expr, tuple(order.values()), given)
    if table is None:
        return None
    sizes, flat = _flat(table, len(order))
    shape = w.shape(expr.type)
    if shape.kind == "tuple" and id(expr) not in w.unit.spans and not given:
        w.unit.spans[id(expr)] = (expr, span_of(flat))
    same = _one_value(flat)
    if same:
        return constant(w, same[0], expr.type)
    index: Node | None = None
    for size, local in zip(sizes, order.values(), strict=True):
        digit = stored(value(w, local), w.shape(local.type))
        index = digit if index is None else op("i64.add", op("i64.mul", index, i64(size)), digit)
    assert index is not None
    return entry(w, flat, shape, index)


def entry(w: Writer, values: Sequence[Value], shape: Shape, index: Node) -> Node:
    """The value with this number of a table of constants."""
    pool = w.unit.pool
    if shape.kind == "tuple":
        return load_pointer(pool.pointers(values), scaled(index, ENTRY))
    at = pool.table([pool.number(one) for one in values])
    return read_back(load(at, scaled(index, ENTRY)), shape)


def _one_value(flat: Sequence[Value]) -> tuple[Value, ...]:
    """The one value that a table has everywhere, if it has only one."""
    first = next((one for one in flat if one is not None), None)
    return (first,) if first is not None and all(type(one) is type(first) and one == first for one in flat) else ()


def _flat(table: tuple[Value, ...], depth: int) -> tuple[list[int], list[Value]]:
    """The lengths of a table of tables, and all its entries; what a row lacks is nothing."""
    rows: list[Value] = [table]
    sizes = []
    for _ in range(depth):
        size = max(len(row) for row in rows if row is not None)
        sizes.append(size)
        rows = [one for row in rows for one in (*(row or ()), *[None] * (size - len(row or ())))]
    return sizes, rows


# ---------------------------------------------------------------- operations


@form(Op)
def _op(w: Writer, expr: Op) -> Node:
    special = OPERATIONS.get(expr.name)
    found = None if special is None else special(w, expr)
    if found is not None:
        return found
    if expr.name in LIFTED and expr.name not in READING and expr.name != "pose-neighbours":
        return lifted(w, expr, lambda *keys: _direct(w, expr, keys))
    raise Unsupported(f"operation {expr.name}")


def lifted(w: Writer, expr: Op, make: Callable[..., Node]) -> Node:
    """An operation on its arguments; if one of them is nothing, so is the result."""
    before: list[Node] = []
    keys, tests = [], []
    for argument in expr.arguments:
        if may_be_none(argument):
            done, bound = bind(w, argument)
            before += done
            tests.append(is_some(bound.node, bound.shape))
            keys.append(bound)
        else:
            known = known_value(w, argument)
            keys.append(Bound(value(w, argument), w.shape(argument.type), known))
    test = all_of(tests)
    made = make(*keys)
    if test is None:
        return valued(before, made, w.shape(expr.type).wasm)
    if number_of(test) == 0:
        return nothing(w, expr.type)
    return valued(before, choose(test, made, nothing(w, expr.type), w.shape(expr.type).wasm), w.shape(expr.type).wasm)


def nothing(w: Writer, of: Type) -> Node:
    """What an operation of this type answers when it is asked of nothing."""
    if w.shape(of).kind == "tuple":
        empty = nothing_of(of)
        return i32(0) if empty is None else i32(w.unit.pool.tuple(()))
    return i32(0) if isinstance(bare(of), Truth) else i64(NONE)


def _direct(w: Writer, expr: Op, keys: Sequence[Bound]) -> Node:
    """The operation over all values of its arguments, if they are few. An argument without few values may itself be such an operation."""
    leaves: list[Leaf] = []
    for key, argument in zip(keys, expr.arguments, strict=True):
        leaves += [Leaf(argument, key.known, key.node)] if key.known else leaves_of(w, argument, key.node)
    ranges = [leaf.values(w) for leaf in leaves]
    size = prod(map(len, ranges))
    if size == 0:
        return unreachable(w, expr.type)
    if size > LARGEST:
        raise Unsupported(f"operation {expr.name} with {size} combinations")
    found = [_asked(w, expr, dict(zip((leaf.expr for leaf in leaves), one, strict=True))) for one in product(*ranges)]
    if len(found) == 1:
        return constant(w, found[0], expr.type)
    index: Node | None = None
    for leaf, values in zip(leaves, ranges, strict=True):
        if not leaf.known:
            digit = leaf.digit(w, len(values))
            index = digit if index is None else op("i64.add", op("i64.mul", index, i64(len(values))), digit)
    return entry(w, found, w.shape(expr.type), index or i64(0))


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """An expression with few values, of which an operation is worked out for all; `known` is its one value."""

    expr: Expr
    known: tuple[Value, ...]
    node: Node

    def values(self, w: Writer) -> tuple[Value, ...]:
        if self.known:
            return self.known
        domain = domain_of_type(w, bare(self.expr.type))
        assert domain is not None
        return (*domain.values(), *((None,) if may_be_none(self.expr) else ()))

    def digit(self, w: Writer, size: int) -> Node:
        """The number of the value among them; nothing is the last."""
        domain = domain_of_type(w, bare(self.expr.type))
        assert domain is not None
        number = stored(self.node, w.shape(self.expr.type))
        if not may_be_none(self.expr):
            return op("i64.sub", number, i64(domain.offset)) if domain.offset else number
        name = w.fn.local("leaf")
        digit = choose(op("i64.eq", get(name), i64(NONE)), i64(size - 1), op("i64.sub", get(name), i64(domain.offset)), "i64")
        return valued([put(name, number)], digit, "i64")


def leaves_of(w: Writer, expr: Expr, node: Node | None = None) -> list[Leaf]:
    """The expressions with few values of which one is made.

    Raises:
        Unsupported: it is made of something else.
    """
    known = known_value(w, expr)
    if known:
        return [Leaf(expr, known, i64(0))]
    if domain_of_type(w, bare(expr.type)) is not None:
        return [Leaf(expr, (), node or value(w, expr))]
    if isinstance(expr, Op) and expr.name in LIFTED and expr.name not in READING and expr.name != "pose-neighbours":
        return [leaf for argument in expr.arguments for leaf in leaves_of(w, argument)]
    raise Unsupported(f"a table over {expr.type}")


def domain_of_type(w: Writer, of: Type) -> Domain | None:
    """The values of a type if they are few and none of them is nothing."""
    if isinstance(of, Maybe):
        return None
    if isinstance(of, Thing) and "|" in of.kind:
        things = w.unit.instance.things_of(of.kind)
        return Domain(min(things), max(things) - min(things) + 1) if things else None
    try:
        found = w.unit.instance.domain(of)
    except (PlayError, KeyError):
        return None
    return found if found.size <= LARGEST else None


def _asked(w: Writer, expr: Expr, given: dict[Expr, Value]) -> Value:
    """The value of an operation, with these values for the expressions that it is made of; None where it has none in play either."""
    if expr in given:
        return given[expr]
    assert isinstance(expr, Op)
    arguments = [_asked(w, argument, given) for argument in expr.arguments]
    if None in arguments:
        return nothing_of(expr.type)
    try:
        return LIFTED[expr.name](w.unit.instance, NO_STATE, expr, *arguments)
    except (PlayError, IndexError, KeyError):
        return None


# ---------------------------------------------------------------- members


def each(w: Writer, expr: Expr, body: Body) -> list[Node]:
    """Do something for each member of a set, in order. The body may branch out of the loop, and read the member again and again."""
    expr = what_is_there(w, expr)
    if isinstance(expr.type, Maybe) or w.shape(expr.type).kind != "tuple":
        done, one = bind(w, expr, "one")
        inside = body(one)
        return [
            *done,
            *([Node("if", (), (is_some(one.node, one.shape), Node("then", (), tuple(inside))))] if may_be_none(expr) else inside),
        ]
    known = known_value(w, expr)
    if known:
        return _each_known(w, known[0], expr, body)
    if known_before(w, expr) is None:
        make = OPERATION_WALKS.get(expr.name) if isinstance(expr, Op) else WALKS.get(type(expr))
        found = None if make is None else make(w, expr, body)
        if found is not None:
            return found
    done, pointer = bind(w, expr, "set")
    return [*done, *each_at(w, pointer.node, member_shape(w, expr), body, span=pointer.span)]


def member_shape(w: Writer, expr: Expr) -> Shape:
    return w.shape(expr.type).inner or NUMBER


def _each_known(w: Writer, members: tuple[Value, ...], expr: Expr, body: Body) -> list[Node]:
    shape = member_shape(w, expr)
    if not members:
        return []
    if len(members) == 1:
        of = expr.type
        return body(Bound(constant(w, members[0], getattr(bare(of), "inner", of)), shape, (members[0],)))
    if shape.kind == "number" and all(type(one) is int for one in members) and members == tuple(range(members[0], members[-1] + 1)):
        return each_between(w, members[0], i64(members[-1]), body, filled=True)
    return each_at(w, i32(w.unit.pool.tuple(members)), shape, body, span=span_of([members]))


def each_between(w: Writer, low: int | Node, high: Node, body: Body, *, filled: bool = False) -> list[Node]:
    """Every number from low to high; `high` can be read again and again."""
    name, again, out = w.fn.local("n"), w.fn.label("next"), w.fn.label("done")
    last = number_of(high)
    most = last - low + 1 if last is not None and isinstance(low, int) else None
    charge, inside = counted(w, most, lambda: op("i32.wrap_i64", op("i64.add", op("i64.sub", high, get(name)), i64(1))))
    with inside:
        done = body(Bound(get(name), NUMBER))
    turn = [*done, put(name, op("i64.add", get(name), i64(1))), branch_if(again, op("i64.le_s", get(name), high))]
    head = [] if filled else [branch_if(out, op("i64.gt_s", get(name), high))]
    begin = put(name, i64(low) if isinstance(low, int) else low)
    return [begin, block(out, [*head, *charge, Node("loop", (again,), tuple(turn))])]


def each_at(  # a set in memory, and what may be known of it
    w: Writer, pointer: Node, shape: Shape, body: Body, count: int | None = None, end: Node | None = None, span: Span | None = None
) -> list[Node]:
    """Every member of the tuple at an address, which can be read again and again; where it still grows, `end` is the address behind
    the last one. `span` is how long it can be, if that is known."""
    if span is not None and span.least == span.most:
        count = span.most
    inner = None if span is None else span.inner
    if count is not None and count <= UNROLLED and end is None:
        found = _one_by_one(w, pointer, shape, body, count, inner)
        if found is not None:
            return found
    at, last, out, again = w.fn.local("at", "i32"), w.fn.local("end", "i32"), w.fn.label("done"), w.fn.label("next")
    member = w.fn.local("m", shape.wasm)
    most = count if span is None else span.most
    charge, inside = counted(w, most, lambda: op("i32.shr_u", op("i32.sub", get(last), get(at)), i32(3)))
    with inside:
        done = body(Bound(get(member), shape, span=inner))
    turn = [
        put(member, read_back(load(ENTRY, get(at)), shape)),
        *done,
        put(at, plus(get(at), ENTRY)),
        branch_if(again, op("i32.lt_s", get(at), get(last))),
    ]
    length = i32(count * ENTRY) if count is not None else scaled(_length(pointer), ENTRY)
    behind = op("i32.add", get(at), length) if end is None else op("i32.sub", end, i32(ENTRY))
    test = [] if count else [branch_if(out, op("i32.ge_s", get(at), get(last)))]
    return [put(at, pointer), put(last, behind), block(out, [*test, *charge, Node("loop", (again,), tuple(turn))])]


def _one_by_one(w: Writer, pointer: Node, shape: Shape, body: Body, count: int, inner: Span | None) -> list[Node] | None:
    """The same for so few members that each is written down; None if that would be long."""
    at, done = w.fn.local("at", "i32"), []
    for number in range(count):
        member = w.fn.local("m", shape.wasm)
        found = body(Bound(get(member), shape, span=inner))
        if not _is_short(found):
            return None
        done += [put(member, read_back(load(ENTRY * (1 + number), get(at)), shape)), *found]
    return [put(at, pointer), *done]


def _is_short(body: Sequence[Node]) -> bool:
    waiting, left = [*body], SHORT
    while waiting:
        left -= 1
        if left < 0:
            return False
        waiting += waiting.pop().parts
    return True


def _length(pointer: Node) -> Node:
    at = number_of(pointer)
    return load(0, pointer) if at is None else load(at)


# ---------------------------------------------------------------- bounds of time

UNROLLED, SHORT = 4, 16
"""Of so few members what is done for each is written down once for each, if it is no longer than so many instructions."""
UNCOUNTED = 256
"""What runs no more often than this in a function, or in one pass of a loop that is counted, is not counted."""


def counted(w: Writer, most: int | None, passes: Callable[[], Node]) -> tuple[list[Node], AbstractContextManager[None]]:
    """What stands before a loop so that its passes are taken from what may still be done, and the context in which its body is
    written. Loops that are known to be short are not counted."""
    if most is not None and most * w.fn.nested <= UNCOUNTED:
        return [], _nested(w, max(1, most) * w.fn.nested)
    return spend(i32(most) if most is not None else passes()), _nested(w, 1)


@contextmanager
def _nested(w: Writer, times: int) -> Iterator[None]:
    before, w.fn.nested = w.fn.nested, times
    try:
        yield
    finally:
        w.fn.nested = before


def spend(steps: Node) -> list[Node]:
    """Take from what may still be done before the next stop."""
    return [
        put_all("$fuel", op("i32.sub", of_all("$fuel"), steps)),
        when(op("i32.lt_s", of_all("$fuel"), i32(0)), [UNREACHABLE]),
    ]


def unreachable(w: Writer, of: Type) -> Node:
    """What is never worked out here."""
    return Node("block", (f"(result {w.shape(of).wasm})",), (UNREACHABLE,))
