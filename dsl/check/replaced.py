"""Deeds that a variant replaces by `instead` while another one, of which neither comes after the other, replaces or changes them too,
or lets something happen inside of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from custumal.dsl.base.frozen import dataclass, replace
from custumal.dsl.check.typing.equality import exclude, exclude_always
from custumal.dsl.diagnostics.catalogue.variants import hooks_unordered, replaced_and_changed, replaced_around, replaced_twice
from custumal.dsl.diagnostics.diagnostic import Report, Span
from custumal.dsl.keys import FORMS
from custumal.dsl.model import End, GameModel, Rule
from custumal.dsl.overlay.combine import Combined
from custumal.dsl.overlay.conflicts import lines_of
from custumal.dsl.overlay.touched import around

_HOOKS = ("instead", "before", "after")
_GOES = ("do", "offer", "pick")
_STAYS = frozenset(name for form in ("action", "step") for name in FORMS[form].keys if name not in _GOES)
"""What `instead` leaves of a deed: an action is still asked for, restricted and paid, a step goes on as often and for the same seats."""


@dataclass(frozen=True, slots=True)
class _Change:
    """What a variant does to a deed, with where it says so; `by` is None for an edit. `inner`: it is a rule, or an end, at this deed
    inside of it."""

    variant: str
    span: Span
    by: Rule | End | None = None
    inner: str = ""

    @property
    def rule(self) -> Rule | None:
        return self.by if isinstance(self.by, Rule) else None

    @property
    def replaces(self) -> bool:
        return self.rule is not None and self.rule.head == "instead" and not self.inner

    @property
    def is_at_times(self) -> bool:
        """Whether it replaces the deed only where something holds."""
        return self.replaces and self.rule is not None and (self.rule.condition, self.rule.applies, self.rule.carrier) != (None,) * 3


def check_replaced(combined: Combined, game: GameModel, report: Report) -> None:
    """Nothing settles what happens where two variants replace one deed, or one replaces what the other changes, or in which it lets
    something happen: the alphabet does not."""
    lines = lines_of(combined.variants)
    places = {variant.id: number for number, variant in enumerate(combined.variants)}
    for deed, changes in _changes(combined, game).items():
        for one, other in combinations(sorted(changes, key=lambda change: places[change.variant]), 2):
            if one.variant != other.variant and one.variant not in lines[other.variant]:
                _judge(deed, one, other, combined, report)


def _judge(deed: str, one: _Change, other: _Change, combined: Combined, report: Report) -> None:
    by_id = {variant.id: variant for variant in combined.variants}
    said = by_id[other.variant].conflict(one.variant) or by_id[one.variant].conflict(other.variant)
    if one.rule is not None and other.rule is not None and not one.inner and not other.inner:
        _judge_hooks(deed, one, other, said, report)
    elif (one.replaces or other.replaces) and not (one.by is not None and other.by is not None and exclude_always(one.by, other.by)):
        inner = one.inner or other.inner
        problem = replaced_around if inner else replaced_and_changed
        at_times = one.is_at_times or other.is_at_times
        report.tell(other.span, problem(inner or deed, one.variant, other.variant, said, one.span, at_times=at_times))


def _judge_hooks(deed: str, one: _Change, other: _Change, said: str | None, report: Report) -> None:
    """Two rules at one deed. A rule at all passes of a step together acts at another time than one at each of them."""
    assert one.rule is not None and other.rule is not None
    if one.rule.whole != other.rule.whole or exclude(one.rule, other.rule):
        return
    at_times = one.is_at_times or other.is_at_times
    if one.rule.head != other.rule.head:
        if one.replaces or other.replaces:
            report.tell(other.span, replaced_and_changed(deed, one.variant, other.variant, said, one.span, at_times=at_times))
    elif one.rule.rank == other.rule.rank and one.replaces:
        report.tell(other.span, replaced_twice(deed, one.variant, other.variant, said, one.span, at_times=at_times))
    elif one.rule.rank == other.rule.rank:
        report.tell(other.span, hooks_unordered(deed, one.rule.head, one.variant, one.span))


def _changes(combined: Combined, game: GameModel) -> dict[str, list[_Change]]:
    """What variants do to each deed that one of them replaces or hooks."""
    known = [*_rules(combined, game)]
    found: dict[str, list[_Change]] = {}
    for target, change in known:
        if change.rule is not None and change.rule.head in _HOOKS:
            found.setdefault(target, []).append(change)
    for deed, changes in found.items():
        if any(change.replaces for change in changes):
            inside = (replace(change, inner=target) for target, change in known if _is_inside(target, deed))
            changes.extend({change.span: change for change in inside}.values())
            changes.extend(_Change(variant, span) for variant, span in _rewritings(combined, deed))
    for address, (variant, span) in combined.touched.items():
        for deed in _outwards(address):
            if deed in found and (address == deed or _is_inside(address, deed)):
                found[deed].append(_Change(variant, span))
    return found


def _rules(combined: Combined, game: GameModel) -> Iterator[tuple[str, _Change]]:
    """The standing rules and ends of variants, with what they are at."""
    at: list[tuple[Rule | End, str]] = [
        *((rule, target) for rule in game.standing for target in rule.targets),
        *((end, end.after) for end in game.end),
    ]
    for each, target in at:
        written = next((combined.touched[one] for one in _outwards(each.source.address) if one in combined.touched), None)
        if written is not None:
            yield target, _Change(*written, each)


def _is_inside(address: str, deed: str) -> bool:
    """Whether something stands in what goes with a deed that is replaced."""
    return address.startswith(f"{deed}.") and address.removeprefix(f"{deed}.").partition(".")[0] not in _STAYS


def _rewritings(combined: Combined, deed: str) -> Iterator[tuple[str, Span]]:
    """The edits that write anew what stands around a deed, with it."""
    for variant in combined.variants:
        for edit in variant.edits:
            if edit.verb in ("set", "replace") and deed.startswith(f"{edit.target}."):
                yield variant.id, edit.span


def _outwards(address: str) -> Iterator[str]:
    yield address
    yield from around(address)
