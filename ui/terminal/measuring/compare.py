"""`compare`: what variants change, as differences with intervals."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.diagnostics.wording import did_you_mean
from custumal.insight.comparison.compare import ERROR, FOLLOWED, SEEN, compare
from custumal.insight.comparison.findings import Comparison
from custumal.insight.comparison.options import Worth, worths
from custumal.insight.comparison.stopping import Until
from custumal.insight.ladder.ladder import ladder
from custumal.insight.ladder.moved import Moved, moved
from custumal.insight.ladder.played import Table
from custumal.insight.measures.catalogue import PRIMARY
from custumal.insight.play.sides import Match, Side
from custumal.insight.statistics.verdicts import FEWEST
from custumal.interpreter.api import Game
from custumal.interpreter.cache.atomic_write import write_atomically
from custumal.interpreter.runs.bots import BOTS, Restriction
from custumal.interpreter.runs.parts import Jobs
from custumal.ui.report.data import as_data
from custumal.ui.report.levels import Levels, levels_data, levels_text
from custumal.ui.report.numbers import duration, precise
from custumal.ui.report.options import options_data, options_text
from custumal.ui.report.rows import rows_of, write_rows
from custumal.ui.report.text import report
from custumal.ui.terminal.exit_codes import DONE
from custumal.ui.terminal.measuring.files import need, page_file, table_file, workers
from custumal.ui.terminal.output import say_data, say_lines
from custumal.ui.terminal.problems import UsageProblem, complain, report_error
from custumal.ui.terminal.progress import progress
from custumal.ui.terminal.wanted import Wanted, fit, seated

SHORT = 60.0
"""Seconds that nobody is told of beforehand."""
SLOWER = 3
"""A variant that takes so many times as long as its game is told of."""
RATED = 20
"""Seeds on which each line-up of levels plays under both rules."""
MOST = 20_000
"""Pairs at most where something else says when to stop."""


@dataclass(frozen=True, slots=True)
class Asked:
    """How the comparison is made and what becomes of it. `changed` are options that only the changed side has."""

    seats: tuple[tuple[str, str], ...]
    levels: tuple[str, ...]
    options: tuple[str, ...]
    judge: int
    changed: tuple[tuple[str, str], ...]
    margins: tuple[tuple[str, str], ...]
    games: int | None
    until: str | None
    seconds: float | None
    seed: int
    jobs: int
    cluster: str | None
    as_json: bool
    table: str | None
    html: str | None
    force: bool


def sides_of(base: Wanted, other: Wanted | None, changed: object, *, together: bool) -> tuple[Wanted, tuple[Wanted, ...]]:
    """What is compared with what: another game, each variant with the game (all `together` as one), a variant file with its game, or the
    game with itself under `changed` options.

    Raises:
        UsageProblem: nothing is named that could make a difference.
    """
    if other is not None:
        return base, (other,)
    if base.variants:
        groups = (base.variants,) if together else tuple((name,) for name in base.variants)
        return replace(base, variants=()), tuple(replace(base, variants=group) for group in groups)
    chosen = base.selection()
    if chosen.variants:
        return replace(base, game=str(chosen.game.path)), (base,)
    if not changed:
        raise UsageProblem("Say what is compared with the game: --variant V, another game, or an option, --with NAME=VALUE.")
    return base, (base,)


def compare_rules(base: Wanted, others: tuple[Wanted, ...], asked: Asked) -> int:
    """Play and print each comparison; several are corrected together.

    Raises:
        UsageProblem: something can't be done as it was asked for.
    """
    need("scipy", "Intervals need")
    levels = asked.levels or ("",)
    count = len(others) * len(levels)
    if (asked.table and count > 1) or (asked.html and len(others) > 1):
        raise UsageProblem("A file is written for one comparison; name one variant, and for a table no levels.")
    if asked.levels and (asked.seats or len(set(levels)) < max(2, len(levels))):
        raise UsageProblem("--levels takes two different bots or more, which play in all seats: --seat does not go with it.")
    files = table_file(asked.table, force=asked.force), page_file(asked.html, force=asked.force)
    margins, until = margins_of(asked.margins), until_of(asked)
    loaded = base.load()
    found: list[Comparison] = []
    strengths: list[tuple[Moved, ...]] = []
    worth_of: list[tuple[Worth, ...]] = []
    for other in others:
        changed = replace(other, options={**other.options, **dict(asked.changed)}) if asked.changed else other
        titles = _title(changed.load(), loaded), _title(loaded, None)
        mine: list[Comparison] = []
        for match in [_match(base, loaded, changed, changed.load(), asked, level) for level in levels]:
            with progress(until.games) as advance:
                mine.append(
                    compare(
                        match,
                        until,
                        _jobs(match, asked),
                        error=ERROR / count,
                        margins=margins,
                        progress=advance,
                        foresee=_foreseeing(match, until, asked),
                    )
                )
            found.append(mine[-1])
            if not asked.as_json:
                say_lines([*report(mine[-1], *titles), ""])
            _write(mine[-1], files, titles)
            if _is_cut_off(mine[-1], until):
                break
        if asked.levels and not _is_cut_off(mine[-1], until):
            strengths.append(_strengths(mine[-1].match, asked))
            _tell_levels(mine, strengths[-1], files[1], titles, asked)
        if _is_cut_off(found[-1], until):
            break  # interrupted, or wrong: nothing more is played
        if asked.options:
            worth_of.append(_worths(mine[-1], asked))
            say_lines([] if asked.as_json else [*options_text(worth_of[-1], 1 - ERROR), ""])
    if asked.as_json:
        data = {"comparisons": [as_data(one) for one in found]}
        by_variant = [found[at : at + len(levels)] for at in range(0, len(found), len(levels))]
        told = [levels_data(mine, ladder) for mine, ladder in zip(by_variant, strengths, strict=False)]
        options = {"options": [options_data(one) for one in worth_of]} if asked.options else {}
        say_data({**data, **({"levels": told} if asked.levels else {}), **options})
    error = found[-1].error_in_play
    return DONE if error is None else report_error(error)


def _foreseeing(match: Match, until: Until, asked: Asked) -> Callable[[float, float], None]:
    """Says early how long it will take, where that is long or the variant is played much slower than its game."""

    def foresee(base: float, variant: float) -> None:
        processes = 1 if asked.cluster else min(asked.jobs, os.cpu_count() or 1)
        left = (base + variant) * (until.games - SEEN) / processes
        slower = variant > SLOWER * base and variant > SHORT / 10
        if until.seconds is None and (left > SHORT or (slower and left > SHORT / 10)):
            games = len(match.rotations)
            pace = f"A game takes about {precise(base / games)} before and {precise(variant / games)} with the variant"
            many = f"{until.games} pairs" if not (until.decided or until.width) else f"at most {until.games} pairs"
            complain(f"{pace}; {many} take about {duration(left)}. Ctrl-C reports what was played by then, --time S stops after S seconds.")

    return foresee


def _is_cut_off(compared: Comparison, until: Until) -> bool:
    return not compared.complete and (until.seconds is None or compared.error_in_play is not None)


def _jobs(match: Match, asked: Asked) -> Jobs:
    return workers(asked.jobs, asked.cluster, [(side.game, side.variants) for side in (match.base, match.variant)])


def _write(compared: Comparison, files: tuple[Path | None, Path | None], titles: tuple[str, str]) -> None:
    table, html = files
    if table is not None:
        write_rows(list(rows_of(compared)), table)
    if html is not None:
        _write_page(compared, html, *titles)


def _strengths(match: Match, asked: Asked) -> tuple[Moved, ...]:
    """The levels rated under both rules, on the same seeds."""
    sides = (Table(side, asked.levels, match.players, asked.seed) for side in (match.base, match.variant))
    with progress(2 * RATED * len(Table(match.base, asked.levels, match.players, asked.seed).lineups)) as advance:
        before, after = (ladder(side, RATED, _jobs(match, asked), advance) for side in sides)
    for one in (before, after):
        if one.error_in_play is not None:
            raise one.error_in_play
    if len(before.rounds) != len(after.rounds):
        raise KeyboardInterrupt
    return moved(before, after)


def _worths(compared: Comparison, asked: Asked) -> tuple[Worth, ...]:
    """What the actions that were asked about are worth, in as many pairs as the comparison has, or in enough to say something."""
    restrictions = [Restriction(action, must) for action in asked.options for must in (False, True)]
    count = max(1, min(len(compared.blocks), FEWEST))
    with progress(count * len(restrictions)) as advance:
        return worths(compared.match, restrictions, count, _jobs(compared.match, asked), ERROR, advance)


def _check_options(asked: Asked, match: Match, games: tuple[Game, Game]) -> None:
    actions = list(dict.fromkeys(name for game in games for name in game.model.actions))
    for name in asked.options:
        if name not in actions:
            there = f"; there are {', '.join(actions)}."
            raise UsageProblem(f"There is no action `{name}`{did_you_mean(nearest(name, actions), there)}")
    if asked.options and (match.players < 2 or len(set(match.seats)) > 1):
        raise UsageProblem("--options takes two players or more, and the same bot in all seats.")


def _tell_levels(mine: list[Comparison], ladder: tuple[Moved, ...], html: Path | None, titles: tuple[str, str], asked: Asked) -> None:
    if not asked.as_json:
        say_lines([*levels_text(mine, ladder), ""])
    if html is not None:
        _write_page(mine[-1], html, *titles, (mine, ladder))


def _match(base: Wanted, loaded: Game, other: Wanted, changed: Game, asked: Asked, level: str) -> Match:
    numbers = [int(seat) for seat, _ in asked.seats]
    players = base.number_of_players(loaded, numbers)
    replace(other, players=players).number_of_players(changed, numbers)
    if (loaded.rules_hash, loaded.options) == (changed.rules_hash, changed.options):
        raise UsageProblem("Both sides have the same rules and options; there is nothing to compare.")
    if level and players < 2:
        raise UsageProblem("Levels are rated against each other: that needs two players or more.")
    given = tuple((str(seat), level) for seat in range(1, players + 1)) if level else asked.seats
    seats = tuple(fit(seated(given, players, BOTS, "greedy")))
    match = Match(_side(base), _side(other), seats, asked.seed, FOLLOWED, asked.judge)
    _check_options(asked, match, (loaded, changed))
    return match


def _side(wanted: Wanted) -> Side:
    return Side(wanted.game, wanted.variants, tuple(wanted.options.items()))


def _title(game: Game, plain: Game | None) -> str:
    """The game with its variants, and the options that differ from those of the plain game."""
    changed = [f"{name}={value}" for name, value in game.options.items() if plain and plain.options.get(name, value) != value]
    return " + ".join((game.title(), *game.variants, *changed))


def until_of(asked: Asked) -> Until:
    """When to stop.

    Raises:
        UsageProblem: `--until` is neither a width nor `decided`.
    """
    open_ended = asked.until is not None or asked.seconds is not None
    games = asked.games or (MOST if open_ended else 400)
    if asked.until is None or asked.until == "decided":
        return Until(games, decided=asked.until is not None, seconds=asked.seconds)
    width = positive(asked.until)
    if width is None:
        raise UsageProblem(f"--until takes a width in margins, as 0.5, or `decided`, not `{asked.until}`.")
    return Until(games, width=width, seconds=asked.seconds)


def margins_of(given: Iterable[tuple[str, str]]) -> Mapping[str, float]:
    """Margins by measure.

    Raises:
        UsageProblem: there is no such measure, or it is no number above 0.
    """
    names, found = [measure.id for measure in PRIMARY], {}
    for name, text in given:
        if name not in names:
            raise UsageProblem(f"There is no measure `{name}`{did_you_mean(nearest(name, names), '')}; there are {', '.join(names)}.")
        value = positive(text)
        if value is None:
            raise UsageProblem(f"The margin of {name} is a number above 0, not `{text}`.")
        found[name] = value
    return found


def positive(text: str) -> float | None:
    """A number above 0; None where it is none."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 < value < float("inf") else None


def _write_page(compared: Comparison, path: Path, title: str, against: str, levels: Levels | None = None) -> None:
    from custumal.ui.report.page import page  # noqa: PLC0415  # only where a page is asked for

    write_atomically(path, page(compared, title, against, levels))
