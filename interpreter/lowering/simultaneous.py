"""`together`: first all choose, and what they choose is kept unseen; then each one's goes through."""

from __future__ import annotations

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import NUMBER, Set
from custumal.dsl.model import Const, Local, LoopHead, Offer, Step
from custumal.interpreter.lowering.assembly.context import Context, LoweringScope
from custumal.interpreter.lowering.assembly.expressions import empty_set, equal, negate, number
from custumal.interpreter.lowering.decisions import decide_inside, pay, terms_of
from custumal.interpreter.lowering.ends import ends_read, judge_ends
from custumal.interpreter.lowering.hooks import weave
from custumal.interpreter.lowering.lives import begin_pass, end_pass
from custumal.interpreter.lowering.menus import Menu, keeping
from custumal.interpreter.lowering.passes import lets, seated
from custumal.interpreter.lowering.plans import bound_by
from custumal.interpreter.lowering.sequence import sequence
from custumal.interpreter.program import (
    PASS,
    Assign,
    Bind,
    Branch,
    Decide,
    Fulfil,
    Keep,
    Next,
    Pick,
    Point,
    Recall,
    Seal,
    Spent,
    Split,
    Waive,
)


def together(context: Context, step: Step, loop: LoopHead, scope: LoweringScope, done: int) -> None:
    """Emit the loop; behind it the program goes on at `done`."""
    assert loop.source is not None and loop.local is not None
    _Together(context, step, loop, loop.local, scope).write(done)


class _Together:
    def __init__(self, context: Context, step: Step, loop: LoopHead, me: Local, scope: LoweringScope) -> None:
        asm, span = context.asm, step.source.span
        self.context, self.step, self.loop, self.me, self.scope = context, step, loop, me, scope
        assert loop.source is not None
        self.items, self.index = asm.fresh("items", span, loop.source.type), asm.fresh("index", span)
        self.kept = asm.fresh("sealed", span, Set(NUMBER))
        self.taken = asm.fresh("taken", span)

    def write(self, done: int) -> None:
        context, asm, step, span = self.context, self.context.asm, self.step, self.step.source.span
        assert self.loop.source is not None
        asm.statement(Assign(self.items, context.entering.turned(self.loop.source)))
        asm.statement(Assign(self.index, number(0, span)))
        asm.statement(Assign(self.kept, empty_set(span)))
        opened = asm.label()
        inner, menu = self._ask_all(opened)
        values = self._values(menu)
        asm.place(opened)
        asm.statement(Assign(self.index, number(0, span)))
        again = asm.here()
        asm.instruction(Recall(self.kept, self.index, values, done))
        self._ask_until(done)
        self._carry_out(inner, menu)
        end_pass(context, step, self.me)
        asm.jump(again)

    def _ask_until(self, done: int) -> None:
        if self.step.until is not None:
            self.context.asm.instruction(Branch(negate(self.step.until), done))

    # ------------------------------------------------------------ all choose

    def _ask_all(self, opened: int) -> tuple[LoweringScope, UnseenMenu | None]:
        """One after the other they choose, and nothing happens yet."""
        context, asm, step, span = self.context, self.context.asm, self.step, self.step.source.span
        head, over = asm.here(), asm.label()
        asm.instruction(Next(self.items, self.index, self.me, self.loop.where, opened))
        self._ask_until(opened)
        begin_pass(context, step, self.me)
        inner = seated(context, step, lets(context, step, self.scope))
        waivers = context.waivers(step.known_as, inner.words)
        if waivers:
            asm.instruction(Waive(waivers, inner.actor, over))
        sealed = asm.label()
        if step.decision is not None:
            asm.statement(Assign(self.taken, number(0, span)))
            inner = decide_inside(context, step, step.decision, inner, sealed, pays=False)
        menu = None if step.offer is None else UnseenMenu(context, step, step.offer, inner)
        if menu is not None:
            menu.ask()
        if step.decision is not None:
            asm.statement(Assign(self.taken, number(1, span)))
        asm.place(sealed)
        self._keep(self._values(menu), head)
        asm.jump(head)
        if waivers:
            asm.place(over)
            end_pass(context, step, self.me)
            asm.jump(head)
        return inner, menu

    def _values(self, menu: UnseenMenu | None) -> tuple[Local, ...]:
        """What carrying out a seat's choice reads of it."""
        step = self.step
        actor = () if step.actor is None or step.actor.id == self.me.id else (step.actor,)
        picked = () if menu is None else menu.slots
        taken = () if step.decision is None else (self.taken,)
        return (self.me, *actor, *(local for local, _ in step.lets), *bound_by(step.decision), *picked, *taken)

    def _keep(self, values: tuple[Local, ...], head: int) -> None:
        self.context.asm.instruction(Keep(self.kept, values, head))
        self.context.sealed.update(local.id for local in (self.kept, *values) if local.id != self.me.id)

    # ------------------------------------------------------------ each one's choice is carried out

    def _carry_out(self, inner: LoweringScope, menu: UnseenMenu | None) -> None:
        """A seat's choice is carried out, with the ends after it; what `pass` says, where it had nothing to choose, or can't pay."""
        context, asm, step = self.context, self.context.asm, self.step
        skipped, end = asm.label(), asm.label()
        if step.decision is not None:
            asm.instruction(Branch(equal(self.taken, number(1, step.source.span)), skipped))
            terms = terms_of(context, step.source.address, step.source, step.decision, inner.actor or self.me)
            affordable = terms.affordable(context)
            if affordable is not None:
                asm.instruction(Spent(affordable, skipped))
            pay(context, terms)
        weave(context, step.known_as, inner, lambda: self._body(inner, menu))
        is_read = ends_read(context, step.known_as, step.decision)
        if is_read:
            judge_ends(context, step.known_as, inner)
        if step.decision is not None and (step.passing or is_read):
            asm.jump(end)
        asm.place(skipped)
        if step.decision is not None:
            sequence(context, step.passing, inner)
        if is_read:
            chosen = {local.name for local in bound_by(step.decision)}
            judge_ends(context, step.known_as, replace(inner, words={w: v for w, v in inner.words.items() if w not in chosen}))
        asm.place(end)
        if not is_read:
            judge_ends(context, step.known_as, inner)

    def _body(self, inner: LoweringScope, menu: UnseenMenu | None) -> None:
        if menu is not None:
            menu.carry_out()
        sequence(self.context, self.step.body, inner)


class UnseenMenu:
    """A menu of `together`: what is picked is kept, and is carried out at its turn if it can still be chosen then. What others
    have made impossible is as if there had been nothing to pick."""

    def __init__(self, context: Context, step: Step, offer: Offer, scope: LoweringScope) -> None:
        asm, span = context.asm, step.source.span
        self.context, self.step, self.scope = context, step, scope
        self.menu = Menu(context, step, offer, scope, unseen=True)
        self.picked = asm.fresh("chosen", span, Set(NUMBER))
        self.interchangeable = asm.fresh("likes", span, Set(NUMBER))
        offered = self.menu.offered
        self.targets, self.ends = tuple(asm.label() for _ in offered), tuple(asm.label() for _ in offered)
        self.point = self.menu.point(self.targets, self.ends)

    @property
    def slots(self) -> tuple[Local, ...]:
        return (self.picked, self.interchangeable)

    def ask(self) -> None:
        """The seat picks; nothing is carried out."""
        context, asm, span = self.context, self.context.asm, self.step.source.span
        picked, passed, sealed = asm.label(), asm.label(), asm.label()
        with keeping(context, self.step, self.scope):
            asm.statement(Assign(self.picked, empty_set(span)))
            asm.statement(Assign(self.interchangeable, empty_set(span)))
            asm.instruction(Decide(self._asking(picked, passed, sealed)))
            asm.place(passed)
            asm.statement(Assign(self.picked, Const(Set(NUMBER), span, PASS)))
            asm.jump(sealed)
            asm.place(picked)
            if any(pick.kind or pick.zone for choosing in self.point.choosings for pick in choosing.picks):
                asm.instruction(Seal(self.point, self.picked, self.interchangeable))
            asm.place(sealed)
        bound = (part.local for choosing in self.point.choosings for part in choosing.plan if isinstance(part, Pick | Bind | Split))
        context.sealed.update(local.id for local in bound)

    def _asking(self, picked: int, passed: int, sealed: int) -> Point:
        choosings = tuple(replace(choosing, target=picked) for choosing in self.point.choosings)
        return replace(self.point, choosings=choosings, nothing=sealed, passed=passed, chosen=self.picked)

    def carry_out(self) -> None:
        """What was picked happens now, with all that belongs to it: consent, limit, cost, the action."""
        with keeping(self.context, self.step, self.scope):
            self.context.asm.instruction(Fulfil(self.point, self.picked, self.interchangeable))
            self.menu.follow_all(self.targets, self.ends, self.menu.nothing)
