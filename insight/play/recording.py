"""One game played by bots, with what is noted of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from custumal.insight.play.facts import GameFacts
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import CHANCE, OVER, Position
from custumal.interpreter.program import PASS, ChoiceTuple
from custumal.interpreter.reference.scores import score_lines, scores, winners
from custumal.interpreter.runs.bots import bot, carry_out, followed
from custumal.interpreter.runs.simulate import MOST_DECISIONS, game_digest, game_seed
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.values import bounded


@dataclass(slots=True)
class _Notes:
    """What is counted while a game is played."""

    log: list[ChoiceTuple] = field(default_factory=list)
    decisions: int = 0
    real: int = 0
    options: int = 0
    standings: list[tuple[int, ...]] = field(default_factory=list)
    offered: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    last: int | None = None


def play_game(engine: Engine, seats: Sequence[str], seed: int, number: int) -> tuple[GameFacts, list[ChoiceTuple]]:
    """Game `number` of a series, with all that was chosen or came about.

    Raises:
        PlayError: the rules ask for something impossible; with its place in them.
    """
    notes = _Notes()
    try:
        state = _to_the_end(engine, seats, seed, number, notes)
        return _facts(engine, state, game_seed(seed, number), notes), notes.log
    except PlayError as error:
        from custumal.interpreter.explain.error_location import placed_in_game  # noqa: PLC0415  # start-up is measured

        raise placed_in_game(error, engine.reference, game_seed(seed, number), notes.log) from None


def _to_the_end(engine: Engine, seats: Sequence[str], seed: int, number: int, notes: _Notes) -> Position:
    bots = [bot(name, seed, number, seat) for seat, name in enumerate(seats)]
    state = engine.start(game_seed(seed, number))
    course = followed(engine, state, bots)
    while state.kind != OVER and notes.decisions < MOST_DECISIONS:
        if state.kind == CHANCE:
            choice = engine.draw(state)
        else:
            assert state.seat is not None
            choices = engine.choices(state)
            choice = choices[bots[state.seat].pick(engine, state, choices)]
            _note(engine, state, choices, choice, notes)
        notes.log.append(choice)
        carry_out(engine, state, choice, course)
    notes.standings.append(scores(engine.evaluator, state))
    return state


def _note(engine: Engine, state: Position, choices: Sequence[ChoiceTuple], choice: ChoiceTuple, notes: _Notes) -> None:
    if state.seat != notes.last:
        notes.standings.append(scores(engine.evaluator, state))
        notes.last = state.seat
    notes.decisions += 1
    if len(choices) > 1:
        notes.real += 1
        notes.options += len(choices)
    notes.offered.update({_name(engine, state, one) for one in choices})
    notes.taken[_name(engine, state, choice)] += 1


def _name(engine: Engine, state: Position, choice: ChoiceTuple) -> str:
    """The id of the action or step of a choice."""
    point = engine.reference.point(state)
    if choice == PASS or point is None:
        return "pass"
    number = choice[0]
    assert isinstance(number, int)
    return point.choosings[number].name


def _facts(engine: Engine, state: Position, seed: int, notes: _Notes) -> GameFacts:
    finished = state.kind == OVER
    lines = tuple(score_lines(engine.evaluator, state, seat) for seat in engine.instance.seats)
    totals = tuple(bounded(sum(one.values())) for one in lines)
    won = winners(engine.evaluator, state) if finished else ()
    return GameFacts(
        finished, notes.decisions, notes.real, notes.options, engine.rounds(state), totals, lines, won,
        tuple(notes.standings), dict(notes.offered), dict(notes.taken), game_digest(seed, notes.log, totals, won).hex(),
    )  # fmt: skip
