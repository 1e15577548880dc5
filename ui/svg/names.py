"""What things are called in the choice keys of a decision: with the number of the copy where that is how they are told apart."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.types import Set, Thing, bare
from custumal.interpreter.engine import Engine
from custumal.interpreter.keys.names import thing_name
from custumal.interpreter.position.state import DECISION, Position
from custumal.interpreter.program import PASS, Bind, ChoiceTuple, Choosing, Pick
from custumal.interpreter.setup.values import Env, Value

_MOST_ASKED = 400
"""So many entries, each behind other values of those before it, are asked for their candidates."""
_MOST_CHOICES = 20_000


def names_in_keys(engine: Engine, state: Position, seat: int | None) -> dict[int, str]:
    """The names of things that keys tell apart by their copies; of somebody else's decision nothing is told."""
    point = engine.reference.point(state) if state.kind == DECISION and state.seat == seat else None
    if point is None or not any(_of_things(pick) for choosing in point.choosings for pick in choosing.picks):
        return {}
    found: dict[int, str] = {}
    asked: set[ChoiceTuple] = set()
    for choice in engine.choices(state)[:_MOST_CHOICES]:
        if tuple(choice) != PASS and len(asked) < _MOST_ASKED:
            for thing, name in _named(engine, state, point.choosings[choice[0]], tuple(choice), asked):
                if name != thing_name(engine.instance, thing):
                    found.setdefault(thing, name)
    return found


def _named(engine: Engine, state: Position, choosing: Choosing, choice: ChoiceTuple, asked: set[ChoiceTuple]) -> Iterator[tuple[int, str]]:
    """The candidates of each entry of a choice with their names, but for those that were asked about before."""
    env: Env = {} if choosing.actor is None else {choosing.actor.id: state.seat}
    listing = engine.reference.listing
    if choosing.carrier is not None:
        env = next(one for one in listing.offered(choosing, state, state.seat) if one[choosing.carrier.this.id] == choice[1])
    at = 1 if choosing.carrier is None else 2
    for part in choosing.plan:
        if isinstance(part, Bind):
            env = {**env, part.local.id: listing.evaluator.value(part.value, state, env)}
        elif isinstance(part, Pick):
            if _of_things(part) and choice[:at] not in asked:
                asked.add(choice[:at])
                keyed = engine.keys.keyed(part, state, env)
                yield from ((thing, engine.keys.thing(thing, keyed)) for thing, _ in keyed if thing is not None)
            env = {**env, part.local.id: choice[at]}
            at += 1


def _of_things(pick: Pick) -> bool:
    of: Value = bare(pick.among.type)
    return isinstance(bare(of.inner) if isinstance(of, Set) else of, Thing)
