"""Where nobody acts: deeds of steps without a seat must not set rules or procedures going that speak of `me`."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.types import SEAT
from custumal.dsl.check.entries.context import Context
from custumal.dsl.diagnostics.catalogue.actors import speaks_of_nobody
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Act, Const, Draw, Exit, Expr, GameModel, Give, Local, Move, Op, Perform, Procedure, Roll, Rule, Step, Trade
from custumal.dsl.model.expression_walk import Body, conjuncts, every_expression, resources_in
from custumal.dsl.model.refilled import refilled_by

HOOKS = ("before", "after", "instead")
SEATED = ("players", "rounds", "together")


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
        self._seen: set[str] = set()

    def body(self, body: Body) -> None:
        """What happens one after the other while nobody acts."""
        for item in body:
            if isinstance(item, Step):
                self._step(item)
            else:
                self._act(item)

    def _step(self, step: Step) -> None:
        self._hooked(step.source.address, step.source.span, None, whole=True)
        if not _is_seated(step):
            self._hooked(step.source.address, step.source.span, None)
            for inner in (step.body, step.other, step.passing):
                self.body(inner)

    def _act(self, act: Act) -> None:
        match act:
            case Perform(procedure=name):
                procedure = self.game.procedures[name]
                self._hooked(procedure.source.address, act.span, None)
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

    def _enter(self, entry: Rule | Procedure, span: Span) -> None:
        if _speaks_of_me(entry):
            self.cx.report.tell(span, speaks_of_nobody(entry.source.address, entry.source.span))
        elif entry.source.address not in self._seen:
            self._seen.add(entry.source.address)
            self.body(entry.body)


def _speaks_of_me(entry: Rule | Procedure) -> bool:
    me = entry.actor
    said = me is not None and any(isinstance(expr, Local) and expr.id == me.id for expr in _said(entry))
    return said or any(isinstance(act, Exit) and act.mode == "leave" for act in _unseated(entry.body))


def _said(entry: Rule | Procedure) -> Iterator[Expr]:
    for node in (entry, *entry.body):
        yield from every_expression(node)


def _unseated(body: Body) -> Iterator[Act]:
    """The effects of a body but for those of steps in which a seat of their own acts."""
    for item in body:
        if not isinstance(item, Step):
            yield item
        elif not _is_seated(item):
            yield from _unseated((*item.body, *item.other, *item.passing))


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
