"""Plans in code: the candidates of each entry as a loop, every test where its names are known."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from custumal.dsl.base.types import Set, bare
from custumal.dsl.model import Expr
from custumal.dsl.model.node_walk import locals_in
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.bindings import excused
from custumal.interpreter.codegen.core import branch, known_before, lower, lower_atom, may_be_none
from custumal.interpreter.codegen.interchangeable import each_unlike
from custumal.interpreter.codegen.loops import each, over
from custumal.interpreter.codegen.numbers import is_member
from custumal.interpreter.codegen.outline import prepare
from custumal.interpreter.codegen.paying import cost_of, purses_of
from custumal.interpreter.codegen.posing import each_pose
from custumal.interpreter.codegen.remembering import is_fixed, is_repeated, remembered
from custumal.interpreter.codegen.restrictions import Leaf, tested
from custumal.interpreter.codegen.terms import affordable, below, permitted
from custumal.interpreter.codegen.tile_placements import each_spot
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.program import Affordable, Allowed, Bind, Forbid, Part, Pick, Split, Test
from custumal.interpreter.reference.listing import set_aside
from custumal.interpreter.setup.values import Value

FEW = 12
"""Up to so many known candidates are written out."""


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
        case Bind(local=local, value=value):
            w.env[local.id] = lower_atom(w, value)
            go_on()
        case Test():
            tested(w, part, go_on)
        case Forbid():
            branch(w, permitted(w, part), go_on)
        case Allowed():
            branch(w, excused(w, part.waived, w.seat, below(w, part)), go_on)
        case Affordable():
            branch(w, affordable(w, part), go_on)
        case Split():
            _split(w, part, rest, raw, leaf)


def _split(w: Writer, part: Split, rest: tuple[Part, ...], raw: tuple[n.Node, ...], leaf: Leaf) -> None:
    """Every way in which purses can share a cost."""
    cost, seat = cost_of(w, part.cost).as_bundle(w), lower_atom(w, part.seat)
    ways = n.call("all_ways", n.call("stock", w.state, seat), cost, purses_of(w, part.sources, seat))
    way = w.fresh("x")
    with w.inside([]) as body:
        w.env[part.local.id] = n.name(way)
        walk(w, rest, (*raw, n.name(way)), leaf)
    w.emit(n.for_(way, ways, body))


def _pick(w: Writer, pick: Pick, rest: tuple[Part, ...], raw: tuple[n.Node, ...], leaf: Leaf) -> None:
    def chosen(value: n.Node) -> None:
        w.env[pick.local.id] = value
        prepare(w, pick.among, value)
        outer = w.candidates
        if given is None and isinstance(value, ast.Name):
            w.candidates = (*outer, value.id)
        walk(w, rest, (*raw, value), leaf)
        w.candidates = outer

    def candidate() -> None:
        chosen(w.local(pick.local))

    given = w.given.get(pick.local.id)
    if given is not None:
        branch(w, n.const(True) if pick.source.id in w.ignoring else _can_be(w, pick, given), lambda: chosen(given))
    elif pick.form == "one" and pick.kind is None and pick.zone is None:
        if not any(loop(w, pick, rest, lambda value, left: _posed(w, pick, value, left, raw, leaf)) for loop in (each_pose, each_spot)):
            _each_value(w, pick, rest, chosen)
    elif _is_same_again(w, pick):
        over(w, remembered(w, f"candidates {id(pick)}", _about(w, pick), partial(_candidates, w, pick)), (pick.local,), candidate)
    elif pick.form != "one" or not each_unlike(w, pick, candidate):
        over(w, _picked(w, pick), (pick.local,), candidate)


def _each_value(w: Writer, pick: Pick, rest: tuple[Part, ...], chosen: Callable[[n.Node], None]) -> None:
    """Every value that can be picked where none is like another; if they are known and few, without a loop."""

    def candidate() -> None:
        chosen(w.local(pick.local))

    if not isinstance(bare(pick.among.type), Set):
        value = lower_atom(w, pick.among)
        branch(w, n.is_some(value) if may_be_none(pick.among) else n.const(True), lambda: chosen(value))
        return
    few = _few(w, pick, rest)
    if few is not None:
        for member in few:
            with w.inside([]) as block:
                chosen(n.const(member))
            w.block.extend(block)
    elif _is_same_again(w, pick):
        over(w, remembered(w, f"candidates {id(pick)}", _about(w, pick), lambda: lower(w, pick.among)), (pick.local,), candidate)
    else:
        each(w, pick.among, pick.local, None, candidate)


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
