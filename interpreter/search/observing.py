"""How choices are called in the trees of a game in which something is hidden: alike wherever a seat could not tell them apart.

A redrawn position has other things in the same places, so a choice is known by how its things look and where they lie; of a thing that a
seat does not see, by the place alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from custumal.dsl.base.types import Set, Thing, bare
from custumal.interpreter.engine import Engine
from custumal.interpreter.knowledge.sealed_picks import SealedPicks
from custumal.interpreter.position.knowledge import sight
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import PASS, ChoiceTuple, Decide, links_of
from custumal.interpreter.search.search_tree import Edge, Node
from custumal.interpreter.setup.layout import PLACES
from custumal.interpreter.setup.values import Value


class Observing:
    """Names of choices, for one game."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.layout = engine.instance.layout
        self.sealed = SealedPicks(engine.machine)
        self._hidden = engine.eyes.hidden_kinds
        self._where: dict[tuple[int, Value], tuple[int, ...]] = {}

    def name(self, state: Position, choice: ChoiceTuple, seat: int) -> Hashable:
        """What a seat knows of a choice that is made here."""
        if choice == PASS or links_of(choice):
            return choice
        where = self._where.get((state.pc, choice[0]))
        if where is None:
            where = self._where[state.pc, choice[0]] = self._of_hidden_kinds(state, choice)
        if not where:
            return choice
        return tuple(self._thing(state, value, seat) if at in where else value for at, value in enumerate(choice))

    def _of_hidden_kinds(self, state: Position, choice: ChoiceTuple) -> tuple[int, ...]:
        """Which entries of a choice tuple are things, or sets of things, that may be hidden from somebody."""
        stop, number = self.engine.program.code[state.pc], choice[0]
        assert isinstance(stop, Decide) and isinstance(number, int)
        choosing = stop.point.choosings[number]
        first = len(choice) - len(choosing.values(choice))
        return tuple(at for at, pick in enumerate(choosing.picks, first) if self._is_hidden(pick.local.type))

    def _is_hidden(self, of: object) -> bool:
        inner = bare(of)  # type: ignore[arg-type]
        inner = bare(inner.inner) if isinstance(inner, Set) else inner
        return isinstance(inner, Thing) and not self._hidden.isdisjoint(inner.kind.split("|"))

    def _thing(self, state: Position, value: Value, seat: int) -> Hashable:
        if isinstance(value, tuple):
            return tuple(sorted(map(repr, (self._thing(state, one, seat) for one in value))))
        if value is None:
            return None
        location = state.c[PLACES][value]
        seen = sight(self.layout, state, location) >> seat & 1 if state.known else 1
        return (self.layout.looks[value], location) if seen else location


class Watched:
    """Where each seat stands in its tree while one game is tried; where nothing is hidden there is one tree for all."""

    __slots__ = ("_at", "_observing", "_sealed")

    def __init__(self, roots: Sequence[Node], observing: Observing | None) -> None:
        self._at = [*roots]
        self._observing = observing
        self._sealed: list[Hashable] = []

    def node(self, state: Position, seat: int) -> Node:
        """Where a seat decides."""
        if self._observing is None:
            return self._at[0]
        self._open(state)
        return self._at[seat]

    def chosen(self, state: Position, seat: int, choice: ChoiceTuple, edge: Edge | None) -> None:
        """A seat chooses; without an edge it had no other choice."""
        if self._observing is None:
            if edge is not None:
                self._at[0] = edge.below
            return
        self._open(state)
        sealed = self._observing.sealed.is_sealed(state)
        if sealed:
            self._sealed.append((seat, self._observing.name(state, choice, seat)))
        for other, node in enumerate(self._at):
            if other == seat:
                self._at[other] = node if edge is None else edge.below
            elif not sealed:
                self._at[other] = node.after((seat, self._observing.name(state, choice, other)))

    def _open(self, state: Position) -> None:
        """What was chosen unseen is seen once all have chosen."""
        if self._sealed and self._observing is not None and not self._observing.sealed.made(state):
            seen = tuple(self._sealed)
            self._at = [node.after(seen) for node in self._at]
            self._sealed = []
