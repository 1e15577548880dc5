"""Piles and bags that are filled again when something is to be drawn and nothing is left."""

from __future__ import annotations

from custumal.dsl.base.types import TRUTH, Set, Thing
from custumal.dsl.model import Draw, Expr, Fold, Local, Move, Op, Shuffle
from custumal.dsl.model.refilled import refilled_by
from custumal.interpreter.lowering.assembly.context import Context, LoweringScope
from custumal.interpreter.lowering.assembly.expressions import both
from custumal.interpreter.lowering.sequence import sequence
from custumal.interpreter.program import Assign


def refill(context: Context, effect: Draw, origin: Local, scope: LoweringScope, wanted: Expr | None = None) -> None:
    """Emit what comes before one thing is drawn from `origin`, if it is `wanted` (None: it is)."""
    zone, span = refilled_by(context.game, effect), effect.span
    if zone is None or zone.refill is None:
        return
    kind = Thing(zone.holds or "")
    it = context.asm.fresh("it", span, kind)
    nothing_left = Fold(TRUTH, span, "no", it, Op(Set(kind), span, "things", (origin,)), None, None)
    filling = (Move(None, span, zone.refill, origin), *((Shuffle(None, span, origin),) if zone.shape.form == "pile" else ()))

    def fill() -> None:
        for position, local in enumerate(zone.locals):
            context.asm.statement(Assign(local, Op(local.type, span, "holder", (origin,), position)))
        sequence(context, filling, scope)

    context.asm.branch(both(wanted, nothing_left), fill)
