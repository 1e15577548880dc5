"""What the words behind `why` mean: an action, values of its entries, things wherever they lie."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, pairwise

from custumal.dsl.base.types import Cell, Column, Number, Place, Row, Seat, Symbol, Thing, Type, bare
from custumal.interpreter.explain.obstacles import source_of
from custumal.interpreter.position.state import DECISION, Position
from custumal.interpreter.position.unseen import Unseen, is_unseen
from custumal.interpreter.program import PASS, Affordable, Allowed, ChoiceTuple, Choosing, Forbid, Test
from custumal.interpreter.reference.listing import Walk
from custumal.interpreter.setup.values import Value
from custumal.ui.scene.describe import ChoiceSlot, Describer, slots_of
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.terminal.questions.typed_choice import words
from custumal.ui.text.match import comparable, is_number

_DIGITS = re.compile(r"\d+")
MOST_PARTED = 8
"""Of so many words it is found out where the name of one value ends and that of the next begins."""
MOST = 3000
"""So many choices, legal or not, are looked through for the values that were typed."""


def choosable(describer: Describer, position: Position) -> list[Choosing]:
    """Every action of which some choice is legal here."""
    try:
        choices = describer.engine.choices(position) if position.kind == DECISION else []
    except Unseen:
        choices = []
    found = {choice[0]: describer.choosing(position, choice) for choice in choices if choice != PASS}
    return [one for one in found.values() if one is not None]


def named_action(
    describer: Describer, position: Position, actions: Mapping[str, Choosing], here: Mapping[str, Choosing], text: str
) -> tuple[Choosing | None, list[str]]:
    """The action that the first words mean, and the words behind it; where only one can be meant it need not be named."""
    typed = text.split()
    titles = {name: comparable(describer.action(position, one)) for name, one in actions.items()}
    names = {name: (comparable(describer.labels.name(name, describer.language)), titles[name], name.replace("-", " ")) for name in actions}
    for count in range(len(typed), 0, -1):
        if count == 1 and typed[0] in actions:
            return actions[typed[0]], typed[1:]
        wanted = comparable(" ".join(typed[:count]))
        exact = [one for name, one in actions.items() if wanted in names[name]]
        begun = [one for name, one in actions.items() if any(f"{said} ".startswith(f"{wanted} ") for said in names[name])]
        inside = [one for name, one in actions.items() if count == len(typed) and wanted in titles[name]]
        among = [one for name, one in actions.items() if count == len(typed) and set(wanted.split()) <= set(titles[name].split())]
        for named in (exact, begun, among, inside):
            # Of several that begin so what can be chosen now is meant, and `Place a tile`, not `Place a tile through the stables`.
            now = [one for one in choosable(describer, position) if one in named] if len(named) > 1 else []
            found = now or named
            shortest = min(found, key=lambda one: len(titles[one.name]), default=None)
            if shortest is not None and all(titles[one.name].startswith(titles[shortest.name]) for one in found):
                return shortest, typed[count:]
    return (next(iter(here.values())), typed) if len(here) == 1 else (None, typed)


def bare_words(typed: Sequence[str]) -> list[str]:
    """Words without the commas that part them from the next."""
    return [word for one in typed if (word := one.rstrip(","))]


def elsewhere(describer: Describer, choosing: Choosing, values: Sequence[str]) -> dict[str, object] | None:
    """The first entry that asks for things, with the thing of the game that is called so, wherever it is; None if there is none."""
    wanted = [one for one in map(comparable, values) if one]
    for slot in slots_of(choosing):
        kind = bare(slot.type) if slot.type is not None and slot.asks is not None and slot.asks.form in ("one", "maybe") else None
        if not isinstance(kind, Thing) or not wanted:
            continue
        for number, thing in enumerate(describer.engine.instance.things):
            label = comparable(describer.labels.thing(number, describer.language)).split()
            if thing.kind == kind.kind and all(one in label for one in " ".join(wanted).split()):
                return {slot.name: describer.engine.keys.value(kind, number)}
    return None


def meant_choices(describer: Describer, position: Position, choosing: Choosing, values: Sequence[str]) -> list[ChoiceTuple]:
    """The choices, legal or not, in whose values all the words stand; the shortest such values if there are several sorts."""
    walk = Walk(position, position.seat, (), restrictions_of(choosing) | {"cost", "limit"})
    found = []
    for choice in _listed(describer, choosing, walk):
        labels = _labels(describer, position, choosing, choice)
        said = [*labels, *(comparable(describer.entry(slot)) for slot in slots_of(choosing) if slot.asks is not None)]
        if all(any(_stands_in(comparable(word), label) for label in said) for word in values):
            found.append(choice)
    together = comparable(" ".join(values))
    whole = [choice for choice in found if together in _labels(describer, position, choosing, choice)]
    exact = [choice for choice in found if {comparable(one) for one in values} <= set(_labels(describer, position, choosing, choice))]
    return whole or exact or found


_FIELD = re.compile(r"\{[^{}]*\}")


def without_joining_words(describer: Describer, values: Sequence[str]) -> list[str]:
    """What was typed without the words by which the screen joins what it tells of a thing, as in `3 of ember`."""
    texts = [entry.get("text", "") for entry in hints_of(describer.engine.instance.game.display).things.values()]
    joining = {comparable(word) for text in texts for word in _FIELD.sub(" ", text).split()}
    return [value for value in values if comparable(value) not in joining]


def labelled(
    describer: Describer, position: Position, choosings: Sequence[Choosing], text: str
) -> tuple[Choosing, dict[str, Value], str] | None:
    """The one choice, legal or not, that is called so on the screen, or in whose key just these words stand; with its values and name."""
    wanted, typed = comparable(text), words(text)
    found = []
    for number, choosing in enumerate(choosings):
        walk = Walk(position, position.seat, (), restrictions_of(choosing) | {"cost", "limit"})
        for choice in _listed(describer, choosing, walk, number):
            name = describer.choice(position, choice)
            if comparable(name) == wanted or _key_words(describer, position, choice) == typed:
                found.append((choosing, dict(zip((slot.name for slot in slots_of(choosing)), choice[1:], strict=True)), name))
    return found[0] if len(found) == 1 else None


def _key_words(describer: Describer, position: Position, choice: ChoiceTuple) -> list[str] | None:
    """The words of the key of a choice; None where it can't be known by what is seen."""
    try:
        return words(describer.engine.key(position, choice))
    except Unseen:
        return None


def restrictions_of(choosing: Choosing) -> frozenset[str]:
    """All that may forbid a choice of an action."""
    return frozenset(source_of(part).id for part in choosing.plan if isinstance(part, Test | Forbid | Allowed | Affordable))


def _listed(describer: Describer, choosing: Choosing, walk: Walk, number: int = 0) -> list[ChoiceTuple]:
    """The choices that there are by what is seen; none where that is not enough."""
    try:
        found = islice(describer.engine.reference.listing.of(number, choosing, walk), MOST)
        return [choice for choice in found if not any(map(is_unseen, choice))]
    except Unseen:
        return []


def _stands_in(word: str, label: str) -> bool:
    """Whether a word is a part of a label; a number only whole: 1 is none of 10."""
    return word in _DIGITS.findall(label) if word.isdecimal() else word in label


def _labels(describer: Describer, position: Position, choosing: Choosing, choice: ChoiceTuple) -> list[str]:
    """The values of a choice in words, as they are compared with what was typed."""
    return [comparable(describer.value(value, slot.type, position)) for slot, value in zip(slots_of(choosing), choice[1:], strict=True)]


def named_values(describer: Describer, position: Position, choosing: Choosing, text: str) -> dict[str, Value] | None:
    """Entries with the values that a text names, parted by commas or just one after the other, whether or not they can be chosen; None
    if a part names none."""
    ways = [text.split(",")] if "," in text else _partings(text.split())
    return next((found for way in ways if (found := _all_named(describer, position, choosing, way)) is not None), None)


def _partings(said: Sequence[str]) -> Iterator[list[str]]:
    """The ways to part words that stand one after the other, those of few parts first; a single one if there are very many."""
    gaps = range(1, len(said))
    for count in range(len(said) if len(said) <= MOST_PARTED else 1):
        for cuts in combinations(gaps, count):
            yield [" ".join(said[start:end]) for start, end in pairwise((0, *cuts, len(said)))]


def _all_named(describer: Describer, position: Position, choosing: Choosing, parts: Sequence[str]) -> dict[str, Value] | None:
    left = [slot for slot in slots_of(choosing) if slot.asks is not None and slot.asks.form in ("one", "maybe")]
    found: dict[str, Value] = {}
    for part in parts:
        slot = next((one for one in left if _named(describer, position, one, part.strip()) is not None), None)
        if slot is None:
            return None
        left.remove(slot)
        found[slot.name] = _named(describer, position, slot, part.strip())
    return found


def _named(describer: Describer, position: Position, slot: ChoiceSlot, name: str) -> Value:
    """The value of an entry that is called so, with the name of the entry before it or without."""
    entry = f"{describer.entry(slot)} "
    return value_called(describer, position, slot.type, name[len(entry) :] if name.casefold().startswith(entry.casefold()) else name)


def common_values(describer: Describer, position: Position, choosing: Choosing, found: Sequence[ChoiceTuple]) -> dict[str, Value]:
    """The entries that have one value in all of these choices, or values that are called alike."""
    values: dict[str, Value] = {}
    for depth, slot in enumerate(slots_of(choosing), start=1):
        is_single = slot.asks is not None and slot.asks.form in ("one", "maybe")
        if is_single and len({describer.value(choice[depth], slot.type, position) for choice in found}) == 1:
            values[slot.name] = found[0][depth]
    return values


def value_called(describer: Describer, position: Position, of: Type | None, name: str) -> Value:
    """The value of a type that people or keys call so; None if there is none, or if there are too many values to look through."""
    inner = None if of is None else bare(of)
    if isinstance(inner, Number):
        return int(name) if is_number(name) else None
    if not isinstance(inner, Seat | Thing | Row | Symbol | Cell | Column | Place):
        return None
    values = describer.engine.instance.domain(inner).values()
    called = next((value for value in values if comparable(describer.value(value, of, position)) == comparable(name)), None)
    return called if called is not None else next((value for value in values if describer.engine.keys.value(inner, value) == name), None)


def arguments_of(key: str) -> list[str]:
    """The arguments of a key: what commas part that are in no parentheses; that of the key may be left open. The last ones may be missing;
    "" for one that is missing before others."""
    found, depth = [""], 0
    inside = key.partition("(")[2].strip()
    for sign in inside.removesuffix(")") if inside.count(")") > inside.count("(") else inside:
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and depth == 0:
            found.append("")
        else:
            found[-1] += sign
    given = [one.strip() for one in found]
    while given and not given[-1]:
        given.pop()
    return given
