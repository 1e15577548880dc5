"""What happens: steps, bodies, decisions, actions, procedures."""

from __future__ import annotations

from dataclasses import replace

from custumal.dsl import syntax as sx
from custumal.dsl.check import coerce, folds
from custumal.dsl.check.context import Context
from custumal.dsl.check.effects import effect
from custumal.dsl.check.places import life
from custumal.dsl.check.scope import Premise, Scope, facts_of
from custumal.dsl.check.typewords import parameters
from custumal.dsl.check.vocabulary import DeedInfo, StepInfo
from custumal.dsl.check.walk import every_expression
from custumal.dsl.diagnostic import Report
from custumal.dsl.entry import Entry, Slot
from custumal.dsl.model import (
    NO_TEXT,
    Action,
    Const,
    Decision,
    Effect,
    Expr,
    Limit,
    Local,
    LoopHead,
    Offer,
    Op,
    Procedure,
    Require,
    Step,
    Text,
)
from custumal.dsl.model import Entry as Choice
from custumal.dsl.suggest import nearest
from custumal.dsl.syntax_tools import walk
from custumal.dsl.tree import Scalar
from custumal.dsl.types import ANYTHING, BUNDLE, EMPTY, NUMBER, SEAT, TRUTH, Number, Set, Symbol, Type, maybe
from custumal.dsl.words import RESERVED_WORDS

Body = tuple[Step | Effect, ...]
_LOOPS = ("each", "players", "rounds", "together", "repeat")


# ---------------------------------------------------------------- names before contents


def collect(cx: Context) -> None:
    """The addresses of all steps, the names of all actions and procedures with what they choose and forbid."""
    for address, entry in cx.document.addresses.items():
        if entry.form in ("step", "procedure"):
            cx.words.steps[address] = StepInfo(address, entry, is_loop=any(k in entry.slots for k in _LOOPS) or "until" in entry.slots)
    for entry in cx.document.section("actions"):
        cx.words.actions[entry.id] = _deed(cx, entry)
    cx.ex.entry_types = EntryTypes(cx).of
    for entry in cx.document.section("procedures"):
        cx.words.procedures[entry.id] = replace(_deed(cx, entry), parameters=parameters(cx, entry.signature))


class EntryTypes:
    """The types of what actions choose, found when `can A(args)` first needs them, before the actions are typed in full."""

    def __init__(self, cx: Context) -> None:
        self.cx = cx
        self.known: dict[str, dict[str, Type]] = {}

    def of(self, action: str) -> dict[str, Type]:
        """Name to type; what can't be typed without its restrictions is left out."""
        if action not in self.known:
            self.known[action] = {}
            with self.cx.reporting_to(Report()):
                self.known[action] = self._read(self.cx.words.actions[action])
        return self.known[action]

    def _read(self, deed: DeedInfo) -> dict[str, Type]:
        scope = Scope().bind(deed.actor)
        found: dict[str, Type] = {}
        for item in _entries(deed.entry, "choose"):
            made = _choice(self.cx, item, scope)
            if made is not None:
                scope = scope.bind(made.local)
                found[item.id] = made.local.type
        return found


def _deed(cx: Context, entry: Entry) -> DeedInfo:
    choose, require, ensure = entry.slot("choose"), entry.slot("require"), entry.slot("ensure")
    chosen = tuple(e.id for e in choose.entries) if choose is not None else ()
    lets = frozenset(e.id for e in choose.entries if e.slot("let") is not None) if choose is not None else frozenset()
    forbidden = tuple(e.id for slot in (require, ensure) if slot is not None for e in slot.entries)
    actor = cx.ex.locals.new("me", SEAT, entry.key.span)
    return DeedInfo(entry.address, entry, actor, {}, (), chosen, forbidden, lets)


# ---------------------------------------------------------------- bodies and steps


def body(cx: Context, slot: Slot | None, scope: Scope) -> Body:
    """The steps and effects of a `do`, `else`, `pass`, `then`."""
    if slot is None:
        return ()
    found: list[Step | Effect] = []
    _unnamed(cx, slot)
    for part in _parts(slot):
        made = step(cx, part, scope) if isinstance(part, Entry) else effect(cx, part, scope)
        if made is not None:
            found.append(made)
        scope = scope.after_effects()
    return tuple(found)


def _unnamed(cx: Context, slot: Slot) -> None:
    """A step in a list has no address, so nobody can find the rule that it cites."""
    for entry in (e for item in slot.items for e in item.entries):
        cited = entry.slot("rule")
        if not entry.id and cited is not None and cited.key is not None:
            message = "This step cites a rule but has no name by which to find it; write named steps in place of the list."
            cx.report.warn("unnamed-step", cited.key.span, message)


def _parts(slot: Slot) -> list[Entry | sx.Effect]:
    if slot.items:
        return [part for item in slot.items for part in _parts(item)]
    if slot.entries:
        return list(slot.entries)
    return [slot.sentence] if isinstance(slot.sentence, sx.Effect) else []


def step(cx: Context, entry: Entry, scope: Scope) -> Step:
    """One step, its keys typed in the order in which they act."""
    info = cx.words.steps.get(entry.address)
    outer = scope
    loop, scope = _loop(cx, entry, scope)
    until = cx.expression(entry.slot("until"), scope, TRUTH)
    lets, scope = _lets(cx, entry.slot("let"), scope)
    condition = cx.expression(entry.slot("if"), outer if loop is not None else scope, TRUTH)
    facts = frozenset() if condition is None else facts_of(condition)
    inside = scope.knowing(facts)
    seat, is_chance, inside = _seat(cx, entry, inside)
    decision, inside = decide(cx, entry, inside)
    opened = _offer(cx, entry, inside)
    if info is not None:
        info.names.update({n: local for n, local in inside.names.items() if outer.names.get(n) is not local})
        info.actor = inside.names.get("me")
    other = scope if condition is None else scope.knowing(facts_of(condition, holds=False))
    return Step(
        source=cx.source(entry, inside),
        loop=loop,
        until=until,
        lets=lets,
        condition=condition,
        seat=seat,
        chance=is_chance,
        actor=inside.names.get("me"),
        decision=decision,
        offer=opened,
        body=body(cx, entry.slot("do"), inside),
        other=body(
            cx, entry.slot("else"), replace(other, names=other.names | ({"me": inside.names["me"]} if "me" in inside.names else {}))
        ),
        passing=body(cx, entry.slot("pass"), inside),
    )


def _loop(cx: Context, entry: Entry, scope: Scope) -> tuple[LoopHead | None, Scope]:
    each = entry.slot("each")
    if each is not None:
        if not isinstance(each.sentence, sx.Loop):
            return None, scope
        return _over(cx, "each", each.sentence.selection, scope)
    for kind in ("players", "rounds", "together"):
        slot = entry.slot(kind)
        if slot is not None:
            tree = cx.tree(slot)
            return (None, scope) if tree is None else _over(cx, kind, tree, scope)
    repeat = entry.slot("repeat")
    if repeat is None:
        return None, scope
    if isinstance(repeat.node, Scalar) and repeat.node.text == "endless":
        return LoopHead("endless", None, None, None), scope
    count = cx.expression(repeat, scope, NUMBER)
    return (None if count is None else LoopHead("repeat", None, count, None)), scope


def _over(cx: Context, kind: str, tree: sx.Expression, scope: Scope) -> tuple[LoopHead, Scope]:
    """A loop over a set; for all but `each` the element is the one who acts."""
    shadowed = {k: v for k, v in scope.names.items() if k != "me"} if kind != "each" else scope.names
    source = folds.opened(cx.ex, tree, replace(scope, names=shadowed | ({"me": scope.names["me"]} if "me" in scope.names else {})))
    elements = folds.selected(replace(source, where=None))
    local = source.var
    if kind == "each":
        return LoopHead(kind, local, elements, source.where), replace(source.inside, element=None)
    if local.type not in (SEAT, ANYTHING):
        cx.report.error("type-mismatch", elements.span, f"`{kind}` goes through seats, but these are not seats.")
    me = replace(local, name="me", type=SEAT)
    inside = replace(source.inside, element=None, no_actor=False).bind(me)
    inside = replace(inside, names={k: v for k, v in inside.names.items() if k != "it"})
    return LoopHead(kind, me, elements, source.where), inside


def _lets(cx: Context, slot: Slot | None, scope: Scope) -> tuple[tuple[tuple[Local, Expr], ...], Scope]:
    found: list[tuple[Local, Expr]] = []
    for entry in slot.entries if slot is not None else ():
        value = cx.expression(entry.slot("is"), scope)
        if value is None:
            continue
        value = _readable(cx, value)
        local = new_name(cx, entry, value, scope)
        found.append((local, value))
        scope = scope.bind(local)
    return tuple(found), scope


def _readable(cx: Context, value: Expr) -> Expr:
    """A place that holds one reads as its content where a name is given to it."""
    return coerce.content_of(cx.words, value) if coerce.holds_one_unshaped(cx.words, value.type) else value


def new_name(cx: Context, entry: Entry, value: Expr, scope: Scope) -> Local:
    if entry.id in RESERVED_WORDS:
        message = f"`{entry.id}` is a word of the language, so no sentence could read this; take another name."
        cx.report.error("reserved-word", entry.key.span, message)
    cx.ex.not_taken(entry.id, entry.key.span, scope)
    return cx.ex.locals.new(entry.id, value.type, entry.key.span)


def _seat(cx: Context, entry: Entry, scope: Scope) -> tuple[Expr | None, bool, Scope]:
    slot = entry.slot("seat")
    if slot is None:
        return None, False, scope
    if isinstance(slot.node, Scalar) and slot.node.text == "chance":
        return None, True, scope
    seat = cx.expression(slot, scope, SEAT)
    me = cx.ex.locals.new("me", SEAT, slot.node.span)
    return seat, False, replace(scope.bind(me), no_actor=False)


def _offer(cx: Context, entry: Entry, scope: Scope) -> Offer | None:
    slot, pick = entry.slot("offer"), entry.slot("pick")
    if slot is None:
        if pick is not None and pick.key is not None:
            cx.report.error("misplaced-key", pick.key.span, "`pick` says how many of an `offer`, and there is none here.")
        return None
    if "me" not in scope.names:
        cx.report.error("no-actor", slot.node.span, "A menu is offered to somebody; say to whom with `seat:` or `players:`.")
    window = str(slot.sentence) if isinstance(slot.sentence, sx.Path) else ""
    if window != "free":
        cx.opened.setdefault(window, slot.node.span)
    form, amount = ("any" if window == "free" else "one"), None
    if pick is not None and isinstance(pick.sentence, sx.Pick):
        form = pick.sentence.form
        amount = None if pick.sentence.amount is None else cx.ex.number(pick.sentence.amount, scope)
    return Offer(None if window == "free" else window, form, amount)


# ---------------------------------------------------------------- decisions


def decide(cx: Context, entry: Entry, scope: Scope, *, is_action: bool = False) -> tuple[Decision | None, Scope]:
    """What a step or action asks for; restrictions are typed as soon as what they read has been chosen."""
    keys = ("choose", "require", "ensure", "cost", "limit", "consent", "best-only")
    if not is_action and not any(k in entry.slots for k in keys):
        return None, scope
    pending = _pending(entry)
    done: dict[str, Require] = {}
    outside = set(scope.names)
    names = [e.id for e in _entries(entry, "choose")] + ([e.id for e in _entries(entry, "let")] if is_action else [])
    chosen: list[Choice] = []
    for i, item in enumerate(_entries(entry, "choose")):
        scope = _ready(cx, pending, done, set(names[i:]) - outside, scope)
        made = _choice(cx, item, scope)
        if made is not None:
            chosen.append(made)
            scope = scope.bind(made.local)
    lets: tuple[tuple[Local, Expr], ...] = ()
    if is_action:
        scope = _ready(cx, pending, done, {e.id for e in _entries(entry, "let")}, scope)
        lets, scope = _lets(cx, entry.slot("let"), scope)
    scope = _ready(cx, pending, done, set(), scope)
    required = tuple(done[e.address] for e in _entries(entry, "require") if e.address in done)
    decision = Decision(
        entries=tuple(chosen),
        require=required,
        cost=cost(cx, entry.slot("cost"), scope),
        limit=limit(cx, entry, scope),
        consent=cx.expression(entry.slot("consent"), scope, SEAT),
        lets=lets,
        ensure=tuple(r for e in _entries(entry, "ensure") if (r := _require(cx, e, scope)) is not None),
    )
    decision = _best_only(cx, entry, decision, scope)
    cx.decisions[entry.address] = decision
    return decision, scope


def _entries(entry: Entry, key: str) -> tuple[Entry, ...]:
    slot = entry.slot(key)
    return slot.entries if slot is not None else ()


def _pending(entry: Entry) -> dict[str, tuple[Entry, set[str]]]:
    """The restrictions with the bare words that they use."""
    return {e.address: (e, {w for key in ("that", "unless") for w in _words(e.slot(key))}) for e in _entries(entry, "require")}


def _words(slot: Slot | None) -> set[str]:
    if slot is None or slot.sentence is None:
        return set()
    return {n.text for n in walk(slot.sentence) if isinstance(n, sx.Name)}


def _ready(cx: Context, pending: dict[str, tuple[Entry, set[str]]], done: dict[str, Require], later: set[str], scope: Scope) -> Scope:
    """Type the restrictions that need nothing of what is chosen later; what they make sure holds from here on."""
    for address, (entry, words) in list(pending.items()):
        if words & later or _strange(cx, words, later, scope):
            continue
        del pending[address]
        made = _require(cx, entry, scope)
        if made is not None:
            done[address] = made
            if made.unless is None:
                premise = cx.premises.setdefault(address, Premise(address))
                scope = scope.knowing(facts_of(made.that), premise)
    return scope


def _strange(cx: Context, words: set[str], later: set[str], scope: Scope) -> bool:
    """Is there an unknown word that is much like an entry chosen later? It can be told what was meant when that is known."""
    unknown = words - {*scope.names, *cx.words.words(), *cx.words.member_words(), "cells"}
    return any(nearest(word, later) is not None for word in unknown)


def _require(cx: Context, entry: Entry, scope: Scope) -> Require | None:
    that = cx.expression(entry.slot("that"), scope, TRUTH)
    unless = cx.expression(entry.slot("unless"), scope, TRUTH)
    if that is None:
        return None
    source = cx.source(entry, scope.knowing(facts_of(that, holds=False)))
    return Require(that, unless, source, locals_in(that) | (locals_in(unless) if unless is not None else frozenset()))


def locals_in(expr: Expr) -> frozenset[str]:
    """The ids of the locals that an expression reads."""
    return frozenset(e.id for e in (expr, *every_expression(expr)) if isinstance(e, Local))


def _choice(cx: Context, entry: Entry, scope: Scope) -> Choice | None:
    if entry.slot("let") is not None:
        value = cx.expression(entry.slot("let"), scope)
        if value is None:
            return None
        value = _readable(cx, value)
        return Choice(new_name(cx, entry, value, scope), "let", None, value, cx.source(entry, scope))
    slot = entry.slot("from")
    tree = None if slot is None else slot.sentence
    if slot is not None and tree is None and slot.items:
        tree = sx.Choices("one", None, cx.tree(slot) or sx.Nothing(slot.node.span), slot.node.span)
    if not isinstance(tree, sx.Choices):
        return None
    amount = None if tree.amount is None else cx.ex.number(tree.amount, scope)
    among = cx.ex.set_of(tree.among, scope)
    inner = among.type.inner if isinstance(among.type, Set) else ANYTHING
    if isinstance(inner, Number) and tree.form == "one" and inner.low is None:
        inner = Number(None, None)
    of = {"one": inner, "maybe": maybe(inner)}.get(tree.form, Set(inner))
    local = new_name(cx, entry, replace(among, type=of), scope)
    return Choice(local, tree.form, amount, among, cx.source(entry, scope))


def cost(cx: Context, slot: Slot | None, scope: Scope) -> Expr | None:
    """What is paid: a bundle, or a map of resources and amounts."""
    if slot is None:
        return None
    if not slot.entries:
        found = cx.expression(slot, scope)
        if found is None or found.type == EMPTY:
            return None
        return cx.ex.require(found, BUNDLE)
    total: Expr | None = None
    for entry in slot.entries:
        if entry.id not in cx.words.resources:
            cx.report.error(
                "unknown-resource", entry.key.span, f"`{entry.id}` is no resource of this game.", nearest(entry.id, cx.words.resources)
            )
            continue
        cx.ex.note_use(entry.id)
        amount = cx.expression(entry.slot("is"), scope, NUMBER)
        if amount is None:
            continue
        unit = Const(Symbol("resource"), entry.key.span, cx.words.resources.index(entry.id))
        part = Op(BUNDLE, amount.span, "b-unit", (unit, amount))
        total = part if total is None else Op(BUNDLE, slot.node.span, "b-add", (total, part))
    return total


def limit(cx: Context, entry: Entry, scope: Scope) -> Limit | None:
    slot = entry.slot("limit")
    if slot is None or not isinstance(slot.sentence, sx.Limit):
        return None
    tree = slot.sentence
    count = None if tree.count is None else cx.ex.number(tree.count, scope)
    address = "game" if tree.step.text == "game" else cx.ex.step(tree.step.text, tree.step.span)
    each: list[Local] = []
    for name in tree.each:
        if name.text in scope.names:
            each.append(scope.names[name.text])
        else:
            cx.report.error("unknown-name", name.span, f"Nothing is called `{name.text}` here.", nearest(name.text, scope.names))
    if address is None:
        return None
    source = replace(cx.source(entry, scope), address=f"{entry.address}.limit", span=slot.node.span)
    return Limit(count, address, tuple(each), source)


def _best_only(cx: Context, entry: Entry, decision: Decision, scope: Scope) -> Decision:
    slot = entry.slot("best-only")
    if slot is None or not slot.entries:
        return decision
    by = cx.expression(slot.entries[0].slot("by"), scope, NUMBER)
    because: Text = cx.text(slot.entries[0].slot("because"), scope) or NO_TEXT
    return replace(decision, best_only=by, best_because=because)


# ---------------------------------------------------------------- actions and procedures


def windows(cx: Context, slot: Slot | None) -> tuple[str, ...]:
    """The windows in which something is offered."""
    if slot is None:
        return ()
    parts = slot.items or (slot,)
    found = tuple(str(p.sentence) for p in parts if isinstance(p.sentence, sx.Path))
    for part in parts:
        if isinstance(part.sentence, sx.Path):
            cx.offered.setdefault(str(part.sentence), part.node.span)
    return found


def actions(cx: Context) -> dict[str, Action]:
    found = {}
    for entry in cx.document.section("actions"):
        info = cx.words.actions[entry.id]
        scope = Scope().bind(info.actor)
        decision, scope = decide(cx, entry, scope, is_action=True)
        assert decision is not None
        info.names.update({n: v for n, v in scope.names.items() if n != "me"})
        any_time = life(cx, entry.slot("any-time"))
        made = body(cx, entry.slot("do"), scope)
        found[entry.id] = Action(cx.source(entry, scope), info.actor, windows(cx, entry.slot("offered")), any_time, decision, made)
    return found


def procedures(cx: Context) -> dict[str, Procedure]:
    found = {}
    for entry in cx.document.section("procedures"):
        info = cx.words.procedures[entry.id]
        scope = Scope().bind(info.actor, *info.parameters)
        info.names.update({p.name: p for p in info.parameters})
        only_do = set(entry.slots) <= {"do", "rule", "say", "note"}
        made = body(cx, entry.slot("do"), scope) if only_do else (step(cx, entry, scope),)
        found[entry.id] = Procedure(cx.source(entry, scope), info.actor, info.parameters, made)
    return found


def course(cx: Context, section: str) -> tuple[Step, ...]:
    """The steps of `setup` or `play`."""
    found = []
    for entry in cx.document.section(section):
        found.append(step(cx, entry, Scope(no_actor=True)))
    return tuple(found)
