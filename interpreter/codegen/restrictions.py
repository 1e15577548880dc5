"""Restrictions in listings, and those of `ensure`, which are asked of a copy of the state in which the choice has been carried out."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from custumal.dsl.model import Expr, Op
from custumal.dsl.model.node_walk import locals_in
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.bindings import excused
from custumal.interpreter.codegen.core import branch, lower, when
from custumal.interpreter.codegen.unit import Unit
from custumal.interpreter.codegen.writer import STATE, Writer
from custumal.interpreter.program import Bind, Choosing, Pick, Split, Test
from custumal.interpreter.setup.layout import COUNTERS

Leaf = Callable[[tuple[n.Node, ...]], None]
SEAT = "seat"


def met(that: Expr, unless: Expr | None) -> Expr:
    """A restriction with what is excepted from it."""
    return that if unless is None else Op(that.type, that.span, "or", (that, unless))


def tested(w: Writer, part: Test, go_on: Callable[[], None]) -> None:
    """Write `go_on` where a restriction holds or is waived."""
    held = met(part.require.that, part.require.unless)
    if part.waived:
        branch(w, excused(w, part.waived, w.seat, lower(w, held)), go_on)
    else:
        when(w, held, go_on)


def ensured(w: Writer, choosing: Choosing, leaf: Leaf) -> Leaf:
    """The leaf of a listing, reached only by choices that hold what their result has to. What comes out the same before is asked before."""
    before, after = (tuple(test for test in tests if test.require.source.id not in w.ignoring) for tests in w.unit.trials.parted(choosing))
    if after:
        place = w.fresh("v")
        w.emit(n.assign(place, n.NONE))
        leaf = partial(_tried, w, choosing, after, place, leaf)
    return partial(_settled, w, before, leaf) if before else leaf


def _settled(w: Writer, tests: tuple[Test, ...], leaf: Leaf, raw: tuple[n.Node, ...]) -> None:
    if tests:
        tested(w, tests[0], lambda: _settled(w, tests[1:], leaf, raw))
    else:
        leaf(raw)


def _tried(w: Writer, choosing: Choosing, tests: tuple[Test, ...], place: str, leaf: Leaf, raw: tuple[n.Node, ...]) -> None:
    """One copy of the state serves all trials of a listing: what they write is put back before the next."""
    slots = w.unit.program.slots
    mine = [local for local in _bound(choosing) if local in w.env]
    bound = {local: slots[local] for local in mine if local in slots}
    frame = ast.Dict([n.const(slot) for slot in bound.values()], [w.env[local] for local in bound])
    columns = w.unit.pool.value(_written(w.unit, choosing))
    w.emit(n.assign(place, n.call("tried", n.const(choosing.trial), w.state, frame, n.name(place), columns)))
    read = locals_in(tests)
    names = tuple(local for local in mine if local in read)
    holds = _function(w.unit, tests, names)
    branch(w, n.call(holds, n.name(place), w.seat, *(w.env[local] for local in names)), lambda: leaf(raw))


def _written(unit: Unit, choosing: Choosing) -> tuple[int, ...]:
    """The columns that carrying out a choice can write; none for all of them, and what lies in piles."""
    changes = unit.trials.changes(choosing)
    if changes.moves:
        return ()
    return tuple(sorted({COUNTERS, *(unit.instance.kept[name].column for name in changes.kept)}))


def _bound(choosing: Choosing) -> tuple[str, ...]:
    """The names that a choosing, and the rule that offers it, give."""
    found = [choosing.actor, *(part.local for part in choosing.plan if isinstance(part, Pick | Bind | Split))]
    use = choosing.offered_by
    if use is not None:
        found += [use.rule.actor, *(own for own, _ in use.names)]
    if choosing.carrier is not None:
        found += [choosing.carrier.this, choosing.carrier.owner, choosing.carrier.copies]
    return tuple(dict.fromkeys(local.id for local in found if local is not None))


def _function(unit: Unit, tests: tuple[Test, ...], names: tuple[str, ...]) -> str:
    """The function that asks restrictions of a state; what a name stands for is an argument."""
    identifier = unit.fresh("sure")
    w = Writer(unit)
    w.seat = n.name(SEAT)
    words = tuple(f"a{position}" for position in range(len(names)))
    w.env = {local: n.name(word) for local, word in zip(names, words, strict=True)}
    _all(w, tests)
    w.emit(n.give(n.const(False)))
    unit.functions.append(w.function(identifier, (STATE, SEAT, *words)))
    return identifier


def _all(w: Writer, tests: tuple[Test, ...]) -> None:
    if tests:
        tested(w, tests[0], lambda: _all(w, tests[1:]))
    else:
        w.emit(n.give(n.const(True)))
