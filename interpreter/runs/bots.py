"""Bots: seats that are played by the program, at random, for the best immediate score, or with a search."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from custumal.dsl.base.frozen import dataclass, replace
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.rng import below, derive
from custumal.interpreter.position.state import Position
from custumal.interpreter.position.unseen import Unseen
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.reference.scores import points
from custumal.interpreter.search.levels import LEVELS, budget

if TYPE_CHECKING:
    from custumal.interpreter.knowledge.course import Course

BOTS = ("random", "greedy", *LEVELS)
"""Those with a name of their own; `mcts:N` is one for every N."""
_RESTRICTED = re.compile(r"(.+)([+!])([^+!]+)")
_OWN = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*:[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Restriction:
    """An action that a bot may not choose, or has to (`must`), wherever there is something else, or it, to choose."""

    action: str
    must: bool

    def allowed(self, engine: Engine, state: Position, choices: Sequence[ChoiceTuple]) -> Sequence[ChoiceTuple]:
        """What is left; everything where nothing would be."""
        return [one for one in choices if (engine.action(state, one) == self.action) == self.must] or choices

    def of(self, bot: str) -> str:
        """The name of a bot that is restricted so."""
        return f"{bot}{'+' if self.must else '!'}{self.action}"


@dataclass(slots=True)
class Bot:
    """A way to choose, with a generator of its own, so that bots never touch the chance of the game. `course` is what has happened in
    the game, for those that ask what their seat can know of it (see `followed`); `patience` is how many seconds those that search may
    think at most, None where only their iterations count; `restriction` is what it may not choose, or has to wherever it can."""

    name: str
    rng: int
    choose: Callable[[Bot, Engine, Position, Sequence[ChoiceTuple]], int]
    course: Course | None = None
    patience: float | None = None
    restriction: Restriction | None = None

    def pick(self, engine: Engine, state: Position, choices: Sequence[ChoiceTuple]) -> int:
        """The number of the choice that it takes."""
        allowed = choices if self.restriction is None else self.restriction.allowed(engine, state, choices)
        picked = self.choose(self, engine, state, allowed)
        return picked if allowed is choices else choices.index(allowed[picked])

    def below(self, bound: int) -> int:
        self.rng, value = below(self.rng, bound)
        return value


def bot(name: str, seed: int, game: int, seat: int) -> Bot:
    """A bot for a seat of a game (number `game` of a series).

    Args:
        name: of one of the program, of one's own, or of a restricted one (see `Restriction.of`).

    Raises:
        KeyError: no bot has this name.
    """
    if (found := _RESTRICTED.fullmatch(name)) is not None:
        free = bot(found[1], seed, game, seat)
        free.restriction = Restriction(found[3], found[2] == "+")
        return free
    return Bot(name, derive(seed, "bot", game, seat), _searching if budget(name) else _own if is_own(name) else _CHOOSE[name])


def followed(engine: Engine, state: Position, bots: Iterable[Bot]) -> Course | None:
    """The course of a game that begins, handed to the bots that want it; None if nobody does. Whoever plays tells it what happens."""
    wanting = [one for one in bots if budget(one.name) is not None]
    if not wanting or not engine.eyes.has_secrets:
        return None
    course = engine.course(state)
    for one in wanting:
        one.course = course
    return course


def carry_out(engine: Engine, state: Position, choice: ChoiceTuple, course: Course | None) -> None:
    """Carry out a choice, or what chance does, in place, and note it in the course of the game."""
    if course is None:
        engine.apply(state, choice)
        return
    before = state.copy()
    engine.apply(state, choice)
    course.note(before, choice, state)


def is_bot(name: str) -> bool:
    """Whether a bot of the program has this name."""
    return name in _CHOOSE or budget(name) is not None


def is_own(name: str) -> bool:
    """Whether a name has the form of a bot of one's own, `MODULE:NAME`."""
    return _OWN.fullmatch(name) is not None


def _searching(me: Bot, engine: Engine, state: Position, choices: Sequence[ChoiceTuple]) -> int:
    """The choice that a search finds best."""
    from custumal.interpreter.search.search import Search  # noqa: PLC0415  # few games are played by search

    thinking = budget(me.name)
    assert thinking is not None
    if me.patience is not None and thinking.seconds is None:
        thinking = replace(thinking, seconds=me.patience)
    if len(choices) == 1:
        return 0
    found = Search(engine, state, derive(me.rng, "search", me.below(1 << 32)), me.course).run(thinking)
    best = next((one.choice for one in found if one.choice in choices), None)
    return me.below(len(choices)) if best is None else choices.index(best)


def _own(me: Bot, engine: Engine, state: Position, choices: Sequence[ChoiceTuple]) -> int:
    """What a bot of the user's chooses."""
    from custumal.interpreter.runs.own_bots import asked  # noqa: PLC0415  # few games are played by such bots

    return asked(me.name, engine, state, choices)


def _random(me: Bot, _engine: Engine, _state: Position, choices: Sequence[ChoiceTuple]) -> int:
    return me.below(len(choices))


def _greedy(me: Bot, engine: Engine, state: Position, choices: Sequence[ChoiceTuple]) -> int:
    """The choice after which the own score, less the best of the others, is greatest, as far as the seat knows them; chance is not
    foreseen, nor what reads hidden things."""
    seat = state.seat
    if seat is None or len(choices) == 1:
        return me.below(len(choices))
    seen = engine.seen(state, seat)
    marks = [_mark(engine, seen, choice, seat) for choice in choices]
    best = max(marks)
    ties = [i for i, mark in enumerate(marks) if mark == best]
    return ties[me.below(len(ties))]


def _mark(engine: Engine, seen: Position, choice: ChoiceTuple, seat: int) -> int:
    trial = seen.copy()
    # Where the choice leads to what the seat does not know, it counts what has come about until then.
    with suppress(Unseen):
        engine.apply(trial, choice)
    others = [_known_points(engine, trial, s) for s in engine.instance.seats if s != seat]
    return _known_points(engine, trial, seat) - (max(others) if others else 0)


def _known_points(engine: Engine, seen: Position, seat: int) -> int:
    """The points of those lines of the score that are known."""
    found = 0
    for line in engine.instance.game.scoring:
        with suppress(Unseen):
            found += points(engine.evaluator, seen, seat, line)
    return found


_CHOOSE = {"random": _random, "greedy": _greedy}
