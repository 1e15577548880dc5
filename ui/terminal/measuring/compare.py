"""`compare`: what variants change, as differences with intervals."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from custumal.dsl.base.frozen import dataclass
from custumal.insight.comparison.action_worth import worths
from custumal.insight.comparison.compare import ERROR, SEEN, compare
from custumal.insight.comparison.stopping import Until
from custumal.insight.ladder.ladder import ladder
from custumal.insight.ladder.moved import strengths
from custumal.insight.ladder.played import Table
from custumal.insight.play.series import NoTime
from custumal.insight.play.sides import Match
from custumal.insight.statistics.verdicts import FEWEST
from custumal.interpreter.cache.atomic_write import write_atomically
from custumal.interpreter.runs.bots import Restriction
from custumal.interpreter.runs.processes import uninterrupted
from custumal.interpreter.runs.series_parts import FAILURES, Jobs
from custumal.ui.report.action_worth import options_text
from custumal.ui.report.chapter import Chapter
from custumal.ui.report.data import chapters_data
from custumal.ui.report.figures import duration, precise
from custumal.ui.report.levels import levels_text
from custumal.ui.report.rows import rows_of, write_rows
from custumal.ui.report.text import report
from custumal.ui.terminal.exit_codes import DONE, INTERRUPTED, PROBLEMS
from custumal.ui.terminal.measuring.files import need, page_file, table_file, workers
from custumal.ui.terminal.measuring.setting import Asked, Setting, margins_of, settings_of, sides_of, until_of
from custumal.ui.terminal.output import say_data, say_lines
from custumal.ui.terminal.problems import complain, report_error
from custumal.ui.terminal.progress import beside, progress
from custumal.ui.terminal.wanted import Wanted

__all__ = ["Asked", "compare_rules", "sides_of"]

SHORT = 60.0
"""Seconds that nobody is told of beforehand."""
SLOWER = 3
"""A variant that takes so many times as long as its game is told of."""
RATED = 20
"""Seeds on which each line-up of levels plays under both rules."""


@dataclass(frozen=True, slots=True)
class Files:
    """Where a row for each game goes, and the page; None where nobody asked for it."""

    table: Path | None
    page: Path | None


class Clock:
    """Time for so many parts of the work, each of which has as much of what is left as another."""

    def __init__(self, seconds: float | None, parts: int) -> None:
        self.end = None if seconds is None else time.monotonic() + seconds
        self.parts = parts

    def share(self) -> float | None:
        """The seconds of the next part; None where there is no end."""
        self.parts, parts = self.parts - 1, self.parts
        return None if self.end is None else max(0.0, self.end - time.monotonic()) / max(1, parts)

    def deadline(self) -> float | None:
        """When the next part ends, by the clock `time.monotonic`."""
        share = self.share()
        return None if share is None else time.monotonic() + share


def compare_rules(base: Wanted, others: tuple[Wanted, ...], asked: Asked) -> int:
    """Play and print each comparison; several are corrected together. What was played is reported, whatever ends the play.

    Raises:
        UsageProblem: something can't be done as it was asked for.
        RuleFileError: one of the games can't be played.
    """
    need("scipy", "Intervals need")
    files = Files(table_file(asked.table, force=asked.force), page_file(asked.html, force=asked.force))
    settings = settings_of(base, others, asked)
    run = _Run(asked, files, until_of(asked), margins_of(asked.margins), settings)
    early = run.play()
    with uninterrupted():
        if asked.as_json and run.chapters:
            say_data(chapters_data(run.chapters))
        return run.told(early)


Early = Exception | KeyboardInterrupt | None
"""What ended the play, if anything did but that there was enough, or that time was up."""


class _Run:
    """The comparisons of all settings, one after the other, and what has come of them so far."""

    def __init__(self, asked: Asked, files: Files, until: Until, margins: Mapping[str, float], settings: tuple[Setting, ...]) -> None:
        self.asked = asked
        self.files = files
        self.until = until
        self.margins = margins
        self.settings = settings
        levels = len(asked.levels) or 1
        self.error = ERROR / (len(settings) * levels)
        self.clock = Clock(asked.seconds, len(settings) * (levels + bool(asked.levels) + bool(asked.options)))
        self.chapters: list[Chapter] = []

    def play(self) -> Early:
        """Play and tell everything, and answer what ended it early."""
        for setting in self.settings:
            chapter, early = self._chapter(setting)
            with uninterrupted():
                early = (self._keep(chapter) if chapter.levels else None) or early
            if early is not None:
                return early
        return None

    def _keep(self, chapter: Chapter) -> OSError | None:
        """Keep what was found of a variant, and write the files with it; answer why that can't be."""
        self.chapters.append(chapter)
        try:
            _write(self.chapters, self.files)
        except OSError as error:
            return error
        return None

    def told(self, early: Early) -> int:
        """Say how it ended, and answer the exit code."""
        if isinstance(early, Exception):
            return report_error(early)
        if early is not None:
            complain("Interrupted; what was played by then is above." if self.chapters else "Interrupted before a pair of games was over.")
        elif not self.chapters:
            return PROBLEMS
        return DONE if self.chapters else INTERRUPTED

    def _chapter(self, setting: Setting) -> tuple[Chapter, Early]:
        """One variant."""
        chapter, early = Chapter(setting.title, setting.against), None
        for what, step in self._steps(setting):
            try:
                chapter, early = step(chapter)
            except NoTime:
                said = f"There was no time for {what}; more --time is needed."
                chapter = replace(chapter, left_out=(*chapter.left_out, said))
                complain(f"{chapter.title}: {said}")
            except (KeyboardInterrupt, *FAILURES) as before_anything:
                early = before_anything
            if early is not None:
                break
        return chapter, early

    def _steps(self, setting: Setting) -> Iterator[tuple[str, Callable[[Chapter], tuple[Chapter, Early]]]]:
        """What is done, each with its name."""
        for match in setting.matches:
            yield f"a pair of games with {', '.join(dict.fromkeys(match.seats))}", partial(self._compared, match)
        if self.asked.levels:
            yield "the strength of the bots", partial(self._rated, setting.matches[-1])
        if self.asked.options:
            yield "what actions are worth", partial(self._valued, setting.matches[-1])

    def _compared(self, match: Match, chapter: Chapter) -> tuple[Chapter, Early]:
        """One level of bots."""
        until, jobs = replace(self.until, seconds=self.clock.share()), _jobs(match, self.asked)
        with progress(until.games) as advance:
            told = _foreseeing(match, until, self.asked)
            found = compare(match, until, jobs, error=self.error, margins=self.margins, progress=advance, foresee=told)
        with uninterrupted():
            self._say(report(found, chapter.title, chapter.against))
            return replace(chapter, levels=(*chapter.levels, found)), found.error_in_play or _interruption(interrupted=found.interrupted)

    def _rated(self, match: Match, chapter: Chapter) -> tuple[Chapter, Early]:
        """The levels rated under both rules, on the same seeds."""
        deadline, asked = self.clock.deadline(), self.asked
        tables = [Table(side, asked.levels, match.players, asked.seed) for side in (match.base, match.variant)]
        with progress(2 * RATED * len(tables[0].lineups)) as advance:
            before = ladder(tables[0], RATED, _jobs(match, asked), advance, half_way(deadline))
            if before.interrupted or before.error_in_play:
                return chapter, before.error_in_play or KeyboardInterrupt()
            after = ladder(tables[1], RATED, _jobs(match, asked), advance, deadline)
        with uninterrupted():
            found = replace(chapter, strengths=strengths(before, after))
            self._say(levels_text(found))
            return found, after.error_in_play or _interruption(interrupted=after.interrupted)

    def _valued(self, match: Match, chapter: Chapter) -> tuple[Chapter, Early]:
        """What the actions that were asked about are worth, in as many pairs as the comparison has, or in enough to say something."""
        restrictions = [Restriction(action, must) for action in self.asked.options for must in (False, True)]
        count = max(1, min(len(chapter.levels[-1].blocks) if chapter.levels else FEWEST, FEWEST))
        with progress(count * len(restrictions)) as advance:
            found = worths(match, restrictions, count, _jobs(match, self.asked), ERROR, advance, self.clock.deadline())
        if not (found.found or found.interrupted or found.error_in_play):
            raise NoTime
        with uninterrupted():
            self._say(options_text(found.found, 1 - ERROR) if found.found else [])
            return replace(chapter, worths=found.found), found.error_in_play or _interruption(interrupted=found.interrupted)

    def _say(self, lines: Sequence[str]) -> None:
        if lines and not self.asked.as_json:
            say_lines([*lines, ""])


def _interruption(*, interrupted: bool) -> KeyboardInterrupt | None:
    return KeyboardInterrupt() if interrupted else None


def half_way(deadline: float | None) -> float | None:
    """When half of the time until a deadline is over."""
    return None if deadline is None else (time.monotonic() + deadline) / 2


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
            beside()
            complain(f"{pace}; {many} take about {duration(left)}. Ctrl-C reports what was played by then, --time S stops after S seconds.")

    return foresee


def _jobs(match: Match, asked: Asked) -> Jobs:
    return workers(asked.jobs, asked.cluster, [(side.game, side.variants) for side in (match.base, match.variant)])


def _write(chapters: Sequence[Chapter], files: Files) -> None:
    if files.table is not None:
        write_rows(list(rows_of(chapters)), files.table)
    if files.page is not None:
        from custumal.ui.report.page import page  # noqa: PLC0415  # only where a page is asked for

        write_atomically(files.page, page(chapters))
