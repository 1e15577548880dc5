"""Many random games: they come to an end, keep their invariants, and give the same digest however they are spread over processes.

A run with `--full` plays more of the short games.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from textwrap import dedent

import pytest

from custumal import load_game
from custumal.dsl.base.types import Number, Row, Symbol, Thing, Truth, bare
from custumal.dsl.model import GameModel, Option
from custumal.interpreter.library import shipped
from custumal.interpreter.runs.records import RecordFiles, read_record
from custumal.interpreter.runs.simulate import Plan, Totals, play_all, simulate
from custumal.interpreter.runs.statistics import summary
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.options import members_of, option_word
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

OPTIONAL = [
    name for name, path in shipped() if any("\noptions:\n" in one.read_text(encoding="utf-8") for one in path.parent.glob("*.yaml"))
]
CLASSICS = [name for name, path in shipped() if path.parent.parent.name == "classics"]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games_of_the_long_game_keep_their_invariants(players: int) -> None:
    games = 1000 if FULL else 200
    totals = simulate(Plan("monolyth", players, seed=players, check_invariants=True), games)
    assert len(totals.games) == games
    assert all(game.finished for game in totals.games)
    for game in totals.games:
        assert len(game.winners) == 1
        assert max(game.scores) == game.scores[game.winners[0]]


@pytest.mark.parametrize("name", CLASSICS)
def test_random_games_of_the_classics_end(name: str) -> None:
    for players in {load_game(name).players[0], load_game(name).players[1]}:
        totals = simulate(Plan(name, players, seed=3, check_invariants=True), 30 if FULL else 6)
        assert all(game.finished for game in totals.games)


@pytest.mark.parametrize("name", OPTIONAL)
def test_random_games_end_whatever_an_option_is(name: str) -> None:
    """With an option alone set otherwise games come to an end, as they do without."""
    game = load_game(name)
    cases = [(option.name, word) for option in game.model.options.values() for word in others(game.model, option)]
    for case in cases if FULL else Random(name).sample(cases, min(2, len(cases))):
        plan = Plan(name, offered(name, case), seed=7, options=(case,), check_invariants=True)
        assert all(one.finished for one in simulate(plan, 3 if FULL else 1).games), case


def offered(name: str, case: tuple[str, object]) -> int:
    """A number of players with whom the option can be so, two if that can be."""
    low, high = load_game(name).players
    for players in sorted(range(low, high + 1), key=lambda number: abs(number - 2)):
        with suppress(PlayError):
            load_game(name, options=dict([case])).start(players=players, seed=7)
            return players
    raise AssertionError(case)


def others(model: GameModel, option: Option) -> list[object]:
    """What an option can be beside what it is by default, as rule files write it; of numbers the bounds."""
    match bare(option.type):
        case Truth():
            values: tuple[object, ...] = (False, True)
        case Number(low, high):
            values = (low, high)
        case Symbol(name):
            values = members_of(model, name)
        case Thing(kind) | Row(kind):
            values = tuple(range(len(model.kinds[kind].rows)))
        case _:
            values = ()
    return [option_word(model, option, value) for value in values if value not in (None, option.default)]


@pytest.mark.parametrize("name", ["kuhn-poker", "nine-mens-morris"])
def test_digests_do_not_depend_on_the_number_of_processes(name: str) -> None:
    plan = Plan(name, 2, seed=11)
    alone, shared = simulate(plan, 12), simulate(plan, 12, jobs=2)
    assert alone.digest() == shared.digest()
    assert [g.scores for g in alone.games] == [g.scores for g in shared.games]


def test_another_seed_gives_other_games() -> None:
    assert simulate(Plan("tic-tac-toe", 2, seed=1), 20).digest() != simulate(Plan("tic-tac-toe", 2, seed=2), 20).digest()


def test_a_greedy_seat_beats_a_random_one() -> None:
    """In a game where taking the best at once is right: who sees three in a row takes it."""
    plan = Plan("tic-tac-toe", 2, seed=5, seats=("greedy", "random"))
    totals = simulate(plan, 60)
    first = sum(1 for g in totals.games if g.winners == (0,))
    second = sum(1 for g in totals.games if g.winners == (1,))
    assert first > 2 * second


def test_the_summary_has_the_promised_shape() -> None:
    plan = Plan("pig", 3, seed=1)
    data = summary(plan, simulate(plan, 4), {})
    assert {
        "game", "variants", "options", "players", "seed", "games", "finished", "unfinished", "decisions", "rounds", "seats", "score_lines",
        "seconds", "decisions_per_second", "digest",
    } == set(data)  # fmt: skip
    assert data["games"] == data["finished"] == 4
    assert [seat["seat"] for seat in data["seats"]] == [1, 2, 3]
    assert sum(seat["wins"] for seat in data["seats"]) == 4


def test_sums_say_what_the_games_say() -> None:
    """The figures of a series, of which no game is kept, are those of its games one by one."""
    plan = Plan("nine-mens-morris", 2, seed=1)
    every = simulate(plan, 9)
    data, games = summary(plan, every, {}), every.games
    assert [game.number for game in games] == list(range(9))
    for name in ("decisions", "rounds"):
        numbers = [getattr(game, name) for game in games]
        assert data[name] == {"mean": round(fmean(numbers), 3), "min": min(numbers), "max": max(numbers)}
    for seat, told in enumerate(data["seats"]):
        points = [game.scores[seat] for game in games]
        assert told["score"] == {
            "mean": round(fmean(points), 3), "sd": round(pstdev(points), 3), "min": min(points), "max": max(points),
        }  # fmt: skip
        assert told["wins"] == sum(game.winners == (seat,) for game in games if not game.shared)
        assert told["shared_wins"] == sum(seat in game.winners for game in games if game.shared)
    assert data["score_lines"] == {name: round(fmean(game.lines[name] for game in games), 3) for name in games[0].lines}
    assert {"mean", "sd", "min", "max"} == set(data["seats"][0]["score"])


def test_records_play_the_same_game_again(tmp_path: Path) -> None:
    game = load_game("goofspiel")
    files = RecordFiles(str(tmp_path), game.id, 2)
    for played in simulate(Plan("goofspiel", 2, seed=4, records=files), 2).games:
        record = read_record(files.path(played.number))
        state = game.start(players=record.players, seed=record.seed, auto_chance=False)
        for key in record.choices:
            state = state.play(key)
        assert state.is_over
        assert state.scores == played.scores


def test_a_game_is_recorded_as_soon_as_it_ends(tmp_path: Path) -> None:
    files = RecordFiles(str(tmp_path), "nim", 3)
    there: list[int] = []
    play_all(Plan("nim", 2, seed=4, records=files), 3, Totals(), progress=lambda _: there.append(len(list(tmp_path.iterdir()))))
    assert there == [1, 2, 3]


def test_a_broken_invariant_ends_the_series(tmp_path: Path) -> None:
    text = """
    custumal: 1
    game: small
    title: Small
    players: 2
    kept: {n: {is: 0 to 9, until: end}}
    play:
      turn: {rounds: seats, offer: acts}
    actions:
      more: {offered: acts, do: raise n by 1}
    end:
      full: {after: play.turn, if: n is 4, do: stop turn}
    invariants:
      never-three: n is not 3
    scoring: {n: n}
    ranking: {n: {most: my total}}
    """
    (tmp_path / "game.yaml").write_text(dedent(text), encoding="utf-8")
    plan = Plan(str(tmp_path), 2, seed=1)
    assert simulate(plan, 1).games[0].scores == (4, 4)
    with pytest.raises(PlayError, match="never-three") as broken:
        simulate(replace(plan, check_invariants=True), 1)
    assert broken.value.code == "broken-invariant"
