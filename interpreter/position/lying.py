"""Does what lies where fit together in a position from outside? Each thing says where it lies, each place what lies there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from custumal.interpreter.setup.layout import BOX, MASKS, PLACEMENTS, PLACES, PositionLayout, ZoneLayout

Columns = list[list[Any]]


def misplaced(layout: PositionLayout, columns: Columns, piles: list[list[int]]) -> str | None:
    """Where the places of a position say something else than its things; a sentence without a full stop."""
    contents: dict[tuple[int, int], int] = {}
    heaps: dict[int, list[int]] = {}
    for thing, location in enumerate(columns[PLACES]):
        placed = _placed(layout, columns, thing, location)
        if placed is None:
            return f"thing {thing} can't lie as `state.columns` says"
        for at in placed:
            if at in contents:
                return f"the things {contents[at]} and {thing} lie in one cell"
            contents[at] = thing
        zone = layout.zone_at[location] if location != BOX else None
        if zone is not None and zone.content < 0:
            heaps.setdefault(zone.piles + location - zone.base, []).append(thing)
    return next(_differences(layout, columns, piles, contents, heaps), None)


def _placed(layout: PositionLayout, columns: Columns, thing: int, location: int) -> list[tuple[int, int]] | None:
    """The entries of columns in which a thing has to stand, as (column, entry); None if it can't lie so."""
    pose = columns[PLACEMENTS][thing] if columns[PLACEMENTS] else None
    zone = layout.zone_at[location] if location != BOX else None
    if zone is None or zone.placements is None:
        one = zone is not None and zone.content >= 0
        is_somewhere = zone is None or one or zone.piles >= 0
        found = [(zone.content, location - zone.base)] if zone is not None and one else []
        return found if pose is None and is_somewhere else None
    if pose is None or pose >= zone.instances * zone.placements.count:
        return None
    instance, local = divmod(pose, zone.placements.count)
    cells = [instance * zone.cells + cell for cell in zone.placements.cells(local)]
    return [(zone.content, cell) for cell in cells] if location == zone.base + cells[0] else None


def _differences(
    layout: PositionLayout, columns: Columns, piles: list[list[int]], contents: dict[tuple[int, int], int], heaps: dict[int, list[int]]
) -> Iterator[str]:
    for number, pile in enumerate(piles):
        if sorted(pile) != heaps.get(number, []):
            yield f"`state.piles[{number}]` is not what lies there by `state.columns[{PLACES}]`"
    for zone in layout.zones.values():
        for at in range(zone.size if zone.content >= 0 else 0):
            if columns[zone.content][at] != contents.get((zone.content, at)):
                yield f"`state.columns[{zone.content}][{at}]` is not what lies there by `state.columns[{PLACES}]`"
        yield from _masks(zone, columns)


def _masks(zone: ZoneLayout, columns: Columns) -> Iterator[str]:
    """The bits of filled cells of each instance of a zone."""
    for instance in range(zone.instances if zone.masks >= 0 else 0):
        cells = columns[zone.content][instance * zone.cells : (instance + 1) * zone.cells]
        if columns[MASKS][zone.masks + instance] != sum(1 << cell for cell, thing in enumerate(cells) if thing is not None):
            yield f"`state.columns[{MASKS}][{zone.masks + instance}]` is not which cells are filled"
