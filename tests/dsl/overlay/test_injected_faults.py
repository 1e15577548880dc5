"""Fault injection in variants: the shipped files of house rules, broken in one place each, and what the checker makes of it.

The faults are those of games and scenarios; where they are possible in a variant is decided by what the language says of the place. Slips
in addresses of edits and in values that are guarded by `was` are added here. A part of all faults is made by default; with `--full`
all of them are. The figures are printed.
"""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from custumal.dsl.base.file_names import accepted_beside, variants_in
from custumal.dsl.check.incremental.cache import CheckCache
from custumal.dsl.check.variants import check_combined
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report
from custumal.dsl.documents.document import Document
from custumal.dsl.documents.rule_files import read_file
from custumal.dsl.overlay.combine import combine
from custumal.dsl.overlay.variant import Edit, variant_of
from custumal.dsl.yaml.tree import Scalar
from tests.support.faults.pages import Fault
from tests.support.faults.plan import KINDS, faults
from tests.support.faults.subjects import ROOT, Subject
from tests.support.faults.verdicts import Tally, judged
from tests.support.scale import FULL, some

pytestmark = pytest.mark.slow

SEED = 1
MOST = 14  # of one kind in one file
STEP = 1 if FULL else 24


class HouseRules(Subject):
    """A variant file; `folder` is where broken copies are written."""

    def __init__(self, path: Path, folder: Path) -> None:
        game = path.parent.parent / "game.yaml"
        others = {"game": Subject(game, "game")} | {str(p): Subject(p, "scenario") for p in (game.parent / "scenarios").glob("*.yaml")}
        super().__init__(path, "variant", others)
        self.folder = folder
        accepted = accepted_beside(path)
        if accepted.exists():  # what the game's scenarios are with it
            shutil.copy(accepted, folder)

    def check(self, text: str) -> list[Diagnostic]:
        report = Report()
        broken = self.folder / self.path.name
        broken.write_text(text, encoding="utf-8")
        combined = combine(self.game.path, "game.yaml", [broken], report)
        scenarios, cache = known(self.game.path.parent)
        check_combined(combined, scenarios, report, cache)
        return report.sorted()

    def edits(self) -> tuple[Edit, ...]:
        variant = variant_of(self.document, self.path)
        assert variant is not None
        return variant.edits


@cache
def known(game: Path) -> tuple[list[Document], CheckCache]:
    """The files of scenarios of a game, and what their checks have found."""
    return [read_file(path, "scenario", Report()) for path in sorted((game / "scenarios").glob("*.yaml"))], CheckCache()


FEW = 120
"""Of so few faults in a file all are tried."""
OF_GAME = 36
"""So many faults in all variants of a game, at most, if not everything is tried."""
GAMES = sorted({path.parent.parent for path in (ROOT / "games").rglob("variants/*.yaml")})


def files(game: Path, folder: Path) -> list[HouseRules]:
    return [HouseRules(path, folder) for path in variants_in(game / "variants")]


def slips_in_edits(subject: HouseRules) -> Iterator[Fault]:
    """A letter less in the last word of an address; another number in `was`."""
    dice = random.Random(SEED)
    lines = subject.source.text.splitlines(keepends=True)
    for edit in subject.edits():
        node = edit.target_node
        assert isinstance(node, Scalar)
        word = node.text.rpartition(".")[2]
        at = dice.randrange(1, len(word))
        if len(word) > 3 and edit.verb != "add":
            wrong = word[:at] + word[at + 1 :]
            row = node.span.line - 1
            changed = lines[row].replace(node.text, node.text[: -len(word)] + wrong, 1)
            text = "".join((*lines[:row], changed, *lines[row + 1 :]))
            yield Fault("misspelt address", text, frozenset([row + 1]), f"{node.text} -> {wrong}", misspelt=True)
        was = edit.was
        if isinstance(was, Scalar) and isinstance(was.value, int):
            row = was.span.line - 1
            changed = lines[row].replace(f"was: {was.text}", f"was: {was.value + 90}", 1)
            yield Fault("another old value", "".join((*lines[:row], changed, *lines[row + 1 :])), frozenset([row + 1]), "was")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_faults_in_variants_are_caught_on_their_line(game: Path, tmp_path: Path, tell: Callable[[str], None]) -> None:
    tally, made = Tally(), Counter[str]()
    every: list[tuple[HouseRules, Fault]] = []
    for subject in files(game, tmp_path):
        assert subject.check(subject.source.text) == []
        found = [fault for kind in KINDS for fault in faults(subject, kind, SEED, MOST)]
        every += [(subject, fault) for fault in (*(found[::STEP] if len(found) > FEW else found), *slips_in_edits(subject))]
    for subject, fault in some(every, OF_GAME):
        made[fault.kind] += 1
        tally.add(judged(subject, fault, [_named(d, subject) for d in subject.check(fault.text)]))
    tell(f"fault injection in variants of {game.name}: {tally}")
    caught, on_line, _ = tally.shares()
    but_one = 1 - 1 / tally.made.total()  # of few faults one may be missed
    assert caught >= min(0.99, but_one) and on_line >= min(0.98, but_one), "\n".join(str(verdict) for verdict in tally.missed[:40])
    assert len(made) > 5


def _named(found: Diagnostic, subject: HouseRules) -> Diagnostic:
    """The broken copy goes by the name of the file."""
    shown = str(subject.folder / subject.path.name)
    return replace(found, span=replace(found.span, file=subject.name)) if found.span.file == shown else found
