"""Deeds that a variant replaces by `instead` while another one, of which neither comes after the other, replaces or changes them too."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.check.typing.equality import exclude
from custumal.dsl.diagnostics.catalogue.variants import hooks_unordered, replaced_and_changed, replaced_twice
from custumal.dsl.diagnostics.diagnostic import Report, Span
from custumal.dsl.keys import FORMS
from custumal.dsl.model import GameModel, Rule
from custumal.dsl.overlay.combine import Combined
from custumal.dsl.overlay.conflicts import lines_of
from custumal.dsl.overlay.touched import around

_STAYS = frozenset(name for name in FORMS["action"].keys if name != "do")
"""What `instead` leaves of an action: it is still asked for, restricted and paid."""


@dataclass(frozen=True, slots=True)
class _Change:
    """What a variant does to a deed, with where it says so; `rule` is None for an edit."""

    variant: str
    span: Span
    rule: Rule | None = None

    @property
    def replaces(self) -> bool:
        return self.rule is not None and self.rule.head == "instead"


def check_replaced(combined: Combined, game: GameModel, report: Report) -> None:
    """Nothing settles what happens where two variants replace one deed, or one replaces what the other changes: the alphabet does not."""
    lines = lines_of(combined.variants)
    places = {variant.id: number for number, variant in enumerate(combined.variants)}
    for deed, changes in _changes(combined, game).items():
        for one, other in combinations(sorted(changes, key=lambda change: places[change.variant]), 2):
            if one.variant != other.variant and one.variant not in lines[other.variant]:
                _judge(deed, one, other, combined, report)


def _judge(deed: str, one: _Change, other: _Change, combined: Combined, report: Report) -> None:
    by_id = {variant.id: variant for variant in combined.variants}
    said = by_id[other.variant].conflict(one.variant) or by_id[one.variant].conflict(other.variant)
    if one.rule is not None and other.rule is not None and one.rule.head == other.rule.head:
        if one.rule.rank != other.rule.rank or exclude(one.rule, other.rule):
            return
        if one.replaces:
            report.tell(other.span, replaced_twice(deed, one.variant, other.variant, said, one.span))
        else:
            report.tell(other.span, hooks_unordered(deed, one.rule.head, one.variant, one.span))
    elif one.replaces or other.replaces:
        report.tell(other.span, replaced_and_changed(deed, one.variant, other.variant, said, one.span))


def _changes(combined: Combined, game: GameModel) -> dict[str, list[_Change]]:
    """What variants do to each deed that one of them replaces or hooks."""
    found: dict[str, list[_Change]] = {}
    for rule in game.standing:
        if rule.head in ("instead", "before", "after"):
            written = next((combined.touched[each] for each in _outwards(rule.source.address) if each in combined.touched), None)
            if written is not None:
                for target in rule.targets:
                    found.setdefault(target, []).append(_Change(written[0], written[1], rule))
    for address, (variant, span) in combined.touched.items():
        deed = next((each for each in _outwards(address) if each in found), None)
        if deed is not None and address.removeprefix(deed).split(".")[1:2] not in ([name] for name in _STAYS):
            found[deed].append(_Change(variant, span))
    return found


def _outwards(address: str) -> Iterator[str]:
    yield address
    yield from around(address)
