"""What choices are about, by name: actions, things that are named in them, rules and abilities that offer them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from custumal.dsl.base.types import Maybe, Row, Seat, Set, Thing, Type
from custumal.interpreter.engine import Engine
from custumal.interpreter.keys.names import value_name
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import PASS, ChoiceTuple
from custumal.interpreter.program.decision_points import Choosing
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import Value

RULE = "rule"
"""Before the name of a rule that offers a choice; no kind of things can be called so, as it is a word of the language."""


def named(engine: Engine, state: Position, choices: Sequence[ChoiceTuple]) -> set[str]:
    """Of some choices that a seat has: the ids of their actions and steps, `pass`, `KIND/ROW` and `rule/NAME`."""
    point = engine.reference.point(state)
    if point is None:
        return {"pass"}
    by_number: dict[object, list[ChoiceTuple]] = {}
    for one in choices:
        by_number.setdefault("pass" if one == PASS else one[0], []).append(one)
    found = {"pass"} if by_number.pop("pass", None) else set[str]()
    for number, mine in by_number.items():
        assert isinstance(number, int)
        found.update(_of_choosing(engine.instance, point.choosings[number], mine))
    return found


def _of_choosing(w: Instance, choosing: Choosing, choices: Sequence[ChoiceTuple]) -> Iterator[str]:
    yield choosing.name
    if choosing.offered_by is not None:
        yield f"{RULE}/{choosing.offered_by.rule.source.id}"
    if choosing.carrier is not None:
        yield from _rows(w, Thing(""), {one[1] for one in choices})
    for at, pick in enumerate(choosing.picks):
        of = pick.local.type
        if _is_about_things(of):
            yield from _rows(w, of, {choosing.values(one)[at] for one in choices})


def _is_about_things(of: Type) -> bool:
    return isinstance(of, Thing | Row) or (isinstance(of, Maybe | Set) and _is_about_things(of.inner))


def _rows(w: Instance, of: Type, values: Iterable[Value]) -> Iterator[str]:
    match of:
        case Maybe(inner):
            yield from _rows(w, inner, (value for value in values if value is not None))
        case Set(inner):
            yield from _rows(w, inner, {member for value in values for member in value})
        case Row(kind):
            yield from (f"{kind}/{w.game.kinds[kind].rows[value].name}" for value in values)
        case Thing():
            yield from {_row_of(w, value) for value in values}


def _row_of(w: Instance, thing: Value) -> str:
    """The row of a thing with its for-each values, whose seat's it may be left out: `card/low(red)`."""
    component = w.things[thing]
    kind = w.game.kinds[component.kind]
    types: dict[str, Type] = {"owner": Seat(), **dict(kind.printed)}
    entries = zip((types[name] for name, _, _ in w.game.components[component.table].for_each), component.each, strict=True)
    values = [value_name(w, of, value) for of, value in entries if not isinstance(of, Seat)]
    return f"{component.kind}/{kind.rows[component.row].name}" + (f"({', '.join(values)})" if values else "")
