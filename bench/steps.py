"""What one step from Python costs by each machine, and what is gained where many are made inside: `python -m bench.steps [GAME …]`.

A step is a copy of the position, the list of its choices and one of them carried out; a module has to be given the position and asked for
it again. Figures are CPU microseconds, median and spread of the rounds; ratios are taken within a round.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from random import Random

from bench.timing import Spread, calls
from custumal import load_game
from custumal.dsl.base.limits import MOST_DECISIONS
from custumal.interpreter.api import Game
from custumal.interpreter.cache.wasm_modules import wasm_games
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import OVER, Position
from custumal.interpreter.runs.perft import Counting
from custumal.interpreter.runs.played import Plan
from custumal.interpreter.runs.simulate import play_game
from custumal.interpreter.wasm.play.games import WasmGames

GAMES = {"tic-tac-toe": 2, "connect-four": 2, "chess": 2, "monolyth": 3, "monastery": 3, "kings-abbey": 2}
POSITIONS, SECONDS, ROUNDS = 12, 0.1, 3
DEPTH = {"tic-tac-toe": 6, "connect-four": 5, "chess": 3, "draughts": 5, "breakthrough": 3}
GREEDY = {"connect-four": 2, "reversi": 2, "draughts": 2, "oware": 2, "monolyth": 3}
SERIES = 8


def positions(engine: Engine) -> list[Position]:
    """Decisions of a random game, from its first one on."""
    decide, state = Random(1), engine.settled(engine.start(1))
    found: list[Position] = []
    while state.kind != OVER and len(found) < POSITIONS:
        found.append(state.copy())
        engine.apply(state, decide.choice(engine.choices(state)))
        engine.settled(state)
    return found


def module_of(game: Game, engine: Engine) -> WasmGames:
    found = wasm_games(engine.instance, engine.program, engine.start(0), MOST_DECISIONS, game.values, game.cache_key)
    assert found is not None, f"{game.id} has no module"
    return found


def steps(engine: Engine, at: list[Position]) -> None:
    for position in at:
        state = position.copy()
        engine.apply(state, engine.choices(state)[0])


def steps_inside(module: WasmGames, at: list[Position]) -> None:
    for position in at:
        module.put(position)
        module.choices()
        module.apply(0)
        module.position()


def told(title: str, found: Mapping[str, Spread], per: int, base: str) -> None:
    rows = (
        f"{name} {Spread(tuple(value / per for value in spread.values))} ({spread.over(found[base])})" for name, spread in found.items()
    )
    print(f"{title}: {'; '.join(rows)}", flush=True)


def step_costs(name: str, players: int) -> None:
    game = load_game(name)
    fast, plain = game.engine(players), game.engine(players, compiled=False)
    at = positions(fast)
    entrants: dict[str, Callable[[], object]] = {
        "generated": partial(steps, fast, at),
        "reference": partial(steps, plain, at),
        "module": partial(steps_inside, module_of(game, fast), at),
    }
    told(f"step, {name}", calls(entrants, SECONDS, ROUNDS), len(at), "generated")


def start_costs(name: str, players: int) -> None:
    def generated() -> object:
        engine = load_game(name).engine(players)
        return engine.choices(engine.settled(engine.start(1)))

    def reference() -> object:
        engine = load_game(name).engine(players, compiled=False)
        return engine.choices(engine.settled(engine.start(1)))

    def module() -> object:
        game = load_game(name)
        engine = game.engine(players, compiled=False)
        return module_of(game, engine)

    generated()
    module_of(load_game(name), load_game(name).engine(players))
    told(
        f"from caches to the first choices, {name}",
        calls({"generated": generated, "reference": reference, "module": module}, SECONDS, ROUNDS),
        1,
        "generated",
    )


def count_costs(name: str, depth: int) -> None:
    engine = load_game(name).engine(2)
    start = engine.start(1)
    inside, plain = Counting(engine, start, depth), Counting(engine, start, 1)
    inside._module = inside._module or inside._made()  # noqa: SLF001 - whether it is worth it is not the question
    entrants: dict[str, Callable[[], object]] = {
        "generated": lambda: plain.below(start.copy(), depth),
        "module": lambda: inside.below(start.copy(), depth),
    }
    told(f"perft {depth}, {name}", calls(entrants, SECONDS, ROUNDS), 1, "module")


def greedy_costs(name: str, players: int) -> None:
    game = load_game(name)
    engine = game.engine(players)
    module, seats = module_of(game, engine), range(players)
    plan = Plan(name, players, 7, seats=("greedy",) * players)
    entrants: dict[str, Callable[[], object]] = {
        "generated": lambda: [play_game(plan, game, engine, number) for number in range(SERIES)],
        "module": lambda: list(module.series(7, range(SERIES), seats)),
    }
    told(f"greedy games, {name}", calls(entrants, SECONDS, ROUNDS), SERIES, "module")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="some of the games only")
    wanted = set(parser.parse_args().games)
    for measure, table in ((step_costs, GAMES), (start_costs, GAMES), (count_costs, DEPTH), (greedy_costs, GREEDY)):
        for name, number in table.items():
            if not wanted or name in wanted:
                measure(name, number)


if __name__ == "__main__":
    main()
