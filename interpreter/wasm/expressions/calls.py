"""Definitions: small ones stand where they are called, others are functions."""

from __future__ import annotations

from collections.abc import Collection

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Maybe
from custumal.dsl.model import Call, Definition, Expr, Local
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.wasm.expressions.core import Body, all_of, bind, each, form, is_some, may_be_none, nothing, spend, value, walk
from custumal.interpreter.wasm.expressions.modifiers import modified
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import Node, call, choose, get, i32, number_of, valued, when

SMALL = 40
"""A definition of no more nodes stands where it is called."""


def definition_of(w: Writer, expr: Call) -> Definition:
    return w.unit.instance.game.definitions[expr.definition]


def _arguments(w: Writer, expr: Call) -> tuple[list[Node], dict[str, Bound], Node | None]:
    """What has to be done before, the parameters, and whether none of those that must be there is nothing."""
    definition = definition_of(w, expr)
    before: list[Node] = []
    bound: dict[str, Bound] = {}
    tests = []
    for local, argument in zip(definition.parameters, expr.arguments, strict=True):
        done, found = bind(w, argument, local.name)
        before += done
        bound[local.id] = found
        if may_be_none(argument) and not isinstance(local.type, Maybe):
            tests.append(is_some(found.node, found.shape))
    return before, bound, all_of(tests)


def _is_plain(w: Writer, definition: Definition) -> bool:
    return definition.source.address not in w.unit.static.modified


def _is_small(definition: Definition) -> bool:
    return sum(1 for _ in nodes(definition.body)) <= SMALL


@walk(Call)
def _each(w: Writer, expr: Call, body: Body) -> list[Node] | None:
    definition = definition_of(w, expr)
    if not _is_plain(w, definition) or definition.low is not None or definition.high is not None or not _is_small(definition):
        return None
    before, bound, test = _arguments(w, expr)
    walked = each(w.binding(bound), definition.body, body)
    return [*before, *(walked if test is None else [when(test, walked)])]


@form(Call)
def _call(w: Writer, expr: Call) -> Node:
    definition = definition_of(w, expr)
    before, bound, test = _arguments(w, expr)
    result = w.shape(expr.type).wasm
    if _is_small(definition) and _is_plain(w, definition):
        made = called(w.binding(bound), definition)
    else:
        given = [one.node for one in bound.values()]
        made = call(_function(w, definition), *given)
    if test is None:
        return valued(before, made, result)
    if number_of(test) == 0:
        return nothing(w, expr.type)
    return valued(before, choose(test, made, nothing(w, expr.type), result), result)


@dataclass(frozen=True, slots=True, eq=False)
class Inlined:
    """A definition that stands where it is called: what has to be done first, the writer that knows the parameters, and the body."""

    before: list[Node]
    writer: Writer
    body: Expr
    parameters: tuple[Local, ...]


def inlined(w: Writer, expr: Call, but: Collection[int] = ()) -> Inlined | None:
    """A small definition that nothing changes and that always has a value; the arguments with some numbers are not bound."""
    definition = definition_of(w, expr)
    if not _is_plain(w, definition) or definition.low is not None or definition.high is not None or not _is_small(definition):
        return None
    before: list[Node] = []
    bound: dict[str, Bound] = {}
    for at, (local, argument) in enumerate(zip(definition.parameters, expr.arguments, strict=True)):
        if may_be_none(argument) and not isinstance(local.type, Maybe):
            return None
        if isinstance(argument, Local) and argument.id in w.env and w.env[argument.id].mask is not None:
            bound[local.id] = w.env[argument.id]
        elif at not in but:
            done, bound[local.id] = bind(w, argument, local.name)
            before += done
    return Inlined(before, w.binding(bound), definition.body, definition.parameters)


def _function(w: Writer, definition: Definition) -> str:
    name = f"$define.{definition.name}"

    def make() -> Function:
        parameters = [(f"$p{number}", w.shape(local.type).wasm) for number, local in enumerate(definition.parameters)]
        fn = Function(name, parameters, w.shape(definition.body.type).wasm)
        env = {local.id: Bound(get(word), w.shape(local.type)) for local, (word, _) in zip(definition.parameters, parameters, strict=True)}
        fn.body += spend(i32(1))
        fn.body.append(called(Writer(w.unit, fn, env), definition))
        return fn

    return w.unit.function(name, make)


def called(w: Writer, definition: Definition) -> Node:
    """The value of a definition whose parameters are bound."""
    found = value(w, definition.body)
    if not _is_plain(w, definition):
        found = modified(w, definition, found)
    if definition.low is not None:
        found = call("$max", found, value(w, definition.low))
    if definition.high is not None:
        found = call("$min", found, value(w, definition.high))
    return found
