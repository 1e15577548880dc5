"""`ladder`: how strong bots are in a game, from games against each other."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.insight.ladder.ladder import ladder
from custumal.insight.ladder.played import Table
from custumal.insight.play.sides import Side
from custumal.interpreter.runs.bots import BOTS
from custumal.ui.report.ladder import ladder_data, ladder_text
from custumal.ui.terminal.exit_codes import DONE
from custumal.ui.terminal.measuring.files import need, workers
from custumal.ui.terminal.output import say_data, say_lines
from custumal.ui.terminal.problems import UsageProblem, report_error
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


def rate_bots(wanted: Wanted, asked: Asked) -> int:
    """Play and print a ladder.

    Raises:
        UsageProblem: it can't be played as it was asked for.
    """
    need("scipy", "Ratings need")
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
    with progress(asked.seeds * len(table.lineups)) as advance:
        found = ladder(table, asked.seeds, jobs, advance)
    title = " + ".join((game.title(), *game.variants))
    if asked.as_json:
        say_data(ladder_data(found))
    else:
        say_lines(ladder_text(found, title))
    return DONE if found.error_in_play is None else report_error(found.error_in_play)
