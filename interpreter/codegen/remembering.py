"""Answers that are asked for again and again while choices are listed: each is found once, since nothing changes meanwhile."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from custumal.dsl.model import Call, Definition, Expr, Fold, Op, Reach, Select
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.unit import Unit
from custumal.interpreter.codegen.writer import Writer

SEARCHING = frozenset(["borders-of-thing", "pose-borders", "neighbours-of-thing", "pose-neighbours", "rim", "supply", "total"])
"""Operations that look at more than one place."""


def is_repeated(w: Writer) -> bool:
    """Whether what is written here may be done several times in one state."""
    return w.remembers and len(w.candidates) > 0


def comes_again(w: Writer, about: Sequence[n.Node]) -> bool:
    """Whether these nodes can mean the same a second time: not all that has been picked so far is among them."""
    names = {node.id for node in about if isinstance(node, ast.Name)}
    return is_repeated(w) and not names.issuperset(w.candidates)


def remembered(w: Writer, word: str, about: Sequence[n.Node], make: Callable[[], n.Node]) -> n.Node:
    """A value that depends on the state and on these nodes only, looked up if it has been found before.

    `word` names what is asked; nothing is found again each time.
    """
    keys = [node for node in about if not is_fixed(w, node)]
    word = " ".join([word, *(ast.dump(node) for node in about if is_fixed(w, node))])
    if not keys:
        return _found_once(w, w.memo(word, n.NONE), make)
    memo = n.name(w.memo(word, ast.Dict([], [])))
    key = keys[0] if len(keys) == 1 else n.row(*keys)
    value = w.fresh("t")
    w.emit(n.assign(value, n.method(memo, "get", key)))
    with w.inside([]) as block:
        made = make()
        w.emit(n.assign(value, made))
        w.emit(n.assign_index(memo, key, n.name(value)))
    w.emit(n.if_(n.is_none(n.name(value)), block))
    return n.name(value)


def _found_once(w: Writer, memo: str, make: Callable[[], n.Node]) -> n.Node:
    with w.inside([]) as block:
        made = make()
        w.emit(n.assign(memo, made))
    w.emit(n.if_(n.is_none(n.name(memo)), block))
    return n.name(memo)


def is_fixed(w: Writer, node: n.Node) -> bool:
    """Whether a node means the same throughout the function."""
    return w.unit.pool.is_constant(node) or (isinstance(node, ast.Name) and node.id in w.fixed)


def is_long(unit: Unit, definition: Definition) -> bool:
    """Whether it takes longer to find the value of a definition than to look it up."""
    if definition.name not in unit.long:
        unit.long[definition.name] = False
        modified = definition.source.address in unit.modifiers
        unit.long[definition.name] = modified or (unit.static.free_of(definition.body) is None and _searches(unit, definition.body))
    return unit.long[definition.name]


def _searches(unit: Unit, expr: Expr) -> bool:
    for node in nodes(expr):
        match node:
            case Fold() | Select() | Reach():
                return True
            case Op(name=name) if name in SEARCHING:
                return True
            case Call(definition=name) if is_long(unit, unit.instance.game.definitions[name]):
                return True
    return False
