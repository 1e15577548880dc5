"""What is said of a choice in a scenario that nobody is asked for."""

from __future__ import annotations

import re
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


SHELVES = """\
custumal: 1
game: shelves
title: Shelves
players: 2
lists:
  size: {small: {width: 1}, medium: {width: 2}, large: {width: 3}}
kept:
  pot: {is: 0 to 9, until: end}
  books(seat): {is: 0 to 9, until: end}
define:
  rich(s seat): some it in [pot + books of s, 2] where it > 7
  wide(s seat): count(x in 1 to 3 where x > books of s) > 2
  total-of(s seat): sum(books of x for x in seats from s) + pot
play:
  act: {players: seats, offer: acts}
actions:
  go: {offered: acts, do: raise pot by 1}
scoring: {pot: pot}
ranking: {most: {most: my total}}
"""
FAILING = [
    "rich(p1) or wide(p2)",
    "some s in seats where books of s > pot + 5",
    "every x in all(size) has x.width > pot",
    "count(seats where books of it > 3) is 2",
    "total-of(p1) is 3 and pot is 1",
    "no x in seats where total-of(x) > 2",
    "first(seats by books of it) is p2",
]


@pytest.mark.slow
@pytest.mark.parametrize("line", [0, 9, 10, 11, 12])
@pytest.mark.parametrize("truth", FAILING)
def test_every_value_that_is_shown_is_so(truth: str, line: int, tmp_path: Path) -> None:
    """Also where a definition stands in the same line of another file, and where a name stands for several things in turn."""
    (tmp_path / "game.yaml").write_text(SHELVES, encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    begin = "\n" * line + "custumal: 1\nof: shelves\nscenarios:\n"
    given = "{players: 2, given: [set pot to 2, set books of p1 to 1, set books of p2 to 4], "
    (tmp_path / "scenarios" / "some.yaml").write_text(f"{begin}  fails: {given}\n    then: {{it: '{truth}'}}}}\n", encoding="utf-8")
    (result,) = run_scenarios(load_game(str(tmp_path)).model)
    assert not result.passed
    shown = [fact for failure in result.failures for fact in failure.facts]
    bound = {fact.what: fact.value for fact in shown if fact.what in ("x", "s", "it")}
    whole = [(_with(fact.what, bound), fact.value) for fact in shown if fact.what not in bound]
    so = ", ".join(f"f{i}: '{_said(what, value)}'" for i, (what, value) in enumerate(whole))
    (tmp_path / "scenarios" / "some.yaml").write_text(
        f"{begin}  holds: {given}\n    then: {{{so or 'any: pot > 0'}}}}}\n", encoding="utf-8"
    )
    (again,) = run_scenarios(load_game(str(tmp_path)).model)
    assert again.passed, [failure.message for failure in again.failures]


def _with(what: str, bound: dict[str, str]) -> str:
    """The words with what stands for each name of a member."""
    return re.sub(r"\b(x|s|it)\b", lambda name: bound[name[0]], what)


def _said(what: str, value: str) -> str:
    if value in ("true", "false"):
        return f"{'' if value == 'true' else 'not '}({what})"
    return f"({what}) is {value}"
