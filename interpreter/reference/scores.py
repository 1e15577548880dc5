"""Points and places: score lines, totals, the ranking with its ties, teams and the ladder of a solo game."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.model import RankKey, ScoreLine, Text
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.evaluates import Evaluates
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.values import LEAST, bounded


@dataclass(frozen=True, slots=True)
class Placing:
    """The result for one seat: its place (1 is best), whether it wins, whether it shares its place with a rival, and the key of the
    ranking by which it stands behind those of the next better place."""

    seat: int
    place: int
    wins: bool
    shared: bool
    behind_by: RankKey | None = None


def score_lines(evaluator: Evaluates, state: Position, seat: int) -> dict[str, int]:
    """The points of each line for a seat, by the line's id in file order."""
    return {line.source.id: points(evaluator, state, seat, line) for line in evaluator.instance.game.scoring}


def points(evaluator: Evaluates, state: Position, seat: int, line: ScoreLine) -> int:
    """The points of one line for a seat."""
    fast = evaluator.scoring.get(line.source.id)
    if fast is not None:
        try:
            return int(fast(state, seat))
        except PlayError:
            pass  # the reference finds the same and tells the place in the rules
    return int(evaluator.value(line.points, state, {line.actor.id: seat}))


def total(evaluator: Evaluates, state: Position, seat: int) -> int:
    """The sum of a seat's score lines."""
    return bounded(sum(score_lines(evaluator, state, seat).values()))


def scores(evaluator: Evaluates, state: Position) -> tuple[int, ...]:
    """The totals of all players' seats."""
    return tuple(total(evaluator, state, seat) for seat in evaluator.instance.seats)


def team_of(evaluator: Evaluates, state: Position, seat: int) -> tuple[int, ...]:
    """The partners of a seat, itself included; only itself where there are no teams."""
    teams = evaluator.instance.game.teams
    if teams is None or (teams.condition is not None and not evaluator.value(teams.condition, state, {})):
        return (seat,)
    partners = evaluator.value(teams.partners, state, {teams.seat.id: seat})
    return tuple(sorted({seat, *partners}))


def placings(evaluator: Evaluates, state: Position) -> tuple[Placing, ...]:
    """The places of all seats, in the order of seats. Partners have one place together; equal rivals share theirs,
    and the next after two firsts is third. Without a ranking nobody wins, nor does who misses what is needed for it."""
    instance = evaluator.instance
    if not instance.game.ranking:
        return tuple(Placing(seat, 1, wins=False, shared=False) for seat in instance.seats)
    teams = {seat: team_of(evaluator, state, seat) for seat in instance.seats}
    keys = sorted(instance.game.ranking, key=lambda key: not key.needed)
    needed = sum(key.needed for key in keys)
    marks = {team: tuple(_mark(evaluator, state, key, team) for key in keys) for team in teams.values()}
    found = []
    for seat in instance.seats:
        mine = marks[teams[seat]]
        place = 1 + sum(mark > mine for mark in marks.values())
        shared = any(marks[team] == mine for team in marks if team != teams[seat])
        behind = min((mark for mark in marks.values() if mark > mine), default=mine)
        by = next((key for key, here, there in zip(keys, mine, behind, strict=True) if here != there), None)
        found.append(Placing(seat, place, place == 1 and all(mine[:needed]), shared, by))
    return tuple(found)


def decided_by(placed: Iterable[Placing]) -> RankKey | None:
    """The key of the ranking that tells the first place from the next; None where all share it."""
    return min((placing for placing in placed if placing.behind_by is not None), key=lambda p: p.place, default=NOT_PLACED).behind_by


NOT_PLACED = Placing(0, 1, wins=False, shared=False)


def place_of(evaluator: Evaluates, state: Position, seat: int) -> int | None:
    """The place of a seat if the game ended now; None for a house seat, which has none."""
    return next((placing.place for placing in placings(evaluator, state) if placing.seat == seat), None)


def is_decided_by(evaluator: Evaluates, state: Position, key: str) -> bool:
    """Whether the key of this id tells the first place from the next."""
    found = decided_by(placings(evaluator, state))
    return found is not None and found.source.id == key


def missing(evaluator: Evaluates, state: Position) -> tuple[tuple[RankKey, tuple[int, ...]], ...]:
    """What is needed to win, with the seats that do not meet it, their partners included; only what somebody misses."""
    instance, found = evaluator.instance, []
    for key in instance.game.ranking:
        seats = [s for s in instance.seats if key.needed and not _mark(evaluator, state, key, team_of(evaluator, state, s))]
        found += [(key, tuple(seats))] if seats else []
    return tuple(found)


def winners(evaluator: Evaluates, state: Position) -> tuple[int, ...]:
    """The seats that would win if the game ended now."""
    return tuple(placing.seat for placing in placings(evaluator, state) if placing.wins)


def is_winner(evaluator: Evaluates, state: Position, seat: int) -> bool:
    """Whether a seat would win if the game ended now."""
    return seat in winners(evaluator, state)


def grade(evaluator: Evaluates, state: Position) -> tuple[int, Text] | None:
    """What the ladder says of the first seat: the threshold reached and its title; None without a ladder in force, or
    below its lowest step."""
    ladder = evaluator.instance.game.ladder
    if ladder is None or (ladder.condition is not None and not evaluator.value(ladder.condition, state, {})):
        return None
    reached_points = evaluator.value(ladder.value, state, {ladder.actor.id: 0})
    reached = [step for step in ladder.steps if step[0] <= reached_points]
    return max(reached, key=lambda step: step[0]) if reached else None


def _mark(evaluator: Evaluates, state: Position, key: RankKey, team: tuple[int, ...]) -> int:
    """A number that is greater the better the team stands in this key; for what is needed 1 or 0."""
    if key.needed:
        return int(all(_ranked(evaluator, state, key, seat) for seat in team))
    numbers = [_sign(key) * _number(evaluator, state, key, seat) for seat in team]
    return max(numbers) if key.join == "best" else sum(numbers)


def _number(evaluator: Evaluates, state: Position, key: RankKey, seat: int) -> int:
    found = _ranked(evaluator, state, key, seat)
    return _sign(key) * LEAST if found is None else int(found)


def _ranked(evaluator: Evaluates, state: Position, key: RankKey, seat: int) -> int | None:
    fast = evaluator.scoring.get(key.source.address)
    if fast is not None:
        try:
            return fast(state, seat)
        except PlayError:
            pass  # as with score lines
    found: int | None = evaluator.value(key.value, state, {key.actor.id: seat})
    return found


def _sign(key: RankKey) -> int:
    return 1 if key.most else -1
