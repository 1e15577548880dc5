"""What sitting somewhere is worth: of 100 games who wins how many, and each seat at each level of bots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from custumal.insight.comparison.findings import Comparison
from custumal.insight.comparison.victories import Victories, victories
from custumal.ui.report.figures import finite, number
from custumal.ui.report.html import figure
from custumal.ui.report.plots import Axes, drawn, drawn_beside

COLOURS = ("#b5551b", "#33658a", "#d9a441", "#55814e", "#7a5195", "#5f6368", "#a23b52", "#2a9d8f")
MARKS = "os^DvPXh"
"""Of each seat, for whoever sees no colours or prints without them."""
NOBODY = "#cfcabd"
FARTHEST = 0.35
"""A seat that is so far from fair has the fullest colour."""
MOST_SEATS = len(MARKS)


def seats_section(levels: Sequence[Comparison]) -> Iterator[str]:
    """The dots of the last level, and the map of all levels."""
    found = {level.match.seats[0] if len(levels) > 1 else "": victories(level.blocks) for level in levels}
    before, after = list(found.values())[-1]
    yield "<h2>Seats</h2>"
    if len(before) <= MOST_SEATS:
        yield figure(dots({"before": before, "with it": after}), "Of 100 games, each a dot, those that each seat wins. " + SHARED)
    rows = {f"{name}{', ' if name else ''}{side}": one for name, sides in found.items() for side, one in _named(sides)}
    yield figure(heat_map(rows), HEAT)


SHARED = "A shared victory counts in parts."
HEAT = (
    "What each seat wins of 100 games above its fair share, with the half width of its interval, 95 % for each by itself. A cell has a "
    f"colour where it is surely more or less. {SHARED}"
)


def _named(sides: tuple[tuple[Victories, ...], tuple[Victories, ...]]) -> tuple[tuple[str, tuple[Victories, ...]], ...]:
    return ("before", sides[0]), ("with it", sides[1])


def dots(sides: Mapping[str, Sequence[Victories]]) -> str:
    """A hundred dots for each side; those of the first seat first, and those of games that nobody won last."""

    def draw(axes: Axes, name: str) -> None:
        counts = hundred([one.share for one in sides[name]])
        places = iter((at % 10, at // 10) for at in range(100))
        for seat, count in enumerate(counts):
            mine = [next(places) for _ in range(count)]
            axes.scatter(
                [x for x, _ in mine], [y for _, y in mine], s=38, color=COLOURS[seat], marker=MARKS[seat], label=f"seat {seat + 1}: {count}"
            )
        rest = list(places)
        if rest:
            axes.scatter([x for x, _ in rest], [y for _, y in rest], s=20, color=NOBODY, label=f"nobody: {len(rest)}")
        axes.set_xlim(-0.7, 9.7)
        axes.set_ylim(9.7, -0.7)
        axes.set_aspect("equal")
        axes.set_axis_off()
        axes.set_title(name, fontsize=11)
        axes.legend(
            frameon=False, ncols=2, loc="upper center", bbox_to_anchor=(0.5, 0), borderaxespad=0.2, handletextpad=0.1, columnspacing=0.8
        )

    rows = (len(next(iter(sides.values()))) + 2) // 2
    return drawn_beside(4.8, 2.35 + 0.22 * rows, list(sides), draw)


def hundred(shares: Sequence[float]) -> list[int]:
    """How many of 100 each share is, so that their sum is that of the shares: the greatest fractions are rounded up."""
    whole = [int(100 * share) for share in shares]
    missing = round(100 * sum(shares)) - sum(whole)
    by_fraction = sorted(range(len(shares)), key=lambda at: whole[at] - 100 * shares[at])
    return [count + (at in by_fraction[:missing]) for at, count in enumerate(whole)]


def heat_map(rows: Mapping[str, Sequence[Victories]]) -> str:
    """A row for each side at each level, a column for each seat."""
    seats = len(next(iter(rows.values())))

    def draw(axes: Axes) -> None:
        shades = [[one.above.mean if one.is_sure else 0.0 for one in row] for row in rows.values()]
        axes.pcolormesh(shades, cmap="PuOr_r", vmin=-FARTHEST, vmax=FARTHEST, alpha=0.6, edgecolors="white", linewidth=2)
        for y, row in enumerate(rows.values()):
            for x, one in enumerate(row):
                axes.text(x + 0.5, y + 0.5, _cell(one), ha="center", va="center")
        axes.invert_yaxis()
        axes.set_xticks([at + 0.5 for at in range(seats)], [f"seat {seat + 1}" for seat in range(seats)])
        axes.set_yticks([at + 0.5 for at in range(len(rows))], list(rows))
        axes.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
        for side in ("left", "bottom"):
            axes.spines[side].set_visible(False)

    return drawn(4.8, 0.5 + 0.36 * len(rows), draw)


def _cell(one: Victories) -> str:
    above, half = number(100 * one.above.mean), finite(one.interval.half)
    text = above if above.startswith("-") or above == "0" else f"+{above}"
    return text if half is None else f"{text} ±{number(100 * half)}"
