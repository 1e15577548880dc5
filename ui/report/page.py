"""A comparison as one page of HTML that needs nothing else: verdicts and exposure first, then how it was played, plots and all numbers."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from statistics import fmean

from custumal.insight.comparison.findings import Comparison, Finding
from custumal.insight.measures.catalogue import PRIMARY
from custumal.insight.measures.race import has_race
from custumal.insight.play.facts import GameFacts
from custumal.insight.play.sides import Side
from custumal.ui.report.numbers import duration, number, shown
from custumal.ui.report.plots import bars, difference, fan, forest, spread
from custumal.ui.report.sentences import exposure_sentences, how_intervals_hold
from custumal.ui.report.text import difference_of, luck_of, played, told
from custumal.ui.rulebook.stylesheet import STYLE

MORE_STYLE = """\
figure { margin: .8rem 0; padding: .5rem; background: #fff; border: 1px solid var(--line); border-radius: .3rem; break-inside: avoid; }
figure svg { display: block; width: 100%; height: auto; }
figcaption { color: var(--soft); font-size: .88rem; margin-top: .3rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); gap: .6rem; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
"""
MOST_ACTIONS = 15


def page(compared: Comparison, title: str, against: str) -> str:
    """The page as one file, without scripts."""
    body = "\n".join(part for section in _sections(compared) for part in section)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}, against {escape(against)}</title>
<style>
{STYLE}{MORE_STYLE}</style>
</head>
<body>
<header><h1>{escape(title)}</h1><p>against {escape(against)}</p></header>
<main>
<p>{escape(played(compared))}</p>
{body}
</main>
</body>
</html>
"""


def _sections(compared: Comparison) -> Iterator[Iterable[str]]:
    yield _verdicts(compared)
    yield _repeat(compared)
    yield _forest(compared)
    yield _spreads(compared)
    if compared.match.players > 1:
        yield _seats(compared)
    yield _lines(compared)
    yield _actions(compared)
    yield _numbers(compared)


def _verdicts(compared: Comparison) -> Iterator[str]:
    yield "<h2>Did it matter?</h2>"
    yield _list(exposure_sentences(compared.exposure))
    for heading, sentences in told(compared):
        yield f"<h2>{escape(heading)}</h2>"
        yield _list(sentences)


def _list(sentences: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(one)}</li>' for one in sentences)}</ul>"


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
    words += [word for name, value in match.base.options for word in ("--set", f"{name}={_typed(value)}")]
    words += [word for name, value in _changed(match.base, match.variant).items() for word in ("--with", f"{name}={_typed(value)}")]
    words += [word for seat, bot in enumerate(match.seats, 1) for word in ("--seat", f"{seat}={bot}")]
    return shlex.join([*words, "--games", str(len(compared.blocks)), "--seed", str(match.seed)])


def _changed(base: Side, variant: Side) -> Mapping[str, object]:
    before = dict(base.options)
    return {name: value for name, value in variant.options if name not in before or before[name] != value}


def _typed(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _forest(compared: Comparison) -> Iterator[str]:
    sure = how_intervals_hold(compared, len(PRIMARY))
    yield "<h2>All measures by their margins</h2>"
    yield _figure(
        forest(compared.primary), f"Intervals, {sure}. Inside the band a difference is too small to matter; an arrow goes on beyond."
    )


def _figure(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def _spreads(compared: Comparison) -> Iterator[str]:
    yield "<h2>Games side by side</h2>"
    for one in (found for found in compared.primary if found.measure.id in {"decisions", "score", "lead"}):
        base, variant = _values(compared, one)
        yield '<div class="pair">'
        yield _figure(spread(base, variant, one.measure.unit), f"{one.measure.id}: {one.measure.what}, in each pair")
        yield _figure(difference(base, variant, one.measure.unit), "the difference, pair by pair")
        yield "</div>"


def _values(compared: Comparison, found: Finding) -> tuple[list[float], list[float]]:
    """The measure of each pair that has it on both sides."""
    pairs = [(_mean(block.base, found), _mean(block.variant, found)) for block in compared.blocks]
    both = [(own, theirs) for own, theirs in pairs if own is not None and theirs is not None]
    return [own for own, _ in both], [theirs for _, theirs in both]


def _mean(games: Iterable[GameFacts], found: Finding) -> float | None:
    values = [value for game in games if (value := found.measure.take(game)) is not None]
    return fmean(values) if values else None


def _games(compared: Comparison) -> tuple[list[GameFacts], list[GameFacts]]:
    base = [game for block in compared.blocks for game in block.base]
    return base, [game for block in compared.blocks for game in block.variant]


def _seats(compared: Comparison) -> Iterator[str]:
    players = range(compared.match.players)
    base, variant = ([100 * fmean(game.share(seat) for game in games) for seat in players] for games in _games(compared))
    yield "<h2>Seats</h2>"
    yield _figure(
        bars([f"seat {seat + 1}" for seat in players], base, variant, "victories of 100 games"), "A shared victory counts in parts."
    )
    if all(any(map(has_race, games)) for games in _games(compared)):
        yield _figure(fan(compared), "How far the first is ahead, in the mean; 8 of 10 games lie in the shade.")


def _lines(compared: Comparison) -> Iterator[str]:
    base, variant = (_line_means(games) for games in _games(compared))
    names = list(dict.fromkeys([*base, *variant]))
    if len(names) > 1:
        yield "<h2>Where points come from</h2>"
        before, after = ([side.get(name, 0.0) for name in names] for side in (base, variant))
        yield _figure(bars(names, before, after, "points of a seat"), "The mean of each line of the score.")


def _line_means(games: list[GameFacts]) -> dict[str, float]:
    return {name: fmean(fmean(one[name] for one in game.lines) for game in games) for name in games[0].lines[0]}


def _actions(compared: Comparison) -> Iterator[str]:
    """What was chosen otherwise, as far as it surely differs."""
    picked = [one for one in compared.look if one.measure.id.startswith("taken:")][:MOST_ACTIONS]
    if picked:
        yield "<h2>What is chosen more or less often</h2>"
        names = [one.measure.id.removeprefix("taken:") for one in picked]
        svg = bars(names, [one.base for one in picked], [one.variant for one in picked], "times a game")
        yield _figure(svg, f"Of {compared.computed} further measures those that differ; at most 5 % of them by chance.")


def _numbers(compared: Comparison) -> Iterator[str]:
    yield "<h2>All numbers</h2>"
    yield '<div class="wide"><table><tr><th>measure</th>' + "".join(
        f'<th class="n">{head}</th>' for head in ("before", "with it", "difference", "margin", "luck", "pairs")
    )
    for one in (*compared.primary, *compared.look):
        means = (shown(one, one.base), shown(one, one.variant))
        cells = (*means, difference_of(one), shown(one, one.margin), luck_of(one), number(one.sample.count))
        yield f"<tr><td>{escape(one.measure.id)}</td>" + "".join(f'<td class="n">{escape(cell)}</td>' for cell in cells) + "</tr>"
    yield "</table></div>"
    said = f"{compared.computed} measures beside the primary ones were computed; those that do not surely differ are not listed."
    yield f'<p class="remark">{said}</p>'
