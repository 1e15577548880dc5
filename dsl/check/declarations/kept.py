"""Kept values and resources: what the game remembers, with what it begins and how long it lives."""

from __future__ import annotations

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import ANYTHING, BUNDLE, NUMBER, SEAT, TRUTH, Bundle, Maybe, Number, Set, Truth, Type
from custumal.dsl.check.declarations.type_names import interval_bounds, parameters, type_of
from custumal.dsl.check.declarations.zones import check_finite, visibility
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.typing.intervals import bounds
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.catalogue.names import no_value
from custumal.dsl.diagnostics.catalogue.values import needs_start, too_many_parameters
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Entry, Slot
from custumal.dsl.model import Const, Expr, Kept, Visibility
from custumal.dsl.sentences import syntax as sx

GAME = "game"
END = "end"


def kept_signatures(cx: Context) -> None:
    """Kept values with their types, so that expressions can read them; starts and lives follow."""
    for entry in cx.document.section("kept"):
        locals_ = parameters(cx, entry.signature)
        check_finite(cx, locals_)
        of = _kept_type(cx, entry.slot("is"))
        if len(locals_) > 3:  # the language's bound
            cx.report.tell(entry.key.span, too_many_parameters())
        nothing = Const(of, entry.key.span, None)
        source = cx.source(entry)
        if entry.signature is None:
            cx.declared.lost.add(entry.id)
        types = tuple(p.type for p in locals_)
        cx.declared.add_kept(Kept(entry.id, types, locals_, of, nothing, None, None, None, Visibility(), source))
    for index, entry in enumerate(cx.document.section("resources")):
        me = cx.ex.locals.new("me", SEAT, entry.key.span)
        zero = cx.literal(0, entry.key.span)
        of, source = Number(0 if entry.slot("least") is None else entry.number("least"), None), cx.source(entry)
        cx.declared.add_kept(Kept(entry.id, (SEAT,), (me,), of, zero, zero, None, None, Visibility(), source, resource=index))


def _kept_type(cx: Context, slot: Slot | None) -> Type:
    return type_of(cx, slot.sentence) if slot is not None and isinstance(slot.sentence, sx.TypeWord) else ANYTHING


def kept_in_full(cx: Context) -> None:
    """Bounds, starts, lives and visibility."""
    for entry in cx.document.section("kept"):
        _kept(cx, entry)
    for entry in cx.document.section("resources"):
        _resource(cx, entry)


def _kept(cx: Context, entry: Entry) -> None:
    kept = cx.declared.kept[entry.id]
    scope = Scope(no_actor=True).bind(*kept.locals)
    slot = entry.slot("is")
    word = slot.sentence if slot is not None and isinstance(slot.sentence, sx.TypeWord) else None
    low, high = interval_bounds(cx, word)
    start = cx.expression(entry.slot("start"), scope, kept.type)
    if start is None:  # one that could not be read has been reported
        start = _default_start(cx, entry, kept.type, low) if entry.slot("start") is None else Const(ANYTHING, entry.key.span, None)
    until = life(cx, entry.slot("until"))
    visible = visibility(cx, entry, kept.locals, scope)
    cx.declared.add_kept(replace(kept, start=start, low=low, high=high, until=until, visibility=visible))


def _default_start(cx: Context, entry: Entry, of: Type, low: Expr | None) -> Expr:
    span = entry.key.span
    match of:
        case Number():
            least, most = bounds(of)
            if low is not None and (least is None or least > 0):
                return low
            return cx.literal(most if most is not None and most < 0 else 0, span)
        case Truth():
            return Const(TRUTH, span, value=False)
        case Maybe():
            return Const(of, span, None)
        case Set():
            return Const(of, span, ())
        case Bundle():
            return Const(BUNDLE, span, (0,) * len(cx.declared.resources))
    if of != ANYTHING:
        cx.report.tell(span, needs_start(entry.id, of))
    return Const(of, span, None)


def life(cx: Context, slot: Slot | None) -> str | None:
    """The address of the step at whose end something goes back, or None for the whole game."""
    if slot is None or not isinstance(slot.sentence, sx.Path):
        return None
    word = str(slot.sentence)
    if word in (END, GAME):
        cx.ex.not_a_step(word, slot.sentence.span, "the whole game" if word == GAME else "the end of the game")
        return None
    return cx.ex.step(word, slot.sentence.span, (END, GAME))


def _resource(cx: Context, entry: Entry) -> None:
    kept = cx.declared.kept[entry.id]
    scope = Scope().bind(*kept.locals)
    plain = Scope(no_actor=True)
    per = life(cx, entry.slot("per"))
    through = _through(cx, entry.slot("through"))
    start = cx.expression(entry.slot("start"), scope, NUMBER) or cx.literal(0, entry.key.span)
    full = replace(
        kept,
        start=start if per is None else cx.literal(0, entry.key.span),
        low=cx.expression(entry.slot("least"), plain, NUMBER) or cx.literal(0, entry.key.span),
        high=cx.expression(entry.slot("most"), plain, NUMBER),
        until=per,
        visibility=visibility(cx, entry, kept.locals, plain),
        supply=cx.expression(entry.slot("supply"), plain, NUMBER),
        amount=start if per is not None else None,
        through=through,
    )
    cx.declared.add_kept(full)


def _through(cx: Context, slot: Slot | None) -> str | None:
    if slot is None or not isinstance(slot.sentence, sx.Path):
        return None
    word = str(slot.sentence)
    if word in cx.declared.definitions:
        cx.ex.note_use(word)
        return word
    cx.report.tell(slot.node.span, no_value(word, nearest(word, cx.declared.definitions)))
    return None
