"""`why`: what forbids a choice, in the words of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from custumal.dsl.model import Definition
from custumal.dsl.types import Seat, Set, Thing, bare
from custumal.interpreter.explain import CANDIDATES, Fact, Found, Reason, source_of
from custumal.interpreter.flow import PASS, Affordable, Allowed, Choosing, Forbid, Test
from custumal.interpreter.keys import DECLINED
from custumal.interpreter.keysyntax import Word, read_key
from custumal.interpreter.listing import Raw, Walk
from custumal.interpreter.origins import rules_behind
from custumal.interpreter.state import DECISION, State
from custumal.interpreter.values import Value
from custumal.interpreter.why import values_of
from custumal.interpreter.why_reasons import MOST_NAMED
from custumal.terminal.console import Console
from custumal.terminal.describe import Describer, slots_of
from custumal.terminal.match import plain
from custumal.terminal.phrases import phrase
from custumal.terminal.rulebook.edition import capital
from custumal.terminal.rulebook.facts import Facts
from custumal.terminal.rulebook.words import word
from custumal.terminal.style import Piece, folded, line

SCENARIOS = "scenarios."
_MOST_RULES = 2
"""Of so many numbered rules behind a reason the text is told."""
_MOST_ALIKE = 4
"""So many actions that are called alike are told of."""
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
    elif plain(text) == plain(describer.table.label(position, PASS, language)):
        _tell_key(console, describer, position, DECLINED)
    else:
        found, values = _named(describer, position, actions, here, text)
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
    return " · ".join(dict.fromkeys(describer.action(position, one) for one in _choosable(describer, position))) or "-"


def _choosable(describer: Describer, position: State) -> list[Choosing]:
    raws = describer.table.choices(position) if position.kind == DECISION else []
    found = {raw[0]: describer.choosing(position, raw) for raw in raws if raw != PASS}
    return [one for one in found.values() if one is not None]


def _tell_rule(console: Console, describer: Describer, text: str) -> bool:
    """A numbered rule, and which elements of the rule files follow it; whether the text is the id of one."""
    game, rule = describer.table.instance.game, text.strip().upper()
    if rule not in game.rulebook:
        return False
    console.tell_folded(f"{rule} {_rule_text(describer, rule)}", "  ")
    for address in (address for address, source in game.sources.items() if rule in source.rules and not address.startswith(SCENARIOS)):
        console.tell(Piece(f"  {address}", "dim"))
    for reason in (reason for name, reason in game.unencoded if name == rule):
        console.tell_folded(f"  ({reason})")
    return True


def _tell_value(console: Console, describer: Describer, position: State, text: str, actions: Mapping[str, Choosing]) -> bool:
    """What makes a value or a word of the rulebook what it is: its name with its arguments, as in `wealth(p1)`; whether it is one."""
    node = read_key(text)
    name = node.name.rpartition(".")[2] if isinstance(node, Word) else text.strip().rpartition(".")[2]
    if plain(text) in {plain(describer.action(position, one)) for one in actions.values()}:
        return False
    definition = _definition(describer, name)
    if definition is None or name in actions:
        return definition is None and _tell_kept(console, describer, position, text)
    given = text.partition("(")[2].rpartition(")")[0] if "(" in text else ""
    names = [local.name for local in definition.parameters]
    args = dict(zip(names, _split(given), strict=False))
    if not args and [local.type for local in definition.parameters] == [Seat()] and position.seat is not None:
        args = {names[0]: describer.table.reference.keys.value(Seat(), position.seat)}
    try:
        told = describer.table.explain(position, definition.name, args, describer.language)
    except ValueError as error:
        console.tell_folded(str(error))
        return True
    named = " - ".join([describer.labels.name(definition.name, describer.language), *_split(given)])
    console.tell_folded(capital(word("fact", describer.language, what=named, value=told.value)) + ".")
    for reason in told.reasons:
        # A value that no rule changes has been told already.
        _tell_reason(console, describer, position, reason, facts=True, sentence=len(told.reasons) > 1)
    return True


def _definition(describer: Describer, name: str) -> Definition | None:
    """A value or word of the rulebook by its id, or by what people call it."""
    definitions = describer.table.instance.game.definitions
    if name in definitions:
        return definitions[name]
    labels = {
        id_: plain(describer.labels.name(id_, describer.language)) for id_ in definitions if id_ in describer.labels.instance.game.labels
    }
    called = [id_ for id_, label in labels.items() if label == plain(name)]
    called = called or [id_ for id_, label in labels.items() if set(plain(name).split()) <= set(label.split())]
    return definitions[called[0]] if len(called) == 1 else None


def _tell_kept(console: Console, describer: Describer, position: State, text: str) -> bool:
    """What is kept for the game, or for whoever asks, under a name for people: `movement points`; whether there is such a thing."""
    table, wanted = describer.table, plain(text)
    for name, kept in table.instance.game.kept.items():
        own = kept.parameters in ((), (Seat(),)) and wanted in (plain(describer.labels.name(name, describer.language)), plain(name))
        if own and (not kept.parameters or position.seat is not None):
            value = table.evaluator.kept(name, (position.seat,) if kept.parameters else (), position)
            shown = describer.value(value, kept.type, position)
            console.tell_folded(capital(word("fact", describer.language, what=text.strip(), value=shown)) + ".")
            rules = [rule for rule in rules_behind(table.instance.game, kept.source) if _rule_text(describer, rule)]
            for rule in rules[:_MOST_RULES]:
                console.tell_folded(f"  {rule} {_rule_text(describer, rule)}", "    ")
            return True
    return False


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
    titles = {name: plain(describer.action(position, one)) for name, one in actions.items()}
    for count in range(len(words), 0, -1):
        if count == 1 and words[0] in actions:
            return actions[words[0]], words[1:]
        wanted = plain(" ".join(words[:count]))
        names = {name: (plain(describer.labels.name(name, describer.language)), titles[name], name.replace("-", " ")) for name in actions}
        exact = [one for name, one in actions.items() if wanted in names[name]]
        begun = [one for name, one in actions.items() if any(f"{said} ".startswith(f"{wanted} ") for said in names[name])]
        inside = [one for name, one in actions.items() if count == len(words) and wanted in titles[name]]
        among = [one for name, one in actions.items() if count == len(words) and set(wanted.split()) <= set(titles[name].split())]
        for named in (exact, begun, among, inside):
            # Of several that begin so what can be chosen now is meant, and `Place a tile`, not `Place a tile through the stables`.
            now = [one for one in _choosable(describer, position) if one in named] if len(named) > 1 else []
            found = now or named
            shortest = min(found, key=lambda one: len(titles[one.name]), default=None)
            if shortest is not None and all(titles[one.name].startswith(titles[shortest.name]) for one in found):
                return shortest, words[count:]
    return (next(iter(here.values())), words) if len(here) == 1 else (None, words)


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
    meant = [choosing for choosing in here.values() if _meant(describer, position, choosing, values)]
    for choosing in meant:
        if len(meant) > 1:
            console.tell(Piece(describer.action(position, choosing), "bold"))
        _tell_values(console, describer, position, choosing, values, most=1 if len(meant) > 1 else None)
    return bool(meant)


def _tell_missing(console: Console, describer: Describer, position: State, here: dict[str, Choosing], values: list[str]) -> bool:
    """Explain the first action offered here that could be done with a thing of this name, were it there; whether there is one."""
    found = next((one for one in here.values() if _elsewhere(describer, one, values) is not None), None)
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
        _tell_passed(console, describer, position, told.passed)


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
        tell_reasons(console, describer, position, told.reasons, key, facts=False)
    return True


def _tell_passed(console: Console, describer: Describer, position: State, passed: Sequence[Reason]) -> None:
    """What a legal choice has met, with the values inside."""
    if passed:
        console.tell_folded(phrase("was-asked", describer.language))
    for said in dict.fromkeys(_met(describer, position, reason) for reason in passed):
        console.tell_folded(f"- {said}", "    ")


def _met(describer: Describer, position: State, reason: Reason) -> str:
    """A restriction that is met: the first numbered rule behind it, and the values."""
    rule = next((rule for rule in reason.rules if _rule_text(describer, rule)), "")
    known = _known(describer, position, reason)
    return (f"{rule} {_rule_text(describer, rule)}" if rule else reason.address) + (f" ({known})" if known else "")


def _tell_values(
    console: Console, describer: Describer, position: State, choosing: Choosing, values: list[str], *, most: int | None = None
) -> None:
    """Explain the action, with those of its entries fixed on which everything agrees that has all the typed words; of the reasons
    the first `most`."""
    point = describer.table.reference.point(position)
    if point is None or all(one.name != choosing.name for one in point.choosings):
        # Where it is not offered, its values are beside the point.
        values = []
    found = _meant(describer, position, choosing, values)
    elsewhere = None if found else _elsewhere(describer, choosing, values)
    if elsewhere is not None:
        told = describer.table.explain(position, choosing.name, elsewhere, describer.language)
        entries = {slot.asks.source.address for slot in slots_of(choosing) if slot.asks is not None and slot.name in elsewhere}
        # That it can't be chosen is enough; of what else would forbid it nobody asks.
        reasons = [reason for reason in told.reasons if reason.address in entries] or told.reasons
        tell_reasons(console, describer, position, reasons, " ".join(values))
        return
    if values and not found:
        console.tell_folded(phrase("why-value", describer.language, text=" ".join(values), action=describer.action(position, choosing)))
        return
    # Not by their keys: things that keys can't tell apart may show something else.
    given = _common(describer, position, choosing, found) if values else {}
    offered = point is not None and choosing in point.choosings
    explanation = describer.table.why.judged(position, choosing, given, describer.language, offered=offered)
    named = describer.action(position, choosing) + (f" ({' '.join(values)})" if values else "")
    if explanation.legal:
        console.tell_folded(phrase("legal", describer.language, choice=named))
        _tell_passed(console, describer, position, explanation.passed)
        return
    # Values of a choice that was not named in full are those of some choice or other, which would only confuse.
    whole = len(given) == sum(slot.asks is not None for slot in slots_of(choosing))
    tell_reasons(console, describer, position, explanation.reasons[:most], named, facts=whole)


def _elsewhere(describer: Describer, choosing: Choosing, values: Sequence[str]) -> dict[str, object] | None:
    """The first entry that asks for things, with the thing of the game that is called so, wherever it is; None if there is none."""
    words = [one for one in map(plain, values) if one]
    for slot in slots_of(choosing):
        kind = bare(slot.type) if slot.type is not None and slot.asks is not None and slot.asks.form in ("one", "maybe") else None
        if not isinstance(kind, Thing) or not words:
            continue
        for number, thing in enumerate(describer.table.instance.things):
            label = plain(describer.labels.thing(number, describer.language)).split()
            if thing.kind == kind.kind and all(one in label for one in " ".join(words).split()):
                return {slot.name: describer.table.reference.keys.value(kind, number)}
    return None


def _meant(describer: Describer, position: State, choosing: Choosing, values: Sequence[str]) -> list[Raw]:
    """The choices, legal or not, in whose values all the words stand; the shortest such values if there are several sorts."""
    restrictions = frozenset(source_of(part).id for part in choosing.plan if isinstance(part, Test | Forbid | Allowed | Affordable))
    walk = Walk(position, position.seat, (), restrictions | {"cost", "limit"})
    found = []
    for raw in islice(describer.table.reference.listing.of(0, choosing, walk), _MOST):
        labels = _labels(describer, position, choosing, raw)
        if all(any(plain(word) in label for label in labels) for word in values):
            found.append(raw)
    together = plain(" ".join(values))
    whole = [raw for raw in found if together in _labels(describer, position, choosing, raw)]
    exact = [raw for raw in found if {plain(one) for one in values} <= set(_labels(describer, position, choosing, raw))]
    return whole or exact or found


def _labels(describer: Describer, position: State, choosing: Choosing, raw: Raw) -> list[str]:
    """The values of a choice in words, as they are compared with what was typed."""
    return [plain(describer.value(value, slot.type, position)) for slot, value in zip(slots_of(choosing), raw[1:], strict=True)]


def _common(describer: Describer, position: State, choosing: Choosing, found: Sequence[Raw]) -> dict[str, Value]:
    """The entries that have one value in all of these choices, or values that are called alike."""
    values: dict[str, Value] = {}
    for depth, slot in enumerate(slots_of(choosing), start=1):
        is_single = slot.asks is not None and slot.asks.form in ("one", "maybe")
        if is_single and len({describer.value(raw[depth], slot.type, position) for raw in found}) == 1:
            values[slot.name] = found[0][depth]
    return values


def tell_reasons(
    console: Console, describer: Describer, position: State, reasons: Sequence[Reason], choice: str, *, facts: bool = True
) -> None:
    """Each reason with its sentence, the numbered rules and the place in the rule file, and perhaps the values that decided."""
    if not reasons:
        console.tell_folded(phrase("no-match", describer.language, text=choice))
        return
    console.tell_folded(phrase("not-legal", describer.language))
    for reason in reasons:
        _tell_reason(console, describer, position, reason, facts=facts)


def _tell_reason(console: Console, describer: Describer, position: State, reason: Reason, *, facts: bool, sentence: bool = True) -> None:
    """The sentence, the facts behind it, where it stands, and the numbered rules in words."""
    if sentence:
        console.tell_folded(f"- {reason.text or reason.address}", "  ")
    known = _known(describer, position, reason)
    if facts and known:
        console.tell_folded(f"  {known[:1].upper()}{known[1:]}.", "    ")
    named = ", ".join((*reason.rules, reason.address))
    by = phrase("by-variant", describer.language, variants=", ".join(reason.variants)) if reason.variants else ""
    console.show([line(Piece(row, "dim")) for row in folded(f"  [{named}{by}]", console.width, "   ")])
    for rule in reason.rules[:_MOST_RULES]:
        said = _rule_text(describer, rule)
        if said:
            console.show([line(Piece(row, "dim")) for row in folded(f"  {rule} {said}", console.width, "    ")])


def _rule_text(describer: Describer, rule: str) -> str:
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
