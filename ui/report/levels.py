"""What several levels of bots say of a variant, side by side, and what the variant does to their strength."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from custumal.insight.comparison.findings import Comparison, Finding
from custumal.insight.comparison.levels import Agreement, agreements
from custumal.insight.ladder.moved import MUCH, Moved
from custumal.ui.report.chapter import Chapter
from custumal.ui.report.figures import amount, shown, signed
from custumal.ui.report.text import WIDTH

MIXED = "so every measure mixes what the rule does with how weak the bots are under it."


def levels_text(chapter: Chapter) -> list[str]:
    """The lines below the reports of all levels."""
    return [*_agreement_text(chapter.levels), *_strength_text(chapter.strengths.moved if chapter.strengths is not None else ())]


def _agreement_text(levels: Sequence[Comparison]) -> list[str]:
    names = [_name(level) for level in levels]
    lines = ["What all levels say", f"{'measure':<14}" + "".join(f"{name[:20]:>22}" for name in names)]
    lines += [f"{one.measure.id:<14}" + "".join(f"{_difference(found):>22}" for found in one.findings) for one in agreements(levels)]
    return [*lines, "", *_items(agreement_sentences(levels))] if len(levels) > 1 else []


def _strength_text(ladder: Sequence[Moved]) -> list[str]:
    if not ladder:
        return []
    lines = ["", "How strong they are", f"{'bot':<24}{'before':>8}{'with it':>9}{'difference':>26}"]
    lines += [f"{one.bot[:23]:<24}{one.before:>+8.0f}{one.after:>+9.0f}{_moved(one):>26}" for one in ladder]
    return [*lines, "", *_items(strength_sentences(ladder))]


def _name(level: Comparison) -> str:
    return level.match.seats[0]


def _difference(found: Finding | None) -> str:
    """The mean difference with half the width of its interval; a question mark where it is not known whether there is one."""
    if found is None or found.sample.count < 2:
        return "-"
    return f"{signed(found, found.sample.mean)} ±{shown(found, found.interval.half)}"


def _moved(one: Moved) -> str:
    return f"{one.by:+.0f} ({one.low:+.0f} to {one.high:+.0f})"


def agreement_sentences(levels: Sequence[Comparison]) -> list[str]:
    """Where levels agree, where they contradict each other, and where only some know."""
    names = [_name(level) for level in levels]
    said = [one for agreement in agreements(levels) if (one := _agreement(agreement, names)) is not None]
    return said or ["No level knows of a difference, nor that there is none; more games may tell."]


def _agreement(one: Agreement, names: Sequence[str]) -> str | None:
    what = one.measure.what[0].upper() + one.measure.what[1:]
    known = [(name, way, found) for name, way, found in zip(names, one.directions, one.findings, strict=True) if way is not None]
    if not known:
        return None
    if one.is_contradicted:
        told = "; ".join(f"{_ways(name, way, found)}" for name, way, found in known)
        return f"{what}: the levels contradict each other ({told}). Trust none of them for people."
    if one.is_shared:
        way = known[0][1]
        return f"{what}: all levels agree; it {'stays as it is' if not way else 'grows' if way > 0 else 'shrinks'}."
    told = "; ".join(f"{_ways(name, way, found)}" for name, way, found in known)
    unknown = [name for name, way in zip(names, one.directions, strict=True) if way is None]
    return f"{what}: {told}" + (f"; not known with {', '.join(unknown)}." if unknown else ".")


def _ways(name: str, way: int, found: Finding | None) -> str:
    assert found is not None
    how = "nothing that matters" if not way else f"{amount(found, abs(found.sample.mean))} {'more' if way > 0 else 'less'}"
    return f"with {name} {how}"


def strength_sentences(ladder: Sequence[Moved]) -> list[str]:
    """Whether the variant moves the strength of bots by much."""
    said = [
        f"Warning: with the variant {one.bot} is {abs(one.by):.0f} Elo {'stronger' if one.by > 0 else 'weaker'} among these bots "
        f"({one.low:+.0f} to {one.high:+.0f}), more than {MUCH:.0f}, {MIXED}"
        for one in ladder
        if one.is_much
    ]
    vague = [one.bot for one in ladder if one.is_open]
    if vague:
        said.append(f"Whether the variant moves {', '.join(vague)} by more than {MUCH:.0f} Elo is not known.")
    return said or [f"The variant moves none of them by more than {MUCH:.0f} Elo."]


def _items(sentences: Iterable[str]) -> list[str]:
    return [line for one in sentences for line in textwrap.wrap(one, WIDTH, initial_indent="  ", subsequent_indent="    ")]


def levels_data(chapter: Chapter) -> dict[str, Any]:
    """As JSON values: for each primary measure the direction at each level, for each bot its Elo points under both rules."""
    return {
        "bots": [_name(level) for level in chapter.levels],
        "agreement": [
            {"measure": one.measure.id, "directions": list(one.directions), "shared": one.is_shared, "contradicted": one.is_contradicted}
            for one in agreements(chapter.levels)
        ],
        "strength": [
            {"bot": one.bot, "before": one.before, "with_it": one.after, "difference": one.by, "low": one.low, "high": one.high,
             "much": one.is_much}
            for one in (chapter.strengths.moved if chapter.strengths is not None else ())
        ],
    }  # fmt: skip
