"""Bots think beside their tables: what their thread is given stays as it is, whatever happens at the table meanwhile."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from custumal import load_game
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.runs.bots import Bot
from custumal.ui.story.followed import Followed
from custumal.ui.story.session import HUMAN, Session
from custumal.ui.web.store.sqlite import SqliteStore
from custumal.ui.web.tables.house import House
from custumal.ui.web.tables.table import Asked
from custumal.ui.web.tables.thinking import Thinker

pytestmark = pytest.mark.slow
SECRET = ("goofspiel", "kuhn-poker", "liars-dice", "spades")


def played(game: str, events: int) -> Session:
    session = Session(load_game(game), ["random"] * load_game(game).players[0], 4)
    session.settle()
    while len(session.events) < events and not session.is_over:
        session.play_bot()
        session.settle()
    return session


@pytest.mark.parametrize("name", SECRET)
def test_a_course_of_ones_own_knows_what_that_of_the_game_knows(name: str) -> None:
    session, game = played(name, 12), load_game(name)
    followed = Followed(game.engine(len(session.seats)))
    for number in range(len(session.events) + 1):  # brought up to date again and again, as a bot does
        own = followed.course(session.passages()[:number], session.after(number - 1) if number else session.opening, session.opening)
    whole = session.course()
    assert own is not whole
    assert (own.log, own.token, own.values) == (whole.log, whole.token, whole.values)


def test_what_is_taken_back_is_forgotten() -> None:
    session, other = played("goofspiel", 12), played("goofspiel", 12)
    session.course()
    session.return_to(5)
    other.return_to(5)
    one, two = session.course(), other.course()
    assert (one.log, one.token, one.values) == (two.log, two.token, two.values)


def test_a_table_goes_on_while_a_bot_thinks_and_the_bot_hears_nothing_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = House(SqliteStore(tmp_path / "tables.sqlite")).new(load_game("goofspiel"), [HUMAN, "easy"], 2)
    thinks, goes_on, noted = threading.Event(), threading.Event(), []

    def pick(engine: Engine, bot: Bot, position: Position) -> tuple[ChoiceTuple, int]:
        assert bot.course is not None
        before = list(bot.course.log), list(bot.course.token)
        thinks.set()
        assert goes_on.wait(60)
        noted.append((bot.course, before == (bot.course.log, bot.course.token), engine is table.session.engine))
        return engine.choices(position)[0], bot.rng

    monkeypatch.setattr("custumal.ui.web.tables.thinking._pick", pick)

    async def meanwhile() -> None:
        thinker = Thinker()
        choices = table.session.engine.choices(table.session.position)
        table.choose((0,), Asked(table.version, "one"), table.session.engine.key(table.session.position, choices[0]))
        thinking = asyncio.create_task(thinker.play(table))
        await asyncio.to_thread(thinks.wait, 60)
        table.undo((0,), Asked(table.version, "two"))
        table.session.course()
        goes_on.set()
        await thinking
        thinker.close()

    asyncio.run(meanwhile())
    ((course, is_as_before, shares_engine),) = noted
    assert is_as_before
    assert not shares_engine
    assert course is not table.session.course()
    assert [event for event in table.session.events if event.seat is not None] == []  # what was thought about is gone, and not played
