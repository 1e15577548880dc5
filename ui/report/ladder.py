"""A ladder for people and programs: a table of 80 columns, sentences, JSON values, a page."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from custumal.insight.ladder.ladder import Ladder, Rung, Seat
from custumal.ui.report.figures import precise, typed
from custumal.ui.report.html import figure, listed, table, whole
from custumal.ui.report.plots import BASE, VARIANT, Axes, drawn

WIDTH = 80
CIRCLE = 0.55
"""A pair of which the lower one wins at least so much is told."""


def ladder_text(found: Ladder, title: str) -> list[str]:
    """The lines of a ladder."""
    lines = [*textwrap.wrap(f"{title}: {_played(found)}", WIDTH), "", f"{'bot':<24}{'Elo':>6}{'95 %':>16}{'games':>8}{'thinks':>12}"]
    lines += [_rung(one) for one in found.rungs]
    lines += ["", f"{'seat':<24}{'Elo':>6}{'95 %':>16}", *(_seat(number, seat) for number, seat in enumerate(found.seats, 1))]
    lines += ["", "Of 100 meetings the bot of the row was placed before that of the column:", *_pairs(found)]
    return [*lines, *(line for one in remarks(found) for line in textwrap.wrap(one, WIDTH))]


def _played(found: Ladder) -> str:
    who = f"{len(found.table.bots)} bots, {found.table.players} players"
    early = "" if found.complete else ", stopped early"
    return f"{who}, {len(found.games)} games in {len(found.rounds)} blocks{early}, seed {found.table.seed}"


def _rung(one: Rung) -> str:
    return f"{one.bot[:23]:<24}{one.elo:>+6.0f}{_interval(one):>16}{one.games:>8}{precise(one.seconds):>12}"


def _seat(number: int, seat: Seat) -> str:
    return f"{number:<24}{seat.elo:>+6.0f}{_interval(seat):>16}"


def _interval(one: Rung | Seat) -> str:
    return f"{one.low:+.0f} to {one.high:+.0f}"


def _pairs(found: Ladder) -> list[str]:
    names = [rung.bot for rung in found.rungs]
    head = f"{'':<24}" + "".join(f"{name[:8]:>9}" for name in names)
    return [head[:WIDTH], *(f"{name[:23]:<24}{''.join(_pair(found, name, other) for other in names)}"[:WIDTH] for name in names)]


def _pair(found: Ladder, one: str, other: str) -> str:
    share = found.pairs.get((one, other))
    return f"{'-' if share is None else f'{100 * share[0]:.0f}':>9}"


def remarks(found: Ladder) -> list[str]:
    """What is to be known of these numbers: what can't be told, and what one number for each bot hides."""
    said = []
    given_up = sum(not game.finished for game in found.games)
    if given_up:
        said.append(f"{given_up} games were given up after too many decisions; in these all share the first place.")
    for rung in found.rungs:
        shares = [share for (one, _), (share, _) in found.pairs.items() if one == rung.bot]
        if shares and set(shares) in ({1.0}, {0.0}):
            what = "won" if shares[0] else "lost"
            said.append(
                f"{rung.bot} {what} all its meetings, so that its Elo may be any number {'above' if shares[0] else 'below'} that one."
            )
    names = [rung.bot for rung in found.rungs]
    for at, better in enumerate(names):
        for worse in names[at + 1 :]:
            share, _ = found.pairs.get((worse, better), (0.0, 0))
            if share >= CIRCLE:
                said.append(f"{worse} stands below {better}, but was placed before it in {100 * share:.0f} of 100 meetings.")
    return said


def ladder_data(found: Ladder) -> dict[str, Any]:
    """As JSON values."""
    of = found.table
    return {
        "game": of.side.game,
        "variants": list(of.side.variants),
        "options": dict(of.side.options),
        "players": of.players,
        "seed": of.seed,
        "blocks": len(found.rounds),
        "games": len(found.games),
        "unfinished": sum(not game.finished for game in found.games),
        "complete": found.complete,
        "bots": [
            {
                "bot": one.bot,
                "elo": round(one.elo, 1),
                "low": round(one.low, 1),
                "high": round(one.high, 1),
                "games": one.games,
                "decisions": one.decisions,
                "seconds_a_decision": round(one.seconds, 6),
            }
            for one in found.rungs
        ],
        "seats": [{"elo": round(one.elo, 1), "low": round(one.low, 1), "high": round(one.high, 1)} for one in found.seats],
        "pairs": [{"bot": one, "against": other, "share": share, "meetings": met} for (one, other), (share, met) in found.pairs.items()],
    }


def ladder_page(found: Ladder, title: str) -> str:
    """As a page that needs nothing else, without scripts."""
    names = [rung.bot for rung in found.rungs]
    rungs = ((one.bot, f"{one.elo:+.0f}", _interval(one), str(one.games), precise(one.seconds), str(one.decisions)) for one in found.rungs)
    seats = ((f"seat {number}", f"{seat.elo:+.0f}", _interval(seat)) for number, seat in enumerate(found.seats, 1))
    parts = [
        "<h2>Bots</h2>",
        figure(_arms([(one.bot, one) for one in found.rungs]), "Elo with intervals, 95 % each; 0 is the mean of these bots."),
        table(("bot", "Elo", "95 %", "games", "thinks", "decisions"), rungs),
        *_listed(remarks(found)),
        "<h2>Seats</h2>",
        figure(_arms([(f"seat {number}", seat) for number, seat in enumerate(found.seats, 1)]), "Elo that sitting there is worth."),
        table(("seat", "Elo", "95 %"), seats),
        "<h2>Who beats whom</h2>",
        "<p>Of 100 meetings the bot of the row was placed before that of the column:</p>",
        table(("", *names), ((name, *(_pair(found, name, other).strip() for other in names)) for name in names)),
        "<h2>How it was played</h2>",
        f"<p>To play it again:</p><p><code>{escape(_command(found))}</code></p>",
    ]
    return whole(title, _played(found), parts)


def _listed(sentences: Sequence[str]) -> Iterator[str]:
    if sentences:
        yield listed(sentences)


def _arms(rows: Sequence[tuple[str, Rung | Seat]]) -> str:
    def draw(axes: Axes) -> None:
        axes.axvline(0, color=BASE, linewidth=0.8)
        for row, (_, one) in enumerate(rows):
            axes.plot([one.low, one.high], [row, row], color=VARIANT, linewidth=2)
            axes.plot([one.elo], [row], "o", color=VARIANT, markersize=6)
        axes.set_yticks(range(len(rows)), [name for name, _ in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlabel("Elo")

    return drawn(4.8, 0.7 + 0.36 * len(rows), draw)


def _command(found: Ladder) -> str:
    """What is typed to play the very same games again; of a ladder that stopped early, those and some more."""
    of = found.table
    words = ["custumal", "ladder", of.side.game, *(word for name in of.side.variants for word in ("--variant", name))]
    words += [word for name, value in of.side.options for word in ("--set", f"{name}={typed(value)}")]
    words += ["--players", str(of.players), "--bots", ",".join(of.bots)]
    return shlex.join([*words, "--games", str(-(-len(found.rounds) // len(of.lineups))), "--seed", str(of.seed)])
