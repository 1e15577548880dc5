"""What a rule names and this game has not: a thing whose row is left out, a house seat that has no part in it.

With some options or players there is less than the rules know of. What is absent is nothing where a rule only asks about it: a truth of
it is false, a set of it is empty, nothing is equal to it. Whatever else is done with it can't be done, and ends play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import Anything, Empty, Maybe, Thing, maybe
from custumal.dsl.diagnostics.catalogue.play import house_seat_absent, thing_absent
from custumal.dsl.diagnostics.diagnostic import Problem, Span
from custumal.dsl.model import Act, Call, Can, Const, Expr, Move, Op, Read, Reveal, SeatNumber, Swap, TheThing
from custumal.interpreter.reference.operations.basic import ABOUT_NOTHING
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import nothing_of

KNOW_NOTHING = frozenset([*ABOUT_NOTHING, "in", "otherwise"])
"""Operations that take nothing for a value like others."""


AnEffect = TypeVar("AnEffect", bound=Act)


class AbsentError(PlayError):
    """A rule needs something that this game has not."""

    def at(self, span: Span) -> AbsentError:
        return self if self.span is not None else AbsentError(self.problem, span)


def absent(instance: Instance, expr: Expr) -> Problem | None:
    """What is wrong if an expression names a thing or a seat that this game has not; None if it names something else, or it is there."""
    match expr:
        case TheThing(kind=kind, row=row) if not instance.of_row[kind][row]:
            return thing_absent(instance.game.kinds[kind].rows[row].name)
        case SeatNumber(house=str(house)) if house not in instance.house:
            return house_seat_absent(house)
        case Op(name="option", data=str(name), type=Thing(kind) | Maybe(Thing(kind))):
            row = instance.options[name]
            return None if row is None or instance.of_row[kind][row] else thing_absent(instance.game.kinds[kind].rows[row].name)
    return None


def only_asks(expr: Expr) -> bool:
    """Whether an expression has an answer where what it is about is nothing."""
    if isinstance(expr, Op) and expr.name in KNOW_NOTHING:
        return True
    return nothing_of(expr.type) is not None or isinstance(expr.type, Maybe | Empty | Anything)


def lacks_something(instance: Instance) -> bool:
    """Whether there is anything that rules can name and this game has not."""
    all_seated = len(instance.house) == len(instance.game.house_seats)
    return not all_seated or not all(all(rows) for rows in instance.of_row.values())


def settled(instance: Instance, expr: Expr) -> Expr:
    """The same expression with nothing in place of what is absent, where it only asks about it; else the very same."""
    match expr:
        case Op(name=name, arguments=arguments) if name in KNOW_NOTHING:
            return _with_nothing(instance, expr, arguments)
        case Call(definition=name, arguments=arguments):
            parameters = instance.game.definitions[name].parameters
            needed = [a for a, local in zip(arguments, parameters, strict=True) if not isinstance(local.type, Maybe)]
            found = _answered(instance, expr, needed)
            return _with_nothing(instance, expr, arguments) if found is expr else found
        case Op(arguments=arguments) | Read(arguments=arguments):
            return _answered(instance, expr, arguments)
        case Can(seat=seat, arguments=arguments):
            return _answered(instance, expr, (seat, *(arguments or ())))
    return expr


def _with_nothing(instance: Instance, expr: Expr, arguments: Sequence[Expr]) -> Expr:
    """The expression with nothing in place of arguments that are absent."""
    gone = [absent(instance, argument) is not None for argument in arguments]
    if not any(gone):
        return expr
    told = tuple(nothing_there(one) if is_gone else one for one, is_gone in zip(arguments, gone, strict=True))
    return replace(expr, arguments=told)


def _answered(instance: Instance, expr: Expr, needed: Sequence[Expr]) -> Expr:
    """What an expression of this type answers where something that it needs is absent; the expression itself if nothing is, or it has no
    answer then."""
    if not only_asks(expr) or all(absent(instance, one) is None for one in needed):
        return expr
    return Const(expr.type, expr.span, nothing_of(expr.type))


def moving_what_is_there(instance: Instance, effect: AnEffect) -> AnEffect:
    """The same effect with nothing in place of a thing that is absent, where it only moves or shows it."""
    match effect:
        case Move(things=things) | Reveal(things=things) if absent(instance, things) is not None:
            return replace(effect, things=nothing_there(things))
        case Swap(a=one, b=other):
            sides = [nothing_there(side) if absent(instance, side) is not None else side for side in (one, other)]
            return replace(effect, a=sides[0], b=sides[1])
    return effect


def nothing_there(expr: Expr) -> Expr:
    """Nothing, where an expression of this type stood."""
    return Const(maybe(expr.type), expr.span, None)
