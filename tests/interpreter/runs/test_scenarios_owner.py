"""`owner` in `seen-by`, alone and in a set of seats: of a zone, a kept value and a resource it is the seat to which they belong."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal.interpreter.api import load_game
from custumal.interpreter.runs.scenarios import run_scenarios

GAME = """
custumal: 1
game: owners
title: Owners
players: 3
kinds: {{crate: {{printed: {{size: 1 to 2}}}}}}
components: {{crates: {{kind: crate, in: quay, rows: {{small: {{size: 1}}, large: {{size: 2}}}}}}}}
zones:
  quay: {{holds: crate, seen-by: nobody}}
  yard(seat): {{holds: crate, seen-by: {seen}}}
  shed(site, s seat): {{holds: crate, seen-by: {seen}}}
lists: {{site: [hill, dale]}}
resources: {{coin: {{start: 2, seen-by: {seen}}}}}
kept:
  debt(seat): {{is: 0 to 9, until: end, seen-by: {seen}}}
  weight(crate): {{is: 0 to 9, until: end, seen-by: {seen}}}
play: {{turn: {{players: seats, offer: turn}}}}
actions: {{rest: {{offered: turn, do: []}}}}
ranking: {{most: {{most: coin of me}}}}
scenarios:
  known:
    given: [move first(quay) to yard of p2, "move last(quay) to shed(dale, p2)"]
    then:
      told: {{that: "{truth}", sees: "[{sees}]", unseen-by: "[{others}]"}}
"""


TRUTHS = ["some x in yard of p2 where size of x is 1", "some x in shed(dale, p2) where size of x is 2", "coin of p2 is 2"]


@pytest.mark.parametrize("truth", TRUTHS)
@pytest.mark.parametrize(("seen", "sees", "others"), [("owner", "p2", "p1, p3"), ('"[owner, next of owner]"', "p2, p3", "p1")])
def test_of_a_seat(truth: str, seen: str, sees: str, others: str, tmp_path: Path) -> None:
    holds(tmp_path, truth, seen, sees, others)


@pytest.mark.parametrize(("truth", "holder"), [("debt of p2 is 0", "p2"), ("weight of first(all(crate)) is 0", "p2")])
def test_of_values(truth: str, holder: str, tmp_path: Path) -> None:
    """What is kept of a thing belongs to whoever holds the thing."""
    holds(tmp_path, truth, "owner", holder, "p1, p3")
    holds(tmp_path, truth, '"[owner, previous of owner]"', f"p1, {holder}", "p3")


def holds(folder: Path, truth: str, seen: str, sees: str, others: str) -> None:
    path = folder / "game.yaml"
    path.write_text(GAME.format(truth=truth, seen=seen, sees=sees, others=others), encoding="utf-8")
    (result,) = run_scenarios(load_game(str(path)).model)
    assert result.passed, [failure.message for failure in result.failures]
