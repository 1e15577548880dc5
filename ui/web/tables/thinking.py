"""Bots at tables: they choose in a thread of their own, with engines of their own, so that tables go on meanwhile."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from custumal.interpreter.api import Game
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.runs.bots import Bot
from custumal.ui.story.followed import Followed, Passage
from custumal.ui.story.session import Session
from custumal.ui.web.tables.table import Refused, Table

QUICK = "random"
"""The bot that needs no time."""
_PACE = 0.6
"""Seconds between two choices where only bots play, so that they can be followed."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What the thread of the bots is given: all of it stays as it is while a table goes on. The positions are those of the table, which
    nobody changes; the bot is its own; `session` says whose engine and course are meant, and nothing is read there that changes. `past` is
    what has happened, and where games with this seed begin, for games in which something is hidden."""

    session: Session
    bot: Bot
    position: Position
    past: tuple[tuple[Passage, ...], Position] | None


class Thinker:
    """The thread in which bots think."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "bots")
        self._engines: WeakKeyDictionary[Engine, Engine] = WeakKeyDictionary()
        self._followed: WeakKeyDictionary[Session, Followed] = WeakKeyDictionary()

    async def play(self, table: Table) -> None:
        """Let bots choose at a table until a person has to, or the game is over; where only bots play, while somebody looks on."""
        while _is_bots_turn(table.session) and not table.stands_still:
            if not table.people:
                if not table.changed:
                    return
                await asyncio.sleep(_PACE)
            version, picked = table.version, await self._picked(table.session)
            if table.version == version:
                try:
                    table.play_for_bot(*picked)
                except Refused as why:
                    table.notice = why
                    table.tell()
                    return
            await asyncio.sleep(0)

    async def _picked(self, session: Session) -> tuple[ChoiceTuple, int]:
        """What the bot chooses whose turn it is, and where its generator stands then."""
        assert session.seat is not None
        bot = replace(session.bots[session.seat], course=None)
        if bot.name == QUICK:
            return _pick(session.engine, bot, session.position.copy())
        past = (tuple(session.passages()), session.opening) if session.engine.eyes.has_secrets else None
        thought = Thought(session, bot, session.position, past)
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._thinks, thought)

    def _thinks(self, thought: Thought) -> tuple[ChoiceTuple, int]:
        """What a bot chooses; in the thread of the bots, which alone uses these engines and courses."""
        session, bot, position = thought.session, thought.bot, thought.position
        engine = self._engine(session)
        if thought.past is not None:
            passages, opening = thought.past
            bot.course = self._followed.setdefault(session, Followed(engine)).course(passages, position, opening)
        return _pick(engine, bot, position.copy())

    def _engine(self, session: Session) -> Engine:
        """An engine that plays the same and is used in the thread of the bots only."""
        if session.engine not in self._engines:
            self._engines[session.engine] = _twin(session)
        return self._engines[session.engine]

    def close(self) -> None:
        """Think no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _is_bots_turn(session: Session) -> bool:
    return session.seat is not None and session.seat in session.bots


def _pick(engine: Engine, bot: Bot, position: Position) -> tuple[ChoiceTuple, int]:
    choices = engine.choices(position)
    return choices[bot.pick(engine, position, choices)], bot.rng


def _twin(session: Session) -> Engine:
    game, engine = session.game, session.engine
    if game.engine(len(session.seats)) is engine:
        return Game(game.model, game.values, game.variants, game.files, game.cache_key).engine(len(session.seats))
    return Engine(engine.instance, compiled=False, machine=Machine(engine.instance, engine.program))
