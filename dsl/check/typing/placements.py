"""Where a thing could be placed: poses on boards of cubes and of tiles."""

from __future__ import annotations

from custumal.dsl.base.types import Anything, Cell, Maybe, Number, Place, Polycube, Pose, Row, Set, Thing, Type, bare
from custumal.dsl.check.symbols.signatures import ZoneInfo
from custumal.dsl.check.typing import coercion
from custumal.dsl.check.typing.expressions import Expressions
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.catalogue.keys import cells_of_pose
from custumal.dsl.diagnostics.catalogue.types import has_no_poses, holds_other_kind, pose_at_needs_board, poses_needs_board
from custumal.dsl.diagnostics.catalogue.values import tile_turned
from custumal.dsl.model import Const, Expr, Op
from custumal.dsl.sentences import syntax as sx

MOST_TURNS = 3
"""Quarters by which a tile can be turned."""


def poses(ex: Expressions, node: sx.Apply, scope: Scope) -> Expr:
    """`poses(thing, where)`: every way to place a thing on a board, or so that it covers one of these cells."""
    if not ex.takes(node, 2):
        return ex.unknown(node.span)
    thing, where = ex.check(node.arguments[0], scope), ex.check(node.arguments[1], scope)
    thing = _one_thing(ex, thing)
    board = _board_of(where.type)
    if board is None:
        return ex.misfit(where.span, poses_needs_board(where.type))
    if isinstance(bare(where.type), Cell):
        where = coercion.just(where)
    zone = ex.words.zone(board)
    if not _takes_poses(ex, zone):
        return ex.error(where.span, has_no_poses(board))
    if not isinstance(thing.type, Anything | Thing) or (isinstance(thing.type, Thing) and thing.type.kind != zone.holds):
        return ex.misfit(thing.span, holds_other_kind(board, zone.holds, thing.type))
    return Op(Set(Pose(board)), node.span, "poses", (thing, where))


def _one_thing(ex: Expressions, thing: Expr) -> Expr:
    """A thing that is there, also as the content of a place that holds one."""
    if coercion.holds_one_unshaped(ex.words, thing.type):
        thing = coercion.content_of(ex.words, thing)
    return ex.require(thing, bare(thing.type)) if isinstance(thing.type, Maybe) else thing


def _board_of(of: Type) -> str | None:
    """The zone of a board, of one of its cells or of several of them."""
    match bare(of):
        case Place(zone) | Cell(zone) | Set(Cell(zone)):
            return zone
    return None


def _takes_poses(ex: Expressions, zone: ZoneInfo) -> bool:
    """Whether things are placed there cell by cell: cubes, or tiles on a grid that says so."""
    if zone.holds is None or not zone.one:
        return False
    has_shape = any(isinstance(of, Polycube) for of in ex.words.kind(zone.holds).printed.values())
    return has_shape if zone.form == "cubes" else zone.is_tiled


MOST_TURNS = 3


def pose_at(ex: Expressions, node: sx.Apply, scope: Scope) -> Expr:
    """`pose-at(place, row, [[x, y, level], …])`: the pose that covers just these cells; on a grid the quarter turns stand behind."""
    is_turned = len(node.arguments) == len(("place", "row", "cells", "turns"))
    if not is_turned and not ex.takes(node, 3):
        return ex.unknown(node.span)
    place = ex.check(node.arguments[0], scope)
    zone = ex.words.zone_called(getattr(place.type, "zone", ""))
    wanted = None if zone is None else _coordinates(ex, zone, is_turned=is_turned)
    if zone is None or zone.holds is None or wanted is None:
        return ex.misfit(place.span, pose_at_needs_board(place.type))
    row = ex.check(node.arguments[1], scope, Row(zone.holds))
    cells = _numbers(node.arguments[2])
    if not cells or any(len(cell) != len(wanted) for cell in cells):
        return ex.error(node.arguments[2].span, cells_of_pose(wanted))
    turn = (ex.check(node.arguments[3], scope, Number(0, MOST_TURNS)),) if is_turned else ()
    if any(isinstance(t, Const) and isinstance(t.value, int) and not 0 <= t.value <= MOST_TURNS for t in turn):
        return ex.error(node.arguments[3].span, tile_turned(MOST_TURNS))
    return Op(Pose(zone.name), node.span, "pose-at", (place, row, *turn), cells)


def _coordinates(ex: Expressions, zone: ZoneInfo, *, is_turned: bool) -> tuple[str, ...] | None:
    """What the numbers of a cell are where poses can be named by their cells; None where they can't."""
    if not _takes_poses(ex, zone):
        return None
    if zone.form == "grid" and (zone.is_open or zone.turns):
        return ("column", "row")
    return ("x", "y", "level") if zone.form == "cubes" and not is_turned else None


def _numbers(cells: sx.Expression) -> tuple[tuple[int, ...], ...]:
    """The numbers of a list of lists."""
    rows = cells.items if isinstance(cells, sx.ListOf) else ()
    return tuple(tuple(n.value for n in row.items if isinstance(n, sx.Number)) for row in rows if isinstance(row, sx.ListOf))
