"""Full positions that look the same to a seat as the true one, and could have come about (determinizations).

Things that were mixed unseen are mixed anew, in the order in which that happened, so that all comes out as the seat has seen it
(`course.py`, `assigning.py`); hidden values are taken from those that may have come (`alternatives.py`); unseen choices of others are made
anew among all that they could choose (`sealed_picks.py`). How others play tells nothing here: they may have chosen anything.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from custumal.dsl.base.types import Thing
from custumal.dsl.model import Kept
from custumal.interpreter.knowledge.assigning import Assigning, DeadEnd
from custumal.interpreter.knowledge.course import Course
from custumal.interpreter.knowledge.sealed_picks import SealedPicks
from custumal.interpreter.knowledge.seen import Eyes
from custumal.interpreter.position.mutation import lying_at
from custumal.interpreter.position.state import DECISION, Position
from custumal.interpreter.position.unseen import UNSEEN
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.reference.visibility import sees_thing
from custumal.interpreter.setup.layout import BOX, MASKS, PLACEMENTS, PLACES, KeptLayout, PositionLayout

MOST_TRIES = 100
"""So often hidden values are drawn until the invariants of the game hold."""
Judge = Callable[[Position], bool]


class Possible:
    """The positions that one may be, as a seat knows it.

    Args:
        machine: plays the game.
        eyes: who sees what.
        state: the true position; it stays as it is.
        seat: who knows.
        course: what has happened until here; None where nothing is known but the position.
        holds: whether a position is one that the rules call sound; asked where hidden values are drawn.
    """

    def __init__(
        self, machine: Machine, eyes: Eyes, state: Position, seat: int, course: Course | None, holds: Judge | None = None
    ) -> None:  # fmt: skip
        self.machine, self.eyes, self.state, self.seat = machine, eyes, state, seat
        self.holds = holds
        layout = machine.instance.layout
        self.sealed = SealedPicks(machine)
        known = Course(machine, eyes, state, whole=False) if course is None else course
        self._token = tuple(known.token)
        now = {self._token[thing]: thing for thing in range(len(self._token)) if self._is_known(known, thing)}
        lying = {self._token[thing]: self._place(thing) for thing in range(len(self._token))}
        self._assigning = Assigning(known.log, seat, now, lying)
        self._doubtful = [(thing, token) for thing, token in enumerate(self._token) if token in self._assigning]
        self._carries = any(lying_at(layout, state, location) for thing in self._unsure(known) for location in layout.carried[thing])
        self._buried = [*self._under_riders()] if self._carries else []
        found = self._hidden_values(known)
        self._values = [one for one in found if len(one[2]) > 1]
        self._begun = [(column, index, values[0]) for column, index, values in found if len(values) == 1]
        # Others may have picked, or may have chosen something for a pick that they still make.
        self._others_picked = self.sealed.made(state) > 0 or (state.seat != seat and self.sealed.is_sealed(state))
        self._left_over = eyes.left_over(state) if self.sealed else ()
        frame = eyes.seen(state, seat).frame if self._others_picked else []
        self._hidden_slots = tuple(slot for slot, value in enumerate(frame) if value is UNSEEN)

    @staticmethod
    def _unsure(course: Course) -> list[int]:
        return [thing for thing, token in enumerate(course.token) if token in course.unsure]

    def _place(self, thing: int) -> tuple[int, int, tuple[tuple[int, int], ...]]:
        """Where a thing lies, in a pile how deep, and what lies on it, as far as the seat knows."""
        layout, location = self.machine.instance.layout, self.state.c[PLACES][thing]
        zone = None if location == BOX else layout.zone_at[location]
        is_pile = zone is not None and zone.content < 0 and zone.ordered
        depth = lying_at(layout, self.state, location).index(thing) if is_pile else 0
        return location, depth, tuple(self._carried(thing))

    def _carried(self, thing: int) -> Iterator[tuple[int, int]]:
        """What lies on a thing: on which of its places, and what, -1 where the seat does not see it."""
        layout = self.machine.instance.layout
        for number, location in enumerate(layout.carried[thing]):
            for rider in lying_at(layout, self.state, location):
                yield number, rider if sees_thing(self.eyes.evaluator, self.state, self.seat, rider) else -1

    def _under_riders(self) -> Iterator[tuple[int, list[int]]]:
        """The piles in which something lies on things that the seat doesn't see, and how deep such things lie there."""
        layout, places, evaluator = self.machine.instance.layout, self.state.c[PLACES], self.eyes.evaluator
        unseen = [thing for thing, _ in self._doubtful if not sees_thing(evaluator, self.state, self.seat, thing)]
        found: dict[int, list[int]] = {}
        for thing in unseen:
            zone = None if places[thing] == BOX else layout.zone_at[places[thing]]
            if zone is not None and zone.content < 0 and zone.ordered:
                found.setdefault(places[thing], []).append(thing)
        for location, things in sorted(found.items()):
            if any(any(_riders(layout, self.state, thing)) for thing in things):
                yield location, sorted(map(lying_at(layout, self.state, location).index, things))

    def _is_known(self, course: Course, thing: int) -> bool:
        return course.token[thing] in course.unsure and sees_thing(self.eyes.evaluator, self.state, self.seat, thing)

    def _hidden_values(self, course: Course) -> list[tuple[int, int, tuple[object, ...]]]:
        """What the seat doesn't see of kept values, with all that may stand there."""
        veiled = self.eyes.veiled_values
        seen = self.eyes.seen(self.state, self.seat) if veiled else self.state
        found = []
        for kept in veiled:
            layout = self.machine.instance.kept[kept.name]
            for index in range(layout.base, layout.base + layout.size):
                values = self._may_be(course, kept, layout, index) if seen.c[layout.column][index] is UNSEEN else None
                if values is not None:
                    found.append((layout.column, index, values))
        return found

    def _may_be(self, course: Course, kept: Kept, layout: KeptLayout, index: int) -> tuple[object, ...] | None:
        """All that an entry may be; None if the seat knows what it is. What is kept of a thing that it doesn't see may be anything."""
        things = (one for of, one in zip(kept.parameters, layout.arguments(index), strict=True) if isinstance(of, Thing))
        if not all(sees_thing(self.eyes.evaluator, self.state, self.seat, thing) for thing in things):
            return course.alternatives.anything_at(layout, index, self.state)
        return course.alternatives.followed(course.values, layout, index, self.state)

    @property
    def is_certain(self) -> bool:
        """Whether the seat knows all that there is to know, but for what chance will bring."""
        return not (self._assigning or self._values or self._begun or self._others_picked)

    def draw(self, rng: random.Random) -> Position:
        """One of them, with another generator for chance.

        What others have been shown is theirs alone: they know there only what they see.
        """
        found = self.state.copy()
        found.rng = rng.getrandbits(64)
        found.known = [mask & 1 << self.seat for mask in found.known]
        if self._assigning:
            self._exchange(found, self._things(rng))
            self._lay_riders(found, rng)
        for column, index, value in self._begun:
            found.c[column][index] = value
        if self._values:
            self._draw_values(found, rng)
        for slot in self._left_over:
            found.frame[slot] = None
        if self._others_picked:
            self.sealed.redraw(found, self.seat, self._hidden_slots, rng)
        if not self._can_choose(found):
            self._draw_any(found, rng)
        return found

    def _can_choose(self, found: Position) -> bool:
        """Whether another seat has something to choose, if it is asked: else it would not be."""
        self.machine.forget()
        return found.kind != DECISION or found.seat == self.seat or bool(self.machine.choices(found))

    def _draw_any(self, found: Position, rng: random.Random) -> None:
        """Any numbers instead of those of the beginning, so that the seat that is asked has something to choose; if none are found those
        of the beginning stay."""
        for _ in range(MOST_TRIES):
            for column, index, value in self._begun:
                found.c[column][index] = self._any_number(column, index, value, rng)
            if self._is_sound(found) and self._can_choose(found):
                return
        for column, index, value in self._begun:
            found.c[column][index] = value

    def _any_number(self, column: int, index: int, value: object, rng: random.Random) -> object:
        kept = self.machine.instance.kept.values()
        layout = next(one for one in kept if one.column == column and one.base <= index < one.base + one.size)
        high = layout.high if layout.supply is None else layout.supply
        return value if layout.low is None or high is None else layout.low + int(rng.random() * (high - layout.low + 1))

    def _things(self, rng: random.Random) -> Mapping[int, int]:
        try:
            return self._assigning.draw(rng)
        except DeadEnd:
            # What the position shows is all that is left to go by.
            bare = Possible(self.machine, self.eyes, self.state, self.seat, None)
            self._token, self._assigning, self._doubtful = bare._token, bare._assigning, bare._doubtful
            return self._assigning.draw(rng)

    # ------------------------------------------------------------ things

    def _exchange(self, found: Position, things: Mapping[int, int]) -> None:
        """Put each thing where its token lies."""
        instead = {thing: new for thing, token in self._doubtful if (new := things[token]) != thing}
        if not instead:
            return
        layout = self.machine.instance.layout
        _put_instead(layout, self.state, found, instead)
        if self._carries:
            for thing, new in instead.items():
                _move_riders(layout, self.state, found, thing, new)
        self.eyes.rename(found.frame, instead)
        self.machine.forget()

    def _lay_riders(self, found: Position, rng: random.Random) -> None:
        """What lies on things of a pile lies on any of those that the seat doesn't see there: it does not see how deep."""
        layout = self.machine.instance.layout
        for location, depths in self._buried:
            pile = lying_at(layout, found, location)
            under = [pile[depth] for depth in depths]
            laid = sorted(riders for thing in under if any(riders := _riders(layout, found, thing)))
            places = rng.sample(range(len(under)), len(laid))
            on = dict(zip(places, laid, strict=True))
            for place, thing in enumerate(under):
                _lay(layout, found, thing, on.get(place, ((),) * len(layout.carried[thing])))
        if self._buried:
            self.machine.forget()

    # ------------------------------------------------------------ values

    def _draw_values(self, found: Position, rng: random.Random) -> None:
        for _ in range(MOST_TRIES):
            for column, index, values in self._values:
                found.c[column][index] = values[int(rng.random() * len(values))]
            if self._is_sound(found):
                return

    def _is_sound(self, found: Position) -> bool:
        """Whether no resource is there more often than there is of it, and the invariants hold."""
        for kept in self.eyes.hidden_values:
            layout = self.machine.instance.kept[kept.name]
            if layout.supply is not None and sum(found.c[layout.column][layout.entries]) > layout.supply:
                return False
        return self.holds is None or self.holds(found)


def _put_instead(layout: PositionLayout, before: Position, found: Position, instead: Mapping[int, int]) -> None:
    """Every thing goes, without what lies on it, to where another one lay."""
    piles: dict[int, list[int]] = {}
    ordered: set[int] = set()
    for thing, new in instead.items():
        location = before.c[PLACES][thing]
        found.c[PLACES][new] = location
        if found.c[PLACEMENTS]:
            found.c[PLACEMENTS][new] = before.c[PLACEMENTS][thing]
        if location == BOX:
            continue
        zone = layout.zone_at[location]
        local = location - zone.base
        if zone.content >= 0:
            found.c[zone.content][local] = new
        else:
            number = zone.piles + local
            pile = piles.setdefault(number, list(before.piles[number]))
            pile[before.piles[number].index(thing)] = new
            if zone.ordered:
                ordered.add(number)
    for number, pile in piles.items():
        found.piles[number] = tuple(pile if number in ordered else sorted(pile))


def _riders(layout: PositionLayout, state: Position, thing: int) -> tuple[tuple[int, ...], ...]:
    """What lies on a thing, on each of its places."""
    return tuple(lying_at(layout, state, location) for location in layout.carried[thing])


def _lay(layout: PositionLayout, found: Position, thing: int, riders: Sequence[tuple[int, ...]]) -> None:
    """On each place of a thing lies this and nothing else."""
    for location, things in zip(layout.carried[thing], riders, strict=True):
        zone = layout.zone_at[location]
        local = location - zone.base
        if zone.content < 0:
            found.piles[zone.piles + local] = things
        else:
            found.c[zone.content][local] = things[0] if things else None
            if zone.masks >= 0:
                number, bit = zone.masks + local // zone.cells, 1 << local % zone.cells
                found.c[MASKS][number] = found.c[MASKS][number] | bit if things else found.c[MASKS][number] & ~bit
        for one in things:
            found.c[PLACES][one] = location


def _move_riders(layout: PositionLayout, before: Position, found: Position, thing: int, new: int) -> None:
    """What lies on a thing lies on the one in its place."""
    for there, here in zip(layout.carried[new], layout.carried[thing], strict=False):
        zone, local, old = layout.zone_at[there], there - layout.zone_at[there].base, here - layout.zone_at[here].base
        riders = lying_at(layout, before, here)
        if zone.content >= 0:
            found.c[zone.content][local] = before.c[zone.content][old]
            if zone.masks >= 0 and local % zone.cells == 0:
                found.c[MASKS][zone.masks + local // zone.cells] = before.c[MASKS][zone.masks + old // zone.cells]
        else:
            found.piles[zone.piles + local] = before.piles[zone.piles + old]
        for rider in riders:
            found.c[PLACES][rider] = there
