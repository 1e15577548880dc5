"""A game that is edited, one edit after the other, and checked after each by what the check before left: the same as checked alone.

Places and edits are drawn with a fixed seed; a full run has many more of them.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from custumal.dsl.base.open_texts import open_texts
from custumal.dsl.check.game import check_game
from custumal.dsl.check.incremental.cache import CheckCache
from custumal.dsl.check.inspection import Inspection
from custumal.interpreter.library import shipped
from tests.support.scale import FULL
from tests.support.text_edits import random_edit

SEED = 3
STARTS_ANEW = 0.7
"""So often a file is mended before it is edited again: whatever is broken hides what else is."""
EDITS = {"tic-tac-toe": 25, "reversi": 15, "monolyth": 8, "monastery": 3}
FILES = dict(shipped())


def words_noted(inspection: Inspection) -> set[tuple[object, object, object]]:
    found = inspection.context.findings.noted if inspection.context is not None else []
    return {(note.node, note.made, note.wanted) for note in found}


@pytest.mark.parametrize("game", [*EDITS, *(["kings-abbey"] if FULL else [])])
def test_a_game_edited_again_and_again_is_checked_the_same(game: str) -> None:
    path, dice = FILES[game], random.Random(f"{SEED} {game}")
    files = sorted(file for file in path.parent.rglob("*.yaml") if file.parent.name != "variants")
    texts: dict[Path, str] = {}
    known = CheckCache()
    check_game(path, "game.yaml", known, inspection=Inspection())
    for _ in range(EDITS.get(game, 1) * (40 if FULL else 1)):
        file = dice.choice(files)
        texts[file] = random_edit(file.read_text("utf-8") if dice.random() < STARTS_ANEW else texts.get(file, ""), dice)
        quick, alone, cache = Inspection(), Inspection(), CheckCache(known)
        with open_texts(texts):
            by_cache = check_game(path, "game.yaml", cache, inspection=quick)
            fresh = check_game(path, "game.yaml", inspection=alone)
        assert (by_cache.diagnostics, by_cache.game) == (fresh.diagnostics, fresh.game), texts
        assert words_noted(quick) == words_noted(alone)
        known = cache if cache.is_filled else known


def test_what_an_edit_leaves_is_not_read_again() -> None:
    path = FILES["tic-tac-toe"]
    before = check_game(path, "game.yaml").document
    text = path.read_text("utf-8")
    with open_texts({path: text.replace("custumal: 1", "custumal: 1 # of the language")}):
        after = check_game(path, "game.yaml").document
    assert after is not before
    assert all(after.addresses[address].node is entry.node for address, entry in before.addresses.items())
