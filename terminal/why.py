"""`why`: what forbids a choice, in the words of the rules."""

from __future__ import annotations

from collections.abc import Mapping

from custumal.interpreter.flow import PASS, Choosing
from custumal.interpreter.keys import DECLINED
from custumal.interpreter.state import DECISION, State
from custumal.interpreter.why import values_of
from custumal.terminal.console import Console
from custumal.terminal.describe import Describer, slots_of
from custumal.terminal.match import plain
from custumal.terminal.phrases import phrase
from custumal.terminal.style import Piece
from custumal.terminal.why_meant import arguments_of, choosable, common_values, elsewhere, meant_choices, named_action
from custumal.terminal.why_told import tell_passed, tell_reasons
from custumal.terminal.why_values import tell_rule, tell_value

_MOST_ALIKE = 4
"""So many actions that are called alike are told of."""


def why(console: Console, describer: Describer, position: State, text: str) -> None:
    """Tell what forbids the choice that a text means: a key, or an action and some of its values."""
    language = describer.language
    point = describer.table.reference.point(position)
    here = {} if point is None else {choosing.name: choosing for choosing in point.choosings}
    actions = {**describer.table.why.choosings, **here}
    if not text:
        console.tell_folded(phrase("why-what", language, example=next(iter(here or actions), "")))
    elif tell_rule(console, describer, text) or tell_value(console, describer, position, text, actions):
        return
    elif "(" in text or text.strip() == DECLINED:
        _tell_key(console, describer, position, text)
    elif plain(text) == plain(describer.table.label(position, PASS, language)):
        _tell_key(console, describer, position, DECLINED)
    else:
        found, values = named_action(describer, position, actions, here, text)
        if found is not None:
            _tell_values(console, describer, position, found, values)
        elif (
            not _tell_alike(console, describer, position, actions, text)
            and not _tell_meant(console, describer, position, here, text.split())
            and not _tell_missing(console, describer, position, here, text.split())
        ):
            console.tell_folded(phrase("why-unknown", language, text=text, actions=_possible(describer, position)))


def _possible(describer: Describer, position: State) -> str:
    """What can be chosen here, for people."""
    return " · ".join(dict.fromkeys(describer.action(position, one) for one in choosable(describer, position))) or "-"


def _tell_alike(console: Console, describer: Describer, position: State, actions: Mapping[str, Choosing], text: str) -> bool:
    """Explain several actions in whose titles all the words stand, each by its first reason; whether there are some."""
    wanted = set(plain(text).split())
    titles = {plain(describer.action(position, one)): one for one in actions.values()}
    found = [one for title, one in titles.items() if wanted <= set(title.split())]
    for choosing in found[:_MOST_ALIKE]:
        console.tell(Piece(describer.action(position, choosing), "bold"))
        _tell_values(console, describer, position, choosing, [], most=1)
    return bool(found)


def _tell_meant(console: Console, describer: Describer, position: State, here: dict[str, Choosing], values: list[str]) -> bool:
    """Explain the actions offered here that could have such values; whether there was one."""
    meant = [choosing for choosing in here.values() if meant_choices(describer, position, choosing, values)]
    for choosing in meant:
        if len(meant) > 1:
            console.tell(Piece(describer.action(position, choosing), "bold"))
        _tell_values(console, describer, position, choosing, values, most=1 if len(meant) > 1 else None)
    return bool(meant)


def _tell_missing(console: Console, describer: Describer, position: State, here: dict[str, Choosing], values: list[str]) -> bool:
    """Explain the first action offered here that could be done with a thing of this name, were it there; whether there is one."""
    found = next((one for one in here.values() if elsewhere(describer, one, values) is not None), None)
    if found is not None:
        console.tell(Piece(describer.action(position, found), "bold"))
        _tell_values(console, describer, position, found, values)
    return found is not None


def _tell_key(console: Console, describer: Describer, position: State, key: str) -> None:
    table = describer.table
    raw = table.find(position, key) if position.kind == DECISION else None
    if raw is None:
        if not _tell_begun(console, describer, position, key):
            tell_reasons(console, describer, position, table.why_not(position, key, describer.language), key)
        return
    console.tell_folded(phrase("legal", describer.language, choice=describer.choice(position, raw)))
    choosing = describer.choosing(position, raw)
    if choosing is not None:
        given = dict(zip((one.local.name for one in choosing.picks), values_of(choosing, raw), strict=True))
        told = table.why.judged(position, choosing, given, describer.language)
        tell_passed(console, describer, position, told.passed)


def _tell_begun(console: Console, describer: Describer, position: State, key: str) -> bool:
    """A key that gives the first entries of an action only, which then stands for all choices that begin so; whether it is one."""
    point, name = describer.table.reference.point(position), key.partition("(")[0].strip()
    choosing = next((one for one in point.choosings if one.name == name), None) if point is not None else None
    given = arguments_of(key.partition("(")[2].rpartition(")")[0])
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
        tell_reasons(console, describer, position, told.reasons, key, facts=False)
    return True


def _tell_values(
    console: Console, describer: Describer, position: State, choosing: Choosing, values: list[str], *, most: int | None = None
) -> None:
    """Explain the action, with those of its entries fixed on which everything agrees that has all the typed words; of the reasons
    the first `most`."""
    point = describer.table.reference.point(position)
    if point is None or all(one.name != choosing.name for one in point.choosings):
        # Where it is not offered, its values are beside the point.
        values = []
    found = meant_choices(describer, position, choosing, values)
    if not found and _tell_absent(console, describer, position, choosing, values):
        return
    if values and not found:
        console.tell_folded(phrase("why-value", describer.language, text=" ".join(values), action=describer.action(position, choosing)))
        return
    # Not by their keys: things that keys can't tell apart may show something else.
    given = common_values(describer, position, choosing, found) if values else {}
    offered = point is not None and choosing in point.choosings
    explanation = describer.table.why.judged(position, choosing, given, describer.language, offered=offered)
    named = describer.action(position, choosing) + (f" ({' '.join(values)})" if values else "")
    if explanation.legal:
        console.tell_folded(phrase("legal", describer.language, choice=named))
        tell_passed(console, describer, position, explanation.passed)
        return
    # Values of a choice that was not named in full are those of some choice or other, which would only confuse.
    whole = len(given) == sum(slot.asks is not None for slot in slots_of(choosing))
    tell_reasons(console, describer, position, explanation.reasons[:most], named, facts=whole)


def _tell_absent(console: Console, describer: Describer, position: State, choosing: Choosing, values: list[str]) -> bool:
    """That the thing that was named is not where it would have to be; whether one was."""
    missing = elsewhere(describer, choosing, values)
    if missing is None:
        return False
    told = describer.table.explain(position, choosing.name, missing, describer.language)
    entries = {slot.asks.source.address for slot in slots_of(choosing) if slot.asks is not None and slot.name in missing}
    # That it can't be chosen is enough; of what else would forbid it nobody asks.
    reasons = [reason for reason in told.reasons if reason.address in entries] or told.reasons
    tell_reasons(console, describer, position, reasons, " ".join(values))
    return True
