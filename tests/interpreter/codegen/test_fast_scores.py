"""Points by generated code are those of the reference, in every position of random games."""

from __future__ import annotations

from random import Random

import pytest

from custumal.interpreter.api import load_game
from custumal.interpreter.library import shipped
from custumal.interpreter.position.state import DECISION
from custumal.interpreter.reference.scores import score_lines, scores, winners

SHIPPED = [name for name, _ in shipped()]


@pytest.mark.parametrize("name", SHIPPED)
def test_points_are_those_of_the_reference(name: str) -> None:
    game = load_game(name)
    for players in range(game.players[0], game.players[1] + 1):
        engine, dice = game.engine(players), Random(players)
        fast, plain = engine.evaluator, engine.reference.evaluator
        keys = {key.source.address for key in game.model.ranking}
        assert set(fast.scoring) == {line.source.id for line in game.model.scoring} | keys
        assert not plain.scoring
        state = engine.settled(engine.start(players))
        for number in range(400):
            if number % 7 == 0 or state.kind != DECISION:
                assert scores(fast, state) == scores(plain, state)
                assert winners(fast, state) == winners(plain, state)
                for seat in range(players):
                    assert score_lines(fast, state, seat) == score_lines(plain, state, seat)
            if state.kind != DECISION:
                break
            engine.apply(state, dice.choice(engine.choices(state)))
            engine.settled(state)
