"""From an instance and its program to the text of a module."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from struct import pack

from custumal.dsl.base.collector import held_back
from custumal.dsl.base.limits import MOST_STEPS
from custumal.interpreter.knowledge.seen import has_secrets
from custumal.interpreter.program import Chance, Decide, DrawOne, Instruction, Program, RollOne, ShuffleOne
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.wasm.expressions.all_forms import Unit
from custumal.interpreter.wasm.flow.chance import stop_functions
from custumal.interpreter.wasm.flow.listing import Listing
from custumal.interpreter.wasm.flow.regions import Regions
from custumal.interpreter.wasm.flow.wholes import Wholes, chooses_wholes
from custumal.interpreter.wasm.masks import folds
from custumal.interpreter.wasm.masks.points import counted_at
from custumal.interpreter.wasm.memory.plan import ARENA, CHOICES, OUTPUT, PAGE, pages
from custumal.interpreter.wasm.play.lookahead import Lookahead
from custumal.interpreter.wasm.play.made import Compiled
from custumal.interpreter.wasm.play.naming import Naming
from custumal.interpreter.wasm.play.playing import Playing, chance_of
from custumal.interpreter.wasm.play.scoring import Results
from custumal.interpreter.wasm.play.searching import Searching
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import UNREACHABLE

CHANCES = (Chance, DrawOne, RollOne, ShuffleOne)
_WORD = 8
MASKS = (folds,)
"""Loaded with this module, so that expressions are asked of masks where that can be."""


@held_back()
def compiled(instance: Instance, program: Program, most_decisions: int) -> Compiled:
    """The module of a program.

    Raises:
        Unsupported: something in the rules has no form here yet.
    """
    unit = begun(instance, program)
    regions = Regions(unit).write()
    stops = Stops(unit, regions)
    widths = stops.widths
    results = Results(unit)
    playing = Playing(unit, results, most_decisions)
    playing.widths, playing.has_wholes, playing.counts = stops.widths_at, stops.has_wholes, stops.counts_from
    module = unit.module
    module.add(chance_of(name_words("chance")))
    for function in (playing.go(), playing.begin(), playing.listed(), playing.draw(), playing.apply(), playing.tell(), results.write()):
        module.add(function, function.name[1:])
    for function in (playing.opened(), playing.counted(), playing.picked(), playing.played_on(), playing.game()):
        module.add(function)
    module.add(playing.playouts(), "playouts")
    module.add(playing.unrecorded(), "unrecorded")
    _tried(playing, stops.widths_at)
    Searching(unit, results, stops.widths_at, stops.names_from).write()
    unstored, types = tuple(sorted(unit.unstored)), unit.plan.types
    return Compiled(finished(unit), tuple(widths), results.seats, results.lines, bool(program.chances), unstored, types)


def _tried(playing: Playing, widths: int) -> None:
    """What tries every choice: as far as seats see everything, and nothing is left to chance."""
    unit, module = playing.unit, playing.unit.module
    lookahead = Lookahead(unit, widths)
    if not has_secrets(unit.instance, unit.program):
        module.globals["$greedy_seats"] = ("i64", 0)
        for function in (lookahead.greedy(), playing.game("greedy_")):
            module.add(function)
        module.add(playing.playouts("greedy_"), "greedy_playouts")
    if not unit.program.chances:
        module.globals["$count_left"] = ("i32", 0)
        module.add(lookahead.perft(), "perft")


def begun(instance: Instance, program: Program) -> Unit:
    """A module with what every one has."""
    unit = Unit(instance, program)
    plan = unit.plan
    unit.module.globals.update({
        "$arena": ("i32", plan.arena), "$arena_base": ("i32", plan.arena), "$arena_end": ("i32", plan.arena + ARENA),
        "$list_base": ("i32", plan.choices), "$list_next": ("i32", plan.choices), "$sets_base": ("i32", plan.sets), "$trials": ("i32", 0),
        "$sets": ("i32", plan.sets), "$sets_end": ("i32", plan.sets + CHOICES),
        "$out": ("i32", plan.output), "$out_end": ("i32", plan.output + OUTPUT), "$played": ("i32", 0),
        "$fuel": ("i32", MOST_STEPS), "$kind": ("i32", 0), "$first_kind": ("i32", 0), "$count": ("i32", -1), "$number": ("i32", -1),
        "$has_chance": ("i32", int(bool(program.chances))), "$game_seed": ("i64", 0), "$bot_seed": ("i64", 0),
    })  # fmt: skip
    unit.module.further.append(runtime())
    return unit


def finished(unit: Unit) -> str:
    """The text of a module that has all its functions."""
    module = unit.module
    module.data = [(unit.pool.start, bytes(unit.pool.data))] if unit.pool.data else []
    module.pages = pages(unit.pool.end)
    module.further.append(f'(global (export "heap_base") i32 (i32.const {module.pages * PAGE}))')
    return module.text()


class Stops:
    """The functions of all stops, and the table of all functions by address: regions, then those that list, choose, tell, and list
    the parts of what is chosen as one, count and pick, and at last those that name a choice.

    Attributes:
        widths: the bytes of a record at each address; they stand in memory at `widths_at`.
    """

    def __init__(self, unit: Unit, regions: dict[int, str]) -> None:
        self.unit = unit
        program = unit.program
        self.parts: dict[str, dict[int, str]] = {"region": regions, "list": {}, "choose": {}, "tell": {}}
        self.widths = [0] * len(program.code)
        self._names: dict[int, str] = {}
        for pc, one in enumerate(program.code):
            for part, function in self._functions(pc, one).items():
                self.parts[part][pc] = unit.module.add(function).name
        self.widths_at = _widths(unit, self.widths)
        self.has_wholes = any(isinstance(one, Decide) and chooses_wholes(one.point) for one in program.code)
        if self.has_wholes:
            self._whole()
        self.counts_from = len(self.parts) * len(program.code)
        self._count()
        self.names_from = len(self.parts) * len(program.code)
        self.parts["name"] = self._names
        nowhere = Function("$nowhere", (("$unused", "i32"),), "i32")
        nowhere.body = [UNREACHABLE]
        unit.module.add(nowhere)
        unit.module.table = [names.get(pc, nowhere.name) for names in self.parts.values() for pc in range(len(program.code))]

    def _functions(self, pc: int, one: Instruction) -> dict[str, Function]:
        if isinstance(one, Decide):
            listing = Listing(self.unit, one.point)
            self.widths[pc] = listing.width
            self._names[pc] = self.unit.module.add(Naming(self.unit, one.point, listing).written()).name
            return {"list": listing.written(), "choose": listing.choose(), "tell": listing.tell()}
        if isinstance(one, CHANCES):
            self.widths[pc] = _WORD * (2 + len(one.point.choosings[0].picks)) if isinstance(one, Chance) else _WORD
            return stop_functions(self.unit, pc, one)
        return {}

    def _count(self) -> None:
        """What tells how many choices there are, and gives one of them; where nothing counts them they are listed."""
        counts, picks = dict(self.parts["list"]), dict[int, str]()
        for pc, one in enumerate(self.unit.program.code):
            found = counted_at(self.unit, one.point) if isinstance(one, Decide) else None
            if found is not None:
                counts[pc], picks[pc] = found
        self.parts |= {"count": counts, "pick": picks}

    def _whole(self) -> None:
        """Where actions are chosen as one, their ways are listed."""
        program = self.unit.program
        size = len(program.code)
        wholes = Wholes(self.unit, 4 * size, 2 * size, self.widths_at)
        self.parts["part"] = dict(self.parts["list"])
        for pc, one in enumerate(program.code):
            if isinstance(one, Decide) and chooses_wholes(one.point):
                self.parts["list"][pc] = self.unit.module.add(wholes.listed(one.point, self.widths[pc])).name


def _widths(unit: Unit, widths: list[int]) -> int:
    at = unit.pool.end
    data = pack(f"<{len(widths)}i", *widths)
    unit.pool.data += data + bytes(-len(data) % _WORD)
    return at


def name_words(text: str) -> list[int]:
    """The words that a text is to the generator, see `derive`."""
    encoded = text.encode()
    return [1, len(encoded), *(int.from_bytes(encoded[at : at + 8], "little") for at in range(0, len(encoded), 8))]


@cache
def runtime() -> str:
    return (Path(__file__).parents[1] / "runtime.wat").read_text(encoding="utf-8")
