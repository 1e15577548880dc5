"""What stands on the table, as far as two sets of rules both know it: where the things are, and the numbers that are kept."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from custumal.dsl.base.types import Number, Seat, Truth, bare
from custumal.interpreter.engine import Engine
from custumal.interpreter.keys.names import thing_name
from custumal.interpreter.position.state import Position
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import BOX, PLACES

Place = tuple[str, int] | None
"""A zone with a location in it; None out of play, and in what only one of the games has."""


@dataclass(frozen=True, slots=True)
class _Names:
    """One game's things by number and locations by number, in words that both games share."""

    things: tuple[str, ...]
    places: tuple[Place, ...]

    def lying(self, state: Position) -> Counter[tuple[str, Place]]:
        """How many things of each name lie where; the order of a pile is no matter."""
        where = state.c[PLACES]
        return Counter((name, None if at == BOX else self.places[at]) for name, at in zip(self.things, where, strict=True))


class Tables:
    """Compares positions of two games for the same number of players."""

    def __init__(self, base: Engine, variant: Engine) -> None:
        one, other = base.instance, variant.instance
        shared = {name for name in one.zones if name in other.zones and one.zones[name].size == other.zones[name].size}
        self._names = (_names(one, shared), _names(other, shared))
        self._kept = [
            (one.kept[name].column, one.kept[name].entries, other.kept[name].column, other.kept[name].entries)
            for name in one.kept
            if name in other.kept and _alike(one, other, name)
        ]

    def same(self, before: Position, after: Position) -> bool:
        """Whether the base's and the variant's positions have the same things in the same places, and equal kept numbers."""
        if any(before.c[one][ours] != after.c[other][theirs] for one, ours, other, theirs in self._kept):
            return False
        mine, theirs = self._names
        return mine.lying(before) == theirs.lying(after)


def _names(w: Instance, shared: set[str]) -> _Names:
    places: list[Place] = [None] * len(w.layout.zone_at)
    for zone in (w.zones[name] for name in shared):
        places[zone.base : zone.base + zone.size] = [(zone.name, at) for at in range(zone.size)]
    return _Names(tuple(thing_name(w, thing) for thing in range(len(w.things))), tuple(places))


def _alike(one: Instance, other: Instance, name: str) -> bool:
    """Whether a kept value is a number, a truth or a seat for the same arguments in both games."""
    types = {type(bare(w.game.kept[name].type)) for w in (one, other)}
    return types <= {Number, Truth, Seat} and len(types) == 1 and one.kept[name].domains == other.kept[name].domains
