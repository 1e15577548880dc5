"""The reference beside a module of WebAssembly: at every stop both have to list and do the same."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from custumal import load_game
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import CHANCE, OVER, Position
from custumal.interpreter.runs.played import MOST_DECISIONS
from custumal.interpreter.wasm.play.compiled import compiled
from custumal.interpreter.wasm.play.games import WasmGames, loaded, machine_code
from custumal.interpreter.wasm.play.made import Compiled


@cache
def engine_of(game: str, players: int, variants: tuple[str, ...] = ()) -> Engine:
    return load_game(game, variants).engine(players)


@cache
def made_of(game: str, players: int) -> tuple[Compiled, bytes]:
    """The module of a shipped game, with its machine code."""
    engine = engine_of(game, players)
    made = compiled(engine.instance, engine.program, MOST_DECISIONS)
    return made, machine_code(made.text)


def games_of(game: str, players: int) -> WasmGames:
    """A module at work for a shipped game."""
    engine = engine_of(game, players)
    made, code = made_of(game, players)
    module = loaded(code)
    assert module is not None
    return WasmGames(made, module, engine.instance, engine.program, engine.reference.start(0))


def without_knowledge(state: Position) -> dict[str, Any]:
    """A position but for what seats know, which modules do not follow."""
    return {**state.to_json(), "known": None}


def step(engine: Engine, fast: WasmGames, state: Position, random: Random) -> None:
    """One choice, or one act of chance, by both: the same lists in the same order, and the same position afterwards."""
    fast.put(state)
    if state.kind == CHANCE:
        choice = engine.reference.draw(state)
        assert fast.draw() == choice
        index = 0
    else:
        choices = engine.reference.choices(state)
        assert fast.choices() == choices
        index = random.randrange(len(choices))
        choice = choices[index]
    engine.reference.apply(state, choice)
    fast.apply(index)
    assert without_knowledge(fast.position()) == without_knowledge(state)


def play_both(engine: Engine, fast: WasmGames, seed: int, stops: int) -> int:
    """A random game, or its first stops; gives how many there were."""
    state = engine.reference.start(seed)
    fast.start(seed)
    assert without_knowledge(fast.position()) == without_knowledge(state)
    random = Random(seed)
    for number in range(stops):
        if state.kind == OVER:
            return number
        step(engine, fast, state, random)
    return stops
