"""A whole choice typed as words: its key without brackets and commas, or words of what it is called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from custumal.interpreter.position.state import Position
from custumal.interpreter.program import ChoiceTuple
from custumal.ui.scene.describe import Describer
from custumal.ui.text.match import comparable, is_number

_WORD = re.compile(r"-?\d+|[^\W_]+(?:-[^\W_]+)*")
_MOST = 4_096
"""So many choices are put into words for a line that nothing else explains."""


def words(text: str) -> list[str]:
    """The words and numbers of a text, as they are compared."""
    return _WORD.findall(comparable(text))


def by_words_of_key(describer: Describer, position: Position, typed: str, choices: Sequence[ChoiceTuple]) -> ChoiceTuple | None:
    """The one choice in whose key just these words stand: `bid 3` is `bid(3)`."""
    wanted = words(typed)
    if len(wanted) < 2:
        return None
    engine = describer.engine
    named = [choice for choice in choices if comparable(engine.action(position, choice)) == wanted[0]]
    return _only(choice for choice in named if words(engine.key(position, choice)) == wanted)


def by_words_of_name(describer: Describer, position: Position, typed: str, choices: Sequence[ChoiceTuple]) -> ChoiceTuple | None:
    """The one choice in whose whole name these words stand in this order, with all its numbers or none: `2,4` is no `2,3,4`."""
    wanted = words(typed)
    numbers = [word for word in wanted if is_number(word)]
    if len(wanted) < 2 or len(numbers) == len(wanted) or len(choices) > _MOST:
        return None
    names = ((choice, words(describer.choice(position, choice))) for choice in choices)
    return _only(
        choice for choice, name in names if _in_order(wanted, name) and numbers in ([], [word for word in name if is_number(word)])
    )


def _in_order(wanted: Sequence[str], there: Sequence[str]) -> bool:
    left = iter(there)
    return all(word in left for word in wanted)


def _only(found: Iterator[ChoiceTuple]) -> ChoiceTuple | None:
    """What is found, unless it is more than one or none."""
    first = next(found, None)
    return first if next(found, None) is None else None
