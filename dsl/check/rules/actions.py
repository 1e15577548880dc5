"""Actions and procedures: what can be done, by its name."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from custumal.dsl.base.types import SEAT
from custumal.dsl.check.context import Context
from custumal.dsl.check.declarations.kept import life
from custumal.dsl.check.declarations.type_names import parameters
from custumal.dsl.check.declarations.vocabulary import DeedInfo, StepInfo
from custumal.dsl.check.rules.decisions import EntryTypes, decide
from custumal.dsl.check.rules.steps import body, step
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.documents.document import Entry, Slot
from custumal.dsl.model import Action, Local, Procedure
from custumal.dsl.sentences import syntax as sx

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
    choose = entry.entries("choose")
    chosen = tuple(each.id for each in choose)
    lets = frozenset(each.id for each in choose if each.slot("let") is not None)
    forbidden = tuple(each.id for key in ("require", "ensure") for each in entry.entries(key))
    with cx.numbering(f"{entry.address}()"):
        actor = cx.ex.locals.new("me", SEAT, entry.key.span)
    return DeedInfo(entry.address, entry, actor, {}, (), chosen, forbidden, lets)


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
