"""Effects: most are statements as they stand; those that chance takes part in, that call, or that rules hook are woven here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import get_args

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import NUMBER, TRUTH, Number, Place, Set, Thing, bare
from custumal.dsl.model import (
    Draw,
    Effect,
    Exit,
    Expr,
    Fold,
    Give,
    Local,
    Move,
    Op,
    Perform,
    Procedure,
    Roll,
    Shuffle,
    Source,
    Trade,
    Write,
)
from custumal.dsl.model.refilled import refilled_by
from custumal.interpreter.lowering.assembly.context import Context, LoweringScope
from custumal.interpreter.lowering.assembly.expressions import add, conjunction, less, nothing, number, positive, without_seat
from custumal.interpreter.lowering.assembly.internal_slots import finish_flag, left_of
from custumal.interpreter.lowering.giving import give
from custumal.interpreter.lowering.hooked_effects import moves_are_hooked, woven_moves, woven_trade
from custumal.interpreter.lowering.hooks import weave
from custumal.interpreter.lowering.refilling import refill
from custumal.interpreter.lowering.sequence import sequence, writes
from custumal.interpreter.program import Arrange, Assign, Branch, DrawOne, Next, Return, RollOne, ShuffleOne, Unwind
from custumal.interpreter.reference.operations.absent import moving_what_is_there


@writes(*get_args(Effect))
def lower_effect(context: Context, effect: Effect, scope: LoweringScope) -> None:
    """Emit one effect."""
    effect = moving_what_is_there(context.instance, effect)
    write = _writer(context, effect, scope)
    if write is None:
        assert not isinstance(effect, Exit | Perform | Shuffle | Roll | Give)
        context.asm.statement(effect)
    else:
        context.asm.branch(effect.condition, write)


def _writer(context: Context, effect: Effect, scope: LoweringScope) -> Callable[[], None] | None:
    """How an effect is written that is more than a statement."""
    match effect:
        case Exit():
            return partial(leave_step, context, effect, scope)
        case Perform():
            return partial(_perform, context, effect, scope)
        case Shuffle():
            return partial(_shuffle, context, effect)
        case Roll():
            return partial(_roll, context, effect, scope)
        case Draw() if _from_bag(context, effect):
            return partial(_draw, context, effect, scope)
        case Draw() if moves_are_hooked(context, effect) or refilled_by(context.game, effect) is not None:
            return partial(woven_moves, context, effect, scope)
        case Move() if moves_are_hooked(context, effect):
            return partial(woven_moves, context, effect, scope)
        case Give():
            return partial(give, context, effect, scope)
        case Trade() if context.indices.hooked(effect.mode):
            return partial(woven_trade, context, effect, scope)
    return None


# ---------------------------------------------------------------- leaving steps


def leave_step(context: Context, effect: Exit, scope: LoweringScope) -> None:
    """`finish` and `leave` only note something; `stop` goes to the end of its step at once."""
    asm, span = context.asm, effect.span
    if effect.mode == "finish":
        asm.statement(Assign(finish_flag(effect.step, span), number(1, span)))
    elif effect.mode == "leave":
        assert scope.actor is not None
        source = context.indices.steps[effect.step].loop
        left = left_of(effect.step, span, Set(NUMBER) if source is None or source.source is None else source.source.type)
        asm.statement(Assign(left, without_seat(left, scope.actor)))
    else:
        exits, away = context.exits_of(effect.step, span), asm.label()
        asm.instruction(Branch(Op(TRUTH, span, "some-value", (exits.depth,)), away))
        asm.instruction(Unwind(exits.depth, exits.stopped))
        asm.place(away)


# ---------------------------------------------------------------- procedures


def _perform(context: Context, effect: Perform, scope: LoweringScope) -> None:
    procedure = next(found for found in context.procedures.values() if effect.procedure in (found.source.id, found.source.address))
    actor = scope.actor if scope.actor is not None else nothing(effect.span, procedure.actor)
    arguments = (*zip(procedure.parameters, effect.arguments, strict=True), (procedure.actor, actor))
    if not context.asm.plain(partial(_inline, context, procedure, arguments)):
        context.call(procedure_routine(context, procedure), arguments)


def _inline(context: Context, procedure: Procedure, arguments: tuple[tuple[Local, Expr], ...]) -> None:
    with context.inline(procedure.source.address):
        for local, value in arguments:
            context.asm.statement(Assign(local, value))
        _procedure_body(context, procedure)


def procedure_routine(context: Context, procedure: Procedure) -> int:
    """The label of a procedure's routine."""

    def write() -> None:
        with context.asm.step(procedure.source.address):
            _procedure_body(context, procedure)
            context.asm.instruction(Return())

    return context.routine(procedure.source.address, write)


def _procedure_body(context: Context, procedure: Procedure) -> None:
    words = {local.name: local for local in procedure.parameters}
    scope = LoweringScope(procedure.actor, dict(words), (), "idle")
    carried_out = partial(sequence, context, procedure.body, scope)
    if procedure.is_step:
        carried_out()  # between its hooks in each of its passes, as any step
    else:
        weave(context, procedure.source.address, scope, carried_out)


# ---------------------------------------------------------------- chance


def _from_bag(context: Context, effect: Draw) -> bool:
    of = bare(effect.origin.type)
    return isinstance(of, Place) and context.game.zones[of.zone].shape.form == "bag"


def _draw(context: Context, effect: Draw, scope: LoweringScope) -> None:
    asm, span = context.asm, effect.span
    asm.linear()
    zone = bare(effect.origin.type)
    assert isinstance(zone, Place)
    kind = Thing(context.game.zones[zone.zone].holds or "")
    origin = asm.fresh("origin", span, effect.origin.type)
    target = asm.fresh("target", span, effect.target.type)
    count, thing, it = asm.fresh("count", span), asm.fresh("thing", span, kind), asm.fresh("it", span, kind)
    asm.statement(Assign(origin, effect.origin))
    asm.statement(Assign(target, effect.target))
    asm.statement(Assign(count, effect.count))
    head, done = asm.here(), asm.label()
    refill(context, effect, origin, scope, positive(count))
    filled = Fold(TRUTH, span, "some", it, Op(Set(kind), span, "things", (origin,)), None, None)
    asm.instruction(Branch(conjunction(positive(count), filled), done))
    asm.instruction(DrawOne(origin, thing, _source(context, effect)))
    woven_moves(context, Move(None, span, thing, target), scope, effect_name="draw")
    asm.statement(Assign(count, add(count, -1)))
    asm.jump(head)
    asm.place(done)


def _shuffle(context: Context, effect: Shuffle) -> None:
    asm, span = context.asm, effect.span
    asm.linear()
    of = bare(effect.place.type)
    kind = Thing(context.game.zones[of.zone].holds or "") if isinstance(of, Place) else Thing("")
    place, position = asm.fresh("place", span, effect.place.type), asm.fresh("position", span)
    thing, it = asm.fresh("thing", span, kind), asm.fresh("it", span, kind)
    size = Fold(NUMBER, span, "count", it, Op(Set(kind), span, "things", (place,)), None, None)
    asm.statement(Assign(place, effect.place))
    asm.statement(Assign(position, number(0, span)))
    head, done = asm.here(), asm.label()
    asm.instruction(Branch(less(position, size), done))
    asm.instruction(ShuffleOne(place, position, thing, _source(context, effect)))
    asm.statement(Arrange(place, position, thing))
    asm.statement(Assign(position, add(position, 1)))
    asm.jump(head)
    asm.place(done)


def _roll(context: Context, effect: Roll, scope: LoweringScope) -> None:
    """One after the other, in order; a kept value without parameters is rolled once."""
    asm, span = context.asm, effect.span
    asm.linear()
    kept = context.game.kept[effect.kept]
    of = bare(kept.type)
    low, high = (of.low, of.high) if isinstance(of, Number) else (None, None)
    rolled = asm.fresh("rolled", span, kept.type)
    one = RollOne(kept.low or number(low or 0, span), kept.high or number(high or 0, span), rolled, _source(context, effect))
    if not kept.parameters:
        _roll_one(context, effect, scope, one, ())
        return
    items, index = asm.fresh("items", span, effect.things.type), asm.fresh("index", span)
    thing = asm.fresh("thing", span, kept.parameters[0])
    source = effect.things
    if not isinstance(bare(source.type), Set):
        source = Op(Set(source.type), span, "singleton-or-empty", (source,))
    asm.statement(Assign(items, source))
    asm.statement(Assign(index, number(0, span)))
    head, done = asm.here(), asm.label()
    asm.instruction(Next(items, index, thing, None, done))
    _roll_one(context, effect, scope, one, (thing,))
    asm.jump(head)
    asm.place(done)


def _roll_one(context: Context, effect: Roll, scope: LoweringScope, one: RollOne, arguments: tuple[Local, ...]) -> None:
    def body() -> None:
        context.asm.instruction(one)
        context.asm.statement(Write(None, effect.span, effect.kept, arguments, "set", one.local))

    words = {"thing": arguments[0]} if arguments else {}
    weave(context, "roll", scope.naming(dict(words)), body)


def _source(context: Context, effect: Effect) -> Source:
    """Where a chance comes from: the innermost step, procedure or action around it."""
    return replace(context.source_here(), span=effect.span)
