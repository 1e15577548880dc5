"""`why`: what forbids a choice, in the words of the rules."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from custumal.interpreter.explain.explanation import Reason
from custumal.interpreter.explain.phrases import sentence
from custumal.interpreter.keys.keys import DECLINED
from custumal.interpreter.position.state import DECISION
from custumal.interpreter.position.unseen import Unseen
from custumal.interpreter.program import PASS, ChoiceTuple, Choosing
from custumal.interpreter.setup.values import Value
from custumal.ui.scene.describe import slots_of
from custumal.ui.terminal.questions.menu import depth_asked
from custumal.ui.terminal.why.answer import Teller, Unknown
from custumal.ui.terminal.why.question import (
    arguments_of,
    bare_words,
    choosable,
    common_values,
    elsewhere,
    labelled,
    meant_choices,
    named_action,
    named_values,
    value_called,
    without_joining_words,
)
from custumal.ui.terminal.why.values import tell_rule, tell_value
from custumal.ui.text.match import comparable
from custumal.ui.text.phrases import phrase
from custumal.ui.text.style import Piece

_MOST_SAME_NAMED = 4
"""So many actions that have one name for people are told of."""

Actions = Mapping[str, Choosing]


def why(teller: Teller, text: str) -> None:
    """Tell what forbids the choice that a text means: a key, or an action and some of its values; or tell of a rule or a value.

    Raises:
        Unknown: it means nothing in this game.
    """
    teller.engine.anew()
    point = teller.engine.reference.point(teller.position)
    here = {} if point is None else {choosing.name: choosing for choosing in point.choosings}
    actions = {**teller.engine.why.choosings, **here}
    if not text:
        raise Unknown(phrase("why-what", teller.language, example=next(iter(here or actions), "")))
    if tell_rule(teller, text) or tell_value(teller, text, actions):
        return
    if "(" in text or text.strip() == DECLINED:
        _tell_key(teller, text)
    elif comparable(text) == comparable(teller.engine.label(teller.position, PASS, teller.language)):
        _tell_key(teller, DECLINED)
    else:
        _tell_named(teller, text, actions, here)


def why_offered(teller: Teller, choices: Sequence[ChoiceTuple]) -> None:
    """Tell of choices of one action, all of which can be made here, what they have met."""
    teller.engine.anew()
    if len(choices) == 1:
        _tell_key(teller, teller.engine.key(teller.truth, choices[0]))
        return
    choosing = teller.describer.choosing(teller.position, choices[0])
    assert choosing is not None
    given = common_values(teller.describer, teller.position, choosing, choices)
    chosen = [teller.describer.given(slot, given[slot.name], teller.position) for slot in slots_of(choosing) if slot.name in given]
    named = teller.describer.action(teller.position, choosing)
    teller.phrase("legal", choice=phrase("named", teller.language, name=named, what=", ".join(chosen)) if chosen else named)


def why_refused(teller: Teller, choices: Sequence[ChoiceTuple], name: str) -> None:
    """Tell what forbids a value by the name that it has for people, where these choices of one action have others.

    Raises:
        Unknown: no value there is called so.
    """
    teller.engine.anew()
    describer, position, depth = teller.describer, teller.position, depth_asked(choices)
    choosing = describer.choosing(position, choices[0])
    assert choosing is not None
    slots = slots_of(choosing)[:depth]
    value = value_called(describer, position, slots[-1].type, name)
    if value is None or slots[-1].asks is None:
        raise Unknown(phrase("no-match", teller.language, text=name))
    settled = dict(zip((slot.name for slot in slots), choices[0][1:], strict=False))
    given = {slot.name: settled[slot.name] for slot in slots if slot.asks is not None} | {slots[-1].name: value}
    explanation = teller.engine.why.judged(position, choosing, given, teller.language, truth=teller.truth)
    reasons = _of_entries(explanation.reasons, {slots[-1].asks.source.address})
    teller.reasons(reasons, name, is_known=explanation.legal is not None)


def _tell_named(teller: Teller, text: str, actions: Actions, here: Actions) -> None:
    """Explain what is called by its name: an action and its values, several actions, or values alone."""
    if _tell_labelled(teller, text):
        return
    found, values = named_action(teller.describer, teller.truth, actions, here, text)
    if found is not None:
        _tell_values(teller, found, values)
    elif not (
        _tell_same_named(teller, actions, text)
        or _tell_meant(teller, here, text.split())
        or _tell_missing(teller, here, text.split())
        or _tell_meant(teller, here, without_joining_words(teller.describer, text.split()))
    ):
        raise Unknown(phrase("why-unknown", teller.language, text=text, actions=_possible(teller)))


def _tell_labelled(teller: Teller, text: str) -> bool:
    """Explain the choice that is called just so on the screen; whether one is."""
    point = teller.engine.reference.point(teller.position)
    known = None if point is None else labelled(teller.describer, teller.position, point.choosings, text)
    if known is not None:
        choosing, given, name = known
        _tell_judged(teller, choosing, given, name)
    return known is not None


def _tell_judged(teller: Teller, choosing: Choosing, given: dict[str, Value], name: str) -> None:
    """Explain a choice of which all is settled."""
    explanation = teller.engine.why.judged(teller.position, choosing, given, teller.language, truth=teller.truth)
    if explanation.legal:
        teller.phrase("legal", choice=name)
        teller.passed(explanation.passed)
    else:
        teller.reasons(explanation.reasons, name, is_known=explanation.legal is not None)


def _possible(teller: Teller) -> str:
    """What can be chosen here, for people."""
    titles = (teller.describer.action(teller.position, one) for one in choosable(teller.describer, teller.truth))
    return " · ".join(dict.fromkeys(titles)) or "-"


def _tell_same_named(teller: Teller, actions: Actions, text: str) -> bool:
    """Explain several actions in whose titles all the words stand, each by its first reason; whether there are some."""
    wanted = set(comparable(text).split())
    titles = {comparable(teller.describer.action(teller.position, one)): one for one in actions.values()}
    found = [one for title, one in titles.items() if wanted <= set(title.split())]
    for choosing in found[:_MOST_SAME_NAMED]:
        _tell_title(teller, choosing)
        _tell_values(teller, choosing, [], most=1)
    return bool(found)


def _tell_meant(teller: Teller, here: Actions, values: list[str]) -> bool:
    """Explain the actions offered here that could have such values; whether there was one."""
    meant = [choosing for choosing in here.values() if meant_choices(teller.describer, teller.position, choosing, values)]
    for choosing in meant:
        if len(meant) > 1:
            _tell_title(teller, choosing)
        _tell_values(teller, choosing, values, most=1 if len(meant) > 1 else None)
    return bool(meant)


def _tell_missing(teller: Teller, here: Actions, values: list[str]) -> bool:
    """Explain the first action offered here that could be done with a thing of this name, were it there; whether there is one."""
    found = next((one for one in here.values() if elsewhere(teller.describer, one, values) is not None), None)
    if found is not None:
        _tell_title(teller, found)
        _tell_values(teller, found, values)
    return found is not None


def _tell_title(teller: Teller, choosing: Choosing) -> None:
    teller.console.tell(Piece(teller.describer.action(teller.position, choosing), "bold"))


# ---------------------------------------------------------------- keys


def _tell_key(teller: Teller, key: str) -> None:
    engine, position = teller.engine, teller.position
    choice, is_seen = _found(teller, key) if position.kind == DECISION else (None, True)
    if choice is None:
        if not _tell_begun(teller, key):
            hidden = sentence("unseen", teller.language)
            reasons = engine.why.why_not(position, key, teller.language, teller.truth)
            teller.reasons(reasons, key, is_known=is_seen or not all(reason.text.endswith(hidden) for reason in reasons))
        return
    teller.phrase("legal", choice=teller.describer.choice(teller.truth, choice))
    choosing = teller.describer.choosing(position, choice)
    if choosing is not None:
        given = dict(zip((one.local.name for one in choosing.picks), choosing.values(choice), strict=True))
        teller.passed(engine.why.judged(position, choosing, given, teller.language, truth=teller.truth).passed)


def _found(teller: Teller, key: str) -> tuple[ChoiceTuple | None, bool]:
    """The choice with this key, if whoever asks knows that it can be chosen; and whether they know what can."""
    try:
        return teller.engine.find(teller.truth, key), True
    except Unseen:
        return None, False


def _tell_begun(teller: Teller, key: str) -> bool:
    """A key that gives the first entries of an action only, which then stands for all choices that begin so; whether it is one."""
    point, name = teller.engine.reference.point(teller.position), key.partition("(")[0].strip()
    choosing = next((one for one in point.choosings if one.name == name), None) if point is not None else None
    given = arguments_of(key)
    if choosing is None or choosing.carrier is not None or len(given) >= len(choosing.picks) or "" in given:
        return False
    args = dict(zip((one.local.name for one in choosing.picks), given, strict=False))
    try:
        explanation = teller.engine.why.explain(teller.position, name, args, teller.language, teller.truth)
    except ValueError:
        return False
    if explanation.legal:
        teller.phrase("legal", choice=teller.describer.action(teller.position, choosing) + (f" ({', '.join(given)}, …)" if given else ""))
    else:
        teller.reasons(explanation.reasons, key, facts=False, is_known=explanation.legal is not None)
    return True


# ---------------------------------------------------------------- an action and some of its values


def _tell_values(teller: Teller, choosing: Choosing, values: list[str], *, most: int | None = None) -> None:
    """Explain the action, with those of its entries fixed on which everything agrees that has all the typed words; of the reasons
    the first `most`."""
    describer, position = teller.describer, teller.position
    point = teller.engine.reference.point(position)
    if point is None or all(one.name != choosing.name for one in point.choosings):
        # Where it is not offered, its values are beside the point.
        values = []
    typed, values = values, bare_words(values)
    found = meant_choices(describer, position, choosing, values)
    if not found and (told := without_joining_words(describer, values)) != values:
        values, found = told, meant_choices(describer, position, choosing, told)
    if not found and (_tell_absent(teller, choosing, values) or _tell_outside(teller, choosing, " ".join(typed))):
        return
    if values and not found:
        raise Unknown(phrase("why-value", teller.language, text=" ".join(values), action=describer.action(position, choosing)))
    # Not by their keys: things that keys can't tell apart may show something else.
    given = common_values(describer, position, choosing, found) if values else {}
    offered = point is not None and choosing in point.choosings
    explanation = teller.engine.why.judged(position, choosing, given, teller.language, offered=offered, truth=teller.truth)
    named = describer.action(position, choosing) + (f" ({' '.join(values)})" if values else "")
    if explanation.legal and values and offered and not _is_any_legal(teller, choosing, found):
        slots = [slot.name for slot in slots_of(choosing)]
        _tell_judged(teller, choosing, dict(zip(slots, found[0][1:], strict=True)), named)
        return
    if explanation.legal:
        teller.phrase("legal", choice=named)
        teller.passed(explanation.passed)
        return
    # Values of a choice that was not named in full are those of some choice or other, which would only confuse.
    whole = len(given) == sum(slot.asks is not None for slot in slots_of(choosing))
    teller.reasons(explanation.reasons[:most], named, facts=whole, is_known=explanation.legal is not None)


def _is_any_legal(teller: Teller, choosing: Choosing, found: Sequence[ChoiceTuple]) -> bool:
    """Whether one of these choices of an action can be made."""
    try:
        choices = teller.engine.choices(teller.position)
    except Unseen:
        return True
    legal = {choice[1:] for choice in choices if choice != PASS and teller.describer.choosing(teller.position, choice) is choosing}
    return any(choice[1:] in legal for choice in found)


def _tell_absent(teller: Teller, choosing: Choosing, values: list[str]) -> bool:
    """That the thing that was named is not where it would have to be; whether one was."""
    missing = elsewhere(teller.describer, choosing, values)
    if missing is None:
        return False
    explanation = teller.engine.why.explain(teller.position, choosing.name, missing, teller.language, teller.truth)
    entries = {slot.asks.source.address for slot in slots_of(choosing) if slot.asks is not None and slot.name in missing}
    teller.reasons(_of_entries(explanation.reasons, entries), " ".join(values), is_known=explanation.legal is not None)
    return True


def _tell_outside(teller: Teller, choosing: Choosing, text: str) -> bool:
    """Whether values that were named can be chosen, and if not, which can; whether each was named for an entry."""
    given = named_values(teller.describer, teller.position, choosing, text)
    if given is None:
        return False
    explanation = teller.engine.why.judged(teller.position, choosing, given, teller.language, truth=teller.truth)
    if explanation.legal:  # what it is chosen among is hidden, but whoever chooses is shown it
        teller.phrase("legal", choice=f"{teller.describer.action(teller.position, choosing)} ({text})")
        teller.passed(explanation.passed)
    else:
        entries = {slot.asks.source.address for slot in slots_of(choosing) if slot.asks is not None and slot.name in given}
        teller.reasons(_of_entries(explanation.reasons, entries), text, is_known=explanation.legal is not None)
    return True


def _of_entries(reasons: Sequence[Reason], entries: Container[str]) -> Sequence[Reason]:
    """That something can't be chosen is enough; of what else would forbid it nobody asks."""
    return [reason for reason in reasons if reason.address in entries] or reasons
