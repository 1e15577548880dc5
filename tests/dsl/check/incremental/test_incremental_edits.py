"""Any single change of a game, or of one of its variants: checked with a cache it is told and made the same as checked alone.

Places and changes are drawn with a fixed seed; a full run has many more of them.
"""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest

from custumal.dsl.base.file_names import variants_in
from custumal.dsl.check.build import build
from custumal.dsl.check.game import check_game
from custumal.dsl.check.incremental.cache import CheckCache
from custumal.dsl.check.variants import check_variants
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.documents.document import Document
from custumal.dsl.documents.rule_files import read_file
from custumal.dsl.overlay.combine import Combined
from custumal.dsl.overlay.target import value_of
from custumal.dsl.yaml.source import Sources
from custumal.dsl.yaml.tree import Node, Scalar
from custumal.interpreter.library import shipped
from tests.support.scale import FULL
from tests.support.variant_laws import HERE, addresses, base, changed, target

SEED = 7
EDITS = {"kings-abbey": 2, "monastery": 3, "monolyth": 6}
OF_OTHERS = 1
MORE = 40
"""How many times as many changes there are in full."""

GAMES = sorted(name for name, _ in shipped())
GAMES_WITH_VARIANTS = sorted({path.parent.parent for _, game in shipped() for path in game.parent.glob("variants/*.yaml")})


@cache
def scenarios(game: str) -> tuple[Document, ...]:
    """The files of scenarios of a game."""
    folder = dict(shipped())[game].parent / "scenarios"
    return tuple(read_file(path, "scenario", Report(), Sources(), path.name) for path in sorted(folder.glob("*.yaml")))


@cache
def filled(game: str) -> CheckCache:
    """What the check of a shipped game leaves."""
    known = CheckCache()
    checked(base(game), game, known)
    return known


def checked(combined: Combined, game: str, known: CheckCache | None) -> tuple[object, object]:
    """What is said, and the model."""
    report = Report()
    made = build(combined.document, combined.rulebook, [*scenarios(game)], report, combined.sources, known)
    return report.sorted(), made


def an_edit(game: str, dice: random.Random) -> tuple[str, str, Node | None]:
    """Something at a random address goes, or becomes what stands at another address of its sort; a number becomes another one."""
    address = dice.choice(addresses(game))
    value = value_of(target(game, address))
    others = [other for other in addresses(game) if other != address and other.rpartition(".")[2] == address.rpartition(".")[2]]
    if isinstance(value, Scalar) and isinstance(value.value, int) and not isinstance(value.value, bool):
        number = value.value + dice.choice((-1, 1, 3))
        return "set", address, Scalar(number, str(number), HERE)
    if value is not None and others and dice.random() < 0.7:
        other = value_of(target(game, dice.choice(others)))
        return ("remove", address, None) if other is None else ("set", address, other)
    return "remove", address, None


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_one_edit_is_checked_the_same(game: str) -> None:
    dice, left = random.Random(f"{SEED} {game}"), EDITS.get(game, OF_OTHERS) * (MORE if FULL else 1)
    while left:
        edit = an_edit(game, dice)
        combined, report = changed(game, [edit])
        if not report.sorted() and not any(combined.reading.values()):
            left -= 1
            assert checked(combined, game, filled(game)) == checked(combined, game, None), edit


def other_text(text: str, dice: random.Random) -> str:
    """A variant with one number, word or line changed."""
    lines = text.splitlines(keepends=True)
    row = dice.choice([n for n, line in enumerate(lines) if line[:1] in " -" and line.strip()])
    words = re.findall(r"[a-z][a-z-]+", text)
    line = lines[row]
    if number := re.search(r"\b\d+\b", line):
        changed = line[: number.start()] + str(int(number[0]) + 1) + line[number.end() :]
    elif (word := re.search(r"(?<=: )[a-z][a-z-]+", line)) and dice.random() < 0.6:
        changed = line[: word.start()] + dice.choice(words) + line[word.end() :]
    else:
        changed = ""
    return "".join((*lines[:row], changed, *lines[row + 1 :]))


@pytest.mark.parametrize("folder", GAMES_WITH_VARIANTS, ids=lambda path: path.name)
def test_a_variant_with_one_change_is_checked_the_same(folder: Path, tmp_path: Path) -> None:
    game, known, dice = folder / "game.yaml", CheckCache(), random.Random(f"{SEED} {folder.name}")
    check_game(game, "game.yaml", known)
    variants = variants_in(folder / "variants")
    for path in [variant for variant in variants for _ in range(MORE)] if FULL else dice.sample(variants, min(2, len(variants))):
        other = tmp_path / path.name
        other.write_text(other_text(path.read_text("utf-8"), dice), "utf-8")
        quick, _ = check_variants(game, "game.yaml", [other], known)
        alone, _ = check_variants(game, "game.yaml", [other])
        assert (quick.diagnostics, quick.game) == (alone.diagnostics, alone.game), other.read_text("utf-8")
