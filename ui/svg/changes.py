"""What has changed between two positions, by the names of choice keys, as far as one seat sees them."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.types import Cell, Seat
from custumal.interpreter.keys.names import cell_name, place_name, seat_name
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.ui.scene.look import Look
from custumal.ui.scene.shown import shown_zones, things_in_cell, worth_telling


def changed_names(before: Look, after: Look) -> frozenset[str]:
    """The names of the cells, places and seats about which the seat now sees something else."""
    found: set[str] = set()
    for zone in shown_zones(after):
        cells = zone.cells > 1 or zone.zone.shape.form in ("grid", "cubes", "graph", "ring", "track", "slots")
        found |= set(_cells(before, after, zone) if cells else _places(before, after, zone))
    for kept in worth_telling(after, 1):
        for seat in after.instance.all_seats:
            if kept.parameters == (Seat(),) and before.kept(kept.name, (seat,)) != after.kept(kept.name, (seat,)):
                found.add(seat_name(after.instance, seat))
    return frozenset(found)


def _places(before: Look, after: Look, zone: ZoneLayout) -> Iterator[str]:
    for instance in range(zone.instances):
        if before.things(zone, instance) != after.things(zone, instance):
            yield place_name(after.instance, zone, instance)


def _cells(before: Look, after: Look, zone: ZoneLayout) -> Iterator[str]:
    kept = [one.name for one in after.instance.game.kept.values() if one.parameters == (Cell(zone.name),)]
    for cell in range(zone.size):
        lies = zone.zone.holds is not None and things_in_cell(before, zone, cell) != things_in_cell(after, zone, cell)
        if lies or any(before.kept(name, (cell,)) != after.kept(name, (cell,)) for name in kept):
            yield cell_name(after.instance, zone, cell)
