"""Boards of one dimension: cells in a circle, in a row, or merely side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from custumal.dsl.base.frozen import dataclass, field
from custumal.interpreter.setup.boards.board import Board, Cells, count_from_one, index_coordinates, require_positive

_MOST_KEPT = 256
"""Of so many cells what lies onward is kept: of all cells of a long track it would fill the memory."""


@dataclass(frozen=True, slots=True, eq=False)
class Onward(Sequence[Cells]):
    """For each cell the others that come after it, made when they are asked for."""

    size: int
    around: bool
    known: dict[int, Cells] = field(default_factory=dict)

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, cell: int) -> Cells: ...

    @overload
    def __getitem__(self, cell: slice) -> Sequence[Cells]: ...

    def __getitem__(self, cell: int | slice) -> Cells | Sequence[Cells]:
        if isinstance(cell, slice):
            return tuple(map(self._after, range(self.size)[cell]))
        found = self.known.get(cell)
        if found is None:
            found = self._after(range(self.size)[cell])
            if len(self.known) < _MOST_KEPT:
                self.known[cell] = found
        return found

    def _after(self, cell: int) -> Cells:
        return (*range(cell + 1, self.size), *range(cell if self.around else 0))


def ring(size: int) -> Board:
    """Cells in a circle: `next` and `previous` go around, `onward` are all others once around, starting with the next.

    Raises:
        ShapeError: if there is no cell.
    """
    require_positive(size=size)
    return _row(
        size,
        onward=Onward(size, around=True),
        following=tuple((cell + 1) % size for cell in range(size)),
        preceding=tuple((cell - 1) % size for cell in range(size)),
    )


def track(size: int) -> Board:
    """Cells in a row: the last has no `next`, the first no `previous`; `onward` are the cells after this one.

    Raises:
        ShapeError: if there is no cell.
    """
    require_positive(size=size)
    return _row(
        size,
        onward=Onward(size, around=False),
        following=(*range(1, size), None),
        preceding=(None, *range(size - 1)),
    )


def slots(size: int) -> Board:
    """Cells without any relation but their order. There may be none at all (a printed list may be empty).

    Raises:
        ShapeError: if the size is negative.
    """
    require_positive(size=size + 1)
    places = tuple((index,) for index in count_from_one(size))
    numbers = {"index": count_from_one(size)}
    return Board(size=size, coordinates=places, at=index_coordinates(places), relations={}, partial={}, numbers=numbers)


def _row(
    size: int,
    onward: Onward,
    following: tuple[int | None, ...],
    preceding: tuple[int | None, ...],
) -> Board:
    places = tuple((index,) for index in count_from_one(size))
    return Board(
        size=size,
        coordinates=places,
        at=index_coordinates(places),
        relations={"onward": onward},
        partial={"next": following, "previous": preceding},
        numbers={"index": count_from_one(size)},
    )
