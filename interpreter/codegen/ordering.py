"""Tests that rest on no other are made as early as what they read has been picked, whatever stands before them in the plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from custumal.dsl.base.types import Maybe
from custumal.dsl.model import Const, Expr, Local, Op, Read
from custumal.dsl.model.node_walk import locals_in, nodes
from custumal.interpreter.program import Bind, Part, Pick, Split, Test

ALONE = frozenset(["and", "or", "not", "eq", "ne", "lt", "le", "gt", "ge", "running"])
"""Operations that need no other test to have gone before, if their operands are never nothing."""
NONE_BOUND: Mapping[str, Local] = MappingProxyType({})


def hastened(plan: Sequence[Part]) -> tuple[Part, ...]:
    """The same plan for whoever asks only which choices are legal, not why others are not."""
    bound = {part.local.id: part.local for part in plan if isinstance(part, Pick | Bind | Split)}
    done: list[Part] = []
    for part in plan:
        if isinstance(part, Test) and not part.waived and stands_alone((part.require.that, part.require.unless), bound):
            reads = locals_in((part.require.that, part.require.unless)) & bound.keys()
            done.insert(_behind(done, reads), part)
        else:
            done.append(part)
    return tuple(done)


def _behind(done: Sequence[Part], reads: frozenset[str]) -> int:
    """Behind the last of what is read, and the tests that follow it."""
    at = 0
    for position, part in enumerate(done):
        if isinstance(part, Pick | Bind | Split) and part.local.id in reads:
            at = position + 1
    while at < len(done) and isinstance(done[at], Test):
        at += 1
    return at


def stands_alone(asked: object, bound: Mapping[str, Local] = NONE_BOUND) -> bool:
    """Whether expressions can be asked at any time, since they rest on no other test. `bound` are the names that a plan gives."""
    for node in nodes(asked):
        match node:
            case Local(id=name):
                if isinstance(node.type, Maybe) or (name in bound and isinstance(bound[name].type, Maybe)):
                    return False
            case Op(name=name):
                if name not in ALONE:
                    return False
            case Const() | Read():
                if isinstance(node.type, Maybe):
                    return False
            case Expr():
                return False
    return True
