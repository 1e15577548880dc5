"""A game for a number of players and chosen options: from here on everything is finite and known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from custumal.dsl.base.types import Cell, Column, Maybe, Number, Place, Row, Seat, Symbol, Thing, Truth, Type, bare
from custumal.dsl.diagnostics.catalogue.names import no_option_at_all
from custumal.dsl.diagnostics.catalogue.play import option_outside, wrong_number_of_players
from custumal.dsl.diagnostics.catalogue.types import not_countable
from custumal.dsl.model import Game, Kept, Option
from custumal.interpreter.reference.evaluate import Evaluator
from custumal.interpreter.reference.operations.cells import lines_of
from custumal.interpreter.setup.allocation import columns_of, plan_kept, plan_layout, plan_zones
from custumal.interpreter.setup.boards import DIRECTIONS, SIDES, Cells
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.layout import Domain, KeptLayout, Layout, ZoneLayout
from custumal.interpreter.setup.things import NO_STATE, Component, build_things, printed_value, row_is_in_game
from custumal.interpreter.setup.values import Value


class Instance:
    """All tables that the evaluators and the generated code look things up in. Nothing here changes during play.

    Args:
        game: the checked game.
        players: how many play.
        options: values by name, encoded as in the model (an option that is a thing is given as its row); those not
            named have their default.

    Raises:
        PlayError: `players` if the game isn't for so many, `unknown-option` for an option that it hasn't, `option-value`
            for a number outside the option's bounds.

    Attributes:
        seats: the players' seats, 0 first; all_seats: with the house seats behind them; house: number of each house seat.
        things: every thing; first: the first thing of each kind; count: how many of each kind.
        attr: kind -> column -> what is printed on each thing (by thing - first); row_attr: the same by row.
        rows: kind -> rows that are in the game; of_row: kind -> row -> things of this row.
        layout: where everything stands in a state; zones, kept: its parts by name.
        kept_of_resource: the kept value of each resource.
    """

    def __init__(self, game: Game, players: int, options: Mapping[str, Value]) -> None:
        low, high = game.players
        if not low <= players <= high:
            raise PlayError(wrong_number_of_players(low, high, players))
        for name, value in options.items():
            if name not in game.options:
                raise PlayError(no_option_at_all(name))
            _check_option(game.options[name], value)
        self.game = game
        self.players = players
        self._lines: dict[tuple[int, int], tuple[Cells, ...]] = {}
        self._through: dict[tuple[int, int], tuple[tuple[Cells, ...], ...]] = {}
        self.options: dict[str, Value] = {name: options.get(name, option.default) for name, option in game.options.items()}
        self.seats = tuple(range(players))
        self.house: dict[str, int] = {}
        self.constants = Evaluator(self, {})
        self._seat_the_house()
        self._lay_out_things()
        self.zones: dict[str, ZoneLayout] = plan_zones(self.constants)
        self.kept: dict[str, KeptLayout] = plan_kept(self.constants)
        self.layout: Layout = plan_layout(self)
        by_resource = {kept.resource: name for name, kept in game.kept.items() if kept.resource is not None}
        self.kept_of_resource: tuple[str, ...] = tuple(by_resource[i] for i in range(len(game.resources)))

    def stored(self) -> dict[str, Any]:
        """What `restored` makes an equal instance from."""
        return {name: value for name, value in vars(self).items() if name not in ("game", "constants")}

    @classmethod
    def restored(cls, game: Game, stored: dict[str, Any]) -> Instance:
        """The instance that was stored, of the very same game."""
        found = cls.__new__(cls)
        vars(found).update(stored, game=game)
        found.constants = Evaluator(found, {})
        return found

    def _seat_the_house(self) -> None:
        for seat in self.game.house_seats:
            if seat.condition is None or self.constants.value(seat.condition, NO_STATE, {}):
                self.house[seat.name] = self.players + len(self.house)
        self.all_seats = tuple(range(self.players + len(self.house)))

    def _lay_out_things(self) -> None:
        game = self.game
        self.things: tuple[Component, ...] = build_things(self.constants)
        self.first: dict[str, int] = {}
        self.count: dict[str, int] = {}
        self.attr: dict[str, dict[str, tuple[Value, ...]]] = {}
        self.row_attr: dict[str, dict[str, tuple[Value, ...]]] = {}
        self.rows: dict[str, tuple[int, ...]] = {}
        self.of_row: dict[str, tuple[tuple[int, ...], ...]] = {}
        position = 0
        for kind in game.kinds.values():
            mine = [thing for thing in self.things if thing.kind == kind.name]
            self.first[kind.name], self.count[kind.name] = position, len(mine)
            position += len(mine)
            names = [name for name, _ in kind.printed]
            self.attr[kind.name] = {
                name: tuple(printed_value(kind, game.components[thing.table], thing, column) for thing in mine)
                for column, name in enumerate(names)
            }
            self.row_attr[kind.name] = {name: tuple(row.values[column] for row in kind.rows) for column, name in enumerate(names)}
            self.rows[kind.name] = tuple(row for row in range(len(kind.rows)) if row_is_in_game(self.constants, kind, row))
            self.of_row[kind.name] = self._things_by_row(kind.name, len(kind.rows))

    def _things_by_row(self, kind: str, rows: int) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in range(rows)]
        for thing in self.things_of(kind):
            found[self.things[thing].row].append(thing)
        return tuple(map(tuple, found))

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


def _check_option(option: Option, value: Value) -> None:
    of = bare(option.type)
    if not isinstance(of, Number) or value is None:
        return
    if (of.low is not None and value < of.low) or (of.high is not None and value > of.high):
        raise PlayError(option_outside(option.name, of.low, of.high, value), option.source.span)
