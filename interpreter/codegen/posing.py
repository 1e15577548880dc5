"""Poses of polycubes as candidates: restrictions on their cells are bit masks, known before the game.

A restriction that asks of every cell of a pose whether it is filled, or something that is known of the cell, becomes two
masks for each pose: the cells that must be filled and those that must be empty. Poses that can never be legal are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, Protocol

from custumal.dsl.base.types import Place, bare
from custumal.dsl.model import Call, Const, Expr, Fold, Local, Op
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import branch, lower_atom, may_be_none
from custumal.interpreter.codegen.masks import ALWAYS, NEVER, Irreducible, Masks, all_of, any_of, opposite
from custumal.interpreter.codegen.static import Static
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.position.contents import zone_of
from custumal.interpreter.program import Part, Pick, Test
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import MASKS, ZoneLayout
from custumal.interpreter.setup.placements import CubePlacements
from custumal.interpreter.setup.values import Value

Posed = Callable[[n.Node, tuple[Part, ...]], None]
OfCell = Callable[[int, int], Masks]
"""What a condition says of a cell of a pose: (cell, mask of the pose) -> masks."""
OfPose = Callable[[int], Masks]

LOCAL_OPERATIONS = frozenset(
    [
        "neg",
        "add",
        "sub",
        "mul",
        "div",
        "mod",
        "max",
        "min",
        "and",
        "or",
        "not",
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
        "in",
        "list",
        "range",
        "some-value",
        "otherwise",
        "option",
        "players",
        "index",
        "column",
        "row",
        "x",
        "y",
        "level",
        "under",
        "above",
        "neighbours",
        "around",
        "column-of",
    ]
)
"""Operations that say the same of a cell in every instance of a zone."""


def each_pose(w: Writer, pick: Pick, rest: tuple[Part, ...], inside: Posed) -> bool:
    """Loop over the poses that pass all restrictions that masks can tell; False if the pick is about something else."""
    among = pick.among
    if not isinstance(among, Op) or among.name != "poses" or not isinstance(bare(among.arguments[1].type), Place):
        return False
    zone = zone_of(w.unit.instance, among.arguments[1].type)
    if not isinstance(zone.placements, CubePlacements) or zone.masks < 0:
        return False
    table, left = filtered(w.unit, zone, pick.local, rest)
    thing, place = (lower_atom(w, argument) for argument in among.arguments)
    unsure = [node for node, argument in zip((thing, place), among.arguments, strict=True) if may_be_none(argument)]
    test = n.both(*map(n.is_some, unsure)) if unsure else n.const(True)
    branch(w, test, lambda: _loop(w, zone, table, thing, place, lambda value: inside(value, left)))
    return True


def _loop(w: Writer, zone: ZoneLayout, table: tuple[Value, ...], thing: n.Node, place: n.Node, inside: Callable[[n.Node], None]) -> None:
    assert isinstance(zone.placements, CubePlacements)
    filled = w.atom(n.index(w.column(MASKS), n.plus(place, zone.masks)), "m")
    shift = None if zone.instances == 1 else w.named(n.binary(place, "*", n.const(zone.placements.count)), "m")
    pose = w.fresh("x")
    with w.inside([]) as body:
        inside(n.name(pose) if shift is None else w.atom(n.binary(shift, "+", n.name(pose))))
    rows = n.index(w.unit.pool.table(table), n.plus(thing, -zone.placements.first))
    most = max((sum(len(group) for _, _, group in each) for each in table if isinstance(each, tuple)), default=0)
    w.emit(w.unit.bounded(n.for_(pose, n.call("fitting", rows, filled), body), most))


def filtered(unit: Asked, zone: ZoneLayout, pose: Local, rest: tuple[Part, ...]) -> tuple[tuple[Value, ...], tuple[Part, ...]]:
    """For each thing its poses that can be legal (number, cells asked about, cells that must be filled), and what is left
    of the plan: what masks could not tell."""
    first = next((position for position, part in enumerate(rest) if not isinstance(part, Test)), len(rest))
    tests = [part for part in rest[:first] if isinstance(part, Test) and not part.waived and part.require.unless is None]
    key = (zone.number, *(id(part.require) for part in tests))
    if key not in unit.poses:
        unit.poses[key] = _narrowed(unit, zone, pose, tests)
    table, told = unit.poses[key]
    return table, tuple(part for part in rest if not (isinstance(part, Test) and id(part.require) in told))


def _narrowed(unit: Asked, zone: ZoneLayout, pose: Local, tests: list[Test]) -> tuple[tuple[Value, ...], frozenset[int]]:
    assert isinstance(zone.placements, CubePlacements)
    masks: list[Masks] = [ALWAYS] * zone.placements.count
    told: set[int] = set()
    readings = [(part, Reading(unit, zone, pose)) for part in tests]
    conditions = [(reading.cost, part, found) for part, reading in readings if (found := reading.of_pose(part.require.that)) is not None]
    for _, part, condition in sorted(conditions, key=lambda item: item[0]):
        try:
            masks = [all_of((before, condition(number))) if before[2] else NEVER for number, before in enumerate(masks)]
        except Irreducible:
            continue
        told.add(id(part.require))
    return _table(zone.placements, masks), frozenset(told)


def _table(poses: CubePlacements, masks: list[Masks]) -> tuple[Value, ...]:
    """For each thing its poses in groups: what all of a group ask of the same cells, so that most groups are passed over."""
    rows = [
        _grouped([(pose, want | forbid, want) for pose in span for want, forbid, possible in (masks[pose],) if possible])
        for span in poses.placements_of_shape
    ]
    return tuple(rows[shape] for shape in poses.shape_of_thing)


def _grouped(rows: list[tuple[int, int, int]]) -> tuple[Value, ...]:
    """(cells asked about, cells that must be filled, rows), by the first cell that must be empty."""
    groups: dict[int, list[tuple[int, int, int]]] = {}
    for row in rows:
        empty = row[1] & ~row[2]
        groups.setdefault(empty & -empty, []).append(row)
    found = []
    for group in groups.values():
        both, want = group[0][1], group[0][2]
        for _, asked, filled in group[1:]:
            both &= asked & ~(want ^ filled)
        found.append((both, want & both, tuple(group)))
    return tuple(found)


class Asked(Protocol):
    """What reading restrictions needs of whoever builds code: `poses` keeps what was found."""

    @property
    def instance(self) -> Instance: ...
    @property
    def static(self) -> Static: ...
    @property
    def modifiers(self) -> Mapping[str, object]: ...
    @property
    def poses(self) -> dict[tuple[int, ...], tuple[tuple[Value, ...], frozenset[int]]]: ...


class Reading:
    """Reads a restriction as masks. Methods give None where it says something else than masks can tell."""

    def __init__(self, unit: Asked, zone: ZoneLayout, pose: Local) -> None:
        self.unit = unit
        self.zone = zone
        self.pose = pose
        self.cost = 0
        """How much of the condition depends on more than one cell."""
        assert isinstance(zone.placements, CubePlacements)
        self.poses = zone.placements

    def of_pose(self, expr: Expr) -> OfPose | None:
        if isinstance(expr, Op) and expr.name in ("and", "not"):
            parts = [self.of_pose(argument) for argument in expr.arguments]
            known = [part for part in parts if part is not None]
            if len(known) < len(parts):
                return None
            if expr.name == "not":
                return lambda pose: opposite(known[0](pose))
            return lambda pose: all_of(part(pose) for part in known)
        if isinstance(expr, Fold) and expr.kind in ("every", "no", "some") and self._is_cells(expr.source):
            return self._quantified(expr)
        return None

    def _is_cells(self, source: Expr) -> bool:
        return isinstance(source, Op) and source.name == "pose-cells" and self._is_pose(source.arguments[0])

    def _is_pose(self, expr: Expr) -> bool:
        return isinstance(expr, Local) and expr.id == self.pose.id

    def _quantified(self, expr: Fold) -> OfPose | None:
        where = None if expr.where is None else self.of_cell(expr.where, expr.var)
        value = None if expr.value is None else self.of_cell(expr.value, expr.var)
        if (expr.where is not None and where is None) or (expr.kind == "every" and value is None):
            return None
        cells, masks = self.poses.placement_cells, self.poses.placement_masks

        def holds(cell: int, mask: int) -> Masks:
            chosen = ALWAYS if where is None else where(cell, mask)
            if value is None or expr.kind != "every":
                return chosen if expr.kind == "some" else opposite(chosen)
            return any_of((opposite(chosen), value(cell, mask)))

        join = any_of if expr.kind == "some" else all_of
        return lambda pose: join(holds(cell, masks[pose]) for cell in cells[pose])

    # ------------------------------------------------------------ conditions on one cell

    def of_cell(self, expr: Expr, cell: Local) -> OfCell | None:
        if (table := self._known(expr, cell)) is not None:
            told = tuple(ALWAYS if value else NEVER for value in table)
            return lambda at, _mask: told[at]
        if isinstance(expr, Call):
            body = self._inlined(expr)
            return None if body is None else self.of_cell(body, cell)
        if not isinstance(expr, Op):
            return None
        if expr.name in ("and", "or", "not"):
            return self._connective(expr, cell)
        if expr.name in ("filled", "empty"):
            return self._filled(expr, cell)
        if expr.name == "in" and self._is_cells(expr.arguments[1]):
            return self._covered(expr.arguments[0], cell)
        return None

    def _connective(self, expr: Op, cell: Local) -> OfCell | None:
        parts = [self.of_cell(argument, cell) for argument in expr.arguments]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            return None
        if expr.name == "not":
            return lambda at, mask: opposite(known[0](at, mask))
        join = all_of if expr.name == "and" else any_of
        return lambda at, mask: join(part(at, mask) for part in known)

    def _filled(self, expr: Op, cell: Local) -> OfCell | None:
        where = expr.arguments[0]
        table = self._known(where, cell)
        if table is None or zone_of(self.unit.instance, where.type) is not self.zone:
            return None
        full = expr.name == "filled"
        told = tuple(NEVER if at is None else ((1 << at, 0, True) if full else (0, 1 << at, True)) for at in table)
        return lambda at, _mask: told[at]

    def _covered(self, member: Expr, cell: Local) -> OfCell | None:
        table = self._known(member, cell)
        if table is None:
            return None
        self.cost += 1
        return lambda at, mask: NEVER if table[at] is None or not mask >> table[at] & 1 else ALWAYS

    def _known(self, expr: Expr, cell: Local) -> tuple[Value, ...] | None:
        """The values of an expression for each cell, if it reads nothing but the cell and says the same in all instances."""
        free = self.unit.static.free_of(expr)
        if free is None or not free <= {cell.id} or not self._is_local(expr):
            return None
        try:
            return tuple(self.unit.static.value(expr, {cell.id: at}) for at in range(self.zone.cells))
        except PlayError:  # too much to find before play
            return None

    def _is_local(self, expr: Expr) -> bool:
        if self.zone.instances == 1:
            return True
        definitions = self.unit.instance.game.definitions
        for node in nodes(expr):
            if isinstance(node, Op) and node.name not in LOCAL_OPERATIONS:
                return False
            if isinstance(node, Call) and not self._is_local(definitions[node.definition].body):
                return False
        return True

    def _inlined(self, expr: Call) -> Expr | None:
        definition = self.unit.instance.game.definitions[expr.definition]
        plain = definition.low is None and definition.high is None and definition.source.address not in self.unit.modifiers
        if not plain or any(map(may_be_none, expr.arguments)):
            return None
        names = {local.id: argument for local, argument in zip(definition.parameters, expr.arguments, strict=True)}
        body: Expr = _replaced(definition.body, names)
        return body


def _replaced(node: Any, names: dict[str, Expr]) -> Any:
    """An expression with other expressions for some of its names."""
    if isinstance(node, Local):
        return names.get(node.id, node)
    if isinstance(node, Const) or not isinstance(node, Expr | tuple):
        return node
    if isinstance(node, tuple):
        return tuple(_replaced(inner, names) for inner in node)
    assert is_dataclass(node)
    kept = ("type", "span", "data", "var")
    changed = {field.name: _replaced(getattr(node, field.name), names) for field in fields(node) if field.name not in kept}
    return replace(node, **{name: value for name, value in changed.items() if value is not getattr(node, name)})
