"""Boards of one dimension: cells in a circle, in a row, or merely side by side."""

from __future__ import annotations

from custumal.interpreter.boards.board import Board, count_from_one, index_coordinates, require_positive


def ring(size: int) -> Board:
    """Cells in a circle: `next` and `previous` go around, `onward` are all others once around, starting with the next.

    Raises:
        ShapeError: if there is no cell.
    """
    require_positive(size=size)
    return _row(
        size,
        onward=tuple((*range(cell + 1, size), *range(cell)) for cell in range(size)),
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
        onward=tuple(tuple(range(cell + 1, size)) for cell in range(size)),
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
    onward: tuple[tuple[int, ...], ...],
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
