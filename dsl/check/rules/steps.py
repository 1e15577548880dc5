"""Steps and bodies: what happens, one thing after another."""

from __future__ import annotations

from functools import partial

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import ANYTHING, NUMBER, SEAT, TRUTH
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.incremental.findings import within
from custumal.dsl.check.rules.decisions import decide, is_half_read, named
from custumal.dsl.check.rules.effects import effect
from custumal.dsl.check.typing import selections
from custumal.dsl.check.typing.scope import Scope, facts_of
from custumal.dsl.diagnostics.catalogue.actors import asked_of_nobody, offered_to_nobody
from custumal.dsl.diagnostics.catalogue.keys import pick_without_offer
from custumal.dsl.diagnostics.catalogue.turns import free_where_unseen, one_unseen_pick, unnamed_step
from custumal.dsl.diagnostics.catalogue.types import not_seats
from custumal.dsl.documents.document import Entry, Slot
from custumal.dsl.model import Const, Effect, Expr, LoopHead, Offer, Step
from custumal.dsl.sentences import syntax as sx

Body = tuple[Step | Effect, ...]


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
            cx.report.tell(cited.key.span, unnamed_step())


def _parts(slot: Slot) -> list[Entry | sx.Effect]:
    if slot.items:
        return [part for item in slot.items for part in _parts(item)]
    if slot.entries:
        return list(slot.entries)
    return [slot.sentence] if isinstance(slot.sentence, sx.Effect) else []


_WHOLE = ("play", "setup")
"""What may be a single step, which is known by the name of the section."""


def step(cx: Context, entry: Entry, around: Scope) -> Step:
    """One step, its keys typed in the order in which they act."""
    unnamed = not entry.id and (around.step != "" or entry.address not in _WHOLE)
    outer = around if unnamed else replace(around, step=entry.address)
    loop, scope = _loop(cx, entry, outer)
    given = _ids(entry.slot("let"))
    until = cx.expression(entry.slot("until"), replace(scope, later=given), TRUTH)
    lets, scope = named(cx, entry.slot("let"), scope)
    once = loop is not None or until is not None
    later = given if loop is None or loop.local is None else given | {loop.local.name}
    before = replace(outer, later=later) if once else scope
    condition = cx.expression(entry.slot("if"), before, TRUTH)
    inside = scope if condition is None else scope.knowing(facts_of(condition))
    seat, is_chance, inside = _seat(cx, entry, inside)
    inside = _asked(cx, entry, inside, is_chance=is_chance)
    undecided = inside
    decision, inside = decide(cx, entry, inside)
    offer = _offer(cx, entry, inside)
    if offer is not None and loop is not None and loop.kind == "together":
        _unseen(cx, entry, offer)
    _lend(cx, entry, outer, inside, unnamed=unnamed)
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
        offer=offer,
        body=body(cx, entry.slot("do"), inside),
        other=body(cx, entry.slot("else"), _otherwise(condition, before, undecided)),
        passing=body(cx, entry.slot("pass"), undecided),
        remembers=() if unnamed else cx.words.remembered(entry.address),
        unnamed=unnamed,
    )


_ASKED = ("choose", "cost", "limit")
"""The keys of a step by which somebody is asked, pays, or is counted."""


def _asked(cx: Context, entry: Entry, scope: Scope, *, is_chance: bool) -> Scope:
    """The scope in which a step asks. Where nobody acts that is told once, and the rest of the step is read as if somebody did."""
    if "me" in scope.names or scope.torn:
        return scope
    for slot in (slot for key in _ASKED if (slot := entry.slot(key)) is not None and _needs_somebody(key, slot, is_chance=is_chance)):
        if slot.key is not None:
            cx.report.tell(slot.key.span, asked_of_nobody(slot.key.text))
        return _acting(cx, slot, scope)
    return scope


def _needs_somebody(key: str, slot: Slot, *, is_chance: bool) -> bool:
    """Chance may choose, a `let` is no choice, and what costs nothing is paid by nobody."""
    if key == "choose":
        return not is_chance and any(each.slot("let") is None for each in slot.entries)
    return not isinstance(slot.sentence, sx.Nothing)


def _ids(slot: Slot | None) -> frozenset[str]:
    return frozenset() if slot is None else frozenset(entry.id for entry in slot.entries)


def _otherwise(condition: Expr | None, before: Scope, undecided: Scope) -> Scope:
    """What is known in `else`. Where the condition does not hold, no pass and no seat of the step has begun: only who acts around it acts.
    Where nothing could be picked, it is as in `do`."""
    if condition is None:
        return undecided
    other = before.knowing(facts_of(condition, holds=False))
    me = undecided.names.get("me") if "me" in before.names else None
    return other if me is None else other.bind(me)


def _lend(cx: Context, entry: Entry, outer: Scope, inside: Scope, *, unnamed: bool) -> None:
    """Tell rules that hook at a step, or restrict what is chosen in it, which names it binds."""
    if cx.words.is_step(entry.address):
        new = (local for name, local in inside.names.items() if outer.names.get(name) is not local)
        cx.lend(
            within(entry.address) if unnamed else entry.address,
            new,
            has_actor="me" in inside.names,
            is_torn=inside.torn or is_half_read(entry),
        )


def _loop(cx: Context, entry: Entry, scope: Scope) -> tuple[LoopHead | None, Scope]:
    each = entry.slot("each")
    if each is not None:
        if not isinstance(each.sentence, sx.Loop):
            return None, replace(scope, torn=True)
        return _over(cx, "each", each.sentence.selection, scope)
    for kind in ("players", "rounds", "together"):
        slot = entry.slot(kind)
        if slot is not None:
            tree = cx.tree(slot)
            return (None, _acting(cx, slot, scope)) if tree is None else _over(cx, kind, tree, scope)
    repeat = entry.slot("repeat")
    if repeat is None:
        return None, scope
    if repeat.text == "endless" or cx.is_slip(repeat, scope, ("endless",)):
        return LoopHead("endless", None, None, None), scope
    count = cx.expression(repeat, scope, NUMBER)
    return (None if count is None else LoopHead("repeat", None, count, None)), scope


def _acting(cx: Context, slot: Slot, scope: Scope) -> Scope:
    """The scope in which somebody acts, though it could not be read who."""
    me = cx.ex.locals.new("me", SEAT, slot.node.span)
    return replace(scope.bind(me), no_actor=False)


def _over(cx: Context, kind: str, tree: sx.Expression, scope: Scope) -> tuple[LoopHead, Scope]:
    """A loop over a set; for all but `each` the element is the one who acts."""
    source = selections.opened(cx.ex, tree, scope)
    elements = selections.selected(replace(source, where=None))
    local = source.var
    if kind == "each":
        return LoopHead(kind, local, elements, source.where), replace(source.inside, element=None)
    if local.type not in (SEAT, ANYTHING):
        cx.report.tell(elements.span, not_seats(kind))
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
    return seat, False, _acting(cx, slot, scope)


def _offer(cx: Context, entry: Entry, scope: Scope) -> Offer | None:
    slot, pick = entry.slot("offer"), entry.slot("pick")
    if slot is None:
        if pick is not None and pick.key is not None:
            cx.report.tell(pick.key.span, pick_without_offer())
        return None
    if "me" not in scope.names:
        cx.report.tell(slot.node.span, offered_to_nobody())
    window = str(slot.sentence) if isinstance(slot.sentence, sx.Path) else ""
    if window != "free":
        cx.findings.opened.setdefault(window, slot.node.span)
    form, amount = ("any" if window == "free" else "one"), None
    if pick is not None and isinstance(pick.sentence, sx.Pick):
        form = pick.sentence.form
        amount = None if pick.sentence.amount is None else cx.ex.number(pick.sentence.amount, scope)
    return Offer(None if window == "free" else window, form, amount)


def _unseen(cx: Context, entry: Entry, offer: Offer) -> None:
    """What is picked unseen is one thing, carried out when all have picked."""
    slot = entry.slot("pick") or entry.slot("offer")
    assert slot is not None
    if offer.window is None:
        cx.report.tell(slot.node.span, free_where_unseen())
        return
    is_one = isinstance(offer.amount, Const) and offer.amount.value == 1
    if offer.pick != "one" and not (offer.pick in ("up-to", "fixed") and is_one):
        cx.report.tell(slot.node.span, one_unseen_pick())


def course(cx: Context, section: str) -> tuple[Step, ...]:
    """The steps of `setup` or `play`."""
    return tuple(cx.memoised(entry, partial(step, cx, entry, Scope(no_actor=True))) for entry in cx.document.section(section))
