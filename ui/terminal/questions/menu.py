"""A decision as questions with few answers each: first what, then its values one by one, only legal ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from custumal.dsl.base.types import Cell, Number, Pose, Thing, Type, bare
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import ChoiceTuple, Choosing, links_of
from custumal.interpreter.setup.values import Value
from custumal.ui.draw.sketch import sketch
from custumal.ui.scene.describe import Describer, slots_of
from custumal.ui.scene.look import Look
from custumal.ui.scene.thing_text import token
from custumal.ui.terminal.questions.amounts import are_few, in_words
from custumal.ui.terminal.questions.extra_words import extra_words
from custumal.ui.text.match import numerals
from custumal.ui.text.phrases import capital, phrase
from custumal.ui.text.style import Line

_ATTACHED = ("", ":", ",", ";")
"""What begins with one of these, or is nothing, stands right behind the word before it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: its words, the choices that it leaves, what else is worth knowing of it, and a drawing of it, if any; `numerals` are
    the numbers by which what is chosen is called."""

    label: str
    choices: tuple[ChoiceTuple, ...]
    note: str = ""
    plan: tuple[Line, ...] = ()
    numerals: frozenset[int] = frozenset()

    @property
    def after_label(self) -> str:
        """The note as it stands behind the label: after a blank, but for what goes on with its sentence."""
        return self.note if self.note[:1] in _ATTACHED else f" {self.note}"

    @property
    def words(self) -> str:
        """What a part of its name is looked for in."""
        return f"{self.label} {self.note}".strip()


@dataclass(frozen=True)
class Question:
    """What is asked, with its answers. `amounts`: a number is asked for, and `title` says which there are."""

    title: str
    answers: tuple[Answer, ...]
    amounts: bool = False

    @cached_property
    def listed(self) -> tuple[int, ...]:
        """The answers that are written one by one: all of a menu; of amounts those of which more is to be told, or all if no title can
        name them."""
        every = tuple(range(len(self.answers)))
        if not self.amounts or not are_few(self._amounts):
            return every
        return tuple(place for place in every if self.answers[place].note)

    @property
    def _amounts(self) -> list[int]:
        return [number for answer in self.answers for number in answer.numerals]

    def called(self, number: int) -> list[int]:
        """The answers that are called by a number."""
        return [place for place, answer in enumerate(self.answers) if number in answer.numerals]


def question(describer: Describer, look: Look, choices: Sequence[ChoiceTuple]) -> Question:
    """The next question that tells these choices apart.

    What all of them have in common is not asked; a single choice is a question with one answer.
    """
    position = look.state
    if len(choices) == 1 or len({choice[0] for choice in choices}) > 1:
        return Question(phrase("what", describer.language), _actions(describer, position, choices))
    if any(map(links_of, choices)) and len({tuple(choice) for choice in choices}) == 1:
        whole = tuple(Answer(describer.choice(position, choice), (choice,)) for choice in choices)
        return Question(phrase("what", describer.language), whole)
    depth = depth_asked(choices)
    choosing = describer.choosing(position, choices[0])
    assert choosing is not None
    slot = slots_of(choosing)[depth - 1]
    groups = _grouped(choices, depth)
    labels = [describer.value(value, slot.type, position) for value in groups]
    if slot.type is not None and isinstance(bare(slot.type), Thing):
        labels = _told_apart(describer, look, labels, list(groups))
    title = " - ".join([describer.action(position, choosing), *_settled(describer, position, choosing, choices[0], depth)])
    title = f"{title} - {capital(describer.entry(slot))}"
    which = phrase("which", describer.language, entry=title)
    answers = _answers(describer, look, slot.type, groups, labels)
    if slot.type is None or not isinstance(bare(slot.type), Number):
        return Question(which, answers)
    return Question(f"{which} {named_amounts(answers, describer.language)}", answers, amounts=True)


def named_amounts(answers: Sequence[Answer], language: str) -> str:
    """Which amounts can be chosen, and what else beside them."""
    amounts = [number for answer in answers for number in answer.numerals]
    return in_words(amounts, [answer.label for answer in answers if not answer.numerals], language)


def depth_asked(choices: Sequence[ChoiceTuple]) -> int:
    """Where in these choices of one action the first value stands that is not the same in all of them."""
    return next(depth for depth in range(1, len(choices[0])) if len({choice[depth] for choice in choices}) > 1)


def _settled(describer: Describer, position: Position, choosing: Choosing, choice: ChoiceTuple, depth: int) -> list[str]:
    """What is chosen already when a value is asked for, perhaps silently because there was no other."""
    slots = slots_of(choosing)[: depth - 1]
    return [describer.given(slot, value, position) for slot, value in zip(slots, choice[1:depth], strict=True) if slot.type is not None]


def _actions(describer: Describer, position: Position, choices: Sequence[ChoiceTuple]) -> tuple[Answer, ...]:
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


def _answers(
    describer: Describer, look: Look, of: Type | None, groups: dict[Value, list[ChoiceTuple]], labels: list[str]
) -> tuple[Answer, ...]:
    """The answers that lead to these groups of choices; numbers in their order."""
    more = _more(describer, look.state, of, list(zip(labels, groups.values(), strict=True)))
    found = [
        Answer(label, tuple(choices), extra or _note(look, value, of), tuple(sketch(describer.engine, value, of)), numerals(label))
        for label, extra, (value, choices) in zip(labels, more, groups.items(), strict=True)
    ]
    if sum(len(answer.numerals) != 1 for answer in found) <= 1:
        found.sort(key=lambda answer: (len(answer.numerals) != 1, *answer.numerals))
    return tuple(found)


def _more(describer: Describer, position: Position, of: Type | None, answers: list[tuple[str, list[ChoiceTuple]]]) -> list[str]:
    """What the whole choice tells more, where an answer leaves only one; placements tell all themselves."""
    if of is not None and isinstance(bare(of), Pose):
        return [""] * len(answers)
    extra = extra_words([(label, describer.choice(position, choices[0])) for label, choices in answers])
    return [more if len(choices) == 1 else "" for more, (_, choices) in zip(extra, answers, strict=True)]


def _note(look: Look, value: Value, of: Type | None) -> str:
    """What lies in a cell that can be chosen."""
    inner = None if of is None else bare(of)
    if not isinstance(inner, Cell) or value is None or look.instance.game.zones[inner.zone].holds is None:
        return ""
    thing = look.content(look.instance.zones[inner.zone], value)
    return "" if thing is None else "".join(piece.text for piece in token(look, thing))


def _grouped(choices: Sequence[ChoiceTuple], depth: int) -> dict[Value, list[ChoiceTuple]]:
    groups: dict[Value, list[ChoiceTuple]] = {}
    for choice in choices:
        groups.setdefault(choice[depth], []).append(choice)
    return groups


def _told_apart(describer: Describer, look: Look, labels: list[str], things: list[Value]) -> list[str]:
    """Things with the same name get the place where they lie behind it; what lies in one place, what is kept of it."""
    names = Counter(labels)
    placed = [
        f"{label} ({describer.where(look.state, thing)})" if names[label] > 1 and isinstance(thing, int) else label
        for label, thing in zip(labels, things, strict=True)
    ]
    places = Counter(placed)
    found = []
    for label, text, thing in zip(labels, placed, things, strict=True):
        kept = look.about(thing) if places[text] > 1 and isinstance(thing, int) else []
        found.append("".join([label, *kept]) if kept else text)
    return found
