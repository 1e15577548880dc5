"""Alike candidates in loops: of things, or empty cells, that nobody can tell apart only the first is listed."""

from __future__ import annotations

import ast
from collections.abc import Callable

from custumal.dsl.base.types import Cell, Set, Thing, bare
from custumal.dsl.model import Op
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import branch
from custumal.interpreter.codegen.loops import each
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.position.contents import zone_of
from custumal.interpreter.program import Pick
from custumal.interpreter.setup.layout import PLACES


def each_unlike(w: Writer, pick: Pick, inside: Callable[[], None]) -> bool:
    """Loop over the candidates of a pick, each group once; False if that takes more than what is printed and where it lies."""
    if not isinstance(bare(pick.among.type), Set) or pick.watch:
        return False
    if pick.zone is not None:
        return _each_cell(w, pick, pick.zone, inside)
    return pick.kind is not None and _each_thing(w, pick, pick.kind, inside)


def _each_thing(w: Writer, pick: Pick, kind: str, inside: Callable[[], None]) -> bool:
    instance = w.unit.instance
    looks = w.unit.equivalence.appearance
    mine = [looks[thing] for thing in instance.things_of(kind)]
    if len(set(mine)) == len(mine):
        each(w, pick.among, pick.local, None, inside)
        return True
    plain = not is_told_apart(w, Thing(kind)) and not any(instance.layout.carried[thing] for thing in instance.things_of(kind))
    ordered = any(zone.ordered and zone.zone.holds in kind.split("|") for zone in instance.zones.values())
    if not plain or ordered:
        return False
    seen = w.named(ast.Dict([], []), "d")

    def new() -> None:
        thing = w.local(pick.local)
        parts = [n.index(w.unit.pool.table(looks), thing)]
        if not _in_one_place(w, pick):
            parts.append(n.index(w.column(PLACES), thing))
        key = w.named(n.row(*parts) if len(parts) > 1 else parts[0])
        branch(w, n.compare(key, "not in", seen), lambda: _first(w, seen, key, inside))

    each(w, pick.among, pick.local, None, new)
    return True


def _first(w: Writer, seen: n.Node, key: n.Node, inside: Callable[[], None]) -> None:
    w.emit(n.assign_index(seen, key, n.NONE))
    inside()


def _in_one_place(w: Writer, pick: Pick) -> bool:
    """Whether all candidates lie in one place; the things of a board lie in its cells."""
    if not isinstance(pick.among, Op) or pick.among.name != "things":
        return False
    return zone_of(w.unit.instance, pick.among.arguments[0].type).board is None


def _each_cell(w: Writer, pick: Pick, zone_name: str, inside: Callable[[], None]) -> bool:
    zone = w.unit.instance.zones[zone_name]
    if zone.content < 0 or is_told_apart(w, Cell(zone_name)):
        return False
    seen = w.named(ast.Dict([], []), "d")

    def new() -> None:
        cell = w.local(pick.local)
        instance = n.binary(cell, "//", n.const(zone.cells)) if zone.instances > 1 else n.const(0)
        own = n.plus(cell, zone.instances)
        key = w.named(n.choose(n.is_none(n.index(w.column(zone.content), cell)), instance, own))
        branch(w, n.compare(key, "not in", seen), lambda: _first(w, seen, key, inside))

    each(w, pick.among, pick.local, None, new)
    return True


def is_told_apart(w: Writer, member: Thing | Cell) -> bool:
    """Whether kept values are about members of this type or may point at one."""
    members: list[Thing | Cell] = [Thing(kind) for kind in member.kind.split("|")] if isinstance(member, Thing) else [member]
    marks = [w.unit.equivalence.keys_of(one) for one in members]
    return any(one.about or one.at for one in marks)
