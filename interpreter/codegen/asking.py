"""`can` in code: a function for each action that asks whether a seat has any choice of it."""

from __future__ import annotations

import ast

from custumal.dsl.model import Can
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import form, lower, may_be_none
from custumal.interpreter.codegen.modifying import as_modified
from custumal.interpreter.codegen.plans import walk
from custumal.interpreter.codegen.points import begin, is_native, offered
from custumal.interpreter.codegen.restrictions import SEAT, ensured
from custumal.interpreter.codegen.unit import Unit
from custumal.interpreter.codegen.waiving import with_and_without
from custumal.interpreter.codegen.writer import STATE, Writer
from custumal.interpreter.program import Choosing


def write_can(unit: Unit, choosing: Choosing, given: int = 0, ignoring: frozenset[str] = frozenset()) -> str | None:
    """The function that tells whether a seat has any choice of an action; None if the reference must be asked.

    Args:
        unit: the module.
        choosing: the action at its own terms.
        given: how many of its first entries are given, as further arguments.
        ignoring: what is set aside.
    """
    if not is_native(choosing) or given > len(choosing.picks):
        return None
    identifier = unit.fresh("can")
    unit.cans[choosing.name, given, ignoring] = identifier
    w = Writer(unit)
    w.ignoring = ignoring
    words = tuple(f"a{position}" for position in range(given))
    w.remembers = True
    w.given = {pick.local.id: n.name(word) for pick, word in zip(choosing.picks, words, strict=False)}
    begin(w, choosing, n.name(SEAT))
    leaf = ensured(w, choosing, lambda _: w.emit(n.give(n.const(True))))
    seat = n.name(SEAT)
    as_modified(
        w,
        (choosing.plan, choosing.offered_by),
        lambda: offered(w, choosing, seat, lambda raw: with_and_without(w, choosing.plan, seat, lambda plan: walk(w, plan, raw, leaf))),
    )
    w.emit(n.give(n.const(False)))
    unit.functions.append(w.function(identifier, (STATE, SEAT, *words)))
    return identifier


@form(Can)
def _can(w: Writer, expr: Can) -> n.Node:
    seat = lower(w, expr.seat)
    found = w.possible.get(expr.action.rsplit(".", 1)[-1])
    if found is not None and not expr.arguments and not expr.ignoring and ast.dump(seat) == ast.dump(w.seat):
        return found
    arguments = [lower(w, argument) for argument in expr.arguments or ()]
    choosing = w.unit.program.actions[expr.action.rsplit(".", 1)[-1]]
    key = (choosing.name, len(arguments), frozenset(expr.ignoring))
    identifier = w.unit.cans.get(key) or write_can(w.unit, choosing, *key[1:])
    if identifier is not None and not may_be_none(expr.seat):
        return n.call(identifier, w.state, seat, *arguments)
    return n.call("can", w.unit.pool.model(expr), seat, n.NONE if expr.arguments is None else n.row(*arguments), w.state)
