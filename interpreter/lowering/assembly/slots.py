"""Slot allocation: every local that the program binds gets one slot of the frame."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.model import Local, Rule
from custumal.interpreter.program import CallRoutine, Choosing, Instruction, Use
from custumal.interpreter.program.node_fields import node_fields

BINDING = frozenset(
    {"local", "items", "index", "left", "acted", "ending", "passes", "depth", "values", "actor", "refused", "chosen", "split"}
    | {"interchangeable", "this", "owner", "copies"}
)
"""Fields of the nodes of a program that name slots."""


def slots_of(code: tuple[Instruction, ...], choosings: tuple[Choosing, ...], engine: list[str]) -> dict[str, int]:
    """The number of the slot of each local by its id, the engine's own first."""
    names = dict.fromkeys(engine)
    names.update(dict.fromkeys(local.id for local in _bound((code, choosings))))
    return {name: number for number, name in enumerate(names)}


def _bound(node: object) -> list[Local]:
    """The locals that a node of a program binds, in the order of its fields."""
    found: list[Local] = []
    _note_bound(node, found)
    return found


def _note_bound(node: object, found: list[Local]) -> None:
    # A list that is handed on, and no generators inside generators: it is asked whenever a module is fetched.
    if isinstance(node, tuple):
        for inner in node:
            _note_bound(inner, found)
    elif isinstance(node, Use):
        found += _carried(node.rule)
    elif isinstance(node, CallRoutine):
        found += [local for local, _ in node.arguments]
    else:
        for name in node_fields(node):
            value = getattr(node, name)
            if name in BINDING:
                found += _named(value)
            _note_bound(value, found)


def _named(value: object) -> Iterator[Local]:
    if isinstance(value, Local):
        yield value
    elif isinstance(value, tuple):
        yield from (inner for inner in value if isinstance(inner, Local))


def _carried(rule: Rule) -> Iterator[Local]:
    """A rule's actor, and what its carrier binds."""
    if rule.actor is not None:
        yield rule.actor
    if rule.carrier is not None:
        yield from (rule.carrier.this, rule.carrier.owner, rule.carrier.copies)


def locals_of(code: tuple[object, ...]) -> tuple[Local, ...]:
    """The locals that some instructions, or other nodes of a program, bind, each once."""
    return tuple({local.id: local for local in _bound(code)}.values())
