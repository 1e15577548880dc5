"""One game played by bots, with what is noted of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from custumal.insight.play.judge import judged
from custumal.insight.play.named import named
from custumal.insight.play.observations import GameFacts
from custumal.insight.play.standings import ahead_from
from custumal.interpreter.api import Game
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import OVER, Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.reference.scores import placings, score_lines, scores
from custumal.interpreter.runs.simulate import Plan, Played, game_seed, play_game


@dataclass(slots=True)
class Notes:
    """What is counted while a game is played; it looks on, and takes no part.

    Args:
        log, chosen: all that was chosen or came about, and what was chosen.
        turns: what was chosen between one of the standings and the next.
        places: of the seats at the end; empty for a game that was given up.
        asked, thought: how often each seat decided, and how many seconds it thought.
    """

    log: Sequence[ChoiceTuple] = ()
    chosen: list[ChoiceTuple] = field(default_factory=list)
    real: int = 0
    options: int = 0
    standings: list[tuple[int, ...]] = field(default_factory=list)
    turns: list[set[str]] = field(default_factory=list)
    offered: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    lines: list[dict[str, int]] = field(default_factory=list)
    places: tuple[int, ...] = ()
    asked: Counter[int] = field(default_factory=Counter)
    thought: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))
    end: str | None = None
    last: int | None = None

    def decided(self, engine: Engine, state: Position, choices: Sequence[ChoiceTuple], choice: ChoiceTuple, seconds: float) -> None:
        """Count a decision."""
        assert state.seat is not None
        self.asked[state.seat] += 1
        self.thought[state.seat] += seconds
        if state.seat != self.last:
            self.standings.append(scores(engine.evaluator, state))
            self.turns.append(set())
            self.last = state.seat
        if len(choices) > 1:
            self.real += 1
            self.options += len(choices)
        self.chosen.append(choice)
        taken = named(engine, state, [choice])
        self.offered.update(named(engine, state, choices) if len(choices) > 1 else taken)
        self.taken.update(taken)
        self.turns[-1] |= taken

    def ended(self, engine: Engine, state: Position, log: Sequence[ChoiceTuple]) -> None:
        """Count what is left at the end."""
        self.log = log
        self.standings.append(scores(engine.evaluator, state))
        self.lines = [score_lines(engine.evaluator, state, seat) for seat in engine.instance.seats]
        self.places = tuple(one.place for one in placings(engine.evaluator, state)) if state.kind == OVER else ()
        number = state.frame[engine.program.reason] if state.kind == OVER else None
        self.end = engine.instance.game.end[number].source.id if isinstance(number, int) else None


def noted_game(plan: Plan, game: Game, engine: Engine, number: int, judge: int = 0) -> tuple[Played, GameFacts, Notes]:
    """Game `number` of a plan, what is told of it, and all that was noted; with a judge that makes so many tries, if any.

    Raises:
        PlayError, BotFailed, OSError: as `play_game` does.
    """
    notes = Notes()
    played = play_game(plan, game, engine, number, notes)
    said = judged(engine, game_seed(plan.seed, number), notes.log, judge) if judge else None
    return played, replace(_facts(played, notes), judged=said), notes


def _facts(played: Played, notes: Notes) -> GameFacts:
    return GameFacts(
        played.finished, played.decisions, notes.real, notes.options, played.rounds, played.scores, tuple(notes.lines), played.winners,
        notes.end, tuple(notes.standings), dict(notes.offered), dict(notes.taken), played.digest.hex(), _turned(played, notes),
    )  # fmt: skip


def _turned(played: Played, notes: Notes) -> frozenset[str]:
    """What was chosen in the turn with which the winner was ahead for good."""
    at = ahead_from(notes.standings, played.winners)
    return frozenset(notes.turns[at - 1]) if at else frozenset()
