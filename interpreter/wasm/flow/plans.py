"""Plans: how a choice is put together, entry by entry, with each restriction as early as its names are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.program import Bind, Choosing, Part, Pick
from custumal.interpreter.reference.listing import set_aside
from custumal.interpreter.wasm.expressions.arena import Making, most
from custumal.interpreter.wasm.expressions.core import bind, each, each_at, value
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.flow.likeness import likeness_of
from custumal.interpreter.wasm.flow.posing import each_fitting, fitting
from custumal.interpreter.wasm.flow.restrictions import each_use, holds
from custumal.interpreter.wasm.flow.subsets import each_subset
from custumal.interpreter.wasm.memory.shapes import NONE, NUMBER
from custumal.interpreter.wasm.text.nodes import Node, i64, number_of, when

Then = Callable[[Writer, "list[Bound]"], "list[Node]"]
"""What is done with each way: the writer that knows its names, and the values of its entries."""


@dataclass(frozen=True, slots=True)
class Walk:
    """What is done with each way, who acts, and what is set aside."""

    then: Then
    seat: Bound
    ignoring: frozenset[str] = frozenset()


def ways(w: Writer, choosing: Choosing, walk: Walk) -> list[Node]:
    """Everything that can be chosen, in order."""
    use, carrier = choosing.offered_by, choosing.carrier

    def begin(here: Writer) -> list[Node]:
        return _walk(here, choosing.plan, walk, [] if carrier is None else [here.env[carrier.this.id]])

    walked = begin(w) if use is None else each_use(w, use, walk.seat, begin, ask=not use.rule.names)
    return walked if choosing.when is None else [when(value(w, choosing.when), walked)]


def _walk(w: Writer, plan: Sequence[Part], walk: Walk, chosen: list[Bound]) -> list[Node]:
    if not plan:
        return walk.then(w, chosen)
    part, rest = plan[0], plan[1:]
    match part:
        case Pick():
            fits = fitting(w.unit, part, rest)
            if fits is not None:
                return each_fitting(w, part, fits, lambda one: _walk(w.binding({part.local.id: one}), fits.left, walk, [*chosen, one]))
            return candidates(w, part, lambda one: _walk(w.binding({part.local.id: one}), rest, walk, [*chosen, one]))
        case Bind(local=local, value=expr):
            done, bound = bind(w, expr, local.name)
            return [*done, *_walk(w.binding({local.id: bound}), rest, walk, chosen)]
    if set_aside(part, walk.ignoring):
        return _walk(w, rest, walk, chosen)
    test = holds(w, part, walk.seat)
    if number_of(test) is not None:
        return _walk(w, rest, walk, chosen) if number_of(test) else []
    return [when(test, _walk(w, rest, walk, chosen))]


def candidates(w: Writer, pick: Pick, body: Callable[[Bound], list[Node]]) -> list[Node]:
    """What an entry can be: of interchangeable candidates the first, nothing last."""
    if pick.form not in ("one", "maybe"):
        return each_subset(w, pick, body)
    if pick.form == "one":
        return _each_member(w, pick, body)
    # What follows stands there once, for nothing as well.
    making = Making(w, most(w, pick.among) + 1, NUMBER)
    found = [*making.begin(), *_each_member(w, pick, making.add), *making.add(Bound(i64(NONE), NUMBER)), *making.end()]
    return [*found, *each_at(w, making.pointer, NUMBER, body)]


def _each_member(w: Writer, pick: Pick, body: Callable[[Bound], list[Node]]) -> list[Node]:
    if pick.kind is None and pick.zone is None:
        return each(w, pick.among, body)
    like = likeness_of(w.unit, pick.kind, pick.zone)
    return like.firsts(w, pick.watch, lambda turn: each(w, pick.among, turn), body)
