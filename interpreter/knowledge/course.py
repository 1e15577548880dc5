"""What has happened in a game, as far as it decides what its seats may know of things that they don't see.

Each thing that was dealt, drawn, or moved unseen is from then on one of a group: any of them may be the one that went. A course of play
keeps the groups in the order in which they arose, and which of their things each seat has seen since. It is kept beside a position
by whoever wants to know, from the first position of a game on or from any later one; positions and play are the same without it.

A *token* stands for a thing of which one knows where it is but not what it is. At the beginning each thing has its own, with its own
number; whatever is mixed gets new ones. Which token a thing has is the truth, but which of those that were mixed together it is means
nothing: see `assigning.py`, where they are numbered by what a seat can tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Set, Thing, bare
from custumal.interpreter.knowledge.alternatives import Alternatives, Entry
from custumal.interpreter.knowledge.seen import Eyes
from custumal.interpreter.position.knowledge import sight
from custumal.interpreter.position.mutation import lying_at
from custumal.interpreter.position.state import CHANCE, DECISION, Position
from custumal.interpreter.program import PASS, ChoiceTuple, Decide, DrawOne, Pick, ShuffleOne
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.setup.layout import BOX, PLACES, ZoneLayout

FEW = 100
"""So many events are kept before it is asked whether they still tell something."""
MOST = 3_000
"""After so many that still tell something only what the position shows is known."""


@dataclass(frozen=True, slots=True)
class Mixed:
    """Any of the tokens `after` may be any of the things that the tokens `before` were, all ways being equally likely."""

    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sighted:
    """The seats of a bit mask know from here on that a token is this thing."""

    token: int
    thing: int
    seats: int


class Course:
    """Follows one game.

    Args:
        machine: plays the game; it is the reference or the compiled one.
        eyes: who sees what.
        state: the position from which on the course is kept. It is not changed.
        whole: whether the game begins here, so that everybody knows where everything lies by the rules. Else only what the position
            shows is known: what a seat doesn't see may be anywhere where it doesn't see things of the kind, out of play too.

    Attributes:
        log: what was mixed and seen, in order.
        token: for each thing its token.
        values: for hidden values those that may have come instead of the true ones.
        alternatives: follows these.
    """

    def __init__(self, machine: Machine, eyes: Eyes, state: Position, *, whole: bool) -> None:
        self.machine = machine
        self.eyes = eyes
        self.layout = machine.instance.layout
        self.everybody = self.layout.everybody
        self.log: list[Mixed | Sighted] = []
        self.token = list(range(self.layout.things))
        self.values: dict[Entry, tuple[object, ...]] = {}
        self.alternatives = Alternatives(machine, eyes)
        self._next = self.layout.things
        self._most = FEW
        self._group: dict[int, int] = {}
        self._noted: dict[int, int] = {}
        if not whole:
            self._begin_anywhere(state)
            self.alternatives.anything(self.values, state)

    # ------------------------------------------------------------ what is not known

    @property
    def unsure(self) -> Iterable[int]:
        """The tokens of which not everybody knows what they are."""
        return self._noted

    def note(self, before: Position, choice: ChoiceTuple, after: Position) -> None:
        """A choice, or what chance did, has led from one position to the next."""
        if not self.layout.reveals and not self.alternatives.wanted:
            return
        if self.layout.reveals:
            for things in self._mixed_by(before, choice):
                self._mix(things)
            if before.c[PLACES] != after.c[PLACES]:
                for things in (*self._moved_by_rules(before, choice, after), *self._laid_together(before, after)):
                    self._mix(things)
            self._look(after)
            if not self._noted or len(self.log) > self._most:
                self._forget(after)
        if self.alternatives.wanted:
            self.alternatives.note(self.values, before, choice, after, unseen=self._names_unseen(before, choice, after))

    def _names_unseen(self, before: Position, choice: ChoiceTuple, after: Position) -> bool:
        """Whether a seat has chosen a thing that not everybody sees, neither before nor then."""
        stop = self.machine.program.code[before.pc]
        if not isinstance(stop, Decide) or before.kind != DECISION or choice == PASS:
            return False
        return any(self.everybody not in (self._seeing(state, thing) for state in (before, after)) for thing in _picked(stop, choice))

    def _begin_anywhere(self, state: Position) -> None:
        """Nothing is known but what the position shows."""
        self.log, self.token, self._next = [], list(range(self.layout.things)), self.layout.things
        self._group, self._noted = {}, {}
        kinds: dict[str, list[int]] = {}
        hidden = self.eyes.hidden_kinds
        for thing, component in enumerate(self.machine.instance.things):
            if component.kind in hidden and self._knowing(state, thing) != self.everybody and not self._is_posed(state, thing):
                kinds.setdefault(component.kind, []).append(thing)
        for things in kinds.values():
            self._mix(things)
        self._look(state)

    def _is_posed(self, state: Position, thing: int) -> bool:
        """Whether it lies in a pose of its own shape."""
        location = state.c[PLACES][thing]
        return location != BOX and self.layout.zone_at[location].placements is not None

    # ------------------------------------------------------------ mixing

    def _mixed_by(self, before: Position, choice: ChoiceTuple) -> list[Sequence[int]]:
        """The groups of things of which chance, or a seat unseen by others, takes one."""
        stop = self.machine.program.code[before.pc]
        if isinstance(stop, DrawOne | ShuffleOne) and before.kind == CHANCE:
            return [self.machine.chances.things(stop, before)]
        if not isinstance(stop, Decide) or before.kind != DECISION or choice == PASS:
            return []
        # Also of things that everybody knew: which of them was taken is not seen.
        named = [thing for thing in _picked(stop, choice) if self._seeing(before, thing) != self.everybody]
        return [self._lying_with(before, thing) for thing in named if before.c[PLACES][thing] != BOX]

    def _lying_with(self, state: Position, thing: int) -> tuple[int, ...]:
        return lying_at(self.layout, state, state.c[PLACES][thing])

    def _moved_by_rules(self, before: Position, choice: ChoiceTuple, after: Position) -> list[Sequence[int]]:
        """The groups of things of which rules took some, so that one doesn't see which: not all, nor those on top or below."""
        moved: dict[int, list[int]] = {}
        for thing, (source, target) in enumerate(zip(before.c[PLACES], after.c[PLACES], strict=True)):
            if source not in {target, BOX} and self.token[thing] in self._noted:
                moved.setdefault(source, []).append(thing)
        found: list[Sequence[int]] = []
        for source, things in moved.items():
            lying = lying_at(self.layout, before, source)
            zone = self.layout.zone_at[source]
            if len(lying) > len(things) and not _is_end(zone, lying, things) and not self._explained(before, choice, things):
                found.append([thing for thing in lying if self.token[thing] in self._noted])
        return found

    def _laid_together(self, before: Position, after: Position) -> list[Sequence[int]]:
        """The groups of things that were laid on a pile, or on a board, together, so that somebody who knew some of them no longer can tell
        which of them lies where."""
        laid: dict[int, list[int]] = {}
        for thing, (source, target) in enumerate(zip(before.c[PLACES], after.c[PLACES], strict=True)):
            zone = None if target in {source, BOX} else self.layout.zone_at[target]
            if zone is not None and (zone.ordered or zone.board is not None):
                laid.setdefault(zone.base + (target - zone.base) // zone.cells, []).append(thing)
        several = [things for things in laid.values() if len(things) > 1]
        return [things for things in several if any(self._knowing(before, one) & ~self._knowing(after, one) for one in things)]

    def _explained(self, before: Position, choice: ChoiceTuple, things: Sequence[int]) -> bool:
        """Whether just these were named by the choice, or drawn."""
        stop = self.machine.program.code[before.pc]
        if isinstance(stop, DrawOne | ShuffleOne):
            return [*things] == [*choice]
        return isinstance(stop, Decide) and choice != PASS and set(things) <= set(_picked(stop, choice))

    def _mix(self, things: Sequence[int]) -> None:
        """Things are mixed, unless they are already, and nobody has seen one of them since."""
        tokens = [self.token[thing] for thing in things]
        groups = {self._group.get(token) for token in tokens}
        if len(things) < 2 or (len(groups) == 1 and None not in groups and not any(self._noted[token] for token in tokens)):
            return
        new = range(self._next, self._next + len(tokens))
        self._next = new.stop
        self.log.append(Mixed(tuple(tokens), tuple(new)))
        for thing, before, after in zip(things, tokens, new, strict=True):
            self.token[thing] = after
            self._group[after], self._noted[after] = new.start, 0
            self._group.pop(before, None)
            self._noted.pop(before, None)

    # ------------------------------------------------------------ seeing

    def _look(self, state: Position) -> None:
        """What seats see of what they were not sure of."""
        if not self._noted:
            return
        things = {token: thing for thing, token in enumerate(self.token)}
        for token in [*self._noted]:
            thing = things[token]
            news = self._knowing(state, thing) & ~self._noted[token]
            if not news:
                continue
            self.log.append(Sighted(token, thing, news))
            self._noted[token] |= news
            if self._noted[token] == self.everybody:
                del self._noted[token]
                del self._group[token]

    def _forget(self, state: Position) -> None:
        """What was mixed with nothing but what everybody knows by now tells nothing any more."""
        if not self.log:
            return
        if len(self.log) > MOST:
            self._begin_anywhere(state)
            return
        together: dict[int, set[int]] = {}
        for event in self.log:
            if isinstance(event, Mixed):
                tokens = (*event.before, *event.after)
                joined = set().union(tokens, *(together[token] for token in tokens if token in together))
                together.update(dict.fromkeys(joined, joined))
        settled = {token for token, joined in together.items() if joined.isdisjoint(self._noted)}
        self.log = [event for event in self.log if (event.after[0] if isinstance(event, Mixed) else event.token) not in settled]
        for thing, token in enumerate(self.token):
            if token in settled:
                self.token[thing] = thing
        self._most = 2 * len(self.log) + FEW

    def _knowing(self, state: Position, thing: int) -> int:
        """The seats that know which thing this is, as a bit mask."""
        return state.known[thing] | self._seeing(state, thing)

    def _seeing(self, state: Position, thing: int) -> int:
        """The seats that see it where it lies."""
        return sight(self.layout, state, state.c[PLACES][thing])


def _is_end(zone: ZoneLayout, lying: Sequence[int], things: Sequence[int]) -> bool:
    """Whether things are the top of a pile, or its bottom."""
    if zone.content >= 0 or not zone.ordered:
        return False
    count, moved = len(things), set(things)
    return set(lying[-count:]) == moved or set(lying[:count]) == moved


def _picked(stop: Decide, choice: ChoiceTuple) -> list[int]:
    """The things that a choice names."""
    number = choice[0]
    assert isinstance(number, int)
    choosing = stop.point.choosings[number]
    picks = [part for part in choosing.plan if isinstance(part, Pick)]
    found: list[int] = []
    for pick, value in zip(picks, choosing.values(choice), strict=False):
        of = bare(pick.local.type)
        if isinstance(of, Thing) and isinstance(value, int):
            found.append(value)
        elif isinstance(of, Set) and isinstance(bare(of.inner), Thing) and isinstance(value, tuple):
            found += value
    return found
