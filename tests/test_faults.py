"""Fault injection: shipped files, broken in one place each, and what the checker makes of it.

How a file is broken is decided by what the language says of the place, never by what the checker answers: a slip must make a word that
is nowhere in the program or the game, a key goes where the table of keys has none, and so on. Half of all faults are made by default;
with CUSTUMAL_FULL=1 in the environment all of them are. The figures are printed.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from custumal.dsl.check.game import check_game
from tests.faults.included import include_faults, included
from tests.faults.plan import KINDS, faults
from tests.faults.subjects import ROOT, Subject, remembered_sentences, shipped
from tests.faults.verdicts import Tally, Verdict, judged

SEED = 1
MOST = 16  # of one kind in one file
FULL = bool(os.environ.get("CUSTUMAL_FULL"))
FILES = shipped()


def step(subject: Subject) -> int:
    """Which of the faults are tried, one in so many: the check of a game in many files takes its time."""
    return 1 if FULL else 20 if subject.game.included else 2


@pytest.mark.parametrize("path", sorted((ROOT / "games").rglob("game.yaml")), ids=lambda path: path.parent.name)
def test_an_unbroken_game_has_no_diagnostic(path: Path) -> None:
    assert check_game(path).diagnostics == []


@pytest.mark.parametrize("subject", FILES, ids=lambda subject: subject.name)
def test_the_quick_check_says_nothing_about_an_unbroken_file(subject: Subject) -> None:
    assert subject.check(subject.source.text) == []


def test_enough_faults_in_every_file_and_of_every_kind() -> None:
    made = {(subject.name, kind): len(faults(subject, kind, SEED, MOST)) for subject in FILES for kind in KINDS}
    assert sum(made.values()) >= 2000
    for kind in KINDS:
        assert sum(n for (_, each), n in made.items() if each == kind) >= 100, kind
    for subject in FILES:
        assert sum(n for (name, _), n in made.items() if name == subject.name) >= 70, subject.name


def test_faults_are_caught_on_their_line_with_the_word_that_was_meant(tmp_path: Path, tell: Callable[[str], None]) -> None:
    tally = Tally()
    with remembered_sentences():
        for subject in FILES:
            every = [fault for kind in KINDS for fault in faults(subject, kind, SEED, MOST)]
            for fault in every[:: step(subject)]:
                tally.add(judged(subject, fault, subject.check(fault.text)))
        for verdict in _included(tmp_path):
            tally.add(verdict)
    tell(f"fault injection: {tally}")
    caught, on_line, mended = tally.shares()
    worst = "\n".join(str(verdict) for verdict in tally.missed[:40])
    assert caught >= 0.99 and on_line >= 0.98 and mended >= 0.95, worst


def _included(folder: Path) -> list[Verdict]:
    """The same for a game in several files, and its files taken away."""
    found = []
    for subject in included(folder):
        assert subject.check(subject.source.text) == []
        found += [judged(subject, fault, said) for fault, said in include_faults(subject, SEED)]
        every = [fault for kind in KINDS for fault in faults(subject, kind, SEED, MOST)]
        found += [judged(subject, fault, subject.check(fault.text)) for fault in every[:: step(subject)]]
    return found


@pytest.mark.parametrize("subject", [FILES[2], FILES[-1]], ids=lambda subject: subject.name)
def test_the_quick_check_says_what_the_whole_check_says(subject: Subject, tmp_path: Path) -> None:
    """Broken files are checked without reading the others anew; here the whole game lies in a folder, with this one file of scenarios."""
    for other in (subject.game, subject.rulebook, subject):
        if other is not None:
            place = tmp_path / other.path.relative_to(subject.game.path.parent)
            place.parent.mkdir(exist_ok=True)
            shutil.copy(other.path, place)
    broken = tmp_path / subject.path.relative_to(subject.game.path.parent)
    for kind in KINDS:
        for fault in faults(subject, kind, SEED, 2):
            broken.write_text(fault.text, encoding="utf-8")
            whole = check_game(tmp_path / "game.yaml", subject.game.name).diagnostics
            assert whole == subject.check(fault.text), fault.what
