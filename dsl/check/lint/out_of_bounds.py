"""Numbers that are outside of their bounds whatever happens: where values begin, what is written to them, room, and 64 bits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.limits import MOST_WAYS
from custumal.dsl.base.types import Number, Type, bare
from custumal.dsl.check.declarations.sizes import at_least
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.typing.intervals import bounds, fits_nowhere
from custumal.dsl.diagnostics.catalogue.play import never_fits, too_many_numbers
from custumal.dsl.diagnostics.catalogue.values import begins_outside, never_becomes, no_room_at_all, stops_at_once
from custumal.dsl.model import Act, Const, Expr, GameModel, Kept, Op, Read, Scenario, Write
from custumal.dsl.model.expression_walk import every_effect, every_expression
from custumal.dsl.model.memo import memoised

Interval = tuple[int | None, int | None]
COMPUTED = ("add", "sub", "mul", "div", "neg")


def lint(cx: Context, game: GameModel) -> None:
    """All of them."""
    limits = {kept.name: _limits(kept) for kept in game.kept.values()}
    for kept in game.kept.values():
        if _is_number(kept.start.type) and not _is_reported(kept.start) and _apart(bounds(kept.start.type), limits[kept.name]):
            cx.report.tell(kept.start.span, begins_outside(kept.name, *limits[kept.name]))
    for zone in game.zones.values():
        most = None if zone.room is None else bounds(zone.room.type)[1]
        if zone.room is not None and most is not None and most < 1:
            cx.report.tell(zone.room.span, no_room_at_all(zone.name))
    scenarios = [memoised(scenario, _numbers_of) for scenario in game.scenarios]
    for act, value in (*_written_in(every_effect(game)), *(pair for one in scenarios for pair in one.written)):
        _written(cx, game.kept[act.kept], limits[act.kept], act, value)
    for read, value in (pair for one in scenarios for pair in one.expected):
        _expected(cx, game.kept[read.kept], limits[read.kept], value)
    for expr in (*_numbers(game), *(expr for one in scenarios for expr in one.computed)):
        if expr.name == "range":
            _range(cx, expr)
        else:
            cx.report.tell(expr.span, never_fits())


def _limits(kept: Kept) -> Interval:
    """The widest bounds that a kept number can have."""
    low, high = bounds(kept.type)
    least = low if kept.low is None else bounds(kept.low.type)[0]
    most = high if kept.high is None else bounds(kept.high.type)[1]
    return least, most


def _apart(one: Interval, other: Interval) -> bool:
    """Whether two intervals have no number in common."""
    (a, b), (c, d) = one, other
    return (b is not None and c is not None and b < c) or (a is not None and d is not None and d < a)


@dataclass(frozen=True, slots=True)
class _Numbers:
    """Numbers in a scenario: what is written to kept values, what is expected of them, and as in `_numbers_in`."""

    written: tuple[tuple[Write, Expr], ...]
    expected: tuple[tuple[Read, Const], ...]
    computed: tuple[Op, ...]


def _numbers_of(scenario: Scenario) -> _Numbers:
    return _Numbers(tuple(_written_in(scenario.given)), _expected_numbers(scenario), _numbers_in(scenario))


def _written_in(acts: Iterable[Act]) -> Iterator[tuple[Write, Expr]]:
    """The numbers that are written; not those that are too large, which is told elsewhere."""
    for act in acts:
        if isinstance(act, Write) and act.value is not None and _is_number(act.value.type) and not _is_reported(act.value):
            yield act, act.value


def _written(cx: Context, kept: Kept, limits: Interval, act: Write, value: Expr) -> None:
    """What is set lies outside, or what is added is more than there is room for between the bounds."""
    low, high = limits
    if not _is_number(kept.type):
        return
    if act.mode == "set":
        stops = _apart(bounds(value.type), (low, high))
    else:
        by = bounds(value.type)[0]
        stops = by is not None and low is not None and high is not None and by > high - low
    if stops:
        cx.report.tell(value.span, stops_at_once(kept.name, low, high))


def _expected_numbers(scenario: Scenario) -> tuple[tuple[Read, Const], ...]:
    """The kept values of which a scenario expects a number."""
    found = (
        part for one in scenario.then for part in (one.that, *every_expression(one.that)) if isinstance(part, Op) and part.name == "eq"
    )
    pairs = (pair for part in found for pair in (part.arguments, part.arguments[::-1]))
    return tuple((read, value) for read, value in pairs if isinstance(read, Read) and isinstance(value, Const) and _is_number(value.type))


def _expected(cx: Context, kept: Kept, limits: Interval, value: Const) -> None:
    """What a scenario expects of a kept value lies outside of its bounds."""
    if kept.resource is None and _apart(bounds(value.type), limits):
        cx.report.tell(value.span, never_becomes(kept.name, *limits))


def _is_number(of: Type) -> bool:
    return isinstance(bare(of), Number)


def _numbers(game: GameModel) -> Iterator[Op]:
    """All ranges of the rules, and all computed numbers that are too large."""
    for node in (*game.setup, *game.play, *game.actions.values(), *game.procedures.values(), *game.standing, *game.definitions.values()):
        yield from memoised(node, _numbers_in)
    apart = (*game.end, *game.scoring, *game.ranking, *game.invariants, *game.kept.values(), *game.zones.values(), game.ladder, game.teams)
    for part in apart:
        yield from () if part is None else _numbers_in(part)


def _numbers_in(node: object) -> tuple[Op, ...]:
    return tuple(expr for expr in every_expression(node) if isinstance(expr, Op) and (expr.name == "range" or _is_too_large_itself(expr)))


def _range(cx: Context, expr: Op) -> None:
    """A range that always has more members than a set may."""
    if at_least(cx.declared, expr) > MOST_WAYS:
        first, last = expr.arguments
        cx.report.tell(expr.span, too_many_numbers(bounds(first.type)[1] or 0, bounds(last.type)[0] or 0, MOST_WAYS))


def _is_reported(value: Expr) -> bool:
    """Whether a number, or one of which it is made, is larger than any can be, which is told there."""
    return any(fits_nowhere(part.type) for part in (value, *every_expression(value)))


def _is_too_large_itself(expr: Expr) -> bool:
    """Whether a number is too large, and none of those of which it is made."""
    return _is_too_large(expr) and not any(map(_is_too_large, every_expression(expr)))


def _is_too_large(expr: Expr) -> bool:
    return isinstance(expr, Op) and expr.name in COMPUTED and fits_nowhere(expr.type)
