"""House seats own things and are counted, but nobody decides for them."""

from __future__ import annotations

from custumal.dsl.check.entries.context import Context
from custumal.dsl.diagnostics.catalogue.actors import house_decides
from custumal.dsl.model import Expr, GameModel, Local, Op, SeatNumber, Step
from custumal.dsl.model.expression_walk import Body, any_part, conjuncts, every_expression


def lint(cx: Context, game: GameModel) -> None:
    """Menus and choices that could reach a house seat."""
    if game.house_seats:
        _body(cx, game, (*game.setup, *game.play), frozenset())
        for action in game.procedures.values():
            _body(cx, game, action.body, frozenset())


def _body(cx: Context, game: GameModel, body: Body, acting: frozenset[str]) -> None:
    """`acting` are the house seats that may be the one who acts."""
    for item in body:
        if isinstance(item, Step):
            _step(cx, game, item, acting)


def _step(cx: Context, game: GameModel, step: Step, around: frozenset[str]) -> None:
    """`around` are the house seats that may be the one who acts around the step, of whom its condition speaks."""
    inside = _acting(game, step, around - _left_out(step.condition))
    if inside and (step.offer is not None or _asks(step)):
        who = ", ".join(f"`{name}`" for name in sorted(inside))
        cx.report.tell(step.source.span, house_decides(who))
    _body(cx, game, (*step.body, *step.passing), inside)
    unpicked = inside if step.condition is None or step.offer is not None else frozenset[str]()
    unmet = frozenset[str]() if step.condition is None else around - _chosen(step.condition)
    _body(cx, game, step.other, unpicked | unmet)


def _acting(game: GameModel, step: Step, so_far: frozenset[str]) -> frozenset[str]:
    """The house seats that may be the one who acts in a step; where chance chooses it is still whoever acted so far."""
    everybody = frozenset(seat.name for seat in game.house_seats)
    if step.loop is not None and step.loop.kind in ("players", "rounds", "together") and step.loop.source is not None:
        so_far = _named(step.loop.source, everybody) - _left_out(step.loop.where)
    if step.seat is not None and not (isinstance(step.seat, Local) and step.seat.name == "me"):
        return _named(step.seat, everybody)
    return so_far


def _asks(step: Step) -> bool:
    return step.decision is not None and not step.chance and any(e.form != "let" for e in step.decision.entries)


def _named(expr: Expr, everybody: frozenset[str]) -> frozenset[str]:
    if any_part(expr, lambda e: isinstance(e, Op) and e.name == "house-seats"):
        return everybody
    named = {e.house for e in (expr, *every_expression(expr)) if isinstance(e, SeatNumber)}
    return frozenset(name for name in everybody if name in named)


def _chosen(condition: Expr | None) -> frozenset[str]:
    """The house seat that `me` is where the condition holds, if it says just that."""
    found = list(conjuncts(condition))
    return frozenset(_told(found[0])) if len(found) == 1 else frozenset()


def _left_out(condition: Expr | None) -> frozenset[str]:
    """The house seats that `me` is not where the condition holds."""
    parts = [c.arguments[0] for c in conjuncts(condition) if isinstance(c, Op) and c.name == "not"]
    return frozenset(name for part in parts for name in _told(part))


def _told(expr: Expr) -> list[str]:
    if not isinstance(expr, Op) or expr.name != "eq":
        return []
    return [e.house for e in expr.arguments if isinstance(e, SeatNumber) and e.house is not None]
