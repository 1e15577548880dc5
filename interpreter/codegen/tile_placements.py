"""Placements of tiles as candidates: what lies around is looked at once for all tiles and turns that cover the same cells.

A restriction that asks only about the neighbours of a placement is judged there too, once for each such spot of the board.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from custumal.dsl.base.types import Set, bare
from custumal.dsl.model import Local, Op
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import lower, may_be_none, when
from custumal.interpreter.codegen.outline import Spot, look_around, put_around, spot_of, spots
from custumal.interpreter.codegen.remembering import is_fixed
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.program import Part, Pick, Test
from custumal.interpreter.reference.listing import set_aside
from custumal.interpreter.setup.placements import TURNS

Placed = Callable[[n.Node, tuple[Part, ...]], None]


def each_spot(w: Writer, pick: Pick, rest: tuple[Part, ...], inside: Placed) -> bool:
    """Loop over the placements of a tile that touch some cells; False if the pick is about something else.

    `inside` is given the placement and what is left of the plan.
    """
    among = pick.among
    if not w.remembers or not isinstance(among, Op) or among.name != "poses" or any(map(may_be_none, among.arguments)):
        return False
    spot = spot_of(w, among)
    if spot is None or not isinstance(bare(among.arguments[1].type), Set):
        return False
    told = _told(w, pick.local, rest)
    thing, where = (w.atom(lower(w, argument)) for argument in among.arguments)
    key, base, looks, near, turn, printed, pose = (w.fresh(word) for word in ("i", "p", "l", "d", "i", "e", "x"))
    outer = w.candidates
    with w.inside([]) as body:
        w.candidates = (*outer, pose)
        _around(w, spot, pick.local, told, (key, base, looks, near))
        with w.inside([]) as turned:
            w.emit(n.assign(pose, n.binary(n.name(base), "+", n.name(turn))))
            put_around(w, n.name(pose), n.name(near), n.name(printed))
            inside(n.name(pose), tuple(part for part in rest if part not in told))
        loop = w.unit.bounded(n.for_((turn, printed), n.name(looks), turned), TURNS, pick.source)
        w.emit(n.if_(n.compare(n.name(near), "is not", n.const(False)), [loop]) if told else loop)
        w.candidates = outer
    loop = n.for_((key, base, looks), spots(w, spot, thing, where), body)
    w.emit(w.unit.bounded(loop, spot.zone.size * spot.count, pick.source))
    return True


def _around(w: Writer, spot: Spot, pose: Local, told: tuple[Test, ...], names: tuple[str, str, str, str]) -> None:
    """Find out what lies around, and whether what can be told from it holds: False if not."""
    key, base, looks, near = names
    memo = n.name(w.memo(" ".join([f"spots {spot.zone.name}", *(str(id(test.require)) for test in told)]), ast.Dict([], [])))
    w.emit(n.assign(near, n.method(memo, "get", n.name(key))))
    with w.inside([]) as found:
        first = w.named(n.binary(n.name(base), "+", n.index(n.index(n.name(looks), n.const(0)), n.const(0))), "x")
        anchor = w.named(n.binary(n.name(key), "//", n.const(spot.count)), "p")
        w.emit(n.assign(near, look_around(w, spot, first, anchor)))
        w.env[pose.id] = first
        put_around(w, first, n.name(near), n.NONE)
        if told:
            holds = w.named(n.const(False), "t")
            _all_hold(w, told, lambda: w.emit(n.assign(holds.id, n.const(True))))
            w.emit(n.if_(n.negate(holds), [n.assign(near, n.const(False))]))
        w.emit(n.assign_index(memo, n.name(key), n.name(near)))
    w.emit(n.if_(n.is_none(n.name(near)), found))


def _all_hold(w: Writer, tests: tuple[Test, ...], then: Callable[[], None]) -> None:
    if tests:
        when(w, tests[0].require.that, lambda: _all_hold(w, tests[1:], then))
    else:
        then()


def _told(w: Writer, pose: Local, rest: tuple[Part, ...]) -> tuple[Test, ...]:
    """The restrictions at the head of the plan that ask of the placement only what its neighbours are."""
    found: list[Test] = []
    for part in rest:
        if not isinstance(part, Test) or part.waived or part.require.unless is not None or set_aside(part, w.ignoring):
            break
        if not _is_about_neighbours(w, pose, part):
            break
        found.append(part)
    return tuple(found)


def _is_about_neighbours(w: Writer, pose: Local, part: Test) -> bool:
    asked = read = 0
    for node in nodes(part.require.that):
        if isinstance(node, Local):
            if node.id in w.env and not is_fixed(w, w.env[node.id]):
                return False
            read += node.id == pose.id
        elif isinstance(node, Op) and node.name == "pose-neighbours":
            of = node.arguments[0]
            asked += isinstance(of, Local) and of.id == pose.id
    return read == asked > 0
