"""Questions about choices, asked by every seat, acting or not; and positions that differ in nothing but hidden kept values."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Maybe, Number, Symbol, Thing, Truth, Type, bare
from custumal.interpreter.engine import EVERYTHING, Engine
from custumal.interpreter.explain.explanation import Explanation, Reason
from custumal.interpreter.position.state import DECISION, Position
from custumal.interpreter.position.unseen import UNSEEN
from custumal.interpreter.program import PASS, ChoiceTuple, Pick
from custumal.interpreter.setup.values import Value

HIDDEN = "What decides this is hidden from you."
STRANGE = ("nonsense", "pass", "9", "cards(99)")
"""What is no value, or is one of something else."""


@dataclass(frozen=True, slots=True)
class Question:
    """A choice by its key, or an action with some of its entries."""

    key: str | None = None
    action: str = ""
    args: tuple[tuple[str, object], ...] = ()


def questions(engine: Engine, state: Position, chance: random.Random) -> list[Question]:
    """About every action, those that are not offered, too: whole, with one entry and with all; and about keys, right and wrong."""
    found = [Question(action=name) for name in ("pass", *sorted(engine.why.choosings))]
    listed = engine.choices(state) if state.kind == DECISION else []
    for choice in chance.sample(listed, min(6, len(listed))):
        found += _about(engine, state, choice, chance)
    for key in STRANGE:
        found += [Question(key=key), *(Question(key=f"{name}({key})") for name in chance.sample(sorted(engine.why.choosings), 1))]
    return found


def _about(engine: Engine, state: Position, choice: ChoiceTuple, chance: random.Random) -> Iterator[Question]:
    key, action = engine.key(state, choice), engine.action(state, choice)
    yield Question(key=key)
    if choice == PASS:
        return
    args = engine.args(state, choice)
    other = {pick.local.name: _another(engine, pick, args[pick.local.name], chance) for pick in _picks(engine, state, choice)}
    for values in (args, other):
        yield Question(action=action, args=tuple(values.items()))
        for name, value in values.items():
            yield Question(action=action, args=((name, value),))
    yield Question(key=f"{action}({', '.join(map(str, other.values()))})")


def _picks(engine: Engine, state: Position, choice: ChoiceTuple) -> Sequence[Pick]:
    point = engine.reference.point(state)
    assert point is not None
    return point.choosings[choice[0]].picks


def _another(engine: Engine, pick: Pick, value: object, chance: random.Random) -> object:
    """Another value of an entry for a single thing or number, wherever the thing may be."""
    of = bare(pick.local.type)
    if isinstance(of, Thing) and pick.form in ("one", "maybe"):
        return engine.keys.value(of, chance.choice([*engine.instance.things_of(of.kind)]))
    return str(chance.randrange(12)) if isinstance(of, Number) else value


def asked(engine: Engine, state: Position, question: Question, viewer: int | None) -> Explanation | tuple[Reason, ...] | str:
    """What a viewer is told; that what is asked about is nothing is an answer, too."""
    try:
        if question.key is not None:
            return engine.why_not(state, question.key, "en", viewer)
        return engine.explain(state, question.action, dict(question.args), "en", viewer)
    except ValueError as error:
        return str(error)


def truth(engine: Engine, state: Position, question: Question) -> bool | None:
    """Whether the choice is legal; None if that was not asked for an answer."""
    found = asked(engine, state, question, EVERYTHING)
    return found.legal if isinstance(found, Explanation) else None


# ---------------------------------------------------------------- positions


def kept_otherwise(engine: Engine, state: Position, seat: int, chance: random.Random) -> Position | None:
    """The position with other values wherever a seat sees none: those that are hidden, and those of things that are; None if there
    are none such."""
    seen, found, changed = engine.eyes.seen(state, seat), state.copy(), False
    for name, layout in engine.instance.kept.items():
        other = _OTHER.get(type(bare(engine.instance.game.kept[name].type)))
        for index in range(layout.base, layout.base + layout.size):
            if other is not None and seen.c[layout.column][index] is UNSEEN:
                value = other(engine, engine.instance.game.kept[name].type, (layout.low, layout.high), chance)
                changed = changed or value != found.c[layout.column][index]
                found.c[layout.column][index] = value
    return found if changed else None


Bounds = tuple[int | None, int | None]


def _number(_engine: Engine, _of: Type, bounds: Bounds, chance: random.Random) -> Value:
    low = bounds[0] or 0
    return chance.randint(low, low + 4 if bounds[1] is None else bounds[1])


def _thing(engine: Engine, of: Type, _bounds: Bounds, chance: random.Random) -> Value:
    kind = bare(of)
    assert isinstance(kind, Thing)
    things = [thing for one in kind.kind.split("|") for thing in engine.instance.things_of(one)]
    return chance.choice([*things, None] if isinstance(of, Maybe) else things)


def _symbol(engine: Engine, of: Type, _bounds: Bounds, chance: random.Random) -> Value:
    symbol = bare(of)
    assert isinstance(symbol, Symbol)
    words = [*range(len(engine.instance.symbols(symbol.list)))]
    return chance.choice([*words, None] if isinstance(of, Maybe) else words)


_OTHER: dict[type, Callable[[Engine, Type, Bounds, random.Random], Value]] = {
    Number: _number,
    Truth: lambda _engine, _of, _bounds, chance: chance.random() < 0.5,
    Thing: _thing,
    Symbol: _symbol,
}
