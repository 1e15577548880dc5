"""Backgammon against OpenSpiel: in random games every turn leads to the same positions, and the same points are won.

OpenSpiel takes two moves in one action, and the four moves of equal dice in two; ours are taken one by one. So positions after two moves
are compared. The extra `oracle` brings OpenSpiel.
"""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

from custumal import State, load_game
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel comes with an extra of its own: pip install 'custumal[oracle]'")

GAMES = 100 if FULL else 2
Table = tuple[tuple[int, ...], ...]
"""For each seat its men by how far they have to go, those on the bar, those that are off."""


def our_table(state: State) -> Table:
    kept = json.loads(state.view(1).to_json())["kept"]
    men = {1: [0] * 24, 2: [0] * 24}
    for cell, number in kept["men"].items():
        column, row = map(int, re.findall(r"\d+", cell))
        point = 12 + column if row == 1 else 13 - column
        if number:
            men[1 if number > 0 else 2][(point if number > 0 else 25 - point) - 1] = abs(number)
    return tuple((*men[seat], kept["bar"][f"p{seat}"], kept["off"][f"p{seat}"]) for seat in (1, 2))


def their_table(state: Any) -> Table:
    text = str(state)
    bar = re.search(r"Bar: ?(\S*)", text)
    scores = [int(score) for score in re.findall(r"[XO]: (\d+)", text)]
    assert bar is not None
    points = [[state.board(0, 23 - way) for way in range(24)], [state.board(1, way) for way in range(24)]]
    return tuple((*points[seat], bar.group(1).count("xo"[seat]), scores[seat]) for seat in (0, 1))


def ours_after(state: State) -> dict[Table, State]:
    """The positions after two moves, or as many as can be made."""
    found, waiting = {}, [(state, 0)]
    while waiting:
        here, moves = waiting.pop()
        if moves == 2 or here.kind != "decision":
            found[our_table(here)] = here
        else:
            waiting += [(here.play(choice), moves + 1) for choice in here.choices()]
    return found


def theirs_after(state: Any) -> dict[Table, Any]:
    return {their_table(state.child(action)): state.child(action) for action in state.legal_actions()}


def rolled(state: State, text: str, *, first: bool) -> State:
    """The dice as OpenSpiel has thrown them; the first throw says who begins by its order."""
    dice = re.search(r"roll: (\d)(\d)", text)
    assert dice is not None
    larger, smaller = sorted(map(int, dice.groups()), reverse=True)
    begins = (larger, smaller) if not first or "X starts" in text else (smaller, larger)
    for number in begins:
        assert state.kind == "chance"
        state = state.play(f"roll({number})")
    return state


def test_the_same_game() -> None:
    game, rng = load_game("backgammon"), Random("backgammon")
    spiel = pyspiel.load_game("backgammon(scoring_type=full_scoring)")
    for _ in range(GAMES):
        ours, theirs = game.start(players=2, auto_chance=False), spiel.new_initial_state()
        while not theirs.is_terminal():
            if theirs.is_chance_node():
                action = rng.choice([outcome for outcome, _ in theirs.chance_outcomes()])
                ours = rolled(ours, theirs.action_to_string(-1, action), first=theirs.is_initial_state())
                theirs.apply_action(action)
                continue
            mine, its = ours_after(ours), theirs_after(theirs)
            assert mine.keys() == its.keys(), str(theirs)
            table = rng.choice(sorted(its))
            ours, theirs = mine[table], its[table]
        assert ours.is_over
        returns = [int(value) for value in theirs.returns()]
        assert list(ours.scores) == [max(0, value) for value in returns]
