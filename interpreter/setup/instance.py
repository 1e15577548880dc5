"""A game for a number of players and chosen options: from here on everything is finite and known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import Cell, Column, Maybe, Number, Place, Row, Seat, Symbol, Thing, Truth, Type
from custumal.dsl.diagnostics.catalogue.values import not_countable
from custumal.dsl.model import Expr, GameModel, Kept
from custumal.interpreter.setup.boards import DIRECTIONS, SIDES, Cells
from custumal.interpreter.setup.component import Component
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.layout import Domain, KeptLayout, PositionLayout, ZoneLayout, columns_of, lines_of
from custumal.interpreter.setup.values import Env, Value


class Constants(Protocol):
    """Evaluates expressions that read no position, as far as their instance has been made."""

    @property
    def left(self) -> list[int]:
        """How many steps are left: one number, which whatever takes steps lowers."""
        ...

    def value(self, expr: Expr, state: Value, env: Env) -> Value:
        """The value of the expression; the state is `NO_STATE`."""
        ...


class Instance:
    """All tables that the evaluators and the generated code look things up in. Nothing here changes during play.

    Attributes:
        options: values by name, encoded as in the model (an option that is a thing is given as its row).
        constants: evaluates what reads no position.
        seats: the players' seats, 0 first; all_seats: with the house seats behind them; house: number of each house seat.
        things: every thing; first: the first thing of each kind; count: how many of each kind.
        attr: kind -> column -> what is printed on each thing (by thing - first); row_attr: the same by row.
        rows: kind -> rows that are in the game; of_row: kind -> row -> things of this row.
        layout: where everything stands in a state; zones, kept: its parts by name.
        kept_of_resource: the kept value of each resource.
    """

    constants: Constants
    all_seats: tuple[int, ...]
    things: tuple[Component, ...]
    zones: dict[str, ZoneLayout]
    kept: dict[str, KeptLayout]
    layout: PositionLayout
    kept_of_resource: tuple[str, ...]

    def __init__(self, game: GameModel, players: int, options: dict[str, Value]) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.seats = tuple(range(players))
        self.house: dict[str, int] = {}
        self.first: dict[str, int] = {}
        self.count: dict[str, int] = {}
        self.attr: dict[str, dict[str, tuple[Value, ...]]] = {}
        self.row_attr: dict[str, dict[str, tuple[Value, ...]]] = {}
        self.rows: dict[str, tuple[int, ...]] = {}
        self.of_row: dict[str, tuple[tuple[int, ...], ...]] = {}
        self._lines: dict[tuple[int, int], tuple[Cells, ...]] = {}
        self._through: dict[tuple[int, int], tuple[tuple[Cells, ...], ...]] = {}

    def stored(self) -> dict[str, Any]:
        """What `restored` makes an equal instance from."""
        found = {name: value for name, value in vars(self).items() if name not in ("game", "constants")}
        return {**found, "layout": replace(self.layout, watch=None)}

    @classmethod
    def restored(cls, game: GameModel, stored: dict[str, Any]) -> Instance:
        """The instance that was stored, of the very same game, still without its `constants`."""
        found = cls.__new__(cls)
        vars(found).update(stored, game=game)
        return found

    # ------------------------------------------------------------ lookups

    def things_of(self, kind: str) -> Sequence[int]:
        """The things of a kind, or of several kinds with bars between them."""
        if "|" in kind:
            return tuple(thing for one in kind.split("|") for thing in self.things_of(one))
        return range(self.first[kind], self.first[kind] + self.count[kind])

    def symbols(self, name: str) -> tuple[str, ...]:
        """The words of the root list of a list; sides, directions and resources are lists too."""
        listing = self.game.lists.get(name)
        if listing is not None:
            return listing.symbols if listing.among is None else self.symbols(listing.among)
        return {"resource": self.game.resources, "side": SIDES, "direction": DIRECTIONS}[name]

    def members(self, name: str) -> tuple[int, ...]:
        """The values of a list or sub-list, in order."""
        listing = self.game.lists.get(name)
        if listing is not None and listing.among is not None:
            return listing.members
        return tuple(range(len(self.symbols(name))))

    def domain(self, of: Type) -> Domain:
        """The values of a finite type that can be an argument.

        Raises:
            PlayError: `not-finite` if the type has no such values.
        """
        match of:
            case Seat():
                return Domain(0, len(self.all_seats))
            case Thing(kind):
                return Domain(self.first[kind], self.count[kind])
            case Row(kind):
                return Domain(0, len(self.game.kinds[kind].rows))
            case Symbol(name):
                members = self.members(name)
                return Domain(min(members, default=0), max(members, default=-1) - min(members, default=0) + 1)
            case Truth():
                return Domain(0, 2)
            case Number(int(low), int(high)):
                return Domain(low, high - low + 1)
            case Cell(zone):
                return Domain(0, self.zones[zone].size)
            case Column(zone):
                return Domain(0, self.zones[zone].instances * columns_of(self.zones[zone]))
            case Place(zone):
                return Domain(0, self.zones[zone].instances)
            case Maybe(inner):
                return self.domain(inner)
        raise PlayError(not_countable(of))

    def owner(self, thing: int) -> int | None:
        """The printed owner of a thing."""
        return self.things[thing].owner

    def resource(self, resource: int) -> Kept:
        """The kept value behind a resource."""
        return self.game.kept[self.kept_of_resource[resource]]

    def lines(self, zone: ZoneLayout, length: int) -> tuple[Cells, ...]:
        """The straight or printed lines of so many cells on a board, as local cells; computed once."""
        key = (zone.number, length)
        if key not in self._lines:
            self._lines[key] = lines_of(zone, length)
        return self._lines[key]

    def lines_through(self, zone: ZoneLayout, length: int, cell: int) -> Sequence[Cells]:
        """Those of the lines that go through a local cell, in the same order."""
        key = (zone.number, length)
        if key not in self._through:
            through: list[list[Cells]] = [[] for _ in range(zone.cells)]
            for line in self.lines(zone, length):
                for each in dict.fromkeys(line):
                    through[each].append(line)
            self._through[key] = tuple(map(tuple, through))
        return self._through[key][cell]
