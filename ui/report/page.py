"""Comparisons as one page of HTML that needs nothing else: verdicts and exposure first, then how it was played, plots and all numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape
from statistics import fmean
from typing import TypeVar

from custumal.insight.comparison.findings import Comparison, Finding
from custumal.insight.ladder.moved import Strengths
from custumal.insight.measures.catalogue import PRIMARY, RAN_OUT, ended_by
from custumal.insight.measures.named_measures import names_met
from custumal.insight.measures.race import has_race
from custumal.insight.play.observations import GameFacts
from custumal.ui.report.chapter import Chapter
from custumal.ui.report.choices import actions_section, lines_section, worths_section
from custumal.ui.report.figures import amount, duration, shown
from custumal.ui.report.finding_sentences import exposure_sentences, how_intervals_hold
from custumal.ui.report.html import figure, listed, table, whole
from custumal.ui.report.levels import agreement_sentences, strength_sentences
from custumal.ui.report.plots import bars, difference, fan, forest, spread
from custumal.ui.report.repeat import commands
from custumal.ui.report.replays import STYLE as REPLAY_STYLE
from custumal.ui.report.replays import replays
from custumal.ui.report.seats import seats_section
from custumal.ui.report.text import difference_of, given_up, judge_said, luck_of, played, told

Of = TypeVar("Of")
STYLE = f"""\
{REPLAY_STYLE}
.chapter {{ border-top: 4px double var(--line); margin-top: 3rem; padding-top: .5rem; }}
@media print {{ .chapter {{ break-before: page; }} }}
"""


def page(chapters: Sequence[Chapter]) -> str:
    """The page as one file, without scripts. Several variants have a chapter each, below an overview of all of them."""
    first = chapters[0]
    if len(chapters) == 1:
        return whole(first.title, f"against {first.against}", _chapter(first), STYLE)
    parts = [*_overview(chapters)]
    for at, one in enumerate(chapters, 1):
        parts += [f'<section class="chapter" id="variant-{at}"><h1>{escape(one.title)}</h1>', *_chapter(one), "</section>"]
    return whole(first.against, f"{len(chapters)} variants, each against {first.against}", parts, STYLE)


def _overview(chapters: Sequence[Chapter]) -> Iterator[str]:
    """What each variant changes, in a line, and all measures of all of them."""
    yield "<h2>All variants</h2>"
    yield "<ul>"
    for at, one in enumerate(chapters, 1):
        yield f'<li><a href="#variant-{at}">{escape(one.title)}</a>: {escape(_in_short(one.main))}</li>'
    yield "</ul>"
    yield figure(
        forest({one.title.removeprefix(f"{one.against} + "): one.main.primary for one in chapters}),
        f"Each measure of each variant, in units of its margin. {BAND_SAID}",
    )


def _in_short(compared: Comparison) -> str:
    """The first thing that is to be known of a variant."""
    first, *_ = exposure_sentences(compared.exposure)
    changed = [sentences for heading, sentences in told(compared) if heading == "What changed"]
    return f"{first} {' '.join(changed[0]) if changed else 'Nothing is known to have changed.'}"


BAND_SAID = "Inside the band a difference is too small to matter; an arrow goes on beyond."


def _chapter(chapter: Chapter) -> Iterator[str]:
    for section in _sections(chapter):
        yield from section


def _sections(chapter: Chapter) -> Iterator[Iterable[str]]:
    compared = chapter.main
    if len(chapter.levels) > 1 or chapter.strengths is not None:
        yield _levels(chapter)
    yield (f"<p>{escape(said)}</p>" for said in (played(compared), *given_up(compared), *chapter.left_out))
    yield _verdicts(compared)
    yield _repeat(chapter)
    yield _forest(compared)
    yield _judged(compared)
    yield _spreads(compared)
    if compared.match.players > 1:
        yield seats_section(chapter.levels)
        yield _race(compared)
    yield lines_section(compared)
    yield actions_section(compared)
    yield worths_section(chapter.worths)
    yield _ends(compared)
    yield replays(compared)
    yield _numbers(chapter)


def _verdicts(compared: Comparison) -> Iterator[str]:
    yield "<h2>Did it matter?</h2>"
    yield listed(exposure_sentences(compared.exposure))
    for heading, sentences in told(compared):
        yield f"<h2>{escape(heading)}</h2>"
        yield listed(sentences)


def _levels(chapter: Chapter) -> Iterator[str]:
    """What all levels say, and each but the last; everything below is of that one."""
    *others, last = chapter.levels
    if others:
        yield "<h2>Do the bots agree?</h2>"
        yield listed(agreement_sentences(chapter.levels))
        by_level = {level.match.seats[0]: level.primary for level in chapter.levels}
        yield figure(forest(by_level), f"Each measure at each level, in units of its margin. {BAND_SAID}")
    if chapter.strengths is not None:
        yield from _strengths(chapter.strengths)
    for level in others:
        yield f"<h2>With {escape(level.match.seats[0])} bots</h2>"
        yield from (f"<p>{escape(said)}</p>" for said in (played(level), *given_up(level)))
        yield listed([*exposure_sentences(level.exposure), *(one for _, sentences in told(level) for one in sentences)])
    yield f"<h2>With {escape(last.match.seats[0])} bots</h2>"
    yield '<p class="remark">Everything below is of these, where nothing else is said.</p>'


def _strengths(found: Strengths) -> Iterator[str]:
    yield "<h2>How strong the bots are</h2>"
    yield listed(strength_sentences(found.moved))
    rows = (
        (one.bot, f"{one.before:+.0f}", f"{one.after:+.0f}", f"{one.by:+.0f} ({one.low:+.0f} to {one.high:+.0f})") for one in found.moved
    )
    yield table(("Elo", "before", "with it", "difference"), rows)


def _repeat(chapter: Chapter) -> Iterator[str]:
    compared = chapter.main
    yield "<h2>How it was played</h2>"
    yield f"<p>{len(compared.blocks)} seeds, each under both rules; {duration(compared.seconds)}. To play it again:</p>"
    yield from (f"<p><code>{escape(command)}</code></p>" for command in commands(chapter))


def _forest(compared: Comparison) -> Iterator[str]:
    sure = how_intervals_hold(compared, len(PRIMARY))
    yield "<h2>All measures by their margins</h2>"
    yield figure(forest({"": compared.primary}), f"Intervals, {sure}. {BAND_SAID}")


def _judged(compared: Comparison) -> Iterator[str]:
    if compared.judge:
        sure = how_intervals_hold(replace(compared, looked=False), len(compared.judge))
        yield "<h2>What a judge says</h2>"
        yield f"<p>{escape(judge_said(compared))}</p>"
        yield figure(forest({"": compared.judge}), f"Intervals, {sure}. {BAND_SAID}")


def _spreads(compared: Comparison) -> Iterator[str]:
    yield "<h2>Games side by side</h2>"
    for one in (found for found in compared.primary if found.measure.id in {"decisions", "score", "lead"}):
        base, variant = _values(compared, one)
        if len({*base, *variant}) == 1:
            yield f"<p>{one.measure.id}: {escape(amount(one, base[0]))} in every pair, before and with it.</p>"
            continue
        yield '<div class="pair">'
        yield figure(spread(_sides(base, variant), one.measure.unit), f"{one.measure.id}: {one.measure.what}, in each pair")
        yield figure(difference(base, variant, one.measure.unit), "the difference, pair by pair")
        yield "</div>"


def _values(compared: Comparison, found: Finding) -> tuple[list[float], list[float]]:
    """The measure of each pair that has it on both sides."""
    pairs = [(_mean(block.base, found), _mean(block.variant, found)) for block in compared.blocks]
    both = [(own, theirs) for own, theirs in pairs if own is not None and theirs is not None]
    return [own for own, _ in both], [theirs for _, theirs in both]


def _mean(games: Iterable[GameFacts], found: Finding) -> float | None:
    values = [value for game in games if (value := found.measure.take(game)) is not None]
    return fmean(values) if values else None


def _sides(base: Of, variant: Of) -> dict[str, Of]:
    return {"before": base, "with it": variant}


def _games(compared: Comparison) -> tuple[list[GameFacts], list[GameFacts]]:
    base = [game for block in compared.blocks for game in block.base]
    return base, [game for block in compared.blocks for game in block.variant]


def _race(compared: Comparison) -> Iterator[str]:
    if all(any(map(has_race, games)) for games in _games(compared)):
        yield "<h2>Through the game</h2>"
        yield figure(fan(_sides(*_games(compared))), "How far the first is ahead, in the mean; 8 of 10 games lie in the shade.")


def _ends(compared: Comparison) -> Iterator[str]:
    """Why games ended, where there is more than one reason."""
    games = _games(compared)
    *_, names = names_met([*games[0], *games[1]])
    if len(names) > 1:
        yield "<h2>Why games end</h2>"
        base, variant = ([100 * _share(side, name) for name in names] for side in games)
        labels = ["the steps ran out" if name == RAN_OUT else name for name in names]
        yield figure(bars(labels, _sides(base, variant), "of 100 games"), "The end that applied last in each finished game.")


def _share(games: list[GameFacts], end: str) -> float:
    values = [value for game in games if (value := ended_by(end)(game)) is not None]
    return fmean(values) if values else 0.0


def _numbers(chapter: Chapter) -> Iterator[str]:
    yield "<h2>All numbers</h2>"
    heads = ("measure", "before", "with it", "difference", "margin", "luck", "pairs")
    for level in chapter.levels:
        if len(chapter.levels) > 1:
            yield f"<h3>With {escape(level.match.seats[0])} bots</h3>"
        yield table(heads, (_row(one) for one in (*level.primary, *level.judge, *level.look, *level.details)))
        others = level.computed + level.details_computed
        said = f"{others} measures beside the primary ones were computed; those that do not surely differ are not listed."
        yield f'<p class="remark">{said}</p>'


def _row(one: Finding) -> tuple[str, ...]:
    numbers = (shown(one, one.base), shown(one, one.variant), difference_of(one), shown(one, one.margin), luck_of(one))
    return one.measure.id, *numbers, str(one.sample.count)
