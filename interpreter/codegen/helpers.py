"""What generated code may call: everything else is out of its reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import add, le, sub
from typing import TYPE_CHECKING, Any

from custumal.dsl.base.types import bare
from custumal.dsl.model import Expr, Local, Op, Rule
from custumal.interpreter.codegen.joint_helpers import ABOUT_JOINTS
from custumal.interpreter.codegen.pose_helpers import ABOUT_POSES, fitting_memo
from custumal.interpreter.position.contents import room_left, things_at, things_in
from custumal.interpreter.position.digests import noted, occurrences, tallied, turns
from custumal.interpreter.position.knowledge import note_laid
from custumal.interpreter.position.mutation import (
    arrange_thing,
    discard_thing,
    forget_counts,
    move_thing,
    place_thing,
    reveal_things,
    swap_things,
)
from custumal.interpreter.reference.evaluate import LIFTED, TOGETHER, Evaluator
from custumal.interpreter.reference.folds import turned_to
from custumal.interpreter.reference.modifiers import modified, stepped
from custumal.interpreter.reference.operations.basic import ABOUT_NOTHING, numbers_between
from custumal.interpreter.reference.operations.zones import rim_of
from custumal.interpreter.reference.payment import held_by, pay_with, ways_to_pay, with_own
from custumal.interpreter.reference.rules_in_force import applies, concerns, holding_seat, in_force
from custumal.interpreter.reference.scores import is_decided_by, place_of, winners
from custumal.interpreter.setup.errors import exhausted
from custumal.interpreter.setup.outlines import at_border
from custumal.interpreter.setup.values import Env, Numbers, Value, bounded, distinct

if TYPE_CHECKING:
    from custumal.interpreter.position.state import Position
    from custumal.interpreter.reference.effects import Effects
    from custumal.interpreter.setup.layout import ZoneLayout


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


def grouped(groups: dict[int | None, list[int]], seat: int | None, thing: int) -> None:
    """One more thing of a seat."""
    groups.setdefault(seat, []).append(thing)


def groups_of(groups: dict[int | None, list[int]]) -> list[tuple[int | None, list[int]]]:
    """The groups by their seats in ascending order, nobody first."""
    return sorted(groups.items(), key=lambda item: -1 if item[0] is None else item[0])


def room_in(zone: ZoneLayout, state: Position, place: int) -> int:
    """How many more things a board takes whose cells hold several."""
    return sum([room_left(zone, state, cell) for cell in zone.cell_range(place)])


OPENLY = "_openly"
"""Ends the names of the helpers that move things of which everybody can tell which ones go."""
PURE: dict[str, Any] = {
    "bool": bool,
    "len": len,
    "list": list,
    "max": max,
    "min": min,
    "range": range,
    "tuple": tuple,
    "zip": zip,
    **ABOUT_JOINTS,
    **ABOUT_POSES,
    "add_bundles": add_bundles,
    "arrange": arrange_thing,
    "bounded": bounded,
    "by_keys": by_keys,
    "depths": depths,
    "distinct_of": distinct_of,
    "grouped": grouped,
    "groups_of": groups_of,
    "is_part": is_part,
    "noted": noted,
    "numbers": numbers_between,
    "occurrences": occurrences,
    "position": position,
    "reveal": reveal_things,
    "room_in": room_in,
    "scale_bundle": scale_bundle,
    "stepped": stepped,
    "subtract_bundles": subtract_bundles,
    "things_at": things_at,
    "tallied": tallied,
    "things_in": things_in,
    "turns": turns,
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


def reading(evaluator: Evaluator) -> dict[str, Callable[..., Any]]:
    """Helpers that ask the reference evaluator."""
    instance = evaluator.instance

    def op(name: str, model: Op, state: Position, *arguments: Value) -> Value:
        return (LIFTED.get(name) or ABOUT_NOTHING[name])(instance, state, model, *arguments)

    readings: dict[Value, Value] = {}

    def symmetries(model: Op, table: Value) -> Value:
        found = readings.get(table)
        if found is None:
            found = readings[table] = LIFTED["symmetries"](instance, None, model, table)
        return found

    def value(model: Expr, state: Position, env: Env) -> Value:
        return evaluator.value(model, state, env)

    def modify(name: str, base: Value, state: Position, env: Env) -> Value:
        definition = instance.game.definitions[name]
        return modified(evaluator, definition, evaluator.modifiers[definition.source.address], base, state, env)

    def carriers(rule: Rule, state: Position, env: Env, seat: int | None, ask: bool) -> list[tuple[Value, ...]]:
        assert rule.carrier is not None
        names = (rule.carrier.this.id, rule.carrier.owner.id, rule.carrier.copies.id)
        found = (binding for binding in in_force(evaluator, rule, state, env) if concerns(evaluator, rule, state, binding, seat))
        return [tuple(binding[name] for name in names) for binding in found if not ask or applies(evaluator, rule, state, binding)]

    def all_ways(held: Numbers, cost: Numbers, accepted: Sequence[Any]) -> list[Numbers]:
        return list(dict.fromkeys(ways_to_pay(with_own(cost, accepted), held, cost, evaluator.left)))

    return {
        "all_ways": all_ways,
        "carriers": carriers,
        "look": evaluator.look,
        "measure": evaluator.measures.__setitem__,
        "op": op,
        "value": value,
        "modify": modify,
        "symmetries": symmetries,
        **comparing(evaluator.left),
        "stock": lambda state, seat: held_by(evaluator, state, seat),
        "winners": lambda state: winners(evaluator, state),
        "seat_place": lambda state, seat: place_of(evaluator, state, seat),
        "is_decided_by": lambda state, key: is_decided_by(evaluator, state, key),
        "fitting": fitting_memo(),
        "rim": rim_of,
        "at_border": partial(at_border, instance),
        "holding": lambda state, thing: holding_seat(evaluator, thing, state),
    }


def writing(effects: Effects) -> dict[str, Callable[..., Any]]:
    """Helpers that change a state as the reference does."""
    layout = effects.layout

    def put(state: Position, thing: int, target: Local, place: int, bottom: bool, openly: bool = False) -> None:
        effects.put(state, thing, bare(target.type), place, bottom=bottom, openly=openly)

    def pose(state: Position, thing: int, zone: Any, where: int, openly: bool = False) -> None:
        place_thing(layout, state, thing, zone, where, openly=openly)

    def restore(name: str, state: Position, seat: int | None) -> None:
        effects.restore(name, state, seat)

    def gain(state: Position, seat: int, resource: int, number: int) -> None:
        effects.gain_directly(state, seat, resource, number)

    def swap(state: Position, ones: Sequence[int], others: Sequence[int], openly: bool = False) -> None:
        for one, other in zip(ones, others, strict=False):
            swap_things(layout, state, one, other, openly=openly and len(ones) == len(others))

    def pay(state: Position, seat: int | None, cost: Numbers | None, accepted: Sequence[Any], split: Numbers | None) -> None:
        if seat is not None and cost is not None:
            pay_with(effects.evaluator, state, seat, cost, with_own(cost, accepted), split)

    openly: dict[str, Callable[..., Any]] = {
        "discard": partial(discard_thing, layout), "move": partial(move_thing, layout), "pose": pose, "put": put, "swap": swap,
    }  # fmt: skip
    return {
        "discard": partial(discard_thing, layout),
        "move": partial(move_thing, layout),
        "pose": pose,
        "put": put,
        **{f"{name}{OPENLY}": partial(make, openly=True) for name, make in openly.items()},
        "restore": restore,
        "forget": forget_counts,
        "note_laid": partial(note_laid, layout),
        "gain": gain,
        "pay": pay,
        "swap": swap,
    }
