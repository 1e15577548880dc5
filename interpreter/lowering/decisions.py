"""Decisions inside actions: what a step or a rule asks for, what it takes, who must agree."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.dsl.base.frozen import dataclass, replace
from custumal.dsl.base.types import NUMBER, Set
from custumal.dsl.model import NO_DECISION, Action, Decision, Expr, Limit, Local, Rule, Source, Step
from custumal.dsl.model.node_walk import locals_in
from custumal.interpreter.lowering.assembly.context import Context, LoweringScope, Words
from custumal.interpreter.lowering.assembly.internal_slots import nobody
from custumal.interpreter.lowering.plans import arrange, binders, entry_words, limited, payable, requirements, restrictions
from custumal.interpreter.program import (
    HALT,
    Affordable,
    Allowed,
    Bind,
    Chance,
    Choosing,
    Count,
    Counter,
    Decide,
    Part,
    Pay,
    Point,
    Spent,
    Split,
    Test,
    Use,
    Waive,
)


@dataclass(frozen=True, slots=True)
class Terms:
    """What taking part costs: each with the rules that may waive it."""

    seat: Local
    source: Source
    cost: Expr | None
    cost_waived: tuple[Use, ...]
    limit: Limit | None
    counter: Counter | None
    limit_waived: tuple[Use, ...]
    consent_waived: tuple[Use, ...]

    def allowed(self) -> Allowed | None:
        if self.limit is None or self.counter is None:
            return None
        return Allowed(self.limit, self.counter, self.seat, self.limit_waived)

    def affordable(self, context: Context) -> Affordable | None:
        return None if self.cost is None else Affordable(self.cost, self.seat, self.source, context.payment_sources(), self.cost_waived)


def terms_of(context: Context, address: str, source: Source, decision: Decision, seat: Local) -> Terms:
    """The terms that stand at the address of an action, step or rule."""
    words = entry_words(decision)
    counter = None if decision.limit is None else context.counter(address, decision.limit)
    return Terms(
        seat,
        source,
        decision.cost,
        context.waivers(f"{address}.cost", words),
        decision.limit,
        counter,
        context.waivers(f"{address}.limit", words),
        context.waivers(f"{address}.consent", words),
    )


def plan(
    context: Context,
    targets: Sequence[str],
    decisions: Sequence[Decision],
    terms: Terms,
    read_later: object,
    bridge: tuple[Bind, ...] = (),
    around: Words | None = None,
) -> tuple[Part, ...]:
    """The plan of a choice under these terms, which rules may restrict at the `targets`; `read_later` is what will read the choice,
    `bridge` names that the second decision has for what the first one chose, and `around` the names known before the choice."""
    words: Words = {word: local for word, local in (around or {}).items() if isinstance(local, Local)}
    words |= {word: local for decision in decisions for word, local in entry_words(decision).items()}
    claims = [claim for decision in decisions for claim in requirements(context, decision.require, words)]
    allowed = terms.allowed()
    if allowed is not None:
        # It is told first, unless how often is known only where a restriction holds.
        rests = any(claim.secures & locals_in(allowed.limit.count) for claim in claims)
        claims.insert(len(claims) if rests else 0, limited(allowed))
    claims.extend(claim for target in targets for claim in restrictions(context, target, words))
    affordable = terms.affordable(context)
    if affordable is not None:
        claims.append(payable(affordable))
    return arrange(binders(context, decisions, bridge, read_later), claims)


def trials(context: Context, decisions: Sequence[Decision]) -> tuple[Test, ...]:
    """What is tested on a trial of the result."""
    words = {word: local for decision in decisions for word, local in entry_words(decision).items()}
    return tuple(Test(ensure, context.waivers(ensure.source.address, words)) for decision in decisions for ensure in decision.ensure)


def make_choosing(
    context: Context,
    action: Action,
    terms: Terms,
    decisions: Sequence[Decision],
    read_later: object,
    bridge: tuple[Bind, ...] = (),
    offer: str | None = None,
) -> Choosing:
    """An action as something to choose, still without a place in the code; `offer` is the address of the rule that offers it."""
    targets = (action.source.address,) if offer is None else (action.source.address, offer)
    return Choosing(
        name=action.source.id,
        source=action.source,
        actor=action.actor,
        plan=plan(context, targets, decisions, terms, (read_later, action.decision.ensure if action.as_one else ()), bridge),
        address=action.source.address,
        target=HALT,
        ensure=() if action.as_one else trials(context, decisions),
    )


# ---------------------------------------------------------------- paying


def pay(context: Context, terms: Terms) -> None:
    """The limit is counted, then the cost is paid."""
    asm = context.asm
    if terms.limit is not None and terms.counter is not None:
        asm.statement(Count(terms.counter, (terms.seat, *terms.limit.each)))
    if terms.cost is None:
        return
    paid = asm.label()
    if terms.cost_waived:
        asm.instruction(Waive(terms.cost_waived, terms.seat, paid))
    sources = context.payment_sources()
    asm.statement(Pay(terms.seat, terms.cost, sources, _split(context, terms, sources)))
    if terms.cost_waived:
        asm.place(paid)


def _split(context: Context, terms: Terms, sources: tuple[Use, ...]) -> Local | None:
    """Payment sources of one rank: the seat chooses how they share the cost."""
    ranks = [(use.rule.pays_as, use.rule.rank) for use in sources]
    if len(set(ranks)) == len(ranks) and all(rank != 0 for _, rank in ranks):
        return None
    asm = context.asm
    asm.linear()
    assert terms.cost is not None
    part = asm.fresh("payment", terms.source.span, Set(NUMBER))
    target = asm.label()
    choosing = Choosing("pay", terms.source, terms.seat, (Split(part, terms.seat, terms.cost, sources),), terms.source.address, target)
    asm.instruction(Decide(Point(context.next_point(), "inner", terms.seat, terms.source, (choosing,), target)))
    asm.place(target)
    return part


# ---------------------------------------------------------------- in the middle of an action


def decide_inside(
    context: Context, step: Step, decision: Decision, scope: LoweringScope, nothing: int, end: int = HALT, *, pays: bool = True
) -> LoweringScope:
    """A step's decision: a single choice is taken silently; with none the program goes on at `nothing`.

    Trials run to `end`, the label behind the action. Unless it `pays`, limit and cost are for later.
    """
    address = step.source.address
    seat = scope.actor if scope.actor is not None else nobody(step.source.span)
    terms = terms_of(context, address, step.source, decision, seat)
    choosing = Choosing(
        name=step.source.id,
        source=step.source,
        actor=None if step.chance else scope.actor,
        plan=plan(context, (address,), (decision,), terms, (step.body, step.other), around=scope.words),
        address=address,
        target=HALT,
        ensure=trials(context, (decision,)),
    )
    choosing = replace(choosing, trial_end=end)
    _decide(context, choosing, terms, decision, nothing, chance=step.chance)
    if pays:
        pay(context, terms)
    return scope.naming(entry_words(decision))


def decide_rule(context: Context, rule: Rule, scope: LoweringScope, nothing: int, end: int) -> LoweringScope:
    """A hook's decision, by whoever does the action that it hooks. Trials run to `end`."""
    decision = rule.decision
    if decision is None or decision == NO_DECISION:
        return scope
    address = rule.source.address
    seat = scope.actor if scope.actor is not None else nobody(rule.source.span)
    terms = terms_of(context, address, rule.source, decision, seat)
    allowed = terms.allowed()
    if not decision.entries:
        if allowed is not None:
            context.asm.instruction(Spent(allowed, nothing))
        if decision.cost is None and not decision.require:
            pay(context, terms)
            return scope.naming(entry_words(decision))
    found = plan(context, (address,), (decision,), terms, rule.body, around=scope.words)
    choosing = Choosing(rule.source.id, rule.source, scope.actor, found, address, HALT, trial_end=end, ensure=trials(context, (decision,)))
    _decide(context, choosing, terms, decision, nothing, chance=False)
    pay(context, terms)
    return scope.naming(entry_words(decision))


def _decide(context: Context, choosing: Choosing, terms: Terms, decision: Decision, nothing: int, *, chance: bool) -> None:
    asm = context.asm
    asm.linear()
    target = asm.label()
    ends = choosing.trial_end if choosing.ensure else HALT
    placed = replace(choosing, target=target, trial=target, trial_end=ends)
    point = Point(context.next_point(), "inner", None if chance else terms.seat, choosing.source, (placed,), nothing)
    asm.instruction(Chance(point) if chance else Decide(point))
    asm.place(target)
    if decision.consent is not None:
        consent(context, decision.consent, terms, nothing)


# ---------------------------------------------------------------- yes or no


def ask(context: Context, rule: Rule, no: int) -> None:
    """The seat of `may` is asked whether it wants the rule to act; if not, the program goes on at `no`."""
    if rule.may is not None:
        yes = context.asm.label()
        _ask(context, rule.may, rule.source, (yes, no), no)
        context.asm.place(yes)


def consent(context: Context, seat: Expr, terms: Terms, no: int) -> None:
    """The seat must agree to the terms just chosen; if not, the program goes on at `no`. Nobody agrees to everything."""
    yes = context.asm.label()
    if terms.consent_waived:
        context.asm.instruction(Waive(terms.consent_waived, terms.seat, yes))
    _ask(context, seat, terms.source, (yes, no), yes)
    context.asm.place(yes)


def _ask(context: Context, seat: Expr, source: Source, targets: tuple[int, int], nobody: int) -> None:
    context.asm.linear()
    choices = tuple(Choosing(name, source, None, (), source.address, target) for name, target in zip(("yes", "no"), targets, strict=True))
    context.asm.instruction(Decide(Point(context.next_point(), "ask", seat, source, choices, nobody)))
