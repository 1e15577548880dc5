"""`simulate`: many games without a person, with progress on a terminal."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from custumal.dsl.base.frozen import dataclass
from custumal.insight.play.alone import noted_games
from custumal.insight.play.observations import GameFacts
from custumal.insight.summary.measured import Taken, measures_of
from custumal.interpreter.api import Game
from custumal.interpreter.cache.atomic_write import write_atomically
from custumal.interpreter.cache.wasm_modules import missing
from custumal.interpreter.runs.bots import BOTS
from custumal.interpreter.runs.processes import uninterrupted
from custumal.interpreter.runs.records import RecordFiles
from custumal.interpreter.runs.series import WARM
from custumal.interpreter.runs.series_parts import FAILURES, Jobs
from custumal.interpreter.runs.simulate import MOST_DECISIONS, Plan, play_all
from custumal.interpreter.runs.statistics import summary
from custumal.interpreter.runs.totals import Totals
from custumal.ui.report.figures import typed
from custumal.ui.report.rows import rows_of_series, write_rows
from custumal.ui.report.single import measures_data, measures_page, measures_text
from custumal.ui.terminal.exit_codes import DONE, PROBLEMS
from custumal.ui.terminal.measuring.files import need, page_file, table_file, workers
from custumal.ui.terminal.output import say, say_data, say_lines
from custumal.ui.terminal.problems import UsageProblem, complain, report_error
from custumal.ui.terminal.progress import progress
from custumal.ui.terminal.wanted import Wanted, fit, seated

LONG = 100
"""A series of so many games does not keep the memory in which its rules were checked."""


@dataclass(frozen=True, slots=True)
class Series:
    """How many games, and what is made of them."""

    games: int
    seed: int
    jobs: int
    cluster: str | None
    check_invariants: bool
    record: str | None
    as_json: bool
    force: bool = False
    measures: bool = False
    judge: int = 0
    table: str | None = None
    html: str | None = None

    @property
    def is_measured(self) -> bool:
        """Whether more is noted of each game than how it ended."""
        return self.measures or self.judge > 0 or self.table is not None or self.html is not None

    def record_files(self, game: str) -> RecordFiles | None:
        """Where the games are recorded, if they are."""
        return None if self.record is None else RecordFiles(self.record, game, self.games)


def simulate_games(wanted: Wanted, seats: tuple[tuple[str, str], ...], series: Series) -> int:
    """Play a series of games and print what they add up to.

    Raises:
        UsageProblem: one of the records is there already, and nothing says that it may be replaced; or something is not installed.
    """
    if series.is_measured:
        need("scipy", "Intervals need")
    if series.cluster is not None and series.record is not None:
        raise UsageProblem("--record writes on the machine that plays: it does not go with --cluster.")
    table, html = table_file(series.table, force=series.force), page_file(series.html, force=series.force)
    game = wanted.load(apart=series.games >= LONG)
    records = series.record_files(game.id)
    if records is not None and not series.force:
        _check_that_nothing_is_lost(records)
    players = wanted.number_of_players(game, (int(seat) for seat, _ in seats))
    who = fit(seated(seats, players, BOTS, "random"))
    plan = Plan(
        wanted.game, players, series.seed, wanted.variants, tuple(game.options.items()), tuple(who), series.check_invariants,
        records,
    )  # fmt: skip
    totals, facts = Totals(), list[GameFacts]()
    error = _played(plan, series, game, totals, facts)
    with uninterrupted():  # what was played is not lost to somebody who interrupts once more
        _tell(plan, series, game, totals, facts, (table, html))
    return DONE if error is None else report_error(error)


def _tell(  # all that was played, and what becomes of it
    plan: Plan, series: Series, game: Game, totals: Totals, facts: Sequence[GameFacts], files: tuple[Path | None, Path | None]
) -> None:  # fmt: skip
    table, html = files
    _tell_given_up(totals.count - totals.finished)
    _tell_slow(totals.decisions.sum)
    said = summary(plan, totals, game.options) | {"game": game.id, "variants": list(game.variants)}
    title = " + ".join((game.title(), *game.variants))
    taken = measures_of(facts) if series.is_measured else ()
    if series.as_json:
        say_data({**said, "measures": measures_data(taken)} if series.is_measured else said)
    else:
        say(_text(title, said))
        say_lines(["", *measures_text(taken)] if series.measures or series.judge else [])
    if table is not None:
        write_rows(list(rows_of_series(plan.seats, facts)), table)
    if html is not None:
        _write_page(html, title, plan, taken, facts, series.judge)


def _tell_slow(decisions: int) -> None:
    """Whoever plays long series is told once that they could be shorter."""
    why = missing() if decisions >= WARM else None
    if why is not None:
        first = (why.splitlines() or [why])[0]
        complain(
            f"WebAssembly can't be run here (wasmtime: {first}), so long series take ten to thirty times as long; the games are the same."
        )


def _played(plan: Plan, series: Series, game: Game, totals: Totals, facts: list[GameFacts]) -> Exception | None:
    """Play all games, or those before an interruption or an error, which is answered."""
    jobs = workers(series.jobs, series.cluster, [(plan.game, plan.variants)])
    try:
        with progress(series.games) as advance:
            if series.is_measured:
                _play_measured(plan, series, jobs, advance or (lambda _: None), totals, facts)
            else:
                play_all(plan, series.games, totals, jobs, advance, game)
    except (KeyboardInterrupt, *FAILURES) as early:
        if not totals.count:
            raise
        if isinstance(early, FAILURES):
            return early
        complain(f"Interrupted after {totals.count} of {series.games} games.")
    return None


def _play_measured(plan: Plan, series: Series, jobs: Jobs, tell: Callable[[int], None], totals: Totals, facts: list[GameFacts]) -> None:
    began = time.monotonic()
    with closing(noted_games(plan, series.games, jobs, series.judge)) as games:
        for played, noted in games:
            totals.add(played)
            totals.seconds = time.monotonic() - began
            facts.append(noted)
            tell(1)


def _write_page(path: Path, title: str, plan: Plan, taken: Sequence[Taken], facts: Sequence[GameFacts], judge: int) -> None:
    who = plan.seats[0] if len(set(plan.seats)) == 1 else ", ".join(plan.seats)
    said = f"{len(facts)} games of {plan.players} player{'s' if plan.players > 1 else ''}, bots {who}, seed {plan.seed}"
    write_atomically(path, measures_page(title, said, _command(plan, len(facts), judge), taken, facts))


def _command(plan: Plan, games: int, judge: int) -> str:
    """What is typed to play the very same games again."""
    words = ["custumal", "simulate", plan.game]
    words += [word for name in plan.variants for word in ("--variant", name)]
    words += [word for name, value in plan.options for word in ("--set", f"{name}={typed(value)}")]
    words += [word for seat, bot in enumerate(plan.seats, 1) for word in ("--seat", f"{seat}={bot}")]
    words += ["--judge", str(judge)] if judge else ["--measures"]
    return shlex.join([*words, "--games", str(games), "--seed", str(plan.seed)])


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
