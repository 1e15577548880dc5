"""The course of a game under way, brought up to what has happened each time that it is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.interpreter.engine import Engine
from custumal.interpreter.knowledge.course import Course
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import ChoiceTuple

Passage = tuple[Position, ChoiceTuple]
"""Something that has happened: the position before it, and what was chosen there."""


class Followed:
    """The course of one game, which belongs to whoever asks for it: two threads each have one of their own, with an engine of their own.

    Args:
        engine: notes what has happened.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._noted: list[Passage] = []
        self._course: Course | None = None

    def course(self, passages: Sequence[Passage], position: Position, opening: Position) -> Course:
        """The course up to a position, to which all these passages have led; positions are only read.

        Args:
            passages: all that has happened.
            position: where the game stands behind them.
            opening: where games with this seed begin; a course that begins elsewhere knows only what that position shows.
        """
        if self._course is None or not self._goes_on(passages):
            begins = passages[0][0] if passages else position
            self._noted, self._course = [], self.engine.course(begins, whole=_is_same(begins, opening))
        for number in range(len(self._noted), len(passages)):
            before, choice = passages[number]
            after = passages[number + 1][0] if number + 1 < len(passages) else position
            self._course.note(before, choice, after)
            self._noted.append(passages[number])
        return self._course

    def _goes_on(self, passages: Sequence[Passage]) -> bool:
        """Whether these passages begin with those that were noted."""
        if len(self._noted) > len(passages):
            return False
        pairs = zip(self._noted, passages, strict=False)
        return all(one[0] is other[0] and one[1] == other[1] for one, other in pairs)


def _is_same(one: Position, other: Position) -> bool:
    """Whether two positions are alike but for their generators."""
    return (one.c, one.piles, one.pc) == (other.c, other.piles, other.pc)
