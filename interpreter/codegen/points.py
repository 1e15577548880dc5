"""Listing of choices: what can be chosen at a point, in the order of the reference."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from itertools import product

from custumal.dsl.base.types import Thing
from custumal.dsl.model import Can
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.bindings import each_binding
from custumal.interpreter.codegen.comprehensions import gathered
from custumal.interpreter.codegen.core import when
from custumal.interpreter.codegen.modifying import as_modified
from custumal.interpreter.codegen.plans import walk
from custumal.interpreter.codegen.restrictions import SEAT, ensured
from custumal.interpreter.codegen.statements import preload
from custumal.interpreter.codegen.static import LARGEST_TABLE
from custumal.interpreter.codegen.unit import Unit
from custumal.interpreter.codegen.waiving import with_and_without
from custumal.interpreter.codegen.writer import STATE, Writer
from custumal.interpreter.program import HALT, PASS, Bind, Choosing, Pick, Point
from custumal.interpreter.setup.values import Value

NUMBER = "k"
FOUND = "found"


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
        if choosing.free and self.point.routines:
            test = n.negate(n.call("inside", n.const(self.point.routines), w.state))
            w.emit(n.if_(test, block))
        else:
            w.block.extend(block)

    def _is_counted(self, choosing: Choosing) -> bool:
        return (self.bound is not None and not choosing.free) or self._asked_again(choosing)

    def _noted(self, choosing: Choosing, some: n.Node) -> None:
        """Whether this choosing has a choice: for PASS, and for whoever asks whether the action can be done."""
        w = self.w
        if self._asked_again(choosing):
            w.possible[choosing.address.rsplit(".", 1)[-1]] = w.named(some, "n")
        if self.bound is not None and not choosing.free:
            w.emit(n.assign(self.bound, n.either(n.name(self.bound), some)))

    def _asked_again(self, choosing: Choosing) -> bool:
        """Whether a later restriction asks `can` of this very action, at its own terms and for the same seat."""
        if not self.w.unit.is_small:
            return False
        base = self.w.unit.program.actions.get(choosing.address.rsplit(".", 1)[-1])
        own = base is not None and choosing.address.startswith("actions.") and base.plan == choosing.plan and base.actor == choosing.actor
        plain = not choosing.free and choosing.when is None and choosing.offered_by is None
        later = self.point.choosings[self.point.choosings.index(choosing) + 1 :]
        asked = any(isinstance(node, Can) and f"actions.{node.action.rsplit('.', 1)[-1]}" == choosing.address for node in nodes(later))
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
    begin(w, choosing, seat)
    leaf = ensured(w, choosing, partial(_append, found, w, number, choosing))
    as_modified(
        w,
        (choosing.plan, choosing.offered_by),
        lambda: offered(w, choosing, seat, lambda raw: with_and_without(w, choosing.plan, seat, lambda plan: walk(w, plan, raw, leaf))),
    )


def _bound(choosing: Choosing) -> frozenset[str]:
    """What a choosing binds itself."""
    locals_ = [part.local for part in choosing.plan if isinstance(part, Pick | Bind)]
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


def begin(w: Writer, choosing: Choosing, seat: n.Node) -> None:
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
