"""`python -m bench.run`: how fast the engine is, as ratios taken in one run. `pip install 'custumal[bench]'` adds OpenSpiel.

Parts: `playouts` (random games of four public games), `monolyth`, `monastery` and `kings-abbey` (long games), `listing` (all
placements of a hand of tiles late in a game), `explain` (why a choice can or can't be made), `copy` (copying a state), `processes`
(whole commands, as a user waits for them), `ready` (CPU until the first choices of a long game are there).
"""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from bench import hand, ours, peers
from bench.timing import Spread, calls, playouts, processes, told_by_processes
from custumal import load_game

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from custumal.interpreter.engine import Engine
    from custumal.interpreter.position.state import Position

OURS, MODULE, REFERENCE = "custumal, generated code", "custumal, WebAssembly", "custumal, reference"
HAND, SPIEL, SPIEL_ALONE = "written by hand", "OpenSpiel from Python", "OpenSpiel, its own playouts in C++"
HELLO = "import click\n@click.command()\ndef main() -> None:\n    click.echo('hello')\nmain()\n"


def bench_playouts(seconds: float, rounds: int) -> None:
    """Random games of the games that exist by hand, all entrants interleaved."""
    for game, start in hand.ENGINES.items():
        random = Random(1).random
        entrants = {
            HAND: hand.playouts(start, random),
            OURS: ours.playouts(game, random, players=2),
            REFERENCE: ours.playouts(game, random, players=2, reference=True),
        }
        if (module := ours.module(game, players=2)) is not None:
            entrants[MODULE] = module
        if peers.available():
            entrants[SPIEL] = peers.playouts(game, random)
            entrants[SPIEL_ALONE] = peers.own_playouts(game)
        rates = playouts(entrants, seconds, rounds)
        show_rates(game, {name: rate.games for name, rate in rates.items()}, "games/s")
        mine = rates[OURS].games
        for name, rate in rates.items():
            if name != OURS:
                print(f"  {OURS} / {name}: {mine.over(rate.games)}")
        for name, rate in rates.items() if MODULE in rates else ():
            if name != MODULE:
                print(f"  {MODULE} / {name}: {rates[MODULE].games.over(rate.games)}")


def bench_long_game(game: str, seconds: float, rounds: int) -> None:
    """A long game at every number of players: games and decisions per second."""
    random = Random(1).random
    least, most = load_game(game).players
    entrants = {f"{players} players": ours.playouts(game, random, players=players) for players in range(least, most + 1)}
    entrants["3 players, reference"] = ours.playouts(game, random, players=3, reference=True)
    if (module := ours.module(game, players=3)) is not None:
        entrants["3 players, WebAssembly"] = module
    if (module := ours.module(game, players=3, recorded=True)) is not None:
        entrants["3 players, WebAssembly, recorded"] = module
    rates = playouts(entrants, seconds, rounds)
    show_rates(game, {name: rate.games for name, rate in rates.items()}, "games/s")
    show_rates(game, {name: rate.plies for name, rate in rates.items()}, "decisions/s")
    print(f"  generated code / reference: {rates['3 players'].plies.over(rates['3 players, reference'].plies)}")
    if "3 players, WebAssembly" in rates:
        print(f"  WebAssembly / generated code: {rates['3 players, WebAssembly'].plies.over(rates['3 players'].plies)}")


def bench_listing(seconds: float, rounds: int) -> None:
    """All legal choices of a seat that may place its tiles on a board without borders: with most placements, with 30 tiles lying."""
    entrants: dict[str, Callable[[], object]] = {}
    for words, board in (("most placements", None), ("30 tiles on the board", ("grounds", 30))):
        engine, state = ours.crowded("monastery", "place", players=4, games=5, board=board)
        entrants[f"{words}: {len(engine.choices(state))} choices"] = partial(_afresh, engine, state)
    show_rates("listing", calls(entrants, seconds / 10, rounds), "us")


def _afresh(engine: Engine, state: Position) -> None:
    """List without what is remembered of the last listing."""
    engine.forget()
    engine.choices(state)


def bench_explain(seconds: float, rounds: int) -> None:
    """Explaining one choice in the middle of a long game, candidates taken in turn; and the worst of them."""
    for game, players, decisions in (("monolyth", 4, 40), ("monastery", 4, 60)):
        told = ours.explanations(game, players=players, decisions=decisions)
        worst = max(told, key=lambda call: next(iter(calls({"once": call}, 0, 1)["once"].values)))
        both: dict[str, Callable[[], object]] = {f"{game}, one of {len(told)} choices": partial(_each, told)}
        both[f"{game}, the worst of them"] = worst
        times = calls(both, seconds / 10, rounds)
        show_rates("explain", times, "us")


def _each(of: list[Callable[[], object]]) -> None:
    """The next call of a list, round and round."""
    of.append(of.pop(0))
    of[-1]()


def bench_copy(seconds: float, rounds: int) -> None:
    """Copying a state in the middle of each long game beside copying one flat list of as many values."""
    for game, decisions in zip(ours.LONG_GAMES, (20, 60, 100), strict=True):
        state = ours.midgame(game, players=4, decisions=decisions)
        flat = list(range(ours.size(state)))
        times = calls({f"copy of a {game} state": state.copy, f"copy of one list of {len(flat)}": flat.copy}, seconds / 10, rounds)
        show_rates("copy", times, "us")
        copied, listed = times.values()
        print(f"  state / list: {copied.over(listed)}")


def bench_processes(_seconds: float, rounds: int) -> None:
    """Whole processes, by the wall clock: what a user waits for."""
    with tempfile.TemporaryDirectory() as folder:
        hello = Path(folder) / "hello.py"
        hello.write_text(HELLO, encoding="utf-8")
        python = sys.executable
        custumal = (python, "-m", "custumal")
        fresh = (python, "-c", ours.RUN_WITH_FRESH_CACHE)
        times = processes(
            {
                "bare interpreter": (python, "-c", "pass"),
                "click hello": (python, str(hello)),
                "custumal --help": (*custumal, "--help"),
                "custumal check of monolyth, nothing cached": (*fresh, "check", str(ours.GAME_FILE)),
                "the same with its variants": (*fresh, "check", "monolyth"),
                "the same, parser cached": (*custumal, "check", "monolyth"),
                **{f"{game} ready to play, cached": (python, "-c", ours.READY_TO_PLAY.format(game)) for game in ours.LONG_GAMES},
            },
            rounds,
        )
    show_rates("processes", times, "ms")
    print(f"  --help / click hello: {times['custumal --help'].over(times['click hello'])}")
    bare = times["bare interpreter"].values
    for game in ours.LONG_GAMES:
        ready = times[f"{game} ready to play, cached"].values
        print(f"  {game} ready to play over a bare interpreter, ms: {Spread(tuple(a - b for a, b in zip(ready, bare, strict=True)))}")


def bench_ready(_seconds: float, rounds: int) -> None:
    """CPU from the start of a process until the first choices of a game are there, rules and code from the cache."""
    programs = {"bare interpreter": "", **{game: ours.READY_TO_PLAY.format(game) for game in ours.LONG_GAMES}}
    times = told_by_processes(programs, rounds)
    show_rates("ready to play, CPU", times, "ms")
    bare = times["bare interpreter"].values
    for game in ours.LONG_GAMES:
        print(f"  {game} over a bare interpreter, ms: {Spread(tuple(a - b for a, b in zip(times[game].values, bare, strict=True)))}")


PARTS: dict[str, Callable[[float, int], None]] = {
    "playouts": bench_playouts,
    **{game: partial(bench_long_game, game) for game in ours.LONG_GAMES},
    "listing": bench_listing,
    "explain": bench_explain,
    "copy": bench_copy,
    "processes": bench_processes,
    "ready": bench_ready,
}


def show_rates(title: str, rates: Mapping[str, Spread], unit: str) -> None:
    """Print a table: a line for each entrant, its median and spread."""
    print(f"\n{title}, {unit}: median [lowest .. highest]")
    width = max(map(len, rates))
    for name, rate in rates.items():
        print(f"  {name:{width}}  {rate}")


def main() -> None:
    """Run the parts asked for, all of them by default."""
    parser = argparse.ArgumentParser(prog="python -m bench.run", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)} (default: all)")
    parser.add_argument("--seconds", type=float, default=0.5, help="of CPU for each entrant in each round (default 0.5)")
    parser.add_argument("--rounds", type=int, default=7, help="how often each entrant is measured (default 7)")
    wanted = parser.parse_args()
    unknown = set(wanted.parts) - set(PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    print(f"{platform.python_implementation()} {platform.python_version()}, {wanted.rounds} rounds of {wanted.seconds} s")
    for name in wanted.parts or PARTS:
        PARTS[name](wanted.seconds, wanted.rounds)


if __name__ == "__main__":
    main()
