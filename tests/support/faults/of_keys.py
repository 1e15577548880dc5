"""Faults of keys: misspelt, in the wrong place, missing, there twice."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.keys import ABOUT_NAMES, FORMS, Form, Key
from custumal.dsl.keys.reference import yaml_of
from custumal.dsl.sentences.syntax import TypeWord
from custumal.dsl.yaml.tree import Mapping, Scalar
from tests.support.faults.pages import Fault
from tests.support.faults.places import EntryPlace, KeyPlace
from tests.support.faults.slips import slip
from tests.support.faults.workshop import EVERY_KEY, Workshop

# The ids of these entries are no new names: each repeats the name of a column, a resource, an option.
_REPEATING = ("for-each", "column-source", "amount", "setting")
_ELSEWHERE = ("variant", "edit", "conflict", "components")


def misspelt_keys(shop: Workshop) -> Iterator[Fault]:
    """`offred: action`; also a printed column of a row, a resource of a cost, an option of a scenario."""
    keys = [place.key for place in shop.places.keys if _is_misspellable(place)]
    keys += [place.entry.key for place in shop.places.entries if place.entry.form in _REPEATING and len(place.entry.id) > 2]
    for key in shop.shuffled(keys):
        wrong = slip(key.text, shop.subject.words | EVERY_KEY, shop.dice) if key.style == "plain" else None
        if wrong is not None:
            text = shop.page.replaced(shop.page.start(key), shop.page.end(key), wrong)
            yield Fault("misspelt key", text, frozenset([key.span.line]), f"{key.text} -> {wrong}", misspelt=True)


def _is_misspellable(place: KeyPlace) -> bool:
    """Whether a slip in the key leaves no other way to read the mapping: a map with none of the keys of a step is a map of named steps."""
    if place.is_further:
        return place.form.name == "row"
    others = [key.text for key, _ in place.node if key.text != place.key.text]
    if place.form.telling and not any(name in place.form.telling for name in others):
        return False
    return not place.steps or any(name in place.form.keys and name not in ABOUT_NAMES for name in others)


def misplaced_keys(shop: Workshop) -> Iterator[Fault]:
    """A key where no entry of this sort has it."""
    for place in shop.shuffled([place for place in shop.places.keys if place.form.others is None]):
        foreign = _foreign_key(shop, place.form, place.node)
        made = shop.page.with_pair(place.node, place.key, f"{foreign.name}: {yaml_of(foreign.example)}")
        if made is not None:
            yield Fault("misplaced key", made[0], frozenset([made[1]]), f"{foreign.name} in {place.form.name}")


def _foreign_key(shop: Workshop, form: Form, node: Mapping) -> Key:
    while True:
        other = shop.dice.choice([each for each in FORMS.values() if each.name not in _ELSEWHERE])
        key = shop.dice.choice(list(other.keys.values()) or [None])
        if key is not None and key.name not in form.keys and key.name not in node:
            return key


def missing_keys(shop: Workshop) -> Iterator[Fault]:
    """A key taken out that its entry cannot be without."""
    for place in shop.shuffled([place for place in shop.places.keys if _is_needed(shop, place)]):
        text = shop.page.without_pair(place.node, place.key)
        if text is not None:
            owner = place.owner.span.line if place.owner is not None else 1
            lines = {owner, place.key.span.line, place.node.pairs[0][0].span.line}
            yield Fault("missing key", text, frozenset(lines), f"{place.key.text} of {place.form.name}")


def _is_needed(shop: Workshop, place: KeyPlace) -> bool:
    form, name = place.form, place.key.text
    others = [key.text for key, _ in place.node if key.text != name]
    if name in form.required:
        return not form.telling or any(other in form.telling for other in others)
    if place.is_further:
        return form.name == "row" and name in _plain_columns(shop, place)
    if name in form.needs_one and not place.steps:
        return not any(other in form.needs_one for other in others)
    return _is_needed_by_head(form, name, others)


def _is_needed_by_head(form: Form, name: str, others: list[str]) -> bool:
    for head in form.heads:
        if name == head.name:
            return form.headless is None or not any(other in form.headless.any_of for other in others)
        if head.name in others and (name in head.needs or (head.any_of and not any(other in head.any_of for other in others))):
            return name in (*head.needs, *head.any_of)
    return False


def _plain_columns(shop: Workshop, place: KeyPlace) -> set[str]:
    """The columns of the row's kind that every row has to give."""
    assert place.entry is not None
    table = shop.subject.game.document.entry(".".join(place.entry.address.split(".")[:2]))
    kind = table.slots["kind"].node if table is not None else None
    entry = shop.subject.game.document.entry(f"kinds.{kind.text}") if isinstance(kind, Scalar) else None
    printed = entry.slots.get("printed") if entry is not None else None
    found = set()
    for column in printed.entries if printed is not None else ():
        slot = column.slots.get("is")
        if slot is not None and isinstance(slot.sentence, TypeWord) and slot.sentence.form in ("simple", "per"):
            word = slot.sentence.word
            if word is None or word.text != "bundle":
                found.add(column.id)
    return found


def duplicate_ids(shop: Workshop) -> Iterator[Fault]:
    """An entry, or a key of an entry, that stands there twice; with parameters the id counts, not the whole key."""
    for place in shop.shuffled(shop.places.entries + shop.places.keys):
        made = _twice(shop, place)
        if made is not None:
            yield made


def _twice(shop: Workshop, place: EntryPlace | KeyPlace) -> Fault | None:
    page = shop.page
    key = place.entry.key if isinstance(place, EntryPlace) else place.key
    value = place.node.get(key.text)
    if value is None:
        return None
    name = key.text
    if isinstance(place, EntryPlace) and place.layout == "signature" and shop.dice.random() < 0.5:
        name = f"{place.entry.id}(seat)" if "(" not in key.text else place.entry.id
    written = name if key.style == "plain" else page.text[page.start(key) : page.end(key)]
    body = page.text[page.end(key) : page.end(value)]
    if place.node.flow:
        text = page.replaced(page.end(value), page.end(value), f", {written}{body}")
        return Fault("duplicate id", text, frozenset([value.span.end_line + value.span.line - value.span.line]), name)
    start = page.source.index(key.span.line, 1)
    if page.text[start : page.start(key)].strip():
        return None
    after = page.source.index(value.span.end_line + 1, 1)
    indent = " " * page.indent(key.span.line)
    text = page.replaced(after, after, f"{indent}{written}{body}\n")
    return Fault("duplicate id", text, frozenset([value.span.end_line + 1]), name)
