"""A module at work: single games step by step, and series of random games with their records."""

from __future__ import annotations

import atexit
from collections.abc import Collection, Iterator
from functools import cache
from struct import Struct, pack, unpack_from
from typing import Any, TypeVar
from weakref import WeakSet

import wasmtime

from custumal.interpreter.position.rng import derive
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import Chance, ChoiceTuple, Decide, Program, WholeChoice
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import Value
from custumal.interpreter.wasm.memory.packed import shapes_of
from custumal.interpreter.wasm.memory.plan import Plan, pages
from custumal.interpreter.wasm.memory.positions import KINDS, Positions, Written
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE, Shape
from custumal.interpreter.wasm.play.made import HEAD, Compiled, Ended

AManaged = TypeVar("AManaged", wasmtime.Engine, wasmtime.Module, wasmtime.Store)
_SIGN = 1 << 63
_CALLS = ("go", "begin", "listed", "draw", "apply", "tell", "playouts", "unrecorded")
_AT_TIMES = ("greedy_playouts", "perft")
"""Not every module has these."""
_GLOBALS = ("kind", "first_kind", "count", "out", "played", "game_seed", "bot_seed")
BATCH = 512
"""So many games are played in one call."""


_OPEN: WeakSet[wasmtime.Engine | wasmtime.Module | wasmtime.Store] = WeakSet()
"""What belongs to wasmtime and is still in use."""


@cache
def _engine() -> wasmtime.Engine:
    atexit.register(_close)
    config = wasmtime.Config()
    config.parallel_compilation = False  # of which each part would need room of its own
    return _held(wasmtime.Engine(config))


def _held(one: AManaged) -> AManaged:
    _OPEN.add(one)
    return one


def _close() -> None:
    """Given back while the library is still whole: when the process ends, its functions are gone before the objects that call them."""
    for one in list(_OPEN):
        one.close()


def assembled(text: str) -> bytes:
    """A module in the text format as one in the binary format."""
    return bytes(wasmtime.wat2wasm(text))


def machine_code(module: str | bytes) -> bytes:
    """A module in one of these formats as code of this machine, as `loaded` takes it."""
    return bytes(wasmtime.Module(_engine(), module).serialize())


def loaded(code: bytes) -> wasmtime.Module | None:
    """The module that `machine_code` made, None if another version or machine did. It is run: only what nobody else could have written
    may come here."""
    try:
        return _held(wasmtime.Module.deserialize(_engine(), code))
    except wasmtime.WasmtimeError:
        return None


class Trapped(Exception):
    """A game that can't go on here."""


class WasmGames:
    """Plays by one module.

    Args:
        made: what is to be known of the module.
        module: the module itself, see `loaded`.
        instance, program: what it was made from.
        opening: the position at the first stop, which all games share.

    Raises:
        Unsupported: the opening has no room in memory.
    """

    def __init__(self, made: Compiled, module: wasmtime.Module, instance: Instance, program: Program, opening: Position) -> None:
        self.made = made
        self.program = program
        self.instance = instance
        self.plan = Plan(instance, program, made.types)
        self.positions = Positions(instance, self.plan, program)
        self.store = _held(wasmtime.Store(_engine()))
        exports: Any = wasmtime.Instance(self.store, module, []).exports(self.store)
        self.exports: Any = exports
        names = (*_CALLS, *(name for name in _AT_TIMES if exports.get(name) is not None))
        self._calls: Any = {name: exports[name] for name in names}
        self.memory: Any = exports["memory"]
        self._room: tuple[int, int] | None = None
        """Where positions are kept on the way of a count, and of how many."""
        self._globals: Any = {name: exports[name] for name in (*_GLOBALS, "greedy_seats", "count_left") if exports.get(name) is not None}
        self._last: Written | None = None
        self.memory.write(self.store, self.written(opening), self.plan.opening)
        self._globals["first_kind"].set_value(self.store, KINDS.index(opening.kind))

    def _call(self, name: str, *arguments: int) -> int:
        try:
            return self._calls[name](self.store, *arguments)  # type: ignore[no-any-return]  # a number or nothing
        except wasmtime.Trap as trap:
            raise Trapped(str(trap)) from None

    # ------------------------------------------------------------ step by step

    def start(self, seed: int) -> None:
        """A new game at its first stop."""
        self._call("begin", _signed(derive(seed, "chance")) if self.made.has_chance else 0)

    def put(self, state: Position) -> None:
        """Go on from a position of the reference.

        Raises:
            Unsupported: it has no room in memory.
        """
        written = self.written(state)
        self._call("begin", 0)
        self.memory.write(self.store, written, self.plan.position)
        self._globals["kind"].set_value(self.store, KINDS.index(state.kind))
        self._globals["count"].set_value(self.store, -1)

    def written(self, state: Position) -> bytes:
        """The bytes of a position of the reference; most are like those of the one before.

        Raises:
            Unsupported: it has no room in memory.
        """
        written = self.positions.written(state, self._last)
        self._last = Written(state.copy(), written)  # who has the position may go on with it in place
        return written

    @property
    def kind(self) -> str:
        return KINDS[self._globals["kind"].value(self.store)]

    def choices(self) -> list[ChoiceTuple]:
        """The choices here, as the reference lists them."""
        count = self._call("listed")
        point = self._point()
        size = self.made.widths[self._pc()] // ENTRY
        numbers = self._numbers(self.plan.choices, count * size)
        found = [self._choice(numbers[at * size : (at + 1) * size], point) for at in range(count)]
        if all(choosing.inside is None for choosing in point.point.choosings):
            return found
        links = numbers[size - 1 :: size]
        return [WholeChoice(own, self._links(at)) if at else own for own, at in zip(found, links, strict=True)]

    def _links(self, at: int) -> tuple[ChoiceTuple, ...]:
        """What is chosen in the course of an action, as it stands in memory."""
        found = []
        (count,) = self._numbers(at, 1)
        at += ENTRY
        for _ in range(count):
            (pc,) = self._numbers(at, 1)
            stop, width = self.program.code[pc], self.made.widths[pc]
            assert isinstance(stop, Decide)
            found.append(self._choice(self._numbers(at + ENTRY, width // ENTRY), stop))
            at += ENTRY + width
        return tuple(found)

    def apply(self, index: int) -> None:
        """Carry out the choice with this number and go on to the next stop."""
        self._call("apply", self.plan.choices + index * self.made.widths[self._pc()])

    def draw(self) -> ChoiceTuple:
        """What chance brings here; `apply(0)` lets it happen."""
        self._call("draw")
        stop = self.program.code[self._pc()]
        numbers = self._numbers(self.plan.choices, self.made.widths[self._pc()] // ENTRY)
        return self._choice(numbers, stop) if isinstance(stop, Chance) else tuple(numbers)

    def bring(self, outcome: ChoiceTuple) -> None:
        """Chance brings just this, and the program goes on to the next stop."""
        numbers = [NONE if part is None else int(part) for part in outcome]
        self.memory.write(self.store, pack(f"<{len(numbers)}q", *numbers), self.plan.choices)
        self.apply(0)

    def position(self) -> Position:
        """The position here, as the reference has it."""
        plan = self.plan
        end = plan.position + plan.size
        for log in [*plan.logs.values()][-1:]:
            end = log.at + ENTRY * (1 + 2 * self._numbers(log.at, 1)[0])
        data = self.memory.read(self.store, plan.position, end)
        return self.positions.read(bytes(data), self._globals["kind"].value(self.store))

    @property
    def can_count(self) -> bool:
        """Whether sequences of choices can be counted here: where nothing is left to chance."""
        return "perft" in self._calls

    def perft(self, state: Position, depth: int, most: int) -> int:
        """How many sequences of so many choices there are from a position, which stays as it is; no more choices than `most` are listed.

        Raises:
            Unsupported, Trapped: it can't be told here, or there are more.
        """
        self.put(state)
        self._globals["count_left"].set_value(self.store, most)
        if self._room is None or self._room[1] < depth:
            at = self.memory.data_len(self.store)
            self.memory.grow(self.store, pages(depth * self.plan.size))
            self._room = at, depth
        return self._call("perft", depth, self._room[0])

    def _pc(self) -> int:
        return self._numbers(self.plan.pc, 1)[0]

    def _point(self) -> Decide:
        stop = self.program.code[self._pc()]
        assert isinstance(stop, Decide)
        return stop

    def _choice(self, numbers: list[int], stop: Decide | Chance) -> ChoiceTuple:
        if numbers[0] < 0:
            return (numbers[0],)
        choosing = stop.point.choosings[numbers[0]]
        shapes = shapes_of(self.instance, choosing)
        return (numbers[0], *(self._value(number, shape) for number, shape in zip(numbers[1:], shapes, strict=False)))

    def _value(self, number: int, shape: Shape) -> Value:
        if shape.kind == "tuple":
            return tuple(self._numbers(number + ENTRY, self._numbers(number, 1)[0]))
        return None if number == NONE else bool(number) if shape.kind == "truth" else number

    def _numbers(self, at: int, count: int) -> list[int]:
        return list(unpack_from(f"<{count}q", self.memory.read(self.store, at, at + count * ENTRY)))

    # ------------------------------------------------------------ series

    @property
    def can_be_greedy(self) -> bool:
        """Whether bots that look one step ahead have a form here: where every seat sees everything."""
        return "greedy_playouts" in self._calls

    def series(self, seed: int, numbers: range, greedy: Collection[int] = ()) -> Iterator[Ended | int]:
        """The games of a series, in order; of one that can't be played here only its number. The seats of `greedy` look one step ahead,
        which has to have a form here; the others choose at random."""
        playouts = "greedy_playouts" if greedy else "playouts"
        if greedy:
            self._globals["greedy_seats"].set_value(self.store, sum(1 << seat for seat in greedy))
        self._globals["game_seed"].set_value(self.store, _signed(derive(seed, "game")))
        self._globals["bot_seed"].set_value(self.store, _signed(derive(seed, "bot")))
        at = numbers.start
        while at < numbers.stop:
            try:
                played, trapped = self._call(playouts, at, min(BATCH, numbers.stop - at)), False
            except Trapped:
                played, trapped = self._globals["played"].value(self.store), True
            yield from self._ended(at, played)
            at += played
            if trapped:
                yield at
                at += 1

    def play(self, seed: int, numbers: range) -> int:
        """Play the games of a series of which nothing is to be known but how many decisions there were.

        Raises:
            Trapped: one of them can't be played here.
        """
        self._globals["game_seed"].set_value(self.store, _signed(derive(seed, "game")))
        self._globals["bot_seed"].set_value(self.store, _signed(derive(seed, "bot")))
        return self._call("unrecorded", numbers.start, len(numbers))

    def _ended(self, first: int, count: int) -> Iterator[Ended]:
        seats, step = range(self.made.seats), 3 + self.made.lines
        results = HEAD + 1
        records = Struct(f"<{results + len(seats) * step}q")
        data = bytes(self.memory.read(self.store, self.plan.output, self._globals["out"].value(self.store)))
        starts = [results + seat * step for seat in seats]
        at = 0
        for number in range(first, first + count):
            head = records.unpack_from(data, at)
            text = at + records.size
            length = head[0]
            yield Ended(
                number,
                head[1] != 0,
                head[2],
                head[HEAD],
                head[results::step],
                tuple([seat for seat, start in enumerate(starts) if head[start + 1]]),
                tuple([seat for seat, start in enumerate(starts) if head[start + 2]]),
                tuple([head[start + 3 : start + step] for start in starts]),
                data[text : text + length],
            )
            at = (text + length + ENTRY - 1) // ENTRY * ENTRY


def _signed(number: int) -> int:
    return number - 2 * _SIGN if number >= _SIGN else number
