"""A restriction that a rule waives only at times: both machines list the same whether the rule is in force or not."""

from __future__ import annotations

import pytest

from tests.support.compiled_twins import TwinMachine
from tests.support.small_games import Play

GAME = """\
custumal: 1
players: 2
zones: {{board: {{shape: {{grid: [3, 3]}}}}}}
kept:
  mark(cell of board): maybe seat
  taken: 0 to 9
  late: {{is: truth, until: end}}
play: {{turn: {{rounds: seats, do: {{move: {{offer: move}}}}}}}}
actions:
  claim:
    offered: move
    choose: {{target: cells of board, other: cells of board}}
    require:
      free: {{that: mark of target is none, because: It is taken.}}
      two: {{that: other is not target, because: It takes two.}}
    do: [set mark of target to me, raise taken by 1, set late to true if taken is 2]
standing: {{rule: {{waive: actions.claim.require.free, {when}}}}}
end: {{over: {{after: turn, if: taken is 4, do: stop game}}}}
"""
BEFORE, AFTER = [9 * 8, 8 * 8, 7 * 8, 6 * 8], 9 * 8


@pytest.mark.parametrize(
    ("when", "choices"),
    [
        ("while: late", [*BEFORE[:2], AFTER, AFTER]),
        ("if: late", [*BEFORE[:2], AFTER, AFTER]),
        ("if: me is last(seats)", [BEFORE[0], AFTER, BEFORE[2], AFTER]),
        ("for: seats where it is last(seats)", [BEFORE[0], AFTER, BEFORE[2], AFTER]),
        ("while: late, for: seats where it is last(seats)", [*BEFORE[:3], AFTER]),
        ("while: late, if: mark of target is not me", [*BEFORE[:2], 8 * 8, 8 * 8]),
        ("if: late and other is not target", [*BEFORE[:2], AFTER, AFTER]),
    ],
)
def test_what_is_waived_may_be_chosen_while_the_rule_is_in_force(when: str, choices: list[int]) -> None:
    play = Play(GAME.format(when=when))
    play.machine = TwinMachine(play.machine.instance, play.machine.program)
    play.state = play.machine.start(1)
    found = []
    for target in ("1, 1", "2, 1", "3, 1", "1, 2"):
        found.append(len(play.keys))
        play.do(f"claim(at(board, {target}), at(board, 3, 3))")
    assert found == choices
