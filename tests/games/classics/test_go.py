"""Go: published numbers of legal positions, and OpenSpiel beside us in random games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from custumal import load_game
from custumal.interpreter.position.state import OVER
from custumal.interpreter.setup.values import Value
from tests.support.scale import FULL

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("size", "count"), [(2, 57), pytest.param(3, 12_675, marks=pytest.mark.skipif(not FULL, reason="only in a full run"))]
)
def test_as_many_positions_can_be_reached_as_are_legal(size: int, count: int) -> None:
    """J. Tromp and G. Farnebäck, Combinatorics of Go: 57 on two by two, 12,675 on three by three."""
    engine = load_game("go", options={"size": size}).engine(2)
    board, passed, ko = (engine.instance.kept[name] for name in ("mark", "passed", "ko"))
    seen: set[tuple[Value, ...]] = set()
    waiting = [engine.start(1)]
    while waiting:
        state = waiting.pop()
        at = (state.seat, *state.c[board.column][board.entries])
        if at in seen or state.kind == OVER:
            continue
        seen.add(at)
        state.c[passed.column][passed.base], state.c[ko.column][ko.base] = 0, None  # whoever comes to it by another way may go on
        waiting += [engine.after(state, choice) for choice in engine.choices(state)]
    assert len({at[1:] for at in seen}) == count


@pytest.mark.parametrize("size", [5, 9])
def test_openspiel_allows_the_same(size: int) -> None:
    """Every point, and who has more in the end, until OpenSpiel stops for a position that came again or for the length."""
    spiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel comes with an extra of its own: pip install 'custumal[oracle]'")
    theirs_game = spiel.load_game(f"go(board_size={size},komi=7.5)")
    ours_game = load_game("go", options={"size": size})
    ended = 0
    for seed in range(100 if FULL else 12):
        dice, ours, theirs = Random(seed), ours_game.start(players=2, seed=seed), theirs_game.new_initial_state()
        while not theirs.is_terminal():
            mine = {choice.key: choice for choice in ours.choices()}
            its = {_key(size, action): action for action in theirs.legal_actions()}
            assert mine.keys() == its.keys()
            # A game is over after two passes; they are likely late, so that boards become full.
            key = "rest" if dice.random() < theirs.move_number() / size**2 / 4 else dice.choice(sorted(its))
            theirs.apply_action(its[key])
            ours = ours.play(mine[key])
        if ours.is_over:
            ended += 1
            first, second = ours.scores
            assert (first > second) == (theirs.returns()[0] > 0)
    assert ended


def _key(size: int, action: int) -> str:
    """OpenSpiel counts points row by row from below, and passes last."""
    return "rest" if action == size * size else f"place(at(board, {action % size + 1}, {size - action // size}))"
