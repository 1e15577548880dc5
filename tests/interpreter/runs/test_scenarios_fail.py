"""What is said of a choice in a scenario that nobody is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal import load_game
from custumal.interpreter.runs.scenarios import run_scenarios

GAME = """\
custumal: 1
game: single
title: Single
players: 2
kept: {pot: {is: 0 to 9, until: end}}
play:
  first-card: {seat: first(seats), choose: {n: LOW to 3}, do: raise pot by n}
  act: {players: seats, offer: acts}
actions:
  go: {offered: acts, do: raise pot by 1}
scoring: {pot: pot}
ranking: {most: {most: my total}}
scenarios:
  taken: {when: [first-card(3), go, go], then: {five: pot is 5}}
"""


@pytest.mark.parametrize(("low", "said"), [("2", None), ("3", "a step whose choice has one candidate takes it silently")])
def test_that_a_single_candidate_is_taken_silently_is_said(low: str, said: str | None, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("LOW", low), encoding="utf-8")
    (result,) = run_scenarios(load_game(str(tmp_path)).model)
    assert result.passed is (said is None)
    assert all(said in failure.message for failure in result.failures if said is not None)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("", "The invariant `small` does not hold after `go`."),
        ("given: [set pot to 7], ", None),  # a position that is none of the game's
    ],
)
def test_invariants_are_tested_at_every_step(given: str, said: str | None, tmp_path: Path) -> None:
    """Also where they hold again at the end."""
    whole = GAME.replace("LOW", "2").replace("when: [first", f"{given}when: [first").replace("five: pot is 5", "any: pot > 0")
    rules = whole.replace("scoring:", "invariants: {small: {that: pot is not 4}}\nscoring:")
    if given:
        rules = rules.replace("pot is not 4", "pot < 6").replace("first-card(3), go, go", "first-card(2), go")
    (tmp_path / "game.yaml").write_text(rules, encoding="utf-8")
    (result,) = run_scenarios(load_game(str(tmp_path)).model)
    assert [failure.message for failure in result.failures] == ([] if said is None else [said])
