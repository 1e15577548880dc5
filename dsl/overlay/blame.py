"""Which change of a variant causes a problem that shows elsewhere: found by leaving out one change after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from custumal.dsl.base.frozen import dataclass, field, replace
from custumal.dsl.base.limits import LIMITS
from custumal.dsl.diagnostics.catalogue.actors import NO_ACTOR
from custumal.dsl.diagnostics.catalogue.edits import edit_dangles
from custumal.dsl.diagnostics.catalogue.names import NOT_KEPT
from custumal.dsl.diagnostics.catalogue.variants import changed_by, consequence, of_all_changes
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report, Span
from custumal.dsl.overlay.combine import Combined
from custumal.dsl.overlay.conflicts import lines_of
from custumal.dsl.overlay.variant import Unit

Problem = tuple[str, Span]
"""A problem, the same however the words about it change: its code and place."""

Check = Callable[[Callable[[Unit], bool]], list[Diagnostic] | None]
"""What the check says with only some of the changes; None where they can't be applied without the others."""

MOST_CHECKED = 250_000
"""So many entries are checked at most, in all trials together: with thousands of changes, to leave out each would take hours."""
_CHARACTERS = 25
"""So many characters of a variant, which is read anew for each trial, count as one entry."""


@dataclass(slots=True)
class _Guilty:
    """A change with the problems that would not be there without it."""

    unit: Unit
    verb: str
    span: Span
    problems: list[Diagnostic] = field(default_factory=list)


class Blame:
    """Moves problems to the changes that cause them.

    Args:
        combined: the game with its variants.
        check: checks it with only some of the changes.
        before: the problems of the game alone, if they are known.
    """

    def __init__(self, combined: Combined, check: Check, before: set[Problem] | None = None) -> None:
        self.combined = combined
        self.check = check
        self.known_before = before
        self.files = {name: variant.id for variant in combined.variants for name in variant.files}
        self._known: dict[Unit, set[Problem] | None] = {}
        self._trials = MOST_CHECKED // _size(combined)

    @property
    def before(self) -> set[Problem]:
        """The problems of the game alone."""
        if self.known_before is None:
            self.known_before = _problems(self.check(lambda _: False) or [])
        return self.known_before

    @cached_property
    def lines(self) -> dict[str, set[str]]:
        """For each variant those that come before it because it says so."""
        return lines_of(self.combined.variants)

    @cached_property
    def units(self) -> list[tuple[Unit, str, Span]]:
        return self.combined.units()

    def moved(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """The problems, each at the change that causes it where that is not plain from its place."""
        told: list[Diagnostic] = []
        guilty: dict[Unit, _Guilty] = {}
        for problem in found:
            in_variant = self.files.get(problem.span.file)
            if in_variant is None and self._was_there(problem):
                told.append(problem)
                continue
            culprit = self._culprit(problem, in_variant)
            if culprit is None:
                told.append(self._of_all(problem) if in_variant is None else problem)
            elif in_variant is not None and in_variant not in self.lines[culprit.unit.variant]:
                told.append(replace(problem, related=(*problem.related, changed_by(culprit.unit.variant, culprit.span))))
            else:
                guilty.setdefault(culprit.unit, culprit).problems.append(problem)
        for culprit in guilty.values():
            told += _charges(culprit)
        return told

    def _was_there(self, problem: Diagnostic) -> bool:
        """Does the game alone have it? Where its problems are too many to be told, so it is taken."""
        return (problem.code, problem.span) in self.before or len(self.before) >= LIMITS.problems

    def _culprit(self, problem: Diagnostic, in_variant: str | None) -> _Guilty | None:
        """The first change without which the problem is gone; of a problem in a variant only the changes of the others, of a warning
        there only those of variants that come after it."""
        others = [each for each in self.units if each[0].variant != in_variant]
        if in_variant is not None and not problem.is_error:
            others = [each for each in others if in_variant in self.lines[each[0].variant]]
        for unit, verb, span in others:
            rest = self._without(unit)
            if rest is not None and (problem.code, problem.span) not in rest:
                return _Guilty(unit, verb, span)
        return None

    def _without(self, unit: Unit) -> set[Problem] | None:
        if unit not in self._known:
            if not self._trials:
                return None
            self._trials -= 1
            found = self.check(lambda each: each != unit) if len(self.units) > 1 else None
            self._known[unit] = self.before if len(self.units) == 1 else None if found is None else _problems(found)
        return self._known[unit]

    def _of_all(self, problem: Diagnostic) -> Diagnostic:
        """Several changes together cause it, so it is said at the last variant."""
        last = self.combined.variants[-1]
        return of_all_changes(problem, last.id).at(last.span)


def _size(combined: Combined) -> int:
    """How many entries a trial has to look at."""
    own = sum(len(combined.sources[variant.name].text) for variant in combined.variants if variant.name in combined.sources)
    return len(combined.document.addresses) + own // _CHARACTERS + 1


def _problems(found: Iterable[Diagnostic]) -> set[Problem]:
    return {(d.code, d.span) for d in found}


def _charges(culprit: _Guilty) -> list[Diagnostic]:
    """What is said at the change: one error for all names that it leaves dangling, and every other problem by itself."""
    report = Report()
    missed = [] if culprit.verb == "add" else [d for d in culprit.problems if d.is_error]
    dangling = [d for d in missed if d.code.startswith(("unknown-", NO_ACTOR.id, NOT_KEPT.id))]
    if dangling:
        report.tell(culprit.span, edit_dangles(dangling))
    for code in dict.fromkeys(d.code for d in culprit.problems if d not in dangling):
        report.tell(culprit.span, consequence([d for d in culprit.problems if d.code == code and d not in dangling]))
    return report.sorted()
