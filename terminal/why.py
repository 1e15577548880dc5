"""`why`: what forbids a choice, in the words of the rules."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import islice

from custumal.dsl.types import bare
from custumal.interpreter.explain import CANDIDATES, Fact, Reason, source_of
from custumal.interpreter.flow import PASS, Affordable, Allowed, Choosing, Forbid, Test
from custumal.interpreter.keys import DECLINED
from custumal.interpreter.keysyntax import Word, read_key
from custumal.interpreter.labels import pick
from custumal.interpreter.listing import Raw, Walk
from custumal.interpreter.state import DECISION, State
from custumal.terminal.console import Console
from custumal.terminal.describe import Describer, slots_of
from custumal.terminal.match import plain
from custumal.terminal.phrases import phrase
from custumal.terminal.style import Piece, folded, line

_PLAIN_FACTS = ("me", "this", "owner")
SCENARIOS = "scenarios."
_MOST_RULES = 2
"""Of so many numbered rules behind a reason the text is told."""
_MOST = 3000
"""So many choices, legal or not, are looked through for the values that were typed."""


def why(console: Console, describer: Describer, position: State, text: str) -> None:
    """Tell what forbids the choice that a text means: a key, or an action and some of its values."""
    language = describer.language
    point = describer.table.reference.point(position)
    here = {} if point is None else {choosing.name: choosing for choosing in point.choosings}
    actions = {**describer.table.why.choosings, **here}
    if not text:
        console.tell_folded(phrase("why-what", language, example=next(iter(here or actions), "")))
    elif _tell_rule(console, describer, text) or _tell_value(console, describer, position, text, actions):
        return
    elif "(" in text or text.strip() == DECLINED:
        _tell_key(console, describer, position, text)
    else:
        found, values = _named(describer, position, actions, here, text)
        if found is not None:
            _tell_values(console, describer, position, found, values)
        elif not _tell_meant(console, describer, position, here, text.split()):
            console.tell_folded(phrase("why-unknown", language, text=text, actions=", ".join(actions)))


def _tell_rule(console: Console, describer: Describer, text: str) -> bool:
    """A numbered rule, and which elements of the rule files follow it; whether the text is the id of one."""
    game, rule = describer.table.instance.game, text.strip().upper()
    if rule not in game.rulebook:
        return False
    console.tell_folded(f"{rule} {describer.labels.whole(game.rulebook[rule], describer.language)}", "  ")
    for address in (address for address, source in game.sources.items() if rule in source.rules and not address.startswith(SCENARIOS)):
        console.tell(Piece(f"  {address}", "dim"))
    for reason in (reason for name, reason in game.unencoded if name == rule):
        console.tell_folded(f"  ({reason})")
    return True


def _tell_value(console: Console, describer: Describer, position: State, text: str, actions: Container[str]) -> bool:
    """What makes a value or a word of the rulebook what it is: its name with its arguments, as in `wealth(p1)`; whether it is one."""
    node = read_key(text)
    name = node.name.rpartition(".")[2] if isinstance(node, Word) else text.strip().rpartition(".")[2]
    definition = describer.table.instance.game.definitions.get(name)
    if definition is None or name in actions:
        return False
    given = text.partition("(")[2].rpartition(")")[0] if "(" in text else ""
    names = [local.name for local in definition.parameters]
    args = dict(zip(names, _split(given), strict=False))
    try:
        told = describer.table.explain(position, name, args, describer.language)
    except ValueError as error:
        console.tell_folded(str(error))
        return True
    console.tell_folded(phrase("value-is", describer.language, what=text.strip(), value=told.value))
    for reason in told.reasons:
        # A value that no rule changes has been told already.
        _tell_reason(console, describer, reason, facts=True, sentence=len(told.reasons) > 1)
    return True


def _split(text: str) -> list[str]:
    """The arguments of a key: what commas part that are in no parentheses."""
    found, depth = [""], 0
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and depth == 0:
            found.append("")
        else:
            found[-1] += sign
    return [one.strip() for one in found if one.strip()]


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
        names = {name: (plain(describer.labels.name(name, describer.language)), titles[name]) for name in actions}
        exact = [one for name, one in actions.items() if wanted in names[name]]
        begun = [one for name, one in actions.items() if any(f"{said} ".startswith(f"{wanted} ") for said in names[name])]
        inside = [one for name, one in actions.items() if count == len(words) and wanted in titles[name]]
        for found in (exact, begun, inside):
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
    raw = table.find(position, key) if position.kind == DECISION else None
    if raw is None:
        if not _tell_begun(console, describer, position, key):
            tell_reasons(console, describer, table.why_not(position, key, describer.language), key)
        return
    console.tell_folded(phrase("legal", describer.language, choice=describer.choice(position, raw)))
    if raw != PASS:
        told = table.explain(position, table.action(position, raw), table.args(position, raw), describer.language)
        _tell_passed(console, describer, told.passed)


def _tell_begun(console: Console, describer: Describer, position: State, key: str) -> bool:
    """A key that gives the first entries of an action only, which then stands for all choices that begin so; whether it is one."""
    point, name = describer.table.reference.point(position), key.partition("(")[0].strip()
    choosing = next((one for one in point.choosings if one.name == name), None) if point is not None else None
    given = _split(key.partition("(")[2].rpartition(")")[0])
    if choosing is None or choosing.carrier is not None or len(given) >= len(choosing.picks):
        return False
    args = dict(zip((one.local.name for one in choosing.picks), given, strict=False))
    try:
        told = describer.table.explain(position, name, args, describer.language)
    except ValueError:
        return False
    if told.legal:
        console.tell_folded(phrase("legal", describer.language, choice=f"{describer.action(position, choosing)} ({', '.join(given)}, …)"))
    else:
        tell_reasons(console, describer, told.reasons, key, facts=False)
    return True


def _tell_passed(console: Console, describer: Describer, passed: Sequence[Reason]) -> None:
    """What a legal choice has met, with the values inside."""
    if passed:
        console.tell_folded(phrase("was-asked", describer.language))
    for reason in passed:
        known = _known(reason, describer.language)
        console.tell_folded(f"- {reason.address}{_named_rules(reason)}" + (f": {known}" if known else ""), "    ")


def _tell_values(console: Console, describer: Describer, position: State, choosing: Choosing, values: list[str]) -> None:
    """Explain the action, with those of its entries fixed on which everything agrees that has all the typed words."""
    found = _meant(describer, position, choosing, values)
    if values and not found:
        console.tell_folded(phrase("why-value", describer.language, text=" ".join(values), action=describer.action(position, choosing)))
        return
    args = _common(describer, choosing, found) if values else {}
    explanation = describer.table.explain(position, choosing.name, args, describer.language)
    named = describer.action(position, choosing) + (f" ({' '.join(values)})" if values else "")
    if explanation.legal:
        console.tell_folded(phrase("legal", describer.language, choice=named))
        _tell_passed(console, describer, explanation.passed)
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
        _tell_reason(console, describer, reason, facts=facts)


def _tell_reason(console: Console, describer: Describer, reason: Reason, *, facts: bool, sentence: bool = True) -> None:
    """The sentence, the facts behind it, where it stands, and the numbered rules in words."""
    if sentence:
        console.tell_folded(f"- {reason.text or reason.address}", "  ")
    known = _known(reason, describer.language)
    if facts and known:
        console.tell_folded(f"  {known}.", "    ")
    named = ", ".join((*reason.rules, reason.address))
    by = phrase("by-variant", describer.language, variants=", ".join(reason.variants)) if reason.variants else ""
    console.show([line(Piece(row, "dim")) for row in folded(f"  [{named}{by}]", console.width, "   ")])
    rulebook = describer.table.instance.game.rulebook
    for rule in reason.rules[:_MOST_RULES]:
        if rule in rulebook:
            said = "".join(
                p for p in pick(rulebook[rule], describer.language, describer.table.instance.game.languages) if isinstance(p, str)
            )
            console.show([line(Piece(row, "dim")) for row in folded(f"  {rule} {said}", console.width, "    ")])


def _known(reason: Reason, language: str) -> str:
    """The facts, told one after the other."""
    return ", ".join(_fact(fact, language) for fact in reason.facts if fact.what not in _PLAIN_FACTS)


def _fact(fact: Fact, language: str) -> str:
    if fact.what == CANDIDATES:
        return phrase("fact-candidates", language, value=fact.value)
    if fact.value in ("true", "false"):
        return phrase(f"fact-{fact.value}", language, what=fact.what)
    return phrase("fact", language, what=fact.what, value=fact.value)


def _named_rules(reason: Reason) -> str:
    return f" [{', '.join(reason.rules)}]" if reason.rules else ""
