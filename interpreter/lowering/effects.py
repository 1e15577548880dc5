"""Effects: most are statements as they stand; those that chance takes part in, that call, or that rules hook are woven here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from custumal.dsl.base.types import NUMBER, TRUTH, Number, Place, Set, Thing, bare
from custumal.dsl.model import Draw, Effect, Exit, Expr, Fold, Local, Move, Op, Perform, Procedure, Roll, Shuffle, Source, Trade, Write
from custumal.interpreter.lowering.assembly.context import Hub, Scope
from custumal.interpreter.lowering.assembly.expressions import add, conjunction, less, nothing, number, positive, without_seat
from custumal.interpreter.lowering.assembly.internal_slots import finish_flag, left_of
from custumal.interpreter.lowering.hooked_effects import moves_are_hooked, trade_deed, woven_moves
from custumal.interpreter.lowering.hooks import weave
from custumal.interpreter.lowering.sequence import sequence
from custumal.interpreter.program import Arrange, Assign, Branch, DrawOne, Next, Return, RollOne, ShuffleOne, Unwind


def lower_effect(hub: Hub, effect: Effect, scope: Scope) -> None:
    """Emit one effect."""
    write = _writer(hub, effect, scope)
    if write is None:
        assert not isinstance(effect, Exit | Perform | Shuffle | Roll)
        hub.asm.statement(effect)
    else:
        hub.asm.branch(effect.condition, write)


def _writer(hub: Hub, effect: Effect, scope: Scope) -> Callable[[], None] | None:
    """How an effect is written that is more than a statement."""
    match effect:
        case Exit():
            return partial(leave_step, hub, effect, scope)
        case Perform():
            return partial(_perform, hub, effect, scope)
        case Shuffle():
            return partial(_shuffle, hub, effect)
        case Roll():
            return partial(_roll, hub, effect, scope)
        case Draw() if _from_bag(hub, effect):
            return partial(_draw, hub, effect, scope)
        case Draw() | Move() if moves_are_hooked(hub, effect):
            return partial(woven_moves, hub, effect, scope)
        case Trade() if hub.facts.hooked(effect.mode):
            return partial(trade_deed, hub, effect, scope)
    return None


# ---------------------------------------------------------------- leaving steps


def leave_step(hub: Hub, effect: Exit, scope: Scope) -> None:
    """`finish` and `leave` only note something; `stop` goes to the end of its step at once."""
    asm, span = hub.asm, effect.span
    if effect.mode == "finish":
        asm.statement(Assign(finish_flag(effect.step, span), number(1, span)))
    elif effect.mode == "leave":
        assert scope.actor is not None
        source = hub.facts.steps[effect.step].loop
        left = left_of(effect.step, span, Set(NUMBER) if source is None or source.source is None else source.source.type)
        asm.statement(Assign(left, without_seat(left, scope.actor)))
    else:
        exits, away = hub.exits_of(effect.step, span), asm.label()
        asm.instruction(Branch(Op(TRUTH, span, "some-value", (exits.depth,)), away))
        asm.instruction(Unwind(exits.depth, exits.stopped))
        asm.place(away)


# ---------------------------------------------------------------- procedures


def _perform(hub: Hub, effect: Perform, scope: Scope) -> None:
    procedure = next(found for found in hub.procedures.values() if effect.procedure in (found.source.id, found.source.address))
    actor = scope.actor if scope.actor is not None else nothing(effect.span, procedure.actor)
    arguments = (*zip(procedure.parameters, effect.arguments, strict=True), (procedure.actor, actor))
    if not hub.asm.plain(partial(_inline, hub, procedure, arguments)):
        hub.call(procedure_routine(hub, procedure), arguments)


def _inline(hub: Hub, procedure: Procedure, arguments: tuple[tuple[Local, Expr], ...]) -> None:
    with hub.inline(procedure.source.address):
        for local, value in arguments:
            hub.asm.statement(Assign(local, value))
        _procedure_body(hub, procedure)


def procedure_routine(hub: Hub, procedure: Procedure) -> int:
    """The label of a procedure's routine."""

    def write() -> None:
        with hub.asm.step(procedure.source.address):
            _procedure_body(hub, procedure)
            hub.asm.instruction(Return())

    return hub.routine(procedure.source.address, write)


def _procedure_body(hub: Hub, procedure: Procedure) -> None:
    words = {local.name: local for local in procedure.parameters}
    scope = Scope(procedure.actor, dict(words), (), "idle")
    weave(hub, procedure.source.address, scope, partial(sequence, hub, procedure.body, scope))


# ---------------------------------------------------------------- chance


def _from_bag(hub: Hub, effect: Draw) -> bool:
    of = bare(effect.origin.type)
    return isinstance(of, Place) and hub.game.zones[of.zone].shape.form == "bag"


def _draw(hub: Hub, effect: Draw, scope: Scope) -> None:
    asm, span = hub.asm, effect.span
    asm.linear()
    zone = bare(effect.origin.type)
    assert isinstance(zone, Place)
    kind = Thing(hub.game.zones[zone.zone].holds or "")
    origin = asm.fresh("origin", span, effect.origin.type)
    target = asm.fresh("target", span, effect.target.type)
    count, thing, it = asm.fresh("count", span), asm.fresh("thing", span, kind), asm.fresh("it", span, kind)
    asm.statement(Assign(origin, effect.origin))
    asm.statement(Assign(target, effect.target))
    asm.statement(Assign(count, effect.count))
    head, done = asm.here(), asm.label()
    filled = Fold(TRUTH, span, "some", it, Op(Set(kind), span, "things", (origin,)), None, None)
    asm.instruction(Branch(conjunction(positive(count), filled), done))
    asm.instruction(DrawOne(origin, thing, _source(hub, effect)))
    woven_moves(hub, Move(None, span, thing, target), scope, deed="draw")
    asm.statement(Assign(count, add(count, -1)))
    asm.jump(head)
    asm.place(done)


def _shuffle(hub: Hub, effect: Shuffle) -> None:
    asm, span = hub.asm, effect.span
    asm.linear()
    of = bare(effect.place.type)
    kind = Thing(hub.game.zones[of.zone].holds or "") if isinstance(of, Place) else Thing("")
    place, position = asm.fresh("place", span, effect.place.type), asm.fresh("position", span)
    thing, it = asm.fresh("thing", span, kind), asm.fresh("it", span, kind)
    size = Fold(NUMBER, span, "count", it, Op(Set(kind), span, "things", (place,)), None, None)
    asm.statement(Assign(place, effect.place))
    asm.statement(Assign(position, number(0, span)))
    head, done = asm.here(), asm.label()
    asm.instruction(Branch(less(position, size), done))
    asm.instruction(ShuffleOne(place, position, thing, _source(hub, effect)))
    asm.statement(Arrange(place, position, thing))
    asm.statement(Assign(position, add(position, 1)))
    asm.jump(head)
    asm.place(done)


def _roll(hub: Hub, effect: Roll, scope: Scope) -> None:
    """One after the other, in order; a kept value without parameters is rolled once."""
    asm, span = hub.asm, effect.span
    asm.linear()
    kept = hub.game.kept[effect.kept]
    of = bare(kept.type)
    low, high = (of.low, of.high) if isinstance(of, Number) else (None, None)
    rolled = asm.fresh("rolled", span, kept.type)
    one = RollOne(kept.low or number(low or 0, span), kept.high or number(high or 0, span), rolled, _source(hub, effect))
    if not kept.parameters:
        _roll_one(hub, effect, scope, one, ())
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
    _roll_one(hub, effect, scope, one, (thing,))
    asm.jump(head)
    asm.place(done)


def _roll_one(hub: Hub, effect: Roll, scope: Scope, one: RollOne, arguments: tuple[Local, ...]) -> None:
    def body() -> None:
        hub.asm.instruction(one)
        hub.asm.statement(Write(None, effect.span, effect.kept, arguments, "set", one.local))

    words = {"thing": arguments[0]} if arguments else {}
    weave(hub, "roll", scope.naming(dict(words)), body)


def _source(hub: Hub, effect: Effect) -> Source:
    """Where a chance comes from: the innermost step, procedure or action around it."""
    return replace(hub.source_here(), span=effect.span)
