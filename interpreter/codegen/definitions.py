"""Calls of definitions: small ones stand where they are called, others are functions; rules that modify them come after."""

from __future__ import annotations

import ast

from custumal.dsl.model import Call, Definition, Expr, Rule
from custumal.dsl.types import Bundle, Maybe, Seat, Set, Truth, bare
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import Then, branch, form, lower, lower_atom, may_be_none, when
from custumal.interpreter.codegen.numbers import checked
from custumal.interpreter.codegen.writer import STATE, Writer
from custumal.interpreter.lowering.walk import nodes
from custumal.interpreter.values import nothing_of

INLINED = 40
"""Bodies with at most so many nodes stand where they are called."""


@form(Call)
def lower_call(w: Writer, expr: Call) -> n.Node:
    definition = w.unit.instance.game.definitions[expr.definition]
    arguments = [lower_atom(w, argument) for argument in expr.arguments]
    pairs = zip(definition.parameters, expr.arguments, arguments, strict=True)
    unsure = [node for local, argument, node in pairs if may_be_none(argument) and not isinstance(local.type, Maybe)]
    if any(n.known(node) and getattr(node, "value", 0) is None for node in unsure):
        return w.unit.pool.value(nothing_of(expr.type))
    asked = [node for node in unsure if not n.known(node)]
    if not asked:
        return _called(w, definition, arguments)
    with w.inside([]) as block:
        node = _called(w, definition, arguments)
    test = n.both(*map(n.is_some, asked))
    if not block:
        if isinstance(expr.type, Truth):
            return n.both(test, node)
        return n.choose(test, node, w.unit.pool.value(nothing_of(expr.type)))
    result = w.fresh()
    w.emit(n.if_(test, [*block, n.assign(result, node)], [n.assign(result, w.unit.pool.value(nothing_of(expr.type)))]))
    return n.name(result)


def _called(w: Writer, definition: Definition, arguments: list[n.Node]) -> n.Node:
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
    if isinstance(bare(definition.body.type), Bundle) or not all(rule.carrier is None and _is_plain(rule) for rule in rules):
        return _by_reference(w, definition, base)
    if sum(any(operation == "set" for operation, _ in rule.changes) for rule in rules) > 1:
        return _by_reference(w, definition, base)
    value = w.fresh("n")
    w.emit(n.assign(value, base))
    of_sets = isinstance(bare(definition.body.type), Set)
    for wanted in ("set", "also", "except") if of_sets else ("set", "add", "times", "at-least", "at-most"):
        for rule in rules:
            for operation, expr in rule.changes:
                if operation == wanted:
                    _change(w, definition, rule, operation, expr, value)
    return _bounded(w, definition, n.name(value))


def _is_plain(rule: Rule) -> bool:
    return all(not isinstance(bare(expr.type), Set) or operation in ("set", "also", "except") for operation, expr in rule.changes)


def _by_reference(w: Writer, definition: Definition, base: n.Node) -> n.Node:
    env = ast.Dict([n.const(local.id) for local in definition.parameters], [w.env[local.id] for local in definition.parameters])
    return n.call("modify", n.const(definition.name), base, w.state, env)


def _change(w: Writer, definition: Definition, rule: Rule, operation: str, expr: Expr, value: str) -> None:
    parameters = {local.name: w.env[local.id] for local in definition.parameters}
    with w.inside([]) as block:
        for word, local in rule.names:
            if word in parameters:
                w.env[local.id] = parameters[word]
        tests = [test for test in (rule.condition, _concern(rule, definition, w), rule.applies) if test is not None]
        _tested(w, tests, lambda: w.emit(n.assign(value, _step(w, operation, n.name(value), expr))))
    w.block.extend(block)


def _tested(w: Writer, tests: list[Expr | n.Node], then: Then) -> None:
    if not tests:
        then()
        return
    first, rest = tests[0], tests[1:]
    if isinstance(first, Expr):
        when(w, first, lambda: _tested(w, rest, then))
    else:
        branch(w, first, lambda: _tested(w, rest, then))


def _concern(rule: Rule, definition: Definition, w: Writer) -> n.Node | None:
    seat = next((local for local in definition.parameters if isinstance(bare(local.type), Seat)), None)
    if rule.concerns == "everyone" or seat is None:
        return None
    if rule.concerns == "owner" or rule.seats is None:
        return n.const(False)
    member = n.compare(w.env[seat.id], "in", lower(w, rule.seats))
    return n.either(n.is_none(w.env[seat.id]), member) if may_be_none(seat) else member


def _step(w: Writer, operation: str, value: n.Node, expr: Expr) -> n.Node:
    if operation == "set":
        return lower(w, expr)
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
