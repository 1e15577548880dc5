"""Whether somebody knows that chance can bring only one thing: where it is hidden, it is told like any other."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.dsl.base.types import Thing
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.interpreter.position.unseen import Unseen
from custumal.interpreter.program import DrawOne, ShuffleOne
from custumal.interpreter.reference.visibility import sees_thing


def is_foreseen(engine: Engine, position: Position, seat: int | None) -> bool:
    """Whether a seat knows, at a point of chance with a single outcome, that there is only one."""
    stop = engine.program.chances[position.pc]
    machine = engine.reference
    if isinstance(stop, DrawOne | ShuffleOne):
        return _are_alike(engine, position, machine.chances.things(stop, position), seat)
    try:
        return len(machine.chances.outcomes(stop, engine.seen(position, seat))) < 2
    except Unseen:
        return False


def _are_alike(engine: Engine, position: Position, things: Sequence[int], seat: int | None) -> bool:
    """Whether all that may lie there, as far as a seat knows, is alike: what it knows to lie there, and what it knows to lie nowhere."""
    unseen = {thing for thing in things if not sees_thing(engine.evaluator, position, seat, thing)}
    if not unseen:
        return True
    instance, appearance = engine.instance, engine.reference.equivalence.appearance
    kinds = {instance.things[thing].kind for thing in unseen}
    others = {thing for kind in kinds for thing in instance.things_of(kind) if not sees_thing(engine.evaluator, position, seat, thing)}
    return len({appearance[thing] for thing in (*things, *others)}) == 1 and not any(_may_differ(engine, kind) for kind in kinds)


def _may_differ(engine: Engine, kind: str) -> bool:
    """Whether things that look alike may have other values, or carry other things."""
    game = engine.instance.game
    parameters = [of for kept in game.kept.values() for of in kept.parameters]
    parameters += [of for zone in game.zones.values() for of in zone.parameters]
    return any(isinstance(of, Thing) and kind in of.kind.split("|") for of in parameters)
