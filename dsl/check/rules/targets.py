"""What rules change: the addresses behind their heads, and the names that lie there for a rule to use."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import NUMBER, SEAT, Symbol, Thing, Type
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.incremental.findings import LentName, within
from custumal.dsl.check.symbols.signatures import ActionInfo
from custumal.dsl.diagnostics.catalogue.names import nothing_at, nothing_to_restrict, nothing_to_waive
from custumal.dsl.diagnostics.catalogue.standing import no_passes
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Entry, Slot
from custumal.dsl.model import Local
from custumal.dsl.sentences import syntax as sx

_HOOKS = ("before", "after", "instead")
_OF_ACTIONS = ("restrict", "offer")
"""Heads of rules that change actions only."""


@dataclass(frozen=True, slots=True)
class Target:
    """A thing that a rule changes: its address and the names it lends; `is_torn`: some could not be read, which has been reported."""

    address: str
    names: tuple[LentName, ...]
    is_torn: bool = False


def targets_of(cx: Context, entry: Entry, head: str) -> list[Target] | None:
    """What a rule changes; nothing where its head names nothing, None after a report."""
    if head in ("action", "accept"):
        return []
    found: list[Target] = []
    is_whole = entry.is_true("whole", default=False)
    for part in entry.parts(head):
        if not isinstance(part.sentence, sx.Path):
            continue
        target = _target(cx, head, str(part.sentence), part)
        if target is not None:
            found.append(_whole(cx, target, part) if is_whole else target)
    return found or None


def _whole(cx: Context, target: Target, slot: Slot) -> Target:
    """All passes of a step together: nothing is known there of what one of them knows."""
    if not cx.words.is_step(target.address) or not cx.words.loops(target.address):
        cx.report.tell(slot.node.span, no_passes(target.address))
    return Target(target.address, ())


def _target(cx: Context, head: str, word: str, slot: Slot) -> Target | None:
    target = _at(cx, head, word)
    if target is not None:
        if "." not in word:
            cx.ex.not_a_step(word, slot.node.span, "a deed of every game")
        for address in (word, word.split(".")[1] if "." in word else word):
            cx.ex.note_use(address)
        return target
    if head in (*_HOOKS, "restrict", "waive") and (cx.words.steps_named(word) or cx.words.is_step(word)):
        meant = cx.ex.step(word, slot.node.span)
        target = None if meant is None else _at(cx, head, meant)
        if meant is not None and target is None:
            cx.report.tell(slot.node.span, nothing_to_restrict(word) if head == "restrict" else nothing_to_waive(word))
        return target
    if head == "waive" and (_action(cx, head, word) is not None or _of_every_game(cx, word) is not None) and not _is_inside(word):
        cx.report.tell(slot.node.span, nothing_to_waive(word))
        return None
    if cx.words.has_torn_steps() and word.startswith(("play.", "setup.")):
        return None
    guess = nearest(word, _known(cx, head))
    cx.report.tell(slot.node.span, nothing_at(word, head, guess))
    return None


def _at(cx: Context, head: str, word: str) -> Target | None:
    """What stands at an address, if it is a thing that rules with this head change."""
    words = cx.words
    if head == "modify":
        info = words.definition(word.partition(".")[2])
        return Target(word, _as_lent(info.parameters), words.is_lost(info.name)) if info is not None and info.address == word else None
    if head == "waive" and not _can_be_waived(cx, word):
        return None
    action = _action(cx, head, word)
    if action is not None and (word == action.address or (head == "waive" and word in words.waivable(action.address))):
        is_action = words.action(action.name) == action
        return Target(word, words.lent(action.address).names if is_action else _as_lent(action.parameters), action.is_torn)
    if head == "restrict" and words.asks(word):
        called = words.procedure(word.partition(".")[2]) if word.startswith("procedures.") else None
        own, inner = words.lent(word), words.lent(within(word))
        names = (*(() if called is None else _as_lent(called.parameters)), *own.names, *inner.names)
        return Target(word, names, own.is_torn or inner.is_torn)
    if head in _OF_ACTIONS:
        return None
    if head == "waive" and words.is_standing(word):
        return Target(word, ())
    return Target(word, words.lent(word).names, words.lent(word).is_torn) if words.is_step(word) else _of_every_game(cx, word)


def _action(cx: Context, head: str, word: str) -> ActionInfo | None:
    """The action or procedure at an address or around it, if rules with this head change such."""
    section, _, rest = word.partition(".")
    name = rest.partition(".")[0]
    if section == "actions":
        return cx.words.action(name)
    return cx.words.procedure(name) if section == "procedures" and head not in _OF_ACTIONS else None


def _can_be_waived(cx: Context, word: str) -> bool:
    """Whether it is asked anywhere if this applies: not of an action as a whole, of a verb, or of a procedure that others carry out."""
    words, action = cx.words, _action(cx, "waive", word)
    if words.is_standing(word) or (action is not None and word in words.waivable(action.address)):
        return True
    return words.is_step(word) and not words.is_only_carried_out(word)


def _is_inside(word: str) -> bool:
    """Whether this is an address of something in an action or procedure."""
    return word.count(".") > 1


def _as_lent(parameters: tuple[Local, ...]) -> tuple[LentName, ...]:
    return tuple(LentName(local.name, local.type, local.span) for local in parameters)


def _of_every_game(cx: Context, verb: str) -> Target | None:
    """The built-in actions with the names that hooks see."""
    kinds = "|".join(sorted(cx.words.kind_names()))
    types: dict[str, Type] = {}
    if verb in ("gain", "lose"):
        types = {"resource": Symbol("resource"), "amount": NUMBER, "who": SEAT}
    elif verb in ("move", "draw", "roll") and kinds:
        types = {"thing": Thing(kinds)}
    return Target(verb, tuple(LentName(name, of, cx.no_span) for name, of in types.items())) if types else None


def _known(cx: Context, head: str) -> list[str]:
    """All addresses of what rules with this head change; for suggestions."""
    words = cx.words
    if head == "modify":
        return [info.address for name in words.operators() if (info := words.definition(name)) is not None]
    actions = [words.action(name) for name in words.action_names()]
    if head not in _OF_ACTIONS:
        actions += [words.procedure(name) for name in words.procedure_names()]
    found = [action.address for action in actions if action is not None] if head != "waive" else []
    if head == "restrict":
        found += words.asking()
    if head in _HOOKS:
        found += [*words.step_addresses(), "gain", "lose", *(("move", "draw", "roll") if words.kind_names() else ())]
    if head == "waive":
        found += [address for address in words.step_addresses() if not words.is_only_carried_out(address)]
        found += [part for action in actions if action is not None for part in words.waivable(action.address)]
        found += words.standing_addresses()
    return found


def shared_names(cx: Context, targets: list[Target], taken: set[str]) -> dict[str, Local]:
    """The names that all targets lend, as locals of the rule."""
    if not targets:
        return {}
    types = [{each.name: each.type for each in target.names} for target in targets]
    common = [each for each in targets[0].names if all(each.name in lent for lent in types) and each.name not in (*taken, "me", "it")]
    return {each.name: cx.ex.locals.new(each.name, _type_in_all([lent[each.name] for lent in types]), each.span) for each in common}


def _type_in_all(types: list[Type]) -> Type:
    """The type of a name that several actions lend: things may be of different kinds."""
    kinds = [of.kind for of in types if isinstance(of, Thing)]
    if len(kinds) < len(types):
        return types[0]
    return Thing("|".join(sorted({kind for joined in kinds for kind in joined.split("|")})))
