"""Which constructs cost most: `python -m bench.costs [GAME …]`.

In each game of `bench/rules/` (a market of cards, hidden hands, big menus) every window is played by itself, at random: told is what a
decision costs there by WebAssembly and by generated Python, and how many times as much as the median of all windows. A decision with
many choices costs more in any case, so it is also told what each choice costs.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean, median

from bench import ours
from bench.timing import playouts
from custumal import load_game

RULES = Path(__file__).parent / "rules"
PLAYERS = 3
_WINDOW = re.compile(r"offered: ([a-z]+)")


@dataclass(frozen=True, slots=True)
class Cost:
    """What a decision of one window costs, in nanoseconds, and how many choices it has on the average; `module` is None where there is no
    module."""

    module: float | None
    python: float
    choices: float


def windows_of(rules: str) -> list[str]:
    """The windows of a game, each once."""
    return list(dict.fromkeys(_WINDOW.findall(rules)))


def alone(rules: str, window: str) -> str:
    """The rules of the game in which only this window is offered."""
    return rules.replace("WINDOW", window)


def cost(path: Path, seconds: float, rounds: int) -> Cost:
    """Play the game in a file at random."""
    entrants: dict[str, Callable[[int], int]] = {"python": ours.playouts(str(path), Random(1).random, players=PLAYERS)}
    if (module := ours.module(str(path), players=PLAYERS)) is not None:
        entrants["module"] = module
    rates = playouts(entrants, seconds, rounds)
    found = {name: 1e9 / rate.plies.median for name, rate in rates.items()}
    return Cost(found.get("module"), found["python"], mean(_choices(path)))


def _choices(path: Path) -> list[int]:
    """How many choices there are at each decision of a game."""
    engine, random, found = load_game(str(path)).engine(PLAYERS), Random(1), list[int]()
    position = engine.settled(engine.start(1))
    while position.kind == "decision":
        choices = engine.choices(position)
        found.append(len(choices))
        engine.apply(position, random.choice(choices))
        engine.settled(position)
    return found


def bench(games: list[str], seconds: float, rounds: int) -> None:
    """Print a line for each window, the most costly first."""
    costs: dict[str, Cost] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.yaml"
        for game in games:
            rules = (RULES / f"{game}.yaml").read_text(encoding="utf-8")
            for window in windows_of(rules):
                path.write_text(alone(rules, window), encoding="utf-8")
                costs[f"{game} {window}"] = cost(path, seconds, rounds)
    middle = median(one.module or one.python for one in costs.values())
    print("ns for a decision by WebAssembly, times the median; ns for a choice; choices; by generated Python, times WebAssembly")
    for name, one in sorted(costs.items(), key=lambda item: -(item[1].module or item[1].python)):
        if one.module is None:
            print(f"  {name:20} {one.python:9,.0f} by generated Python, no module")
            continue
        each, times = one.module / one.choices, one.python / one.module
        print(
            f"  {name:20} {one.module:9,.0f} {one.module / middle:6.1f}  {each:7.1f}  {one.choices:6.1f}  {one.python:11,.0f} {times:6.1f}"
        )


def main() -> None:
    """Measure the games that are asked for, all of them by default."""
    known = sorted(path.stem for path in RULES.glob("*.yaml"))
    parser = argparse.ArgumentParser(prog="python -m bench.costs", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(known)} (default: all)")
    parser.add_argument("--seconds", type=float, default=0.2, help="of CPU for each window in each round (default 0.2)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each window is measured (default 3)")
    wanted = parser.parse_args()
    if unknown := set(wanted.games) - set(known):
        parser.error(f"no such game: {', '.join(sorted(unknown))}")
    bench(wanted.games or known, wanted.seconds, wanted.rounds)


if __name__ == "__main__":
    main()
