"""Makes the instance of a game: seats, things, zones and kept values, one after the other, since each may ask for those before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from custumal.dsl.base.types import Number, Seat, bare
from custumal.dsl.diagnostics.catalogue.names import no_option_at_all
from custumal.dsl.diagnostics.catalogue.play import option_no_seat, option_not_offered, option_outside, wrong_number_of_players
from custumal.dsl.model import GameModel, Option
from custumal.interpreter.setup.allocation import plan_kept, plan_layout, plan_zones
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Constants, Instance
from custumal.interpreter.setup.things import build_things, printed_value, row_is_in_game
from custumal.interpreter.setup.values import NO_STATE, Value


def build_instance(game: GameModel, players: int, options: Mapping[str, Value], constants: Callable[[Instance], Constants]) -> Instance:
    """The instance for so many players and these options.

    Args:
        game: the checked game.
        players: how many play.
        options: values by name, encoded as in the model; those not named have their default.
        constants: makes what evaluates the expressions that read no position.

    Raises:
        PlayError: `players` if the game isn't for so many, `unknown-option` for an option that it hasn't, `option-value`
            for a number outside the option's bounds or an option that is not offered so; or the game is too large.
    """
    instance = begin_instance(game, players, options, constants)
    _seat_the_house(instance)
    _lay_out_things(instance)
    instance.zones = plan_zones(instance)
    instance.kept = plan_kept(instance)
    instance.layout = plan_layout(instance)
    by_resource = {kept.resource: name for name, kept in game.kept.items() if kept.resource is not None}
    instance.kept_of_resource = tuple(by_resource[i] for i in range(len(game.resources)))
    return instance


def begin_instance(game: GameModel, players: int, options: Mapping[str, Value], constants: Callable[[Instance], Constants]) -> Instance:
    """An instance that has its players and options, and nothing else yet; arguments and errors are those of `build_instance`."""
    _check_players(game, players)
    for name, value in options.items():
        if name not in game.options:
            raise PlayError(no_option_at_all(name))
        _check_option(game.options[name], value, players)
    instance = Instance(game, players, {name: options.get(name, option.default) for name, option in game.options.items()})
    instance.constants = constants(instance)
    _check_offered(instance)
    return instance


def _check_players(game: GameModel, players: int) -> None:
    low, high = game.players
    if not low <= players <= high:
        raise PlayError(wrong_number_of_players(low, high, players))


def _check_option(option: Option, value: Value, players: int) -> None:
    of = bare(option.type)
    if isinstance(of, Seat) and value is not None and value >= players:
        raise PlayError(option_no_seat(option.name, players, value + 1))
    if not isinstance(of, Number) or value is None:
        return
    if (of.low is not None and value < of.low) or (of.high is not None and value > of.high):
        raise PlayError(option_outside(option.name, of.low, of.high, value), option.source.span)


def _check_offered(instance: Instance) -> None:
    """An option whose `if` does not hold stays as it is by default."""
    for option in instance.game.options.values():
        if option.condition is None or instance.options[option.name] == option.default:
            continue
        if not instance.constants.value(option.condition, NO_STATE, {}):
            raise PlayError(option_not_offered(option.name, instance.players))


def _seat_the_house(instance: Instance) -> None:
    for seat in instance.game.house_seats:
        if seat.condition is None or instance.constants.value(seat.condition, NO_STATE, {}):
            instance.house[seat.name] = instance.players + len(instance.house)
    instance.all_seats = tuple(range(instance.players + len(instance.house)))


def _lay_out_things(instance: Instance) -> None:
    game = instance.game
    instance.things = build_things(instance)
    position = 0
    for kind in game.kinds.values():
        mine = [thing for thing in instance.things if thing.kind == kind.name]
        instance.first[kind.name], instance.count[kind.name] = position, len(mine)
        position += len(mine)
        names = [name for name, _ in kind.printed]
        instance.attr[kind.name] = {
            name: tuple(printed_value(kind, game.components[thing.table], thing, column) for thing in mine)
            for column, name in enumerate(names)
        }
        instance.row_attr[kind.name] = {name: tuple(row.values[column] for row in kind.rows) for column, name in enumerate(names)}
        instance.rows[kind.name] = tuple(row for row in range(len(kind.rows)) if row_is_in_game(instance, kind, row))
        instance.of_row[kind.name] = _things_by_row(instance, kind.name, len(kind.rows))


def _things_by_row(instance: Instance, kind: str, rows: int) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in range(rows)]
    for thing in instance.things_of(kind):
        found[instance.things[thing].row].append(thing)
    return tuple(map(tuple, found))
