"""The check of a game with variants: merged first, then checked as a whole; problems are told at the change that causes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from custumal.dsl.base.collector import held_back
from custumal.dsl.base.frozen import replace
from custumal.dsl.base.limits import LIMITS
from custumal.dsl.check import meant
from custumal.dsl.check.build import Trial, build
from custumal.dsl.check.game import Checked, at_most, check_game, files_of, tell_apart
from custumal.dsl.check.house_values import with_own_origins
from custumal.dsl.check.incremental.cache import CheckCache
from custumal.dsl.check.inspection import Inspection
from custumal.dsl.check.replaced import check_replaced
from custumal.dsl.check.rule_changes import check_rewordings, rule_changes, without_standing
from custumal.dsl.check.swapped_headers import with_swapped_headers
from custumal.dsl.diagnostics.catalogue.names import is_told_once
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report, TooManyProblemsError
from custumal.dsl.documents.document import Document, Part
from custumal.dsl.documents.game_files import GameFiles
from custumal.dsl.model import GameModel
from custumal.dsl.overlay.blame import Blame
from custumal.dsl.overlay.combine import Combined, combine, with_file
from custumal.dsl.overlay.expected import Expected
from custumal.dsl.overlay.variant import Unit


def check_selection(game: Path, name: str, chosen: tuple[Path, ...], trial: Trial | None = None) -> Checked:
    """Check a game file, with variant files or without."""
    return check_variants(game, name, chosen, trial=trial)[0] if chosen else check_game(game, name, trial=trial)


@held_back()
def check_variants(
    game: Path,
    name: str,
    chosen: Iterable[Path],
    cache: CheckCache | None = None,
    trial: Trial | None = None,
    inspection: Inspection | None = None,
    *,
    accepting: bool = False,
) -> tuple[Checked, Combined]:
    """Check a game file with variant files; problems of the merged rules point into the file that caused them.

    `cache` is what the check of the game alone has filled; `trial` tries a game without errors, `inspection` sees what words mean. With
    `accepting` scenarios of the game are left out that can't be read with the variants, although no file says so.
    """
    report = Report()
    files = files_of(game, name, cache)
    combined = combine(game, name, chosen, report, files)
    # Of a variant that lies among the scenarios its own reading has said what it is meant to be.
    known = {(one.span.file, one.span.line) for one in report.sorted()}
    report.extend(one for one in files.found_later if (one.span.file, one.span.line) not in known)
    read = report.sorted()
    tell_apart((files.rules, *files.scenarios), report)
    found = check_combined(combined, [*files.scenarios], report, cache, trial, inspection, accepting=accepting)
    told = _with_swapped_headers(combined, files, read, report) if report.has_errors else None
    if told is None:
        told = meant.told(report, {name: source.text for name, source in combined.sources.items()}, alone=False)
    told = at_most(told)
    return Checked(found, told, combined.sources, combined.document, len(combined.sources)), combined


def _with_swapped_headers(combined: Combined, files: GameFiles, read: list[Diagnostic], report: Report) -> list[Diagnostic] | None:
    """The header of another section, told once instead of all that comes of it; None where there is none."""

    def judge(changed: Part) -> list[Diagnostic]:
        trial = Report()
        check_combined(with_file(combined, changed, trial), [*files.scenarios], trial)
        return trial.sorted()

    ours = [each.document for each in combined.variants]
    beside = [each.accepted for each in combined.variants]
    documents = (files.rules, files.rulebook, *files.scenarios, *ours, *beside)
    return with_swapped_headers(documents, read, ours, report.sorted(), judge)


def check_combined(
    combined: Combined,
    extra: list[Document],
    report: Report,
    cache: CheckCache | None = None,
    trial: Trial | None = None,
    inspection: Inspection | None = None,
    *,
    accepting: bool = False,
) -> GameModel | None:
    """The model of a combined game with its files of scenarios; None if anything is wrong, which is reported."""
    if combined.document.tree is None or report.has_errors:
        return None
    return _Check(combined, Expected(combined, extra, report, accepting=accepting), report, cache or CheckCache(), trial, inspection).game()


class _Check:
    """Builds the model of a combined game.

    Args:
        combined: the game with its variants.
        expected: its scenarios.
        report: takes what is wrong.
        cache: keeps entries from one check to the next.
        trial: tries a game without errors.
        inspection: sees what words mean.
    """

    def __init__(
        self,
        combined: Combined,
        expected: Expected,
        report: Report,
        cache: CheckCache,
        trial: Trial | None = None,
        inspection: Inspection | None = None,
    ) -> None:
        self.combined = combined
        self.expected = expected
        self.report = report
        self.cache = cache
        self.trial = trial
        self.inspection = inspection

    def game(self) -> GameModel | None:
        """The model, with the scenarios that the variants leave as they are and those that they change."""
        found, made = self._built(self.combined)
        if self.expected.note_unreadable(found):
            found, made = self._built(self.combined)
        blame = Blame(self.combined, self._trial, self.cache.problems)
        for diagnostic in blame.moved(found):
            self.report.add(diagnostic)
        self.cache.problems = blame.known_before
        if made is not None and len(self.combined.variants) > 1:
            check_replaced(self.combined, made, self.report)
        if made is None or self.report.has_errors:
            return None
        made = self._marked(made)
        return None if any(problem.is_error for problem in self.report.sorted()) else made

    def _marked(self, made: GameModel) -> GameModel:
        """The model with what it knows of its variants."""
        variants = tuple(variant.id for variant in self.combined.variants)
        self.expected.check_unreadable(self.report)
        files = {name: variant.id for variant in self.combined.variants for name in variant.files}
        changed, reworded = rule_changes(self.combined, made)
        check_rewordings(self.combined, made, changed, reworded, self.report)
        left = without_standing(self.combined, changed)
        return replace(
            with_own_origins(self.combined, made),
            variants=variants,
            accepted=tuple(self.expected.failing()),
            variant_files=files,
            rule_changes=left,
            reworded=reworded,
            left_out=self.expected.left_out(),
        )

    def _built(self, combined: Combined) -> tuple[list[Diagnostic], GameModel | None]:
        """What is wrong, and the model; rules that can't be read are not checked further."""
        report, made = Report(LIMITS.problems, is_told_once), None
        with suppress(TooManyProblemsError):
            for found in combined.reading.values():
                report.extend(found)
            if not report.has_errors:
                rules, *others = self.expected.documents(combined.document)
                made = build(rules, combined.rulebook, others, report, combined.sources, self.cache, self.trial, self._inspecting(combined))
        return report.sorted(), made

    def _inspecting(self, combined: Combined) -> Inspection | None:
        """Only the check of all changes together is watched."""
        return self.inspection if combined is self.combined else None

    def _trial(self, wanted: Callable[[Unit], bool]) -> list[Diagnostic] | None:
        """What the check says with only some of the changes."""
        combined = self.combined.without(wanted)
        return None if combined is None else self._built(combined)[0]
