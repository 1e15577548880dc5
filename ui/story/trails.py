"""How far somebody can follow things while something happens: which it knows all the way, from where those may have come that it sees only
now, and where those may be that it no longer sees.

Everybody sees that a thing goes from one place to another, though not which one it is. So things that are not seen mix wherever they
come together, and which of them is which is asked nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.visibility import sees_lying, sees_thing
from custumal.interpreter.setup.layout import PLACES

_Stock = frozenset[tuple[int, int | None]]
"""What may be among the unseen things of a location: where it lay at first, and what it looks like, None if it may be anything."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A position through which play led. `openly`: whether everybody knows which of the things that lay together have moved since the one
    before it, if not what they are."""

    position: Position
    openly: bool = False


@dataclass(frozen=True, slots=True)
class Trails:
    """What somebody knows behind a stretch of play of the things that it could not follow all the way.

    `came`: of things that it knows only now the locations where they may have lain. `lost`: of things that it knew the locations
    where they may lie now. All other things it knew all the way, or neither before nor now if they are `unseen`. `mixed`: those that it
    got to know where others may have come from that looked like them.
    """

    came: Mapping[int, frozenset[int]]
    lost: Mapping[int, frozenset[int]]
    unseen: frozenset[int]
    mixed: frozenset[int]

    def is_followed(self, thing: int) -> bool:
        """Whether it is known all the way where a thing was."""
        return not (thing in self.came or thing in self.lost or thing in self.unseen)


def trails(engine: Engine, way: Iterable[Passed], viewer: int | None) -> Trails:
    """What somebody can follow from position to position, between two of which each thing goes at most once."""
    waiting = iter(way)
    found = _Following(engine, next(waiting).position, viewer)
    for one in waiting:
        found.goes_on(one.position, openly=one.openly)
    return found.trails()


class _Following:
    def __init__(self, engine: Engine, begins: Position, viewer: int | None) -> None:
        self.engine = engine
        self.viewer = viewer
        self.looks = engine.instance.layout.looks
        kinds = engine.eyes.hidden_kinds if engine.instance.layout.reveals else frozenset[str]()
        self.things = [thing for kind in sorted(kinds) for thing in engine.instance.things_of(kind)]
        self.last = begins
        self.known = self._known(begins)
        self.origins = {thing: frozenset([begins.c[PLACES][thing]]) for thing in self.known}
        """Where things that are known may have lain at first."""
        self.followed = set(self.known)
        self.lost: dict[int, frozenset[int]] = {}
        self.mixed: set[int] = set()
        self.begun = begins.c[PLACES]
        begun_with = {begins.c[PLACES][thing] for thing in self.things if thing not in self.known}
        self.stocks: dict[int, _Stock] = {location: frozenset([(location, None)]) for location in begun_with}

    def trails(self) -> Trails:
        came = {thing: self.origins[thing] for thing in self.known if thing not in self.followed}
        unseen = {thing for thing in self.things if thing not in self.known and thing not in self.lost}
        return Trails(came, self.lost, frozenset(unseen), frozenset(self.mixed))

    def goes_on(self, position: Position, *, openly: bool) -> None:
        """From the last position to this one."""
        if (position.c[PLACES], position.known) == (self.last.c[PLACES], self.last.known) and not self._hangs_on_rules:
            self.last = position
            return
        known = self._known(position)
        old, new = self.last.c[PLACES], position.c[PLACES]
        mistakable = frozenset[int]() if openly else self._mistakable(known, old, new)
        gone = (self.known - known) | mistakable
        seen_to_go = {thing for thing in gone if old[thing] != new[thing] and self._sees_lying(thing)}
        for thing in gone:
            self._lose(thing, new[thing] if thing in seen_to_go else old[thing])
        unknown = [thing for thing in self.things if thing not in known and thing not in seen_to_go and old[thing] != new[thing]]
        self._mix({(old[thing], new[thing]) for thing in unknown})
        for thing in (known - self.known) | (known & mistakable):
            self._find(thing, old[thing], new[thing])
        self.last, self.known = position, known

    def _mistakable(self, known: frozenset[int], old: Sequence[int], new: Sequence[int]) -> frozenset[int]:
        """Things that were known where they lay unseen, and may just as well be one that came from there: they look like it, and another
        one lay there that does, or may."""
        found: set[int] = set()
        for mover in known:
            if old[mover] == new[mover] or self._sees_lying(mover):
                continue
            beside = [thing for thing in self.things if old[thing] == old[mover]]
            alike = [thing for thing in beside if thing in self.known and self.looks[thing] == self.looks[mover]]
            if len(alike) > 1 or any(thing not in self.known for thing in beside):
                found.update(alike)
        return frozenset(found)

    @property
    def _hangs_on_rules(self) -> bool:
        """Whether somebody may see a thing, or not any more, while all lies where it lay."""
        return bool(self.engine.instance.layout.watched)

    def _known(self, position: Position) -> frozenset[int]:
        ev = self.engine.evaluator
        return frozenset(thing for thing in self.things if sees_thing(ev, position, self.viewer, thing))

    def _sees_lying(self, thing: int) -> bool:
        return sees_lying(self.engine.evaluator, self.last, self.viewer, thing)

    # ------------------------------------------------------------ what becomes of what is not seen

    def _stock(self, location: int) -> _Stock:
        return self.stocks.get(location, frozenset())

    def _lose(self, thing: int, location: int) -> None:
        """A thing is among the unseen ones of a location from here on."""
        origins = self.origins.pop(thing)
        self.stocks[location] = self._stock(location) | {(origin, self.looks[thing]) for origin in origins}
        if thing in self.followed:
            self.followed.remove(thing)
            self.lost[thing] = frozenset([location])

    def _mix(self, ways: set[tuple[int, int]]) -> None:
        """Things that are not known went these ways."""
        before = {start: self._stock(start) for start, _ in ways}
        for start, end in ways:
            self.stocks[end] = self._stock(end) | before[start]
        for thing, locations in self.lost.items():
            self.lost[thing] = locations | {end for start, end in ways if start in locations}

    def _find(self, thing: int, start: int, end: int) -> None:
        """A thing is known from here on, where it came from the unseen ones of a location."""
        looks = self.looks[thing]
        self.origins[thing] = frozenset(origin for origin, of in self._stock(start) if of in (None, looks))
        if self.origins[thing] != {self.begun[thing]}:
            self.mixed.add(thing)
        for other, locations in self.lost.items():
            if start in locations and self.looks[other] == looks:
                self.lost[other] = locations | {end}
