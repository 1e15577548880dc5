"""Makes the things that are in the game with these players and options, out of the tables of components."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from custumal.dsl.base.limits import MOST_THINGS
from custumal.dsl.diagnostics.catalogue.numbers import too_many_things_at_all
from custumal.dsl.model import ComponentTable, Kind, KindRow
from custumal.interpreter.setup.component import Component
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import NO_STATE, Env, Value


def build_things(instance: Instance) -> tuple[Component, ...]:
    """All things in their global order: by kind, table, row, for-each values, copy.

    Raises:
        PlayError: `too-many-things` if there are more than `MOST_THINGS`.
    """
    game = instance.game
    made = (
        thing
        for kind in game.kinds.values()
        for table in game.components.values()
        if table.kind == kind.name and _holds(instance, table.condition)
        for row in table.rows
        for thing in _of_row(instance, kind, table, row)
    )
    found = tuple(islice(made, MOST_THINGS + 1))
    if len(found) > MOST_THINGS:
        table = game.components[found[-1].table]
        raise PlayError(too_many_things_at_all(), table.source.span)
    return found


def each_env(table: ComponentTable, each: tuple[Value, ...]) -> Env:
    """The for-each names of a table bound to the values of one thing."""
    return {local.id: value for (_, _, local), value in zip(table.for_each, each, strict=True)}


def row_is_in_game(instance: Instance, kind: Kind, row: int) -> bool:
    """Whether the row and its table are used with these players and options."""
    table = instance.game.components[kind.rows[row].table]
    return _holds(instance, table.condition) and _holds(instance, kind.rows[row].condition)


def printed_value(kind: Kind, table: ComponentTable, thing: Component, column: int) -> Value:
    """What is printed on a thing: the for-each value of this name, else what its row says."""
    name = kind.printed[column][0]
    for (each_name, _, _), value in zip(table.for_each, thing.each, strict=True):
        if each_name == name:
            return value
    return kind.rows[thing.row].values[column]


def _of_row(instance: Instance, kind: Kind, table: ComponentTable, row: int) -> Iterator[Component]:
    line: KindRow = kind.rows[row]
    if not _holds(instance, line.condition):
        return
    names = [name for name, _, _ in table.for_each]
    for env in _combinations(instance, table, 0, {}):
        each = tuple(env[local.id] for _, _, local in table.for_each)
        owner = each[names.index("owner")] if "owner" in names else None
        for copy in range(instance.constants.value(line.copies, NO_STATE, env)):
            yield Component(kind.name, row, table.name, each, copy, owner)


def _combinations(instance: Instance, table: ComponentTable, position: int, env: Env) -> Iterator[Env]:
    if position == len(table.for_each):
        yield env
        return
    _, domain, local = table.for_each[position]
    for value in instance.constants.value(domain, NO_STATE, env):
        yield from _combinations(instance, table, position + 1, env | {local.id: value})


def _holds(instance: Instance, condition: Value) -> bool:
    return condition is None or bool(instance.constants.value(condition, NO_STATE, {}))
