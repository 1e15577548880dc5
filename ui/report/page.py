"""A comparison as one page of HTML that needs nothing else: verdicts and exposure first, then how it was played, plots and all numbers."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from statistics import fmean
from typing import TypeVar

from custumal.insight.comparison.findings import Comparison, Finding
from custumal.insight.ladder.moved import Moved
from custumal.insight.measures.catalogue import PRIMARY, RAN_OUT, ended_by
from custumal.insight.measures.names import names_met
from custumal.insight.measures.race import has_race
from custumal.insight.play.facts import GameFacts
from custumal.insight.play.sides import Side
from custumal.ui.report.html import figure, listed, table, whole
from custumal.ui.report.levels import Levels, agreement_sentences, strength_sentences
from custumal.ui.report.numbers import duration, number, shown, typed
from custumal.ui.report.plots import bars, difference, fan, forest, spread
from custumal.ui.report.replays import STYLE as REPLAY_STYLE
from custumal.ui.report.replays import replays
from custumal.ui.report.sentences import exposure_sentences, how_intervals_hold
from custumal.ui.report.text import difference_of, luck_of, played, told

MOST_ACTIONS = 15
Of = TypeVar("Of")


def page(compared: Comparison, title: str, against: str, levels: Levels | None = None) -> str:
    """The page as one file, without scripts; with `levels` of bots, of which this comparison is one, also what they say together."""
    sections = [*_sections(compared)]
    if levels is not None:
        sections.insert(1, _levels(*levels))
    parts = (part for section in sections for part in section)
    return whole(title, f"against {against}", (f"<p>{escape(played(compared))}</p>", *parts), REPLAY_STYLE)


def _sections(compared: Comparison) -> Iterator[Iterable[str]]:
    yield _verdicts(compared)
    yield _repeat(compared)
    yield _forest(compared)
    yield _spreads(compared)
    if compared.match.players > 1:
        yield _seats(compared)
    yield _lines(compared)
    yield _actions(compared)
    yield _ends(compared)
    yield replays(compared)
    yield _numbers(compared)


def _verdicts(compared: Comparison) -> Iterator[str]:
    yield "<h2>Did it matter?</h2>"
    yield listed(exposure_sentences(compared.exposure))
    for heading, sentences in told(compared):
        yield f"<h2>{escape(heading)}</h2>"
        yield listed(sentences)


def _levels(levels: Sequence[Comparison], ladder: Sequence[Moved]) -> Iterator[str]:
    """What all levels say; everything below is of one of them."""
    names = [level.match.seats[0] for level in levels]
    yield "<h2>Do the bots agree?</h2>"
    yield listed(agreement_sentences(levels))
    yield figure(forest({level.match.seats[0]: level.primary for level in levels}), "Each measure at each level, in units of its margin.")
    yield "<h3>How strong they are</h3>"
    yield listed(strength_sentences(ladder))
    rows = ((one.bot, f"{one.before:+.0f}", f"{one.after:+.0f}", f"{one.by:+.0f} ({one.low:+.0f} to {one.high:+.0f})") for one in ladder)
    yield table(("Elo", "before", "with it", "difference"), rows)
    yield f'<p class="remark">Everything below is of games between {escape(names[-1])} bots.</p>'


def _repeat(compared: Comparison) -> Iterator[str]:
    yield "<h2>How it was played</h2>"
    yield f"<p>{len(compared.blocks)} seeds, each under both rules; {duration(compared.seconds)}. To play it again:</p>"
    yield f"<p><code>{escape(command(compared))}</code></p>"


def command(compared: Comparison) -> str:
    """What is typed to play the very same games again."""
    match = compared.match
    words = ["custumal", "compare", match.base.game]
    if match.variant.game != match.base.game:
        words.append(match.variant.game)
    words += [word for name in match.variant.variants for word in ("--variant", name)]
    words += ["--together"] if len(match.variant.variants) > 1 and match.variant.game == match.base.game else []
    words += [word for name, value in match.base.options for word in ("--set", f"{name}={typed(value)}")]
    words += [word for name, value in _changed(match.base, match.variant).items() for word in ("--with", f"{name}={typed(value)}")]
    words += [word for seat, bot in enumerate(match.seats, 1) for word in ("--seat", f"{seat}={bot}")]
    words += ["--judge", str(match.judge)] if match.judge else []
    return shlex.join([*words, "--games", str(len(compared.blocks)), "--seed", str(match.seed)])


def _changed(base: Side, variant: Side) -> Mapping[str, object]:
    before = dict(base.options)
    return {name: value for name, value in variant.options if name not in before or before[name] != value}


def _forest(compared: Comparison) -> Iterator[str]:
    sure = how_intervals_hold(compared, len(PRIMARY))
    yield "<h2>All measures by their margins</h2>"
    yield figure(
        forest({"": compared.primary}), f"Intervals, {sure}. Inside the band a difference is too small to matter; an arrow goes on beyond."
    )


def _spreads(compared: Comparison) -> Iterator[str]:
    yield "<h2>Games side by side</h2>"
    for one in (found for found in compared.primary if found.measure.id in {"decisions", "score", "lead"}):
        base, variant = _values(compared, one)
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


def _seats(compared: Comparison) -> Iterator[str]:
    players = range(compared.match.players)
    base, variant = ([100 * fmean(game.share(seat) for game in games) for seat in players] for games in _games(compared))
    yield "<h2>Seats</h2>"
    yield figure(
        bars([f"seat {seat + 1}" for seat in players], _sides(base, variant), "victories of 100 games"), "A shared victory counts in parts."
    )
    if all(any(map(has_race, games)) for games in _games(compared)):
        yield figure(fan(_sides(*_games(compared))), "How far the first is ahead, in the mean; 8 of 10 games lie in the shade.")


def _lines(compared: Comparison) -> Iterator[str]:
    base, variant = (_line_means(games) for games in _games(compared))
    names = list(dict.fromkeys([*base, *variant]))
    if len(names) > 1:
        yield "<h2>Where points come from</h2>"
        before, after = ([side.get(name, 0.0) for name in names] for side in (base, variant))
        yield figure(bars(names, _sides(before, after), "points of a seat"), "The mean of each line of the score.")


def _line_means(games: list[GameFacts]) -> dict[str, float]:
    return {name: fmean(fmean(one[name] for one in game.lines) for game in games) for name in games[0].lines[0]}


def _actions(compared: Comparison) -> Iterator[str]:
    """What was chosen otherwise, as far as it surely differs."""
    picked = [one for one in compared.look if one.measure.id.startswith("taken:")][:MOST_ACTIONS]
    if picked:
        yield "<h2>What is chosen more or less often</h2>"
        names = [one.measure.id.removeprefix("taken:") for one in picked]
        svg = bars(names, _sides([one.base for one in picked], [one.variant for one in picked]), "times a game")
        yield figure(svg, f"Of {compared.computed} further measures those that differ; at most 5 % of them by chance.")


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


def _numbers(compared: Comparison) -> Iterator[str]:
    yield "<h2>All numbers</h2>"
    heads = ("measure", "before", "with it", "difference", "margin", "luck", "pairs")
    yield table(heads, (_row(one) for one in (*compared.primary, *compared.look)))
    said = f"{compared.computed} measures beside the primary ones were computed; those that do not surely differ are not listed."
    yield f'<p class="remark">{said}</p>'


def _row(one: Finding) -> tuple[str, ...]:
    numbers = (shown(one, one.base), shown(one, one.variant), difference_of(one), shown(one, one.margin), luck_of(one))
    return one.measure.id, *numbers, number(one.sample.count)
