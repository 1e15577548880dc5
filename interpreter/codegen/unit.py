"""One module under construction: its functions, its tables, and what is known of the game before it is played."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from custumal.dsl.model import Expr, Local, Rule
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.codegen.pool import Pool
from custumal.interpreter.codegen.static import Static
from custumal.interpreter.position.equivalence import Equivalence
from custumal.interpreter.program.trials import Trials
from custumal.interpreter.reference.evaluate import modifiers_of
from custumal.interpreter.reference.instances import restored_instance
from custumal.interpreter.reference.operations.absent import lacks_something
from custumal.interpreter.setup.outlines import Outlines
from custumal.interpreter.setup.values import Value

if TYPE_CHECKING:
    from custumal.interpreter.program import Choosing, Program
    from custumal.interpreter.setup.instance import Instance

SMALL_PROGRAM = 600
"""The most expressions of a program whose stretches are all written out, however often."""


@dataclass(slots=True)
class Unit:
    """What all functions of one module share.

    Attributes:
        functions: the finished functions in order.
        definitions: name of a definition -> name of its function.
        poses: tables of poses by the restrictions that they are filtered with (see `posing`).
        whereabouts: operation on where a thing is -> table over all locations.
        outlines: zone -> what lies around placements in it.
        listings: name of a choosing -> choosings with the functions that list them.
        traders: "gain" and "lose" -> function by which a seat does that with a bundle.
        points: id of a score line, or address of a key of the ranking -> function that gives a seat's number.
        carried: address of a rule -> function that finds whom it serves, and with how many copies, at a thing.
        read: identity of a statement -> the statement, and the names of the flow that it only reads.
        weights: how many expressions each instruction has; is_small: whether stretches may be written out again and again.
        cans: action, how many of its entries are given, what is set aside -> function that tells whether it can be done.
        modifiers: address of a definition -> the rules that may change it here.
        long: name of a definition -> whether its value is worth remembering (see `remembering`).
        open_names: names of things that everybody can tell apart from others by where they lie.
        trials: which restrictions on results have to be tried out.
        gated: whether rules of the game itself modify something at times.
        lacks_something: whether rules may name what this game has not.
        loops: identity of a loop -> the loop, how often it runs at most, what in the rules it is about (see `counting`).
    """

    instance: Instance
    program: Program
    pool: Pool = field(default_factory=Pool)
    functions: list[ast.stmt] = field(default_factory=list)
    definitions: dict[str, str] = field(default_factory=dict)
    poses: dict[tuple[int, ...], tuple[tuple[Value, ...], frozenset[int]]] = field(default_factory=dict)
    whereabouts: dict[str, str] = field(default_factory=dict)
    outlines: dict[str, Outlines] = field(default_factory=dict)
    listings: dict[str, list[tuple[Choosing, str]]] = field(default_factory=dict)
    traders: dict[str, str] = field(default_factory=dict)
    points: dict[str, str] = field(default_factory=dict)
    carried: dict[str, str] = field(default_factory=dict)
    read: dict[int, tuple[object, tuple[Local, ...]]] = field(default_factory=dict)
    weights: list[int] = field(init=False)
    is_small: bool = field(init=False)
    cans: dict[tuple[str, int, frozenset[str]], str] = field(default_factory=dict)
    modifiers: dict[str, tuple[Rule, ...]] = field(init=False)
    long: dict[str, bool] = field(default_factory=dict)
    loops: dict[int, tuple[ast.For, int, object]] = field(default_factory=dict)
    static: Static = field(init=False)
    equivalence: Equivalence = field(init=False)
    open_names: frozenset[str] = field(init=False)
    trials: Trials = field(init=False)
    gated: bool = field(init=False)
    lacks_something: bool = field(init=False)
    _names: Iterator[int] = field(default_factory=partial(count, 1))
    _without: dict[frozenset[Rule], Unit] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.modifiers = {
            address: possible
            for address, rules in modifiers_of(self.instance.game.standing).items()
            if (possible := tuple(rule for rule in rules if self._can_hold(rule)))
        }
        self.gated = any(rule.carrier is None for rules in self.modifiers.values() for rule in rules)
        self.weights = [sum(isinstance(node, Expr) for node in nodes(instruction)) for instruction in self.program.code]
        self.is_small = sum(self.weights) <= SMALL_PROGRAM
        self.trials = Trials(self.program, self.instance.game)
        self.equivalence = Equivalence(self.instance)
        self.open_names = self.program.open_names
        self.static = Static(self.instance, frozenset(self.modifiers))
        self.lacks_something = lacks_something(self.instance)

    def fresh(self, word: str) -> str:
        """A name for a function that no other has."""
        return f"{word}{next(self._names)}"

    def without(self, rules: frozenset[Rule]) -> Unit:
        """The same module as it is written where these rules modify nothing: functions and tables are the same, what is known is not."""
        if rules not in self._without:
            other = self._without[rules] = copy(self)
            other.gated = False
            standing = tuple(rule for rule in self.instance.game.standing if rule not in rules)
            other.instance = restored_instance(replace(self.instance.game, standing=standing), self.instance.stored())
            kept = {address: tuple(rule for rule in each if rule not in rules) for address, each in self.modifiers.items()}
            other.modifiers = {address: each for address, each in kept.items() if each}
            other.definitions, other.poses, other.listings, other.points, other.cans, other.long = {}, {}, {}, {}, {}, {}
            other.static = Static(other.instance, frozenset(other.modifiers))
        return self._without[rules]

    def bounded(self, loop: ast.For, most: int, about: object = None) -> ast.For:
        """The loop, of which it is known from here on how often it runs at most, and what in the rules it is about."""
        self.loops[id(loop)] = (loop, most, about)
        return loop

    def _can_hold(self, rule: Rule) -> bool:
        """Whether the rule's `while` is not known to be false with these options and players."""
        if rule.condition is None or rule.carrier is not None:
            return True
        plain = Static(self.instance, frozenset(rule_target for other in self.instance.game.standing for rule_target in other.targets))
        return plain.free_of(rule.condition) != frozenset() or plain.may_hold(rule.condition)
