"""`why`: what forbids a choice, in the words of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from custumal.dsl.types import bare
from custumal.interpreter.explain import Reason, source_of
from custumal.interpreter.flow import Affordable, Allowed, Choosing, Forbid, Test
from custumal.interpreter.listing import Raw, Walk
from custumal.interpreter.state import State
from custumal.terminal.console import Console
from custumal.terminal.describe import Describer, slots_of
from custumal.terminal.match import plain
from custumal.terminal.phrases import phrase
from custumal.terminal.style import Piece, folded, line

_PLAIN_FACTS = ("me", "this", "owner")
_MOST = 3000
"""So many choices, legal or not, are looked through for the values that were typed."""


def why(console: Console, describer: Describer, position: State, text: str) -> None:
    """Tell what forbids the choice that a text means: a key, or an action and some of its values."""
    language = describer.language
    point = describer.table.reference.point(position)
    here = {} if point is None else {choosing.name: choosing for choosing in point.choosings}
    actions = {**describer.table.program.actions, **here}
    if not text:
        console.tell_folded(phrase("why-what", language, example=next(iter(here or actions), "")))
    elif "(" in text:
        _tell_key(console, describer, position, text)
    else:
        found, values = _named(describer, position, actions, here, text)
        if found is not None:
            _tell_values(console, describer, position, found, values)
        elif not _tell_meant(console, describer, position, here, text.split()):
            console.tell_folded(phrase("why-unknown", language, text=text, actions=", ".join(actions)))


def _named(
    describer: Describer, position: State, actions: dict[str, Choosing], here: dict[str, Choosing], text: str
) -> tuple[Choosing | None, list[str]]:
    """The action that the first words mean, and the words behind it; where only one can be meant it need not be named."""
    words = text.split()
    if words[0] in actions:
        return actions[words[0]], words[1:]
    titles = {name: plain(describer.action(position, one)) for name, one in actions.items()}
    for count in range(len(words), 0, -1):
        wanted = plain(" ".join(words[:count]))
        exact = [one for name, one in actions.items() if wanted in (plain(describer.labels.name(name, describer.language)), titles[name])]
        found = exact or [one for name, one in actions.items() if count == len(words) and wanted in titles[name]]
        if len(found) == 1:
            return found[0], words[count:]
    return (next(iter(here.values())), words) if len(here) == 1 else (None, words)


def _tell_meant(console: Console, describer: Describer, position: State, here: dict[str, Choosing], values: list[str]) -> bool:
    """Explain the actions offered here that could have such values; whether there was one."""
    meant = [choosing for choosing in here.values() if _meant(describer, position, choosing, values)]
    for choosing in meant:
        if len(meant) > 1:
            console.tell(Piece(describer.action(position, choosing), "bold"))
        _tell_values(console, describer, position, choosing, values)
    return bool(meant)


def _tell_key(console: Console, describer: Describer, position: State, key: str) -> None:
    table = describer.table
    raw = table.find(position, key)
    if raw is not None:
        console.tell_folded(phrase("legal", describer.language, choice=describer.choice(position, raw)))
    else:
        tell_reasons(console, describer, table.why_not(position, key), key)


def _tell_values(console: Console, describer: Describer, position: State, choosing: Choosing, values: list[str]) -> None:
    """Explain the action, with those of its entries fixed on which everything agrees that has all the typed words."""
    found = _meant(describer, position, choosing, values)
    if values and not found:
        console.tell_folded(phrase("why-value", describer.language, text=" ".join(values), action=describer.action(position, choosing)))
        return
    args = _common(describer, choosing, found) if values else {}
    explanation = describer.table.explain(position, choosing.name, args)
    named = describer.action(position, choosing) + (f" ({' '.join(values)})" if values else "")
    if explanation.legal:
        console.tell_folded(phrase("legal", describer.language, choice=named))
        return
    # Values of a choice that was not named in full are those of some choice or other, which would only confuse.
    whole = len(args) == sum(slot.asks is not None for slot in slots_of(choosing))
    tell_reasons(console, describer, explanation.reasons, named, facts=whole)


def _meant(describer: Describer, position: State, choosing: Choosing, values: Sequence[str]) -> list[Raw]:
    """The choices, legal or not, in whose values all the words stand; the shortest such values if there are several sorts."""
    restrictions = frozenset(source_of(part).id for part in choosing.plan if isinstance(part, Test | Forbid | Allowed | Affordable))
    walk = Walk(position, position.seat, (), restrictions | {"cost", "limit"})
    slots = slots_of(choosing)
    found = []
    for raw in islice(describer.table.reference.listing.of(0, choosing, walk), _MOST):
        labels = [plain(describer.value(value, slot.type, position)) for slot, value in zip(slots, raw[1:], strict=True)]
        if all(any(plain(word) in label for label in labels) for word in values):
            found.append(raw)
    exact = [raw for raw in found if _has_exactly(describer, position, choosing, raw, values)]
    return exact or found


def _has_exactly(describer: Describer, position: State, choosing: Choosing, raw: Raw, values: Sequence[str]) -> bool:
    labels = [plain(describer.value(value, slot.type, position)) for slot, value in zip(slots_of(choosing), raw[1:], strict=True)]
    return all(plain(word) in labels for word in values)


def _common(describer: Describer, choosing: Choosing, found: Sequence[Raw]) -> dict[str, object]:
    """The entries that have one value in all of these choices, as keys write them."""
    keys = describer.table.reference.keys
    args: dict[str, object] = {}
    for depth, slot in enumerate(slots_of(choosing), start=1):
        is_single = slot.asks is not None and slot.asks.form in ("one", "maybe")
        if is_single and slot.type is not None and len({raw[depth] for raw in found}) == 1:
            args[slot.name] = keys.value(bare(slot.type), found[0][depth])
    return args


def tell_reasons(console: Console, describer: Describer, reasons: Sequence[Reason], choice: str, *, facts: bool = True) -> None:
    """Each reason with its sentence, the numbered rules and the place in the rule file, and perhaps the values that decided."""
    if not reasons:
        console.tell_folded(phrase("no-match", describer.language, text=choice))
        return
    console.tell_folded(phrase("not-legal", describer.language))
    for reason in reasons:
        console.tell_folded(f"- {_sentence(describer, reason)}", "  ")
        named = ", ".join((*reason.rules, reason.address))
        console.show([line(Piece(row, "dim")) for row in folded(f"  [{named}]", console.width, "   ")])
        known = ", ".join(f"{fact.what} = {fact.value}" for fact in reason.facts if fact.what not in _PLAIN_FACTS)
        if facts and known:
            console.tell_folded(f"  {known}", "    ")


def _sentence(describer: Describer, reason: Reason) -> str:
    """The sentence in the language of the player, where it has no holes to be filled in."""
    source = describer.table.instance.game.sources.get(reason.address)
    pieces = dict(source.because.by_language).get(describer.language, ()) if source is not None else ()
    whole = pieces and all(isinstance(piece, str) for piece in pieces)
    return "".join(str(piece) for piece in pieces) if whole else reason.text
