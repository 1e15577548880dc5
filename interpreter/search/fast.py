"""The iterations of a search by a module of WebAssembly, tree and all: the same as in `plain.py`, see `interpreter/wasm/search.wat`."""

from __future__ import annotations

from struct import calcsize, iter_unpack, unpack
from typing import Any
from weakref import WeakSet

import wasmtime

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.interpreter.search.joining import joins
from custumal.interpreter.search.payoffs import Scale, Tried, by_margin
from custumal.interpreter.search.playout import bounds
from custumal.interpreter.search.ranked import Ranked
from custumal.interpreter.search.worth import ASKED, DRAWS, EXPLORING, FIRST_SIGHT, HABITUAL, LOOKED_AT, MOST_AT_SIGHT, RACING, SURE, WIDEST
from custumal.interpreter.wasm.memory.shapes import ENTRY
from custumal.interpreter.wasm.play.games import Trapped, WasmGames

_FOUND = "<qqdq"
"""What is read of a choice: its edge, its visits, the sum of its rewards, those that are proven."""


_WEIGHED: WeakSet[WasmGames] = WeakSet()
"""The modules that know how choices are weighed; each belongs to one engine."""


class FastTree:
    """What one search has found; a module has one at a time.

    Args:
        module: of the game.
        engine: likewise.
        state: the decision that is thought about.
        seed: of all that is tried.

    Every call may raise Trapped or Unsupported where the module can't go on.
    """

    at_once = 250
    """Iterations before it is asked whether time is up."""

    def __init__(self, module: WasmGames, engine: Engine, state: Position, seed: int) -> None:
        assert state.seat is not None
        self.module, self.engine, self.state, self.seat = module, engine, state, state.seat
        self._worlds: list[int] = []
        self._rooms: list[int] = []
        heap = module.exports["heap_base"].value(module.store)
        if module not in _WEIGHED:
            self._weigh()
        self._call("search_begin", seed - (seed >> 63 << 64), self.seat, heap)

    def _weigh(self) -> None:
        """Tell the module what is the same for all searches by it."""
        module, engine = self.module, self.engine
        weights = {
            "exploring": EXPLORING, "racing": RACING, "first_sight": FIRST_SIGHT, "habitual": HABITUAL, "widest": WIDEST,
            "most_at_sight": MOST_AT_SIGHT, "looked_at": LOOKED_AT, "draws": DRAWS, "asked": ASKED, "sure": SURE,
            "by_margin": by_margin(len(engine.instance.seats)), "joins": int(joins(engine)),
        }  # fmt: skip
        for name, weight in weights.items():
            module.exports[name].set_value(module.store, weight)
        _WEIGHED.add(module)

    def _call(self, name: str, *arguments: float) -> Any:
        try:
            return self.module.exports[name](self.module.store, *arguments)
        except wasmtime.Trap as trap:
            raise Trapped(str(trap)) from None

    def _read(self, at: int, size: int) -> bytes:
        return bytes(self.module.memory.read(self.module.store, at, at + size))

    def add(self, world: Position) -> None:
        """One more position that this one may be."""
        written = self.module.written(world)
        if not self._rooms:  # for as many again
            size, count = self.module.plan.size, max(1, len(self._worlds))
            at = self._call("search_room", size * count)
            self._rooms = [at + size * number for number in range(count)]
        at = self._rooms.pop()
        self.module.memory.write(self.module.store, written, at)
        self._worlds.append(at)

    def tried(self, world: int, playouts: int) -> list[Tried]:
        """How some playouts from one of these end."""
        size = 1 + len(self.engine.instance.seats)
        at = self._call("search_tried", self._worlds[world], playouts, *bounds(self.engine, cut=True))
        rows = iter_unpack(f"<{size}q", self._read(at, ENTRY * size * playouts))
        return [Tried(bool(over), tuple(totals)) for over, *totals in rows]

    def begin(self, scale: Scale) -> None:
        """Positions are valued so from here on."""
        self._call("search_scale", scale.race, scale.scale, float(scale.level), float(scale.stake), *bounds(self.engine, cut=scale.race))

    def run(self, world: int, iterations: int, left: int) -> int:
        """So many iterations from one of the positions, of all that are `left`; see `PlainTree`."""
        return int(self._call("search_run", self._worlds[world], iterations, left, self.seat))

    def ranked(self) -> list[Ranked]:
        """What was tried so far, in the order of the list of choices."""
        self.module.put(self.state)
        choices = self.engine.choices(self.state)
        rows = iter_unpack(_FOUND, self._read(self._call("search_found", self.seat), calcsize(_FOUND) * len(choices)))
        return [
            Ranked(choice, visits, self._proven(known) if known else total / visits, bool(known))
            for choice, (edge, visits, total, known) in zip(choices, rows, strict=True)
            if edge
        ]

    def _proven(self, known: int) -> float:
        """What is proven for who thinks, of the rewards at an address."""
        (found,) = unpack("<d", self._read(known + ENTRY * self.seat, ENTRY))
        return float(found)
