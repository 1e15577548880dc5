"""What can be chosen at a decision, as choice keys name it: things with the number of the copy where that is how they are told apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from custumal.dsl.base.types import Cell, Column, Place, Seat, Set, Symbol, Thing, Type, bare
from custumal.interpreter.engine import Engine
from custumal.interpreter.keys.names import thing_name
from custumal.interpreter.position.state import DECISION, Position
from custumal.interpreter.program import PASS, Bind, ChoiceTuple, Choosing, Pick
from custumal.interpreter.setup.values import Env, Value

_MOST_ASKED = 400
"""So many entries, each behind other values of those before it, are asked for their candidates."""
_MOST_CHOICES = 20_000
Chosen = tuple[Type, int]
"""Something that can be drawn, with its type."""


@dataclass(slots=True)
class Offered:
    """What keys name: `copies` are the names of things that are told apart by copies, `values` all that has a place on the table, and the
    words of lists, which have none of their own."""

    copies: dict[int, str] = field(default_factory=dict)
    values: dict[Chosen, None] = field(default_factory=dict)


def offered(engine: Engine, state: Position, seat: int | None) -> Offered:
    """What can be chosen here; of somebody else's decision nothing is told."""
    found = Offered()
    point = engine.reference.point(state) if state.kind == DECISION and state.seat == seat else None
    if point is None:
        return found
    asked: set[ChoiceTuple] = set()
    for choice in engine.choices(state)[:_MOST_CHOICES]:
        if tuple(choice) != PASS:
            _note(engine, state, point.choosings[choice[0]], tuple(choice), found, asked)
    return found


def _note(engine: Engine, state: Position, choosing: Choosing, choice: ChoiceTuple, found: Offered, asked: set[ChoiceTuple]) -> None:
    if choosing.carrier is not None:
        found.values[Thing(choosing.carrier.kind), choice[1]] = None
    for pick, value in zip(choosing.picks, choosing.values(choice), strict=False):
        found.values.update(dict.fromkeys(_placed(pick.local.type, value)))
    if len(asked) < _MOST_ASKED and any(map(_of_things, choosing.picks)):
        engine.anew()
        for thing, name in _named(engine, state, choosing, choice, asked):
            if name != thing_name(engine.instance, thing):
                found.copies.setdefault(thing, name)


def _placed(of: Type, value: Value) -> Iterator[Chosen]:
    """What can be drawn of a chosen value: itself, or its members."""
    inner = bare(of)
    if isinstance(inner, Set):
        for member in value or ():
            yield from _placed(inner.inner, member)
    elif isinstance(inner, Thing | Cell | Place | Column | Seat | Symbol) and isinstance(value, int):
        yield inner, value


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
