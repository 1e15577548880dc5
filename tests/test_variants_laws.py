"""Laws of overlays, tried on every named element of every shipped game.

By default a tenth of the entries; with CUSTUMAL_FULL=1 in the environment all entries and all their keys.
"""

from __future__ import annotations

import os
import random

import pytest

from custumal.dsl.rules_hash import hash_of
from custumal.dsl.suggest import edits
from custumal.interpreter.library import shipped
from tests.variant_laws import FILE, HERE, addresses, base, entries, own_value, target, tried

GAMES = [name for name, _ in shipped()]
FULL = bool(os.environ.get("CUSTUMAL_FULL"))


def sample(game: str) -> list[str]:
    if FULL:
        return addresses(game)
    every = entries(game)
    return random.Random(7).sample(every, max(5, len(every) // 10))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_removed_is_not_needed_or_the_edit_says_so(game: str) -> None:
    for address in sample(game):
        found = tried(game, "remove", address)
        elsewhere = [d for d in found.diagnostics if d.span.file != FILE]
        assert not elsewhere, (address, elsewhere)
        if not any(d.is_error for d in found.diagnostics):
            assert found.document.entry(address) is None or target(game, address).entry is None


@pytest.mark.parametrize("game", GAMES)
def test_what_is_set_to_itself_changes_nothing(game: str) -> None:
    before = hash_of(base(game).base)
    for address in sample(game):
        found = tried(game, *own_value(game, address)[:1], address, own_value(game, address)[1])
        assert [(d.code, d.span, d.is_error) for d in found.diagnostics] == [("edit-changes-nothing", HERE, False)], address
        assert hash_of(found.document) == before, address


def misspelt(game: str, address: str) -> str | None:
    """The address with a letter less in its last word, if no other word beside it is as near to that."""
    parent, _, word = address.rpartition(".")
    beside = {a.rpartition(".")[2] for a in (*addresses(game),) if a.rpartition(".")[0] == parent}
    for i in range(len(word) - 1, 0, -1):
        wrong = word[:i] + word[i + 1 :]
        if wrong not in beside and all(edits(wrong, other, 2) > 1 for other in beside - {word}) and len(wrong) > 2:
            return f"{parent}.{wrong}" if parent else wrong
    return None


@pytest.mark.parametrize("game", GAMES)
def test_what_is_misspelt_misses_and_is_corrected(game: str) -> None:
    tests = 0
    for address in sample(game):
        wrong = misspelt(game, address)
        if wrong is None:
            continue
        tests += 1
        (said,) = tried(game, "remove", wrong).diagnostics
        assert (said.code, said.span, said.suggestion) == ("edit-misses", HERE, address)
    assert tests
