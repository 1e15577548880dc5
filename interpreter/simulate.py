"""Many games without a person: played in one process or several, with the same result."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

from custumal.interpreter.api import Game, load_game
from custumal.interpreter.bots import bot
from custumal.interpreter.errors import PlayError
from custumal.interpreter.listing import Raw
from custumal.interpreter.placed_errors import placed_in_game
from custumal.interpreter.processes import each_in_processes
from custumal.interpreter.records import Record
from custumal.interpreter.rng import derive
from custumal.interpreter.scores import score_lines, standings
from custumal.interpreter.state import CHANCE, DECISION, OVER, State
from custumal.interpreter.table import Table
from custumal.interpreter.values import bounded

MOST_DECISIONS = 100_000
"""A game that asks more often is given up and counted as unfinished."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: everything a process needs to know, in plain values."""

    game: str
    players: int
    seed: int
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, object], ...] = ()
    seats: tuple[str, ...] = ()
    check_invariants: bool = False
    keep_records: bool = False


@dataclass(slots=True)
class Played:
    """One finished (or given up) game."""

    number: int
    finished: bool
    decisions: int
    rounds: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    shared: bool
    """Whether rivals won together; partners of one team are no rivals."""
    lines: dict[str, float]
    digest: bytes
    record: str | None = None


@dataclass(slots=True)
class Totals:
    """What all games together say; games are added in order of their numbers. `seconds` passed while they were played, which
    does not count what was done before the first one began."""

    games: list[Played] = field(default_factory=list)
    seconds: float = 0.0

    def digest(self) -> str:
        """A hash over the records of all games: equal digests, equal play."""
        whole = hashlib.blake2b(digest_size=16)
        for game in self.games:
            whole.update(game.digest)
        return whole.hexdigest()


def simulate(plan: Plan, games: int, jobs: int = 1, progress: Callable[[int], None] | None = None) -> Totals:
    """Play the games number 0 to games - 1. `progress` is told how many more have been played.

    Raises:
        RuleFileError: the game can't be played.
        PlayError: its rules lead to something impossible; with `check_invariants` also where an invariant is broken.
    """
    tell = progress or (lambda _: None)
    if jobs > 1 and games > 1:  # one game needs one process
        return _in_processes(plan, games, jobs, tell)
    game, table = _ready(plan)
    began = time.monotonic()
    done = []
    for number in range(games):
        done.append(_played(plan, game, table, number))
        tell(1)
    return Totals(done, time.monotonic() - began)


def _in_processes(plan: Plan, games: int, jobs: int, tell: Callable[[int], None]) -> Totals:
    size = max(1, min(50, games // (jobs * 4)))
    parts = [range(start, min(start + size, games)) for start in range(0, games, size)]
    done: list[Part] = []
    for found in each_in_processes(partial(play_part, plan), parts, jobs):
        done.append(found)
        tell(len(found.games))
    seconds = max(part.ended for part in done) - min(part.began for part in done)
    return Totals(sorted((game for part in done for game in part.games), key=lambda game: game.number), seconds)


@dataclass(frozen=True, slots=True)
class Part:
    """The games that a process has played, and when it began and ended, by the clock that all processes share."""

    games: tuple[Played, ...]
    began: float
    ended: float


def play_part(plan: Plan, numbers: range) -> Part:
    """The work of one process."""
    game, table = _ready_here(plan)
    began = time.monotonic()
    return Part(tuple(_played(plan, game, table, number) for number in numbers), began, time.monotonic())


@lru_cache(maxsize=1)
def _ready_here(plan: Plan) -> tuple[Game, Table]:
    """The same, for a process that plays several parts of one series."""
    return _ready(plan)


def _ready(plan: Plan) -> tuple[Game, Table]:
    game = load_game(plan.game, variants=plan.variants, options=dict(plan.options))
    return game, game.table(plan.players)


def _played(plan: Plan, game: Game, table: Table, number: int) -> Played:
    """One game; what goes wrong in it is told with its place in the rules."""
    seed = derive(plan.seed, "game", number)
    log: list[Raw] = []
    try:
        return _play(plan, game, table, number, seed, log)
    except PlayError as error:
        raise placed_in_game(error, table.reference, seed, log) from None


def _play(plan: Plan, game: Game, machine: Table, number: int, seed: int, log: list[Raw]) -> Played:
    """One game. What is chosen and what chance does goes into `log`."""
    seats = [plan.seats[s] if s < len(plan.seats) else "random" for s in range(plan.players)]
    bots = [bot(name, plan.seed, number, s) for s, name in enumerate(seats)]
    state = machine.start(seed)
    keys: list[str] = []
    decisions = 0
    while state.kind != OVER and decisions < MOST_DECISIONS:
        if state.kind == CHANCE:
            raw = machine.draw(state)
        else:
            assert state.seat is not None
            choices = machine.choices(state)
            raw = choices[bots[state.seat].pick(machine, state, choices)]
            decisions += 1
        log.append(raw)
        if plan.keep_records:
            keys.append(machine.key(state, raw))
        machine.apply(state, raw)
        if plan.check_invariants:
            check_invariants(machine, state)
    lines = [score_lines(machine.evaluator, state, seat) for seat in range(plan.players)]
    totals = tuple(bounded(sum(line.values())) for line in lines)
    first = [one for one in standings(machine.evaluator, state) if one.wins] if state.kind == OVER else []
    best = tuple(one.seat for one in first)
    record = None
    if plan.keep_records:
        record = Record(
            game.id, game.rules_hash, plan.players, seed, game.variants, game.options, tuple(seats), keys, game.files, game.model.hashes,
        ).to_json()  # fmt: skip
    return Played(
        number,
        state.kind == OVER,
        decisions,
        machine.rounds(state),
        totals,
        best,
        any(one.shared for one in first),
        _means(lines),
        _digest(seed, log, totals, best),
        record,
    )


def check_invariants(table: Table, state: State) -> None:
    """Test the game's invariants at a stop.

    Raises:
        PlayError: one does not hold.
    """
    if state.kind not in (DECISION, OVER):
        return
    for invariant in table.instance.game.invariants:
        if not table.machine.holds(invariant, state):
            raise PlayError("broken-invariant", f"The invariant `{invariant.source.id}` does not hold.", invariant.source.span)


def _means(by_seat: list[dict[str, int]]) -> dict[str, float]:
    """The mean over the seats of each line of the score."""
    return {line: sum(one[line] for one in by_seat) / len(by_seat) for line in (by_seat[0] if by_seat else {})}


def _digest(seed: int, log: list[Raw], totals: tuple[int, ...], best: tuple[int, ...]) -> bytes:
    text = json.dumps([seed, log, totals, best], separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


# ---------------------------------------------------------------- the summary


def summary(plan: Plan, totals: Totals, seconds: float, options: dict[str, Any]) -> dict[str, Any]:
    """The games in figures, in the shape that `simulate --json` promises."""
    games = totals.games
    finished = [g for g in games if g.finished]
    decisions = [g.decisions for g in games]
    return {
        "game": plan.game,
        "variants": list(plan.variants),
        "options": options,
        "players": plan.players,
        "seed": plan.seed,
        "games": len(games),
        "finished": len(finished),
        "unfinished": len(games) - len(finished),
        "decisions": _spread(decisions),
        "rounds": _spread([g.rounds for g in games]),
        "seats": [_seat(plan, games, s) for s in range(plan.players)],
        "score_lines": _mean_lines(games),
        "seconds": round(seconds, 3),
        "decisions_per_second": round(sum(decisions) / seconds) if seconds > 0 else 0,
        "digest": totals.digest(),
    }


def _spread(values: Sequence[int]) -> dict[str, float]:
    if not values:
        return {"mean": 0, "min": 0, "max": 0}
    return {"mean": round(sum(values) / len(values), 3), "min": min(values), "max": max(values)}


def _seat(plan: Plan, games: Sequence[Played], seat: int) -> dict[str, Any]:
    points = [g.scores[seat] for g in games]
    mean = sum(points) / len(points) if points else 0.0
    sd = (sum((p - mean) ** 2 for p in points) / len(points)) ** 0.5 if points else 0.0
    won = [g for g in games if seat in g.winners]
    return {
        "seat": seat + 1,
        "bot": plan.seats[seat] if seat < len(plan.seats) else "random",
        "score": {"mean": round(mean, 3), "sd": round(sd, 3), "min": min(points, default=0), "max": max(points, default=0)},
        "wins": sum(not g.shared for g in won),
        "shared_wins": sum(g.shared for g in won),
    }


def _mean_lines(games: Sequence[Played]) -> dict[str, float]:
    names = games[0].lines if games else {}
    return {name: round(sum(g.lines[name] for g in games) / len(games), 3) for name in names}
