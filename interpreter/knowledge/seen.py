"""A position as a seat sees it: an ordinary one in which `UNSEEN` stands for everything that the seat does not know.

Two positions that differ only in what a seat may not know are seen as equal ones. So whatever is worked out from what is seen,
by whatever means, tells nothing hidden; and what reads hidden things is refused, see `unseen.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from custumal.dsl.base.types import Thing
from custumal.dsl.model import Kept
from custumal.interpreter.position.mutation import lying_at
from custumal.interpreter.position.state import Position
from custumal.interpreter.position.unseen import UNSEEN, UnseenPlace
from custumal.interpreter.program import Program
from custumal.interpreter.reference.evaluates import Evaluates
from custumal.interpreter.reference.visibility import sees_kept, sees_place, sees_thing
from custumal.interpreter.setup.found_out import found_out
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import BOX, MASKS, PLACEMENTS, PLACES, ZoneLayout
from custumal.interpreter.setup.values import Value

if TYPE_CHECKING:
    from custumal.interpreter.knowledge.frame_secrets import FrameSecrets
    from custumal.interpreter.knowledge.untold import Untold


class SeenPosition(Position):
    """A position without what a seat does not know."""

    __slots__ = ()

    def copy(self) -> SeenPosition:
        return _as_seen(super().copy())


def _as_seen(state: Position) -> SeenPosition:
    parts = state.c, state.piles, state.known, state.frame, state.stack, state.pc, state.rng, state.kind, state.seat
    return SeenPosition(*parts)


def hidden_zones(instance: Instance) -> list[ZoneLayout]:
    """The zones that not everybody sees."""
    return [zone for zone in instance.zones.values() if zone.zone.visibility.kind != "all" and zone.zone.holds is not None]


def hidden_kinds(instance: Instance) -> frozenset[str]:
    """The kinds of which things can lie where not everybody sees them."""
    return frozenset(kind for zone in hidden_zones(instance) for kind in str(zone.zone.holds).split("|"))


def has_secrets(instance: Instance, program: Program) -> bool:
    """Whether there is anything in a game that not everybody knows."""
    hidden = hidden_zones(instance) or any(one.visibility.kind != "all" for one in instance.game.kept.values())
    return bool(hidden) or bool(program.sealed)


class Eyes:
    """Sees the positions of one program as its seats do.

    Args:
        evaluator: evaluates who may see what.
        program: the program, whose frame has secrets of its own.
        key: the name of the model in its cache, or None.
    """

    def __init__(self, evaluator: Evaluates, program: Program, key: str | None = None) -> None:
        self.evaluator = evaluator
        self.program = program
        self._key = key
        instance = evaluator.instance
        self._zones = hidden_zones(instance)
        self._kinds = hidden_kinds(instance)
        kept = instance.game.kept.values()
        self._kept = [one for one in kept if one.visibility.kind != "all"]
        self._kept_of_things = [(one, i) for one in kept for i, of in enumerate(one.parameters) if isinstance(of, Thing)]

    @property
    def hidden_kinds(self) -> frozenset[str]:
        """The kinds of which things can lie where not everybody sees them."""
        return self._kinds

    @property
    def hidden_values(self) -> tuple[Kept, ...]:
        """The kept values that not everybody sees."""
        return tuple(self._kept)

    @cached_property
    def veiled_values(self) -> tuple[Kept, ...]:
        """These, and those of things that can lie where not everybody sees them."""
        of_things = [one for one, position in self._kept_of_things if not self._kinds.isdisjoint(self._kinds_of(one, position))]
        return tuple({one.name: one for one in (*self._kept, *of_things)}.values())

    @cached_property
    def untold(self) -> Untold:
        """Which of the hidden values can't be followed by those who don't see them."""
        from custumal.interpreter.knowledge.untold import Untold, untold  # noqa: PLC0415  # start-up is measured

        of, program = self.evaluator.instance, self.program
        return found_out(Untold, f"untold {program.begins}", self._key, of.players, of.options, lambda: untold(of.game, program))

    @cached_property
    def has_secrets(self) -> bool:
        """Whether there is anything in this game that not everybody knows."""
        return has_secrets(self.evaluator.instance, self.program)

    @cached_property
    def _frame(self) -> FrameSecrets:
        from custumal.interpreter.knowledge.frame_secrets import FrameSecrets, frame_secrets  # noqa: PLC0415  # start-up is measured

        of, program = self.evaluator.instance, self.program
        question = f"frame secrets {program.begins}"
        return found_out(FrameSecrets, question, self._key, of.players, of.options, lambda: frame_secrets(of.game, program))

    def seen(self, state: Position, seat: int | None) -> Position:
        """The position as a seat sees it (None: as a spectator does); itself where nothing is hidden from anybody."""
        if not self.has_secrets:
            return state
        found = _as_seen(state.copy())
        found.rng = 0
        unseen: set[int] = set()
        for zone, instance in self._unseen_places(state, seat):
            self._hide_place(found, state, seat, zone, instance, unseen)
        if self._zones:
            self._hide_box(state, seat, unseen)
        self._hide_carried(found, state, unseen)
        self._hide_things(found, seat, unseen)
        self._hide_kept(found, state, seat, unseen)
        self._frame.hide(found.frame, state.pc, seat, unseen)
        return found

    def left_over(self, state: Position) -> tuple[int, ...]:
        """The slots of the frame that hold what somebody has chosen before, and nothing that still matters."""
        return self._frame.left_over(state.pc)

    def rename(self, frame: list[Value], instead: Mapping[int, int]) -> None:
        """In a frame, in place, things stand for others."""
        self._frame.rename(frame, instead)

    # ------------------------------------------------------------ places

    def _unseen_places(self, state: Position, seat: int | None) -> Iterator[tuple[ZoneLayout, int]]:
        for zone in self._zones:
            for instance in range(zone.instances):
                if not sees_place(self.evaluator, state, seat, zone, instance):
                    yield zone, instance

    def _hide_place(
        self, found: Position, state: Position, seat: int | None, zone: ZoneLayout, instance: int, unseen: set[int]
    ) -> None:  # fmt: skip
        """How many things lie in each of its cells stays, and which of them are known."""
        for local in range(instance * zone.cells, (instance + 1) * zone.cells):
            lying = lying_at(self.evaluator.instance.layout, state, zone.base + local)
            hidden = {thing for thing in lying if not sees_thing(self.evaluator, state, seat, thing)}
            if not hidden:
                continue
            unseen |= hidden
            if zone.content >= 0:
                found.c[zone.content][local] = UNSEEN
            else:
                pile = tuple(UNSEEN if thing in hidden else thing for thing in lying)
                known = tuple(thing for thing in lying if thing not in hidden)
                found.piles[zone.piles + local] = pile if zone.ordered else (*known, *(UNSEEN for _ in hidden))

    def _hide_box(self, state: Position, seat: int | None, unseen: set[int]) -> None:
        """Of kinds of which some lie unseen, nobody knows what is out of play, but for what was seen to go."""
        places = state.c[PLACES]
        for kind in self._kinds:
            for thing in self.evaluator.instance.things_of(kind):
                if places[thing] == BOX and not sees_thing(self.evaluator, state, seat, thing):
                    unseen.add(thing)

    def _hide_carried(self, found: Position, state: Position, unseen: set[int]) -> None:
        """On which of the unseen things something lies."""
        layout = self.evaluator.instance.layout
        waiting = [*unseen]
        while waiting:
            for location in layout.carried[waiting.pop()]:
                zone = layout.zone_at[location]
                riders = {*lying_at(layout, state, location)} - unseen
                unseen |= riders
                waiting += riders
                local = location - zone.base
                if zone.content >= 0:
                    found.c[zone.content][local] = UNSEEN
                else:
                    found.piles[zone.piles + local] = UNSEEN
                if zone.masks >= 0:
                    found.c[MASKS][zone.masks + local // zone.cells] = UNSEEN

    def _hide_things(self, found: Position, seat: int | None, unseen: set[int]) -> None:
        somewhere = UnseenPlace(next((zone.base for zone in self._zones), BOX))
        for thing in unseen:
            found.c[PLACES][thing] = somewhere
            if found.c[PLACEMENTS]:
                found.c[PLACEMENTS][thing] = UNSEEN
        if found.known:
            mine = 0 if seat is None else 1 << seat
            found.known = [0 if thing in unseen else mask & mine for thing, mask in enumerate(found.known)]

    # ------------------------------------------------------------ kept values

    def _hide_kept(self, found: Position, state: Position, seat: int | None, unseen: set[int]) -> None:
        kept = self.evaluator.instance.kept
        for one in self._kept:
            layout = kept[one.name]
            for index in range(layout.base, layout.base + layout.size):
                if not sees_kept(self.evaluator, state, seat, one, layout.arguments(index)):
                    found.c[layout.column][index] = UNSEEN
        for one, position in self._kept_of_things:
            for thing in unseen & self._things_of(one, position):
                layout = kept[one.name]
                for index in layout.where(position, thing):
                    found.c[layout.column][index] = UNSEEN

    def _things_of(self, kept: Kept, position: int) -> set[int]:
        return {thing for kind in self._kinds_of(kept, position) for thing in self.evaluator.instance.things_of(kind)}

    @staticmethod
    def _kinds_of(kept: Kept, position: int) -> list[str]:
        of = kept.parameters[position]
        assert isinstance(of, Thing)
        return of.kind.split("|")
