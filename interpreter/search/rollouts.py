"""Playouts by WebAssembly: a position is copied into a module, played on there, and copied back.

Copying takes as long as some ten decisions by generated Python, so this pays where playouts are long. Both machines choose with the same
generator and come to the same positions, so whichever is faster may play.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from custumal.dsl.base.limits import MOST_DECISIONS
from custumal.interpreter.cache.wasm_modules import is_kept, wasm_games
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.interpreter.wasm.unsupported import Unsupported

if TYPE_CHECKING:
    from custumal.interpreter.wasm.play.games import WasmGames

WARM = 2_000
"""So many decisions are made by the ordinary machine before a module is fetched from the cache, which takes about as long."""
MADE = 100
"""A module takes as long to be made as so many decisions for each instruction of the program."""
TRIED = 8
"""So many playouts are timed before it is known which machine is faster."""


class Rollouts:
    """The module of one engine, if there is one, and how long playouts took by either machine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._module: WasmGames | None = None
        self._may_be = True
        self._decisions = 0
        self._ordinary, self._fast = _Times(), _Times()

    def note(self, decisions: int, seconds: float) -> None:
        """The ordinary machine has made a playout."""
        self._decisions += decisions
        self._ordinary.add(seconds)

    def end_of(self, state: Position, seed: int, most: int, cut: int) -> Position | None:
        """The end of the playout from a position, which stays as it is; None where the ordinary machine is to play."""
        if not self._is_worth_it():
            return None
        module = self._module = self._module or self._made()
        if module is None:
            self._may_be = False
            return None
        from custumal.interpreter.wasm.play.games import Trapped  # noqa: PLC0415  # wasmtime is there

        began = time.perf_counter()
        try:
            found = module.rollout(state, seed, most, cut)
        except (Unsupported, Trapped):
            found = None
        self._fast.add(time.perf_counter() - began)
        return found

    def _is_worth_it(self) -> bool:
        if not self._may_be or self._decisions < WARM:
            return False
        if self._module is None:
            return self._decisions >= MADE * len(self.engine.program.code) or self._is_kept()
        if self._fast.count < TRIED or self._ordinary.count < TRIED:
            return self._fast.count < TRIED
        return self._fast.mean < self._ordinary.mean

    def _is_kept(self) -> bool:
        engine = self.engine
        return is_kept(engine.instance, MOST_DECISIONS, engine.instance.options, engine.cache_key)

    def _made(self) -> WasmGames | None:
        engine = self.engine
        opening, options = engine.start(0), engine.instance.options
        return wasm_games(engine.instance, engine.program, opening, MOST_DECISIONS, options, engine.cache_key)


class _Times:
    """How long something took, of late."""

    def __init__(self) -> None:
        self.count, self.mean = 0, 0.0

    def add(self, seconds: float) -> None:
        self.count += 1
        self.mean += (seconds - self.mean) / min(self.count, TRIED)
