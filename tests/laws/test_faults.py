"""Fault injection: shipped files, broken in one place each, and what the checker makes of it.

How a file is broken is decided by what the language says of the place, never by what the checker answers: a slip must make a word that
is nowhere in the program or the game, a key goes where the table of keys has none, and so on. Variants, and the files beside them, are
broken as games are. By default a quarter of the faults is made in small games and some in large ones and in variants; with `--full` all of
them are. The figures have to be reached in every file and of every kind of faults; they are printed.
"""

from __future__ import annotations

import math
import os
import pickle
import re
import shutil
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from custumal.dsl.check.game import check_game
from tests.support.faults.included import include_faults, included
from tests.support.faults.pages import Fault
from tests.support.faults.plan import KINDS, faults
from tests.support.faults.subjects import ROOT, HouseRules, Subject, shipped, shipped_variants
from tests.support.faults.verdicts import Tally, Verdict, judged
from tests.support.scale import FULL, some

pytestmark = pytest.mark.slow

SEED = 1
MOST = 16  # of one kind in one file
FILES = [*shipped(), *shipped_variants()]


ONE_IN = {"monolyth": 40, "monastery": 160, "kings-abbey": 160}
"""So many of the faults of a large game are tried: its check takes its time."""
SEVERAL_FILES = "several files"
FEWEST = {"lost line": 15}
"""So many at least; few sentences go over several lines."""
OF_SMALL = 4
"""The same for the other games, of which there are many."""
OF_VARIANTS = 12
"""The same for the variants of those."""
OF_HEADERS = ("swapped header", "doubled header")
PARTS = ["small games", "more small games", *ONE_IN, "variants", SEVERAL_FILES]
"""Of about the same length, for runs in several processes. The variants of a large game stand with it."""


def part_of(subject: Subject) -> str:
    folder = subject.game.path.parent.name
    if folder in ONE_IN:
        return folder
    return "variants" if isinstance(subject, HouseRules) else PARTS[folder > "k"]


def one_in(part: str) -> int:
    return ONE_IN.get(part, OF_VARIANTS if part == "variants" else OF_SMALL)


def tried(subject: Subject, one_in: int) -> list[Fault]:
    """The faults of a file, or some of them, as many of each kind."""
    found: list[Fault] = []
    for kind in KINDS:
        every = faults(subject, kind, SEED, MOST)
        dice = Random(f"{SEED} {subject.name} {kind}")
        some = len(every) // one_in + (dice.random() < math.fmod(len(every) / one_in, 1))
        found += every if FULL else dice.sample(every, some)
    return found


@pytest.mark.parametrize("path", sorted((ROOT / "games").rglob("game.yaml")), ids=lambda path: path.parent.name)
def test_an_unbroken_game_has_no_diagnostic(path: Path) -> None:
    assert check_game(path).diagnostics == []


@pytest.mark.parametrize("subject", some(FILES, 40), ids=lambda subject: subject.name)
def test_the_quick_check_says_nothing_about_an_unbroken_file(subject: Subject) -> None:
    assert subject.check(subject.source.text) == []


BLOCK = r"((?:  .*\n|\n)+)"
ONE_CAUSE = (
    ("monastery/rulebook.yaml", "^rules:\n" + BLOCK, ""),
    ("monastery/rulebook.yaml", "^  MON-BREW-01:\n    ", "    MON-BREW-01:\n      "),
    ("monastery/service.yaml", "^procedures:\n" + BLOCK, "procedures: 7\n"),
    ("monastery/options.yaml", "^zones:\n" + BLOCK, "zones: 7\n"),
    ("monastery/scoring.yaml", r"s in seats where \(no", "s im seats where (no"),
    ("monastery/game.yaml", "grid: open", "grid: perhaps"),
    ("monastery/tiles.yaml", r"choose: \{monk", "choose {monk"),
    ("kings-abbey/dice.yaml", "is: 1 to 6", "is: true to 6"),
    ("kings-abbey/crusades.yaml", r"choose:(\n +goods-share:)", r"chose:\1"),
    ("monolyth/game.yaml", r"^      pose:\n(        rule: .*\n        from: poses)", r"        pose:\n\1"),
    ("monastery/service.yaml", r"choose: \{monk: \{from: floor of abbey, rule: MON-PRISON-02\}\}", "choose: 7"),
    ("monastery/tiles.yaml", "^  secret-ways:", "    secret-ways:"),
)
"""Mistakes whose names are missed in other files of the game, or in the scenarios of its own: what to look for in a file, and what stands
there instead."""


@pytest.mark.parametrize(("name", "sound", "broken"), ONE_CAUSE)
def test_what_can_not_be_read_is_told_where_it_stands_and_nowhere_else(name: str, sound: str, broken: str) -> None:
    subject = next(each for each in FILES if each.name == f"games/{name}")
    text, made = re.subn(sound, broken, subject.source.text, count=1, flags=re.MULTILINE)
    assert made == 1
    assert {d.span.file for d in subject.check(text)} == {subject.name}


def test_enough_faults_in_every_file_and_of_every_kind() -> None:
    made = {(subject.name, kind): len(faults(subject, kind, SEED, MOST)) for subject in FILES for kind in KINDS}
    assert sum(made.values()) >= 2000
    for kind in KINDS:
        assert sum(n for (_, each), n in made.items() if each == kind) >= FEWEST.get(kind, 100), kind
    for subject in FILES:
        assert sum(n for (name, _), n in made.items() if name == subject.name) >= 30, subject.name


@pytest.mark.parametrize("part", PARTS)
def test_faults_are_caught_on_their_line_with_the_word_that_was_meant(part: str, tmp_path: Path, tell: Callable[[str], None]) -> None:
    tally = Tally()
    of_file = defaultdict[str, Tally](Tally)
    for subject in FILES if part != SEVERAL_FILES else ():
        for fault in tried(subject, one_in(part)) if part_of(subject) == part else ():
            verdict = judged(subject, fault, subject.check(fault.text))
            assert fault.kind in OF_HEADERS or not any("the right header?" in one.message for one in verdict.found), str(verdict)
            tally.add(verdict)
            of_file[subject.name].add(verdict)
        if FULL and subject.name in of_file:  # it goes on for an hour: what is known so far is seen with `-s`
            print(f"{subject.name}: {of_file[subject.name]}", *of_file[subject.name].missed, sep="\n", flush=True)  # noqa: T201  # as above
    for verdict in _included(tmp_path) if part == SEVERAL_FILES else ():
        tally.add(verdict)
    for each in (tally, *of_file.values()):
        assert_good(each)
    done = _finished(part, tally)
    if done is not None:
        tell(f"fault injection: {done}")
        assert done.made.total() >= (2000 if FULL else 700)
        for each in (done, *done.of_kinds()):
            assert_good(each)


def assert_good(tally: Tally) -> None:
    """The figures that are promised; of few faults one may be missed, and they have no median."""
    caught, on_line, mended = tally.shares()
    worst = "\n".join([str(tally), *(str(verdict) for verdict in tally.missed[:40])])
    few = tally.made.total() < 10
    assert (few or tally.told(0.5) == 1) and tally.told(0.95) <= 2 and tally.told(1) <= 10, str(tally)
    one, slip = 1 / tally.made.total(), 1 / max(1, tally.misspelt.total())
    assert caught >= min(0.99, 1 - one) and on_line >= min(0.99, 1 - one) and mended >= min(0.97, 1 - slip), worst


def _finished(part: str, tally: Tally) -> Tally | None:
    """Everything in one, when this was the last of the parts, whichever process of this run has done the others."""
    folder = Path(os.environ["CUSTUMAL_HOME"]) / "faults"
    folder.mkdir(exist_ok=True)
    (folder / f"{part}.part").write_bytes(pickle.dumps(tally))
    (folder / f"{part}.part").replace(folder / f"{part}.done")
    if not all((folder / f"{each}.done").exists() for each in PARTS):
        return None
    whole = Tally()
    for each in PARTS:
        whole.join(pickle.loads((folder / f"{each}.done").read_bytes()))  # noqa: S301  # written above
    return whole


def _included(folder: Path) -> list[Verdict]:
    """The same for a game in several files, and its files taken away."""
    found = []
    for subject in included(folder):
        assert subject.check(subject.source.text) == []
        found += [judged(subject, fault, said) for fault, said in include_faults(subject, SEED)]
        found += [judged(subject, fault, subject.check(fault.text)) for fault in tried(subject, 1)]
    return found


@pytest.mark.parametrize("subject", some(FILES, 5), ids=lambda subject: subject.name)
def test_the_quick_check_says_what_the_whole_check_says(subject: Subject, tmp_path: Path) -> None:
    """Broken files are checked without reading the others anew; here the whole game lies in a folder, with this one file broken."""
    folder = subject.game.path.parent
    copy = Path(shutil.copytree(folder, tmp_path / folder.name))
    for kind in KINDS:
        for fault in faults(subject, kind, SEED, 1):
            (copy / subject.path.relative_to(folder)).write_text(fault.text, encoding="utf-8")
            assert subject.check_in(copy) == subject.check(fault.text), fault.what
