"""Actions that are chosen as one: all that their seat chooses in their course is a part of the choice.

The ways to carry out an action are found by trying them on copies of the position, from stop to stop, as long as the same seat goes on
choosing and the action is under way. Of ways that come to the same position the first stands for all.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.limits import MOST_PARTS, MOST_STEPS
from custumal.interpreter.position.essence import essence
from custumal.interpreter.position.state import DECISION, Position
from custumal.interpreter.program import PASS, ChoiceTuple, Choosing, Decide, Point, Preferred, Program, WholeChoice, links_of
from custumal.interpreter.program.liveness import Liveness
from custumal.interpreter.reference.evaluate import Evaluator
from custumal.interpreter.reference.listing import few_enough
from custumal.interpreter.setup.errors import exhausted

Choices = Callable[[Position], list[ChoiceTuple]]
Apply = Callable[[Position, ChoiceTuple], None]
Measured = tuple[ChoiceTuple, dict[str, int]]
"""A choice, and what it measures."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to carry out an action, as far as it has been tried: what was chosen in it, where that leads, what it measures."""

    links: tuple[ChoiceTuple, ...]
    position: Position
    measures: dict[str, int]


class WholeChoices:
    """Lists and carries out choices that are made as one, by a machine that knows only their parts.

    Args:
        program: the program of the machine.
        evaluator: counts the steps, and is told what preferences measure.
        choices, apply: the machine's own.
    """

    def __init__(self, program: Program, evaluator: Evaluator, choices: Choices, apply: Apply) -> None:
        self.program = program
        self.evaluator = evaluator
        self._parts = choices
        self._apply = apply
        self._left = MOST_STEPS
        self._trying = False

    @cached_property
    def _liveness(self) -> Liveness:
        return Liveness(self.program, self.evaluator.instance.game)

    def apply(self, state: Position, choice: ChoiceTuple) -> None:
        """As the machine does it, with all that is chosen in the course of an action."""
        self._apply(state, choice)
        for link in links_of(choice):
            self._apply(state, link)

    def choices(self, state: Position) -> list[ChoiceTuple]:
        """All choices, those of actions that are chosen as one as wholes."""
        parts = self._parts(state)
        stop = self.program.code[state.pc]
        if state.kind != DECISION or not isinstance(stop, Decide) or all(each.inside is None for each in stop.point.choosings):
            return parts
        found = self._preferred(stop.point, self._measured(stop.point, state, parts))
        return few_enough(_with_something_to_decline(stop.point, [choice for choice, _ in found]), stop.point)

    def all(self, point: Point, state: Position) -> list[ChoiceTuple]:
        """All choices, whether or not what they lead to is preferred, or as it has to be."""
        return [choice for choice, _ in self._measured(point, state, self._parts(state))]

    def leads_somewhere(self, point: Point, state: Position) -> bool:
        """Whether there is a choice at a point at which a state stands and whose parts can be chosen; while ways are tried nobody asks."""
        return self._trying or not any(choosing.may_lead_nowhere for choosing in point.choosings) or bool(self.choices(state))

    def excluding(self, point: Point, state: Position, is_meant: Callable[[ChoiceTuple], bool]) -> str | None:
        """The address of what leaves none of the ways that are meant; None if some is left, or there was none."""
        found = self._measured(point, state, self._parts(state))
        for preferred in _preferences(point):
            kept = _kept(preferred, found)
            if any(is_meant(choice) for choice, _ in found) and not any(is_meant(choice) for choice, _ in kept):
                return preferred.address
            found = kept
        return None

    def _measured(self, point: Point, state: Position, parts: list[ChoiceTuple]) -> list[Measured]:
        """All choices with what they measure, whether or not they count."""
        self._left = MOST_STEPS
        found: list[Measured] = []
        ways: list[tuple[Choosing, ChoiceTuple, Way]] = []
        for choice in parts:
            choosing = None if choice == PASS else point.choosings[choice[0]]
            if choosing is None or choosing.inside is None:
                found.append((choice, {}))
            else:
                ways += [(choosing, choice, way) for way in self._ways(point, choosing, state, choice)]
        whole = [(WholeChoice(choice, way.links) if way.links else choice, way.measures) for choice, way in self._different(ways)]
        order = {choice: number for number, choice in enumerate(parts)}
        return sorted([*found, *whole], key=lambda each: order[tuple(each[0])])

    def _different(self, ways: list[tuple[Choosing, ChoiceTuple, Way]]) -> Iterator[tuple[ChoiceTuple, Way]]:
        """Of ways to carry out an action that come to the same position the first."""
        seen: set[Hashable] = set()
        for choosing, choice, way in ways:
            reached = None if len(ways) == 1 else (choosing.address, *_parts_of(essence(self._liveness, way.position)))
            if reached not in seen:
                seen.add(reached)
                yield choice, way

    # ------------------------------------------------------------ ways

    def _ways(self, point: Point, choosing: Choosing, state: Position, choice: ChoiceTuple) -> Iterator[Way]:
        """All ways to carry out a choice, in the order of what is chosen."""
        around = [*state.stack, choosing.inside]
        waiting = [self._tried(Way((), state, {}), choice, ())]
        while waiting:
            way = waiting.pop()
            if self._left < 0:
                raise exhausted(point.source.span)
            after = way.position
            if after.kind == DECISION and after.seat == state.seat and after.stack[: len(around)] == around:
                waiting += [self._tried(way, link, (link,)) for link in reversed(self._parts(after))]
            else:
                yield way

    def _tried(self, before: Way, choice: ChoiceTuple, links: tuple[ChoiceTuple, ...]) -> Way:
        after = before.position.copy()
        self.evaluator.measures.clear()
        self._trying = True
        try:
            self._apply(after, choice)
        finally:
            self._trying = False
        self._left -= max(MOST_STEPS // MOST_PARTS, self.evaluator.most - self.evaluator.left[0])
        return Way((*before.links, *links), after, dict(self.evaluator.measures))

    # ------------------------------------------------------------ preferences

    @staticmethod
    def _preferred(point: Point, found: list[Measured]) -> list[Measured]:
        """Those that every preference of their action leaves."""
        for preferred in _preferences(point):
            found = _kept(preferred, found)
        return found


def _with_something_to_decline(point: Point, found: list[ChoiceTuple]) -> list[ChoiceTuple]:
    """The choices, with PASS where what is left of them can be declined: what leads nowhere is nothing to decline, and binds nobody."""
    chosen = [choice for choice in found if choice != PASS]
    bound = any(not point.choosings[choice[0]].free for choice in chosen)
    passes = bool(chosen) and (point.passing == "always" or (point.passing == "unless" and not bound))
    return [*chosen, PASS] if passes else chosen


def _preferences(point: Point) -> Iterable[Preferred]:
    return dict.fromkeys(each for choosing in point.choosings for each in choosing.prefer)


def _kept(preferred: Preferred, found: list[Measured]) -> list[Measured]:
    """Those that a preference leaves; what a way does not measure, it does not have to meet."""
    measured = [measures[preferred.address] for _, measures in found if preferred.address in measures]
    if not measured:
        return found
    best = 1 if preferred.needed else max(measured) if preferred.is_most else min(measured)
    return [(choice, measures) for choice, measures in found if measures.get(preferred.address, best) == best]


def _parts_of(at: Position) -> tuple[Hashable, ...]:
    return (*map(tuple, at.c), tuple(at.piles), tuple(at.known), tuple(at.frame), tuple(at.stack), at.pc, at.kind, at.seat)
