"""A pile of cubes as somebody sees it who stands on one of its sides."""

from __future__ import annotations


def sights(side: str, across: int, down: int) -> list[list[tuple[int, int]]]:
    """For each place from left to right the columns that lie behind one another, the nearest first."""
    east, south = range(1, across + 1), range(1, down + 1)
    match side:
        case "north":
            return [[(x, y) for y in south] for x in reversed(east)]
        case "south":
            return [[(x, y) for y in reversed(south)] for x in east]
        case "east":
            return [[(x, y) for x in reversed(east)] for y in reversed(south)]
        case _:
            return [[(x, y) for x in east] for y in south]
