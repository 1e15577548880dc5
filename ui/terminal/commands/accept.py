"""`test --accept`: what a variant contradicts in the scenarios of its game is shown, and then written down as what holds now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from custumal.dsl.base.file_names import accepted_beside
from custumal.dsl.check.variants import check_variants
from custumal.dsl.diagnostics.diagnostic import Diagnostic, RuleFileError, Span
from custumal.dsl.documents.document import Entry
from custumal.dsl.documents.game_files import read_files
from custumal.dsl.fmt.formatting import format_text
from custumal.dsl.model import GameModel, Scenario
from custumal.dsl.overlay.accepted_file import Before, written
from custumal.dsl.overlay.combine import Combined
from custumal.dsl.overlay.variant import Variant
from custumal.interpreter.cache.atomic_write import write_atomically
from custumal.interpreter.cache.models import game_alone
from custumal.interpreter.cache.tried_setup import try_setup
from custumal.interpreter.library import SelectedFiles
from custumal.interpreter.runs.accepting import Retelling, retellings, without_gone
from custumal.interpreter.runs.scenarios import Result, run_scenarios
from custumal.interpreter.runs.shifts import with_shifts
from custumal.ui.terminal.output import complain_lines, say_lines
from custumal.ui.terminal.problems import UsageProblem

_MODELINE = "# yaml-language-server: $schema="


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game with one variant, as far as it can be read: scenarios of the game that can't be are left out."""

    game: GameModel
    combined: Combined
    selection: SelectedFiles

    def base(self) -> GameModel:
        """The game alone."""
        return game_alone(self.selection)

    @property
    def variant(self) -> Variant:
        """The one whose file is written: that which was named."""
        (path,) = self.selection.variants
        return next(one for one in self.combined.variants if one.path == path)


def load(selection: SelectedFiles) -> Loaded:
    """The game with its variant.

    Raises:
        UsageProblem: there is not exactly one variant.
        RuleFileError: its rules have errors.
    """
    if len(selection.variants) != 1:
        raise UsageProblem("--accept writes what one variant contradicts: name one variant.")
    game, combined, errors = _checked(selection)
    if game is None:
        raise RuleFileError(errors)
    return Loaded(game, combined, selection)


def _checked(selection: SelectedFiles) -> tuple[GameModel | None, Combined, list[Diagnostic]]:
    game = selection.game
    checked, combined = check_variants(game.path, game.name, selection.variants, trial=try_setup, accepting=True)
    return checked.game, combined, [d for d in checked.diagnostics if d.is_error]


@dataclass(frozen=True, slots=True)
class Accepted:
    """`path` is the file beside the variant, `said` what was done to it; `by_hand` are the scenarios of which it can't be told what
    holds."""

    path: Path
    said: str
    by_hand: tuple[str, ...]

    @property
    def left(self) -> list[str]:
        """What is left to do, as a line; none where nothing is."""
        return [f"What holds now in {', '.join(self.by_hand)} has to be written by hand, into {self.path}."] if self.by_hand else []


def accept(loaded: Loaded, results: Iterable[Result]) -> bool:
    """Write what holds now where scenarios of the game fail, and tell what was written.

    Returns:
        whether there are some of which it can't be told.
    """
    done = write_accepted(loaded, results)
    say_lines([f"{done.path}: {done.said}"])
    complain_lines(done.left)
    return bool(done.by_hand)


def write_accepted(loaded: Loaded, results: Iterable[Result]) -> Accepted:
    """Write what holds now where scenarios of the game fail; `results` are of all scenarios."""
    return _Writing(loaded, list(results)).done()


class _Writing:
    """Writes the file beside one variant.

    Args:
        loaded: the game with the variant.
        results: of all scenarios.
    """

    def __init__(self, loaded: Loaded, results: list[Result]) -> None:
        self.loaded = loaded
        self.variant = loaded.variant
        self.path = accepted_beside(self.variant.path)
        self.text = self.path.read_text(encoding="utf-8") if self.path.is_file() else None
        self.stale = {r.scenario.source.id for r in results if not r.passed and not self._is_own(r.scenario)}
        self.holding = {r.scenario.source.id for r in results if r.broken is not None and not r.instead}
        self.failing = self._failing([r for r in results if r.scenario.source.id in self.stale - self.holding])
        self.lost = self._lost()

    def _is_own(self, scenario: Scenario) -> bool:
        """Whether a variant brings it along."""
        return any(scenario.source.span.file == variant.name for variant in self.loaded.combined.variants)

    def _failing(self, results: list[Result]) -> list[Scenario]:
        """The scenarios of which it has to be told anew what holds: those of the game, or as a variant tells them on which this one is
        built. One that only begins elsewhere is none."""
        files = (self.variant.name, self.variant.accepted.file if self.variant.accepted is not None else "")
        before = [result for result in results if result.scenario.source.span.file not in files]
        last = {result.scenario.source.id: result for result in before}
        unmasked = [r if r.broken is None else replace(r, broken=None, failures=r.instead, instead=()) for r in last.values()]
        return [r.scenario for r in with_shifts(unmasked, self.loaded.game, self.loaded.base) if not r.passed]

    def done(self) -> Accepted:
        """Write; what was written."""
        told, untold = self._told(())
        self._write(told)
        wrong = self._not_so(told)
        if wrong:
            told, _ = self._told(wrong)
            self._write(told)
            wrong = self._not_so(told)
            self._write([one for one in told if one.scenario not in wrong])
        names = (*untold, *(name for name in wrong if name not in self.lost))
        return Accepted(self.path, self._said([one for one in told if one.scenario not in wrong]), names)

    def _told(self, plain: Iterable[str]) -> tuple[list[Retelling], list[str]]:
        """What holds now, and the scenarios of which that can't be told; `plain` are those that are told without values."""
        told, untold = retellings(self.loaded.game, self.failing, plain)
        told += [one for name, entry in self.lost.items() if (one := without_gone(self.loaded.game, name, entry, plain=name in plain))]
        return told, [scenario.source.id for scenario in untold]

    def _lost(self) -> dict[str, Entry]:
        """The scenarios of the game that can't be read and of which nothing is told, or nothing that is so."""
        told = {broken.scenario for broken in self.variant.breaks if broken.entry is not None} - self.stale
        names = {name for name, why, _ in self.loaded.game.left_out if why == "unreadable"} - told
        files = read_files(self.loaded.selection.game.path, self.loaded.selection.game.name)
        entries = (entry for document in (files.rules, *files.scenarios) for entry in document.section("scenarios"))
        return {entry.id: entry for entry in entries if entry.id in names}

    def _write(self, told: list[Retelling]) -> None:
        """The file with these entries instead of those that are not true any more."""
        new = {one.scenario: one.text for one in told}
        unreadable = [name for name in self.lost if name not in new]
        text = written(self.variant.id, self._before(), new, self.stale | self.holding, unreadable)
        if text is None:
            self.path.unlink(missing_ok=True)
        else:
            write_atomically(self.path, format_text(self._with_modeline(text), "accepted", str(self.path)))

    def _before(self) -> Before | None:
        document = self.variant.accepted
        return None if document is None or document.tree is None else (document, self.loaded.combined.sources[document.file])

    def _with_modeline(self, text: str) -> str:
        """With the first line by which editors know what can be written there, where the variant has one."""
        first = self.variant.path.read_text(encoding="utf-8").partition("\n")[0]
        if self.text is not None or not first.startswith(_MODELINE):
            return text
        return f"{first.replace('variant.schema.json', 'accepted.schema.json')}\n{text}"

    def _not_so(self, told: list[Retelling]) -> list[str]:
        """Those of which the file says what can't be read, or is not so."""
        if not told:
            return []
        names = {one.scenario for one in told}
        game, combined, errors = _checked(self.loaded.selection)
        if game is None:
            return [name for name in names if any(self._is_about(name, error, combined) for error in errors)]
        wanted = [s for s in game.scenarios if s.source.id in names and not self._is_own(s)]
        return [r.scenario.source.id for r in run_scenarios(game, wanted) if not r.passed]

    @staticmethod
    def _is_about(name: str, error: Diagnostic, combined: Combined) -> bool:
        entries = (broken.entry for variant in combined.variants for broken in variant.breaks if broken.scenario == name)
        return any(_is_in(error.span, entry) for entry in entries if entry is not None)

    def _said(self, told: list[Retelling]) -> str:
        gone = len((self.holding | self.stale) - {scenario.source.id for scenario in self.failing})
        changes = [f"{len(told)} written"] if told else []
        changes += [f"{gone} taken out"] if gone else []
        unreadable = len(self.lost.keys() - {one.scenario for one in told})
        changes += [f"{unreadable} unreadable"] if unreadable else []
        return ", ".join(changes) or "nothing to write"


def _is_in(span: Span, entry: Entry) -> bool:
    first, last = entry.key.span, entry.node.span
    return span.file == first.file and first.line <= span.line <= last.end_line
