"""Standing rules and the abilities of things: what they change, whom they concern, which names they see."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import ANYTHING, NUMBER, SEAT, TRUTH, Anything, Bundle, Empty, Maybe, Set, Thing, Type, bare
from custumal.dsl.check.declarations.kept import life
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.rules import actions, decisions, steps
from custumal.dsl.check.rules.targets import Target, shared_names, targets_of
from custumal.dsl.check.typing import coercion
from custumal.dsl.check.typing.names import resource
from custumal.dsl.check.typing.scope import Scope, facts_of, narrowed
from custumal.dsl.diagnostics.catalogue.standing import missing_active, missing_for
from custumal.dsl.diagnostics.catalogue.things import owner_of_abilities
from custumal.dsl.diagnostics.catalogue.types import changed_as_a_set, not_changed_as_a_set
from custumal.dsl.documents.document import Entry, Slot
from custumal.dsl.keys.rules import CHANGES, HEADS, OWN_ACTION
from custumal.dsl.model import NO_DECISION, Carrier, Expr, Require, Rule, Source
from custumal.dsl.sentences import syntax as sx


def modified(cx: Context) -> None:
    """Which values and definitions some rule modifies; known before any of them is typed."""
    rules_ = [entry for entry in cx.document.addresses.values() if entry.form in ("standing", "ability")]
    changed = (part.sentence for entry in rules_ for part in entry.parts("modify"))
    cx.declared.standing = dict.fromkeys(entry.address for entry in rules_)
    cx.declared.modified = frozenset(str(path) for path in changed if isinstance(path, sx.Path))


def rules(cx: Context) -> tuple[Rule, ...]:
    """All standing rules of the game, then those on its things, in file order. Restrictions are checked last: they see what is chosen."""
    checks: list[tuple[Entry, Callable[[], Rule | None]]] = []
    for entry in cx.document.section("standing"):
        checks.append((entry, partial(cx.memoised, entry, partial(_rule, cx, entry))))
    for kind in cx.document.section("kinds"):
        for number, row in enumerate(cx.declared.rows[kind.id]):
            printed = cx.document.entry(row.address)
            for entry in () if printed is None else printed.entries("abilities"):
                if kind.slot("active") is None and entry.slot("while") is None:
                    cx.report.tell(entry.key.span, missing_active(kind.id))
                checks.append((entry, partial(cx.memoised, entry, partial(_ability, cx, entry, kind.id, number), f".{number}")))
    made = {place: checks[place][1]() for place in sorted(range(len(checks)), key=lambda place: _head(checks[place][0]) == "restrict")}
    return tuple(rule for place in range(len(checks)) if (rule := made[place]) is not None)


def _ability(cx: Context, entry: Entry, kind: str, row: int) -> Rule | None:
    return _rule(cx, entry, _carrier(cx, kind, row, entry))


def _carrier(cx: Context, kind: str, row: int, entry: Entry) -> Carrier:
    new, span = cx.ex.locals.new, entry.key.span
    return Carrier(kind, row, new("this", Thing(kind), span), new("owner", SEAT, span), new("copies", replace(NUMBER, low=1), span))


def _head(entry: Entry) -> str:
    return next((head.name for head in HEADS if head.name in entry.slots), "action")


def _rule(cx: Context, entry: Entry, carrier: Carrier | None = None) -> Rule | None:
    head = _head(entry)
    serves_all = carrier is not None and cx.words.kind(carrier.kind).serves == "everyone"
    base = _scope_of(carrier, serves_all)
    targets = targets_of(cx, entry, head)
    if targets is None:
        return None
    base = replace(base, torn=_is_headless(entry) or any(target.is_torn for target in targets))
    actor = cx.ex.locals.new("me", SEAT, entry.key.span)
    names = shared_names(cx, targets, set(base.names))
    inside = base.bind(*names.values())
    inside = replace(inside, no_actor=True) if head == "modify" else replace(inside.bind(actor), no_actor=False)
    condition = cx.expression(entry.slot("while"), base, TRUTH)
    concerns, seats = _concerns(cx, entry, carrier, serves_all, base)
    choosing = head in ("action", "offer")  # their sentences may show what is chosen, which is known later
    rule = Rule(
        Source(entry.address, entry.key.span) if choosing else cx.source(entry, inside),
        head,
        tuple(target.address for target in targets),
        condition,
        concerns=concerns,
        seats=seats,
        rank=_rank(entry, head),
        carrier=carrier,
        actor=actor,
        names=tuple(names.items()),
        whole=entry.is_true("whole", default=False),
    )
    applies = cx.expression(entry.slot("if"), inside, TRUTH)
    known = inside if applies is None else inside.knowing(facts_of(applies))
    return _contents(cx, entry, replace(rule, applies=applies), known, targets)


def _is_headless(entry: Entry) -> bool:
    """Whether it is not said what a rule changes, which has been reported: which names it sees is not known."""
    return not any(key in entry.slots for key in (*(head.name for head in HEADS), *OWN_ACTION.any_of))


def _scope_of(carrier: Carrier | None, serves_all: bool) -> Scope:
    """What the condition of a rule sees: nobody acts, and of an ability there is the thing that has it."""
    scope = Scope(no_actor=True)
    if carrier is None:
        return scope
    return scope.bind(carrier.this, carrier.copies) if serves_all else scope.bind(carrier.this, carrier.copies, carrier.owner)


def _rank(entry: Entry, head: str) -> int:
    given = entry.number("rank")
    return given if given is not None else 1 if head == "accept" else 0


def _concerns(cx: Context, entry: Entry, carrier: Carrier | None, serves_all: bool, scope: Scope) -> tuple[str, Expr | None]:
    """Whom the rule concerns in one word, and the seats where it names them."""
    slot = entry.slot("for")
    word = entry.text("for") or ""
    if slot is None:
        if carrier is None:
            return "everyone", None
        if serves_all:
            cx.report.tell(entry.key.span, missing_for(carrier.kind))
        return "owner", None
    if word == "everyone" or (word == "owner" and carrier is not None):
        return word, None
    if word == "owner":
        cx.report.tell(slot.node.span, owner_of_abilities())
        return "everyone", None
    if cx.is_slip(slot, scope, ("everyone", "owner")):
        return "everyone", None
    return "seats", cx.set_of(slot, scope, SEAT)


# ---------------------------------------------------------------- contents by head


def _contents(cx: Context, entry: Entry, rule: Rule, scope: Scope, targets: list[Target]) -> Rule:
    match rule.head:
        case "modify":
            return replace(rule, changes=_changes(cx, entry, scope, targets))
        case "restrict":
            that = cx.expression(entry.slot("that"), scope, TRUTH)
            unless = cx.expression(entry.slot("unless"), scope, TRUTH)
            if that is None:
                return rule
            reads = decisions.locals_in(that) | (decisions.locals_in(rule.applies) if rule.applies is not None else frozenset())
            return replace(rule, that=Require(that, unless, rule.source, reads))
        case "accept":
            return _payment_source(cx, entry, rule, scope)
        case "offer":
            return _offered(cx, entry, rule, scope)
        case "action":
            return _own_action(cx, entry, rule, scope)
        case "before" | "after" | "instead":
            return _hook(cx, entry, rule, scope)
    return rule


def _changes(cx: Context, entry: Entry, scope: Scope, targets: list[Target]) -> tuple[tuple[str, Expr], ...]:
    name = targets[0].address.split(".")[-1]
    wanted = cx.words.definition_type(name)
    found: list[tuple[str, Expr]] = []
    for operation in CHANGES:
        slot = entry.slot(operation)
        if slot is None:
            continue
        is_set, is_known = isinstance(wanted, Set), not isinstance(wanted, Anything)
        if is_known and is_set != (operation in ("also", "except")) and operation != "set" and slot.key is not None:
            cx.report.tell(slot.key.span, (changed_as_a_set if is_set else not_changed_as_a_set)(name))
            continue
        if isinstance(wanted, Set):
            value = _one_or_more(cx, slot, scope, wanted)
        elif operation == "set":
            value = cx.expression(slot, scope, _loose(wanted))
        else:
            is_read = is_known or operation not in ("also", "except")  # of what can't be read nobody knows whether it is a set
            value = cx.expression(slot, scope, wanted if isinstance(bare(wanted), Bundle) else NUMBER if is_read else ANYTHING)
        if value is not None:
            found.append((operation, value))
    return tuple(found)


def _one_or_more(cx: Context, slot: Slot, scope: Scope, wanted: Set) -> Expr | None:
    """What a rule adds to a set, takes from it or puts in its place: a set, or one value."""
    tree = cx.tree(slot)
    if tree is None:
        return None
    found = narrowed(cx.ex.plain(tree, scope, Set(wanted.inner)), scope)
    if coercion.as_set(cx.words, found) is not None or isinstance(found.type, Maybe | Empty):
        return cx.ex.require(found, Set(wanted.inner))
    return coercion.just(cx.ex.require(found, wanted.inner))


def _loose(of: Type) -> Type:
    return Set(of.inner) if isinstance(of, Set) else of


def _payment_source(cx: Context, entry: Entry, rule: Rule, scope: Scope) -> Rule:
    resource, pays_as = _resource(cx, entry.slot("accept")), _resource(cx, entry.slot("as"))
    up_to = cx.expression(entry.slot("up-to"), scope, NUMBER)
    return replace(rule, resource=resource, pays_as=pays_as, up_to=up_to)


def _resource(cx: Context, slot: Slot | None) -> int | None:
    if slot is None or not isinstance(slot.sentence, sx.Path):
        return None
    return resource(cx.ex, str(slot.sentence), slot.node.span)


def _offered(cx: Context, entry: Entry, rule: Rule, scope: Scope) -> Rule:
    decision, inside = decisions.decide(cx, entry, scope)
    _lend(cx, entry, rule, inside)
    slot = entry.slot("cost")
    is_free = slot is not None and isinstance(slot.sentence, sx.Nothing)
    return replace(
        rule,
        source=cx.source(entry, inside),
        decision=decision or NO_DECISION,
        body=steps.body(cx, entry.slot("then"), inside.after_effects()),
        windows=actions.windows(cx, entry.slot("offered")),
        any_time=life(cx, entry.slot("any-time")),
        cost_free=is_free,
    )


def _own_action(cx: Context, entry: Entry, rule: Rule, scope: Scope) -> Rule:
    decision, inside = decisions.decide(cx, entry, scope, is_action=True)
    _lend(cx, entry, rule, inside)
    return replace(
        rule,
        source=cx.source(entry, inside),
        decision=decision,
        body=steps.body(cx, entry.slot("do"), inside),
        windows=actions.windows(cx, entry.slot("offered")),
        any_time=life(cx, entry.slot("any-time")),
    )


def _hook(cx: Context, entry: Entry, rule: Rule, scope: Scope) -> Rule:
    may = cx.expression(entry.slot("may"), scope, SEAT)
    seat = entry.slot("seat")
    if seat is not None or entry.slot("else") is not None:
        return replace(rule, body=(steps.step(cx, entry, scope),), may=may)
    decision, inside = decisions.decide(cx, entry, scope)
    _lend(cx, entry, rule, inside)
    return replace(rule, decision=decision, body=steps.body(cx, entry.slot("do"), inside), may=may)


def _lend(cx: Context, entry: Entry, rule: Rule, scope: Scope) -> None:
    """Let rules that restrict this one know what it sees, and what is chosen in it."""
    chosen = (scope.names[each.id] for each in entry.entries("choose") if each.id in scope.names)
    cx.lend(entry.address, (*(local for _, local in rule.names), *chosen), has_actor=True)
