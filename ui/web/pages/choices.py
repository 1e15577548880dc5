"""A decision on a page: what has been chosen so far, the answers that are left, and at the end the whole choice, to be played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from markupsafe import Markup

from custumal.ui.story.undo import behind
from custumal.ui.terminal.questions.menu import Answer, Question
from custumal.ui.text.style import Line
from custumal.ui.web.pages.markup import Part, drawn, joined, line_of, tag
from custumal.ui.web.pages.position import position_part
from custumal.ui.web.pages.sight import Sight
from custumal.ui.web.tables.partial_choice import ANSWER, Building, key_of

MOST_ANSWERS = 400
"""So many answers are listed; of more, clicking or typing leaves fewer."""
_FILTERED = 9
"""With more answers than this there is a field that filters them."""


def choices_part(sight: Sight, building: Building) -> Markup:
    """The panel of a decision."""
    if building.question is None:
        return _whole(sight, building)
    return joined(tag("h3", building.question.title, tabindex=-1, class_="asked"), _so_far(sight, building), _answers(sight, building))


def behind_part(sight: Sight, building: Building) -> Markup | None:
    """The position behind the choice that a path has come to; None where there is none yet, or it would show something hidden."""
    if building.choice is None:
        return None
    trial = behind(sight.session, sight.look, building.choice)
    if trial is None:
        return None
    return position_part(replace(sight.look, state=trial), sight.session.position, sight.width)


def _whole(sight: Sight, building: Building) -> Markup:
    """The whole choice, to be played or not."""
    choice, position = building.left[0], sight.session.position
    return joined(
        tag("h3", sight.describer.choice(position, choice), tabindex=-1, class_="asked whole"),
        tag(
            "p",
            tag("button", sight.said("play"), class_="play", data_key=key_of(sight.session.engine, position, choice)),
            tag("button", sight.said("back"), class_="back"),
        ),
    )


def _so_far(sight: Sight, building: Building) -> Part:
    if not building.path:
        return None
    count = sight.said("left", count=len(building.left))
    return tag("p", tag("button", sight.said("back"), class_="back"), " ", count, class_="so-far")


def _answers(sight: Sight, building: Building) -> Markup:
    asked = building.question
    assert asked is not None
    shown = asked.answers[:MOST_ANSWERS]
    more = len(asked.answers) - len(shown)
    return joined(
        _filter(sight, asked),
        tag("ol", (_answer(number, answer, asked) for number, answer in enumerate(shown)), class_=f"answers{' amounts' * asked.amounts}"),
        tag("p", sight.said("more", count=more), class_="more") if more else None,
    )


def _filter(sight: Sight, asked: Question) -> Part:
    if len(asked.answers) <= _FILTERED or asked.amounts:
        return None
    field = tag(
        "input", type="search", class_="filter", autocomplete="off", aria_label=sight.said("filter"), placeholder=sight.said("filter")
    )
    return tag("p", field)


def _answer(number: int, answer: Answer, asked: Question) -> Markup:
    """A button; `data-typed` is what takes it by the keyboard: its number in the list, or an amount itself."""
    typed = answer.label if asked.amounts else number + 1
    plan = drawn(answer.plan, class_="plan") if answer.plan else None
    note = tag("span", answer.after_label, class_="note") if answer.note else None
    shown = tag("span", answer.label, note)
    return tag("li", tag("button", plan, shown, class_="answer", data_answer=f"{ANSWER}{number}", data_typed=typed))


def lines_part(lines: Iterable[Line]) -> Markup:
    """What a question was answered, a paragraph a line."""
    return joined(tag("p", line_of(one)) for one in lines if one)
