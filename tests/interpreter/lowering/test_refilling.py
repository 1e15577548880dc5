"""Piles and bags that are filled again when something is to be drawn and nothing is left."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal import load_game
from custumal.dsl.check.game import Checked, check_game
from custumal.interpreter.runs.scenarios import run_scenarios
from tests.support.compiled_twins import TwinMachine
from tests.support.small_games import Play

GAME = """\
custumal: 1
game: lots
title: Lots
players: 2
kinds: {lot: {printed: {value: number}}}
components: {lots: {kind: lot, in: urn, for-each: {value: 1 to 5}}}
zones:
  urn: {holds: lot, shape: pile, refill: spent}
  spent: lot
  hand(seat): {holds: lot, shape: pile, seen-by: nobody, refill: shelf of seat}
  shelf(seat): lot
kept: {drawn: {is: 0 to 99, until: end}, moved: {is: 0 to 99, until: end}}
play: {turn: {rounds: seats, until: passes(turn) > 9, offer: acts}}
actions:
  take: {offered: acts, do: draw 3 from urn to my shelf}
  pass-on: {offered: acts, do: draw 1 from my hand to spent}
  give-back: {offered: acts, do: move my shelf to spent}
standing:
  draws: {after: draw, do: raise drawn by 1}
  moves: {after: move, do: raise moved by 1}
scenarios:
  runs-out-on-the-way:
    given: [move urn to spent, move first(spent where value is 5) to urn]
    when: [take]
    then:
      three: count(shelf of p1) is 3 and (some c in shelf of p1 where c.value is 5)
      rest: count(urn) is 2 and no spent
      hooks: drawn is 3 and moved is 4
  nothing-anywhere:
    given: [move urn to shelf of p2, move first(shelf of p2) to spent]
    when: [take]
    then: {one: count(shelf of p1) is 1 and no spent and no urn and drawn is 1}
  one-s-own:
    given: [move first(urn where value is 2) to shelf of p1, move first(urn where value is 3) to shelf of p2]
    when: [pass-on, pass-on]
    then: {each: every x in spent has x.value is in 2 to 3, both: count(spent) is 2, none: no shelf of seats}
"""


def checked(text: str, folder: Path) -> Checked:
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return check_game(folder / "game.yaml", "game.yaml")


def failures(text: str, folder: Path) -> list[str]:
    assert [found.code for found in checked(text, folder).diagnostics] == []
    results = run_scenarios(load_game(str(folder)).model)
    assert len(results) == 3
    return [failure.message for result in results for failure in result.failures]


@pytest.mark.parametrize("shape", ["pile", "bag"])
def test_what_is_spent_comes_back_in_the_middle_of_a_draw(shape: str, tmp_path: Path) -> None:
    text = GAME.replace("urn: {holds: lot, shape: pile", f"urn: {{holds: lot, shape: {shape}")
    assert failures(text, tmp_path) == []


def test_without_rules_at_draws_it_is_so_too(tmp_path: Path) -> None:
    hooked = ("standing:", "kept:", "  draws:", "  moves:", "      hooks:")
    bare = "".join(line for line in GAME.splitlines(keepends=True) if not line.startswith(hooked))
    assert failures(bare.replace(" and drawn is 1", ""), tmp_path) == []


def test_both_machines_refill_alike() -> None:
    game = Play(GAME)
    game.machine = TwinMachine(game.machine.instance, game.machine.program)
    game.state = game.machine.start(3)
    for key in ("take", "take", "give-back", "take"):
        game.do(key)
        while game.chance:
            assert sum(int(str(weight)) for weight, _ in game.machine.outcomes(game.state)) > 1
            game.do(game.keys[-1])
    assert game.kept("drawn") == 8 and game.kept("moved") == 3 + 3


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        ("refill: spent", "", ""),
        ("shape: pile, refill: spent|refill: spent", "type-mismatch", "is neither"),
        ("refill: spent|refill: seats", "type-mismatch", "Things are expected here"),
        ("refill: spent|refill: spend", "unknown-name", "spent"),
        ("refill: spent|refill: my shelf", "no-actor", "my"),
    ],
)
def test_only_things_that_it_holds_fill_a_pile(change: str, code: str, said: str, tmp_path: Path) -> None:
    old, _, new = change.partition("|")
    found = checked(GAME.replace(old, new or old, 1), tmp_path).diagnostics
    assert [problem.code for problem in found] == ([code] if code else [])
    assert all(said in f"{problem.message} {problem.suggestion}" for problem in found)
