"""Games played by what stands in print: entries of menus are numbered from 1 on, and a question for a number tells which there are.

Who plays here sees the printed lines only: pages through a list that is long, and answers by a place in it or by an amount.
"""

import io
import random
import re
import sys
from typing import Any

import pytest

from custumal.interpreter.api import load_game
from custumal.interpreter.engine import Engine
from custumal.interpreter.library import shipped
from custumal.interpreter.position.state import OVER
from custumal.ui.scene.describe import Describer
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.terminal.questions.prompts import Asking
from custumal.ui.terminal.screen.console import Console
from tests.support.scale import FULL
from tests.ui.terminal.test_questions import Told

DECISIONS = 400 if FULL else 25
ENTRY = re.compile(r"(?:^|\s\s)(\d+)\)(?=\s|$)", re.MULTILINE)
AMOUNTS = re.compile(r"\? (-?\d+(?:(?: to | à | or | ou |, )-?\d+)*)")


class Reader:
    """Who reads what is printed, and answers."""

    def __init__(self, shown: io.StringIO, asking: Asking, rng: random.Random) -> None:
        self.shown = shown
        self.asking = asking
        self.rng = rng
        self.seen: list[int] = []

    def readline(self) -> str:
        """The next answer, by what has been printed since the last."""
        printed = self.shown.getvalue()
        self.shown.seek(0)
        self.shown.truncate()
        is_asked_for_more = bool(re.search(r"^(\.\.\.|  ) .*(Enter|Entrée)", printed, re.MULTILINE))
        entries = [int(number) for number in ENTRY.findall(printed)]
        self.seen += [number for number in entries if number not in self.seen]
        if is_asked_for_more:
            return "\n"
        amounts = [] if self.seen else amounts_of(" ".join(printed.split()))
        answers = self.asking.question.answers
        if amounts:
            assert sorted(str(amount) for amount in amounts) == sorted(answer.label for answer in answers), printed
            return f"{self.rng.choice(amounts)}\n"
        assert sorted(self.seen) == [*range(1, len(answers) + 1)], printed
        self.seen.clear()
        return f"{self.rng.randint(1, len(answers))})\n"


def amounts_of(printed: str) -> list[int]:
    """The amounts that a question names, each: `0 to 2 or 5` are 0, 1, 2 and 5."""
    named = AMOUNTS.search(printed)
    parts = re.split(", | or | ou ", named[1]) if named else []
    ends = [[int(end) for end in re.split(" to | à ", part)] for part in parts]
    return [amount for first, *last in ends for amount in range(first, (last or [first])[0] + 1)]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", [name for name, _ in shipped()])
def test_menus_are_numbered_and_numbers_asked_for(name: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game(name)
    engine = game.engine(game.players[1])
    state, rng = engine.settled(engine.start(7)), random.Random(f"{name} {language}")
    monkeypatch.setenv("COLUMNS", "80")
    for _ in range(DECISIONS):
        if state.kind == OVER:
            break
        state = engine.settled(engine.after(state, answered(engine, game, state, language, rng, monkeypatch)))


def answered(engine: Engine, game: Any, state: Any, language: str, rng: random.Random, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What is chosen by somebody who reads the questions of one decision."""
    look = Look(engine, hints_of(game.model.display), state, state.seat, language)
    asking = Asking(Console(language, color=False, interactive=False), Describer(engine, language), look, engine.choices(state))
    monkeypatch.setattr(sys, "stdout", shown := io.StringIO())
    monkeypatch.setattr(sys, "stdin", Reader(shown, asking, rng))
    found = asking.ask(Told())
    assert found.choice is not None
    return found.choice
