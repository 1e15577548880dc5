"""What passes from one to another: whether all of it can is asked first, then it goes as any movement and any change of a number."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from custumal.dsl.base.types import NUMBER, SEAT, TRUTH, Bundle, Cell, Place, Set, Symbol, Thing, bare
from custumal.dsl.model import Const, Expr, Fold, Give, Local, Move, Op, Read, Write
from custumal.interpreter.lowering.assembly.context import Context, LoweringScope
from custumal.interpreter.lowering.assembly.expressions import conjunction, number
from custumal.interpreter.lowering.hooked_effects import resources_of
from custumal.interpreter.lowering.sequence import sequence
from custumal.interpreter.program import Assign


def give(context: Context, effect: Give, scope: LoweringScope) -> None:
    """Emit one gift, or one exchange."""
    if effect.taker.type == SEAT:
        _bundles(context, effect)
    else:
        _things(context, effect, scope)


# ---------------------------------------------------------------- bundles


def _bundles(context: Context, effect: Give) -> None:
    giver, taker = _named(context, "giver", effect.giver), _named(context, "taker", effect.taker)
    tests, writes = _flow(context, giver, taker, effect.given, effect.back)
    if tests:
        context.asm.branch(reduce(conjunction, tests), lambda: _write(context, writes))


def _flow(context: Context, giver: Local, taker: Local, given: Expr, back: Expr | None) -> tuple[list[Expr], list[Write]]:
    """What must hold for bundles to pass, and what changes then. Neither a gain nor a loss: nothing comes in or goes out, so no rule
    about these is asked."""
    span = given.span
    bundles = [_named(context, word, bundle) for word, bundle in (("given", given), ("back", back)) if bundle is not None]
    resources = resources_of(context, given) | (set() if back is None else resources_of(context, back))
    tests: list[Expr] = []
    writes: list[Write] = []
    for resource in sorted(resources):
        net = context.asm.fresh("net", span)
        amounts = [_amount(bundle, resource) for bundle in bundles]
        context.asm.statement(Assign(net, amounts[0] if len(amounts) == 1 else Op(NUMBER, span, "sub", tuple(amounts))))
        kept = context.instance.kept_of_resource[resource]
        tests += _can_go(context, kept, net, list(zip((giver, taker), amounts, strict=False)), (giver, taker))
        writes += [Write(None, span, kept, (giver,), "lower", net), Write(None, span, kept, (taker,), "raise", net)]
    return tests, writes


def _write(context: Context, writes: list[Write]) -> None:
    for write in writes:
        context.asm.statement(write)


def _can_go(context: Context, kept: str, net: Local, owed: list[tuple[Local, Expr]], sides: tuple[Local, Local]) -> Iterator[Expr]:
    """Each has what it gives, and each can hold what it has then."""
    span, layout = net.span, context.instance.kept[kept]
    for seat, amount in owed:
        yield Op(TRUTH, span, "ge", (amount, number(0, span)))
        yield Op(TRUTH, span, "ge", (Read(NUMBER, span, kept, (seat,)), amount))
    for seat, sign in zip(sides, ("sub", "add"), strict=True):
        then = Op(NUMBER, span, sign, (Read(NUMBER, span, kept, (seat,)), net))
        if layout.high is not None:
            yield Op(TRUTH, span, "le", (then, number(layout.high, span)))
        if layout.low is not None and layout.low > 0:
            yield Op(TRUTH, span, "ge", (then, number(layout.low, span)))


def _amount(bundle: Expr, resource: int) -> Expr:
    return Op(NUMBER, bundle.span, "b-get", (bundle, Const(Symbol("resource"), bundle.span, resource)))


# ---------------------------------------------------------------- things


def _things(context: Context, effect: Give, scope: LoweringScope) -> None:
    """What comes back is named before anything has gone, since it may be all that lies there."""
    span = effect.span
    giver, taker = _named(context, "giver", effect.giver), _named(context, "taker", effect.taker)
    moves, writes = [Move(None, span, effect.given, taker)], list[Write]()
    tests = [_lie_in(effect.given, giver)]
    if effect.back is not None and not isinstance(effect.back.type, Bundle):
        back = _named(context, "back", effect.back)
        moves.append(Move(None, span, back, giver))
        tests.append(_lie_in(back, taker))
    elif _has_limits(context, taker):
        it = context.asm.fresh("it", span, _kind(effect.given))
        count = Fold(NUMBER, span, "count", it, _as_set(effect.given), None, None)
        tests.append(Op(TRUTH, span, "le", (count, Op(NUMBER, span, "free", (taker,)))))
    if effect.back is not None and isinstance(effect.back.type, Bundle):
        payable, writes = _flow(context, _holder(context, taker), _holder(context, giver), effect.back, None)
        tests += payable
    context.asm.branch(reduce(conjunction, tests), lambda: sequence(context, (*writes, *moves), scope))


def _holder(context: Context, place: Local) -> Local:
    """Whose place it is."""
    of = place.type
    assert isinstance(of, Place)
    position = context.game.zones[of.zone].parameters.index(SEAT)
    return _named(context, "holder", Op(SEAT, place.span, "holder", (place,), position))


def _lie_in(things: Expr, place: Local) -> Expr:
    """One thing that is nothing lies nowhere; an empty set does everywhere."""
    lying = Op(Set(_kind(things)), place.span, "things" if isinstance(place.type, Place) else "cell-things", (place,))
    return Op(TRUTH, things.span, "subset" if isinstance(bare(things.type), Set) else "in", (things, lying))


def _as_set(things: Expr) -> Expr:
    if isinstance(bare(things.type), Set):
        return things
    return Op(Set(_kind(things)), things.span, "singleton-or-empty", (things,))


def _kind(things: Expr) -> Thing:
    inner = bare(things.type)
    inner = inner.inner if isinstance(inner, Set) else inner
    return inner if isinstance(inner, Thing) else Thing("")


def _has_limits(context: Context, place: Local) -> bool:
    of = place.type
    zone = context.game.zones[of.zone] if isinstance(of, Place | Cell) else None
    return zone is not None and (zone.one or zone.room is not None)


def _named(context: Context, word: str, value: Expr) -> Local:
    local = context.asm.fresh(word, value.span, value.type)
    context.asm.statement(Assign(local, value))
    return local
