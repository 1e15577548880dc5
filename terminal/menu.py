"""A decision as questions with few answers each: first what, then its values one by one, only legal ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from custumal.dsl.types import Cell, Thing, Type, bare
from custumal.interpreter.listing import Raw
from custumal.interpreter.state import State
from custumal.interpreter.values import Value
from custumal.terminal.describe import Describer, slots_of
from custumal.terminal.look import Look
from custumal.terminal.match import is_number
from custumal.terminal.phrases import phrase
from custumal.terminal.sketch import sketch
from custumal.terminal.style import Line


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: its words, the choices that it leaves, what else is worth knowing of it, and a drawing of it, if any."""

    label: str
    choices: tuple[Raw, ...]
    note: str = ""
    plan: tuple[Line, ...] = ()

    @property
    def words(self) -> str:
        """What a part of its name is looked for in."""
        return f"{self.label} {self.note}".rstrip()


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, with its answers. `by_value`: all answers are numbers, so that a typed number means itself."""

    title: str
    answers: tuple[Answer, ...]

    @property
    def by_value(self) -> bool:
        return all(is_number(answer.label) for answer in self.answers)


def question(describer: Describer, look: Look, choices: Sequence[Raw]) -> Question:
    """The next question that tells these choices apart.

    What all of them have in common is not asked; a single choice is a question with one answer.
    """
    position = look.state
    if len(choices) == 1 or len({raw[0] for raw in choices}) > 1:
        return Question(phrase("what", describer.language), _actions(describer, position, choices))
    depth = next(depth for depth in range(1, len(choices[0])) if len({raw[depth] for raw in choices}) > 1)
    choosing = describer.choosing(position, choices[0])
    assert choosing is not None
    slot = slots_of(choosing)[depth - 1]
    groups = _grouped(choices, depth)
    labels = [describer.value(value, slot.type, position) for value in groups]
    if slot.type is not None and isinstance(bare(slot.type), Thing):
        labels = _told_apart(describer, position, labels, list(groups))
    common, labels = without_common_words(labels)
    answers = tuple(_answer(describer, look, label, group, slot.type, common) for label, group in zip(labels, groups.items(), strict=True))
    title = f"{describer.action(position, choosing)} - {_capital(describer.entry(slot))}"
    return Question(phrase("which", describer.language, entry=title), answers)


def _actions(describer: Describer, position: State, choices: Sequence[Raw]) -> tuple[Answer, ...]:
    found = []
    for group in _grouped(choices, 0).values():
        choosing = describer.choosing(position, group[0])
        whole = len(group) == 1 or choosing is None
        found.append(
            Answer(
                describer.choice(position, group[0]) if whole or choosing is None else describer.action(position, choosing), tuple(group)
            )
        )
    return tuple(found)


def without_common_words(labels: list[str]) -> tuple[str, list[str]]:
    """The words behind all labels that are otherwise numbers, and the labels without them: else `1) 2 Inn` would not be what `2` means."""
    parts = [label.partition(" ") for label in labels]
    common = {words for _, _, words in parts}
    if len(common) == 1 and all(is_number(number) for number, _, _ in parts) and len({number for number, _, _ in parts}) == len(labels):
        return common.pop(), [number for number, _, _ in parts]
    return "", labels


def _answer(describer: Describer, look: Look, label: str, group: tuple[Value, list[Raw]], of: Type | None, common: str = "") -> Answer:
    value, choices = group
    note = " ".join(filter(None, (common, _note(look, value, of))))
    if note and len(choices) == 1:
        note = _meaning(describer.choice(look.state, choices[0]), label) or note
    return Answer(label, tuple(choices), note, tuple(sketch(describer.table, value, of)))


def _meaning(choice: str, label: str) -> str:
    """What a whole choice says, where that is in other words than the cell that is chosen: a price, a name."""
    return "" if label in choice else choice


def _note(look: Look, value: Value, of: Type | None) -> str:
    """What lies in a cell that can be chosen."""
    inner = None if of is None else bare(of)
    if not isinstance(inner, Cell) or value is None or look.instance.game.zones[inner.zone].holds is None:
        return ""
    thing = look.content(look.instance.zones[inner.zone], value)
    return "" if thing is None else "".join(piece.text for piece in look.token(thing))


def _grouped(choices: Sequence[Raw], depth: int) -> dict[Value, list[Raw]]:
    groups: dict[Value, list[Raw]] = {}
    for raw in choices:
        groups.setdefault(raw[depth], []).append(raw)
    return groups


def _told_apart(describer: Describer, position: State, labels: list[str], things: list[Value]) -> list[str]:
    """Things with the same name get the place where they lie behind it."""
    counts = Counter(labels)
    return [
        f"{label} ({describer.where(position, thing)})" if counts[label] > 1 and isinstance(thing, int) else label
        for label, thing in zip(labels, things, strict=True)
    ]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
