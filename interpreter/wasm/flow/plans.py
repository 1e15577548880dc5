"""Plans: how a choice is put together, entry by entry, with each restriction as early as its names are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.program import Bind, Choosing, Part, Pick, Split
from custumal.interpreter.reference.listing import set_aside
from custumal.interpreter.wasm.entries.interchangeable import interchangeable_of
from custumal.interpreter.wasm.entries.subsets import each_subset
from custumal.interpreter.wasm.expressions.arena import Making, most
from custumal.interpreter.wasm.expressions.core import bind, each, each_at, is_some, member_shape, stored, value
from custumal.interpreter.wasm.expressions.sets import each_gathered
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.flow.payment import each_split
from custumal.interpreter.wasm.flow.posing import each_fitting, fitting
from custumal.interpreter.wasm.flow.restrictions import each_use, holds
from custumal.interpreter.wasm.flow.trials import ensured
from custumal.interpreter.wasm.memory.shapes import NONE, NUMBER
from custumal.interpreter.wasm.text.branchless import where
from custumal.interpreter.wasm.text.nodes import Node, block, branch, call, choose, get, i32, i64, load, no, number_of, op, put, when

WEIGHT = "@weight"
"""The name for how many ways that nobody could tell apart one way stands for."""
Then = Callable[[Writer, "list[Bound]"], "list[Node]"]
"""What is done with each way: the writer that knows its names, and the values of its entries."""


@dataclass(frozen=True, slots=True)
class Walk:
    """What is done with each way, who acts, what is set aside, what the first entries are, and whether it is counted for how
    many candidates a way stands (under the name `WEIGHT`)."""

    then: Then
    seat: Bound
    ignoring: frozenset[str] = frozenset()
    given: tuple[Bound, ...] = ()
    weighted: bool = False
    choosing: Choosing | None = None


def ways(w: Writer, choosing: Choosing, walk: Walk) -> list[Node]:
    """Everything that can be chosen, in order."""
    use, carrier = choosing.offered_by, choosing.carrier
    walk = replace(walk, choosing=choosing)

    def begin(here: Writer) -> list[Node]:
        return _walk(here, choosing.plan, walk, [] if carrier is None else [here.env[carrier.this.id]])

    walked = begin(w) if use is None else each_use(w, use, walk.seat, begin, ask=not use.rule.names)
    return walked if choosing.when is None else [when(value(w, choosing.when), walked)]


def _walk(w: Writer, plan: Sequence[Part], walk: Walk, chosen: list[Bound]) -> list[Node]:
    if not plan:
        return _ensured(w, walk, chosen)
    part, rest = plan[0], plan[1:]
    match part:
        case Pick() if walk.given:
            first, others = walk.given[0], replace(walk, given=walk.given[1:])
            then = _walk(w.binding({part.local.id: first}), rest, others, [*chosen, first])
            return then if part.source.id in walk.ignoring else [when(_is_candidate(w, part, first), then)]
        case Pick() if walk.weighted and part.form == "one" and (part.kind is not None or part.zone is not None):
            return _weighed(w, part, lambda here, one: _walk(here.binding({part.local.id: one}), rest, walk, [*chosen, one]))
        case Pick():
            fits = fitting(w.unit, part, rest)
            if fits is not None:
                return each_fitting(w, part, fits, lambda one: _walk(w.binding({part.local.id: one}), fits.left, walk, [*chosen, one]))
            return candidates(w, part, lambda one: _walk(w.binding({part.local.id: one}), rest, walk, [*chosen, one]))
        case Split():
            return each_split(w, part, lambda one: _walk(w.binding({part.local.id: one}), rest, walk, [*chosen, one]))
        case Bind(local=local, value=expr):
            done, bound = bind(w, expr, local.name)
            return [*done, *_walk(w.binding({local.id: bound}), rest, walk, chosen)]
    if set_aside(part, walk.ignoring):
        return _walk(w, rest, walk, chosen)
    test = holds(w, part, walk.seat)
    if number_of(test) is not None:
        return _walk(w, rest, walk, chosen) if number_of(test) else []
    return where(test, _walk(w, rest, walk, chosen))


def _ensured(w: Writer, walk: Walk, chosen: list[Bound]) -> list[Node]:
    """What is done with a way that holds when it is tried."""
    assert walk.choosing is not None
    tests = [test for test in walk.choosing.ensure if not set_aside(test, walk.ignoring)]
    done = walk.then(w, chosen)
    if not tests:
        return done
    return [when(ensured(w, walk.choosing, tests, walk.seat), done)]


def _weighed(w: Writer, pick: Pick, body: Callable[[Writer, Bound], list[Node]]) -> list[Node]:
    """The first of each class of candidates, with the size of the class."""
    like = interchangeable_of(w.unit, pick.kind, pick.zone)
    making, weight = Making(w, most(w, pick.among), NUMBER), w.fn.local("weight")
    done = [*making.begin(), *each(w, pick.among, making.add), *making.end()]

    def turn(one: Bound) -> list[Node]:
        def count(other: Bound) -> list[Node]:
            same = op("i64.eq", one.node, other.node)
            alike = op("i32.or", same, like.together(w, pick.watch, one, other))
            return [when(alike, [put(weight, op("i64.add", get(weight), i64(1)))])]

        before = w.env.get(WEIGHT)
        total = get(weight) if before is None else op("i64.mul", before.node, get(weight))
        product = w.fn.local("weights")
        here = w.binding({WEIGHT: Bound(get(product), NUMBER)})
        return [put(weight, i64(0)), *each_at(w, making.pointer, NUMBER, count), put(product, total), *body(here, one)]

    return [*done, *like.firsts(w, pick.watch, lambda inner: each_at(w, making.pointer, NUMBER, inner), turn)]


def _is_candidate(w: Writer, pick: Pick, one: Bound) -> Node:
    """Whether an entry can be this value, be it the first of its class or not."""
    if pick.form not in ("one", "maybe"):
        return _is_set_of(w, pick, one)
    label = w.fn.label("candidate")

    def equal(member: Bound) -> Node:
        if one.shape.kind == "tuple":
            return call("$same", member.node, one.node)
        return op("i64.eq" if one.shape.kind == "number" else "i32.eq", member.node, one.node)

    walked = each(w, pick.among, lambda member: [when(equal(member), [branch(label, i32(1))])])
    found = block(label, [*walked, i32(0)], "i32")
    if pick.form == "one":
        return found
    return choose(is_some(one.node, one.shape), found, i32(1), "i32")


def _is_set_of(w: Writer, pick: Pick, one: Bound) -> Node:
    """Whether a set has as many members as an entry may have, and only such."""
    making = Making(w, most(w, pick.among), member_shape(w, pick.among))
    done = [*making.begin(), *each(w, pick.among, making.add), *making.end()]
    label, size, least, highest = w.fn.label("set"), load(0, one.node), i64(0), load(0, making.pointer)
    if pick.amount is not None:
        before, amount = bind(w, pick.amount, "amount")
        done += before
        least = call("$max", amount.node, i64(0)) if pick.form == "exactly" else i64(0)
        highest = call("$min", amount.node, highest)
    tests = [
        when(no(one.node), [branch(label, i32(0))]),
        when(op("i32.or", op("i64.lt_s", size, least), op("i64.gt_s", size, highest)), [branch(label, i32(0))]),
        *each_at(w, one.node, making.shape, lambda member: [when(op("i32.eqz", _held(making, member)), [branch(label, i32(0))])]),
    ]
    return block(label, [*done, *tests, i32(1)], "i32")


def _held(making: Making, member: Bound) -> Node:
    return call("$contains", making.pointer, stored(member.node, member.shape))


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
        return each_gathered(w, pick.among, body)
    like = interchangeable_of(w.unit, pick.kind, pick.zone)
    return like.firsts(w, pick.watch, lambda turn: each(w, pick.among, turn), body)
