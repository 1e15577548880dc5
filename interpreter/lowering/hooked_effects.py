"""The built-in effects gain, lose, move and draw where rules hook them, and draws from what is refilled; else they stay plain."""

from __future__ import annotations

from functools import partial

from custumal.dsl.base.types import BUNDLE, NUMBER, Maybe, Place, Seat, Set, Symbol, Thing, Type, bare
from custumal.dsl.model import Const, Draw, Expr, Local, Move, Op, Read, Rule, Trade
from custumal.interpreter.lowering.assembly.context import Context, LoweringScope
from custumal.interpreter.lowering.assembly.expressions import number, positive
from custumal.interpreter.lowering.assembly.indices import HEADS
from custumal.interpreter.lowering.hooks import weave
from custumal.interpreter.lowering.refilling import refill
from custumal.interpreter.program import Assign
from custumal.interpreter.setup.values import Value

# ---------------------------------------------------------------- gain and lose


def woven_trade(context: Context, effect: Trade, scope: LoweringScope) -> None:
    """What no rule looks at goes in one; every other resource is hooked on its own."""
    asm, span = context.asm, effect.span
    bundle, who = asm.fresh("bundle", span, effect.bundle.type), asm.fresh("who", span, Seat())
    rest: Expr = bundle
    asm.statement(Assign(bundle, effect.bundle))
    asm.statement(Assign(who, effect.seat))
    named = resources_of(context, effect.bundle)
    hooked = [
        resource for resource in range(len(context.game.resources)) if resource in named and _looked_at(context, effect.mode, resource)
    ]
    for resource in hooked:
        rest = Op(BUNDLE, span, "b-without", (rest, _resource(resource, rest)))
    if named - set(hooked):
        asm.statement(Trade(None, span, effect.mode, rest, who))
    for resource in hooked:
        amount = asm.fresh("amount", span)
        asm.statement(Assign(amount, Op(NUMBER, span, "b-get", (bundle, _resource(resource, bundle)))))
        asm.branch(_positive(amount), partial(_trade_one, context, effect, scope, resource, amount, who))


def _positive(amount: Expr) -> Expr:
    return positive(Op(NUMBER, amount.span, "otherwise", (amount, number(0, amount.span))))


def _resource(resource: int, at: Expr) -> Expr:
    return Const(Symbol("resource"), at.span, resource)


def resources_of(context: Context, bundle: Expr) -> set[int]:
    """The resources that a bundle may hold, as far as its expression tells."""
    everything = set(range(len(context.game.resources)))
    match bundle:
        case Const(value=tuple(amounts)):
            return {resource for resource, amount in enumerate(amounts) if amount}
        case Op(name="b-unit", arguments=(Const(value=int(resource)), *_)):
            return {resource}
        case Op(name="b-scale", arguments=(_, inner)):
            return resources_of(context, inner)
        case Op(name="b-add" | "b-sub", arguments=parts):
            return set().union(*(resources_of(context, part) for part in parts))
    return everything


def _looked_at(context: Context, mode: str, resource: int) -> bool:
    return any(_may_apply(context, rule, {"resource": resource}) for head in HEADS for rule in context.indices.rules_on(head, mode))


def _may_apply(context: Context, rule: Rule, words: dict[str, Value]) -> bool:
    known = {local.id: words[word] for word, local in rule.names if word in words}
    return context.known(rule.applies, known) is not False


def _trade_one(context: Context, effect: Trade, scope: LoweringScope, resource: int, amount: Local, who: Local) -> None:
    """One resource: hooks that come after see what really came or went."""
    asm, span = context.asm, effect.span
    before = asm.fresh("before", span)
    held = Read(NUMBER, span, context.instance.kept_of_resource[resource], (who,))
    unit = Op(BUNDLE, span, "b-unit", (_resource(resource, amount), amount))

    def body() -> None:
        asm.statement(Assign(before, held))
        asm.statement(Trade(None, span, effect.mode, unit, who))
        change = (held, before) if effect.mode == "gain" else (before, held)
        asm.statement(Assign(amount, Op(NUMBER, span, "sub", change)))

    words: dict[str, Expr] = {"resource": _resource(resource, amount), "amount": amount, "who": who}
    weave(context, effect.mode, scope.naming(words), body, lambda rule: _may_apply(context, rule, {"resource": resource}))


# ---------------------------------------------------------------- move and draw


def moves_are_hooked(context: Context, effect: Move | Draw) -> bool:
    return context.indices.hooked("move" if isinstance(effect, Move) else "draw")


def woven_moves(context: Context, effect: Move | Draw, scope: LoweringScope, effect_name: str = "move") -> None:
    """Every thing's move is hooked on its own."""
    asm, span = context.asm, effect.span
    if isinstance(effect, Draw):
        _draw_each(context, effect, scope)
        return
    if not context.indices.hooked(effect_name):
        asm.statement(effect)
        return
    of = _kind(effect.things.type)
    thing = asm.fresh("thing", span, of)
    target = None if effect.target is None else asm.fresh("target", span, effect.target.type)
    if target is not None and effect.target is not None:
        asm.statement(Assign(target, effect.target))
    items = effect.things
    source = items if isinstance(bare(items.type), Set) else Op(Set(of), span, "singleton-or-empty", (items,))
    inner = scope.naming({"thing": thing, **({} if target is None else {"to": target})})
    asm.each(
        thing, source, lambda: weave(context, effect_name, inner, lambda: asm.statement(Move(None, span, thing, target, effect.bottom)))
    )


def _draw_each(context: Context, effect: Draw, scope: LoweringScope) -> None:
    asm, span = context.asm, effect.span
    zone = bare(effect.origin.type)
    of = Thing(context.game.zones[zone.zone].holds or "") if isinstance(zone, Place) else Thing("")
    origin, target = asm.fresh("origin", span, effect.origin.type), asm.fresh("target", span, effect.target.type)
    thing = asm.fresh("thing", span, Maybe(of))
    asm.statement(Assign(origin, effect.origin))
    asm.statement(Assign(target, effect.target))
    inner = scope.naming({"thing": thing, "from": origin, "to": target})

    def one() -> None:
        refill(context, effect, origin, scope)
        asm.statement(Assign(thing, Op(Maybe(of), span, "top", (origin,))))
        there = Op(NUMBER, span, "some-value", (thing,))
        asm.branch(there, lambda: weave(context, "draw", inner, lambda: asm.statement(Move(None, span, thing, target))))

    asm.times(effect.count, one)


def _kind(of: Type) -> Type:
    inner = bare(of)
    return bare(inner.inner) if isinstance(inner, Set) else inner
