"""Verbs that put things somewhere, order them or show them."""

from __future__ import annotations

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import SEAT, Anything, Cell, Empty, Place, Pose, Set, Thing, bare
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.rules.verbs import Phrase, Verb
from custumal.dsl.check.typing import coercion
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.catalogue.keys import heights_as_rows
from custumal.dsl.diagnostics.catalogue.things import no_such_position
from custumal.dsl.diagnostics.catalogue.types import holds_others, not_a_pile, not_a_place, not_cubes, not_drawn_from, not_things
from custumal.dsl.model import Build, Draw, Effect, Expr, Move, Reveal, Shuffle, Swap
from custumal.dsl.sentences import syntax as sx


def things_of(cx: Context, node: sx.Expression, scope: Scope) -> Expr:
    """A thing, maybe a thing, or a set of things."""
    return as_things(cx, cx.ex.check(node, scope))


def as_things(cx: Context, expr: Expr) -> Expr:
    """The same of what is typed already: a place or cell stands for what lies there."""
    inner = bare(expr.type)
    if isinstance(inner, Place | Cell) and cx.words.zone(inner.zone).holds is not None:
        if isinstance(inner, Cell) and cx.words.zone(inner.zone).one:
            return coercion.content_of(cx.words, expr)
        if coercion.holds_one_unshaped(cx.words, expr.type):
            return coercion.content_of(cx.words, expr)
        return coercion.as_set(cx.words, expr) or expr
    element = inner.inner if isinstance(inner, Set) else inner
    if not isinstance(element, Thing | Anything | Empty):
        return cx.ex.misfit(expr.span, not_things(expr.type))
    return expr


def place_of(cx: Context, node: sx.Expression, scope: Scope) -> tuple[Expr, bool]:
    """Where something goes, and whether below the pile."""
    if isinstance(node, sx.Apply) and node.word.text == "bottom" and len(node.arguments) == 1:
        under = cx.ex.check(node.arguments[0], scope)
        if isinstance(bare(under.type), Place):
            return under, True
    expr = cx.ex.check(node, scope)
    if not isinstance(bare(expr.type), Place | Cell | Pose | Anything | Empty):
        return cx.ex.misfit(expr.span, not_a_place(expr.type)), False
    return expr, False


def kind_fits(cx: Context, moved: Expr, target: Expr) -> None:
    inner = bare(moved.type)
    element = inner.inner if isinstance(inner, Set) else inner
    place = bare(target.type)
    if not isinstance(element, Thing) or not isinstance(place, Place | Cell | Pose):
        return
    zone = cx.words.zone(place.zone)
    if not zone.holds_unknown and zone.holds not in element.kind.split("|"):
        cx.report.tell(target.span, holds_others(place.zone, zone.holds, element))


def _move(phrase: Phrase) -> Effect:
    moved = things_of(phrase.cx, phrase.object, phrase.scope)
    target, bottom = place_of(phrase.cx, phrase.after["to"], phrase.scope)
    kind_fits(phrase.cx, moved, target)
    return Move(phrase.condition, phrase.span, moved, target, bottom)


def _discard(phrase: Phrase) -> Effect:
    return Move(phrase.condition, phrase.span, things_of(phrase.cx, phrase.object, phrase.scope), None)


def _draw(phrase: Phrase) -> Effect:
    cx = phrase.cx
    count = cx.ex.number(phrase.object, phrase.scope)
    origin = cx.ex.check(phrase.after["from"], phrase.scope)
    if not isinstance(origin.type, Place | Anything):
        origin = cx.ex.misfit(origin.span, not_drawn_from(origin.type))
    target, _ = place_of(cx, phrase.after["to"], phrase.scope)
    if isinstance(origin.type, Place):
        holds = cx.words.zone(origin.type.zone).holds
        if holds is not None:
            kind_fits(cx, replace(origin, type=Set(Thing(holds))), target)
    return Draw(phrase.condition, phrase.span, count, origin, target)


def _swap(phrase: Phrase) -> Effect:
    first, second = things_of(phrase.cx, phrase.object, phrase.scope), things_of(phrase.cx, phrase.after["with"], phrase.scope)
    return Swap(phrase.condition, phrase.span, first, second)


def _shuffle(phrase: Phrase) -> Effect:
    place = phrase.cx.ex.check(phrase.object, phrase.scope)
    zone = phrase.cx.words.zone_called(getattr(place.type, "zone", ""))
    if (zone is None or zone.form != "pile") and place.type != Anything():
        phrase.cx.ex.misfit(place.span, not_a_pile(place.type))
    return Shuffle(phrase.condition, phrase.span, place)


def _reveal(phrase: Phrase) -> Effect:
    shown = things_of(phrase.cx, phrase.object, phrase.scope)
    seats = None
    if "to" in phrase.after:
        seats = phrase.cx.ex.check(phrase.after["to"], phrase.scope)
        if seats.type == SEAT:
            seats = coercion.just(seats)
    return Reveal(phrase.condition, phrase.span, shown, seats)


def _build(phrase: Phrase) -> Effect | None:
    place = phrase.cx.ex.check(phrase.object, phrase.scope)
    heights = _heights(phrase.cx, phrase.after["to"])
    zone = phrase.cx.words.zone_called(getattr(place.type, "zone", ""))
    if zone is None or zone.form != "cubes":
        phrase.cx.ex.misfit(place.span, not_cubes(place.type))
        return None
    if heights and not phrase.cx.words.has_level(zone.name, str(max(heights))):
        phrase.cx.report.tell(phrase.after["to"].span, no_such_position(zone.name, max(heights)))
    return Build(phrase.condition, phrase.span, place, tuple(heights))


def _heights(cx: Context, rows: sx.Expression) -> list[int]:
    """The numbers of a list of lists of numbers; what is something else is reported."""
    found: list[int] = []
    for row in rows.items if isinstance(rows, sx.ListOf) else (rows,):
        for number in row.items if isinstance(row, sx.ListOf) else (row,):
            if isinstance(number, sx.Number):
                found.append(number.value)
            else:
                cx.report.tell(number.span, heights_as_rows())
    return found


MOVING: dict[str, Verb] = {
    "move": Verb(_move, "move X to P", ("to",)),
    "draw": Verb(_draw, "draw n from P to Q", ("from", "to")),
    "discard": Verb(_discard, "discard X"),
    "swap": Verb(_swap, "swap A with B", ("with",)),
    "shuffle": Verb(_shuffle, "shuffle P"),
    "reveal": Verb(_reveal, "reveal X [to S]", ("to",), optional=("to",)),
    "build": Verb(_build, "build ZONE to [[heights]]", ("to",)),
}
