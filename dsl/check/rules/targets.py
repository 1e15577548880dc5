"""What rules change: the addresses behind their heads, and the names that lie there for a rule to use."""

from __future__ import annotations

from dataclasses import dataclass

from custumal.dsl.base.types import NUMBER, SEAT, Symbol, Thing, Type
from custumal.dsl.check.context import Context
from custumal.dsl.check.declarations.vocabulary import DeedInfo, Vocabulary
from custumal.dsl.diagnostics.catalogue.names import nothing_at
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Document, Entry, Slot
from custumal.dsl.model import Local
from custumal.dsl.sentences import syntax as sx

_HOOKS = ("before", "after", "instead")


@dataclass(frozen=True, slots=True)
class Target:
    """A thing that a rule changes: its address and the names it lends."""

    address: str
    names: dict[str, Local]


def targets_of(cx: Context, entry: Entry, head: str) -> list[Target] | None:
    """What a rule changes; nothing where its head names nothing, None after a report."""
    if head in ("action", "accept"):
        return []
    found: list[Target] = []
    for part in entry.parts(head):
        if not isinstance(part.sentence, sx.Path):
            continue
        target = _target(cx, head, str(part.sentence), part)
        if target is not None:
            found.append(target)
    return found or None


def _target(cx: Context, head: str, word: str, slot: Slot) -> Target | None:
    target = _looked_up(cx, head, word)
    if target is not None:
        if "." not in word:
            cx.ex.not_a_step(word, slot.node.span, "a deed of every game")
        for address in (word, word.split(".")[1] if "." in word else word):
            cx.ex.note_use(address)
        return target
    if head in _HOOKS and cx.words.steps_named(word):
        meant = cx.ex.step(word, slot.node.span)
        return None if meant is None else _looked_up(cx, head, meant)
    guess = nearest(word, _known(cx.words.unnoted, cx.document, head))
    cx.report.tell(slot.node.span, nothing_at(word, head, guess))
    return None


def _looked_up(cx: Context, head: str, word: str) -> Target | None:
    cx.words.note("target", f"{head} {word}")
    return target_of(cx, head, word)


def target_of(cx: Context, head: str, word: str) -> Target | None:
    """What stands at an address, if it is a thing that rules with this head change."""
    words = cx.words.unnoted
    if head == "modify":
        info = words.definitions.get(word.partition(".")[2])
        return Target(word, {p.name: p for p in info.parameters}) if info is not None and info.entry.address == word else None
    deed = next((each for each in _deeds(words, head) if word == each.address or word.startswith(f"{each.address}.")), None)
    if deed is not None and word == deed.address:
        return Target(word, deed.names)
    if head in ("restrict", "offer"):
        return None
    if head == "waive" and deed is not None and word in _waivable(deed):
        return Target(word, deed.names)
    if head == "waive" and _is_rule(cx.document.entry(word)):
        return Target(word, {})
    step = words.steps.get(word)
    return _of_every_game(cx, word) if step is None else Target(word, step.names)


def _deeds(words: Vocabulary, head: str) -> tuple[DeedInfo, ...]:
    return tuple(words.actions.values()) if head in ("restrict", "offer") else (*words.actions.values(), *words.procedures.values())


def _waivable(deed: DeedInfo) -> list[str]:
    """What of a deed can be set aside."""
    parts = [f"{key}.{e.id}" for key in ("require", "ensure") for e in deed.entry.entries(key)]
    return [f"{deed.address}.{part}" for part in (*parts, "cost", "limit", "consent")]


def _is_rule(entry: Entry | None) -> bool:
    return entry is not None and entry.form in ("standing", "ability")


def _of_every_game(cx: Context, verb: str) -> Target | None:
    """The built-in deeds with the names that hooks see."""
    kinds = "|".join(sorted(cx.words.unnoted.kinds))
    types: dict[str, Type] = {}
    if verb in ("gain", "lose"):
        types = {"resource": Symbol("resource"), "amount": NUMBER, "who": SEAT}
    elif verb in ("move", "draw", "roll") and kinds:
        types = {"thing": Thing(kinds)}
    return Target(verb, {n: Local(of, cx.no_span, n, n) for n, of in types.items()}) if types else None


def _known(words: Vocabulary, document: Document, head: str) -> list[str]:
    """All addresses of what rules with this head change; for suggestions."""
    if head == "modify":
        return [each.entry.address for each in words.definitions.values()]
    deeds_ = _deeds(words, head)
    found = [deed.address for deed in deeds_]
    if head in _HOOKS or head == "waive":
        found += [*words.steps, "gain", "lose", *(("move", "draw", "roll") if words.kinds else ())]
    if head == "waive":
        found += [part for deed in deeds_ for part in _waivable(deed)]
        found += [address for address, entry in document.addresses.items() if _is_rule(entry)]
    return found


def shared_names(cx: Context, targets: list[Target], taken: set[str]) -> dict[str, Local]:
    """The names that all targets lend, as locals of the rule."""
    if not targets:
        return {}
    common = set(targets[0].names)
    for target in targets[1:]:
        common &= set(target.names)
    ordered = [n for n in targets[0].names if n in common and n not in taken and n not in ("me", "it")]
    return {n: cx.ex.locals.new(n, _type_in_all([t.names[n].type for t in targets]), targets[0].names[n].span) for n in ordered}


def _type_in_all(types: list[Type]) -> Type:
    """The type of a name that several deeds lend: things may be of different kinds."""
    kinds = [of.kind for of in types if isinstance(of, Thing)]
    if len(kinds) < len(types):
        return types[0]
    return Thing("|".join(sorted({kind for joined in kinds for kind in joined.split("|")})))
