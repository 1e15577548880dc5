"""The plots of a comparison, each as SVG without scripts; the same numbers give the same bytes."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean, quantiles
from typing import Any

from custumal.insight.comparison.findings import Finding
from custumal.insight.play.observations import GameFacts
from custumal.ui.report.figures import shown

Axes = Any
BASE, VARIANT, BAND = "#5f6368", "#b5551b", "#e7e2d5"
Sides = Mapping[str, Sequence[float]]
"""The numbers of each side by its name; of one side alone where nothing is compared."""
FARTHEST = 6.0
"""Margins from zero to which the forest goes; what lies beyond is cut, as an arrow says."""
STEPS = 20
"""Looks at a game from its start to its end."""
SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "custumal",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.parse_math": False,
}


def drawn(width: float, height: float, draw: Callable[[Axes], None]) -> str:
    """An SVG element of so many inches, at most as wide as the page."""
    import matplotlib as mpl  # noqa: PLC0415  # an extra, and slow to load
    from matplotlib.figure import Figure  # noqa: PLC0415  # likewise

    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure.add_subplot())
        return _svg(figure)


def drawn_beside(width: float, height: float, names: Sequence[str], draw: Callable[[Axes, str], None]) -> str:
    """The same with a part for each name, side by side."""
    import matplotlib as mpl  # noqa: PLC0415  # an extra, and slow to load
    from matplotlib.figure import Figure  # noqa: PLC0415  # likewise

    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(width, height), layout="constrained")
        for name, axes in zip(names, figure.subplots(1, len(names), squeeze=False)[0], strict=True):
            draw(axes, name)
        return _svg(figure)


def _svg(figure: Any) -> str:
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    found = re.search(r"<svg.*</svg>", text.getvalue(), re.DOTALL)
    assert found is not None
    return _short(found.group())


def _short(svg: str) -> str:
    """Without what nobody sees: thousandths of a point, names to which nothing refers, breaks of lines; the other names are its own."""
    for pattern, instead in UNSEEN:
        svg = re.sub(pattern, instead, svg, flags=re.DOTALL)
    own = f"s{zlib.crc32(svg.encode()):x}-"
    return re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{own}", svg)  # several plots of a page may have the same marks


UNSEEN = ((r"<metadata>.*?</metadata>", ""), (r' id="[\w.]+_\d+"', ""), (r"(\d\.\d\d)\d+", r"\1"), (r"\s*\n\s*", " "))


def _coloured(sides: Mapping[str, Any]) -> list[tuple[str, Any, str]]:
    """Each side with its colour."""
    colours = (BASE, VARIANT) if len(sides) > 1 else (VARIANT,)
    return [(name, of, colour) for (name, of), colour in zip(sides.items(), colours, strict=True)]


def legend(axes: Axes) -> None:
    """Above the plot, where nothing is drawn."""
    axes.legend(frameon=False, ncols=2, loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.2)


def _legend(axes: Axes, sides: Mapping[str, Any]) -> None:
    """None where there is one side only."""
    if len(sides) > 1:
        legend(axes)


def forest(levels: Mapping[str, Sequence[Finding]]) -> str:
    """The intervals of all measures in units of their margins, a row for each level of bots; inside the band a difference does not matter.

    Args:
        levels: the findings of each level by its name; of one alone, without a name.
    """
    measures = list({one.measure.id: one for found in levels.values() for one in found}.values())
    rows = [(one.measure.id, name) for one in measures for name in levels]
    known = {(one.measure.id, name): one for name, found in levels.items() for one in found}

    def draw(axes: Axes) -> None:
        axes.axvspan(-1, 1, color=BAND)
        axes.axvline(0, color=BASE, linewidth=0.8)
        for row, key in enumerate(reversed(rows)):
            if key in known:
                _interval(axes, row, known[key])
        axes.set_yticks(range(len(rows)), [_row_name(key, known, len(levels)) for key in reversed(rows)])
        axes.set_xlim(-FARTHEST - 0.3, FARTHEST + 0.3)
        axes.set_ylim(-0.6, len(rows) - 0.4)
        axes.set_xlabel("difference, in margins")

    return drawn(4.8, 0.7 + (0.38 if len(levels) == 1 else 0.26) * len(rows), draw)


def _interval(axes: Axes, row: int, one: Finding) -> None:
    ends = one.interval.low, one.sample.mean, one.interval.high
    low, mid, high = (max(-FARTHEST, min(FARTHEST, value / one.margin)) for value in ends)
    axes.plot([low, high], [row, row], color=VARIANT, linewidth=2)
    axes.plot([mid], [row], "o", color=VARIANT, markersize=6)
    for end, mark in ((low, "<"), (high, ">")):
        if abs(end) == FARTHEST:
            axes.plot([end], [row], mark, color=VARIANT, markersize=8)


def _row_name(key: tuple[str, str], known: Mapping[tuple[str, str], Finding], levels: int) -> str:
    measure, name = key
    if levels > 1:
        return f"{measure}, {name}"
    one = known[key]
    return f"{measure} (±{shown(one, one.margin)})"


def spread(sides: Sides, label: str) -> str:
    """How a number is spread over the games of each side."""

    def draw(axes: Axes) -> None:
        bins = _bins([value for values in sides.values() for value in values])
        for name, values, colour in _coloured(sides):
            if colour == BASE:
                axes.hist(values, bins, color=colour, alpha=0.45, label=name)
            else:
                axes.hist(values, bins, histtype="step", color=colour, linewidth=2, label=name)
        axes.set_xlabel(label)
        axes.set_ylabel("games")
        _legend(axes, sides)

    return drawn(3.7, 2.6, draw)


def difference(base: Sequence[float], variant: Sequence[float], label: str) -> str:
    """How the difference is spread over the pairs."""
    differences = [theirs - own for own, theirs in zip(base, variant, strict=True)]

    def draw(axes: Axes) -> None:
        axes.hist(differences, _bins(differences), color=VARIANT, alpha=0.6)
        axes.axvline(0, color=BASE, linewidth=0.8)
        axes.set_xlabel(f"{label}, difference")
        axes.set_ylabel("pairs")

    return drawn(3.7, 2.6, draw)


def _bins(values: Sequence[float]) -> list[float]:
    """About twenty equal classes; whole numbers as their bounds where the values are spread wider than that."""
    low, high = min(values), max(values)
    step = max((high - low) / 20, 0.05)
    step = float(round(step)) if step > 1 else step
    return [low + step * at for at in range(int((high - low) / step) + 2)]


def fan(sides: Mapping[str, Sequence[GameFacts]]) -> str:
    """How far the first is ahead of the second, through the game: the mean, and between which values 8 of 10 games lie."""

    def draw(axes: Axes) -> None:
        shares = [at / STEPS for at in range(STEPS + 1)]
        for label, games, color in _coloured(sides):
            leads = [[_lead(game, share) for game in games] for share in shares]
            cuts = [quantiles(one, n=10, method="inclusive") if len(one) > 1 else [one[0]] * 9 for one in leads]
            axes.fill_between(shares, [cut[0] for cut in cuts], [cut[-1] for cut in cuts], color=color, alpha=0.15, linewidth=0)
            axes.plot(shares, [fmean(one) for one in leads], color=color, linewidth=2, label=label)
        axes.set_xlabel("share of the game")
        axes.set_ylabel("points ahead")
        _legend(axes, sides)

    return drawn(4.8, 2.8, draw)


def _lead(game: GameFacts, share: float) -> int:
    first, second, *_ = sorted(game.standings[round(share * (len(game.standings) - 1))], reverse=True)
    return first - second


def bars(names: Sequence[str], sides: Sides, label: str) -> str:
    """A number of each line, seat or action on each side."""

    def draw(axes: Axes) -> None:
        rows, height = range(len(names)), 0.72 / len(sides)
        for at, (name, values, colour) in enumerate(_coloured(sides)):
            shift = (at - (len(sides) - 1) / 2) * (height + 0.04)
            axes.barh([row + shift for row in rows], values, height, color=colour, alpha=0.6 if colour == BASE else 0.9, label=name)
        axes.set_yticks(rows, names)
        axes.invert_yaxis()
        axes.axvline(0, color=BASE, linewidth=0.8)
        axes.set_xlabel(label)
        _legend(axes, sides)

    return drawn(4.8, 0.9 + (0.42 if len(sides) > 1 else 0.3) * len(names), draw)
