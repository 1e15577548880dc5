"""What generated code may call: everything else is out of its reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import prod
from operator import add, le, sub
from typing import TYPE_CHECKING, Any

from custumal.dsl.model import Expr, Local, Op, Rule
from custumal.dsl.types import bare
from custumal.interpreter.boards.footprint import ONE_CELL, placements
from custumal.interpreter.contents import room_left, things_at, things_in
from custumal.interpreter.errors import exhausted
from custumal.interpreter.evaluate import LIFTED, TOGETHER, Evaluator
from custumal.interpreter.folds import turned_to
from custumal.interpreter.layout import COUNTERS
from custumal.interpreter.mutate import discard_thing, move_thing, pose_thing, swap_things
from custumal.interpreter.ops_basic import ABOUT_NOTHING, numbers_between
from custumal.interpreter.ops_zones import rim_of
from custumal.interpreter.outlines import at_border
from custumal.interpreter.payment import held_by, pay_with, ways_to_pay, with_own
from custumal.interpreter.poses import TURNS, TilePoses
from custumal.interpreter.rules_in_force import applies, concerns, holding_seat, in_force, modified, stepped
from custumal.interpreter.scores import winners
from custumal.interpreter.values import Env, Value, bounded, distinct

if TYPE_CHECKING:
    from custumal.interpreter.effects import Effects
    from custumal.interpreter.flow import Counter
    from custumal.interpreter.layout import ZoneLayout
    from custumal.interpreter.state import State

Numbers = tuple[int, ...]
Rows = tuple[tuple[int, int, tuple[tuple[int, int, int], ...]], ...]
"""Groups of poses: (cells asked about, cells that must be filled, (pose, the same for this pose) ...)."""
REMEMBERED = 1 << 14
"""How many answers about poses are kept."""


def distinct_of(*items: Value) -> tuple[Value, ...]:
    return distinct([item for item in items if item is not None])


def position(a: Value, among: Sequence[Value]) -> int | None:
    return among.index(a) + 1 if a in among else None


def turned(found: Sequence[Value], start: Value) -> list[Value]:
    return turned_to(list(found), start)


def by_keys(items: Sequence[Value], keys: Sequence[Value]) -> list[Value]:
    """The items in ascending order of their keys, stable; nothing comes first."""
    order = sorted(range(len(keys)), key=lambda at: (keys[at] is not None, keys[at] if keys[at] is not None else 0))
    return [items[at] for at in order]


def depths(source: Iterable[Value]) -> dict[Value, int]:
    return dict.fromkeys(source, 0)


def add_bundles(a: Numbers, b: Numbers) -> Numbers:
    return tuple([bounded(number) for number in map(add, a, b)])


def subtract_bundles(a: Numbers, b: Numbers) -> Numbers:
    return tuple([bounded(number) for number in map(sub, a, b)])


def scale_bundle(number: int, bundle: Numbers) -> Numbers:
    return tuple([bounded(number * x) for x in bundle])


def is_part(a: Numbers, b: Numbers) -> bool:
    return all(map(le, a, b))


def beside(contents: Sequence[Value], anchor: int, entries: Sequence[tuple[Any, ...]]) -> tuple[Value, ...]:
    """What lies around a placement, each thing once."""
    return tuple(dict.fromkeys([thing for _, offset, _, _ in entries if (thing := contents[anchor + offset]) is not None]))


def bordering(contents: Sequence[Value], anchor: int, entries: Sequence[tuple[Any, ...]], first: int) -> Numbers:
    """The borders of a placement behind which something lies; `first` is the number of the first one."""
    return tuple([first + number for number, offset, _, _ in entries if contents[anchor + offset] is not None])


def spots(
    zone: ZoneLayout, thing: int, cells: Iterable[int], groups: Sequence[int], count: int, looks: Sequence[tuple[Any, ...]]
) -> list[tuple[int, int, tuple[Any, ...]]]:
    """The placements of a thing in the only instance of a zone that cover some of these cells, in order.

    Args:
        zone: where it is placed.
        thing: what is placed.
        cells: where.
        groups: a number for each look, the same for those that cover the same cells; count: how many there are.
        looks: for each thing its turns that look different, with what it shows around.

    Returns:
        For each spot: a number of its own, the number of the first placement there, the looks that are possible.
    """
    table = zone.poses
    assert isinstance(table, TilePoses)
    index, mine = thing - table.first, looks[thing - table.first]
    start = index * table.grid.size
    if table.sizes[index] == ONE_CELL:
        group = groups[index * TURNS]
        return [(cell * count + group, (start + cell) * TURNS, mine) for cell in sorted(cells)]
    alone = {look[0]: (look,) for look in mine}
    return [
        (place.anchor * count + groups[index * TURNS + place.turn], (start + place.anchor) * TURNS, alone[place.turn])
        for place in placements(table.grid, table.sizes[index], cells, table.turns[index])
    ]


def surroundings(
    zone: ZoneLayout,
    contents: Sequence[Value],
    poses: Sequence[Any],
    anchor: int,
    entries: Sequence[tuple[Any, ...]],
    usual: Sequence[tuple[Any, ...]],
    faces: Sequence[Sequence[Value]] | None,
) -> list[tuple[Any, ...]]:
    """What lies around a placement in the only instance of a zone.

    Args:
        zone: where it is placed; contents, poses: the columns of what lies in its cells and of the poses of things.
        anchor: its north-western cell.
        entries: its outline, as in `Outlines`; usual: the same wherever it does not touch the border of the field.
        faces: what is printed on things, as in `Outlines`; None if nothing is.

    Returns:
        For each border with something behind it: its number, its place in the usual outline, the cell behind it, what lies
        there, the side of that which faces back, and what is printed there.
    """
    assert isinstance(zone.poses, TilePoses)
    first, cells = zone.poses.first, zone.poses.grid.size
    found = []
    for number, offset, back, _ in entries:
        cell = anchor + offset
        beyond: Any = contents[cell]
        if beyond is not None:
            place = number if entries is usual else next(at for at, entry in enumerate(usual) if entry[1:3] == (offset, back))
            theirs = None if faces is None else _face(faces, beyond - first, poses[beyond], cell, back, cells)
            found.append((number, place, cell, beyond, back, theirs))
    return found


def _face(faces: Sequence[Sequence[Value]], index: int, pose: int, cell: int, back: int, cells: int) -> Value:
    """What a thing shows at one of its cells on one side of the board."""
    printed = faces[index * TURNS + pose % TURNS]
    return printed[back] if len(printed) == TURNS else printed[(cell - pose // TURNS % cells) * TURNS + back]


def beside_here(near: Sequence[tuple[Any, ...]]) -> tuple[Value, ...]:
    """The things of what `surroundings` gives, each once."""
    return tuple(dict.fromkeys([entry[3] for entry in near]))


def bordering_here(near: Sequence[tuple[Any, ...]], first: int) -> Numbers:
    """The borders of what `surroundings` gives; `first` is the number of the first border of the placement."""
    return tuple([first + entry[0] for entry in near])


def is_pose(zone: ZoneLayout, thing: int, where: Sequence[int], pose: int) -> bool:
    """Whether a placement in the only instance of a zone is one of this thing and covers some of these cells."""
    assert zone.poses is not None
    return zone.poses.has(thing, pose) and any(cell in where for cell in zone.poses.cells(pose))


def touching(zone: ZoneLayout, thing: int, where: Sequence[int]) -> Sequence[int]:
    """The placements of a thing in the only instance of a zone that cover some of these cells."""
    assert zone.poses is not None
    return tuple(zone.poses.touching(thing, where))


def grouped(groups: dict[int | None, list[int]], seat: int | None, thing: int) -> None:
    """One more thing of a seat."""
    groups.setdefault(seat, []).append(thing)


def groups_of(groups: dict[int | None, list[int]]) -> list[tuple[int | None, list[int]]]:
    """The groups by their seats in ascending order, nobody first."""
    return sorted(groups.items(), key=lambda item: -1 if item[0] is None else item[0])


def reveal(state: State, things: Sequence[int], seats: Sequence[int]) -> None:
    """Things become known to seats."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    for thing in things:
        state.known[thing] |= mask


def arrange(state: State, number: int, position: int, thing: int) -> None:
    """A thing changes places with what stands at a position of its pile, and is no longer known."""
    pile = list(state.piles[number])
    other = pile.index(thing)
    pile[position], pile[other] = thing, pile[position]
    state.piles[number] = tuple(pile)
    if state.known:
        state.known[thing] = 0


def room_in(zone: ZoneLayout, state: State, place: int) -> int:
    """How many more things a board takes whose cells hold several."""
    return sum([room_left(zone, state, cell) for cell in zone.cell_range(place)])


PURE: dict[str, Any] = {
    "bool": bool,
    "len": len,
    "list": list,
    "max": max,
    "min": min,
    "range": range,
    "tuple": tuple,
    "zip": zip,
    "add_bundles": add_bundles,
    "arrange": arrange,
    "beside": beside,
    "beside_here": beside_here,
    "bordering": bordering,
    "bordering_here": bordering_here,
    "bounded": bounded,
    "by_keys": by_keys,
    "depths": depths,
    "distinct_of": distinct_of,
    "grouped": grouped,
    "groups_of": groups_of,
    "is_part": is_part,
    "is_pose": is_pose,
    "numbers": numbers_between,
    "position": position,
    "reveal": reveal,
    "room_in": room_in,
    "scale_bundle": scale_bundle,
    "spots": spots,
    "stepped": stepped,
    "subtract_bundles": subtract_bundles,
    "surroundings": surroundings,
    "things_at": things_at,
    "things_in": things_in,
    "touching": touching,
    "turned": turned,
}
"""Helpers that need neither instance nor program."""


def comparing(left: list[int]) -> dict[str, Callable[..., Any]]:
    """Helpers that go through two sets; `left` are the steps that are left."""

    def paid(size: int) -> None:
        left[0] -= size // TOGETHER
        if left[0] < 0:
            raise exhausted(None)

    def is_subset(a: Sequence[Value], b: Sequence[Value]) -> bool:
        if len(a) + len(b) > TOGETHER:
            paid(len(a) + len(b))
        return set(a) <= set(b)

    def same_set(a: Sequence[Value] | None, b: Sequence[Value] | None) -> bool:
        if a is None or b is None:
            return a == b
        if len(a) + len(b) > TOGETHER:
            paid(len(a) + len(b))
        return set(a) == set(b)

    def joined(a: Sequence[Value], b: Sequence[Value]) -> tuple[Value, ...]:
        found = tuple(dict.fromkeys((*a, *b)))
        if len(found) > TOGETHER:
            paid(len(found))
        return found

    def without(a: Sequence[Value], b: Sequence[Value]) -> tuple[Value, ...]:
        if len(a) + len(b) > TOGETHER:
            paid(len(a) + len(b))
        taken = set(b)
        return tuple(value for value in a if value not in taken)

    return {"is_subset": is_subset, "same_set": same_set, "joined": joined, "without": without}


def fitting_memo() -> Callable[[Rows, int], Numbers]:
    """A function that gives the poses of a table that fit between filled cells, and remembers them."""
    memo: dict[tuple[int, int], Numbers] = {}

    def fitting(rows: Rows, filled: int) -> Numbers:
        # Tables live as long as the code that has them, so they can be told by identity.
        key = (id(rows), filled)
        found = memo.get(key)
        if found is None:
            if len(memo) >= REMEMBERED:
                memo.clear()
            fits = [pose for asked, full, group in rows if filled & asked == full for pose, both, want in group if filled & both == want]
            fits.sort()
            found = memo[key] = tuple(fits)
        return found

    return fitting


def reading(evaluator: Evaluator) -> dict[str, Callable[..., Any]]:
    """Helpers that ask the reference evaluator."""
    instance = evaluator.instance

    def op(name: str, model: Op, state: State, *arguments: Value) -> Value:
        return (LIFTED.get(name) or ABOUT_NOTHING[name])(instance, state, model, *arguments)

    readings: dict[Value, Value] = {}

    def symmetries(model: Op, table: Value) -> Value:
        found = readings.get(table)
        if found is None:
            found = readings[table] = LIFTED["symmetries"](instance, None, model, table)
        return found

    def value(model: Expr, state: State, env: Env) -> Value:
        return evaluator.value(model, state, env)

    def modify(name: str, base: Value, state: State, env: Env) -> Value:
        definition = instance.game.definitions[name]
        return modified(evaluator, definition, evaluator.modifiers[definition.source.address], base, state, env)

    def carriers(rule: Rule, state: State, env: Env, seat: int | None, ask: bool) -> list[tuple[Value, ...]]:
        assert rule.carrier is not None
        names = (rule.carrier.this.id, rule.carrier.owner.id, rule.carrier.copies.id)
        found = (binding for binding in in_force(evaluator, rule, state, env) if concerns(evaluator, rule, state, binding, seat))
        return [tuple(binding[name] for name in names) for binding in found if not ask or applies(evaluator, rule, state, binding)]

    def all_ways(held: Numbers, cost: Numbers, accepted: Sequence[Any]) -> list[Numbers]:
        return list(dict.fromkeys(ways_to_pay(with_own(cost, accepted), held, cost, evaluator.left)))

    return {
        "all_ways": all_ways,
        "carriers": carriers,
        "op": op,
        "value": value,
        "modify": modify,
        "symmetries": symmetries,
        **comparing(evaluator.left),
        "stock": lambda state, seat: held_by(evaluator, state, seat),
        "winners": lambda state: winners(evaluator, state),
        "fitting": fitting_memo(),
        "rim": rim_of,
        "at_border": partial(at_border, instance),
        "holding": lambda state, thing: holding_seat(evaluator, thing, state),
    }


def writing(effects: Effects) -> dict[str, Callable[..., Any]]:
    """Helpers that change a state as the reference does."""
    layout = effects.layout

    def put(state: State, thing: int, target: Local, place: int, bottom: bool) -> None:
        effects.put(state, thing, bare(target.type), place, bottom=bottom)

    def pose(state: State, thing: int, zone: Any, where: int) -> None:
        pose_thing(layout, state, thing, zone, where)

    def restore(name: str, state: State, seat: int | None) -> None:
        effects.restore(name, state, seat)

    def gain(state: State, seat: int, resource: int, number: int) -> None:
        effects.gain_directly(state, seat, resource, number)

    def swap(state: State, ones: Sequence[int], others: Sequence[int]) -> None:
        for one, other in zip(ones, others, strict=False):
            swap_things(layout, state, one, other)

    def pay(state: State, seat: int | None, cost: Numbers | None, accepted: Sequence[Any], split: Numbers | None) -> None:
        if seat is not None and cost is not None:
            pay_with(effects.evaluator, state, seat, cost, with_own(cost, accepted), split)

    def forget(counter: Counter, state: State, seat: int | None) -> None:
        start, size = counter.base, prod(counter.sizes)
        if seat is not None and counter.sizes:
            size //= counter.sizes[0]
            start += size * seat
        state.c[COUNTERS][start : start + size] = [0] * size

    return {
        "discard": partial(discard_thing, layout),
        "move": partial(move_thing, layout),
        "pose": pose,
        "put": put,
        "restore": restore,
        "forget": forget,
        "gain": gain,
        "pay": pay,
        "swap": swap,
    }
