"""Playouts: many games without a person, in one process or several, with the same result."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import Protocol

from custumal.dsl.diagnostics.catalogue.play import broken_invariant
from custumal.interpreter.api import Game, load_game
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.rng import derive
from custumal.interpreter.position.state import CHANCE, DECISION, OVER, Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.reference.scores import placings, score_lines
from custumal.interpreter.runs.bots import bot, carry_out, followed
from custumal.interpreter.runs.played import MOST_DECISIONS, Plan, Played, digest_of
from custumal.interpreter.runs.records import Record
from custumal.interpreter.runs.series import Series
from custumal.interpreter.runs.series_parts import MACHINES, Jobs, Part, done, in_parts, is_alone
from custumal.interpreter.runs.totals import EveryGame, Totals
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.values import bounded

__all__ = ["MOST_DECISIONS", "Plan", "Played", "Totals", "Watcher", "check_invariants", "play_all", "play_batch", "play_game", "simulate"]


def simulate(plan: Plan, games: int, jobs: Jobs = 1) -> EveryGame:
    """The games number 0 to games - 1, with each of them.

    Raises:
        RuleFileError, PlayError, BotFailed, OSError: as `play_all` does.
    """
    totals = EveryGame()
    play_all(plan, games, totals, jobs)
    return totals


def play_all(  # what is played, how, and where it goes
    plan: Plan, games: int, into: Totals, jobs: Jobs = 1, progress: Callable[[int], None] | None = None, game: Game | None = None
) -> None:  # fmt: skip
    """Play the games number 0 to games - 1.

    Args:
        into: where each game is added as soon as it counts, so that whatever ends the play leaves those before.
        jobs: who plays; the result does not depend on it.
        progress: is told how many more have been played.
        game: that of the plan, where it has been loaded already.

    Raises:
        RuleFileError: the game can't be played.
        PlayError: its rules lead to something impossible; with `check_invariants` also where an invariant is broken.
        BotFailed: a bot of one's own failed.
        OSError: a record can't be written; those of the games before are there.
    """
    tell = progress or (lambda _: None)
    if not is_alone(jobs, games):
        _in_processes(plan, games, jobs, tell, into)
        return
    series = _ready(plan, game)
    began = time.monotonic()
    for played in series.play(range(games)):
        into.add(played)
        into.seconds = time.monotonic() - began
        tell(1)


def _in_processes(plan: Plan, games: int, jobs: Jobs, tell: Callable[[int], None], into: Totals) -> None:
    processes = jobs if isinstance(jobs, int) else MACHINES
    most = max(1, min(50, games // (processes * 4)))
    add_parts(in_parts(partial(play_batch, plan, games // processes), games, most, jobs), tell, into)


def add_parts(parts: Iterable[Part[Played]], tell: Callable[[int], None], into: Totals) -> None:
    """Add the games of parts that come in order.

    Raises:
        PlayError, BotFailed, OSError: as `play_all` does, once all games before are added.
    """
    began: list[float] = []
    for part in parts:
        began.append(part.began)
        for played in part.results:
            into.add(played)
        into.seconds = max(into.seconds, part.ended - min(began))
        tell(len(part.results))
        if part.error is not None:
            raise part.error


def play_batch(plan: Plan, share: int, numbers: range) -> Part[Played]:
    """The work of one process, which will play about so many games (`share`) in all."""
    series = _ready_here(plan)
    return done(numbers, partial(series.play, share=share))


@lru_cache(maxsize=1)
def _ready_here(plan: Plan) -> Series:
    """The same, for a process that plays several parts of one series."""
    return _ready(plan)


def _ready(plan: Plan, loaded: Game | None = None) -> Series:
    game = loaded or load_game(plan.game, variants=plan.variants, options=dict(plan.options))
    engine = game.engine(plan.players)
    return Series(plan, game, engine, partial(play_game, plan, game, engine))


def game_seed(seed: int, number: int) -> int:
    """The seed of a game of a series."""
    return derive(seed, "game", number)


class Watcher(Protocol):
    """Whoever looks on while a game is played."""

    def decided(self, engine: Engine, state: Position, choices: Sequence[ChoiceTuple], choice: ChoiceTuple, seconds: float) -> None:
        """Told of every decision, before it is carried out, and how long it was thought about."""

    def ended(self, engine: Engine, state: Position, log: Sequence[ChoiceTuple]) -> None:
        """Told of the last position, and of all that was chosen or came about."""


def play_game(plan: Plan, game: Game, engine: Engine, number: int, watcher: Watcher | None = None) -> Played:
    """Game `number` of a plan, recorded if the plan says so; what goes wrong in it is told with its place in the rules.

    Raises:
        PlayError, BotFailed, OSError: as `play_all` does.
    """
    seed = game_seed(plan.seed, number)
    log: list[ChoiceTuple] = []
    try:
        return _play(plan, game, engine, number, log, watcher)
    except PlayError as error:
        from custumal.interpreter.explain.error_location import placed_in_game  # noqa: PLC0415  # start-up is measured

        raise placed_in_game(error, engine.reference, seed, log) from None


def _play(plan: Plan, game: Game, engine: Engine, number: int, log: list[ChoiceTuple], watcher: Watcher | None) -> Played:
    """One game. What is chosen and what chance does goes into `log`."""
    seed = game_seed(plan.seed, number)
    bots = [bot(plan.bot_of(seat), plan.seed, number, seat) for seat in range(plan.players)]
    state = engine.start(seed)
    course = followed(engine, state, bots)
    keys: list[str] = []
    decisions = 0
    while state.kind != OVER and decisions < MOST_DECISIONS:
        if state.kind == CHANCE:
            choice = engine.draw(state)
        else:
            assert state.seat is not None
            choices = engine.choices(state)
            began = time.perf_counter()
            choice = choices[bots[state.seat].pick(engine, state, choices)]
            decisions += 1
            if watcher is not None:
                watcher.decided(engine, state, choices, choice, time.perf_counter() - began)
        log.append(choice)
        if plan.records is not None:
            keys.append(engine.key(state, choice))
        carry_out(engine, state, choice, course)
        if plan.check_invariants:
            check_invariants(engine, state)
    if plan.records is not None:
        _record(plan, game, seed, keys).save(plan.records.path(number))
    if watcher is not None:
        watcher.ended(engine, state, log)
    return _outcome(engine, state, number, decisions, seed, log)


def _outcome(engine: Engine, state: Position, number: int, decisions: int, seed: int, log: list[ChoiceTuple]) -> Played:
    lines = [score_lines(engine.evaluator, state, seat) for seat in engine.instance.seats]
    totals = tuple(bounded(sum(line.values())) for line in lines)
    first = [one for one in placings(engine.evaluator, state) if one.wins] if state.kind == OVER else []
    best = tuple(one.seat for one in first)
    return Played(
        number=number,
        finished=state.kind == OVER,
        decisions=decisions,
        rounds=engine.rounds(state),
        scores=totals,
        winners=best,
        shared=any(one.shared for one in first),
        lines=_means(lines),
        digest=game_digest(seed, log, totals, best),
    )


def _record(plan: Plan, game: Game, seed: int, keys: list[str]) -> Record:
    return Record(
        game.id, game.rules_hash, plan.players, seed, game.variants, game.options, tuple(map(plan.bot_of, range(plan.players))), keys,
        game.files, game.model.hashes,
    )  # fmt: skip


def check_invariants(engine: Engine, state: Position) -> None:
    """Test the game's invariants at a stop.

    Raises:
        PlayError: one does not hold.
    """
    if state.kind not in (DECISION, OVER):
        return
    for invariant in engine.instance.game.invariants:
        if not engine.machine.holds(invariant, state):
            raise PlayError(broken_invariant(invariant.source.id), invariant.source.span)


def _means(by_seat: list[dict[str, int]]) -> dict[str, float]:
    """The mean over the seats of each line of the score."""
    return {line: sum(one[line] for one in by_seat) / len(by_seat) for line in (by_seat[0] if by_seat else {})}


def game_digest(seed: int, log: list[ChoiceTuple], totals: tuple[int, ...], best: tuple[int, ...]) -> bytes:
    """A hash over all that was chosen and came about in a game, and its result."""
    return digest_of(json.dumps([seed, log, totals, best], separators=(",", ":")).encode())
