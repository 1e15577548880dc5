"""Whoever asks about a choice, acting or not, is answered, truly, and by what they see alone.

By default a few positions of each game; with `--full` many more.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from custumal import Game
from custumal.interpreter.engine import Engine
from custumal.interpreter.explain.explanation import Explanation
from custumal.interpreter.library import shipped
from custumal.interpreter.position.state import DECISION, Position
from tests.support.hiding.asking import HIDDEN, asked, kept_otherwise, questions, truth
from tests.support.hiding.called import game_called
from tests.support.hiding.games import VEILED
from tests.support.scale import FULL, LARGE
from tests.support.secret_games import DUEL, SMUGGLERS
from tests.support.twins import answers, differing, twin, walk

pytestmark = pytest.mark.slow

OWN = {"smugglers": SMUGGLERS, "masked-duel": DUEL} | VEILED
SHIPPED = [name for name, _ in shipped()]
POSITIONS = 120 if FULL else 8
FEW = 30 if FULL else 2
"""The same for large games."""


@pytest.mark.parametrize("name", [*OWN, *SHIPPED])
def test_every_question_of_every_seat_is_answered_truly_and_by_what_it_sees(name: str, tmp_path: Path) -> None:
    game, chance, done, seed = game_called(name, OWN, tmp_path), random.Random(name), 0, 0
    players, wanted = max(2, game.players[0]) if game.players[1] > 1 else 1, FEW if name in LARGE else POSITIONS
    while done < wanted:
        seed += 1
        for session in walk(game, players, seed, chance):
            if chance.random() < 0.8:
                continue
            look(session.engine, session.position, chance)
            if name not in SHIPPED or session.engine.eyes.has_secrets:
                compare(game, session.engine, session.position, chance)
            done += 1
            if done >= wanted:
                break


def look(engine: Engine, state: Position, chance: random.Random) -> None:
    """What is told holds, and what can't be known is not told."""
    for question in questions(engine, state, chance):
        is_so = truth(engine, state, question)
        for viewer in (None, *engine.instance.seats):
            told = asked(engine, state, question, viewer)
            if not isinstance(told, Explanation):
                assert viewer != state.seat or told == () or question.args or told[0], (question, viewer)
                continue
            if told.legal is None:
                assert viewer != state.seat or is_so is None or question.action in engine.instance.game.definitions, (question, viewer)
                assert {reason.text for reason in told.reasons} == {HIDDEN}, (question, viewer, told)
            elif question.action not in engine.instance.game.definitions:
                assert told.legal == is_so, (question, viewer, told)
                assert told.legal or (told.reasons and all(reason.text for reason in told.reasons)), (question, viewer)


def compare(game: Game, engine: Engine, state: Position, chance: random.Random) -> None:
    """Nobody is told otherwise where nothing is otherwise but what they don't see."""
    players = engine.instance.players
    seat = chance.choice(engine.instance.seats)
    wanted = questions(engine, state, chance)
    for other in (kept_otherwise(engine, state, seat, chance), twin(engine, state, seat, chance)):
        if other is None:
            continue
        for question in wanted:
            assert asked(engine, state, question, seat) == asked(engine, other, question, seat), (question, seat)
        told = chance.random()
        both = [answers(game, players, one, seat, random.Random(told)) for one in (state, other)]
        assert not differing(*both), (seat, differing(*both))
        if state.kind == DECISION and state.seat != seat:
            look(engine, other, chance)
