"""A comparison as lines of 80 columns, which need no colour."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import replace

from custumal.insight.comparison.findings import Comparison, Finding
from custumal.insight.measures.catalogue import PRIMARY
from custumal.insight.statistics.verdicts import FEWEST, Verdict
from custumal.interpreter.runs.played import MOST_DECISIONS
from custumal.ui.report.figures import duration, number, shown, signed
from custumal.ui.report.finding_sentences import exposure_sentences, how_intervals_hold, sentence

WIDTH = 80
SECTIONS = (
    ("What changed", (Verdict.CLEAR, Verdict.CHANGED)),
    ("What does not change in a way that matters", (Verdict.SMALL, Verdict.SAME, Verdict.EQUAL)),
    ("Not known", (Verdict.UNKNOWN, Verdict.FEW)),
)
MOST_LOOKED_AT = 12


def report(compared: Comparison, title: str, against: str) -> list[str]:
    """The lines of a comparison: exposure first, then sentences by verdict, then the numbers."""
    lines = [*_wrapped(f"{title}, against {against}"), *_wrapped(" ".join((played(compared), *given_up(compared)))), "", "Did it matter?"]
    lines += _items(exposure_sentences(compared.exposure))
    for heading, sentences in told(compared):
        lines += ["", heading, *_items(sentences)]
    lines += ["", *_table(compared.primary, how_intervals_hold(compared, len(PRIMARY)))]
    return lines + _judged(compared) + _looked_at(compared)


def told(compared: Comparison) -> list[tuple[str, list[str]]]:
    """What is said of the primary measures, by verdict; only that there are too few games where there are."""
    if len(compared.blocks) < FEWEST:
        return [("Too few games", [f"Of fewer than {FEWEST} pairs of games nothing is said; what follows are only the numbers."])]
    pace = compared.seconds / len(compared.blocks)
    said = ((heading, [sentence(one, pace) for one in compared.primary if one.verdict in verdicts]) for heading, verdicts in SECTIONS)
    return [(heading, sentences) for heading, sentences in said if sentences]


def played(compared: Comparison) -> str:
    """Who played how much."""
    seats, turns, count = compared.match.seats, len(compared.match.rotations), len(compared.blocks)
    who = f"{seats[0]} bots" if turns == 1 else f"bots {', '.join(seats)} in all {turns} rotations"
    early = "" if compared.complete else ", stopped early"
    return (
        f"{len(seats)} player{'s' if len(seats) > 1 else ''}, {who}; {count} {'pair' if count == 1 else 'pairs'} of games{early}, "
        f"seed {compared.match.seed}, {duration(compared.seconds)}."
    )


def given_up(compared: Comparison) -> list[str]:
    """That some games had no end, if so."""
    before = sum(not game.finished for block in compared.blocks for game in block.base)
    after = sum(not game.finished for block in compared.blocks for game in block.variant)
    if not before + after:
        return []
    said = f"Of these games {before} before and {after} with the variant were given up after {MOST_DECISIONS} decisions"
    return [f"{said}: they count as so long, and as won by nobody."]


def _table(found: Iterable[Finding], promise: str) -> list[str]:
    rows = [
        (one.measure.id, shown(one, one.base), shown(one, one.variant), difference_of(one), shown(one, one.margin), luck_of(one))
        for one in found
    ]
    heads = ("measure", "before", "with it", "difference", "margin", "luck")
    return [_row(heads), *map(_row, rows), *_wrapped(f"Differences with intervals: {promise}. Luck: how far both sides shared it.")]


def _judged(compared: Comparison) -> list[str]:
    """What the judge says, if one was asked."""
    if not compared.judge:
        return []
    return [
        "",
        *_wrapped(judge_said(compared)),
        *_table(compared.judge, how_intervals_hold(replace(compared, looked=False), len(compared.judge))),
    ]


def judge_said(compared: Comparison) -> str:
    """Who the judge is."""
    few = " Of fewer than 100 pairs they say nothing." if len(compared.blocks) < FEWEST else ""
    return f"The judge, who plays on at random {compared.match.judge} times from each of some positions:{few}"


def _row(cells: tuple[str, ...]) -> str:
    name, *rest = cells
    widths = (8, 9, 24, 8, 6)
    return f"{name:<14}" + "".join(f" {cell:>{width - 1}}" for cell, width in zip(rest, widths, strict=True))


def difference_of(one: Finding) -> str:
    """The mean difference with its interval, where there is one."""
    if one.sample.count < 2:
        return signed(one, one.sample.mean)
    return f"{signed(one, one.sample.mean)} ({signed(one, one.interval.low)} to {signed(one, one.interval.high)})"


def luck_of(one: Finding) -> str:
    """The correlation of both sides, where there is one."""
    return "-" if one.luck is None else number(one.luck)


def _looked_at(compared: Comparison) -> list[str]:
    """What else differs, the surest first, and how much was computed to find it."""
    if not compared.look:
        return ["", *_wrapped(f"Of {compared.computed} other measures none surely differs."), *_details(compared)]
    head = f"To look at: {len(compared.look)} of {compared.computed} other measures differ (at most 5 % of these by chance)"
    return ["", *_wrapped(head), *_rows(compared.look), *_details(compared)]


def _details(compared: Comparison) -> list[str]:
    """Single things, rules and abilities."""
    if not compared.details_computed:
        return []
    told = f"Of {compared.details_computed} measures of single things and abilities"
    if not compared.details:
        return ["", *_wrapped(f"{told} none surely differs.")]
    return ["", *_wrapped(f"{told} {len(compared.details)} differ (at most 5 % of these by chance)"), *_rows(compared.details)]


def _rows(found: Sequence[Finding]) -> list[str]:
    rows = [f"{_short(one.measure.id):<34}{shown(one, one.base):>8}{shown(one, one.variant):>9}{difference_of(one):>26}" for one in found]
    return [*rows[:MOST_LOOKED_AT], *([f"… and {len(rows) - MOST_LOOKED_AT} more (--json has all)"] if len(rows) > MOST_LOOKED_AT else [])]


def _short(name: str) -> str:
    return name if len(name) < 34 else f"{name[:32]}…"


def _items(sentences: Iterable[str]) -> list[str]:
    return [line for one in sentences for line in textwrap.wrap(one, WIDTH, initial_indent="  ", subsequent_indent="    ")]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH)
