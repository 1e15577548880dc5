"""What is needed to win: players together, one alone, or some of several can lose, on both machines and at the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal.interpreter.api import Game, load_game
from custumal.interpreter.position.state import OVER
from custumal.interpreter.reference.scores import winners as won
from custumal.ui.story.session import HUMAN, Session
from custumal.ui.terminal.play.result import result

DYKE = """\
custumal: 1
game: dyke
title: Dyke
players: 1 to 4
languages: [en, fr]
options: {paired: {is: truth, default: false}}
kept:
  dyke: {is: 0 to 20, until: end}
  labour(seat): {is: 0 to 9, until: end}
play:
  turn: {repeat: 2, do: {act: {players: seats, offer: acting}}}
actions:
  build: {say: Build, offered: acting, do: [raise dyke by 1, raise labour of me by 1]}
  rest: {say: Rest, offered: acting, do: raise dyke by 0}
scoring:
  labour: my labour
ranking:
  labour: {most: my total}
  dry: {that: dyke >= players, because: {en: "The dyke is only {dyke} high.", fr: "La digue n'a que {dyke} de haut."}}
  worked: {that: my labour > 0, because: {en: Idlers win nothing., fr: Les oisifs ne gagnent rien.}}
teams: {if: paired, of: "[s, next of next of s]"}
"""


@pytest.fixture
def dyke(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(DYKE, encoding="utf-8")
    return tmp_path


def winners(game: Game, players: int, keys: list[str], *, compiled: bool = True) -> tuple[int, ...]:
    """Who has won after these choices, as seats from 1."""
    engine = game.engine(players, compiled=compiled)
    state = engine.settled(engine.start(1))
    for key in keys:
        choice = engine.find(state, key)
        assert choice is not None
        engine.apply(state, choice)
        engine.settled(state)
    assert state.kind == OVER
    return tuple(seat + 1 for seat in won(engine.evaluator, state))


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(
    ("players", "keys", "expected"),
    [
        (2, ["rest", "rest", "rest", "build"], ()),  # too low for everybody
        (2, ["build", "rest", "build", "rest"], (1,)),
        (2, ["build", "build", "rest", "rest"], (1, 2)),
        (1, ["rest", "rest"], ()),
        (1, ["rest", "build"], (1,)),
        (3, ["build", "rest", "build", "build", "rest", "rest"], (1,)),
    ],
)
def test_who_misses_what_is_needed_does_not_win(
    compiled: bool, players: int, keys: list[str], expected: tuple[int, ...], dyke: Path
) -> None:
    assert winners(load_game(str(dyke)), players, keys, compiled=compiled) == expected


def test_who_misses_what_is_needed_stands_behind_others_with_less(tmp_path: Path) -> None:
    text = DYKE.replace("that: my labour > 0", "that: my labour < 2")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    assert winners(load_game(str(tmp_path)), 2, ["build", "build", "build", "rest"]) == (2,)


def test_all_partners_have_to_meet_it(dyke: Path) -> None:
    game = load_game(str(dyke), options={"paired": True})
    one_idle = ["build", "build", "rest", "build", "build", "rest", "rest", "rest"]
    assert winners(game, 4, one_idle) == (2, 4)
    assert winners(game, 4, [*one_idle[:4], "build", "rest", "build", "rest"]) == (1, 3)


def told(folder: Path, players: int, keys: list[str], language: str = "en", last: int = 2) -> list[str]:
    session = Session(load_game(str(folder)), [HUMAN] * players, 1)
    session.settle()
    for key in keys:
        choice = session.engine.find(session.position, key)
        assert choice is not None
        session.play(choice)
        session.settle()
    lines = result(session.engine, session.position, language, 80)
    return ["".join(piece.text for piece in one) for one in lines][-last:]


def test_places_are_listed_behind_a_winner_only(dyke: Path) -> None:
    """Who misses what is needed is told so with the winner, not once more as the breaking of a tie."""
    three = ["build", "build", "rest", "build", "rest", "rest"]
    places = ["1. player 1", "2. player 2", "3. player 3"]
    assert told(dyke, 3, three, last=5) == ["Player 1 wins.", "player 3: Idlers win nothing.", *places]


def test_the_table_is_told_why_nobody_wins(dyke: Path) -> None:
    assert told(dyke, 1, ["rest", "build"])[-1] == "Player 1 wins."
    build = ["build", "rest", "build", "rest"]
    assert told(dyke, 2, build) == ["Player 1 wins.", "player 2: Idlers win nothing."]
    assert told(dyke, 3, ["build", "build", "rest", *["rest"] * 3])[-1] == "player 3: Idlers win nothing."
    low = told(dyke, 3, ["build", "build", "rest", *["rest"] * 3], "fr")
    assert low == ["La digue n'a que 2 de haut.", "joueur 3 : Les oisifs ne gagnent rien."]
