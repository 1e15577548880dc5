"""Actions and procedures: what can be done, by its name."""

from __future__ import annotations

from functools import partial
from typing import TypedDict

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import NUMBER, SEAT
from custumal.dsl.check.declarations.kept import life
from custumal.dsl.check.declarations.type_names import parameters
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.rules.decisions import EntryTypes, asks, decide, is_half_read
from custumal.dsl.check.rules.remembering import remembered
from custumal.dsl.check.rules.steps import body, step
from custumal.dsl.check.symbols.signatures import ActionInfo
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.catalogue.turns import prefers_without_one
from custumal.dsl.documents.document import Entry, Slot
from custumal.dsl.keys import FORMS
from custumal.dsl.model import Action, Preference, Procedure
from custumal.dsl.sentences import syntax as sx


class AsOne(TypedDict):
    """What an action says about being chosen as a whole."""

    as_one: bool
    prefer: tuple[Preference, ...]


LOOPS = ("each", "players", "rounds", "together", "repeat", "until")
_LOOPS = frozenset(LOOPS)
_REMEMBERING = frozenset(("remember", "regardless-of"))
_ASKING = ("step", "procedure", "standing", "ability")
"""The forms of entries, but for actions, in which a seat may choose something."""

# ---------------------------------------------------------------- names before contents


def collect(cx: Context) -> None:
    """The addresses of all steps and restrictions, the names of all actions and procedures with what they choose and forbid."""
    addresses = cx.document.addresses.items()
    cx.declared.has_torn_steps = any(entry.form == "step" and _is_torn(entry) for _, entry in addresses)
    cx.declared.add_steps(address for address, entry in addresses if entry.form in ("step", "procedure"))
    remembering = {address: entry for address, entry in addresses if not _REMEMBERING.isdisjoint(entry.slots)}
    cx.declared.remembered = {address: remembered(cx, entry) for address, entry in remembering.items()}
    forbidding = {address for address, entry in addresses if entry.form in ("require", "preference", "standing", "ability", "choice")}
    for entry in cx.document.section("actions"):
        cx.declared.actions[entry.id] = _info(cx, entry)
        forbidding |= {entry.address, *(f"{entry.address}.{part}" for part in ("cost", "limit", "consent", "offered"))}
    cx.declared.restrictions = frozenset(forbidding)
    cx.declared.looping = frozenset(address for address, entry in addresses if not _LOOPS.isdisjoint(entry.slots))
    cx.declared.asking = frozenset(address for address, entry in addresses if entry.form in _ASKING and _is_chosen(entry))
    procedures = cx.document.section("procedures")
    cx.declared.only_carried_out = frozenset(entry.address for entry in procedures if _only_does(entry))
    cx.declared.entry_types = EntryTypes(cx).of
    for entry in procedures:
        with cx.numbering(f"{entry.address}(…)"):
            is_torn = entry.signature is None
            cx.declared.procedures[entry.id] = replace(_info(cx, entry), parameters=parameters(cx, entry.signature), is_torn=is_torn)


def _is_torn(entry: Entry) -> bool:
    """Whether a step has nothing of what makes one, which has been reported: what it should hold may be missing, too."""
    return not any(name in entry.slots for name in FORMS["step"].needs_one)


def _is_chosen(entry: Entry) -> bool:
    """Whether an entry that is no action is something that a seat chooses, or in which it does."""
    if entry.form in ("standing", "ability"):
        return "offered" in entry.slots or "any-time" in entry.slots or asks(entry)
    return asks(entry) and entry.text("seat") != "chance"


def _info(cx: Context, entry: Entry) -> ActionInfo:
    choose = entry.entries("choose")
    forbidding = (f"{key}.{each.id}" for key in ("require", "ensure", "prefer") for each in entry.entries(key))
    parts = (*forbidding, *(key for key in ("cost", "limit", "consent") if key in entry.slots))
    with cx.numbering(f"{entry.address}()"):
        actor = cx.ex.locals.new("me", SEAT, entry.key.span)
    cx.declared.waivable[entry.address] = tuple(f"{entry.address}.{part}" for part in parts)
    return ActionInfo(
        entry.id,
        entry.address,
        actor,
        parameters=(),
        entries=tuple(each.id for each in choose),
        lets=frozenset(each.id for each in choose if each.slot("let") is not None),
        as_one=entry.text("as-one") not in (None, "false"),  # what is no truth has been reported, and may be meant so
        is_torn=is_half_read(entry),
    )


# ---------------------------------------------------------------- actions and procedures


def windows(cx: Context, slot: Slot | None) -> tuple[str, ...]:
    """The windows in which something is offered."""
    if slot is None:
        return ()
    parts = slot.parts
    found = tuple(str(p.sentence) for p in parts if isinstance(p.sentence, sx.Path))
    for part in parts:
        if isinstance(part.sentence, sx.Path):
            cx.findings.offered.setdefault(str(part.sentence), part.node.span)
    return found


def actions(cx: Context) -> dict[str, Action]:
    return {entry.id: cx.memoised(entry, partial(_action, cx, entry)) for entry in cx.document.section("actions")}


def _action(cx: Context, entry: Entry) -> Action:
    info = cx.words.action(entry.id)
    assert info is not None
    actor = info.actor
    decision, scope = decide(cx, entry, Scope().bind(actor), is_action=True)
    assert decision is not None
    any_time = life(cx, entry.slot("any-time"))
    made = body(cx, entry.slot("do"), scope)
    cx.lend(entry.address, (local for name, local in scope.names.items() if name != "me"), has_actor=True, is_torn=info.is_torn)
    return Action(cx.source(entry, scope), actor, windows(cx, entry.slot("offered")), any_time, decision, made, **_as_one(cx, entry, scope))


def _as_one(cx: Context, entry: Entry, scope: Scope) -> AsOne:
    """Whether all that is chosen in an action is one choice, and which ways are preferred; what nobody may know in advance can't be."""
    as_one = entry.slot("as-one")
    prefer = entry.slot("prefer")
    found = tuple(_preference(cx, each, scope.after_effects()) for each in entry.entries("prefer"))
    if prefer is not None and prefer.key is not None and (as_one is None or as_one.text != "true"):
        cx.report.tell(prefer.key.span, prefers_without_one())
    return {"as_one": as_one is not None and as_one.text == "true", "prefer": tuple(each for each in found if each is not None)}


def _preference(cx: Context, entry: Entry, scope: Scope) -> Preference | None:
    key = "least" if entry.slot("most") is None else "most"
    value = cx.expression(entry.slot(key), scope, NUMBER)
    return None if value is None else Preference(value, key == "most", cx.source(entry, scope))


def procedures(cx: Context) -> dict[str, Procedure]:
    return {entry.id: cx.memoised(entry, partial(_procedure, cx, entry)) for entry in cx.document.section("procedures")}


def _only_does(entry: Entry) -> bool:
    """Whether a procedure has no keys of a step but what is done."""
    return set(entry.slots) <= {"do", "rule", "say", "note"}


def _procedure(cx: Context, entry: Entry) -> Procedure:
    info = cx.words.procedure(entry.id)
    assert info is not None
    scope = Scope(torn=entry.signature is None).bind(info.actor, *info.parameters)
    made = body(cx, entry.slot("do"), scope) if _only_does(entry) else (step(cx, entry, scope),)
    return Procedure(cx.source(entry, scope), info.actor, info.parameters, made)
