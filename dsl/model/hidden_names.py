"""Names in the rules of a game that stand for what may be hidden: those that are lent to a value, and things that are chosen where not
everybody sees them."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.types import Cell, Place, Pose, Seat, Set, Thing, Type, bare
from custumal.dsl.model import Act, ChoiceEntry, Expr, GameModel, Give, Local, Move, Perform, Reveal, Swap
from custumal.dsl.model.expression_walk import every_effect, every_step

Named = dict[str, tuple[Expr, ...]]
"""By the id of a name the expressions for whose values it may stand."""


def lent(game: GameModel) -> Named:
    """Names by `let`, of loops over anything but seats, and of what procedures are given."""
    found: Named = {}
    for local, value in (*_lets(game), *_passes(game), *_given(game)):
        found[local.id] = (*found.get(local.id, ()), value)
    return found


def picked(game: GameModel) -> Named:
    """Things, and sets of things, that are chosen, unless they are shown to all, or go to where all see them."""
    shown = _shown(game)
    chosen = [(one.local, one.among) for one in _entries(game) if one.form != "let" and is_of_things(one.local.type)]
    return {local.id: (among,) for local, among in chosen if local.id not in shown}


def is_of_things(of: Type) -> bool:
    """Whether a value of this type is a thing, or a set of things."""
    of = bare(of)
    return isinstance(bare(of.inner) if isinstance(of, Set) else of, Thing)


def _lets(game: GameModel) -> Iterator[tuple[Local, Expr]]:
    for step in every_step(game):
        yield from step.lets
    yield from ((entry.local, entry.among) for entry in _entries(game) if entry.form == "let")


def _passes(game: GameModel) -> Iterator[tuple[Local, Expr]]:
    for step in every_step(game):
        loop = step.loop
        if loop is not None and loop.local is not None and loop.source is not None and not isinstance(bare(loop.local.type), Seat):
            yield loop.local, loop.source


def _given(game: GameModel) -> Iterator[tuple[Local, Expr]]:
    for act in every_effect(game):
        if isinstance(act, Perform):
            yield from zip(game.procedures[act.procedure].parameters, act.arguments, strict=True)


def _entries(game: GameModel) -> Iterator[ChoiceEntry]:
    decisions = [action.decision for action in game.actions.values()]
    asked = [*(step.decision for step in every_step(game)), *(rule.decision for rule in game.standing)]
    yield from (entry for decision in (*decisions, *asked) if decision is not None for entry in decision.entries)


def _shown(game: GameModel) -> set[str]:
    """The names of things that everybody comes to see."""
    acts = tuple(every_effect(game))
    found = {local.id for act in acts for local in _shown_by(game, act)}
    given = [(parameter.id, value.id) for parameter, value in _given(game) if isinstance(value, Local)]
    for _ in game.procedures:  # one may hand on to the next what it is given
        found |= {value for parameter, value in given if parameter in found}
    return found


def _shown_by(game: GameModel, act: Act) -> Iterator[Local]:
    match act:
        case Reveal(things=things, seats=None):
            shown: tuple[Expr, ...] = (things,)
        case Move(things=things, target=Expr() as target) if _is_open(game, target.type):
            shown = (things,)
        case Give(given=things, taker=taker) if _is_open(game, taker.type):
            shown = (things,)
        case Swap(a=a, b=b):
            shown = (a, b)
        case _:
            shown = ()
    yield from (one for one in shown if isinstance(one, Local))


def _is_open(game: GameModel, of: Type) -> bool:
    of = bare(of)
    return isinstance(of, Place | Cell | Pose) and game.zones[of.zone].visibility.kind == "all"
