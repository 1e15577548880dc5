"""Finished modules: nodes become code objects, and code runs among exactly the names it was given.

A module that was stored is loaded without fetching what writes modules.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable
from types import CodeType
from typing import TYPE_CHECKING, Any

from custumal.dsl.base.collector import held_back
from custumal.dsl.base.frozen import dataclass

if TYPE_CHECKING:
    import ast

    from custumal.interpreter.codegen.flowing import Flow
    from custumal.interpreter.codegen.pool import Pool
    from custumal.interpreter.codegen.unit import Unit
    from custumal.interpreter.position.state import Position
    from custumal.interpreter.program import Program
    from custumal.interpreter.setup.instance import Instance

COUNTING = frozenset([
    "left", "paid", "all_ways", "purses_pay", "pay", "is_subset", "same_set", "joined", "without", "value", "modify", "carriers", "can",
    "listed", "picked", "still", "tried", "winners", "seat_place", "is_decided_by", "likes", "holding", "restore",
])  # fmt: skip
"""The names by which generated code takes steps."""


@dataclass(frozen=True, slots=True)
class Module:
    """A generated module and where its parts are.

    Attributes:
        code: the code object; it defines functions only.
        tables, models, zones, kept: what its names mean (see `Pool`).
        stops: address of a stop -> function that carries out a choice there; entries: address -> function that goes on there.
        lists: number of a point -> function that lists its choices; cans: action -> function that tells whether it is possible.
        scores: id of a score line, or address of a key of the ranking -> function that gives a seat's number.
        solo: the address of the only stop, where there is only one; its function is all that `apply` does.
        steps: function that goes on -> the steps that it may take without counting them, if these are not few.
        counts: whether steps are counted in its functions, or by what they call.
    """

    code: CodeType
    tables: dict[str, Any]
    models: dict[str, Any]
    zones: dict[str, str]
    stops: dict[int, str]
    entries: dict[int, str]
    lists: dict[int, str]
    cans: dict[str, str]
    scores: dict[str, str]
    solo: int | None
    counts: bool
    steps: dict[str, int]

    def stored(self) -> tuple[bytes, tuple[Any, ...]]:
        """The code, with its large tables, in the form of this very Python, and all others as values."""
        return marshal.dumps((self.code, self.tables)), tuple(getattr(self, name) for name in self.__match_args__[2:])

    @classmethod
    def restored(cls, data: bytes, others: tuple[Any, ...]) -> Module:
        """The module that was stored by the same Python, in a file that nobody else could write."""
        code, tables = marshal.loads(data)  # noqa: S302  # no more than what will be run: code that stands in the user's own cache
        return cls(code, tables, *others)


def write(instance: Instance, program: Program) -> tuple[Unit, Flow, dict[str, str], dict[str, str]]:
    """All functions of a program as nodes; where those of the flow are, those of actions, those of score lines."""
    from custumal.interpreter.codegen.writing import Unit, count, write_can, write_flow, write_scores  # noqa: PLC0415  # start-up is measured

    unit = Unit(instance, program)
    flow = write_flow(unit)
    cans = {
        action: name
        for action, choosing in program.actions.items()
        if (name := unit.cans.get((choosing.name, 0, frozenset())) or write_can(unit, choosing)) is not None
    }
    scores = write_scores(unit)
    flow.steps = count(unit, (*flow.resumed.values(), *flow.entries.values()))
    return unit, flow, cans, scores


@held_back()
def build(instance: Instance, program: Program) -> Module:
    """The module of a program."""
    unit, flow, cans, scores = write(instance, program)
    pool, code = unit.pool, compiled(unit)
    return Module(
        code, pool.tables, pool.models, pool.zones, flow.stops, flow.entries, flow.lists, cans, scores, flow.solo, _counts(code), flow.steps
    )


def _counts(code: CodeType) -> bool:
    """Whether steps are taken in code: by itself, or by the reference that it asks."""
    inner = (part for part in code.co_consts if isinstance(part, CodeType))
    return not COUNTING.isdisjoint(code.co_names) or any(map(_counts, inner))


def compiled(unit: Unit) -> CodeType:
    """The functions of a unit as a code object."""
    return compile(_tree(unit), "<rules>", "exec", dont_inherit=True)


def invariants(instance: Instance, program: Program, helpers: dict[str, Any]) -> dict[str, Callable[[Position], bool]]:
    """The game's invariants, by id. Made only where somebody asks for them: they are no part of the module that is stored."""
    from custumal.interpreter.codegen.writing import Unit, count, write_invariants  # noqa: PLC0415  # start-up is measured

    unit = Unit(instance, program)
    identifiers = write_invariants(unit)
    count(unit, ())
    names = load_names(compiled(unit), unit.pool, instance, helpers)
    return {invariant: names[identifier] for invariant, identifier in identifiers.items()}


def source(instance: Instance, program: Program) -> str:
    """The module as text, to be read by people."""
    import ast  # noqa: PLC0415  # start-up is measured

    return ast.unparse(_tree(write(instance, program)[0]))


def _tree(unit: Unit) -> ast.Module:
    import ast  # noqa: PLC0415  # start-up is measured

    tree = ast.Module(unit.functions, [])
    waiting: list[Any] = [tree]
    # All nodes are given the same place, since there is no text; the same node may stand in several.
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting.extend(node)
        elif isinstance(node, ast.AST) and not hasattr(node, "col_offset"):
            waiting.extend(node.__dict__.values())
            if isinstance(node, ast.expr | ast.stmt | ast.arg):
                node.lineno, node.col_offset = 1, 0
    return tree


def load(module: Module, instance: Instance, helpers: dict[str, Any]) -> dict[str, Any]:
    """Define the functions of a module; all names that they see."""
    return load_names(module.code, module, instance, helpers)


def load_names(code: CodeType, parts: Module | Pool, instance: Instance, helpers: dict[str, Any]) -> dict[str, Any]:
    """Define functions among these names. There are no builtins: nothing can be imported or opened."""
    zones = {identifier: instance.zones[zone] for identifier, zone in parts.zones.items()}
    names: dict[str, Any] = {"__builtins__": {}, **helpers, **parts.tables, **parts.models, **zones}
    exec(code, names)  # noqa: S102 # made here from nodes, with no builtins in reach
    return names
