"""The plan of memory: what stands at which address."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Cell, Number, Seat, Set, Symbol, Truth, Type, bare
from custumal.interpreter.lowering.assembly.slots import locals_of
from custumal.interpreter.program import CallRoutine, Gather, Program, positions_id
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import KeptLayout, ZoneLayout
from custumal.interpreter.setup.placements import CubePlacements
from custumal.interpreter.wasm.memory.packed import PACKED_SHAPE, packed_slots
from custumal.interpreter.wasm.memory.shapes import ENTRY, NUMBER, Shape, shape_of

PAGE = 1 << 16
WORD = 64
"""The bits of a number."""
SAVED = 2048
"""So many numbers have room that calls of routines have saved which are called again from themselves."""
DEPTH = 64
"""So many return addresses have room."""
HOOK = 4
"""So many numbers are a hook that is to act: its rule, and what its carrier binds."""
NOTED = 8192
"""So many positions of a step can be noted: each is a seat and the digest of how it stood."""
LONGEST = 24
"""So many choices one behind the other are followed in an action that is chosen as one."""
WAYS = 512
"""So many ways to carry out such actions are compared at one stop."""
TRIALS = 3
"""So many positions can be set aside, one in a trial of another."""
CHOICES = 1 << 20
ARENA = 1 << 20
OUTPUT = 1 << 22
"""The bytes for lists of choices, for values in the making, for what is told of games."""


SlotTypes = tuple[tuple[str, Type], ...]
"""By their names the types of slots."""
ROWS = 16
"""A kept value of more values than this has no masks."""
MASKED = range(2, 513)
"""Of so many cells masks are kept."""


@dataclass(frozen=True, slots=True)
class Bits:
    """Masks of the cells of which something is kept: `rows` of so many words each stand at an address, the first for nothing, then one
    for each value from 0 on."""

    at: int
    rows: int
    words: int


@dataclass(frozen=True, slots=True)
class Field:
    """Where a value of the position stands, or the first of several, with the shape that they have."""

    at: int
    shape: Shape


class Plan:
    """The addresses for one program.

    Attributes:
        bots: the generators of the seats' bots.
        saved_words, saves: how many numbers calls have saved, and these.
        pc, seat, rng, depth, stack: the parts of a position that programs need to go on.
        logs: the slots of noted positions, which grow while a game goes on; they stand at the end, so that no more is copied of them
            than there is. `fixed`: the bytes before them.
        packed: the slots in which choices are packed.
        bits: masks of the cells, by the name of what is kept of them and then by its values.
        frame: by slot; kept: by name; content, filled: by zone (masks of the filled cells of each
            instance).
        places, placements, counters, known, ahead, behind: one entry for each thing (counter).
        bottoms, tops, counts: one entry for each pile. A pile is a chain: `ahead` is what lies on a thing in it, `behind` what below.
        position, size: where the position stands, and its bytes; opening: that with which games begin; saved: room for others.
        measures: what preferences measure, by their addresses. tried, path: the positions, and the records, on the way through an action
            that is chosen as one; reached, made, ways, scores: the positions, the records, the actions and what was measured of each way.
        choices, sets: the records of a list, and the sets that stand in them.
    """

    def __init__(self, instance: Instance, program: Program, types: SlotTypes | None = None) -> None:
        self.instance = instance
        self.types = slot_types(program) if types is None else types
        self._at = 64
        layout = instance.layout
        self.bots = self._take(len(instance.all_seats))
        self.position = self._at
        self.pc, self.seat, self.rng, self.depth = (self._take(1) for _ in range(4))
        self.stack = self._take(DEPTH)
        self.saved_words = self._take(1)
        self.saves = self._take(SAVED if any(isinstance(one, CallRoutine) and one.saved for one in program.code) else 0)
        self.logs: dict[str, Field] = {}
        self.packed = packed_slots(program)
        self.frame = self._frame(program)
        self.counters = self._take(program.counters)
        self.kept = {name: self._kept(name) for name in instance.kept}
        self.places = self._take(layout.things)
        has_placements = any(zone.placements is not None for zone in layout.zones.values())
        self.placements = self._take(layout.things if has_placements else 0)
        self.has_placements = has_placements
        self.known = self._take(layout.things if layout.reveals else 0)
        self.content = {zone.name: self._take(zone.size) for zone in layout.zones.values() if zone.one}
        self.filled = {zone.name: self._take(zone.instances * words(zone.cells)) for zone in layout.zones.values() if is_masked(zone)}
        self.ahead, self.behind = (self._take(layout.things if layout.piles else 0) for _ in range(2))
        self.bottoms, self.tops, self.counts = (self._take(layout.piles) for _ in range(3))
        self.bits = {name: self._bits(name) for name, layout in instance.kept.items() if has_bits(instance, layout)}
        self.fixed = self._at - self.position
        for name in logs_of(program):
            self.frame[name] = self.logs[name] = self._field_of(Shape("tuple", NUMBER, NOTED, 2))
        self.size = self._at - self.position
        self.opening = self._bytes(self.size)
        self.saved = self._bytes(self.size * TRIALS)
        self._reserve_wholes(program)
        self.choices = self._bytes(CHOICES)
        self.sets = self._bytes(CHOICES)
        self.arena = self._bytes(ARENA)
        self.output = self._bytes(OUTPUT)
        self.constants = self._at

    def _reserve_wholes(self, program: Program) -> None:
        """Room for actions that are chosen as one."""
        choosings = [one for point in getattr(program, "points", ()) for one in point.choosings]
        wanted = any(one.inside is not None for one in choosings)
        measured = dict.fromkeys(preferred.address for one in choosings for preferred in one.prefer)
        self.measures = {address: self._take(1) for address in measured}
        self.tried = self._bytes(self.size * (LONGEST + 1) if wanted else 0)
        self.reached = self._bytes(self.size * WAYS if wanted else 0)
        self.path = self._take(LONGEST + 1 if wanted else 0)
        self.made = self._bytes(CHOICES if wanted else 0)
        self.ways = self._take(WAYS if wanted else 0)
        self.scores = self._take(WAYS * len(measured))

    def _bytes(self, size: int) -> int:
        at = self._at
        self._at += -(-size // ENTRY) * ENTRY
        return at

    def _take(self, entries: int) -> int:
        return self._bytes(entries * ENTRY)

    def _field_of(self, shape: Shape) -> Field:
        return Field(self._bytes(shape.size), shape)

    def _field(self, of: Type, count: int = 1) -> Field:
        shape = shape_of(self.instance, of)
        return Field(self._bytes(shape.size * count), shape)

    def _kept(self, name: str) -> Field:
        return self._field(self.instance.game.kept[name].type, self.instance.kept[name].size)

    def _bits(self, name: str) -> Bits:
        cells = words(self.instance.kept[name].size)
        rows = row_count(self.instance, name)
        return Bits(self._take(rows * cells), rows, cells)

    def _frame(self, program: Program) -> dict[str, Field]:
        types = dict(self.types)
        shapes = {one.items.id: self._hooks(one) for one in program.code if isinstance(one, Gather)}
        shapes |= dict.fromkeys(self.packed, PACKED_SHAPE)
        logs = {*logs_of(program)}
        return {
            name: self._field_of(shapes[name]) if name in shapes else self._slot(types.get(name), program.frame[slot])
            for name, slot in program.slots.items()
            if name not in logs
        }

    def _hooks(self, one: Gather) -> Shape:
        """Where the hooks stand that are to act: each rule once for each seat, or for each thing if it serves everyone."""
        instance = self.instance
        things = [1 if use.rule.carrier is None else len(instance.of_row[use.rule.carrier.kind][use.rule.carrier.row]) for use in one.uses]
        most = sum(max(1, count) for count in things)
        return Shape("tuple", NUMBER, most, HOOK)

    def _slot(self, of: Type | None, first: object) -> Field:
        """Where a slot stands. What is no name of an instruction is a number, or a tuple that is never written."""
        return self._field(Set(Number(), at_most=0) if of is None and isinstance(first, tuple) else of or Number())


def logs_of(program: Program) -> list[str]:
    """The slots of noted positions."""
    return [name for name in program.slots if name.startswith(positions_id(""))]


def slot_types(program: Program) -> SlotTypes:
    """The types of the names that stand in the frame. To find them takes as long as all else that is to be known of a module."""
    found = locals_of((program.code, tuple(program.actions.values())))
    return tuple((local.id, local.type) for local in found if local.id in program.slots)


def is_masked(zone: ZoneLayout) -> bool:
    """Whether masks are kept of the filled cells of a zone: where polycubes are laid."""
    return isinstance(zone.placements, CubePlacements)


def has_bits(instance: Instance, layout: KeptLayout) -> bool:
    """Whether masks are kept of the cells by what is kept of them: one of few values of each cell of a board."""
    kept = instance.game.kept[layout.name]
    few = isinstance(bare(kept.type), Seat | Symbol | Truth) and layout.low is None and layout.high is None
    of_cells = len(kept.parameters) == 1 and isinstance(kept.parameters[0], Cell) and layout.size in MASKED
    return few and of_cells and row_count(instance, layout.name) <= ROWS


def row_count(instance: Instance, name: str) -> int:
    """One for nothing, and one for each value from 0 on."""
    domain = instance.domain(bare(instance.game.kept[name].type))
    return 1 + domain.offset + domain.size


def words(cells: int) -> int:
    """So many numbers of 64 bits are a mask of so many cells."""
    return -(-cells // WORD)


def pages(end: int) -> int:
    """So many pages hold all that stands below an address."""
    return -(-end // PAGE)
