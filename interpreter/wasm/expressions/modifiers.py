"""What rules that modify make of a value (law 6 of the language)."""

from __future__ import annotations

from custumal.dsl.base.types import Seat, bare
from custumal.dsl.model import Definition, Expr, Rule
from custumal.interpreter.reference.modifiers import following
from custumal.interpreter.wasm.expressions.core import named, value
from custumal.interpreter.wasm.expressions.standing import NOBODY, Inside, each_binding
from custumal.interpreter.wasm.expressions.unit import Writer
from custumal.interpreter.wasm.text.nodes import Node, call, get, i64, op, put, valued, when

_CHANGED = {"add": "$add", "times": "$mul", "at-least": "$max", "at-most": "$min"}
_OF_BUNDLES = {"add": "$bundle_add", "times": "$bundle_mul", "at-least": "$bundle_max", "at-most": "$bundle_min"}
_OF_SETS = {"also": "$with", "except": "$without"}
_NO_RANK = -(1 << 62)


def rules_for(w: Writer, definition: Definition) -> tuple[Rule, ...]:
    """The rules that change the value of a definition."""
    return w.unit.modifiers.get(definition.source.address, ())


def modified(w: Writer, definition: Definition, base: Node) -> Node:
    """The value after all modifiers; its parameters are bound in `w`, its own bounds are not yet looked at."""
    rules = rules_for(w, definition)
    shape = w.shape(definition.body.type)
    found = w.fn.local("modified", shape.wasm)
    done = [put(found, base)]
    if any(operation == "set" for rule in rules for operation, _ in rule.changes):
        done += _set(w, definition, rules, found)
    is_set = following(definition) == ("also", "except")
    changed = _OF_SETS if is_set else _OF_BUNDLES if shape.kind == "tuple" else _CHANGED
    for wanted in following(definition):
        for rule in rules:
            for operation, expr in rule.changes:
                if operation == wanted:
                    done += _each(w, definition, rule, _change(found, changed[wanted], expr))
    return valued(done, get(found), shape.wasm)


def _change(found: str, function: str, expr: Expr) -> Inside:
    return lambda here: [put(found, call(function, get(found), value(here, expr)))]


def _set(w: Writer, definition: Definition, rules: tuple[Rule, ...], found: str) -> list[Node]:
    """Of rules that set the value the one of the highest rank does, of equal ones the first."""
    best = w.fn.local("rank")
    done = [put(best, i64(_NO_RANK))]
    for rule in rules:
        for operation, expr in rule.changes:
            if operation != "set":
                continue

            def take(here: Writer, expr: Expr = expr, rank: int = rule.rank) -> list[Node]:
                before, new = named(here, value(here, expr), here.shape(expr.type), "set")
                better = op("i64.gt_s", i64(rank), get(best))
                return [when(better, [*before, put(best, i64(rank)), put(found, new.node)])]

            done += _each(w, definition, rule, take)
    return done


def _each(w: Writer, definition: Definition, rule: Rule, body: Inside) -> list[Node]:
    parameters = {local.name: w.env[local.id] for local in definition.parameters}
    names = {local.id: parameters[word] for word, local in rule.names if word in parameters}
    actor = next((local for local in definition.parameters if isinstance(bare(local.type), Seat)), None)
    if actor is None:
        return each_binding(w, rule, names, NOBODY, body)
    return each_binding(w, rule, names, w.env[actor.id], body, is_someone=isinstance(actor.type, Seat))
