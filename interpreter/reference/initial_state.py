"""The state before the first instruction: everything where the components table puts it, every kept value at its start."""

from __future__ import annotations

from custumal.dsl.base.types import bare
from custumal.dsl.model import Const, Expr
from custumal.interpreter.position.mutation import set_kept
from custumal.interpreter.position.state import CHANCE, Position
from custumal.interpreter.reference.effects import Effects, within
from custumal.interpreter.reference.evaluates import Evaluates
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.layout import BOX, COUNTERS, KEPT, MASKS, PLACEMENTS, PLACES, SCALARS, PositionLayout
from custumal.interpreter.setup.things import each_env


def empty_state(layout: PositionLayout, counters: int = 0, slots: int = 0) -> Position:
    """A state with all things in the box and nothing written yet.

    Args:
        layout: the columns.
        counters: the length of the column of counters, which begins with zeros.
        slots: the length of the frame, which begins with None.
    """
    has_placements = any(zone.placements is not None for zone in layout.zones.values())
    columns: list[list[object]] = [[] for _ in layout.columns]
    columns[PLACES] = [BOX] * layout.things
    columns[SCALARS] = [None] * layout.scalars
    columns[MASKS] = [0] * layout.masks
    columns[COUNTERS] = [0] * counters
    columns[PLACEMENTS] = [None] * layout.things if has_placements else []
    for zone in layout.zones.values():
        if zone.content >= 0:
            columns[zone.content] = [None] * zone.size
    columns[KEPT] = [None] * layout.entries
    piles: list[tuple[int, ...]] = [()] * layout.piles
    known = [0] * layout.things if layout.reveals else []
    return Position(columns, piles, known, [None] * slots, [], 0, 0, CHANCE, None)


def opening_state(evaluator: Evaluates, counters: int = 0, slots: int = 0) -> Position:
    """The state from which set-up begins; program counter and generator are 0.

    Raises:
        PlayError: if a component does not find room in its first place.
    """
    instance = evaluator.instance
    state = empty_state(instance.layout, counters, slots)
    effects = Effects(evaluator)
    # Plain values first: those that are worked out may read them.
    plain = {name: isinstance(instance.game.kept[name].start, Const) for name in instance.kept}
    for name, layout in sorted(instance.kept.items(), key=lambda kept: not plain[kept[0]]):
        if plain[name]:
            value = within(layout, effects.start_value(name, layout.arguments(layout.base), state)) if layout.size else None
            state.c[layout.column][layout.entries] = [value] * layout.size
            continue
        for index in range(layout.base, layout.base + layout.size):
            set_kept(state, layout, index, effects.start_value(name, layout.arguments(index), state))
    for thing, component in enumerate(instance.things):
        table = instance.game.components[component.table]
        printed = {local.id: instance.attr[table.kind][column][thing - instance.first[table.kind]] for column, local in table.printed}
        target = evaluator.value(table.place, state, each_env(table, component.each) | printed)
        if target is not None:
            _put(effects, state, thing, table.place, target)
    return state


def _put(effects: Effects, state: Position, thing: int, place: Expr, target: int) -> None:
    """Lay a thing where its table says."""
    try:
        effects.put(state, thing, bare(place.type), target)
    except PlayError as error:
        raise error.at(place.span) from None
