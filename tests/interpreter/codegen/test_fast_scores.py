"""Points by generated code are those of the reference, in positions all over random games.

By default with the smallest and the largest number of players, and in the first part of long games; with `--full` with all, and longer.
"""

from __future__ import annotations

from random import Random

import pytest

from custumal.interpreter.api import load_game
from custumal.interpreter.library import shipped
from custumal.interpreter.position.state import DECISION
from custumal.interpreter.reference.scores import score_lines, scores, winners
from tests.support.scale import FULL

SHIPPED = [name for name, _ in shipped()]


@pytest.mark.parametrize("name", SHIPPED)
def test_points_are_those_of_the_reference(name: str) -> None:
    game = load_game(name)
    for players in range(game.players[0], game.players[1] + 1) if FULL else {*game.players}:
        engine, dice = game.engine(players), Random(players)
        fast, plain = engine.evaluator, engine.reference.evaluator
        keys = {key.source.address for key in game.model.ranking}
        assert set(fast.scoring) == {line.source.id for line in game.model.scoring} | keys
        assert not plain.scoring
        state = engine.settled(engine.start(players))
        for number in range(400 if FULL else 150):
            if number % 10 == 0 or state.kind != DECISION:
                assert scores(fast, state) == scores(plain, state)
                assert winners(fast, state) == winners(plain, state)
                for seat in range(players):
                    assert score_lines(fast, state, seat) == score_lines(plain, state, seat)
            if state.kind != DECISION:
                break
            engine.apply(state, dice.choice(engine.choices(state)))
            engine.settled(state)
