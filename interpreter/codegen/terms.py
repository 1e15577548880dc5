"""Terms of a choice in code: what rules forbid, what a limit leaves, what the seat can pay."""

from __future__ import annotations

from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.bindings import each_binding, excused, waived
from custumal.interpreter.codegen.core import lower_atom, may_be_none, when
from custumal.interpreter.codegen.paying import cost_of, covered, do_not_compete, helpful, own_come_first, payable, purses_of
from custumal.interpreter.codegen.restrictions import met
from custumal.interpreter.codegen.statements import counter_place
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.program import Affordable, Allowed, Forbid
from custumal.interpreter.setup.layout import COUNTERS


def permitted(w: Writer, part: Forbid) -> n.Node:
    """Whether a rule that restricts forbids nothing, wherever it is in force."""
    require = part.use.rule.that
    if require is None:
        return n.const(True)
    flag = w.fresh()
    w.emit(n.assign(flag, n.const(True)))
    held = met(require.that, require.unless)

    def forbidden() -> None:
        w.emit(n.assign(flag, n.const(False)))

    each_binding(w, part.use, w.seat, lambda: when(w, held, lambda: None, forbidden))
    if part.waived:
        waived(w, part.waived, w.seat, flag)
    return n.name(flag)


def below(w: Writer, part: Allowed) -> n.Node:
    """Whether a limit is not used up."""
    limit = part.limit
    most = n.const(1) if limit.count is None else lower_atom(w, limit.count)
    return n.compare(n.index(w.column(COUNTERS), counter_place(w, part.counter, (part.seat, *limit.each))), "<", most)


def affordable(w: Writer, part: Affordable) -> n.Node:
    """Whether the seat can pay, or need not."""
    cost, seat = cost_of(w, part.cost), lower_atom(w, part.seat)
    node = payable(w, cost, seat, may_be_none(part.seat))
    uses = helpful(cost, part.sources)
    if uses:
        flag = w.fresh()
        usual = own_come_first(uses)
        w.emit(n.assign(flag, node if usual else n.const(False)))
        with w.inside([]) as block:
            if do_not_compete(cost, uses) and not may_be_none(part.seat):
                w.emit(n.assign(flag, covered(w, cost, uses, seat)))
            else:
                purses = purses_of(w, uses, seat)
                enough = n.call("purses_pay", w.state, seat, cost.as_bundle(w), purses)
                w.emit(n.if_(purses, [n.assign(flag, enough)]) if usual else n.assign(flag, enough))
        w.emit(n.if_(n.negate(n.name(flag)), block))
        node = n.name(flag)
    return excused(w, part.waived, w.seat, node)
