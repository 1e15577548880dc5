"""A module under construction with all that its functions share, and the writer of one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from custumal.dsl.model import Local, Rule
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.codegen.static import Static
from custumal.interpreter.program import HALT, Program
from custumal.interpreter.reference.evaluate import modifiers_of
from custumal.interpreter.reference.operations.absent import lacks_something
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import Value
from custumal.interpreter.wasm.memory.plan import Plan
from custumal.interpreter.wasm.memory.pool import Pool
from custumal.interpreter.wasm.memory.shapes import Shape, shape_of
from custumal.interpreter.wasm.text.module import Function, Module
from custumal.interpreter.wasm.text.nodes import Node


class Unit:
    """What the functions of one module share."""

    def __init__(self, instance: Instance, program: Program) -> None:
        self.instance = instance
        self.program = program
        self.lacks_something = lacks_something(instance)
        """Whether rules may name what this game has not."""
        self.modifiers = _modifiers(instance)
        self.static = Static(instance, frozenset(self.modifiers))
        self.poses: dict[tuple[int, ...], tuple[tuple[Value, ...], frozenset[int]]] = {}
        self.plan = Plan(instance, program)
        choosings = [*program.actions.values(), *(choosing for point in getattr(program, "points", ()) for choosing in point.choosings)]
        self.has_trials = any(choosing.ensure for choosing in choosings)
        """Whether some choice has to be tried out."""
        self.trial_ends = frozenset(one.trial_end for one in choosings if one.ensure and one.trial_end != HALT)
        """Where trials end that begin in the middle of a routine."""
        self.pool = Pool(self.plan.constants)
        self.module = Module()
        self.spans: dict[int, tuple[object, Span | None]] = {}
        """How long the values of an expression can be, with the expression, by its identity."""
        self._kept: dict[tuple[str, ...], Any] = {}
        self.made: set[str] = set()
        """The functions that have been asked for, by name."""
        self.unstored: set[str] = set()
        """The slots that are never written: what stands there is a mask as long as it is read."""

    def kept(self, key: tuple[str, ...], make: Callable[[], Any]) -> Any:
        """What is worked out when it is first asked for."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def times_said(self, name: str) -> int:
        """How often the instructions of the program say a name."""
        said = self.kept(("said",), lambda: Counter(node.id for node in nodes(self.program.code) if isinstance(node, Local)))
        return int(said[name])

    def function(self, name: str, make: Callable[[], Function]) -> str:
        """The name of a function that is made when it is first asked for."""
        if name not in self.made:
            self.made.add(name)
            self.module.add(make())
        return name


def _modifiers(instance: Instance) -> dict[str, tuple[Rule, ...]]:
    """The rules that may change a value here, by its address: those whose `while` is not false for these options and players."""
    found = modifiers_of(instance.game.standing)
    plain = Static(instance, frozenset(found))

    def may_hold(rule: Rule) -> bool:
        if rule.condition is None or rule.carrier is not None or plain.free_of(rule.condition) != frozenset():
            return True
        return plain.may_hold(rule.condition)

    kept = {address: tuple(filter(may_hold, rules)) for address, rules in found.items()}
    return {address: rules for address, rules in kept.items() if rules}


@dataclass(frozen=True, slots=True)
class Span:
    """How many members a set has at least and at most, and likewise its members, where they are sets."""

    least: int
    most: int
    inner: Span | None = None


def span_of(values: Iterable[Value]) -> Span | None:
    """The span of all these values; None if they are no sets."""
    rows = [() if one is None else one for one in values]
    if not rows or not all(isinstance(one, tuple) for one in rows):
        return None
    lengths = [len(row) for row in rows]
    return Span(min(lengths), max(lengths), span_of(member for row in rows for member in row))


@dataclass(frozen=True, slots=True)
class Bound:
    """What a name stands for: an instruction that can be repeated, the value itself where it is known before play, and how long it can
    be, where it is a set of which that is known. A set that is a `mask` (`masks/mask.py`) stands nowhere else."""

    node: Node
    shape: Shape
    known: tuple[Value, ...] = ()
    span: Span | None = None
    mask: object = None


@dataclass(slots=True)
class Writer:
    """Writes one function. `env` binds names; what is not in it stands in the frame."""

    unit: Unit
    fn: Function
    env: dict[str, Bound] = field(default_factory=dict)

    def inside(self, **bound: Bound) -> Writer:
        """The same function where further names are bound."""
        return self.binding(bound)

    def binding(self, bound: dict[str, Bound]) -> Writer:
        return Writer(self.unit, self.fn, {**self.env, **bound})

    def shape(self, of: object) -> Shape:
        return shape_of(self.unit.instance, of)  # type: ignore[arg-type] # a type of the language
