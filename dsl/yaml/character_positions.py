"""The places of the characters of a text in its file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

Place = tuple[int, int]
"""Line and column, from 1."""


class OnLine(Sequence[Place]):
    """Places that follow each other on one line, each made when it is asked for: hardly one ever is, and a game has half a million."""

    __slots__ = ("first", "length", "line")

    def __init__(self, line: int, first: int, length: int) -> None:
        self.line = line
        self.first = first
        self.length = length

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, index: int) -> Place: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Place]: ...

    def __getitem__(self, index: int | slice) -> Place | Sequence[Place]:
        columns = range(self.first, self.first + self.length)
        return tuple((self.line, column) for column in columns[index]) if isinstance(index, slice) else (self.line, columns[index])

    def __eq__(self, other: object) -> bool:
        if isinstance(other, OnLine):
            return (self.line, self.first, self.length) == (other.line, other.first, other.length)
        return tuple(self) == tuple(other) if isinstance(other, Sequence) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))
