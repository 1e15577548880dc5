"""Calls of definitions: small ones stand where they are called, others are functions; rules that modify them come after."""

from __future__ import annotations

from functools import partial

from custumal.dsl.base.types import Bundle, Maybe, Seat, bare
from custumal.dsl.model import Call, Definition, Expr, Rule
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.bindings import each_in_force
from custumal.interpreter.codegen.core import Then, form, lower, lower_atom, may_be_none, unless_nothing
from custumal.interpreter.codegen.numbers import checked
from custumal.interpreter.codegen.remembering import comes_again, is_long, remembered
from custumal.interpreter.codegen.writer import STATE, Writer
from custumal.interpreter.reference.modifiers import following

INLINED = 40
"""Bodies with at most so many nodes stand where they are called."""


@form(Call)
def lower_call(w: Writer, expr: Call) -> n.Node:
    definition = w.unit.instance.game.definitions[expr.definition]
    arguments = [lower_atom(w, argument) for argument in expr.arguments]
    pairs = zip(definition.parameters, expr.arguments, arguments, strict=True)
    unsure = [node for local, argument, node in pairs if may_be_none(argument) and not isinstance(local.type, Maybe)]
    return unless_nothing(w, expr.type, unsure, lambda: called(w, definition, arguments))


def called(w: Writer, definition: Definition, arguments: list[n.Node]) -> n.Node:
    """The value of a definition at these arguments, none of which is nothing without being allowed to."""
    if comes_again(w, arguments) and is_long(w.unit, definition):
        return remembered(w, definition.name, arguments, lambda: _valued(w, definition, arguments))
    return _valued(w, definition, arguments)


def _valued(w: Writer, definition: Definition, arguments: list[n.Node]) -> n.Node:
    if definition.source.address not in w.unit.modifiers and _is_small(definition.body):
        return _inlined(w, definition, arguments)
    return n.call(_function_of(w, definition), w.state, *arguments)


def _is_small(expr: Expr) -> bool:
    return sum(isinstance(node, Expr) for node in nodes(expr)) <= INLINED


def _inlined(w: Writer, definition: Definition, arguments: list[n.Node]) -> n.Node:
    outer = w.env
    w.env = outer | {local.id: node for local, node in zip(definition.parameters, arguments, strict=True)}
    try:
        return _bounded(w, definition, lower(w, definition.body))
    finally:
        w.env = outer


def _bounded(w: Writer, definition: Definition, value: n.Node) -> n.Node:
    """The value within the definition's own bounds."""
    for bound, operator in ((definition.low, "<"), (definition.high, ">")):
        if bound is not None:
            value, limit = w.atom(value), lower_atom(w, bound)
            value = n.choose(n.compare(value, operator, limit), limit, value)
    return value


def _function_of(w: Writer, definition: Definition) -> str:
    unit = w.unit
    if definition.name not in unit.definitions:
        unit.definitions[definition.name] = unit.fresh("word")
        inner = Writer(unit)
        parameters = [f"a{position}" for position in range(len(definition.parameters))]
        inner.env = {local.id: n.name(word) for local, word in zip(definition.parameters, parameters, strict=True)}
        rules = unit.modifiers.get(definition.source.address, ())
        value = lower(inner, definition.body)
        inner.emit(n.give(_modified(inner, definition, rules, value) if rules else _bounded(inner, definition, value)))
        unit.functions.append(inner.function(unit.definitions[definition.name], (STATE, *parameters)))
    return unit.definitions[definition.name]


# ---------------------------------------------------------------- rules that modify


def _modified(w: Writer, definition: Definition, rules: tuple[Rule, ...], base: n.Node) -> n.Node:
    value = w.fresh("n")
    w.emit(n.assign(value, base))
    _set(w, definition, rules, value)
    for wanted in following(definition):
        for rule in rules:
            for operation, expr in rule.changes:
                if operation == wanted:
                    _each_change(w, definition, rule, partial(_change, w, definition, operation, expr, value))
    return _bounded(w, definition, n.name(value))


def _set(w: Writer, definition: Definition, rules: tuple[Rule, ...], value: str) -> None:
    """Of the rules that set the value the one with the highest rank, and of these the first."""
    setting = sorted((rule for rule in rules if any(word == "set" for word, _ in rule.changes)), key=lambda rule: -rule.rank)
    if not setting:
        return
    done = w.fresh() if len(setting) > 1 or setting[0].carrier is not None else None
    if done is not None:
        w.emit(n.assign(done, n.const(False)))
    for rule in setting:
        for expr in (expr for word, expr in rule.changes if word == "set"):
            with w.inside([]) as block:
                _each_change(w, definition, rule, partial(_set_once, w, expr, value, done))
            w.block.extend(block if done is None or rule is setting[0] else [n.if_(n.negate(n.name(done)), block)])


def _set_once(w: Writer, expr: Expr, value: str, done: str | None) -> None:
    if done is None:
        w.emit(n.assign(value, lower(w, expr)))
        return
    with w.inside([]) as block:
        w.emit(n.assign(value, lower(w, expr)))
        w.emit(n.assign(done, n.const(True)))
    w.emit(n.if_(n.negate(n.name(done)), block))


def _each_change(w: Writer, definition: Definition, rule: Rule, then: Then) -> None:
    """Where a rule that modifies a definition is in force, with the names that it sees."""
    parameters = {local.name: w.env[local.id] for local in definition.parameters}
    seat = next((w.env[local.id] for local in definition.parameters if isinstance(bare(local.type), Seat)), n.NONE)
    with w.inside([]) as block:
        for word, local in rule.names:
            if word in parameters:
                w.env[local.id] = parameters[word]
        each_in_force(w, rule, seat, then)
    w.block.extend(block)


def _change(w: Writer, definition: Definition, operation: str, expr: Expr, value: str) -> None:
    if isinstance(bare(definition.body.type), Bundle):
        w.emit(n.assign(value, n.call("stepped", n.const(operation), n.name(value), lower(w, expr))))
    else:
        w.emit(n.assign(value, _step(w, operation, n.name(value), expr)))


def _step(w: Writer, operation: str, value: n.Node, expr: Expr) -> n.Node:
    amount = lower(w, expr)
    match operation:
        case "add":
            return checked(n.binary(value, "+", amount))
        case "times":
            return checked(n.binary(value, "*", amount))
        case "at-least":
            return n.call("max", value, amount)
        case "at-most":
            return n.call("min", value, amount)
        case "also":
            return n.call("joined", value, amount)
    return n.call("without", value, amount)
