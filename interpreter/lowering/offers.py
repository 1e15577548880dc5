"""What a window offers: actions and what rules add, each at its terms, with the routine that carries it out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from custumal.dsl.base.frozen import dataclass, replace
from custumal.dsl.base.types import TRUTH
from custumal.dsl.model import NO_DECISION, Action, Decision, Effect, Expr, Local, Op, Require, Rule, Step
from custumal.interpreter.lowering.assembly.context import Context, LoweringScope
from custumal.interpreter.lowering.assembly.internal_slots import nobody
from custumal.interpreter.lowering.decisions import Terms, make_choosing, pay, plan, terms_of, trials
from custumal.interpreter.lowering.hooks import weave
from custumal.interpreter.lowering.plans import entry_words
from custumal.interpreter.lowering.sequence import sequence
from custumal.interpreter.program import HALT, Bind, Choosing, Preferred, Return, Use


@dataclass(frozen=True, slots=True)
class Offered:
    """One thing on a menu: its choosing, its terms, who must consent, its routine, and what happens on top; `whole` is an action that is
    chosen as one."""

    choosing: Choosing
    terms: Terms
    consent: Expr | None
    routine: int
    then: tuple[Step | Effect, ...] = ()
    then_actor: Local | None = None
    whole: Action | None = None


def offers(context: Context, window: str | None, scope: LoweringScope) -> Iterator[Offered]:
    """What a window offers: actions in the order of the file, then what rules add; then what is free at any time."""
    if window is not None:
        for action in context.game.actions.values():
            if window in action.windows:
                yield _by_action(context, action)
        for rule in context.indices.rules:
            if window in rule.windows:
                yield from _by_rule(context, rule)
    if scope.free == "never":
        return
    for action in context.game.actions.values():
        if action.any_time is not None and (window is None or window not in action.windows):
            yield _free(_by_action(context, action), action.any_time, scope)
    for rule in context.indices.rules:
        if rule.any_time is not None and (window is None or window not in rule.windows):
            yield from (_free(offered, rule.any_time, scope) for offered in _by_rule(context, rule))


def _free(offered: Offered, step: str, scope: LoweringScope) -> Offered:
    when = None if step in scope.steps or step == "game" else Op(TRUTH, offered.choosing.source.span, "running", (), step)
    return replace(offered, choosing=replace(offered.choosing, free=True, when=when))


def _by_action(context: Context, action: Action) -> Offered:
    address = action.source.address
    terms = terms_of(context, address, action.source, action.decision, action.actor)
    choosing = _whole(context, base_choosing(context, action), action)
    return Offered(choosing, terms, action.decision.consent, action_routine(context, action), whole=_as_one(action))


def _whole(context: Context, choosing: Choosing, action: Action) -> Choosing:
    """The choosing of an action, which may be chosen as one with all that is chosen in it."""
    if not action.as_one:
        return choosing
    needed = (Preferred(each.source.address, is_most=True, needed=True) for each in action.decision.ensure)
    prefer = (*needed, *(Preferred(each.source.address, each.is_most) for each in action.prefer))
    return replace(choosing, inside=context.asm.label(), prefer=prefer)


def _as_one(action: Action) -> Action | None:
    return action if action.as_one else None


def base_choosing(context: Context, action: Action) -> Choosing:
    """An action at its own terms."""
    address = action.source.address
    terms = terms_of(context, address, action.source, action.decision, action.actor)
    return _tried(
        context, make_choosing(context, action, terms, (action.decision,), action.body), address, terms, action_routine(context, action)
    )


def _tried(context: Context, choosing: Choosing, key: str, terms: Terms, routine: int) -> Choosing:
    """A choosing that is tried out, where it has to be, in a routine of its own: the trial is over when that returns."""
    if not choosing.ensure:
        return choosing

    def write() -> None:
        pay(context, terms)
        context.call(routine)
        context.asm.instruction(Return())

    return replace(choosing, trial=context.routine(f"trial of {key}", write))


def _by_rule(context: Context, rule: Rule) -> Iterator[Offered]:
    if rule.head == "offer":
        for target in rule.targets:
            yield _at_other_terms(context, rule, context.actions[target])
    else:
        yield _own_action(context, rule)


def _own_action(context: Context, rule: Rule) -> Offered:
    """An action of the rule's own."""
    decision = rule.decision or NO_DECISION
    actor = rule.actor or nobody(rule.source.span)
    terms = terms_of(context, rule.source.address, rule.source, decision, actor)
    choosing = Choosing(
        rule.source.id,
        rule.source,
        actor,
        plan(context, (rule.source.address,), (decision,), terms, rule.body),
        rule.source.address,
        HALT,
        ensure=trials(context, (decision,)),
        offered_by=Use(rule),
    )
    routine = _rule_routine(context, rule, decision)
    return Offered(_tried(context, choosing, rule.source.address, terms, routine), terms, decision.consent, routine)


def _at_other_terms(context: Context, rule: Rule, action: Action) -> Offered:
    """An action as a rule offers it."""
    own = rule.decision or NO_DECISION
    merged = _merged(action.decision, own, cost_free=rule.cost_free)
    actor = action.actor
    address = rule.source.address if own.limit is not None else f"{rule.source.address} {action.source.address}"
    terms = replace(
        terms_of(context, address, rule.source, merged, actor),
        cost_waived=context.waivers(f"{action.source.address}.cost", entry_words(action.decision)),
        limit_waived=context.waivers(f"{action.source.address}.limit", entry_words(action.decision)),
        consent_waived=context.waivers(f"{action.source.address}.consent", entry_words(action.decision)),
    )
    name = rule.source.id if len(rule.targets) == 1 else f"{rule.source.id}-{action.source.id}"
    bridge = tuple(Bind(local, seen) for local, seen in context.use(rule, entry_words(action.decision)).names)
    base = make_choosing(
        context, action, terms, (action.decision, _applying(rule, own)), (action.body, rule.body), bridge, rule.source.address
    )
    choosing = replace(base, name=name, source=rule.source, offered_by=Use(rule))
    if not rule.body:
        choosing = _tried(context, choosing, f"{rule.source.address} {action.source.address}", terms, action_routine(context, action))
    choosing = _whole(context, choosing, action)
    return Offered(choosing, terms, merged.consent, action_routine(context, action), rule.body, rule.actor, _as_one(action))


def _applying(rule: Rule, own: Decision) -> Decision:
    """What a rule asks for; its `if`, where it sees the action's names, is one more restriction."""
    if rule.applies is None or not rule.names:
        return own
    return replace(own, require=(Require(rule.applies, None, rule.source), *own.require))


def _merged(action: Decision, rule: Decision, *, cost_free: bool) -> Decision:
    """The terms of an action with those that a rule puts in their place."""
    cost = None if cost_free else rule.cost if rule.cost is not None else action.cost
    limit = rule.limit if rule.limit is not None else action.limit
    return replace(action, cost=cost, limit=limit, entries=(*action.entries, *rule.entries))


# ---------------------------------------------------------------- the actions themselves


def action_routine(context: Context, action: Action) -> int:
    """The label of the routine that carries out an action whose choices are bound and whose cost is paid."""

    def write() -> None:
        with context.asm.step(action.source.address):
            scope = LoweringScope(action.actor, entry_words(action.decision), (), "never")
            weave(context, action.source.address, scope, partial(sequence, context, action.body, scope))
            context.asm.instruction(Return())

    return context.routine(action.source.address, write)


def action_routines(context: Context) -> tuple[int, ...]:
    """The labels of all that somebody chooses to do, which free actions never interrupt."""
    own = tuple(rule for rule in context.indices.rules if rule.head == "action")
    actions = tuple(action_routine(context, action) for action in context.game.actions.values())
    return (*actions, *(_rule_routine(context, rule, rule.decision or NO_DECISION) for rule in own))


def _rule_routine(context: Context, rule: Rule, decision: Decision) -> int:
    def write() -> None:
        with context.asm.step(rule.source.address):
            scope = LoweringScope(rule.actor, entry_words(decision), (), "never")
            weave(context, rule.source.address, scope, partial(sequence, context, rule.body, scope))
            context.asm.instruction(Return())

    return context.routine(rule.source.address, write)
