"""Placements in keys: `pose-at(place, row, [[column, row, level], ...])`, read without writing down all that there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from custumal.interpreter.keys.names import pose_row
from custumal.interpreter.keys.syntax import Items, Node, Word
from custumal.interpreter.reference.operations.placements import covered_cells
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.interpreter.setup.placements import CubePlacements, Placements, TilePlacements
from custumal.interpreter.setup.values import Value


class PlacementKeys:
    """Reads the poses of one zone.

    Args:
        instance: the game.
        layout: the zone.
        places: the node of each place of the zone, in order.
    """

    def __init__(self, instance: Instance, layout: ZoneLayout, places: Sequence[Node | None]) -> None:
        assert layout.board is not None
        self.instance = instance
        self.layout = layout
        self.places = {place: number for number, place in enumerate(places)}
        self.cells: dict[tuple[Node, ...], int] = {tuple(at): cell for cell, at in enumerate(layout.board.coordinates[: layout.cells])}
        self._solids: dict[frozenset[int], int] = {}

    def read(self, node: Node, among: Sequence[Value]) -> Value:
        """The pose that a node names, preferably one of `among`; None if it names none."""
        match node:
            case Word("pose-at", (place, Word() as row, Items(members), *turn)) if place in self.places:
                cells = frozenset(self._local(members))
                if len(cells) < len(members):
                    return None
                start = self.places[place]
                fitting = (pose for pose in self._fitting(among, start, cells, turn) if self._is_called(pose, row))
                found = next(fitting, None)
                return self._any(row, start, cells, turn) if found is None else found
        return None

    def _is_called(self, pose: int, row: Word) -> bool:
        return row == Word(pose_row(self.instance, self.layout, pose))

    def _local(self, members: Sequence[Node]) -> Iterator[int]:
        for member in members:
            at = self.cells.get(member.members) if isinstance(member, Items) else None
            if at is not None:
                yield at

    def _fitting(self, among: Sequence[Value], place: int, cells: frozenset[int], turn: Sequence[Node]) -> Iterator[int]:
        wanted = {place * self.layout.cells + cell for cell in cells}
        for pose in among:
            if pose is not None and wanted == set(covered_cells(self.layout, pose)) and list(turn) == self._turn(pose):
                yield pose

    def _turn(self, pose: int) -> list[int]:
        placements = self.layout.placements
        assert placements is not None
        return [placements.placement(pose % placements.count).turn] if isinstance(placements, TilePlacements) else []

    def _any(self, row: Word, place: int, cells: frozenset[int], turn: Sequence[Node]) -> Value:
        placements = self.layout.placements
        assert placements is not None
        if isinstance(placements, CubePlacements):
            local = None if turn else self._solid(placements, cells)
        else:
            local = self._tile(placements, row, cells, turn)
        pose = None if local is None else place * placements.count + local
        return pose if pose is not None and self._is_called(pose, row) else None

    def _solid(self, placements: CubePlacements, cells: frozenset[int]) -> int | None:
        if not self._solids:
            self._solids = {frozenset(covered): pose for pose, covered in enumerate(placements.placement_cells)}
        return self._solids.get(cells)

    def _tile(self, placements: Placements, row: Word, cells: frozenset[int], turn: Sequence[Node]) -> int | None:
        """A tile of this row that lies so; of equal ones the first."""
        assert isinstance(placements, TilePlacements)
        for thing in range(placements.first, placements.first + len(placements.sizes)):
            component = self.instance.things[thing]
            if row != Word(self.instance.game.kinds[component.kind].rows[component.row].name):
                continue
            for pose in placements.touching(thing, cells):
                if cells == set(placements.cells(pose)) and list(turn) == [placements.placement(pose).turn]:
                    return pose
            return None
        return None
