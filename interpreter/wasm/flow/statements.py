"""Statements without a stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from custumal.dsl.base.types import Set, bare
from custumal.dsl.model import Expr, Kept, Local, Op, Read, Write
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.program import (
    Assign,
    Count,
    Counter,
    ForEach,
    Forget,
    Remember,
    Restore,
    Statement,
    Tally,
    Times,
    Trace,
    Until,
    When,
)
from custumal.interpreter.reference.effects import within
from custumal.interpreter.setup.layout import Domain, KeptLayout
from custumal.interpreter.wasm.expressions.core import (
    bind,
    each,
    each_at,
    each_between,
    is_some,
    known_value,
    may_be_none,
    member_shape,
    named,
    value,
)  # fmt: skip
from custumal.interpreter.wasm.expressions.numbers import SMALL, bounds
from custumal.interpreter.wasm.expressions.remembered import look_of
from custumal.interpreter.wasm.expressions.simple import field_value, radix
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.masks.kept import marks
from custumal.interpreter.wasm.masks.sets import mask_of
from custumal.interpreter.wasm.memory.plan import Field
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE, NUMBER
from custumal.interpreter.wasm.text.nodes import (
    UNREACHABLE,
    Node,
    block,
    branch,
    branch_if,
    call,
    choose,
    get,
    i32,
    i64,
    load,
    no,
    number_of,
    op,
    plus,
    put,
    scaled,
    store,
    valued,
    when,
    wide,
)  # fmt: skip
from custumal.interpreter.wasm.unsupported import OnlyMask, Unsupported

Statements = list[Node]
AStatement = TypeVar("AStatement", bound=Callable[..., Statements])
STATEMENTS: dict[type[object], Callable[..., Statements]] = {}


def statement(of: type[object]) -> Callable[[AStatement], AStatement]:
    """Register how a statement is written."""

    def register(make: AStatement) -> AStatement:
        STATEMENTS[of] = make
        return make

    return register


def run(w: Writer, statements: tuple[Statement, ...]) -> Statements:
    """Statements, one after the other."""
    done: Statements = []
    for at, one in enumerate(statements):
        kept = _kept_as_mask(w, one, statements[at + 1 :]) if isinstance(one, Assign) else None
        if kept is not None:
            return [*done, *kept]
        make = STATEMENTS.get(type(one))
        if make is None:
            raise Unsupported(type(one).__name__)
        done += make(w, one)
    return done


def _kept_as_mask(w: Writer, one: Assign, rest: tuple[Statement, ...]) -> Statements | None:
    """A set that is read by no more than the statements behind it, as a mask, and these statements; None where one of them wants more
    of it than a mask can tell."""
    name = one.local.id
    if w.unit.times_said(name) != 1 + sum(isinstance(node, Local) and node.id == name for node in nodes(rest)):
        return None
    mask = mask_of(w, one.value) if isinstance(bare(one.local.type), Set) else None
    if mask is None:
        return None
    try:
        further = run(w.binding({name: Bound(UNREACHABLE, w.shape(one.local.type), mask=replace(mask, before=()))}), rest)
    except OnlyMask:
        return None
    w.unit.unstored.add(name)
    return [*mask.before, *further]


# ---------------------------------------------------------------- names


def put_field(field: Field, node: Node, index: Node | None = None) -> Node:
    """Write a value to a field, or to one of its entries."""
    shape = field.shape
    if shape.kind == "tuple":
        at = i32(field.at) if index is None else plus(scaled(index, shape.size), field.at)
        return call("$store_tuple", at, node, i64(shape.most))
    number = node if shape.kind == "number" else wide(node)
    return store(field.at, number, None if index is None else scaled(index, ENTRY))


def value_for(w: Writer, field: Field, expr: Expr) -> Node:
    """The value of an expression for a field; `none` has no type of its own."""
    known = known_value(w, expr)
    if known and known[0] is None:
        return i32(0) if field.shape.kind == "tuple" else i64(NONE)
    if field.shape.kind == "truth" and w.shape(expr.type).kind == "number":
        return op("i32.wrap_i64", value(w, expr))
    return value(w, expr)


@statement(Assign)
def _assign(w: Writer, one: Assign) -> Statements:
    field = w.unit.plan.frame[one.local.id]
    packed = w.unit.plan.packed.get(one.local.id)
    if packed is not None and packed.kind == "choices" and isinstance(one.value, Op) and one.value.name == "join":
        return [_further(w, field, one.value)]
    known = known_value(w, one.value)
    if known and known[0] is None and field.shape.kind == "truth":
        return [store(field.at, i64(NONE))]
    return [put_field(field, value_for(w, field, one.value))]


def _further(w: Writer, field: Field, joined: Op) -> Node:
    """One choice more behind those that are kept."""
    one = joined.arguments[1]
    assert isinstance(one, Op)
    (choice,) = one.arguments
    return call("$append_packed", i32(field.at), value(w, choice), i64(field.shape.most))


# ---------------------------------------------------------------- conditions and loops


@statement(When)
def _when(w: Writer, one: When) -> Statements:
    test = value(w, one.condition)
    if number_of(test) is not None:
        return run(w, one.then if number_of(test) else one.other)
    then, other = run(w, one.then), run(w, one.other)
    if not then:
        return [when(no(test), other)] if other else []
    return [when(test, then, other)]


@statement(ForEach)
def _for_each(w: Writer, one: ForEach) -> Statements:
    field = w.unit.plan.frame[one.local.id]

    def turn(member: Bound) -> Statements:
        body = run(w, one.body)
        if one.where is not None:
            body = [when(value(w, one.where), body)]
        return [put_field(field, member.node), *body]

    if known_value(w, one.source):
        return each(w, one.source, turn)
    done, pointer = bind(w, one.source, "all")
    if isinstance(one.source, Local | Read):
        copied = w.fn.local("copy", "i32")
        done = [*done, put(copied, call("$copied", pointer.node))]
        pointer = Bound(get(copied), pointer.shape)
    return [*done, *each_at(w, pointer.node, member_shape(w, one.source), turn)]


@statement(Times)
def _times(w: Writer, one: Times) -> Statements:
    done, count = bind(w, one.count, "times")
    return [*done, *each_between(w, 1, count.node, lambda _: run(w, one.body))]


@statement(Until)
def _until(w: Writer, one: Until) -> Statements:
    out, again = w.fn.label("done"), w.fn.label("next")
    turn = [call("$spend", i32(1)), branch_if(out, value(w, one.condition)), *run(w, one.body), branch(again)]
    return [block(out, [Node("loop", (again,), tuple(turn))])]


@statement(Trace)
def _trace(_w: Writer, _one: Trace) -> Statements:
    return []


# ---------------------------------------------------------------- kept values


@statement(Write)
def _write(w: Writer, one: Write) -> Statements:
    done = _all_written(w, one, one.arguments, [])
    return done if one.condition is None else [when(value(w, one.condition), done)]


def _all_written(w: Writer, one: Write, left: tuple[Expr, ...], digits: list[Bound]) -> Statements:
    """Every combination of arguments; one that is a set stands for each member, nothing for none."""
    if not left:
        return _written(w, one, digits)
    argument, rest = left[0], left[1:]
    if isinstance(bare(argument.type), Set):
        return each(w, argument, lambda member: _all_written(w, one, rest, [*digits, member]))
    done, bound = bind(w, argument, "at")
    inner = _all_written(w, one, rest, [*digits, bound])
    return [*done, *([when(is_some(bound.node, bound.shape), inner)] if may_be_none(argument) else inner)]


def _written(w: Writer, one: Write, digits: list[Bound]) -> Statements:
    layout, field = w.unit.instance.kept[one.kept], w.unit.plan.kept[one.kept]
    index = radix(layout.domains, [_digit(digit) for digit in digits])
    before: Statements = []
    if index is not None and index.op not in ("local.get", "i64.const") and one.mode != "set":
        before, bound = named(w, index, NUMBER, "index")
        index = bound.node
    match one.mode:
        case "set":
            assert one.value is not None
            return put_kept(w, one.kept, _within(w, layout, value_for(w, field, one.value), bounds(w, one.value)), index)
        case "raise" | "lower":
            assert one.value is not None
            return [*before, *put_kept(w, one.kept, _changed(w, layout, field_value(field, index), one), index)]
    return [*before, *put_kept(w, one.kept, start_value(w, one.kept, digits), index)]


def put_kept(w: Writer, name: str, node: Node, index: Node | None) -> Statements:
    """Write a kept value, or one of its entries, and its masks."""
    field = w.unit.plan.kept[name]
    if name not in w.unit.plan.bits or index is None:
        return [put_field(field, node, index)]
    before, at = named(w, index, NUMBER, "index")
    number = node if field.shape.kind == "number" else wide(node)
    done, new = named(w, number, NUMBER, "new")
    marked = marks(w, w.unit.plan.bits[name], at.node, load(field.at, scaled(at.node, ENTRY)), new.node)
    return [*before, *done, *marked, store(field.at, new.node, scaled(at.node, ENTRY))]


def _digit(bound: Bound) -> Node:
    return bound.node if bound.shape.wasm == "i64" else wide(bound.node)


def _changed(w: Writer, layout: KeptLayout, old: Node, one: Write) -> Node:
    assert one.value is not None
    amount, few = value(w, one.value), bounds(w, one.value)
    name = "add" if one.mode == "raise" else "sub"
    limits = (layout.low, layout.high)
    if (
        few is not None
        and limits[0] is not None
        and limits[1] is not None
        and all(abs(x) < SMALL // 2 for x in (*few, *limits) if x is not None)
    ):
        low, high = (limits[0] + few[0], limits[1] + few[1]) if name == "add" else (limits[0] - few[1], limits[1] - few[0])
        return _within(w, layout, op(f"i64.{name}", old, amount), (low, high))
    return _within(w, layout, call(f"${name}", old, amount), None)


def _within(w: Writer, layout: KeptLayout, node: Node, few: tuple[int, int] | None) -> Node:
    """A value inside the bounds of a kept value; nothing stays nothing."""
    low = layout.low if layout.low is not None and (few is None or few[0] < layout.low) else None
    high = layout.high if layout.high is not None and (few is None or few[1] > layout.high) else None
    if low is None and high is None:
        return node
    done, bound = named(w, node, NUMBER, "new")
    found = bound.node
    if high is not None:
        found = call("$min", found, i64(high))
    if low is not None:
        found = call("$max", found, i64(low))
        if few is None:
            found = choose(op("i64.eq", bound.node, i64(NONE)), i64(NONE), found, "i64")
    return valued(done, found, "i64")


def start_value(w: Writer, name: str, arguments: list[Bound]) -> Node:
    """What a kept value is at first at these arguments."""
    kept, layout = w.unit.instance.game.kept[name], w.unit.instance.kept[name]
    here = w.binding({local.id: bound for local, bound in zip(kept.locals, arguments, strict=True)})
    field = w.unit.plan.kept[name]
    known = known_value(here, kept.start)
    if known and type(known[0]) is int:
        return i64(within(layout, known[0]))
    return _within(w, layout, value_for(here, field, kept.start), bounds(here, kept.start))


@statement(Restore)
def _restore(w: Writer, one: Restore) -> Statements:
    kept, layout = w.unit.instance.game.kept[one.kept], w.unit.instance.kept[one.kept]
    if one.seat is None:
        return _restored(w, kept, layout, list(layout.domains), [])
    done, seat = bind(w, one.seat, "seat")
    inner = _restored(w, kept, layout, list(layout.domains[1:]), [seat])
    if not may_be_none(one.seat) and not _may_be_unset(one.seat):
        return [*done, *inner]
    # Nobody's entries are everybody's.
    return [*done, when(is_some(seat.node, seat.shape), inner, _restored(w, kept, layout, list(layout.domains), []))]


def _may_be_unset(expr: Expr) -> bool:
    return isinstance(expr, Local)


def _restored(w: Writer, kept: Kept, layout: KeptLayout, left: list[Domain], digits: list[Bound]) -> Statements:
    if left:
        low, high = left[0].offset, left[0].offset + left[0].size - 1
        return each_between(w, low, i64(high), lambda one: _restored(w, kept, layout, left[1:], [*digits, one]))
    shaped = [
        Bound(op("i32.wrap_i64", digit.node), w.shape(of)) if w.shape(of).kind == "truth" else digit
        for digit, of in zip(digits, kept.parameters, strict=True)
    ]
    index = radix(layout.domains, [_digit(digit) for digit in digits])
    return put_kept(w, kept.name, start_value(w, kept.name, shaped), index)


# ---------------------------------------------------------------- counters


def counter_index(w: Writer, counter: Counter, arguments: tuple[Expr, ...]) -> tuple[Statements, Node]:
    """The entry of a counter; nobody counts as one more seat, nothing as one more value."""
    before: Statements = []
    index: Node | None = None
    for of, size, argument in zip(counter.types, counter.sizes, arguments, strict=True):
        done, bound = bind(w, argument, "digit")
        before += done
        offset = w.unit.instance.domain(of).offset
        number = _digit(bound)
        digit = number if not offset else op("i64.sub", number, i64(offset))
        if may_be_none(argument) or isinstance(argument, Local):
            digit = choose(op("i64.eq", number, i64(NONE)), i64(size - 1), digit, "i64")
        index = digit if index is None else op("i64.add", op("i64.mul", index, i64(size)), digit)
    return before, i64(0) if index is None else index


def counter_at(w: Writer, counter: Counter) -> int:
    return w.unit.plan.counters + counter.base * ENTRY


@statement(Count)
def _count(w: Writer, one: Count) -> Statements:
    before, index = counter_index(w, one.counter, one.arguments)
    done, bound = named(w, index, NUMBER, "counter")
    at, base = scaled(bound.node, ENTRY), counter_at(w, one.counter)
    return [*before, *done, store(base, op("i64.add", load(base, at), i64(1)), at)]


@statement(Forget)
def _forget(w: Writer, one: Forget) -> Statements:
    size = 1
    for each_size in one.counter.sizes:
        size *= each_size
    base = counter_at(w, one.counter)
    everything = Node("memory.fill", (), (i32(base), i32(0), i32(size * ENTRY)))
    if one.seat is None:
        return [everything]
    done, seat = bind(w, one.seat, "seat")
    part = size // one.counter.sizes[0] * ENTRY
    only = Node("memory.fill", (), (plus(scaled(seat.node, part), base), i32(0), i32(part)))
    return [*done, when(is_some(seat.node, seat.shape), [only], [everything])]


# ---------------------------------------------------------------- the course of play


@statement(Remember)
def _remember(w: Writer, one: Remember) -> Statements:
    """One more position is noted: whose turn it is, and how it stands."""
    field = w.unit.plan.frame[one.local.id]
    seat = i64(NONE) if one.seat is None else value(w, one.seat)
    return [call("$note", i32(field.at), i64(field.shape.most), seat, call(look_of(w.unit, one.names)))]


@statement(Tally)
def _tally(w: Writer, one: Tally) -> Statements:
    """One more for a seat, or for nobody, who stands last; there are no counts before the first."""
    field, count = w.unit.plan.frame[one.local.id], len(w.unit.instance.all_seats) + 1
    before, seat = ([], Bound(i64(NONE), NUMBER)) if one.seat is None else bind(w, one.seat, "seat")
    begin = [
        Node("memory.fill", (), (i32(field.at), i32(0), i32(ENTRY * (1 + count)))),
        store(field.at, i64(count)),
    ]
    at = choose(op("i64.eq", seat.node, i64(NONE)), i64(count - 1), seat.node, "i64")
    done, index = named(w, at, NUMBER, "turn")
    entry = scaled(index.node, ENTRY)
    more = store(field.at + ENTRY, op("i64.add", load(field.at + ENTRY, entry), i64(1)), entry)
    return [when(op("i64.le_s", load(field.at), i64(0)), begin), *before, *done, more]


def changed_amount(w: Writer, resource: int, seat: Bound, name: str, number: Node) -> Statements:
    """A seat has so much more (`add`) or less (`sub`) of a resource, within its bounds."""
    kept = w.unit.instance.kept_of_resource[resource]
    layout, field = w.unit.instance.kept[kept], w.unit.plan.kept[kept]
    new = _within(w, layout, call(f"${name}", field_value(field, seat.node), number), None)
    return [put_field(field, new, seat.node)]
