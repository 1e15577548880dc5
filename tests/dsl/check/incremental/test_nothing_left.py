"""Of a check nothing is left once nobody needs it: an editor makes one after every letter, and circles would wait for the collector."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from custumal.dsl.check.game import check_game
from custumal.dsl.check.incremental.cache import CheckCache
from custumal.dsl.check.inspection import Inspection
from custumal.interpreter.library import shipped

FILES = dict(shipped())


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("game", ["tic-tac-toe", "monolyth", "monastery", "kings-abbey"])
@pytest.mark.parametrize("is_again", [False, True], ids=["first", "again"])
@pytest.mark.usefixtures("no_collector")
def test_what_a_check_worked_with_goes_with_it(game: str, *, is_again: bool) -> None:
    cache = CheckCache()
    if is_again:
        check_game(FILES[game], "game.yaml", cache, inspection=Inspection())
    inspection = Inspection()
    check_game(FILES[game], "game.yaml", cache, inspection=inspection)
    assert inspection.context is not None
    worked_with = weakref.ref(inspection.context)
    del inspection
    assert worked_with() is None
