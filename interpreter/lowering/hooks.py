"""Rules that do more or something else at a deed: law 3 (order), 4 (instead), 5 (before, after), 6 (judged once)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from custumal.dsl.base.types import NUMBER, TRUTH, Set
from custumal.dsl.model import Const, Expr, Local, Rule
from custumal.interpreter.lowering.assembly.context import Hub, Scope
from custumal.interpreter.lowering.assembly.expressions import both, equal, member, nothing, number
from custumal.interpreter.lowering.assembly.facts import HEADS
from custumal.interpreter.lowering.assembly.internal_slots import taken
from custumal.interpreter.lowering.choices.decisions import ask, decide_rule
from custumal.interpreter.lowering.sequence import sequence
from custumal.interpreter.program import Assign, Branch, Gather, Inside, NextHook, Return

"""Slots that say whether the rule called last has taken a deed's place."""

Filter = Callable[[Rule], bool]
Bindings = tuple[tuple[Local, Expr], ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """The hooks of one head at one deed, judged when the deed begins: gathered `items` if abilities are among them, else a
    flag for each rule whose `while` or `for` is not known beforehand."""

    rules: tuple[Rule, ...]
    items: Local | None
    flags: tuple[Expr | None, ...]


def weave(hub: Hub, deed: str, scope: Scope, body: Callable[[], None], wanted: Filter | None = None) -> None:
    """Emit a deed with all that happens instead of, before and after it. The names that rules see are `scope.words`.

    Args:
        deed: the address of the deed, or the name of a built-in one.
        wanted: says which rules can apply here at all; None: all.
    """
    found = {head: tuple(rule for rule in hub.facts.rules_on(head, deed) if wanted is None or wanted(rule)) for head in HEADS}
    judged = {head: _judge(hub, rules, scope) for head, rules in found.items() if rules}
    if "instead" in judged:
        over = hub.asm.label()
        _run(hub, judged["instead"], scope, over)
        _around(hub, judged, scope, body)
        hub.asm.place(over)
    else:
        _around(hub, judged, scope, body)


def _around(hub: Hub, judged: dict[str, Judged], scope: Scope, body: Callable[[], None]) -> None:
    if "before" in judged:
        _run(hub, judged["before"], scope, None)
    body()
    if "after" in judged:
        _run(hub, judged["after"], scope, None)


# ---------------------------------------------------------------- judging


def _judge(hub: Hub, rules: tuple[Rule, ...], scope: Scope) -> Judged:
    asm = hub.asm
    span = rules[0].source.span
    if any(rule.carrier is not None for rule in rules):
        items = asm.fresh("hooks", span, Set(NUMBER))
        asm.instruction(Gather(items, tuple(hub.use(rule, scope.words) for rule in rules), scope.actor))
        return Judged(rules, items, ())
    return Judged(rules, None, tuple(_flag(hub, rule, scope) for rule in rules))


def _flag(hub: Hub, rule: Rule, scope: Scope) -> Expr | None:
    """Whether a rule of the game is in force for this actor; None: always."""
    condition = None if hub.known(rule.condition) else rule.condition
    if rule.concerns == "seats" and rule.seats is not None and scope.actor is not None:
        condition = both(condition, member(scope.actor, rule.seats))
    if condition is None:
        return None
    _act(hub, rule, scope)
    flag = hub.asm.fresh("holds", rule.source.span, TRUTH)
    hub.asm.statement(Assign(flag, condition))
    return flag


def _act(hub: Hub, rule: Rule, scope: Scope) -> None:
    """The rule's `me` is whoever does the deed."""
    for local, value in _actor(rule, scope):
        hub.asm.statement(Assign(local, value))


# ---------------------------------------------------------------- carrying out


def _run(hub: Hub, judged: Judged, scope: Scope, over: int | None) -> None:
    """The hooks in their order; `over`: where to go when one has taken the deed's place."""
    if judged.items is not None:
        _run_gathered(hub, judged, judged.items, scope, over)
        return
    for rule, flag in zip(judged.rules, judged.flags, strict=True):
        hub.asm.branch(flag, partial(_hook, hub, rule, (*_actor(rule, scope), *_names(rule, scope)), over))


def _run_gathered(hub: Hub, judged: Judged, items: Local, scope: Scope, over: int | None) -> None:
    asm, span = hub.asm, judged.rules[0].source.span
    index, done = asm.fresh("index", span), asm.label()
    this, owner, copies = asm.fresh("this", span), asm.fresh("owner", span), asm.fresh("copies", span)
    targets = tuple(asm.label() for _ in judged.rules)
    asm.statement(Assign(index, number(0, span)))
    head = asm.here()
    asm.instruction(NextHook(items, index, this, owner, copies, targets, done))
    for target, rule in zip(targets, judged.rules, strict=True):
        asm.place(target)
        _hook(hub, rule, (*_actor(rule, scope), *_carrier(rule, (this, owner, copies)), *_names(rule, scope)), over)
        asm.jump(head)
    asm.place(done)


def _actor(rule: Rule, scope: Scope) -> Bindings:
    if rule.actor is None or (scope.actor is not None and rule.actor.id == scope.actor.id):
        return ()
    return ((rule.actor, scope.actor if scope.actor is not None else nothing(rule.source.span, rule.actor)),)


def _names(rule: Rule, scope: Scope) -> Bindings:
    return tuple((local, scope.words[word]) for word, local in rule.names if word in scope.words)


def _carrier(rule: Rule, carried: tuple[Local, ...]) -> Bindings:
    carrier = rule.carrier
    return () if carrier is None else tuple(zip((carrier.this, carrier.owner, carrier.copies), carried, strict=True))


def _hook(hub: Hub, rule: Rule, bindings: Bindings, over: int | None) -> None:
    """One rule whose turn has come."""
    asm, span = hub.asm, rule.source.span
    if over is None:
        if not asm.plain(partial(_inline, hub, rule, bindings)):
            hub.call(_routine(hub, rule), bindings)
        return
    # Instead of the deed, if it applies and is wanted; never inside of what the rule itself brought about.
    label, skip = _routine(hub, rule), asm.label()
    asm.instruction(Inside((label,), skip))
    hub.call(label, bindings)
    asm.branch(equal(taken(rule), number(1, span)), lambda: asm.jump(over))
    asm.place(skip)


def _inline(hub: Hub, rule: Rule, bindings: Bindings) -> None:
    if rule.may is not None or rule.decision is not None:
        hub.asm.linear()
    with hub.inline(rule.source.address):
        for local, value in bindings:
            hub.asm.statement(Assign(local, value))
        hub.asm.branch(_asked(hub, rule, bindings), partial(sequence, hub, rule.body, _scope(rule)))


def _asked(hub: Hub, rule: Rule, bindings: Bindings) -> Expr | None:
    """The rule's `if`, unless it is known to hold with the names as they are bound here."""
    known = {local.id: value.value for local, value in bindings if isinstance(value, Const)}
    return None if hub.known(rule.applies, known) else rule.applies


def _scope(rule: Rule) -> Scope:
    """Between deeds free actions join the menus of a hook; where it hooks an action they do not interrupt that."""
    return Scope(rule.actor, dict(rule.names), (), "idle")


def _routine(hub: Hub, rule: Rule) -> int:
    """The rest of a rule: does it apply, is it wanted, what is chosen, what happens. It tells whether it happened."""

    def write() -> None:
        asm, span = hub.asm, rule.source.span
        with asm.step(rule.source.address):
            skip, end = asm.label(), asm.label()
            if rule.applies is not None:
                asm.instruction(Branch(rule.applies, skip))
            ask(hub, rule, skip)
            scope = decide_rule(hub, rule, _scope(rule), skip, end)
            sequence(hub, rule.body, scope)
            asm.place(end)
            asm.statement(Assign(taken(rule), number(1, span)))
            asm.instruction(Return())
            asm.place(skip)
            asm.statement(Assign(taken(rule), number(0, span)))
            asm.instruction(Return())

    return hub.routine(rule.source.address, write)
