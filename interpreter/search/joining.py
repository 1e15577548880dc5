"""Positions that are reached in several ways are one decision of a search (transpositions), where all is open and nothing is left to
chance."""

from __future__ import annotations

from collections.abc import Hashable

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.interpreter.search.search_tree import Node


def joins(engine: Engine) -> bool:
    """Whether positions of a game are compared: where its rules leave nothing to chance and remember little of the course of play."""
    program, layout = engine.program, engine.instance.layout
    remembered = program.counters or layout.piles or layout.reveals
    return not (remembered or program.chances or program.saving)


class Joining:
    """The decisions of one search by their positions."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._joins = joins(engine)
        self._nodes: dict[Hashable, Node] = {}

    def at(self, state: Position, fresh: Node) -> Node:
        """The decision at a position: the one that is known, or this, which is from now on."""
        return self._nodes.setdefault(self._name(state), fresh) if self._joins else fresh

    def _name(self, state: Position) -> Hashable:
        """Equal for positions from which nothing can come out differently."""
        found = self.engine.essence(state)
        return tuple(map(tuple, found.c)), tuple(found.piles), tuple(found.frame), tuple(found.stack), found.pc, found.seat
