"""Where nobody acts: deeds of steps without a seat must not set rules or procedures going that speak of `me`, ask, or have somebody pay."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.types import SEAT
from custumal.dsl.check.entries.context import Context
from custumal.dsl.diagnostics.catalogue.actors import judged_where_nobody_acts, needs_an_actor
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import (
    Act,
    Const,
    Decision,
    Draw,
    End,
    Exit,
    GameModel,
    Give,
    Local,
    Move,
    Op,
    Perform,
    Procedure,
    Roll,
    Rule,
    Step,
    Trade,
)
from custumal.dsl.model.expression_walk import Body, conjuncts, every_expression, resources_in
from custumal.dsl.model.refilled import refilled_by

HOOKS = ("before", "after", "instead")
SEATED = ("players", "rounds", "together")
Need = tuple[str, Span]
"""What needs somebody who acts: the key, or `me`, and where it stands."""


def lint(cx: Context, game: GameModel) -> None:
    """Goes through set-up and play as far as nobody acts, and through what is set going there."""
    acting = _Acting(cx, game)
    acting.body(game.setup)
    acting.body(game.play)


class _Acting:
    """One walk through a game; rules and procedures are entered once."""

    def __init__(self, cx: Context, game: GameModel) -> None:
        self.cx = cx
        self.game = game
        self.hooks = tuple(rule for rule in game.standing if rule.head in HOOKS)
        self.judging: tuple[Rule | End, ...] = (*(rule for rule in game.standing if rule.head == "waive"), *game.end)
        self._seen: set[str] = set()

    def body(self, body: Body) -> None:
        """What happens one after the other while nobody acts."""
        for item in body:
            if isinstance(item, Step):
                self._step(item)
            else:
                self._act(item)

    def _step(self, step: Step) -> None:
        self._hooked(step.known_as, step.source.span, None, whole=True)
        if not _is_seated(step):
            self._hooked(step.known_as, step.source.span, None)
            self._judged(step)
        for inner in _unseated_parts(step):
            self.body(inner)

    def _act(self, act: Act) -> None:
        match act:
            case Perform(procedure=name):
                procedure = self.game.procedures[name]
                self._hooked(procedure.known_as, act.span, None)
                self._enter(procedure, act.span)
            case Trade(mode=mode):
                self._hooked(mode, act.span, resources_in(act.bundle) or None)
            case Give(taker=taker) if taker.type != SEAT:
                self._hooked("move", act.span, None)
            case Move() | Draw() | Roll():
                self._hooked(type(act).__name__.lower(), act.span, None)
                if isinstance(act, Draw) and refilled_by(self.game, act):
                    self._hooked("move", act.span, None)

    def _hooked(self, deed: str, span: Span, resources: set[int] | None, *, whole: bool = False) -> None:
        """The rules that hook a deed; of a `gain` or `lose` it is known of which resources it may be."""
        for rule in self.hooks:
            if deed in rule.targets and rule.whole is whole and _may_be_of(rule, resources):
                self._enter(rule, span)

    def _judged(self, step: Step) -> None:
        """The rules that waive a step or what it asks for, and the ends after it."""
        asked = _addresses(step)
        for rule in self.judging:
            targets = (rule.after,) if isinstance(rule, End) else rule.targets
            if not asked.isdisjoint(targets) and _reads(rule, rule.actor):
                self.cx.report.tell(step.source.span, judged_where_nobody_acts(rule.source.address, rule.source.span))

    def _enter(self, entry: Rule | Procedure, span: Span) -> None:
        for need, there in _needs(entry):
            self.cx.report.tell(span, needs_an_actor(entry.source.address, need, there))
            return
        if entry.source.address not in self._seen:
            self._seen.add(entry.source.address)
            self.body(entry.body)


def _needs(entry: Rule | Procedure) -> Iterator[Need]:
    """What a rule or a procedure needs somebody for who acts where it is set going."""
    if _reads(entry, entry.actor):
        yield "me", entry.source.span
    if isinstance(entry, Rule):
        yield from _asked(entry.decision, is_chance=False)
    for item in _unseated(entry.body):
        if isinstance(item, Step):
            yield from _needs_of(item)
        elif isinstance(item, Exit) and item.mode == "leave":
            yield "me", item.span


def _needs_of(step: Step) -> Iterator[Need]:
    if _is_seated(step):
        if step.condition is not None and any(_reads(item, step.actor) for item in step.other):
            yield "me", step.source.span
        return
    yield from _asked(step.decision, is_chance=step.chance)
    if step.offer is not None:
        yield "offer", step.source.span


def _asked(decision: Decision | None, *, is_chance: bool) -> Iterator[Need]:
    """What a decision asks of whoever acts; chance may choose, but it does not pay, and nobody counts how often."""
    if decision is None:
        return
    for entry in decision.entries:
        if entry.form != "let" and not is_chance:
            yield "choose", entry.source.span
    if decision.cost is not None:
        yield "cost", decision.cost.span
    if decision.limit is not None:
        yield "limit", decision.limit.source.span


def _reads(node: Rule | Procedure | End | Step | Act, me: Local | None) -> bool:
    return me is not None and any(isinstance(expr, Local) and expr.id == me.id for expr in every_expression(node))


def _unseated(body: Body) -> Iterator[Step | Act]:
    """The steps and effects of a body, but for what happens in steps in which a seat of their own acts."""
    for item in body:
        yield item
        if isinstance(item, Step):
            for inner in _unseated_parts(item):
                yield from _unseated(inner)


def _unseated_parts(step: Step) -> tuple[Body, ...]:
    """What whoever acts around a step does in it: all, or where a seat of its own acts, what happens if its condition does not hold."""
    if not _is_seated(step):
        return step.body, step.other, step.passing
    return () if step.condition is None else (step.other,)


def _addresses(step: Step) -> frozenset[str]:
    """The addresses of a step and of what it asks for."""
    decision = step.decision
    asked = () if decision is None else (*decision.require, *decision.ensure)
    return frozenset([step.known_as, f"{step.source.address}.consent", *(each.source.address for each in asked)])


def _is_seated(step: Step) -> bool:
    """Whether a step says who acts in it."""
    return step.seat is not None or (step.loop is not None and step.loop.kind in SEATED)


def _may_be_of(rule: Rule, resources: set[int] | None) -> bool:
    """Whether a rule may look at one of these resources, as far as its `if` begins with `resource is …`."""
    word = dict(rule.names).get("resource")
    if resources is None or word is None:
        return True
    for part in conjuncts(rule.applies):
        match part:
            case Op(name="eq", arguments=(Local(id=id_), Const(value=int(wanted)))) if id_ == word.id:
                return wanted in resources
    return True
