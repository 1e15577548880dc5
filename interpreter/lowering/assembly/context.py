"""What all parts of lowering share: the game, what is known about it, the assembler and the routines still to be written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from custumal.dsl.base.frozen import dataclass, field, replace
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Action, Expr, Limit, Local, Procedure, Rule, Source
from custumal.interpreter.lowering.assembly.assembler import Assembler, NotPlain
from custumal.interpreter.lowering.assembly.entry import Entering
from custumal.interpreter.lowering.assembly.indices import GameIndices
from custumal.interpreter.lowering.assembly.internal_slots import depth_of
from custumal.interpreter.lowering.assembly.statics import Statics
from custumal.interpreter.program import CallRoutine, Counter, Use
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import Value

MOST_INLINED = 100
"""So many bodies of routines are written in place inside one: what calls itself twice at each level would be without bound."""
NOWHERE = Source("play", Span("", 1, 1, 1, 1))

Words = dict[str, Expr]
"""The names of an action by word, as rules that hook it see them."""


@dataclass(frozen=True, slots=True)
class LoweringScope:
    """Where lowering stands: who acts, the names around, the steps around in this routine, and whether free actions may
    join menus here ("always"; "idle": while no action is under way; "never")."""

    actor: Local | None
    words: Words = field(default_factory=dict)
    steps: tuple[str, ...] = ()
    free: str = "always"

    def acting(self, actor: Local | None) -> LoweringScope:
        return replace(self, actor=actor)

    def naming(self, words: Words) -> LoweringScope:
        return replace(self, words={**self.words, **words})


@dataclass(frozen=True, slots=True)
class Exits:
    """Of a step that is stopped somewhere: the slot of its depth mark, where a stop leads (to tidy up), where the step is over."""

    depth: Local
    stopped: int
    done: int


class Context:
    """One lowering of one instance."""

    def __init__(self, instance: Instance, entering: Entering, *, traced: bool = False) -> None:
        self.instance = instance
        self.entering = entering
        self.game = instance.game
        self.statics = Statics(instance)
        self.indices = GameIndices(instance, self.statics)
        self.asm = Assembler(self.statics, traced=traced)
        self.actions: dict[str, Action] = {action.source.address: action for action in self.game.actions.values()}
        self.procedures: dict[str, Procedure] = {procedure.source.address: procedure for procedure in self.game.procedures.values()}
        self.exits: dict[str, Exits] = {}
        self.inlining: list[str] = []
        self._inlined = 0
        self.points = 0
        self.sealed: set[str] = set()
        self._routines: dict[str, int] = {}
        self._waiting: list[tuple[str, Callable[[], None]]] = []

    # ------------------------------------------------------------ routines

    def routine(self, key: str, write: Callable[[], None]) -> int:
        """The label of a routine; `write` emits it when its turn comes."""
        if key not in self._routines:
            self._routines[key] = self.asm.label()
            self._waiting.append((key, write))
        return self._routines[key]

    def call(self, label: int, arguments: tuple[tuple[Local, Expr], ...] = ()) -> None:
        self.asm.instruction(CallRoutine(label, arguments))

    def called(self, label: int) -> str:
        """The key of the routine at a label."""
        return next(key for key, at in self._routines.items() if at == label)

    def write_routines(self) -> None:
        """Emit all routines asked for, and those that they ask for."""
        while self._waiting:
            key, write = self._waiting.pop(0)
            self.asm.routine = key
            self.asm.place(self._routines[key])
            write()

    @contextmanager
    def inline(self, key: str) -> Iterator[None]:
        """The body of a routine is written in place; inside itself, and where too much would come together, it can only be called."""
        self._inlined = self._inlined + 1 if self.inlining else 0
        if key in self.inlining or self._inlined > MOST_INLINED:
            raise NotPlain
        self.inlining.append(key)
        try:
            self.asm.trace(key)
            yield
        finally:
            self.inlining.pop()

    # ------------------------------------------------------------ rules

    def waivers(self, address: str, words: Words) -> tuple[Use, ...]:
        """The `waive` rules on an address, as they see the names of the action."""
        return tuple(self.use(rule, words) for rule in self.indices.rules_on("waive", address))

    @staticmethod
    def use(rule: Rule, words: Words) -> Use:
        """A rule at an action with these names."""
        found = ((local, words.get(word)) for word, local in rule.names)
        return Use(rule, tuple((local, seen) for local, seen in found if isinstance(seen, Local)))

    def counter(self, address: str, limit: Limit) -> Counter:
        return self.indices.counter(address, limit)

    def exits_of(self, step: str, span: Span) -> Exits:
        """The labels of a step that can be stopped."""
        if step not in self.exits:
            self.exits[step] = Exits(depth_of(step, span), self.asm.label(), self.asm.label())
        return self.exits[step]

    def next_point(self) -> int:
        self.points += 1
        return self.points - 1

    def payment_sources(self) -> tuple[Use, ...]:
        """The `accept` rules, by rank."""
        rules = (rule for rule in self.indices.rules if rule.head == "accept")
        return tuple(self.use(rule, {}) for rule in sorted(rules, key=lambda rule: (rule.rank, rule.source.address)))

    def source_here(self) -> Source:
        """The source of the step, procedure, action or rule that is being written."""
        address = self.asm.steps[-1] if self.asm.steps else ""
        step = self.indices.steps.get(address)
        return step.source if step is not None else self.game.sources.get(address, NOWHERE)

    def known(self, condition: Expr | None, names: dict[str, Value] | None = None) -> bool | None:
        return self.statics.truth(condition, names)
