"""`simulate`: many games without a person, with progress on a terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.cache.atomic_write import write_atomically
from custumal.interpreter.runs.bots import BOTS
from custumal.interpreter.runs.simulate import MOST_DECISIONS, Plan, Totals, simulate
from custumal.interpreter.runs.statistics import summary
from custumal.ui.terminal.exit_codes import DONE, PROBLEMS
from custumal.ui.terminal.problems import UsageProblem, complain
from custumal.ui.terminal.progress import progress
from custumal.ui.terminal.wanted import Wanted, seated


@dataclass(frozen=True, slots=True)
class Series:
    """How many games, and what is made of them."""

    games: int
    seed: int
    jobs: int
    check_invariants: bool
    record: str | None
    as_json: bool
    force: bool = False

    def record_file(self, game: str, number: int) -> Path:
        """Where the record of a game, counted from 1, is written."""
        return Path(self.record or "") / f"{game}-{number:0{len(str(self.games))}}.json"


def simulate_games(wanted: Wanted, seats: tuple[tuple[str, str], ...], series: Series) -> int:
    """Play a series of games and print what they add up to.

    Raises:
        UsageProblem: one of the records is there already, and nothing says that it may be replaced.
    """
    game = wanted.load()
    if series.record is not None and not series.force:
        _check_that_nothing_is_lost(series, game.id)
    players = wanted.number_of_players(game, (int(seat) for seat, _ in seats))
    who = seated(seats, players, BOTS, "random")
    plan = Plan(
        wanted.game, players, series.seed, wanted.variants, tuple(game.options.items()), tuple(who), series.check_invariants,
        keep_records=series.record is not None,
    )  # fmt: skip
    with progress(series.games) as advance:
        totals = simulate(plan, series.games, series.jobs, advance)
    _tell_given_up(sum(not played.finished for played in totals.games))
    said = summary(plan, totals, game.options) | {"game": game.id, "variants": list(game.variants)}
    if series.record is not None:
        _write_records(series, game.id, totals)
    title = " + ".join((game.title(), *game.variants))
    sys.stdout.write(json.dumps(said, indent=2, ensure_ascii=False) + "\n" if series.as_json else _text(title, said))
    return DONE


def _check_that_nothing_is_lost(series: Series, game: str) -> None:
    there = next((path for number in range(1, series.games + 1) if (path := series.record_file(game, number)).exists()), None)
    if there is not None:
        raise UsageProblem(f"{there} is there already; --force replaces it.", PROBLEMS)


def _tell_given_up(games: int) -> None:
    if games:
        many = "1 game was" if games == 1 else f"{games} games were"
        complain(f"{many} given up after {MOST_DECISIONS} decisions: what ends the game did not come about.")


def _write_records(series: Series, game: str, totals: Totals) -> None:
    for played in totals.games:
        if played.record is not None:
            write_atomically(series.record_file(game, played.number + 1), played.record)


def _text(title: str, said: dict[str, Any]) -> str:
    lines = [
        f"{title}: {said['games']} games of {said['players']} players, seed {said['seed']}",
        f"finished {said['finished']}, unfinished {said['unfinished']}",
        f"decisions {_spread(said['decisions'])}   rounds {_spread(said['rounds'])}",
        f"{'seat':<5} {'bot':<8} {'mean':>8} {'sd':>7} {'min':>5} {'max':>5} {'wins':>6} {'shared':>7}",
    ]
    for seat in said["seats"]:
        score = seat["score"]
        lines.append(
            f"{seat['seat']:<5} {seat['bot']:<8} {score['mean']:>8.2f} {score['sd']:>7.2f} {score['min']:>5} {score['max']:>5} "
            f"{seat['wins']:>6} {seat['shared_wins']:>7}"
        )
    if said["score_lines"]:
        lines.append("mean points: " + ", ".join(f"{name} {mean:g}" for name, mean in said["score_lines"].items()))
    lines += [f"{said['decisions_per_second']} decisions a second ({said['seconds']:g} s)", f"digest {said['digest']}"]
    return "\n".join(lines) + "\n"


def _spread(of: dict[str, float]) -> str:
    return f"{of['mean']:g} ({of['min']:g} to {of['max']:g})"
