"""Standing rules at their targets: what follows is written once for every binding under which a rule holds.

The reference is `Restrictions.bindings`: in force, concerns the seat, applies. Abilities are asked copy by copy.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial

from custumal.dsl.base.types import Thing
from custumal.dsl.model import Carrier, Expr, Kind, Rule
from custumal.dsl.model.node_walk import locals_in
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import Then, branch, lower, when
from custumal.interpreter.codegen.null_cases import is_false
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.program import Use
from custumal.interpreter.reference.rules_in_force import seat_of_location
from custumal.interpreter.setup.layout import PLACES

FEW = 2
"""Up to so many copies have lines of their own."""
Test = Expr | Callable[[], "n.Node | None"]
"""An expression, or something that is written when its turn comes; None if there is nothing to test."""


def each_binding(w: Writer, use: Use, seat: n.Node, then: Then, *, ask: bool = True) -> None:
    """Write `then` for every binding of a rule; its names, its actor and its carrier are bound there."""
    outer = w.env
    w.env = dict(outer)
    try:
        for own, seen in use.names:
            if seen.id in w.env or seen.id in w.unit.program.slots:
                w.env[own.id] = w.load(seen)
        each_in_force(w, use.rule, seat, then, ask=ask)
    finally:
        w.env = outer


def each_in_force(w: Writer, rule: Rule, seat: n.Node, then: Then, *, ask: bool = True) -> None:
    """The same for a rule whose names are bound already."""
    if rule.actor is not None:
        w.env[rule.actor.id] = seat
    asked: list[Test] = [rule.applies] if ask and rule.applies is not None else []
    if rule.carrier is None:
        concern = partial(_concern, w, rule, seat, n.NONE)
        first = [rule.condition] if rule.condition is not None else []
        tested(w, [*first, concern, *asked], then)
        return
    carrier = rule.carrier
    early, late = w.unit.static.parted(carrier, rule.applies if asked else None)
    tested(w, early, lambda: _Carried(w, rule, carrier, seat, [*late], then).write())


def tested(w: Writer, tests: Sequence[Test], then: Then) -> None:
    """One test after the other."""
    if not tests:
        then()
        return
    first, rest = tests[0], tests[1:]
    go_on = partial(tested, w, rest, then)
    if isinstance(first, Expr):
        when(w, first, go_on)
        return
    node = first()
    if node is None:
        go_on()
    else:
        branch(w, node, go_on)


def _concern(w: Writer, rule: Rule, seat: n.Node, owner: n.Node) -> n.Node | None:
    """Whether the rule is about the seat; nobody is everybody."""
    if rule.concerns == "everyone" or (n.known(seat) and getattr(seat, "value", 0) is None):
        return None
    if rule.concerns == "owner":
        mine: n.Node = n.const(False) if rule.carrier is None else n.compare(owner, "==", seat)
    else:
        mine = n.const(False) if rule.seats is None else n.compare(seat, "in", lower(w, rule.seats))
    return mine if n.known(seat) else n.either(n.is_none(seat), mine)


class _Carried:
    """An ability: its row's copies are asked whether they are active, and for whom."""

    def __init__(self, w: Writer, rule: Rule, carrier: Carrier, seat: n.Node, asked: list[Test], then: Then) -> None:
        self.w = w
        self.rule = rule
        self.carrier = carrier
        self.seat = seat
        self.asked = asked
        self.then = then
        self.kind: Kind = w.unit.instance.game.kinds[carrier.kind]
        self.things = tuple(w.unit.instance.of_row[carrier.kind][carrier.row])

    def write(self) -> None:
        if self.kind.serves == "holder" and not self._needs_owner():
            self._by_reference()
        elif self.kind.serves == "everyone" or len(self.things) == 1:
            self._each_alone()
        elif self.things:
            self._by_owner()

    def _needs_owner(self) -> bool:
        """Whether a copy that serves nobody is never active."""
        if self.rule.condition is not None:
            return is_false(self.rule.condition, self.carrier.owner.id)
        return self.kind.active is not None and self.kind.owner is not None and is_false(self.kind.active, self.kind.owner.id)

    def _by_reference(self) -> None:
        w, carrier = self.w, self.carrier
        parts = (self.rule.condition, self.rule.applies, self.rule.seats)
        names = sorted(local for local in locals_in(parts) if local in w.env)
        env = ast.Dict([n.const(local) for local in names], [w.env[local] for local in names])
        this, owner, copies = w.fresh("v"), w.fresh("v"), w.fresh("n")
        with w.inside([]) as each:
            w.env[carrier.this.id], w.env[carrier.owner.id], w.env[carrier.copies.id] = n.name(this), n.name(owner), n.name(copies)
            self.then()
        found = n.call("carriers", w.unit.pool.model(self.rule), w.state, env, self.seat, n.const(bool(self.asked)))
        w.emit(w.unit.bounded(n.for_((this, owner, copies), found, each), len(self.things), self.rule.source))

    def _each_alone(self) -> None:
        """Every copy is a binding of its own."""
        w = self.w
        if len(self.things) <= FEW:
            for thing in self.things:
                with w.inside([]) as block:
                    self._alone(n.const(thing))
                w.block.extend(block)
            return
        target = w.fresh("x")
        with w.inside([]) as body:
            self._alone(n.name(target))
        w.emit(n.for_(target, w.unit.pool.value(self.things), body))

    def _alone(self, thing: n.Node) -> None:
        owner = self._owner(thing)
        self._if_served(owner, lambda: tested(self.w, self._active(thing, owner), partial(self._bound, thing, owner, n.const(1))))

    def _if_served(self, owner: n.Node, then: Then) -> None:
        if self.kind.serves == "holder":
            branch(self.w, n.is_some(owner), then)
        else:
            then()

    def _by_owner(self) -> None:
        """The copies of one seat are one binding: seats in ascending order."""
        w = self.w
        groups = w.fresh("d")
        w.emit(n.assign(groups, ast.Dict([], [])))
        target = w.fresh("x")
        with w.inside([]) as body:
            owner = self._owner(n.name(target))
            add = n.run(n.call("grouped", n.name(groups), owner, n.name(target)))
            self._if_served(owner, lambda: tested(w, self._active(n.name(target), owner), lambda: w.emit(add)))
        w.emit(n.for_(target, w.unit.pool.value(self.things), body))
        seat, copies = w.fresh("v"), w.fresh("l")
        with w.inside([]) as each:
            first = w.named(n.index(n.name(copies), n.const(0)), "v")
            self._bound(first, n.name(seat), w.named(n.call("len", n.name(copies)), "n"))
        loop = n.for_((seat, copies), n.call("groups_of", n.name(groups)), each)
        w.emit(n.if_(n.name(groups), [w.unit.bounded(loop, len(self.things), self.rule.source)]))

    def _owner(self, thing: n.Node) -> n.Node:
        """The seat that a copy serves."""
        w, instance = self.w, self.w.unit.instance
        if self.kind.serves == "everyone":
            return n.NONE
        if self.kind.serves == "owner":
            first = instance.first[self.carrier.kind]
            owners = (None,) * first + tuple(instance.owner(other) for other in instance.things_of(self.carrier.kind))
            return w.atom(n.index(w.unit.pool.table(owners), thing), "v")
        if self._lies_on_things():
            return w.named(n.call("holding", w.state, thing), "v")
        seats = tuple(seat_of_location(instance.layout, location) for location in range(len(instance.layout.zone_at)))
        return w.named(n.index(w.unit.pool.table((*seats, None)), n.index(w.column(PLACES), thing)), "v")

    def _lies_on_things(self) -> bool:
        zones = self.w.unit.instance.zones.values()
        return any(isinstance(of, Thing) for zone in zones if zone.zone.holds == self.carrier.kind for of in zone.zone.parameters)

    def _active(self, thing: n.Node, owner: n.Node) -> list[Test]:
        w, carrier, kind = self.w, self.carrier, self.kind
        env = w.env
        if self.rule.condition is not None:
            # One copy is asked at a time, so here there is just this one.
            env[carrier.this.id], env[carrier.owner.id], env[carrier.copies.id] = thing, owner, n.const(1)
            return [self.rule.condition]
        if kind.active is None:
            return []
        if kind.this is not None:
            env[kind.this.id] = thing
        if kind.owner is not None:
            env[kind.owner.id] = owner
        return [kind.active]

    def _bound(self, thing: n.Node, owner: n.Node, copies: n.Node) -> None:
        env, carrier = self.w.env, self.carrier
        env[carrier.this.id], env[carrier.owner.id], env[carrier.copies.id] = thing, owner, copies
        tested(self.w, [partial(_concern, self.w, self.rule, self.seat, owner), *self.asked], self.then)


def waived(w: Writer, uses: Sequence[Use], seat: n.Node, flag: str) -> None:
    """Set the flag if one of the rules takes something away here."""
    for use in uses:
        with w.inside([]) as block:
            each_binding(w, use, seat, lambda: w.emit(n.assign(flag, n.const(True))))
        if block:
            w.emit(n.if_(n.negate(n.name(flag)), block))


def excused(w: Writer, uses: Sequence[Use], seat: n.Node, test: n.Node) -> n.Node:
    """Whether a test holds or one of the rules takes it away."""
    if not uses:
        return test
    flag = w.fresh()
    w.emit(n.assign(flag, test))
    waived(w, uses, seat, flag)
    return n.name(flag)
