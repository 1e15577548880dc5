"""Each question may take as many steps as there are: what was asked before, how often ever, takes nothing from it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from custumal import load_game
from custumal.interpreter.engine import Engine
from custumal.interpreter.library import shipped
from custumal.interpreter.position.state import Position
from custumal.interpreter.search.search import Search
from custumal.ui.scene.describe import Describer
from custumal.ui.terminal.play.commands import Commands
from tests.support import twins
from tests.support.scale import FULL, LARGE
from tests.support.twins import MOST_CHOICES, answers, told_behind, walk

POSITIONS = 60 if FULL else 3
FEW = 12 if FULL else 1
"""The same for large games."""
QUESTIONS = {
    Engine: ("args", "explain", "find", "instead", "label", "said", "scores_seen", "seen", "why_not", "with_copy"),
    Describer: ("choice",),
    Commands: ("__call__", "preview", "why_offered"),
    Search: ("run",),
    twins: ("detail", "narrated", "readings", "scene", "table_svg", "view"),
}
"""What is asked from outside, where it is found."""


class Used:
    """Stands around questions: when one is asked, not within another one, no steps are left of what was asked before."""

    def __init__(self, engine: Engine) -> None:
        self.budgets = [engine.reference.evaluator.left, engine.machine.evaluator.left]
        self.within = self.asked = 0

    def around(self, question: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*given: Any, **named: Any) -> Any:
            if not self.within:
                self.asked += 1
                for left in self.budgets:
                    left[0] = 0
            self.within += 1
            try:
                return question(*given, **named)
            finally:
                self.within -= 1

        return asked


@contextmanager
def used_up(engine: Engine) -> Iterator[Used]:
    """In here each question finds no steps left."""
    used = Used(engine)
    with pytest.MonkeyPatch.context() as patch:
        for where, names in QUESTIONS.items():
            for name in names:
                patch.setattr(where, name, used.around(getattr(where, name)))
        yield used


def asked_in_words(engine: Engine, state: Position) -> dict[str, str]:
    """What is told of choices and of keys that are none, by the engine itself."""
    keys = [engine.key(state, choice) for choice in engine.choices(state)[:MOST_CHOICES]]
    found = {"instead": engine.instead(state), "with copy": repr([engine.with_copy(state, key.rpartition(",")[0]) for key in keys])}
    for key in keys:
        choice = engine.find(state, key)
        assert choice is not None
        found[key] = repr((engine.args(state, choice), engine.said(state, choice, "en"), engine.find(state, f"{key}1")))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, _ in shipped()])
def test_no_question_lives_on_what_another_one_left(name: str) -> None:
    game, chance = load_game(name), random.Random(name)
    players = chance.choice(game.players)
    engine, decisions = game.engine(players), [session.position for session in walk(game, players, chance.randrange(99), chance)]
    for position in chance.sample(decisions, min(len(decisions), FEW if name in LARGE else POSITIONS)):
        seat, dice = chance.randrange(players), chance.random()
        choice = chance.choice(engine.choices(position))

        def told() -> list[dict[str, str]]:
            behind = told_behind(game, players, position, choice, seat, random.Random(dice))  # noqa: B023  # called in this pass only
            here = answers(game, players, position, seat, random.Random(dice))  # noqa: B023
            return [behind, here, asked_in_words(engine, position)]  # noqa: B023

        expected = told()
        with used_up(engine) as used:
            assert told() == expected
        assert used.asked > MOST_CHOICES
