"""Listing of choices: the plan of each choosing as nested loops, in the order of the reference."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product

from custumal.dsl.model import Expr, Op
from custumal.dsl.types import Set, bare
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import branch, lower, lower_atom, may_be_none, when
from custumal.interpreter.codegen.likeness import each_unlike
from custumal.interpreter.codegen.loops import each
from custumal.interpreter.codegen.posing import each_pose
from custumal.interpreter.codegen.statements import counter_place, preload
from custumal.interpreter.codegen.static import LARGEST_TABLE
from custumal.interpreter.codegen.tidy import gathered
from custumal.interpreter.codegen.unit import Unit
from custumal.interpreter.codegen.writer import STATE, Writer
from custumal.interpreter.flow import PASS, Affordable, Allowed, Choosing, Name, Part, Pick, Point, Split, Test, Use
from custumal.interpreter.layout import COUNTERS
from custumal.interpreter.values import Value

Leaf = Callable[[tuple[n.Node, ...]], None]
SEAT = "seat"
FOUND = "found"


def write_point(unit: Unit, point: Point) -> str:
    """The function that lists the choices of a point for a seat, as the reference does."""
    identifier = f"legal{point.number}"
    w = Writer(unit)
    w.emit(n.assign(FOUND, n.empty_list()))
    free = any(choosing.free for choosing in point.choosings)
    bound = w.fresh("bound")
    if free and point.passing == "unless":
        w.emit(n.assign(bound, n.const(False)))
    for number, choosing in enumerate(point.choosings):
        _numbered(w, point, number, choosing, bound if free and point.passing == "unless" and not choosing.free else None)
    if point.refused is not None:
        w.emit(n.assign(FOUND, n.call("but", n.name(FOUND), w.local(point.refused))))
    _passing(w, point, bound, free=free)
    w.emit(n.give(n.name(FOUND)))
    w.block = gathered(unit.pool, w.block, FOUND)
    unit.functions.append(w.function(identifier, (STATE, SEAT)))
    return identifier


def _passing(w: Writer, point: Point, bound: str, *, free: bool) -> None:
    """PASS, if there is something else and the point allows it."""
    if point.passing == "never" or (point.passing == "unless" and not free):
        return
    test: n.Node = n.name(FOUND)
    if point.passing == "unless":
        test = n.both(test, n.negate(n.name(bound)))
    w.emit(n.if_(test, [n.run(n.method(n.name(FOUND), "append", n.const(PASS)))]))


def _numbered(w: Writer, point: Point, number: int, choosing: Choosing, bound: str | None) -> None:
    with w.inside([]) as block:
        if is_native(choosing):
            _native(w, number, choosing)
        else:
            more = n.call("listed", w.unit.pool.model(point), n.const(number), w.state, n.name(SEAT))
            w.emit(n.run(n.method(n.name(FOUND), "extend", more)))
        if bound is not None:
            # What was there before was not bound, or `bound` is true already.
            w.emit(n.assign(bound, n.either(n.name(bound), n.compare(n.call("len", n.name(FOUND)), ">", n.name(f"{bound}n")))))
    if bound is not None:
        block.insert(0, n.assign(f"{bound}n", n.call("len", n.name(FOUND))))
    if choosing.free and point.deeds:
        test = n.negate(n.call("inside", n.const(point.deeds), w.state))
        w.emit(n.if_(test, block))
    else:
        w.block.extend(block)


def is_native(choosing: Choosing) -> bool:
    """Whether generated loops can list it; what needs trials or rules of things is left to the reference."""
    use = choosing.offered_by
    plain_offer = use is None or _is_plain(use)
    return plain_offer and not choosing.ensure and not any(isinstance(part, Split) for part in choosing.plan)


def _is_plain(use: Use) -> bool:
    rule = use.rule
    return rule.carrier is None and rule.concerns == "everyone" and not use.names


def _native(w: Writer, number: int, choosing: Choosing) -> None:
    _bind_actor(w, choosing)
    preload(w, choosing, _bound(choosing))
    best = choosing.best_only
    if best is None:
        leaf = partial(_append, FOUND, w, number, choosing)
        _offered(w, choosing, lambda: walk(w, choosing.plan, (), leaf))
        return
    mine, values = w.fresh("l"), w.fresh("l")
    w.emit(n.assign(mine, n.empty_list()))
    w.emit(n.assign(values, n.empty_list()))

    def rated(raw: tuple[n.Node, ...]) -> None:
        w.emit(n.run(n.method(n.name(values), "append", lower(w, best))))
        _append(mine, w, number, choosing, raw)

    _offered(w, choosing, lambda: walk(w, choosing.plan, (), rated))
    w.emit(n.run(n.method(n.name(FOUND), "extend", n.call("best_of", n.name(mine), n.name(values)))))


def _bound(choosing: Choosing) -> frozenset[str]:
    """What a choosing binds itself."""
    locals_ = [part.local for part in choosing.plan if isinstance(part, Pick | Name)]
    return frozenset(local.id for local in (*locals_, choosing.actor) if local is not None)


def _append(target: str, w: Writer, number: int, choosing: Choosing, raw: tuple[n.Node, ...]) -> None:
    made = _ready_made(w, number, choosing, raw)
    w.emit(n.run(n.method(n.name(target), "append", n.row(n.const(number), *raw) if made is None else made)))


def _ready_made(w: Writer, number: int, choosing: Choosing, raw: tuple[n.Node, ...]) -> n.Node | None:
    """A raw choice out of a table, so that none need be made during play."""
    domains = [w.unit.static.domain(pick.local.type) if pick.form == "one" else None for pick in choosing.picks]
    size = 1
    for domain in domains:
        size *= LARGEST_TABLE + 1 if domain is None else domain.size
    if not raw or size > LARGEST_TABLE:
        return None
    known = [domain for domain in domains if domain is not None]
    rows: list[Value] = [(number, *values) for values in product(*(domain.values() for domain in known))]
    for domain in reversed(known):
        rows = [(None,) * domain.offset + tuple(rows[start : start + domain.size]) for start in range(0, len(rows), domain.size)]
    node: n.Node = w.unit.pool.table(rows[0])
    for value in raw:
        node = n.index(node, value)
    return node


def _bind_actor(w: Writer, choosing: Choosing) -> None:
    if choosing.actor is not None:
        w.env[choosing.actor.id] = n.name(SEAT)
    use = choosing.offered_by
    if use is not None and use.rule.actor is not None:
        w.env[use.rule.actor.id] = n.name(SEAT)


def _offered(w: Writer, choosing: Choosing, then: Callable[[], None]) -> None:
    """Only while its `when` and the rule that offers it hold."""
    tests: list[Expr | None] = [choosing.when]
    use = choosing.offered_by
    if use is not None:
        tests += [use.rule.condition, use.rule.applies if not use.rule.names else None]
    for test in reversed([test for test in tests if test is not None]):
        then = partial(when, w, test, then)
    then()


# ---------------------------------------------------------------- plans


def walk(w: Writer, plan: tuple[Part, ...], raw: tuple[n.Node, ...], leaf: Leaf) -> None:
    """The rest of a plan, with what has been picked so far."""
    if not plan:
        leaf(raw)
        return
    part, rest = plan[0], plan[1:]
    go_on = partial(walk, w, rest, raw, leaf)
    match part:
        case Pick():
            _pick(w, part, rest, raw, leaf)
        case Name(local=local, value=value):
            w.env[local.id] = lower_atom(w, value)
            go_on()
        case Test(require=require) if not part.waived:
            when(w, _met(require.that, require.unless), go_on)
        case Allowed() if not part.waived:
            branch(w, _below(w, part), go_on)
        case Affordable() if not part.waived and not part.purses:
            _affordable(w, part, go_on)
        case _:
            branch(w, n.call("holds", w.unit.pool.model(part), w.state, names_here(w, plan), n.name(SEAT)), go_on)


def names_here(w: Writer, node: object) -> n.Node:
    """All names that a part reads and that are known here, for the reference."""
    from custumal.interpreter.lowering.walk import locals_in

    names = sorted(local for local in locals_in(node) if local in w.env)
    return n.ast.Dict([n.const(local) for local in names], [w.env[local] for local in names])


def _met(that: Expr, unless: Expr | None) -> Expr:
    return that if unless is None else Op(that.type, that.span, "or", (that, unless))


def _below(w: Writer, part: Allowed) -> n.Node:
    limit = part.limit
    most = n.const(1) if limit.count is None else lower_atom(w, limit.count)
    return n.compare(n.index(w.column(COUNTERS), counter_place(w, part.counter, (part.seat, *limit.each))), "<", most)


def _affordable(w: Writer, part: Affordable, then: Callable[[], None]) -> None:
    cost, seat = lower_atom(w, part.cost), lower_atom(w, part.seat)
    if n.known(cost) and isinstance(getattr(cost, "value", None), tuple) and not may_be_none(part.seat):
        from custumal.interpreter.codegen.holdings import amount_of

        due = [(resource, amount) for resource, amount in enumerate(getattr(cost, "value", ())) if amount > 0]
        tests = [n.compare(amount_of(w, resource, seat), ">=", n.const(amount)) for resource, amount in due]
        branch(w, n.both(*tests) if tests else n.const(True), then)
        return
    branch(w, n.call("payable", w.state, seat, cost), then)


# ---------------------------------------------------------------- picks


def _pick(w: Writer, pick: Pick, rest: tuple[Part, ...], raw: tuple[n.Node, ...], leaf: Leaf) -> None:
    def chosen(value: n.Node) -> None:
        w.env[pick.local.id] = value
        walk(w, rest, (*raw, value), leaf)

    one = lambda: chosen(w.local(pick.local))  # noqa: E731 # the candidate stands for the local
    if pick.form == "one" and pick.kind is None and pick.zone is None:
        if each_pose(w, pick, rest, lambda value, left: _posed(w, pick, value, left, raw, leaf)):
            return
        if isinstance(bare(pick.among.type), Set):
            each(w, pick.among, pick.local, None, one)
            return
        value = lower_atom(w, pick.among)
        branch(w, n.is_some(value) if may_be_none(pick.among) else n.const(True), lambda: chosen(value))
        return
    if pick.form == "one" and each_unlike(w, pick, one):
        return
    target = w.fresh("x")
    with w.inside([]) as body:
        chosen(n.name(target))
    w.emit(n.for_(target, n.call("candidates", w.unit.pool.model(pick), w.state, names_here(w, (pick.among, pick.amount, pick.watch))), body))


def _posed(w: Writer, pick: Pick, value: n.Node, rest: tuple[Part, ...], raw: tuple[n.Node, ...], leaf: Leaf) -> None:
    w.env[pick.local.id] = value
    walk(w, rest, (*raw, value), leaf)


# ---------------------------------------------------------------- can


def write_can(unit: Unit, choosing: Choosing) -> str | None:
    """The function that tells whether a seat has any choice of an action; None if the reference must be asked."""
    if not is_native(choosing):
        return None
    identifier = unit.fresh("can")
    w = Writer(unit)
    _bind_actor(w, choosing)
    preload(w, choosing, _bound(choosing))
    _offered(w, choosing, lambda: walk(w, choosing.plan, (), lambda _: w.emit(n.give(n.const(True)))))
    w.emit(n.give(n.const(False)))
    unit.functions.append(w.function(identifier, (STATE, SEAT)))
    return identifier
