"""The frame of translating expressions: registries, what is known before play, conditions as branches."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import TypeVar

from custumal.dsl.base.types import Anything, Empty, Maybe, Truth, Type, bare
from custumal.dsl.model import Const, Expr, Fold, Local, Op, Reach, Select
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.static import READING, nested
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.reference.evaluate import LIFTED
from custumal.interpreter.reference.operations.absent import absent, settled
from custumal.interpreter.reference.operations.basic import ABOUT_NOTHING
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.values import nothing_of

Then = Callable[[], None]
Form = Callable[..., n.Node]
Operation = Callable[[Writer, Op], "n.Node | None"]
AForm = TypeVar("AForm", bound=Form)
AnOperation = TypeVar("AnOperation", bound=Operation)

FORMS: dict[type[Expr], Form] = {}
"""How each form of expression is written."""
OPERATIONS: dict[str, Operation] = {}
"""Operations with a form of their own; one that returns None leaves it to the general way."""
TESTS: dict[str, Callable[[Writer, Fold, Then, Then | None], bool]] = {}
"""Folds that can be written as branches."""

DIRECT = 1 << 13
"""The largest table made of one operation."""


def form(of: type[Expr]) -> Callable[[AForm], AForm]:
    """Register how a form of expression is written."""

    def register(make: AForm) -> AForm:
        FORMS[of] = make
        return make

    return register


def operation(*names: str) -> Callable[[AnOperation], AnOperation]:
    """Register how operations are written."""

    def register(make: AnOperation) -> AnOperation:
        for word in names:
            OPERATIONS[word] = make
        return make

    return register


def lower(w: Writer, expr: Expr) -> n.Node:
    """The value of an expression. Statements that it needs are written before; the node is to be used once."""
    expr = what_is_there(w, expr)
    known = known_before(w, expr)
    if known is not None:
        return known
    if w.unit.lacks_something and absent(w.unit.instance, expr) is not None:
        return by_reference(w, expr)
    return FORMS[type(expr)](w, expr)


def what_is_there(w: Writer, expr: Expr) -> Expr:
    """The expression with nothing in place of what this game has not."""
    return settled(w.unit.instance, expr) if w.unit.lacks_something else expr


def lower_atom(w: Writer, expr: Expr, word: str = "t") -> n.Node:
    """The value of an expression as something that may be read again."""
    if isinstance(expr, Local):
        return w.atom(w.load(expr), word)
    return w.atom(lower(w, expr), word)


def may_be_none(expr: Expr) -> bool:
    """Whether the type of an expression allows it to be nothing."""
    if isinstance(expr, Const):
        return expr.value is None
    return isinstance(expr.type, Maybe | Empty | Anything)


def aside(w: Writer, expr: Expr) -> tuple[n.Block, n.Node]:
    """An expression that may not be asked at all: its statements apart, and its value."""
    with w.inside([]) as block:
        node = lower(w, expr)
    return block, node


def when(w: Writer, expr: Expr | None, then: Then, other: Then | None = None) -> None:
    """Do one thing if the expression holds, else the other."""
    if expr is None:
        then()
    elif isinstance(expr, Op) and expr.name == "not":
        _when_not(w, expr.arguments[0], then, other)
    elif isinstance(expr, Op) and expr.name == "and" and other is None:
        _when_all(w, expr.arguments, then)
    elif isinstance(expr, Fold) and expr.kind in TESTS and known_before(w, expr) is None and TESTS[expr.kind](w, expr, then, other):
        return
    else:
        branch(w, lower(w, expr), then, other)


def branch(w: Writer, test: n.Node, then: Then, other: Then | None = None) -> None:
    """The same for a node."""
    if w.unit.pool.is_constant(test):
        if w.unit.pool.constant_of(test):
            then()
        elif other is not None:
            other()
        return
    with w.inside([]) as yes:
        then()
    with w.inside([]) as no:
        if other is not None:
            other()
    if yes:
        w.emit(n.if_(test, yes, no))
    elif no:
        w.emit(n.if_(n.negate(test), no))


def _when_not(w: Writer, expr: Expr, then: Then, other: Then | None) -> None:
    if other is not None:
        when(w, expr, other, then)
    elif isinstance(expr, Fold) and expr.kind in ("some", "no"):
        opposite = "no" if expr.kind == "some" else "some"
        when(w, Fold(expr.type, expr.span, opposite, expr.var, expr.source, expr.where, expr.value), then)
    else:
        branch(w, n.negate(lower(w, expr)), then)


def _when_all(w: Writer, parts: tuple[Expr, ...], then: Then) -> None:
    tests: list[n.Node] = []
    for position, expr in enumerate(parts):
        rest = parts[position + 1 :]
        go_on = then if not rest else partial(_when_all, w, rest, then)
        if isinstance(expr, Fold) or (isinstance(expr, Op) and expr.name in ("not", "and")):
            branch(w, _conjunction(tests), partial(when, w, expr, go_on))
            return
        block, node = aside(w, expr)
        if block:
            branch(w, _conjunction(tests), partial(_after, w, block, node, go_on))
            return
        tests.append(node)
    branch(w, _conjunction(tests), then)


def _after(w: Writer, block: n.Block, node: n.Node, then: Then) -> None:
    w.block.extend(block)
    branch(w, node, then)


def _conjunction(tests: list[n.Node]) -> n.Node:
    tests = [test for test in tests if not (n.known(test) and getattr(test, "value", None) is True)]
    return n.both(*tests) if tests else n.const(True)


# ---------------------------------------------------------------- what is known before


def known_before(w: Writer, expr: Expr) -> n.Node | None:
    """A constant, or a look-up in a table, if the expression reads no state."""
    if isinstance(expr, Const):
        return w.unit.pool.value(expr.value)
    static = w.unit.static
    free = static.free_of(expr)
    if free is None or isinstance(expr, Local):
        return None
    known = {local: value.value for local in free if isinstance(value := w.env.get(local), ast.Constant)}
    open_locals = free - known.keys()
    if not open_locals:
        try:
            return w.unit.pool.value(static.value(expr, known))
        except PlayError:  # too much to find before play, or a mistake that belongs to the moment when it is made
            return None
    if static.is_light(expr):
        return None
    found = [local for local in nodes(expr) if isinstance(local, Local) and local.id in open_locals]
    if any(may_be_none(local) for local in found):
        return None
    order = tuple({local.id: local for local in found}.values())
    table = static.table(expr, order, known)
    return None if table is None else _look_up(w, table, order)


def _look_up(w: Writer, table: tuple[object, ...], order: tuple[Local, ...]) -> n.Node:
    flat = _single_value(table, len(order))
    if flat is not None:
        return w.unit.pool.value(flat[0])
    node: n.Node = w.unit.pool.table(table)
    for local in order:
        node = n.index(node, w.local(local))
    return node


def _single_value(table: tuple[object, ...], depth: int) -> tuple[object] | None:
    """The one value that the table has everywhere, if it has only one."""
    values = list(table)
    for _ in range(depth - 1):
        values = [inner for row in values if isinstance(row, tuple) for inner in row]
    first = next((value for value in values if value is not None), None)
    return (first,) if values and all(value is first or (type(value) is type(first) and value == first) for value in values) else None


def lifted(w: Writer, expr: Expr, arguments: tuple[Expr, ...], make: Callable[..., n.Node]) -> n.Node:
    """An operation on these arguments; if one of them is nothing, so is the result."""
    unsure = [position for position, argument in enumerate(arguments) if may_be_none(argument)]
    keys = [lower_atom(w, argument) if position in unsure else lower(w, argument) for position, argument in enumerate(arguments)]
    return unless_nothing(w, expr.type, [keys[position] for position in unsure], lambda: make(*keys))


def unless_nothing(w: Writer, of: Type, unsure: Sequence[n.Node], make: Callable[[], n.Node]) -> n.Node:
    """What `make` gives, of this type; if one of the nodes is nothing, so is the result."""

    def nothing() -> n.Node:
        return w.unit.pool.value(nothing_of(of))

    if any(n.known(node) and getattr(node, "value", 0) is None for node in unsure):
        return nothing()
    asked = [node for node in unsure if not n.known(node)]
    if not asked:
        return make()
    with w.inside([]) as block:
        node = make()
    test = n.both(*map(n.is_some, asked))
    if not block:
        return n.both(test, node) if isinstance(of, Truth) else n.choose(test, node, nothing())
    result = w.fresh()
    w.emit(n.if_(test, [*block, n.assign(result, node)], [n.assign(result, nothing())]))
    return n.name(result)


# ---------------------------------------------------------------- operations


@form(Op)
def _op(w: Writer, expr: Op) -> n.Node:
    special = OPERATIONS.get(expr.name)
    if special is not None:
        found = special(w, expr)
        if found is not None:
            return found
    if expr.name in ABOUT_NOTHING:
        return n.call("op", n.const(expr.name), w.unit.pool.model(expr), w.state, *(lower(w, argument) for argument in expr.arguments))
    if expr.name in LIFTED:
        return lifted(w, expr, expr.arguments, lambda *keys: _strict(w, expr, keys))
    return by_reference(w, expr)


def _strict(w: Writer, expr: Op, keys: tuple[n.Node, ...]) -> n.Node:
    if expr.name not in READING and expr.name != "pose-neighbours" and (table := _direct_table(w, expr, keys)) is not None:
        return table
    return n.call("op", n.const(expr.name), w.unit.pool.model(expr), w.state, *keys)


def _direct_table(w: Writer, expr: Op, keys: tuple[n.Node, ...]) -> n.Node | None:
    """The operation over all values of its arguments, if they are few."""
    static = w.unit.static
    constants = w.unit.pool.is_constant
    domains = [None if constants(key) else static.domain(bare(argument.type)) for key, argument in zip(keys, expr.arguments, strict=True)]
    if any(domain is None and not constants(key) for domain, key in zip(domains, keys, strict=True)):
        return None
    ranges = [
        (w.unit.pool.constant_of(key),) if domain is None else tuple(domain.values()) for domain, key in zip(domains, keys, strict=True)
    ]
    size = 1
    for values in ranges:
        size *= len(values)
    if not 0 < size <= DIRECT:
        return None
    try:
        found = [LIFTED[expr.name](w.unit.instance, None, expr, *combination) for combination in product(*ranges)]
    except PlayError:  # a mistake that belongs to the moment when it is made
        return None
    variable = [(domain, key) for domain, key in zip(domains, keys, strict=True) if domain is not None]
    if not variable:
        return w.unit.pool.value(found[0])
    node: n.Node = w.unit.pool.table(nested(found, [domain for domain, _ in variable]))
    for _, key in variable:
        node = n.index(node, key)
    return node


def by_reference(w: Writer, expr: Expr) -> n.Node:
    """Let the reference evaluator find the value."""
    bound = {inner.var.id for inner in nodes(expr) if isinstance(inner, Select | Fold | Reach)}
    read = {local.id for local in nodes(expr) if isinstance(local, Local)} - bound
    names = sorted(local for local in read if local in w.env)
    env = ast.Dict([n.const(local) for local in names], [w.env[local] for local in names])
    return n.call("value", w.unit.pool.model(expr), w.state, env)
