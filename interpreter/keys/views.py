"""A position as one seat may know it, and nothing more, as JSON.

A view is the information set of a seat in words: it names things by what is printed on them, never by number; it does not tell
interchangeable things apart, shows no order of bags, piles and heaps, and of what is unseen only how many there are. Choices made
unseen stand in no view, since a view shows places and kept values, not how far an action has come.
"""

from __future__ import annotations

import json
from typing import Any

from custumal.dsl.base.types import Thing
from custumal.dsl.model import Kept
from custumal.interpreter.keys.names import argument_names, coordinates, seat_name, thing_name, value_json
from custumal.interpreter.position.contents import things_in
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.evaluates import Evaluates
from custumal.interpreter.reference.visibility import sees_kept, sees_place, sees_thing
from custumal.interpreter.setup.layout import BOX, PLACES, KeptLayout, ZoneLayout
from custumal.interpreter.setup.values import Value

Json = dict[str, Any]


def view(evaluator: Evaluates, state: Position, seat: int | None) -> Json:
    """The position as a seat sees it (None: as a spectator does), as a JSON value.

    `zones` gives for each zone its places by their arguments; a place that the seat sees has `things`, sorted by what they
    are, and on boards `cells`; another has `count` and, of what was revealed, `known`. What lies on a thing stands with the
    thing, and so do kept values of the thing. `kept` holds the other kept values that the seat may know.
    """
    watcher = _Watcher(evaluator, state, seat)
    w = evaluator.instance
    return {
        "seat": None if seat is None else seat_name(w, seat),
        "kind": state.kind,
        "acting": None if state.seat is None else seat_name(w, state.seat),
        "zones": {zone.name: watcher.zone(zone) for zone in w.zones.values() if zone.zone.holds is not None and not _on_things(zone)},
        "kept": {name: watcher.kept(w.game.kept[name], layout) for name, layout in w.kept.items() if not _of_things(w.game.kept[name])},
        "out-of-play": sum(location == BOX for location in state.c[PLACES]),
    }


def _on_things(zone: ZoneLayout) -> bool:
    return any(isinstance(of, Thing) for of in zone.zone.parameters)


def _of_things(kept: Kept) -> bool:
    return any(isinstance(of, Thing) for of in kept.parameters)


class _Watcher:
    """One seat looking at one position."""

    def __init__(self, evaluator: Evaluates, state: Position, seat: int | None) -> None:
        self.evaluator = evaluator
        self.w = evaluator.instance
        self.state = state
        self.seat = seat
        self.remembered: dict[str, list[tuple[Kept, KeptLayout, int]]] = {}
        """By kind of thing the values that are kept of its things, with where the thing stands among their arguments."""

    # ------------------------------------------------------------ places

    def zone(self, zone: ZoneLayout) -> Value:
        """All places of a zone by their arguments; the only one of a zone without arguments itself."""
        if not zone.domains:
            return self.place(zone, 0)
        return {
            ", ".join(argument_names(self.w, zone.zone.parameters, zone.arguments(instance))): self.place(zone, instance)
            for instance in range(zone.instances)
        }

    def place(self, zone: ZoneLayout, instance: int) -> Json:
        lying = things_in(zone, self.state, instance)
        if not sees_place(self.evaluator, self.state, self.seat, zone, instance):
            return self.unseen(lying)
        if zone.board is None:
            return {"things": _sorted([self.thing(thing) for thing in lying])}
        return {"things": [self.thing(thing) | {"cells": self.cells(zone, instance, thing)} for thing in lying]}

    def unseen(self, lying: tuple[int, ...]) -> Json:
        """How many things lie in a place that the seat doesn't see, those revealed to it, and what lies on the others."""
        known = [thing for thing in lying if sees_thing(self.evaluator, self.state, self.seat, thing)]
        carried = [on for thing in lying if thing not in known and (on := self.lying_on(thing))]
        found: Json = {"count": len(lying)}
        if known:
            found["known"] = _sorted([self.thing(thing) for thing in known])
        if carried:
            found["on-unseen"] = _sorted(carried)
        return found

    def cells(self, zone: ZoneLayout, instance: int, thing: int) -> list[list[int]]:
        """The coordinates of the cells that a thing covers."""
        if zone.content < 0:
            return [list(coordinates(zone, self.state.c[PLACES][thing] - zone.base))]
        start = instance * zone.cells
        contents = self.state.c[zone.content][start : start + zone.cells]
        return [list(coordinates(zone, cell)) for cell, content in enumerate(contents) if content == thing]

    # ------------------------------------------------------------ things

    def thing(self, thing: int) -> Json:
        """What is printed on a thing, which values are kept of it and what lies on it."""
        shown: Json = {"thing": thing_name(self.w, thing)}
        values = self.values_of(thing)
        on = self.lying_on(thing)
        return shown | ({"kept": values} if values else {}) | ({"on": on} if on else {})

    def values_of(self, thing: int) -> Json:
        found: Json = {}
        name = self.w.things[thing].kind
        if name not in self.remembered:
            kind, every = Thing(name), ((self.w.game.kept[kept], layout) for kept, layout in self.w.kept.items())
            self.remembered[name] = [(kept, layout, kept.parameters.index(kind)) for kept, layout in every if kind in kept.parameters]
        for kept, layout, position in self.remembered[name]:
            found |= self._values_at(kept, layout, position, thing)
        return found

    def _values_at(self, kept: Kept, layout: KeptLayout, position: int, thing: int) -> Json:
        """The entries of a kept value at a thing: one value, or one for each combination of the other arguments."""
        entries: Json = {}
        for index in layout.where(position, thing):
            arguments = layout.arguments(index)
            if sees_kept(self.evaluator, self.state, self.seat, kept, arguments):
                rest = [pair for i, pair in enumerate(zip(kept.parameters, arguments, strict=True)) if i != position]
                word = ", ".join(argument_names(self.w, [of for of, _ in rest], [value for _, value in rest]))
                entries[word] = value_json(self.w, kept.type, self.state.c[layout.column][index])
        if not entries:
            return {}
        return {kept.name: entries[""] if len(kept.parameters) == 1 else entries}

    def lying_on(self, thing: int) -> Json:
        """The places on a thing with something in them, by zone."""
        found: Json = {}
        starts = dict.fromkeys(
            (zone.name, (location - zone.base) // zone.cells)
            for location in self.w.layout.carried[thing]
            for zone in (self.w.layout.zone_at[location],)
        )
        for name, instance in starts:
            zone = self.w.zones[name]
            if things_in(zone, self.state, instance):
                arguments = zip(zone.zone.parameters, zone.arguments(instance), strict=True)
                rest = [pair for pair in arguments if not (isinstance(pair[0], Thing) and pair[1] == thing)]
                words = argument_names(self.w, [of for of, _ in rest], [value for _, value in rest])
                found[" ".join([name, *words])] = self.place(zone, instance)
        return found

    # ------------------------------------------------------------ kept values

    def kept(self, kept: Kept, layout: KeptLayout) -> Value:
        """A kept value by its arguments as far as the seat may know it; one without arguments itself, None if unseen."""
        column = self.state.c[layout.column]
        if not layout.domains:
            seen = sees_kept(self.evaluator, self.state, self.seat, kept, ())
            return value_json(self.w, kept.type, column[layout.base]) if seen else None
        found: Json = {}
        for index in range(layout.base, layout.base + layout.size):
            arguments = layout.arguments(index)
            if sees_kept(self.evaluator, self.state, self.seat, kept, arguments):
                found[", ".join(argument_names(self.w, kept.parameters, arguments))] = value_json(self.w, kept.type, column[index])
        return found


def _sorted(found: list[Json]) -> list[Json]:
    """The descriptions in an order that tells nothing but what they say themselves."""
    return sorted(found, key=lambda entry: (entry.get("thing", ""), json.dumps(entry, sort_keys=True)))
