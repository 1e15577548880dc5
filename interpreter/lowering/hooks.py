"""Hooks: rules that do more or something else at an action: law 3 (order), 4 (instead), 5 (before, after), 6 (judged once).

An action is here whatever has a name that rules can hook: of a menu, a step, a procedure, or a built-in effect.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import NUMBER, TRUTH, Set
from custumal.dsl.model import Const, Expr, Local, Rule
from custumal.interpreter.lowering.assembly.context import Context, LoweringScope
from custumal.interpreter.lowering.assembly.expressions import both, equal, member, nothing, number
from custumal.interpreter.lowering.assembly.indices import HEADS
from custumal.interpreter.lowering.assembly.internal_slots import taken
from custumal.interpreter.lowering.decisions import ask, decide_rule
from custumal.interpreter.lowering.sequence import sequence
from custumal.interpreter.program import Assign, Branch, Gather, Inside, NextHook, Return

"""Slots that say whether the rule called last has taken an action's place."""

Filter = Callable[[Rule], bool]
Bindings = tuple[tuple[Local, Expr], ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """The hooks of one head at one action, judged when the action begins: gathered `items` if abilities are among them, else a
    flag for each rule whose `while` or `for` is not known beforehand."""

    rules: tuple[Rule, ...]
    items: Local | None
    flags: tuple[Expr | None, ...]


def weave(context: Context, target: str, scope: LoweringScope, body: Callable[[], None], wanted: Filter | None = None) -> None:
    """Emit an action with all that happens instead of, before and after it. The names that rules see are `scope.words`.

    Args:
        target: the address of the action, or the name of a built-in effect.
        wanted: says which rules can apply here at all; None: all.
    """
    found = {head: tuple(rule for rule in context.indices.rules_on(head, target) if wanted is None or wanted(rule)) for head in HEADS}
    judged = {head: _judge(context, rules, scope) for head, rules in found.items() if rules}
    if "instead" in judged:
        over = context.asm.label()
        _run(context, judged["instead"], scope, over)
        _around(context, judged, scope, body)
        context.asm.place(over)
    else:
        _around(context, judged, scope, body)


def _around(context: Context, judged: dict[str, Judged], scope: LoweringScope, body: Callable[[], None]) -> None:
    if "before" in judged:
        _run(context, judged["before"], scope, None)
    body()
    if "after" in judged:
        _run(context, judged["after"], scope, None)


@dataclass(frozen=True, slots=True)
class Around:
    """The hooks on all passes of a step together, and whether its loop has been entered."""

    begun: Local
    judged: dict[str, Judged]


def before_all(context: Context, target: str, scope: LoweringScope, around: Around) -> None:
    """The loop of a step is entered: what hooks all of it is judged, and what comes before it happens."""
    context.asm.statement(Assign(around.begun, number(1, around.begun.span)))
    for head in ("before", "after"):
        rules = context.indices.rules_on(head, target, whole=True)
        if rules:
            around.judged[head] = _judge(context, rules, scope)
    if "before" in around.judged:
        _run(context, around.judged["before"], scope, None)


def after_all(context: Context, scope: LoweringScope, around: Around) -> None:
    """The loop is over, or has been stopped: what comes after all of it happens."""
    if "after" in around.judged:
        entered = equal(around.begun, number(1, around.begun.span))
        context.asm.branch(entered, lambda: _run(context, around.judged["after"], scope, None))


# ---------------------------------------------------------------- judging


def _judge(context: Context, rules: tuple[Rule, ...], scope: LoweringScope) -> Judged:
    asm = context.asm
    span = rules[0].source.span
    if any(rule.carrier is not None for rule in rules):
        items = asm.fresh("hooks", span, Set(NUMBER))
        asm.instruction(Gather(items, tuple(context.use(rule, scope.words) for rule in rules), scope.actor))
        return Judged(rules, items, ())
    return Judged(rules, None, tuple(_flag(context, rule, scope) for rule in rules))


def _flag(context: Context, rule: Rule, scope: LoweringScope) -> Expr | None:
    """Whether a rule of the game is in force for this actor; None: always."""
    condition = None if context.known(rule.condition) else rule.condition
    if rule.concerns == "seats" and rule.seats is not None and scope.actor is not None:
        condition = both(condition, member(scope.actor, rule.seats))
    if condition is None:
        return None
    _act(context, rule, scope)
    flag = context.asm.fresh("holds", rule.source.span, TRUTH)
    context.asm.statement(Assign(flag, condition))
    return flag


def _act(context: Context, rule: Rule, scope: LoweringScope) -> None:
    """The rule's `me` is whoever does the action."""
    for local, value in _actor(rule, scope):
        context.asm.statement(Assign(local, value))


# ---------------------------------------------------------------- carrying out


def _run(context: Context, judged: Judged, scope: LoweringScope, over: int | None) -> None:
    """The hooks in their order; `over`: where to go when one has taken the action's place."""
    if judged.items is not None:
        _run_gathered(context, judged, judged.items, scope, over)
        return
    for rule, flag in zip(judged.rules, judged.flags, strict=True):
        context.asm.branch(flag, partial(_hook, context, rule, (*_actor(rule, scope), *_names(rule, scope)), over))


def _run_gathered(context: Context, judged: Judged, items: Local, scope: LoweringScope, over: int | None) -> None:
    asm, span = context.asm, judged.rules[0].source.span
    index, done = asm.fresh("index", span), asm.label()
    this, owner, copies = asm.fresh("this", span), asm.fresh("owner", span), asm.fresh("copies", span)
    targets = tuple(asm.label() for _ in judged.rules)
    asm.statement(Assign(index, number(0, span)))
    head = asm.here()
    asm.instruction(NextHook(items, index, this, owner, copies, targets, done))
    for target, rule in zip(targets, judged.rules, strict=True):
        asm.place(target)
        _hook(context, rule, (*_actor(rule, scope), *_carrier(rule, (this, owner, copies)), *_names(rule, scope)), over)
        asm.jump(head)
    asm.place(done)


def _actor(rule: Rule, scope: LoweringScope) -> Bindings:
    if rule.actor is None or (scope.actor is not None and rule.actor.id == scope.actor.id):
        return ()
    return ((rule.actor, scope.actor if scope.actor is not None else nothing(rule.source.span, rule.actor)),)


def _names(rule: Rule, scope: LoweringScope) -> Bindings:
    return tuple((local, scope.words[word]) for word, local in rule.names if word in scope.words)


def _carrier(rule: Rule, carried: tuple[Local, ...]) -> Bindings:
    carrier = rule.carrier
    return () if carrier is None else tuple(zip((carrier.this, carrier.owner, carrier.copies), carried, strict=True))


def _hook(context: Context, rule: Rule, bindings: Bindings, over: int | None) -> None:
    """One rule whose turn has come."""
    asm, span = context.asm, rule.source.span
    if over is None:
        if not asm.plain(partial(_inline, context, rule, bindings)):
            context.call(_routine(context, rule), bindings)
        return
    # Instead of the action, if it applies and is wanted; never inside of what the rule itself brought about.
    label, skip = _routine(context, rule), asm.label()
    asm.instruction(Inside((label,), skip))
    context.call(label, bindings)
    asm.branch(equal(taken(rule), number(1, span)), lambda: asm.jump(over))
    asm.place(skip)


def _inline(context: Context, rule: Rule, bindings: Bindings) -> None:
    if rule.may is not None or rule.decision is not None:
        context.asm.linear()
    with context.inline(rule.source.address):
        for local, value in bindings:
            context.asm.statement(Assign(local, value))
        context.asm.branch(_asked(context, rule, bindings), partial(sequence, context, rule.body, _scope(rule)))


def _asked(context: Context, rule: Rule, bindings: Bindings) -> Expr | None:
    """The rule's `if`, unless it is known to hold with the names as they are bound here."""
    known = {local.id: value.value for local, value in bindings if isinstance(value, Const)}
    return None if context.known(rule.applies, known) else rule.applies


def _scope(rule: Rule) -> LoweringScope:
    """Free actions join the menus of a hook, but not where it hooks an action of a menu: they never interrupt one."""
    return LoweringScope(rule.actor, dict(rule.names), (), "idle")


def _routine(context: Context, rule: Rule) -> int:
    """The rest of a rule: does it apply, is it wanted, what is chosen, what happens. It tells whether it happened."""

    def write() -> None:
        asm, span = context.asm, rule.source.span
        with asm.step(rule.source.address):
            skip, end = asm.label(), asm.label()
            if rule.applies is not None:
                asm.instruction(Branch(rule.applies, skip))
            ask(context, rule, skip)
            scope = decide_rule(context, rule, _scope(rule), skip, end)
            sequence(context, rule.body, scope)
            asm.place(end)
            asm.statement(Assign(taken(rule), number(1, span)))
            asm.instruction(Return())
            asm.place(skip)
            asm.statement(Assign(taken(rule), number(0, span)))
            asm.instruction(Return())

    return context.routine(rule.source.address, write)
