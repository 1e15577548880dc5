"""Gaining and losing of resources."""

from __future__ import annotations

from custumal.dsl.model import Trade
from custumal.interpreter.wasm.expressions.bundles import supply_of
from custumal.interpreter.wasm.expressions.calls import called
from custumal.interpreter.wasm.expressions.core import all_of, bind, is_some, may_be_none, named, value
from custumal.interpreter.wasm.expressions.unit import Bound, Unit, Writer
from custumal.interpreter.wasm.flow.statements import Statements, changed_amount, statement
from custumal.interpreter.wasm.memory.shapes import ENTRY, NUMBER
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import call, get, i64, load, op, put, when


@statement(Trade)
def _trade(w: Writer, one: Trade) -> Statements:
    """Each resource of the bundle; lose takes what there is, gain what a limited supply has."""
    done, bundle = bind(w, one.bundle, "bundle")
    further, seat = bind(w, one.seat, "seat")
    traded: Statements = []
    for resource in range(len(w.unit.instance.kept_of_resource)):
        if bundle.known and not bundle.known[0][resource]:
            continue
        number = load(ENTRY * (1 + resource), bundle.node)
        change = call(gain(w.unit, resource) if one.mode == "gain" else lose(w.unit, resource), seat.node, number)
        traded.append(when(op("i64.ne", number, i64(0)), [change]))
    tests = [is_some(bundle.node, bundle.shape)] if may_be_none(one.bundle) else []
    test = all_of([*tests, is_some(seat.node, seat.shape)])
    found = [*done, *further, *(traded if test is None else [when(test, traded)])]
    return found if one.condition is None else [when(value(w, one.condition), found)]


def lose(unit: Unit, resource: int) -> str:
    """A seat gives up some of a resource, but only what it has."""
    name = f"$lose.{resource}"

    def make() -> Function:
        fn = Function(name, (("$seat", "i64"), ("$number", "i64")))
        amount = call("$max", get("$number"), i64(0))
        fn.body = changed_amount(Writer(unit, fn), resource, Bound(get("$seat"), NUMBER), "sub", amount)
        return fn

    return unit.function(name, make)


def gain(unit: Unit, resource: int) -> str:
    """A seat gets some of a resource, through the value that is named for it, as far as supply and bounds allow."""
    name = f"$gain.{resource}"

    def make() -> Function:
        fn = Function(name, (("$seat", "i64"), ("$number", "i64")))
        w = Writer(unit, fn)
        kept = unit.instance.game.kept[unit.instance.kept_of_resource[resource]]
        if kept.through is not None:
            definition = unit.instance.game.definitions[str(kept.through).rsplit(".", 1)[-1]]
            names = {local.id: Bound(get(one), NUMBER) for local, one in zip(definition.parameters, ("$seat", "$number"), strict=True)}
            fn.body.append(put("$number", called(w.binding(names), definition)))
        done, left = named(w, call(supply_of(unit), i64(resource)), NUMBER, "left")
        amount = call("$min", get("$number"), left.node)
        fn.body += [*done, *changed_amount(w, resource, Bound(get("$seat"), NUMBER), "add", amount)]
        return fn

    return unit.function(name, make)
