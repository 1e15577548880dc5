"""What is done: where points come from, what is chosen more or less often, and what actions are worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

from custumal.insight.comparison.action_worth import Worth
from custumal.insight.comparison.findings import Comparison, Finding
from custumal.insight.play.observations import GameFacts
from custumal.insight.statistics.samples import Interval, Sample
from custumal.ui.report.action_worth import HEADS, SAID, cells_of, name_of, remark_of
from custumal.ui.report.figures import finite, shown
from custumal.ui.report.html import figure, table
from custumal.ui.report.plots import BASE, VARIANT, Axes, drawn, legend

MOST = 15
"""Rows of a plot."""
PALETTE = ("#b5551b", "#33658a", "#d9a441", "#55814e", "#7a5195", "#a23b52", "#2a9d8f", "#8d6e63", "#6c8ebf", "#c0b283", "#444444")


def lines_section(compared: Comparison) -> Iterator[str]:
    """The lines of the score under both rules, and by how much each differs."""
    base = _line_means([game for block in compared.blocks for game in block.base])
    variant = _line_means([game for block in compared.blocks for game in block.variant])
    names = list(dict.fromkeys([*base, *variant]))
    if len(names) < 2:
        return
    sides = {"before": [base.get(name, 0.0) for name in names], "with it": [variant.get(name, 0.0) for name in names]}
    sure = {one.measure.id.removeprefix("line:"): one for one in compared.look if one.measure.id.startswith("line:")}
    yield "<h2>Where points come from</h2>"
    yield figure(stacked(names, sides), "The points of a seat, in the mean, line by line; what costs points lies to the left of zero.")
    by = {name: variant.get(name, 0.0) - base.get(name, 0.0) for name in names}
    yield figure(
        differences(by, sure), "So many points more or less with the variant. Those that surely differ have a colour and an interval."
    )


def _line_means(games: Sequence[GameFacts]) -> dict[str, float]:
    return {name: fmean(fmean(one[name] for one in game.lines) for game in games) for name in games[0].lines[0]}


def actions_section(compared: Comparison) -> Iterator[str]:
    """What was chosen otherwise, as far as it surely differs."""
    yield from _section("What is chosen more or less often", compared.look, compared.computed)
    yield from _section("Single things and abilities", compared.details, compared.details_computed)


KINDS = (
    ("taken:", "times a game"),
    ("chosen:", "of 100 times that it could be chosen"),
    ("turned:", "of 100 winners went ahead for good with it"),
)


def _section(heading: str, found: Sequence[Finding], computed: int) -> Iterator[str]:
    picked = [(label, kind, _of(found, kind)) for kind, label in KINDS]
    if any(some for *_, some in picked):
        yield f"<h2>{heading}</h2>"
    for label, kind, some in picked:
        if some:
            more = f" {len(some) - MOST} more stand below." if len(some) > MOST else ""
            said = f"Of {computed} measures those that differ; at most 5 % of them by chance.{more}"
            yield figure(dumbbells({one.measure.id.removeprefix(kind): one for one in some[:MOST]}, label), said)


def _of(found: Sequence[Finding], kind: str) -> list[Finding]:
    """The greatest difference first."""
    return sorted((one for one in found if one.measure.id.startswith(kind)), key=lambda one: -abs(one.variant - one.base))


def worths_section(worths: Sequence[Worth]) -> Iterator[str]:
    """What actions are worth, by seats that may not or must."""
    if not worths:
        return
    yield "<h2>What an action is worth</h2>"
    yield f"<p>{SAID}</p>"
    yield figure(worth_plot(worths), "Left of zero the seat wins less than its fair share. 95 % for all intervals together.")
    yield table(HEADS, ((name_of(one), *cells_of(one)) for one in worths))
    if remark := remark_of(worths):
        yield f'<p class="remark">{remark}</p>'


def stacked(names: Sequence[str], sides: Mapping[str, Sequence[float]]) -> str:
    """A bar for each side, made of its lines; those below zero go to the left."""

    def draw(axes: Axes) -> None:
        right, left = [0.0] * len(sides), [0.0] * len(sides)
        for at, name in enumerate(names):
            widths = [values[at] for values in sides.values()]
            starts = [left[row] if width < 0 else right[row] for row, width in enumerate(widths)]
            style = {"color": PALETTE[at % len(PALETTE)], "hatch": "//" if at >= len(PALETTE) else None}
            axes.barh(range(len(sides)), widths, 0.6, starts, label=name, edgecolor="white", linewidth=0.6, **style)
            for row, width in enumerate(widths):
                right[row] += max(0.0, width)
                left[row] += min(0.0, width)
        axes.set_yticks(range(len(sides)), list(sides))
        axes.invert_yaxis()
        axes.axvline(0, color=BASE, linewidth=0.8)
        axes.set_xlabel("points of a seat")
        axes.legend(frameon=False, ncols=3, loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.2, fontsize=9)

    return drawn(4.8, 1.6 + 0.2 * ((len(names) + 2) // 3), draw)


def differences(by: Mapping[str, float], sure: Mapping[str, Finding]) -> str:
    """A bar for each line, the greatest first; with a colour and an interval where it is sure."""
    names = sorted(by, key=lambda name: -abs(by[name]))[:MOST]

    def draw(axes: Axes) -> None:
        colours = [VARIANT if name in sure else BASE for name in names]
        axes.barh(range(len(names)), [by[name] for name in names], 0.6, color=colours, alpha=0.7)
        for row, name in enumerate(names):
            if name in sure:
                axes.plot([sure[name].interval.low, sure[name].interval.high], [row, row], color="black", linewidth=1.4)
        axes.set_yticks(range(len(names)), names)
        axes.invert_yaxis()
        axes.axvline(0, color=BASE, linewidth=0.8)
        axes.set_xlabel("points of a seat, difference")

    return drawn(4.8, 0.7 + 0.3 * len(names), draw)


def dumbbells(found: Mapping[str, Finding], label: str) -> str:
    """Each number before and with the variant, joined by a line."""

    def draw(axes: Axes) -> None:
        rows = range(len(found))
        before = [one.base * one.measure.factor for one in found.values()]
        after = [one.variant * one.measure.factor for one in found.values()]
        axes.hlines(rows, before, after, color=BASE, linewidth=1.6, alpha=0.6)
        axes.plot(before, rows, "o", color=BASE, markersize=7, label="before")
        axes.plot(after, rows, "D", color=VARIANT, markersize=7, label="with it")
        for row, one in zip(rows, found.values(), strict=True):
            text = f"{shown(one, one.base)} → {shown(one, one.variant)}"
            axes.annotate(
                text, (1, row), xycoords=("axes fraction", "data"), xytext=(4, 0), textcoords="offset points", va="center", fontsize=8
            )
        axes.set_yticks(rows, list(found))
        axes.set_ylim(len(found) - 0.5, -0.5)
        axes.set_xlabel(label)
        legend(axes)

    return drawn(4.8, 0.9 + 0.32 * len(found), draw)


def worth_plot(worths: Sequence[Worth]) -> str:
    """For each restriction the victories above the fair share, before and with the variant, with intervals."""

    def draw(axes: Axes) -> None:
        axes.axvline(0, color=BASE, linewidth=0.8)
        for row, one in enumerate(worths):
            _arm(axes, row - 0.13, one.base, one.base_interval, (BASE, "o", "before" if not row else None))
            _arm(axes, row + 0.13, one.variant, one.variant_interval, (VARIANT, "D", "with it" if not row else None))
        axes.set_yticks(range(len(worths)), [name_of(one) for one in worths])
        axes.set_ylim(len(worths) - 0.5, -0.5)
        axes.set_xlabel("victories of 100 games above the fair share")
        legend(axes)

    return drawn(4.8, 0.9 + 0.45 * len(worths), draw)


def _arm(axes: Axes, row: float, sample: Sample, interval: Interval, look: tuple[str, str, str | None]) -> None:
    colour, mark, label = look
    if finite(interval.half) is not None:
        axes.plot([100 * interval.low, 100 * interval.high], [row, row], color=colour, linewidth=2)
    axes.plot([100 * sample.mean], [row], mark, color=colour, markersize=6, label=label)
