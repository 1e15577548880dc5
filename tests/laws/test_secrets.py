"""Nobody learns what they may not know: positions that differ only in that are the same in every answer, byte for byte.

By default a sample; with `--full` 20,000 pairs over all shipped games that hide anything, of each as many as its size allows.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from custumal.interpreter.library import shipped
from custumal.interpreter.position.state import DECISION
from tests.support.hiding.called import game_called
from tests.support.scale import FULL, LARGE
from tests.support.secret_games import DUEL, PEDLARS, SMUGGLERS
from tests.support.twins import answers, differing, told_alike, told_behind, twin, unseen_moves, unseen_twins, walk

PAIRS = 4_700 if FULL else 30
FEW = 600 if FULL else 6
"""The same for large games."""
OWN = {"smugglers": SMUGGLERS, "masked-duel": DUEL, "pedlars": PEDLARS}
SHIPPED = [name for name, _ in shipped()]
MOST_IN_A_POSITION = 3


@pytest.mark.slow
@pytest.mark.parametrize("name", [*OWN, *SHIPPED])
def test_what_a_seat_may_not_know_changes_no_answer(name: str, tmp_path: Path) -> None:
    game, chance, pairs, seed = game_called(name, OWN, tmp_path), random.Random(name), 0, 0
    wanted = FEW if name in LARGE else PAIRS
    if not game.engine(game.players[0]).eyes.has_secrets:
        model = game.model
        assert {zone.visibility.kind for zone in model.zones.values()} <= {"all"}
        assert {kept.visibility.kind for kept in model.kept.values()} <= {"all"}
        return
    while pairs < wanted and seed < wanted:  # in some games hardly anything could be otherwise
        seed += 1
        players = chance.choice((game.players[0], game.players[1]) if FULL else game.players[:1])
        for session in walk(game, players, seed, chance):
            if not FULL and chance.random() < 0.7:
                continue
            state, seat = session.position, chance.randrange(players)
            found = [(state, other, seat) for _ in range(MOST_IN_A_POSITION) if (other := twin(session.engine, state, seat, chance))]
            for one, other, viewer in (*found, *unseen_twins(session, chance)):
                question = chance.random()
                told = [answers(game, players, position, viewer, random.Random(question)) for position in (one, other)]
                assert not differing(*told), (seed, viewer, differing(*told))
                if state.kind == DECISION:
                    followed = [*told_alike(game, players, (one, other), viewer, chance)]
                    assert not followed, (seed, viewer, followed)
                pairs += 1
            for first, second, viewer in unseen_moves(session, chance):
                question = chance.random()
                told = [told_behind(game, players, state, choice, viewer, random.Random(question)) for choice in (first, second)]
                assert not differing(*told), (seed, viewer, first, second, differing(*told))
                pairs += 1
            if pairs >= wanted:
                break
