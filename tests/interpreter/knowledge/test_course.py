"""The course of a game is kept wherever one is played, and says the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from custumal import load_game
from custumal.interpreter.knowledge import course as course_module
from custumal.interpreter.position.state import CHANCE, OVER
from custumal.interpreter.runs.bots import bot, carry_out, followed
from custumal.interpreter.runs.simulate import Plan, simulate
from custumal.ui.story.session import HUMAN, Session
from tests.interpreter.knowledge.test_determine import game
from tests.support.dealt_games import BOTTOM

pytestmark = pytest.mark.slow


def drawn(session: Session, seat: int) -> list[object]:
    chance = random.Random(3)
    possible = session.engine.possible(session.position, seat, session.course())
    return [possible.draw(chance).piles for _ in range(8)]


def test_a_session_knows_what_was_buried_and_forgets_what_is_taken_back(tmp_path: Path) -> None:
    session = Session(game(BOTTOM, tmp_path), [HUMAN, HUMAN], 5)
    session.settle()
    first = len(session.events)
    session.play(session.engine.choices(session.position)[0])  # bury
    bottom = session.position.piles[0][0]
    assert {piles[0][0] for piles in drawn(session, 1)} == {bottom}  # type: ignore[index]
    before = drawn(session, 1)
    session.play(session.engine.choices(session.position)[1])
    drawn(session, 1)
    session.return_to(first + 1)
    assert drawn(session, 1) == before
    session.return_to(first)
    assert len({piles[0][0] for piles in drawn(session, 1)}) > 1  # type: ignore[index]


def test_a_kept_game_that_goes_on_knows_the_same(tmp_path: Path) -> None:
    own = game(BOTTOM, tmp_path)
    session = Session(own, [HUMAN, HUMAN], 5)
    session.settle()
    for number in (0, 1, 0):
        session.play(session.engine.choices(session.position)[number])
    again = Session(own, [HUMAN, HUMAN], 5)
    again.replay(session.record())
    assert [drawn(again, seat) for seat in (0, 1)] == [drawn(session, seat) for seat in (0, 1)]


def test_a_series_with_bots_that_search_is_the_same_in_one_process_or_two() -> None:
    plan = Plan("kuhn-poker", 2, 4, seats=("mcts:20", "mcts:20"))
    assert simulate(plan, 8).digest() == simulate(plan, 8, jobs=2).digest()


def test_nobody_is_told_where_nobody_asks() -> None:
    engine = load_game("kuhn-poker").engine(2)
    assert followed(engine, engine.start(1), [bot("greedy", 1, 0, 0), bot("random", 1, 0, 1)]) is None
    assert followed(load_game("hex").engine(2), load_game("hex").engine(2).start(1), [bot("easy", 1, 0, 0)]) is None


def test_a_course_that_grew_too_long_begins_anew_from_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course_module, "MOST", 10)
    monkeypatch.setattr(course_module, "FEW", 5)
    engine, chance = load_game("spades").engine(4), random.Random(2)
    state = engine.start(1)
    course = engine.course(state)
    for step in range(400):
        if state.kind == OVER:
            break
        choice = engine.draw(state) if state.kind == CHANCE else chance.choice(engine.choices(state))
        carry_out(engine, state, choice, course)
        if step % 40 == 0 and state.seat is not None:
            found = engine.possible(state, state.seat, course).draw(chance)
            assert engine.choices(found) == engine.choices(state)
