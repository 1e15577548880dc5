"""Menus: how often a seat may pick of what a window offers, and what follows each choice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import NUMBER, Set
from custumal.dsl.model import Action, Local, Offer, Op, Step
from custumal.interpreter.lowering.assembly.context import Context, LoweringScope
from custumal.interpreter.lowering.assembly.expressions import add, as_number, either, empty_set, less, number
from custumal.interpreter.lowering.assembly.internal_slots import nobody
from custumal.interpreter.lowering.decisions import consent, pay
from custumal.interpreter.lowering.offers import Offered, action_routines, offers
from custumal.interpreter.lowering.plans import entry_words
from custumal.interpreter.lowering.sequence import sequence
from custumal.interpreter.program import HALT, Assign, Branch, Choosing, Decide, Measure, Point, Waive


def menu(context: Context, step: Step, offer: Offer, scope: LoweringScope) -> None:
    """A step's menu. Without anything to choose but to decline, `pass` is carried out, and `else` where a pick was due."""
    context.asm.linear()
    with keeping(context, step, scope):
        Menu(context, step, offer, scope).write()


@contextmanager
def keeping(context: Context, step: Step, scope: LoweringScope) -> Iterator[None]:
    """Around a menu within an action: what the action has chosen is the same behind it as before."""
    asm = context.asm
    chosen = () if scope.free == "always" else _chosen_around(scope)
    kept = tuple((local, asm.fresh("kept", step.source.span, local.type)) for local in chosen)
    for local, copy in kept:
        asm.statement(Assign(copy, local))
    yield
    for local, copy in kept:
        asm.statement(Assign(local, copy))


def _chosen_around(scope: LoweringScope) -> tuple[Local, ...]:
    """What the action around a menu has chosen: the same action may be on the menu and choose anew."""
    locals_ = (*scope.words.values(), scope.actor)
    return tuple({local.id: local for local in locals_ if isinstance(local, Local)}.values())


class Menu:
    """One menu: its point, what follows each thing on it, and what follows where nothing is picked.

    `unseen`: the free actions stay away, and one thing at most is picked (see `simultaneous.py`).
    """

    def __init__(self, context: Context, step: Step, offer: Offer, scope: LoweringScope, *, unseen: bool = False) -> None:
        span = step.source.span
        asm = context.asm
        self.context, self.step, self.offer, self.unseen = context, step, offer, unseen
        self.scope = replace(scope, free="never") if unseen else scope
        self.actor = scope.actor if scope.actor is not None else nobody(span)
        self.offered = tuple(offers(context, offer.window, self.scope))
        self.head, self.done, self.passed, self.nothing = asm.label(), asm.label(), asm.label(), asm.label()
        self.picks, self.most = asm.fresh("picks", span), asm.fresh("most", span)
        consents = not unseen and any(offered.consent is not None for offered in self.offered)
        self.refused = asm.fresh("refused", span, Set(NUMBER)) if consents else None
        self.chosen = asm.fresh("chosen", span, Set(NUMBER)) if consents else None

    @property
    def counts(self) -> bool:
        return self.offer.pick in ("up-to", "fixed") and not self.unseen

    def write(self) -> None:
        asm, span = self.context.asm, self.step.source.span
        if self.refused is not None:
            asm.statement(Assign(self.refused, empty_set(span)))
        if self.counts and self.offer.amount is not None:
            asm.statement(Assign(self.picks, number(0, span)))
            asm.statement(Assign(self.most, self.offer.amount))
        asm.place(self.head)
        if self.counts:
            asm.instruction(Branch(less(self.picks, self.most), self.done))
        targets = tuple(asm.label() for _ in self.offered)
        ends = tuple(asm.label() for _ in self.offered)
        asm.instruction(Decide(self.point(targets, ends)))
        self.follow_all(targets, ends, self.head)

    def follow_all(self, targets: tuple[int, ...], ends: tuple[int, ...], refused: int) -> None:
        """What comes after each choice, from its target to its end, and what comes where nothing is picked. Terms that are
        refused lead to `refused`."""
        for offered, target, end in zip(self.offered, targets, ends, strict=True):
            self.context.asm.place(target)
            self._follow(offered, end, refused)
        self._decline()
        self.context.asm.place(self.done)

    def point(self, targets: tuple[int, ...], ends: tuple[int, ...]) -> Point:
        """The point; the choices are carried out, and tried, from the targets on."""
        context = self.context
        choosings = tuple(_placed(offered.choosing, target, end) for offered, target, end in zip(self.offered, targets, ends, strict=True))
        passing = "always" if self.offer.pick in ("any", "up-to") else "unless"
        idle = self.scope.free == "idle" and any(choosing.free for choosing in choosings)
        return Point(
            number=context.next_point(),
            kind="menu",
            seat=self.actor,
            source=self.step.source,
            choosings=choosings,
            nothing=self.nothing,
            passing=passing,
            passed=self.passed,
            refused=self.refused,
            chosen=self.chosen,
            routines=action_routines(context) if idle else (),
        )

    def _follow(self, offered: Offered, end: int, no: int) -> None:
        """What comes after a choice: consent, limit, cost, the action, and the menu again or its end."""
        context, asm, span = self.context, self.context.asm, self.step.source.span
        if offered.consent is not None:
            refused = asm.label()
            agreed = asm.label()
            consent(context, offered.consent, offered.terms, refused)
            asm.jump(agreed)
            asm.place(refused)
            if self.refused is not None and self.chosen is not None:
                one = Op(Set(NUMBER), span, "list", (self.chosen,))
                asm.statement(Assign(self.refused, Op(Set(NUMBER), span, "join", (self.refused, one))))
            asm.jump(no)
            asm.place(agreed)
        pay(context, offered.terms)
        context.call(offered.routine)
        if offered.choosing.inside is not None:
            asm.place(offered.choosing.inside)
            assert offered.whole is not None
            self._measure(offered.whole)
        if offered.then:
            sequence(context, offered.then, replace(self.scope, actor=offered.then_actor or self.scope.actor, free="never"))
        asm.place(end)
        if offered.choosing.free:
            asm.jump(self.head)
            return
        if self.counts:
            asm.statement(Assign(self.picks, add(self.picks, 1)))
        asm.jump(self.done if self.unseen or self.offer.pick == "one" else self.head)

    def _measure(self, action: Action) -> None:
        """What an action that was chosen as one has led to, for what it has to ensure and for its preferences."""
        asm = self.context.asm
        ensured = ((each.source.address, as_number(either(each.that, each.unless))) for each in action.decision.ensure)
        preferred = ((each.source.address, each.value) for each in action.prefer)
        for address, value in (*ensured, *preferred):
            over = asm.label()
            waivers = self.context.waivers(address, entry_words(action.decision))
            if waivers:
                asm.instruction(Waive(waivers, action.actor, over))
            asm.statement(Measure(address, value))
            asm.place(over)

    def _decline(self) -> None:
        context, asm = self.context, self.context.asm
        asm.place(self.nothing)
        if self.step.other and self.offer.pick in ("one", "fixed"):
            sequence(context, self.step.other, self.scope)
        asm.place(self.passed)
        sequence(context, self.step.passing, self.scope)


def _placed(choosing: Choosing, target: int, end: int) -> Choosing:
    """A choosing at its place in the code, where it is tried out too if it has no routine for that."""
    if choosing.ensure and choosing.trial == HALT:
        return replace(choosing, target=target, trial=target, trial_end=end)
    return replace(choosing, target=target)
