"""The common form of every board: numbered cells with precomputed, unchanging relations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from custumal.dsl.base.frozen import dataclass

Coordinates = tuple[int, ...]
Cells = tuple[int, ...]

SIDES = ("north", "east", "south", "west")
"""The four sides in clockwise order; a side is stored as its index here."""

MOST_KEPT = 32
"""How many boards of each form are kept: numbers of players, variants and trials of set-up share them."""


class ShapeError(ValueError):
    """A board or a shape that cannot exist; the message is a sentence for the author of the rules."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The geometry of one shaped zone. It holds no state and is shared by all positions of a game.

    Cells are numbered 0 … size - 1; this order is the canonical one. Coordinates and `numbers` are what users see
    and count from 1. `relations` gives for each cell the cells of a set-valued member, `partial` the one cell, or None,
    of a one-valued member. The mappings must not be changed.
    """

    size: int
    coordinates: tuple[Coordinates, ...]
    at: Mapping[Coordinates, int]
    relations: Mapping[str, Sequence[Cells]]
    partial: Mapping[str, tuple[int | None, ...]]
    numbers: Mapping[str, tuple[int, ...]]


def index_coordinates(coordinates: Sequence[Coordinates]) -> dict[Coordinates, int]:
    """Where each of the coordinates stands in the sequence."""
    return {place: cell for cell, place in enumerate(coordinates)}


def count_from_one(size: int) -> tuple[int, ...]:
    """The member `index` of `size` cells in a row."""
    return tuple(range(1, size + 1))


def require_positive(**sizes: int) -> None:
    """Refuse sizes below 1.

    Raises:
        ShapeError: naming the first size that is too small.
    """
    for name, value in sizes.items():
        if value < 1:
            raise ShapeError(f"The {name} must be at least 1, not {value}.")


def join_steps(tables: Iterable[Sequence[int | None]]) -> tuple[Cells, ...]:
    """The cells reached from each cell by one step in any of several directions that lead apart, ascending."""
    return tuple(tuple(sorted([cell for cell in reached if cell is not None])) for reached in zip(*tables, strict=True))


def beside(neighbours: Sequence[Cells], cells: Iterable[int]) -> Cells:
    """The cells next to a group of cells and outside it, ascending: what the group as a whole has for neighbours."""
    group = frozenset(cells)
    return tuple(sorted({near for cell in group for near in neighbours[cell]} - group))
