"""Listing of choices: the plan of each choosing as nested loops, in the order of the reference."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from itertools import product

from custumal.dsl.model import Can, Expr
from custumal.dsl.types import Set, Thing, bare
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.bindings import each_binding, excused, waived
from custumal.interpreter.codegen.core import branch, form, known_before, lower, lower_atom, may_be_none, when
from custumal.interpreter.codegen.likeness import each_unlike
from custumal.interpreter.codegen.loops import each, over
from custumal.interpreter.codegen.numbers import is_member
from custumal.interpreter.codegen.ordering import hastened
from custumal.interpreter.codegen.paying import cost_of, covered, do_not_compete, helpful, own_come_first, payable, purses_of
from custumal.interpreter.codegen.posing import each_pose
from custumal.interpreter.codegen.remembering import is_fixed, is_repeated, remembered
from custumal.interpreter.codegen.spots import each_spot
from custumal.interpreter.codegen.statements import counter_place, preload
from custumal.interpreter.codegen.static import LARGEST_TABLE
from custumal.interpreter.codegen.tidy import gathered
from custumal.interpreter.codegen.tiles import prepare
from custumal.interpreter.codegen.trying import SEAT, Leaf, ensured, met, tested
from custumal.interpreter.codegen.unit import Unit
from custumal.interpreter.codegen.writer import STATE, Writer
from custumal.interpreter.flow import HALT, PASS, Affordable, Allowed, Choosing, Forbid, Name, Part, Pick, Point, Split, Test
from custumal.interpreter.layout import COUNTERS
from custumal.interpreter.listing import set_aside
from custumal.interpreter.lowering.walk import locals_in, nodes
from custumal.interpreter.values import Value

NUMBER = "k"
FOUND = "found"
FEW = 12
"""Up to so many known candidates are written out."""


def write_point(unit: Unit, point: Point) -> str:
    """The function that lists the choices of a point for a seat, as the reference does."""
    identifier = f"legal{point.number}"
    w = Writer(unit)
    w.emit(n.give(list_point(w, point, n.name(SEAT))))
    unit.functions.append(w.function(identifier, (STATE, SEAT)))
    return identifier


def list_point(w: Writer, point: Point, seat: n.Node) -> n.Node:
    """Write the listing of a point here; the list that it ends in."""
    found = w.fresh("found")
    outer, w.block = w.block, []
    with w.inside(w.block):
        _Listing(w, point, seat, found).write()
    block = gathered(w.unit.pool, w.block, found)
    w.block = outer
    w.block.extend(block)
    return n.name(found)


class _Listing:
    """The listing of one point in one place."""

    def __init__(self, w: Writer, point: Point, seat: n.Node, found: str) -> None:
        self.w = w
        self.point = point
        self.seat = seat
        self.found = found
        self.free = any(choosing.free for choosing in point.choosings)
        self.bound = w.fresh("bound") if self.free and point.passing == "unless" else None

    def write(self) -> None:
        w, point = self.w, self.point
        w.emit(n.assign(self.found, n.empty_list()))
        if self.bound is not None:
            w.emit(n.assign(self.bound, n.const(False)))
        for number, choosing in enumerate(point.choosings):
            self._numbered(number, choosing)
        if point.refused is not None:
            w.emit(n.assign(self.found, n.call("but", n.name(self.found), w.local(point.refused))))
        self._passing()

    def _passing(self) -> None:
        """PASS, if there is something else and the point allows it."""
        if self.point.passing == "never" or (self.point.passing == "unless" and self.bound is None):
            return
        test: n.Node = n.name(self.found)
        if self.bound is not None:
            test = n.both(test, n.negate(n.name(self.bound)))
        self.w.emit(n.if_(test, [n.run(n.method(n.name(self.found), "append", n.const(PASS)))]))

    def _numbered(self, number: int, choosing: Choosing) -> None:
        w = self.w
        with w.inside([]) as block:
            before = w.named(n.call("len", n.name(self.found)), "n") if self._is_counted(choosing) else None
            if is_native(choosing) and w.unit.is_small:
                _native(w, n.const(number), choosing, self.seat, self.found)
            elif is_native(choosing):
                w.emit(n.run(n.call(_shared(w.unit, choosing), w.state, self.seat, n.const(number), n.name(self.found))))
            else:
                more = n.call("listed", w.unit.pool.model(self.point), n.const(number), w.state, self.seat)
                w.emit(n.run(n.method(n.name(self.found), "extend", more)))
            if before is not None:
                self._noted(choosing, n.compare(n.call("len", n.name(self.found)), ">", before))
        if choosing.free and self.point.deeds:
            test = n.negate(n.call("inside", n.const(self.point.deeds), w.state))
            w.emit(n.if_(test, block))
        else:
            w.block.extend(block)

    def _is_counted(self, choosing: Choosing) -> bool:
        return (self.bound is not None and not choosing.free) or self._asked_again(choosing)

    def _noted(self, choosing: Choosing, some: n.Node) -> None:
        """Whether this choosing has a choice: for PASS, and for whoever asks whether the action can be done."""
        w = self.w
        if self._asked_again(choosing):
            w.possible[choosing.deed.rsplit(".", 1)[-1]] = w.named(some, "n")
        if self.bound is not None and not choosing.free:
            w.emit(n.assign(self.bound, n.either(n.name(self.bound), some)))

    def _asked_again(self, choosing: Choosing) -> bool:
        """Whether a later restriction asks `can` of this very action, at its own terms and for the same seat."""
        if not self.w.unit.is_small:
            return False
        base = self.w.unit.program.actions.get(choosing.deed.rsplit(".", 1)[-1])
        own = base is not None and choosing.deed.startswith("actions.") and base.plan == choosing.plan and base.actor == choosing.actor
        plain = not choosing.free and choosing.when is None and choosing.offered_by is None
        later = self.point.choosings[self.point.choosings.index(choosing) + 1 :]
        asked = any(isinstance(node, Can) and f"actions.{node.action.rsplit('.', 1)[-1]}" == choosing.deed for node in nodes(later))
        return own and plain and asked and is_native(choosing)


def is_native(choosing: Choosing) -> bool:
    """Whether generated loops can list it: what has to be tried out needs a routine for that."""
    return not choosing.ensure or choosing.trial_end == HALT


def _shared(unit: Unit, choosing: Choosing) -> str:
    """The function that adds the choices of a choosing to a list, the same wherever it is offered at the same terms."""
    for other, identifier in unit.listings.get(choosing.name, ()):
        if _lists_the_same(choosing, other):
            return identifier
    identifier = unit.fresh("each")
    unit.listings.setdefault(choosing.name, []).append((choosing, identifier))
    w = Writer(unit)
    w.remembers = True
    _native(w, n.name(NUMBER), choosing, n.name(SEAT), FOUND)
    w.block = gathered(unit.pool, w.block, FOUND)
    unit.functions.append(w.function(identifier, (STATE, SEAT, NUMBER, FOUND)))
    return identifier


def _lists_the_same(one: Choosing, other: Choosing) -> bool:
    parts = ("actor", "plan", "offered_by", "when", "ensure", "trial")
    return all(getattr(one, part) == getattr(other, part) for part in parts)


def _native(w: Writer, number: n.Node, choosing: Choosing, seat: n.Node, found: str) -> None:
    _begin(w, choosing, seat)
    plan, leaf = hastened(choosing.plan), ensured(w, choosing, partial(_append, found, w, number, choosing))
    offered(w, choosing, seat, lambda raw: walk(w, plan, raw, leaf))


def _bound(choosing: Choosing) -> frozenset[str]:
    """What a choosing binds itself."""
    locals_ = [part.local for part in choosing.plan if isinstance(part, Pick | Name)]
    return frozenset(local.id for local in (*locals_, choosing.actor) if local is not None)


def _append(target: str, w: Writer, number: n.Node, choosing: Choosing, raw: tuple[n.Node, ...]) -> None:
    made = _ready_made(w, number, choosing, raw)
    w.emit(n.run(n.method(n.name(target), "append", n.row(number, *raw) if made is None else made)))


def _ready_made(w: Writer, number: n.Node, choosing: Choosing, raw: tuple[n.Node, ...]) -> n.Node | None:
    """A raw choice out of a table, so that none need be made during play."""
    first = [] if choosing.carrier is None else [w.unit.static.domain(Thing(choosing.carrier.kind))]
    domains = first + [w.unit.static.domain(pick.local.type) if pick.form == "one" else None for pick in choosing.picks]
    size = 1
    for domain in domains:
        size *= LARGEST_TABLE + 1 if domain is None else domain.size
    if len(raw) != len(domains) or not raw or not 0 < size <= LARGEST_TABLE or any(map(n.known, raw)) or not n.known(number):
        return None
    known = [domain for domain in domains if domain is not None]
    rows: list[Value] = [(getattr(number, "value", 0), *values) for values in product(*(domain.values() for domain in known))]
    for domain in reversed(known):
        rows = [(None,) * domain.offset + tuple(rows[start : start + domain.size]) for start in range(0, len(rows), domain.size)]
    node: n.Node = w.unit.pool.table(rows[0])
    for value in raw:
        node = n.index(node, value)
    return node


def _begin(w: Writer, choosing: Choosing, seat: n.Node) -> None:
    """Bind what is known before anything has been picked."""
    _bind_actor(w, choosing, seat)
    preload(w, choosing, _bound(choosing))
    known = (seat, *w.env.values(), *w.given.values())
    w.fixed = {node.id for node in known if isinstance(node, ast.Name)}


def _bind_actor(w: Writer, choosing: Choosing, seat: n.Node) -> None:
    w.seat = seat
    if choosing.actor is not None:
        w.env[choosing.actor.id] = seat
    use = choosing.offered_by
    if use is not None and use.rule.actor is not None:
        w.env[use.rule.actor.id] = seat


def offered(w: Writer, choosing: Choosing, seat: n.Node, then: Callable[[tuple[n.Node, ...]], None]) -> None:
    """Only while its `when` holds, once for every binding of the rule that offers it; the raw choice begins with its thing."""
    use = choosing.offered_by

    def begin() -> None:
        if use is None:
            then(())
            return
        carrier = use.rule.carrier
        each_binding(w, use, seat, lambda: then(() if carrier is None else (w.env[carrier.this.id],)), ask=not use.rule.names)

    when(w, choosing.when, begin)


# ---------------------------------------------------------------- plans


def walk(w: Writer, plan: tuple[Part, ...], raw: tuple[n.Node, ...], leaf: Leaf) -> None:
    """The rest of a plan, with what has been picked so far."""
    if not plan:
        leaf(raw)
        return
    part, rest = plan[0], plan[1:]
    go_on = partial(walk, w, rest, raw, leaf)
    if set_aside(part, w.ignoring):
        go_on()
        return
    match part:
        case Pick():
            _pick(w, part, rest, raw, leaf)
        case Name(local=local, value=value):
            w.env[local.id] = lower_atom(w, value)
            go_on()
        case Test():
            tested(w, part, go_on)
        case Forbid():
            branch(w, _permitted(w, part), go_on)
        case Allowed():
            branch(w, excused(w, part.waived, w.seat, below(w, part)), go_on)
        case Affordable():
            branch(w, affordable(w, part), go_on)
        case Split():
            _split(w, part, rest, raw, leaf)


def _permitted(w: Writer, part: Forbid) -> n.Node:
    """Whether a rule that restricts forbids nothing, wherever it is in force."""
    require = part.use.rule.that
    if require is None:
        return n.const(True)
    flag = w.fresh()
    w.emit(n.assign(flag, n.const(True)))
    held = met(require.that, require.unless)
    no = lambda: w.emit(n.assign(flag, n.const(False)))  # noqa: E731 # one line
    each_binding(w, part.use, w.seat, lambda: when(w, held, lambda: None, no))
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
    uses = helpful(cost, part.purses)
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


def _split(w: Writer, part: Split, rest: tuple[Part, ...], raw: tuple[n.Node, ...], leaf: Leaf) -> None:
    """Every way in which purses can share a cost."""
    cost, seat = cost_of(w, part.cost).as_bundle(w), lower_atom(w, part.seat)
    ways = n.call("all_ways", n.call("stock", w.state, seat), cost, purses_of(w, part.purses, seat))
    way = w.fresh("x")
    with w.inside([]) as body:
        w.env[part.local.id] = n.name(way)
        walk(w, rest, (*raw, n.name(way)), leaf)
    w.emit(n.for_(way, ways, body))


# ---------------------------------------------------------------- picks


def _pick(w: Writer, pick: Pick, rest: tuple[Part, ...], raw: tuple[n.Node, ...], leaf: Leaf) -> None:
    def chosen(value: n.Node) -> None:
        w.env[pick.local.id] = value
        prepare(w, pick.among, value)
        outer = w.candidates
        if given is None and isinstance(value, ast.Name):
            w.candidates = (*outer, value.id)
        walk(w, rest, (*raw, value), leaf)
        w.candidates = outer

    given = w.given.get(pick.local.id)
    if given is not None:
        branch(w, n.const(True) if pick.source.id in w.ignoring else _can_be(w, pick, given), lambda: chosen(given))
        return
    one = lambda: chosen(w.local(pick.local))  # noqa: E731 # the candidate stands for the local
    if pick.form == "one" and pick.kind is None and pick.zone is None:
        if any(loop(w, pick, rest, lambda value, left: _posed(w, pick, value, left, raw, leaf)) for loop in (each_pose, each_spot)):
            return
        if isinstance(bare(pick.among.type), Set):
            few = _few(w, pick, rest)
            for member in few or ():
                with w.inside([]) as block:
                    chosen(n.const(member))
                w.block.extend(block)
            if few is None and _is_same_again(w, pick):
                over(w, remembered(w, f"candidates {id(pick)}", _about(w, pick), lambda: lower(w, pick.among)), (pick.local,), one)
            elif few is None:
                each(w, pick.among, pick.local, None, one)
            return
        value = lower_atom(w, pick.among)
        branch(w, n.is_some(value) if may_be_none(pick.among) else n.const(True), lambda: chosen(value))
        return
    if _is_same_again(w, pick):
        over(w, remembered(w, f"candidates {id(pick)}", _about(w, pick), partial(_candidates, w, pick)), (pick.local,), one)
    elif pick.form != "one" or not each_unlike(w, pick, one):
        over(w, _picked(w, pick), (pick.local,), one)


def _about(w: Writer, pick: Pick) -> list[n.Node]:
    """What the candidates depend on beside the state."""
    return [w.env[local] for local in sorted(locals_in((pick.among, pick.amount, pick.watch))) if local in w.env]


def _is_same_again(w: Writer, pick: Pick) -> bool:
    """Whether the candidates are looked for again and again, and are the same whatever has been picked before."""
    return is_repeated(w) and known_before(w, pick.among) is None and all(is_fixed(w, node) for node in _about(w, pick))


def _candidates(w: Writer, pick: Pick) -> n.Node:
    """A list of the candidates."""
    if pick.form == "one":
        found = w.fresh("l")
        w.emit(n.assign(found, n.empty_list()))
        if each_unlike(w, pick, lambda: w.emit(n.run(n.method(n.name(found), "append", w.local(pick.local))))):
            return n.name(found)
    return n.call("list", _picked(w, pick))


def _picked(w: Writer, pick: Pick) -> n.Node:
    watched = n.row(*(w.local(local) for local in pick.watch))
    if pick.form == "one" and pick.zone is not None:
        return n.call("first_cells", _members(w, pick.among), n.const(pick.zone), w.state, watched)
    if pick.form == "one" and pick.kind is not None:
        return n.call("firsts", _members(w, pick.among), w.state, watched)
    return n.call("picked", w.unit.pool.model(pick), _members(w, pick.among), _amount(w, pick), w.state, watched)


def _members(w: Writer, among: Expr) -> n.Node:
    """The members of a set; a single value stands for itself, nothing for no candidate."""
    if isinstance(bare(among.type), Set):
        return lower(w, among)
    value = lower_atom(w, among)
    return n.choose(n.is_none(value), n.const(()), n.row(value)) if may_be_none(among) else n.row(value)


def _amount(w: Writer, pick: Pick) -> n.Node:
    return n.NONE if pick.amount is None else lower(w, pick.amount)


def _can_be(w: Writer, pick: Pick, value: n.Node) -> n.Node:
    """Whether an entry can be this value, be it the first of its like or not."""
    if pick.form == "one" and isinstance(bare(pick.among.type), Set):
        return is_member(w, value, pick.among)
    return n.call("can_be", w.unit.pool.model(pick), value, _members(w, pick.among), _amount(w, pick))


def _few(w: Writer, pick: Pick, rest: tuple[Part, ...]) -> tuple[Value, ...] | None:
    """The candidates of a last pick, if they are known and so few that each can have lines of its own."""
    known = known_before(w, pick.among)
    if known is None or not w.unit.pool.is_constant(known) or any(isinstance(part, Pick | Split) for part in rest):
        return None
    members: tuple[Value, ...] = w.unit.pool.constant_of(known)
    plain = not any(isinstance(member, tuple) for member in members)
    return members if plain and len(members) <= FEW else None


def _posed(w: Writer, pick: Pick, value: n.Node, rest: tuple[Part, ...], raw: tuple[n.Node, ...], leaf: Leaf) -> None:
    w.env[pick.local.id] = value
    outer = w.candidates
    if isinstance(value, ast.Name):
        w.candidates = (*(name for name in outer if name != value.id), value.id)
    walk(w, rest, (*raw, value), leaf)
    w.candidates = outer


# ---------------------------------------------------------------- can


def write_can(unit: Unit, choosing: Choosing, given: int = 0, ignoring: frozenset[str] = frozenset()) -> str | None:
    """The function that tells whether a seat has any choice of an action; None if the reference must be asked.

    Args:
        unit: the module.
        choosing: the action at its own terms.
        given: how many of its first entries are given, as further arguments.
        ignoring: what is set aside.
    """
    if not is_native(choosing) or given > len(choosing.picks):
        return None
    identifier = unit.fresh("can")
    unit.cans[choosing.name, given, ignoring] = identifier
    w = Writer(unit)
    w.ignoring = ignoring
    words = tuple(f"a{position}" for position in range(given))
    w.remembers = True
    w.given = {pick.local.id: n.name(word) for pick, word in zip(choosing.picks, words, strict=False)}
    _begin(w, choosing, n.name(SEAT))
    plan, leaf = hastened(choosing.plan), ensured(w, choosing, lambda _: w.emit(n.give(n.const(True))))
    offered(w, choosing, n.name(SEAT), lambda raw: walk(w, plan, raw, leaf))
    w.emit(n.give(n.const(False)))
    unit.functions.append(w.function(identifier, (STATE, SEAT, *words)))
    return identifier


@form(Can)
def _can(w: Writer, expr: Can) -> n.Node:
    seat = lower(w, expr.seat)
    found = w.possible.get(expr.action.rsplit(".", 1)[-1])
    if found is not None and not expr.arguments and not expr.ignoring and ast.dump(seat) == ast.dump(w.seat):
        return found
    arguments = [lower(w, argument) for argument in expr.arguments or ()]
    choosing = w.unit.program.actions[expr.action.rsplit(".", 1)[-1]]
    key = (choosing.name, len(arguments), frozenset(expr.ignoring))
    identifier = w.unit.cans.get(key) or write_can(w.unit, choosing, *key[1:])
    if identifier is not None and not may_be_none(expr.seat):
        return n.call(identifier, w.state, seat, *arguments)
    return n.call("can", w.unit.pool.model(expr), seat, n.NONE if expr.arguments is None else n.row(*arguments), w.state)
