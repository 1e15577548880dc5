"""Memory layout: decides where everything stands in a position: one column for each zone that holds one thing, one for all kept values."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from custumal.dsl.base.limits import MOST_COVERED, MOST_ENTRIES, MOST_PLACES
from custumal.dsl.base.types import Polycube, Seat, Thing
from custumal.dsl.diagnostics.catalogue.numbers import board_too_large, placements_too_large, too_many_kept
from custumal.dsl.diagnostics.catalogue.play import board_shape
from custumal.dsl.model import Kept, Zone
from custumal.interpreter.setup.boards import Board, Cubes, ShapeError, cubes, graph, grid, open_grid, ring, slots, track
from custumal.interpreter.setup.boards.footprint import distinct_turns
from custumal.interpreter.setup.boards.grid import Grid
from custumal.interpreter.setup.boards.joints import faces
from custumal.interpreter.setup.boards.opengrid import LARGEST
from custumal.interpreter.setup.boards.polycube import covered, normalise
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import FIRST_FREE, KEPT, NOT_FIXED, SCALARS, Domain, KeptLayout, PositionLayout, ZoneLayout, unradix
from custumal.interpreter.setup.placements import Placements, TilePlacements, cube_placements, size_of
from custumal.interpreter.setup.values import NO_STATE, Env, Value

FIXED_COLUMNS = ("places", "scalars", "masks", "counters", "poses", "kept")


def plan_zones(instance: Instance) -> dict[str, ZoneLayout]:
    """All zones in file order, with their locations, columns, piles and masks numbered through."""
    planner = _Planner(instance)
    return {zone.name: planner.place(number, zone) for number, zone in enumerate(instance.game.zones.values())}


def plan_kept(instance: Instance) -> dict[str, KeptLayout]:
    """All kept values: those without parameters share a column, and so do the others."""
    scalars = entries = 0
    found: dict[str, KeptLayout] = {}
    for kept in instance.game.kept.values():
        domains = tuple(instance.domain(of) for of in kept.parameters)
        if domains:
            found[kept.name] = _kept(instance, kept, KEPT, entries, domains)
            entries += found[kept.name].size
            if entries > MOST_ENTRIES:
                raise PlayError(too_many_kept(kept.name, entries), kept.source.span)
        else:
            found[kept.name] = _kept(instance, kept, SCALARS, scalars, domains)
            scalars += 1
    return found


def plan_layout(instance: Instance) -> PositionLayout:
    """The layout over the zones and kept values that have been planned."""
    zones = instance.zones
    contents = [f"content of {zone.name}" for zone in zones.values() if zone.one]
    return PositionLayout(
        columns=(*FIXED_COLUMNS, *contents),
        kept=instance.kept,
        zones=zones,
        zone_at=tuple(zone for zone in zones.values() for _ in range(zone.size)),
        things=len(instance.things),
        piles=sum(zone.size for zone in zones.values() if zone.piles >= 0),
        masks=sum(zone.instances for zone in zones.values() if zone.masks >= 0),
        scalars=sum(not kept.domains for kept in instance.kept.values()),
        entries=sum(kept.size for kept in instance.kept.values() if kept.domains),
        reveals=any(zone.zone.visibility.kind != "all" for zone in zones.values()),
        carried=_carried(instance),
        sight=tuple(seen for zone in zones.values() for seen in _sight(instance, zone)),
        everybody=(1 << len(instance.all_seats)) - 1,
        looks=_looks(instance),
        watched=tuple(zone.base + at for zone in zones.values() if zone.zone.visibility.kind == "seats" for at in range(zone.size)),
    )


def _sight(instance: Instance, zone: ZoneLayout) -> Iterator[int]:
    """Who sees what lies at each location of a zone, as far as that is fixed."""
    visibility = zone.zone.visibility
    everybody = (1 << len(instance.all_seats)) - 1
    at = next((i for i, of in enumerate(zone.zone.parameters) if isinstance(of, Seat)), None)
    for location in range(zone.size):
        match visibility.kind:
            case "all":
                yield everybody
            case "nobody":
                yield 0
            case "owner" if at is not None:
                yield 1 << zone.arguments(location // zone.cells)[at]
            case _:
                yield NOT_FIXED


def _looks(instance: Instance) -> tuple[int, ...]:
    numbers: dict[object, int] = {}
    return tuple(numbers.setdefault((thing.kind, thing.row, thing.each), len(numbers)) for thing in instance.things)


class _Planner:
    """Numbers locations, content columns, piles and masks of one zone after the other."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.locations = 0
        self.columns = FIRST_FREE
        self.piles = 0
        self.masks = 0

    def place(self, number: int, zone: Zone) -> ZoneLayout:
        instance = self.instance
        domains = tuple(instance.domain(of) for of in zone.parameters)
        instances = prod(domain.size for domain in domains)
        _check_places(zone, instances)
        envs = [_arguments(zone, domains, number) for number in range(instances)]
        keys = self._keys(zone, envs)
        board = self._board(zone, envs, keys)
        cells = 1 if board is None else board.size
        _check_places(zone, instances * cells)
        one, several = zone.holds is not None and zone.one, zone.holds is not None and not zone.one
        masked = one and board is not None
        layout = ZoneLayout(
            name=zone.name,
            number=number,
            zone=zone,
            domains=domains,
            instances=instances,
            cells=cells,
            base=self.locations,
            board=board,
            present=self._present(zone, envs, keys),
            content=self.columns if one else -1,
            piles=self.piles if several else -1,
            masks=self.masks if masked else -1,
            room=tuple(None if zone.room is None else self.instance.constants.value(zone.room, NO_STATE, env) for env in envs),
            ordered=zone.shape.form == "pile",
            keys=keys,
            placements=self._placements(zone, board),
        )
        self.locations += layout.size
        self.columns += one
        self.piles += layout.size if several else 0
        self.masks += instances if masked else 0
        return layout

    def _board(self, zone: Zone, envs: list[Env], keys: tuple[tuple[object, ...], ...] | None) -> Board | None:
        shape = zone.shape
        try:
            if shape.form == "slots":
                counts = [len(row) for row in keys] if keys is not None else [self._sizes(zone, env)[0] for env in envs]
                _check_places(zone, max(counts, default=0))
                return slots(max(counts, default=0))
            return self._measured(zone, envs)
        except ShapeError as error:
            raise PlayError(board_shape(str(error)), zone.source.span) from error

    def _measured(self, zone: Zone, envs: list[Env]) -> Board | None:
        shape = zone.shape
        sizes = self._sizes(zone, envs[0]) if envs else [1] * len(shape.sizes)
        _check_places(zone, prod(map(abs, sizes)))
        match shape.form:
            case "ring":
                return ring(sizes[0])
            case "track":
                return track(sizes[0])
            case "grid" if shape.is_open:
                return open_grid(*(sizes or [LARGEST, LARGEST]))
            case "grid":
                return grid(*sizes, hexagonal=shape.is_hex, wraps=shape.wraps)
            case "cubes":
                return cubes(*sizes, wraps=shape.wraps)
            case "graph":
                drawn = self.instance.game.graphs[str(shape.list)]
                names = drawn.nodes
                edges = [(names[one], names[other]) for one, other in drawn.edges]
                return graph(names, edges, [[names[node] for node in line] for line in drawn.lines])
        return None

    def _sizes(self, zone: Zone, env: Env) -> list[int]:
        return [self.instance.constants.value(size, NO_STATE, env) for size in zone.shape.sizes]

    def _keys(self, zone: Zone, envs: list[Env]) -> tuple[tuple[object, ...], ...] | None:
        instance = self.instance
        if zone.shape.form != "slots":
            return None
        if zone.shape.column is not None:
            of, local = next((of, local) for of, local in zip(zone.parameters, zone.locals, strict=True) if isinstance(of, Thing))
            printed = instance.attr[of.kind][zone.shape.column]
            return tuple(printed[env[local.id] - instance.first[of.kind]] or () for env in envs)
        if zone.shape.list is not None:
            return tuple(instance.members(zone.shape.list) for _ in envs)
        return None

    def _present(self, zone: Zone, envs: list[Env], keys: tuple[tuple[object, ...], ...] | None) -> tuple[int, ...] | None:
        if zone.shape.form != "slots":
            return None
        counts = tuple(len(row) for row in keys) if keys is not None else tuple(self._sizes(zone, env)[0] for env in envs)
        return counts if len(set(counts)) > 1 else None

    def _placements(self, zone: Zone, board: Board | None) -> Placements | None:
        instance = self.instance
        if zone.holds is None or not zone.one:
            return None
        printed = instance.attr[zone.holds]
        first = instance.first[zone.holds]
        if isinstance(board, Cubes):
            column = next((name for name, of in instance.game.kinds[zone.holds].printed if isinstance(of, Polycube)), None)
            if column is None:
                return None
            shapes = [normalise(shape) for shape in instance.game.shapes]
            _check_covered(zone, sum(covered(shape, board.box) for shape in shapes))
            return cube_placements(shapes, board.box, first, printed[column])
        if isinstance(board, Grid) and (zone.shape.is_tiled):
            count = instance.count[zone.holds]
            sizes = tuple(map(size_of, printed.get("size", (None,) * count)))
            columns = (printed.get(column or "", (None,) * count) for column in (zone.shape.edges, zone.shape.corners, zone.shape.halves))
            looks = zip(sizes, map(faces, *columns), strict=True)
            turns = tuple(distinct_turns(size, look) if zone.shape.turns else (0,) for size, look in looks)
            return TilePlacements(board, first, sizes, turns)
        return None


def _check_covered(zone: Zone, found: int) -> None:
    if found > MOST_COVERED:
        raise PlayError(placements_too_large(zone.name, found), zone.source.span)


def _check_places(zone: Zone, found: int) -> None:
    if found > MOST_PLACES:
        raise PlayError(board_too_large(zone.name, found), zone.source.span)


def _kept(instance: Instance, kept: Kept, column: int, base: int, domains: tuple[Domain, ...]) -> KeptLayout:
    def constant(expr: Value) -> Value:
        return None if expr is None else instance.constants.value(expr, NO_STATE, {})

    size = 1
    for domain in domains:
        size *= domain.size
    return KeptLayout(kept.name, column, base, domains, size, constant(kept.low), constant(kept.high), constant(kept.supply))


def _arguments(zone: Zone, domains: tuple[Domain, ...], number: int) -> Env:
    return {local.id: value for local, value in zip(zone.locals, unradix(domains, number), strict=True)}


def _carried(instance: Instance) -> tuple[tuple[int, ...], ...]:
    carried: list[list[int]] = [[] for _ in instance.things]
    for zone in instance.zones.values():
        for thing, number in _lying_on_things(zone):
            start = zone.base + number * zone.cells
            carried[thing].extend(range(start, start + zone.cells))
    return tuple(map(tuple, carried))


def _lying_on_things(zone: ZoneLayout) -> Iterator[tuple[int, int]]:
    positions = [position for position, of in enumerate(zone.zone.parameters) if isinstance(of, Thing)]
    if zone.zone.holds is None or not positions:
        return
    for number in range(zone.instances):
        arguments = zone.arguments(number)
        for position in positions:
            yield arguments[position], number
