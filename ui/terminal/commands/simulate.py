"""`simulate`: many games without a person, with progress on a terminal."""

from __future__ import annotations

from typing import Any

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.api import Game
from custumal.interpreter.runs.bots import BOTS
from custumal.interpreter.runs.parts import FAILURES
from custumal.interpreter.runs.records import RecordFiles
from custumal.interpreter.runs.simulate import MOST_DECISIONS, Plan, Totals, simulate
from custumal.interpreter.runs.statistics import summary
from custumal.ui.terminal.exit_codes import DONE, PROBLEMS
from custumal.ui.terminal.output import say, say_data
from custumal.ui.terminal.problems import UsageProblem, complain, report_error
from custumal.ui.terminal.progress import progress
from custumal.ui.terminal.wanted import Wanted, fit, seated


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

    def record_files(self, game: str) -> RecordFiles | None:
        """Where the games are recorded, if they are."""
        return None if self.record is None else RecordFiles(self.record, game, self.games)


def simulate_games(wanted: Wanted, seats: tuple[tuple[str, str], ...], series: Series) -> int:
    """Play a series of games and print what they add up to.

    Raises:
        UsageProblem: one of the records is there already, and nothing says that it may be replaced.
    """
    game = wanted.load()
    records = series.record_files(game.id)
    if records is not None and not series.force:
        _check_that_nothing_is_lost(records)
    players = wanted.number_of_players(game, (int(seat) for seat, _ in seats))
    who = fit(game, seated(seats, players, BOTS, "random"))
    plan = Plan(
        wanted.game, players, series.seed, wanted.variants, tuple(game.options.items()), tuple(who), series.check_invariants,
        records,
    )  # fmt: skip
    totals, error = _played(plan, series, game)
    _tell_given_up(sum(not played.finished for played in totals.games))
    said = summary(plan, totals, game.options) | {"game": game.id, "variants": list(game.variants)}
    title = " + ".join((game.title(), *game.variants))
    if series.as_json:
        say_data(said)
    else:
        say(_text(title, said))
    return DONE if error is None else report_error(error)


def _played(plan: Plan, series: Series, game: Game) -> tuple[Totals, Exception | None]:
    """The games that were played, all or those before an interruption or an error, and the error."""
    totals = Totals()
    try:
        with progress(series.games) as advance:
            simulate(plan, series.games, series.jobs, advance, game, totals)
    except (KeyboardInterrupt, *FAILURES) as early:
        if not totals.games:
            raise
        if isinstance(early, FAILURES):
            return totals, early
        complain(f"Interrupted after {len(totals.games)} of {series.games} games.")
    return totals, None


def _check_that_nothing_is_lost(records: RecordFiles) -> None:
    there = next((path for number in range(records.games) if (path := records.path(number)).exists()), None)
    if there is not None:
        raise UsageProblem(f"{there} is there already; --force replaces it.", PROBLEMS)


def _tell_given_up(games: int) -> None:
    if games:
        many = "1 game was" if games == 1 else f"{games} games were"
        complain(f"{many} given up after {MOST_DECISIONS} decisions: what ends the game did not come about.")


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
