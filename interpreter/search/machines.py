"""By which machine a search goes on: the ordinary one, or a module of WebAssembly once there is one."""

from __future__ import annotations

import atexit
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol, TypeVar
from weakref import WeakKeyDictionary

from custumal.dsl.base.limits import MOST_DECISIONS
from custumal.interpreter.cache.wasm_modules import can_run, is_kept, wasm_games
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.interpreter.search.payoffs import Scale, Tried
from custumal.interpreter.search.plain import PlainTree
from custumal.interpreter.search.ranked import Ranked
from custumal.interpreter.wasm.unsupported import Unsupported

if TYPE_CHECKING:
    from custumal.interpreter.cache.apart import Apart
    from custumal.interpreter.wasm.play.games import WasmGames

T = TypeVar("T")
FETCHED = 0.1
"""A module is fetched from the cache once searches by the ordinary machine have taken so many seconds, or one of them would; by another
process it is begun once they have."""
MADE = 0.001
"""Where there can be no such process one is made once they have taken so many for each instruction of the program."""
LONG = 300
"""A search in a game whose program has so many instructions takes the ordinary machine longer than it takes to fetch a module."""
Expect = Callable[[float], None]
"""How a search tells how many seconds it will take by the machine that it has."""


class _Slow(Exception):
    """The ordinary machine would take longer for a search than it takes to fetch the module that has been made."""


class Tree(Protocol):
    """What one search has found, by either machine; see `PlainTree`."""

    at_once: int

    def add(self, world: Position) -> None: ...
    def tried(self, world: int, playouts: int) -> list[Tried]: ...
    def begin(self, scale: Scale) -> None: ...
    def run(self, world: int, iterations: int, left: int) -> int: ...
    def ranked(self) -> list[Ranked]: ...


class Machines:
    """The module of one engine, if there is one. It does not hold the engine, so that it goes with it."""

    def __init__(self) -> None:
        self._module: WasmGames | None = None
        self._may_be = True
        self._spent = 0.0
        self._is_kept: bool | None = None
        self._is_begun = False
        self._making: Apart | None = None

    def begin(self, engine: Engine) -> None:
        """Have the module made by another process, while searches go on by the ordinary machine; nothing where there is one already, or
        where there can be no such process."""
        if self._is_begun:
            return
        self._is_begun = True
        players, options, key = engine.instance.players, engine.instance.options, engine.cache_key
        if not self._is_at_hand(engine) and key is not None and can_run():
            from custumal.interpreter.cache.apart import module_apart  # noqa: PLC0415  # most modules have been made before

            self._making = module_apart(players, options, MOST_DECISIONS, key)

    def search(self, engine: Engine, state: Position, seed: int, run: Callable[[Tree, Expect], T]) -> T:
        """Search by the fast machine where there is one, and once more by the ordinary one where it can't go on; begun by the ordinary one,
        and told that this will take long, by the fast one if it has only to be fetched."""
        try:
            return self._searched(engine, state, seed, run)
        except _Slow:
            self._spent = max(self._spent, FETCHED)
            return self._searched(engine, state, seed, run)

    def _searched(self, engine: Engine, state: Position, seed: int, run: Callable[[Tree, Expect], T]) -> T:
        module = self._fetched(engine)
        if module is not None:
            from custumal.interpreter.search.fast import FastTree  # noqa: PLC0415  # wasmtime is there
            from custumal.interpreter.wasm.play.games import Trapped  # noqa: PLC0415

            with suppress(Unsupported, Trapped):
                return run(FastTree(module, engine, state, seed), lambda _: None)
        began = time.perf_counter()
        try:
            return run(PlainTree(engine, state, seed), lambda seconds: self._weigh(engine, seconds))
        finally:
            self._spent += time.perf_counter() - began

    def _weigh(self, engine: Engine, seconds: float) -> None:
        """Whether a search of so many seconds by the ordinary machine should rather be made by a module that has been made.

        Raises:
            _Slow: it should.
        """
        if seconds > FETCHED > self._spent and self._module is None and self._may_be and self._is_at_hand(engine):
            raise _Slow

    def _is_at_hand(self, engine: Engine) -> bool:
        if self._is_kept is None:
            self._is_kept = is_kept(engine.instance, MOST_DECISIONS, engine.instance.options, engine.cache_key)
        return self._is_kept

    def _fetched(self, engine: Engine) -> WasmGames | None:
        if self._module is None and self._may_be and self._is_worth_it(engine):
            opening, options = engine.start(0), engine.instance.options
            self._module = wasm_games(engine.instance, engine.program, opening, MOST_DECISIONS, options, engine.cache_key)
            self._may_be = self._module is not None
        return self._module

    def _is_worth_it(self, engine: Engine) -> bool:
        if self._spent >= FETCHED:
            self.begin(engine)
        if self._making is not None:
            return not self._making.is_under_way()
        if len(engine.program.code) >= LONG and self._is_at_hand(engine):
            return True
        return self._spent >= (FETCHED if self._is_kept else MADE * len(engine.program.code))


_MACHINES: WeakKeyDictionary[Engine, Machines] = WeakKeyDictionary()
atexit.register(_MACHINES.clear)  # while wasmtime can still free what it holds


def machines(engine: Engine) -> Machines:
    """The machines of an engine."""
    found = _MACHINES.get(engine)
    if found is None:
        found = _MACHINES[engine] = Machines()
    return found
