"""One set of rules, played for itself: each game as `simulate` plays it, with what is noted of it."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from functools import lru_cache, partial

from custumal.insight.play.observations import GameFacts
from custumal.insight.play.recording import noted_game
from custumal.interpreter.api import Game, load_game
from custumal.interpreter.runs.series_parts import Jobs, Part, done, in_parts, is_alone, results
from custumal.interpreter.runs.simulate import Plan, Played

PART = 20
"""Games that a process plays at most before it hands them over."""
Noted = tuple[Played, GameFacts]


def noted_games(plan: Plan, games: int, jobs: Jobs = 1, judge: int = 0) -> Generator[Noted, None, None]:
    """The games number 0 to games - 1, in this order whatever `jobs` is; with a judge that makes so many tries, if any.

    Raises:
        RuleFileError: the game can't be played.
        PlayError, BotFailed, OSError: as `simulate` does; all games before have been given.
    """
    if is_alone(jobs, games):
        yield from _noted(plan, judge, range(games))
        return
    with closing(in_parts(partial(play_part, plan, judge), games, PART, jobs)) as parts:
        yield from results(parts)


def play_part(plan: Plan, judge: int, numbers: range) -> Part[Noted]:
    """The work of one process."""
    return done(numbers, partial(_noted, plan, judge))


def _noted(plan: Plan, judge: int, numbers: range) -> Iterator[Noted]:
    game = _loaded(plan)
    engine = game.engine(plan.players)
    for number in numbers:
        played, facts, _ = noted_game(plan, game, engine, number, judge)
        yield played, facts


@lru_cache(maxsize=2)
def _loaded(plan: Plan) -> Game:
    return load_game(plan.game, variants=plan.variants, options=dict(plan.options))
