"""A ladder for people and programs: a table of 80 columns, sentences, JSON values."""

from __future__ import annotations

import textwrap
from typing import Any

from custumal.insight.ladder.ladder import Ladder, Rung, Seat
from custumal.ui.report.numbers import precise

WIDTH = 80
CIRCLE = 0.55
"""A pair of which the lower one wins at least so much is told."""


def ladder_text(found: Ladder, title: str) -> list[str]:
    """The lines of a ladder."""
    table = found.table
    who = f"{len(table.bots)} bots, {table.players} players"
    early = "" if found.complete else ", stopped early"
    head = f"{title}: {who}, {len(found.games)} games in {len(found.rounds)} blocks{early}, seed {table.seed}"
    lines = [*textwrap.wrap(head, WIDTH), "", f"{'bot':<24}{'Elo':>6}{'95 %':>16}{'games':>8}{'thinks':>12}"]
    lines += [_rung(one) for one in found.rungs]
    lines += ["", f"{'seat':<24}{'Elo':>6}{'95 %':>16}", *(_seat(number, seat) for number, seat in enumerate(found.seats, 1))]
    lines += ["", "Of 100 meetings the bot of the row was placed before that of the column:", *_pairs(found)]
    return [*lines, *(line for one in remarks(found) for line in textwrap.wrap(one, WIDTH))]


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
    table = found.table
    return {
        "game": table.side.game,
        "variants": list(table.side.variants),
        "options": dict(table.side.options),
        "players": table.players,
        "seed": table.seed,
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
