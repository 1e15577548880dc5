"""Reasons in the words of players: the sentence, the facts, where it stands, and the numbered rules."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.dsl.types import Set
from custumal.interpreter.explain import CANDIDATES, Fact, Found, Reason
from custumal.interpreter.state import State
from custumal.interpreter.why_reasons import MOST_NAMED
from custumal.terminal.console import Console
from custumal.terminal.describe import Describer
from custumal.terminal.phrases import phrase
from custumal.terminal.rulebook.facts import Facts
from custumal.terminal.rulebook.words import word
from custumal.terminal.style import Piece, folded, line

MOST_RULES = 2
"""Of so many numbered rules behind a reason the text is told."""


def tell_reasons(
    console: Console, describer: Describer, position: State, reasons: Sequence[Reason], choice: str, *, facts: bool = True
) -> None:
    """Each reason with its sentence, the numbered rules and the place in the rule file, and perhaps the values that decided."""
    if not reasons:
        console.tell_folded(phrase("no-match", describer.language, text=choice))
        return
    console.tell_folded(phrase("not-legal", describer.language))
    for reason in reasons:
        tell_reason(console, describer, position, reason, facts=facts)


def tell_reason(console: Console, describer: Describer, position: State, reason: Reason, *, facts: bool, sentence: bool = True) -> None:
    """The sentence, the facts behind it, where it stands, and the numbered rules in words."""
    if sentence:
        console.tell_folded(f"- {reason.text or reason.address}", "  ")
    known = _known(describer, position, reason)
    if facts and known:
        console.tell_folded(f"  {known[:1].upper()}{known[1:]}.", "    ")
    named = ", ".join((*reason.rules, reason.address))
    by = phrase("by-variant", describer.language, variants=", ".join(reason.variants)) if reason.variants else ""
    console.show([line(Piece(row, "dim")) for row in folded(f"  [{named}{by}]", console.width, "   ")])
    for rule in reason.rules[:MOST_RULES]:
        said = rule_text(describer, rule)
        if said:
            console.show([line(Piece(row, "dim")) for row in folded(f"  {rule} {said}", console.width, "    ")])


def tell_passed(console: Console, describer: Describer, position: State, passed: Sequence[Reason]) -> None:
    """What a legal choice has met, with the values inside."""
    if passed:
        console.tell_folded(phrase("was-asked", describer.language))
    for said in dict.fromkeys(_met(describer, position, reason) for reason in passed):
        console.tell_folded(f"- {said}", "    ")


def _met(describer: Describer, position: State, reason: Reason) -> str:
    """A restriction that is met: the first numbered rule behind it, and the values."""
    rule = next((rule for rule in reason.rules if rule_text(describer, rule)), "")
    known = _known(describer, position, reason)
    return (f"{rule} {rule_text(describer, rule)}" if rule else reason.address) + (f" ({known})" if known else "")


def rule_text(describer: Describer, rule: str) -> str:
    """A numbered rule; options that it names by their ids are told by what they say. Empty where there is no such rule."""
    game, labels = describer.table.instance.game, describer.labels
    said = labels.whole(game.rulebook[rule], describer.language) if rule in game.rulebook else ""
    for name, option in game.options.items():
        told = labels.whole(option.source.say, describer.language)
        said = said.replace(f"`{name}`", word("quoted", describer.language, text=told)) if told else said
    return said


def _known(describer: Describer, position: State, reason: Reason) -> str:
    """The facts that have words for players, told one after the other."""
    told = (_fact(describer, position, fact) for fact in reason.facts)
    return word("fact-joint", describer.language).join(dict.fromkeys(text for text in told if text))


def _fact(describer: Describer, position: State, fact: Fact) -> str | None:
    """A fact in the words of players; None for what has none, and for what the sentence of the reason says already."""
    found = fact.found
    if found is None:
        return None
    if found.expr is not None:
        return Facts(describer, position, found.env).found(found.expr, found.value)
    if fact.what == CANDIDATES:
        return phrase("fact-candidates", describer.language, value=_listed(describer, position, found))
    if fact.what in ("cost", "stock"):
        return word(f"fact-{fact.what}", describer.language, value=describer.value(found.value, found.type, position))
    if fact.what.startswith("times in "):
        return word("fact-times", describer.language, value=fact.value.replace(" of ", "/"))
    return None


def _listed(describer: Describer, position: State, found: Found) -> str:
    """Candidates in words, those that are called alike once."""
    inner = found.type.inner if isinstance(found.type, Set) else found.type
    words = list(dict.fromkeys(describer.value(member, inner, position) for member in found.value[: 4 * MOST_NAMED]))
    return ", ".join(words[:MOST_NAMED]) + (", …" if len(words) > MOST_NAMED else "")
