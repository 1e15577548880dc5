"""What happens: steps, bodies, decisions, actions, procedures."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from custumal.dsl import syntax as sx
from custumal.dsl.check import selections
from custumal.dsl.check.context import Context
from custumal.dsl.check.decisions import EntryTypes, decide, named
from custumal.dsl.check.effects import effect
from custumal.dsl.check.places import life
from custumal.dsl.check.scope import Scope, facts_of
from custumal.dsl.check.typewords import parameters
from custumal.dsl.check.vocabulary import DeedInfo, StepInfo
from custumal.dsl.document import Entry, Slot
from custumal.dsl.model import (
    Action,
    Const,
    Effect,
    Expr,
    Local,
    LoopHead,
    Offer,
    Procedure,
    Step,
)
from custumal.dsl.types import ANYTHING, NUMBER, SEAT, TRUTH

Body = tuple[Step | Effect, ...]


# ---------------------------------------------------------------- names before contents


def collect(cx: Context) -> None:
    """The addresses of all steps, the names of all actions and procedures with what they choose and forbid."""
    for address, entry in cx.document.addresses.items():
        if entry.form in ("step", "procedure"):
            cx.words.steps[address] = StepInfo(address, entry)
    for entry in cx.document.section("actions"):
        cx.words.actions[entry.id] = _deed(cx, entry)
    cx.ex.entry_types = EntryTypes(cx).of
    for entry in cx.document.section("procedures"):
        with cx.numbering(f"{entry.address}(…)"):
            cx.words.procedures[entry.id] = replace(_deed(cx, entry), parameters=parameters(cx, entry.signature))


def _deed(cx: Context, entry: Entry) -> DeedInfo:
    choose, require, ensure = entry.slot("choose"), entry.slot("require"), entry.slot("ensure")
    chosen = tuple(e.id for e in choose.entries) if choose is not None else ()
    lets = frozenset(e.id for e in choose.entries if e.slot("let") is not None) if choose is not None else frozenset()
    forbidden = tuple(e.id for slot in (require, ensure) if slot is not None for e in slot.entries)
    with cx.numbering(f"{entry.address}()"):
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
    if entry.id:
        scope = replace(scope, step=entry.address)
    outer = scope
    loop, scope = _loop(cx, entry, scope)
    until = cx.expression(entry.slot("until"), scope, TRUTH)
    lets, scope = named(cx, entry.slot("let"), scope)
    condition = cx.expression(entry.slot("if"), outer if loop is not None else scope, TRUTH)
    facts = frozenset() if condition is None else facts_of(condition)
    inside = scope.knowing(facts)
    seat, is_chance, inside = _seat(cx, entry, inside)
    decision, inside = decide(cx, entry, inside)
    opened = _offer(cx, entry, inside)
    if opened is not None and loop is not None and loop.kind == "together":
        _unseen(cx, entry, opened)
    if info is not None:
        info.names.update({n: local for n, local in inside.names.items() if outer.names.get(n) is not local})
        info.actor = inside.names.get("me")
        cx.lent[entry.address] = info
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
    if repeat.text == "endless" or cx.is_slip(repeat, scope, ("endless",)):
        return LoopHead("endless", None, None, None), scope
    count = cx.expression(repeat, scope, NUMBER)
    return (None if count is None else LoopHead("repeat", None, count, None)), scope


def _over(cx: Context, kind: str, tree: sx.Expression, scope: Scope) -> tuple[LoopHead, Scope]:
    """A loop over a set; for all but `each` the element is the one who acts."""
    shadowed = {k: v for k, v in scope.names.items() if k != "me"} if kind != "each" else scope.names
    source = selections.opened(cx.ex, tree, replace(scope, names=shadowed | ({"me": scope.names["me"]} if "me" in scope.names else {})))
    elements = selections.selected(replace(source, where=None))
    local = source.var
    if kind == "each":
        return LoopHead(kind, local, elements, source.where), replace(source.inside, element=None)
    if local.type not in (SEAT, ANYTHING):
        cx.report.error("type-mismatch", elements.span, f"`{kind}` goes through seats, but these are not seats.")
    me = replace(local, name="me", type=SEAT)
    inside = replace(source.inside, element=None, no_actor=False).bind(me)
    inside = replace(inside, names={k: v for k, v in inside.names.items() if k != "it"})
    return LoopHead(kind, me, elements, source.where), inside


def _seat(cx: Context, entry: Entry, scope: Scope) -> tuple[Expr | None, bool, Scope]:
    slot = entry.slot("seat")
    if slot is None:
        return None, False, scope
    if slot.text == "chance":
        return None, True, scope
    seat = None if cx.is_slip(slot, scope, ("chance",)) else cx.expression(slot, scope, SEAT)
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


def _unseen(cx: Context, entry: Entry, offer: Offer) -> None:
    """What is picked unseen is one thing, carried out when all have picked."""
    slot = entry.slot("pick") or entry.slot("offer")
    assert slot is not None
    instead = "Ask the seats one after the other, with `players:`."
    if offer.window is None:
        cx.report.error("one-unseen-pick", slot.node.span, "Free actions are not offered where all choose unseen.", instead)
        return
    is_one = isinstance(offer.amount, Const) and offer.amount.value == 1
    if offer.pick != "one" and not (offer.pick in ("up-to", "fixed") and is_one):
        message = "Where all choose `together`, each seat picks one action at most; what the second could be is not known yet."
        cx.report.error("one-unseen-pick", slot.node.span, message, f"Write `pick: up to 1`, or leave `pick` out. {instead}")


# ---------------------------------------------------------------- actions and procedures


def windows(cx: Context, slot: Slot | None) -> tuple[str, ...]:
    """The windows in which something is offered."""
    if slot is None:
        return ()
    parts = slot.parts
    found = tuple(str(p.sentence) for p in parts if isinstance(p.sentence, sx.Path))
    for part in parts:
        if isinstance(part.sentence, sx.Path):
            cx.offered.setdefault(str(part.sentence), part.node.span)
    return found


def actions(cx: Context) -> dict[str, Action]:
    found = {}
    for entry in cx.document.section("actions"):
        found[entry.id], names = cx.remembered(entry, partial(_action, cx, entry))
        cx.words.actions[entry.id].names.update(names)
    return found


def _action(cx: Context, entry: Entry) -> tuple[Action, dict[str, Local]]:
    """An action, and the names that it lends."""
    actor = cx.words.actions[entry.id].actor
    decision, scope = decide(cx, entry, Scope().bind(actor), is_action=True)
    assert decision is not None
    any_time = life(cx, entry.slot("any-time"))
    made = body(cx, entry.slot("do"), scope)
    action = Action(cx.source(entry, scope), actor, windows(cx, entry.slot("offered")), any_time, decision, made)
    return action, {n: v for n, v in scope.names.items() if n != "me"}


def procedures(cx: Context) -> dict[str, Procedure]:
    found = {}
    for entry in cx.document.section("procedures"):
        info = cx.words.procedures[entry.id]
        info.names.update({p.name: p for p in info.parameters})
        found[entry.id] = cx.remembered(entry, partial(_procedure, cx, entry))
    return found


def _procedure(cx: Context, entry: Entry) -> Procedure:
    info = cx.words.procedures[entry.id]
    scope = Scope().bind(info.actor, *info.parameters)
    only_do = set(entry.slots) <= {"do", "rule", "say", "note"}
    made = body(cx, entry.slot("do"), scope) if only_do else (step(cx, entry, scope),)
    return Procedure(cx.source(entry, scope), info.actor, info.parameters, made)


def course(cx: Context, section: str) -> tuple[Step, ...]:
    """The steps of `setup` or `play`."""
    return tuple(cx.remembered(entry, partial(step, cx, entry, Scope(no_actor=True))) for entry in cx.document.section(section))
