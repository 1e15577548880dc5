"""One sentence for each finding, made of its verdict, its interval and the margin that was set."""

from __future__ import annotations

from custumal.insight.comparison.findings import Comparison, Exposure, Finding
from custumal.insight.statistics.verdicts import FEWEST, Verdict
from custumal.ui.report.figures import amount, both_ends, duration, number, shown

MORE_AND_LESS = {
    "decisions": ("Games last {by} decisions longer", "Games are {by} decisions shorter"),
    "choices": ("A decision has {by} more choices", "A decision has {by} fewer choices"),
    "score": ("A seat scores {by} points more", "A seat scores {by} points less"),
    "first-seat": ("Of 100 games the first seat wins {by} more", "Of 100 games the first seat wins {by} fewer"),
    "lead": ("The first ends {by} points farther ahead", "The first ends {by} points less far ahead"),
    "shared": ("Of 100 games {by} more end in a shared victory", "Of 100 games {by} fewer end in a shared victory"),
    "lead-changes": ("The lead changes {by} times more a game", "The lead changes {by} times less a game"),
    "half-time": ("Of 100 games who leads at half-time wins {by} more", "Of 100 games who leads at half-time wins {by} fewer"),
}
"""What a greater and a smaller value of a primary measure mean; `by` is how much."""


def sentence(found: Finding, seconds_a_block: float) -> str:
    """What may be said of a primary measure."""
    match found.verdict:
        case Verdict.CLEAR:
            return f"{_changed(found)}; that is more than the {_margin(found)} set as worth noticing."
        case Verdict.CHANGED:
            return f"{_changed(found)}; whether by more than the {_margin(found)} set as worth noticing is open."
        case Verdict.SMALL:
            return f"{_changed(found)}; that is less than the {_margin(found)} set as worth noticing."
        case Verdict.SAME:
            return f"{_what(found)} stays as it is ({_means(found)}): a difference of more than {_margin(found)} is ruled out."
        case Verdict.EQUAL:
            return f"{_what(found)} was the same in all {found.sample.count} pairs ({shown(found, found.base)})."
        case Verdict.UNKNOWN:
            return f"{_what(found)} may change by {_range(found)}; {_settle(found, seconds_a_block)}."
        case Verdict.FEW:
            return f"{_what(found)}: {_too_few(found)}."


def _changed(found: Finding) -> str:
    """A difference that is surely not zero."""
    more, less = MORE_AND_LESS[found.measure.id]
    told = (more if found.interval.low > 0 else less).format(by=both_ends(found))
    return f"{told} ({shown(found, found.variant)} instead of {shown(found, found.base)})"


def _what(found: Finding) -> str:
    what = found.measure.what
    return what[0].upper() + what[1:]


def _margin(found: Finding) -> str:
    return amount(found, found.margin)


def _means(found: Finding) -> str:
    return f"{shown(found, found.variant)} and {shown(found, found.base)} before"


def _range(found: Finding) -> str:
    """An interval that holds zero."""
    low, high = shown(found, abs(found.interval.low)), shown(found, abs(found.interval.high))
    return f"anything from {low} less to {high} more"


def _settle(found: Finding, seconds_a_block: float) -> str:
    if found.needed is None:
        return "more games may tell"
    return f"about {found.needed} pairs in all would settle it ({duration(found.needed * seconds_a_block)})"


def _too_few(found: Finding) -> str:
    if found.sample.count < FEWEST:
        return f"{found.sample.count} pairs are too few to tell"
    return f"only {found.sample.differing} of {found.sample.count} pairs differed, too few to tell"


def exposure_sentences(seen: Exposure) -> list[str]:
    """Whether the variant ever mattered, and how alike the two sides stayed."""
    if not seen.games:
        return ["No game was looked at choice by choice."]
    if not seen.met:
        return [f"In none of {seen.games} games did it change a choice, the table or the result. This says nothing about your own table."]
    told = [_met(seen)]
    if seen.options and seen.changed_decisions:
        told.append(f"Of the decisions that could be compared it changed {seen.changed_decisions} of {seen.decisions}.")
    told.append(_alike(seen))
    return told


def _met(seen: Exposure) -> str:
    parts = [
        f"what could be chosen in {seen.options}" if seen.options else "",
        f"what stood on the table in {seen.values}" if seen.values else "",
        f"the result alone in {seen.results}" if seen.results and not seen.options + seen.values else "",
    ]
    how = " and ".join(part for part in parts if part)
    assert seen.first is not None
    return f"In {seen.met} of {seen.games} games it made a difference: {how}; the first time at decision {number(seen.first + 1)} (median)."


def _alike(seen: Exposure) -> str:
    if seen.parted is None:
        return f"All {seen.alike} games were played alike under both rules."
    where = f"the others parted at decision {number(seen.parted + 1)} (median)"
    return f"{seen.alike} of {seen.games} games were played alike under both rules; {where}."


def how_intervals_hold(compared: Comparison, together: int) -> str:
    """What the intervals of the primary measures promise."""
    sure = number(100 * (1 - compared.error))
    looks = ", however often one looks" if compared.looked else ""
    return f"{sure} % for all {together} together{looks}"
