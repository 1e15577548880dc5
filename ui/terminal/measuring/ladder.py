"""`ladder`: how strong bots are in a game, from games against each other."""

from __future__ import annotations

from pathlib import Path

from custumal.dsl.base.frozen import dataclass
from custumal.insight.ladder.ladder import Ladder, ladder
from custumal.insight.ladder.played import Table
from custumal.insight.play.sides import Side
from custumal.interpreter.cache.atomic_write import write_atomically
from custumal.interpreter.runs.bots import BOTS
from custumal.interpreter.runs.processes import uninterrupted
from custumal.ui.report.ladder import ladder_data, ladder_page, ladder_text
from custumal.ui.report.rows import rows_of_rounds, write_rows
from custumal.ui.terminal.exit_codes import DONE, INTERRUPTED
from custumal.ui.terminal.measuring.files import need, page_file, table_file, workers
from custumal.ui.terminal.output import say_data, say_lines
from custumal.ui.terminal.problems import UsageProblem, complain, report_error
from custumal.ui.terminal.progress import progress
from custumal.ui.terminal.wanted import Wanted, fit, seated

USUAL = ("random", "greedy", "easy")
"""Who plays where nobody is named, as far as they can."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Who plays, on how many seeds, and what becomes of it."""

    bots: tuple[str, ...]
    seeds: int
    seed: int
    jobs: int
    cluster: str | None
    as_json: bool
    table: str | None = None
    html: str | None = None
    force: bool = False


def rate_bots(wanted: Wanted, asked: Asked) -> int:
    """Play and print a ladder.

    Raises:
        UsageProblem: it can't be played as it was asked for.
    """
    need("scipy", "Ratings need")
    rows, page = table_file(asked.table, force=asked.force), page_file(asked.html, force=asked.force)
    game = wanted.load()
    players = wanted.number_of_players(game)
    if players < 2:
        raise UsageProblem("A ladder needs two players or more: who plays alone has nobody to be placed before.")
    bots = asked.bots or USUAL
    if len(set(bots)) < 2 or len(set(bots)) < len(bots):
        raise UsageProblem("A ladder needs two different bots or more: --bots random,greedy.")
    fit(seated([(str(seat), bot) for seat, bot in enumerate(bots, 1)], len(bots), BOTS, bots[0]))
    table = Table(Side(wanted.game, wanted.variants, tuple(wanted.options.items())), bots, players, asked.seed)
    jobs = workers(asked.jobs, asked.cluster, [(wanted.game, wanted.variants)])
    try:
        with progress(asked.seeds * len(table.lineups)) as advance:
            found = ladder(table, asked.seeds, jobs, advance)
    except KeyboardInterrupt:
        complain("Interrupted before each line-up had played once.")
        return INTERRUPTED
    with uninterrupted():
        return _told(found, " + ".join((game.title(), *game.variants)), asked, (rows, page))


def _told(found: Ladder, title: str, asked: Asked, files: tuple[Path | None, Path | None]) -> int:
    """Print it, write the files, and answer the exit code."""
    if asked.as_json:
        say_data(ladder_data(found))
    else:
        say_lines(ladder_text(found, title))
    rows, page = files
    if rows is not None:
        write_rows(list(rows_of_rounds(found.rounds)), rows)
    if page is not None:
        write_atomically(page, ladder_page(found, title))
    if found.interrupted:
        complain("Interrupted; what was played by then is above.")
    return DONE if found.error_in_play is None else report_error(found.error_in_play)
