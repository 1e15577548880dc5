"""Our engine as an entrant: the generated code, and the plain reference beside it, driven as a bot would drive them."""

from __future__ import annotations

import sys
from functools import partial
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from custumal import load_game
from custumal.interpreter.cache.wasm_modules import wasm_games
from custumal.interpreter.position.state import CHANCE, OVER, Position
from custumal.interpreter.runs.played import MOST_DECISIONS
from custumal.interpreter.setup.layout import PLACES
from custumal.interpreter.wasm.play.made import Ended

if TYPE_CHECKING:
    from collections.abc import Callable

    from custumal.interpreter.engine import Engine
    from custumal.interpreter.explain.explanation import Explanation
    from custumal.interpreter.program import Choosing
    from custumal.interpreter.setup.values import Value

GAME_FILE = Path(__file__).parents[1] / "games" / "monolyth" / "game.yaml"
RUN_WITH_FRESH_CACHE = """
import os, tempfile
with tempfile.TemporaryDirectory() as home:
    os.environ["CUSTUMAL_HOME"] = home
    from custumal.__main__ import main
    main()
"""
READY_TO_PLAY = """
from custumal import load_game
load_game("{}").start(players=3, seed=1).choices()
"""
LONG_GAMES = ("monolyth", "monastery", "kings-abbey")


def playouts(game_id: str, random: Callable[[], float], *, players: int, reference: bool = False) -> Callable[[int], int]:
    """A function that plays so many random games and gives their number of decisions. `random` gives floats in 0 .. 1."""
    engine = load_game(game_id).engine(players, compiled=not reference)
    seeds = count(1)

    def play_one_game() -> int:
        position = engine.settled(engine.start(next(seeds)))
        choices, apply, settled = engine.choices, engine.apply, engine.settled
        decisions = 0
        while position.kind != OVER:
            found = choices(position)
            apply(position, found[int(random() * len(found))])
            if position.kind == CHANCE:
                settled(position)
            decisions += 1
        return decisions

    return lambda games: sum(play_one_game() for _ in range(games))


def module(game_id: str, *, players: int, recorded: bool = False) -> Callable[[int], int] | None:
    """The same by WebAssembly; None where there is no module of the game, or nothing that runs it. If the games are recorded, all that
    `simulate` tells of each is read as well."""
    game = load_game(game_id)
    engine = game.engine(players)
    fast = wasm_games(engine.instance, engine.program, engine.start(0), MOST_DECISIONS, game.values, game.cache_key)
    if fast is None:
        return None
    numbers = count()
    games = (ended for ended in fast.series(1, range(sys.maxsize)) if isinstance(ended, Ended))
    if recorded:
        return lambda wanted: sum(one.decisions for one in islice(games, wanted))
    return lambda wanted: fast.play(next(numbers), range(wanted))


def midgame(game_id: str, *, players: int, decisions: int) -> Position:
    """A position after so many random decisions."""
    engine = load_game(game_id).engine(players)
    random = Random(1)
    position = engine.settled(engine.start(1))
    for _ in range(decisions):
        engine.apply(position, random.choice(engine.choices(position)))
        position = engine.settled(position)
    return position


def explanations(game_id: str, *, players: int, decisions: int) -> list[Callable[[], object]]:
    """Why each of the candidates, offered or not, can or can't be chosen in a position after so many random decisions."""
    state = midgame(game_id, players=players, decisions=decisions)
    engine = load_game(game_id).engine(players)
    point = engine.reference.point(state)
    assert point is not None

    def judged(choosing: Choosing, values: dict[str, Value]) -> Explanation:
        engine.anew()
        return engine.why.judged(state, choosing, values, "en")

    return [partial(judged, choosing, values) for choosing in point.choosings for values in engine.why.completions(state, choosing, {})]


def lying(engine: Engine, state: Position, zone: str) -> int:
    """How many things lie in a zone."""
    layout = engine.machine.instance.zones[zone]
    return sum(layout.base <= place < layout.base + layout.size for place in state.c[PLACES])


def crowded(game_id: str, action: str, *, players: int, games: int = 3, board: tuple[str, int] | None = None) -> tuple[Engine, Position]:
    """The table and, of a few games that do nothing but this action where they can, the latest position with most ways to do it.

    With `board`, a zone and a number, only positions count in which so many things lie there.
    """
    engine = load_game(game_id).engine(players)
    best: tuple[int, Position] | None = None
    for seed in range(1, games + 1):
        random = Random(seed)
        position = engine.settled(engine.start(seed))
        while position.kind != OVER:
            found = engine.choices(position)
            wanted = [choice for choice in found if engine.key(position, choice).startswith(f"{action}(")]
            counts = board is None or lying(engine, position, board[0]) == board[1]
            if counts and (best is None or len(wanted) >= best[0]):
                best = len(wanted), position.copy()
            engine.apply(position, random.choice(wanted or found))
            position = engine.settled(position)
    assert best is not None
    return engine, best[1]


def size(position: Position) -> int:
    """How many values a position holds."""
    parts = [*position.c, *position.piles, position.known, position.frame, position.stack]
    return sum(map(len, parts)) + 4
