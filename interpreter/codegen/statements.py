"""Statements of a stretch without a stop: writes go straight into the columns."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from custumal.dsl.base.limits import GREATEST_INTEGER
from custumal.dsl.base.types import Set, bare
from custumal.dsl.model import Expr, Local, Write
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import branch, known_before, lower, lower_atom, may_be_none, when
from custumal.interpreter.codegen.forms import place_of
from custumal.interpreter.codegen.loops import members
from custumal.interpreter.codegen.moving import write_move
from custumal.interpreter.codegen.numbers import checked, clamped, interval, is_small
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.program import (
    Assign,
    Count,
    Counter,
    ForEach,
    Forget,
    Measure,
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
from custumal.interpreter.reference.statements import MOST_PASSES
from custumal.interpreter.setup.layout import COUNTERS, KeptLayout
from custumal.interpreter.setup.values import Value


def write(w: Writer, statements: Iterable[Statement]) -> None:
    """Write statements in order."""
    for statement in statements:
        preload(w, statement)
        make = _STATEMENTS.get(type(statement), write_move)
        make(w, statement)


def preload(w: Writer, statement: object, without: frozenset[str] = frozenset()) -> None:
    """Fetch the names of the flow that a statement reads, so that each is fetched once."""
    for local in _read_in(w, statement):
        if local.id not in without:
            w.load(local)


def _read_in(w: Writer, statement: object) -> tuple[Local, ...]:
    """The names of the flow that a statement reads and does not write."""
    found = w.unit.read.get(id(statement))
    if found is None:
        changed = assigned_in((statement,))
        read = {inner.id: inner for inner in nodes(statement) if isinstance(inner, Local)}.values()
        mine = tuple(local for local in read if local.id in w.unit.program.slots and local.id not in changed)
        found = w.unit.read[id(statement)] = (statement, mine)
    return found[1]


def assigned_in(statements: Iterable[object]) -> frozenset[str]:
    """The names of the flow that statements write."""
    written = (node for statement in statements for node in nodes(statement) if isinstance(node, Assign | ForEach | Remember | Tally))
    return frozenset(node.local.id for node in written)


# ---------------------------------------------------------------- structure


def _assign(w: Writer, statement: Assign) -> None:
    w.store(statement.local, lower(w, statement.value))


def _when(w: Writer, statement: When) -> None:
    other = (lambda: write(w, statement.other)) if statement.other else None
    when(w, statement.condition, lambda: write(w, statement.then), other)


def _for_each(w: Writer, statement: ForEach) -> None:
    source = w.named(lower(w, statement.source), "m")
    target = w.fresh("x")
    _forget(w, (statement,))
    with w.inside([]) as body:
        w.store(statement.local, n.name(target))
        when(w, statement.where, lambda: write(w, statement.body))
    w.emit(w.unit.bounded(n.for_(target, source, body), w.unit.static.most(statement.local.type), statement.source))


def _times(w: Writer, statement: Times) -> None:
    count = w.atom(lower(w, statement.count))
    _forget(w, statement.body)
    with w.inside([]) as body:
        write(w, statement.body)
    w.emit(w.unit.bounded(n.for_(w.fresh("x"), n.call("range", count), body), _most(statement.count), statement.count))


def _most(count: Expr) -> int:
    known = interval(count)
    return GREATEST_INTEGER if known is None else known[1]


def _until(w: Writer, statement: Until) -> None:
    _forget(w, statement.body)
    with w.inside([]) as body:
        when(w, statement.condition, lambda: w.emit(ast.Break()))
        write(w, statement.body)
    stuck = n.run(n.call("stuck", w.unit.pool.model(statement.condition)))
    loop = n.for_(w.fresh("x"), n.call("range", n.const(MOST_PASSES)), body, [stuck])
    w.emit(w.unit.bounded(loop, MOST_PASSES, statement.condition))


def _forget(w: Writer, statements: Iterable[object]) -> None:
    """What a loop writes must be read again in each pass."""
    for local in assigned_in(statements):
        w.forget(local)


# ---------------------------------------------------------------- kept values


def _write(w: Writer, effect: Write) -> None:
    when(w, effect.condition, lambda: _write_all(w, effect))


def _write_all(w: Writer, effect: Write) -> None:
    layout = w.unit.instance.kept[effect.kept]
    amount = None if effect.value is None else lower_atom(w, effect.value)
    _each_target(w, effect, layout, 0, (), lambda keys: _write_one(w, effect, layout, keys, amount))


def _each_target(
    w: Writer, effect: Write, layout: KeptLayout, position: int, keys: tuple[n.Node, ...], use: Callable[[tuple[n.Node, ...]], None]
) -> None:
    """A loop for each argument that is a set; nothing for one that is nothing."""
    if position == len(effect.arguments):
        use(keys)
        return
    argument = effect.arguments[position]
    if isinstance(bare(argument.type), Set):
        target = w.fresh("x")
        source = members(w, argument)
        with w.inside([]) as body:
            _each_target(w, effect, layout, position + 1, (*keys, n.name(target)), use)
        w.emit(w.unit.bounded(n.for_(target, source, body), w.unit.static.most(bare(argument.type)), argument))
        return
    key = lower_atom(w, argument)
    if may_be_none(argument):
        branch(w, n.is_some(key), lambda: _each_target(w, effect, layout, position + 1, (*keys, key), use))
    else:
        _each_target(w, effect, layout, position + 1, (*keys, key), use)


def _write_one(w: Writer, effect: Write, layout: KeptLayout, keys: tuple[n.Node, ...], amount: n.Node | None) -> None:
    column = w.column(layout.column)
    place = w.atom(place_of(w, layout.base, layout.domains, keys))
    value: n.Node
    bounds: tuple[int, int] | None = None
    if effect.mode == "reset":
        w.emit(n.assign_index(column, place, start_of(w, effect.kept, keys)))
        return
    if effect.mode == "set":
        assert amount is not None and effect.value is not None
        value, bounds = amount, interval(effect.value)
    else:
        assert amount is not None and effect.value is not None
        value = n.binary(n.index(column, place), "+" if effect.mode == "raise" else "-", amount)
        limited = layout.low is not None and layout.high is not None
        value = value if limited and is_small(effect.value) else checked(value, w.unit.pool.model(effect))
    nothing = effect.mode == "set" and may_be_none(effect.value)
    w.emit(n.assign_index(column, place, clamped(w, layout, value, bounds, nothing=nothing)))


def start_of(w: Writer, kept: str, keys: tuple[n.Node, ...]) -> n.Node:
    """What a kept value is at first at these arguments."""
    model = w.unit.instance.game.kept[kept]
    with w.inside([]) as block:
        for local, key in zip(model.locals, keys, strict=True):
            w.env[local.id] = key
        value = lower(w, model.start)
        value = clamped(w, w.unit.instance.kept[kept], value, interval(model.start), nothing=may_be_none(model.start))
    w.block.extend(block)
    return value


def _restore(w: Writer, statement: Restore) -> None:
    layout = w.unit.instance.kept[statement.kept]
    column = w.column(layout.column)
    if not layout.domains:
        w.emit(n.assign_index(column, n.const(layout.base), start_of(w, statement.kept, ())))
        return
    seat = n.NONE if statement.seat is None else lower_atom(w, statement.seat)
    unsure = statement.seat is not None and may_be_none(statement.seat)
    known = known_before(w, w.unit.instance.game.kept[statement.kept].start)
    one = None if statement.seat is None or unsure else n.plus(seat, -layout.domains[0].offset)
    if known is not None and not unsure and w.unit.pool.is_constant(known):
        _restore_to(w, layout, one, within(layout, w.unit.pool.constant_of(known)))
    elif one is not None and len(layout.domains) == 1:
        w.emit(n.assign_index(column, w.atom(n.plus(one, layout.base)), start_of(w, statement.kept, (seat,))))
    else:
        w.emit(n.run(n.call("restore", n.const(statement.kept), w.state, seat)))


def _restore_to(w: Writer, layout: KeptLayout, one: n.Node | None, value: Value) -> None:
    """Set all entries of a kept value, or those of `one` first argument, to a value."""
    column = w.column(layout.column)
    size = layout.size if one is None else layout.size // layout.domains[0].size
    first: n.Node = n.const(layout.base)
    if one is not None:
        first = w.atom(n.plus(one if size == 1 else n.binary(one, "*", n.const(size)), layout.base))
    if size == 1:
        w.emit(n.assign_index(column, first, w.unit.pool.value(value)))
    else:
        w.emit(n.assign_part(column, first, n.plus(first, size), w.unit.pool.table((value,) * size)))


# ---------------------------------------------------------------- counters


def counter_place(w: Writer, counter: Counter, arguments: tuple[Expr, ...]) -> n.Node:
    """Where a counter stands in its column; nobody counts as one more seat, nothing as one more value."""
    found: n.Node | None = None
    for of, size, argument in zip(counter.types, counter.sizes, arguments, strict=True):
        key = lower_atom(w, argument)
        offset = w.unit.instance.domain(of).offset
        value = n.plus(key, -offset)
        if may_be_none(argument):
            value = n.choose(n.is_none(key), n.const(size - 1), value)
        found = value if found is None else n.binary(n.binary(found, "*", n.const(size)), "+", value)
    return n.const(counter.base) if found is None else n.plus(found, counter.base)


def _count(w: Writer, statement: Count) -> None:
    place = w.atom(counter_place(w, statement.counter, statement.arguments))
    column = w.column(COUNTERS)
    w.emit(n.assign_index(column, place, n.binary(n.index(column, place), "+", n.const(1))))


def _measure(w: Writer, statement: Measure) -> None:
    w.emit(n.run(n.call("measure", n.const(statement.address), lower(w, statement.value))))


def _tally(w: Writer, statement: Tally) -> None:
    seat = n.NONE if statement.seat is None else w.local(statement.seat)
    seats = n.const(len(w.unit.instance.all_seats))
    w.store(statement.local, n.call("tallied", w.local(statement.local), seat, seats))


def _remember(w: Writer, statement: Remember) -> None:
    before = w.local(statement.local)
    seat = n.NONE if statement.seat is None else w.local(statement.seat)
    w.store(statement.local, n.call("noted", before, seat, n.call("look", w.unit.pool.table(statement.names), w.state, before)))


def _forget_counter(w: Writer, statement: Forget) -> None:
    seat = n.NONE if statement.seat is None else lower(w, statement.seat)
    w.emit(n.run(n.call("forget", w.unit.pool.model(statement.counter), w.state, seat)))


def _trace(_w: Writer, _statement: Trace) -> None:
    """Generated code is not watched."""


_STATEMENTS: dict[type[Any], Callable[[Writer, Any], None]] = {
    Assign: _assign,
    When: _when,
    ForEach: _for_each,
    Times: _times,
    Until: _until,
    Write: _write,
    Restore: _restore,
    Count: _count,
    Forget: _forget_counter,
    Measure: _measure,
    Remember: _remember,
    Tally: _tally,
    Trace: _trace,
}
