"""Positions are equal exactly if nothing differs that can still matter: what is left over from finished deeds does not count."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from custumal import Game, State, load_game
from custumal.interpreter.library import shipped
from custumal.interpreter.position.essence import live_counts
from custumal.interpreter.setup.layout import COUNTERS, PLACES
from tests.support.scale import FULL

GAMES = [name for name, _ in shipped()]
STEPS, FURTHER, STOPS = (600, 60, 40) if FULL else (60, 12, 4)
"""Choices of a random game, those played on from a position, and from how many positions."""


def everything(state: State) -> object:
    """What can be asked of a position by name."""
    seats = range(1, state.players + 1)
    listed = [choice.key for choice in state.choices()] + [(weight, outcome.key) for weight, outcome in state.outcomes()]
    return state.kind, state.seat, listed, [state.view(seat).to_json() for seat in seats], state.winners


def littered(state: State, chooser: random.Random) -> State:
    """The position with rubbish in whatever is left over."""
    engine = state.game.engine(state.players)
    position = state.position.copy()
    live = engine.liveness.at(position.pc, position.stack)
    for slot, value in enumerate(position.frame):
        if not live >> slot & 1:
            # What only counts goes on counting.
            position.frame[slot] = chooser.randrange(9) if isinstance(value, int) else chooser.choice([None, 0, 1, (), (0, 1), value])
    counts, needed = position.c[COUNTERS], {index for part in live_counts(engine.liveness, position) for index in part}
    for index in range(len(counts)):
        counts[index] = counts[index] if index in needed else chooser.randrange(9)
    if not engine.liveness.chance_at(live):
        position.rng = chooser.getrandbits(64)
    return State(state.game, engine, position, auto_chance=False)


def positions(game: Game, chooser: random.Random) -> Iterator[State]:
    state = game.start(players=chooser.randint(*game.players), seed=17, auto_chance=False)
    for _ in range(STEPS):
        yield state
        if state.is_over:
            return
        state = state.play(chooser.choice(state.choices() or tuple(outcome for _, outcome in state.outcomes())))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_left_over_changes_nothing(name: str) -> None:
    chooser = random.Random(18)
    visited = [*positions(load_game(name), chooser)]
    for state in [*chooser.sample(visited, min(STOPS, len(visited))), visited[-1]]:
        stay_equal(state, littered(state, chooser), chooser)


def stay_equal(one: State, other: State, chooser: random.Random) -> None:
    """Two positions are equal in everything, and so are those behind the same choices."""
    for _ in range(FURTHER):
        assert (one == other, hash(one), one.to_json()) == (True, hash(other), other.to_json())
        assert everything(one) == everything(other)
        if one.is_over:
            break
        key = chooser.choice(one.choices() or tuple(outcome for _, outcome in one.outcomes())).key
        one, other = one.play(key), other.play(key)


CIRCLE = """
    custumal: 1
    game: circle
    title: Two ways round
    players: 2
    kept:
      spot(seat): {is: 0 to 5, until: end}
      paid(seat): {is: 0 to 9, until: turn}
    play: {turn: {repeat: endless, do: {one: {players: seats, offer: turn}}}}
    actions:
      on: {offered: turn, choose: {much: 1 to 2, twice: {let: much * 2}}, do: [set my paid to twice, "walk(me, twice)"]}
      back: {offered: turn, choose: {much: 1 to 2, less: {let: 6 - much * 2}}, do: {paid: raise my paid by much, gone: "walk(me, less)"}}
      rest: {offered: turn}
      stop-it: {offered: turn, do: stop turn}
    procedures:
      walk(s seat, far number): {repeat: far, do: {one: {if: spot of s is 5, do: set spot of s to 0, else: raise spot of s by 1}}}
    scoring: {points: my spot}
    ranking: {most: {most: my total}}
"""


def after(state: State, *keys: str) -> State:
    for key in keys:
        state = state.play(key)
    return state


def test_two_ways_round_a_circle_end_in_one_position(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(dedent(CIRCLE), encoding="utf-8")
    start = load_game(str(file)).start(seed=3)
    ways = [
        after(start, *way)
        for way in (("on(1)", "rest", "on(1)", "rest"), ("back(1)", "rest", "rest", "rest"), ("on(2)", "rest", "rest", "rest"))
    ]
    assert all(one == other and hash(one) == hash(other) for one, other in itertools.pairwise(ways))
    longer = after(start, *["on(1)", "rest"] * 3)
    assert longer == start
    assert after(start, "on(1)", "rest") != start
    assert after(start, "rest") != start
    assert load_game(str(file)).start(seed=4) == start


INSTEAD = """
    custumal: 1
    game: instead
    title: A step that a rule replaces
    players: 2
    kept:
      spot(seat): {is: 0 to 3, until: end}
    play: {turn: {repeat: endless, do: {one: {players: seats, offer: turn}}}}
    actions:
      on: {offered: turn, do: step(me)}
      rest: {offered: turn}
      stop-it: {offered: turn, do: stop turn}
    procedures:
      step(s seat): {do: raise spot of s by 1}
    standing:
      round: {instead: procedures.step, if: spot of s is 3, do: set spot of s to 0}
    scoring: {points: my spot}
    ranking: {most: {most: my total}}
"""


def test_whether_a_rule_has_replaced_a_step_is_over_with_the_step(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(dedent(INSTEAD), encoding="utf-8")
    start = load_game(str(tmp_path / "game.yaml")).start(seed=3)
    round_, still = (after(start, *[key, "rest"] * 4) for key in ("on", "rest"))
    assert (round_, hash(round_), round_.to_json()) == (still, hash(still), still.to_json())


def test_it_is_over_too_where_the_rule_asks_before_it_goes_on(tmp_path: Path) -> None:
    asking = "do: {back: {choose: {new: 0 to 1}, do: set spot of s to new}}"
    (tmp_path / "game.yaml").write_text(dedent(INSTEAD).replace("do: set spot of s to 0", asking), encoding="utf-8")
    start = load_game(str(tmp_path / "game.yaml")).start(seed=3)
    round_ = after(start, *["on", "on"] * 3, "on", "back(0)", "on")  # it has replaced the step before, too
    still = after(start, *["rest", "on"] * 3, "rest", "on")
    assert (round_, hash(round_), round_.to_json()) == (still, hash(still), still.to_json())
    assert after(round_, "back(1)", "rest") == after(still, "back(1)", "rest")


@pytest.mark.parametrize("name", ["tic-tac-toe", "hex", "connect-four", "breakthrough"])
def test_the_order_of_ones_moves_does_not_matter(name: str) -> None:
    chooser = random.Random(19)
    game = load_game(name)
    equal = 0
    for _ in range(60):
        state = game.start(seed=1)
        for _ in range(chooser.randrange(3)):
            state = state.play(chooser.choice(state.choices()))
        first = chooser.choice(state.choices()).key
        answer = chooser.choice(state.play(first).choices()).key
        third = chooser.choice(after(state, first, answer).choices()).key
        try:
            swapped = after(state, third, answer, first)
        except ValueError:
            continue
        one = after(state, first, answer, third)
        if everything(one) == everything(swapped):
            assert one == swapped
            assert hash(one) == hash(swapped)
            equal += first != third
    assert equal > 5, "as many ways as are needed lead to one position"


RING = """
    custumal: 1
    game: ring
    players: 2
    kept: {spot(seat): {is: 0 to 3, until: end}, n: {is: 0 to 9, until: end}}
    play:
      first: {rounds: seats, until: passes(first) >= 6, offer: walking}
      second: {rounds: seats, until: passes(second) >= 6, offer: resting}
    actions:
      clockwise: {offered: walking, limit: 2 per game, do: "set my spot to (my spot + 1) mod 4"}
      counter: {offered: walking, limit: 2 per game, do: "set my spot to (my spot + 3) mod 4"}
      wait: {offered: [walking, resting], do: []}
      count-on: {offered: resting, limit: 2 per game, do: raise n by 1}
    scoring: {spot: my spot}
    ranking: {spot: {most: my total}}
"""
TURNS = """
    custumal: 1
    game: turns
    players: 2
    kept: {n: {is: 0 to 9, until: end}}
    play:
      turn: {rounds: seats, until: n is 9, do: {acting: {repeat: 2, offer: acting}}}
    actions:
      climb: {offered: acting, limit: 1 per turn, do: raise n by 1}
      single: {offered: acting, limit: 1 per game, do: raise n by 1}
      wait: {offered: acting, do: []}
    scoring: {n: n}
    ranking: {n: {most: my total}}
"""


def reached(text: str, folder: Path, *keys: str) -> State:
    """The position of a small game after some choices."""
    (folder / "game.yaml").write_text(dedent(text), encoding="utf-8")
    state = load_game(str(folder)).start()
    for key in keys:
        state = state.play(key)
    return state


def test_two_ways_round_a_circle_are_one_once_nobody_can_walk_any_more(tmp_path: Path) -> None:
    """Limits that count for the whole game matter only as long as what they limit can still be done."""
    walks = [["clockwise", "wait", "counter", "wait"], ["wait"] * 4]
    assert reached(RING, tmp_path, *walks[0]) != reached(RING, tmp_path, *walks[1])
    done = [reached(RING, tmp_path, *walk, *["wait"] * 7) for walk in walks]
    assert (done[0] == done[1], hash(done[0])) == (True, hash(done[1]))
    assert done[0].to_json() == done[1].to_json()


def test_what_a_seat_has_used_in_its_turn_is_over_with_it(tmp_path: Path) -> None:
    """Its next turn counts anew; what counts for the game does not."""
    climb, single, other = (reached(TURNS, tmp_path, *keys) for keys in (("climb", "wait"), ("single", "wait"), ("wait", "climb")))
    assert climb == other
    assert climb != single
    assert reached(TURNS, tmp_path, "climb") != reached(TURNS, tmp_path, "single")


MARKET = """
    custumal: 1
    game: market
    players: 2
    kinds: {coin: {}, stone: {owned: true}}
    components:
      coins: {kind: coin, in: heap, rows: {gold: {copies: 3}, copper: {copies: 4}}}
      stones: {kind: stone, in: stack of owner, for-each: {owner: seat}, copies: 3}
    zones:
      heap: coin
      purse(seat): coin
      stack(seat): stone
      board: {holds: one stone, shape: {grid: [3, 2]}}
    kept: {turns: {is: 0 to 99, until: end}}
    play: {turn: {repeat: 30, do: {go: {players: seats, offer: turn}}}}
    actions:
      take: {offered: turn, choose: {c: heap}, do: [move c to purse of me, raise turns by 1]}
      give: {offered: turn, choose: {cs: up to 2 among purse of me}, do: move cs to heap}
      lay: {offered: turn, choose: {s: my stack, c: cells of board where empty}, do: move s to c}
      lift: {offered: turn, choose: {c: cells of board where filled}, do: move stone of c to stack of owner of stone of c}
      wait: {offered: turn, do: []}
      draw-back: RULE
    scoring: {coins: count(purse of me), stones: count(s in all(stone) where s is in board and owner of s is me)}
    ranking: {most: {most: my total}}
"""
"""Coins and stones that nobody can tell apart, unless the rule asks for the first one."""


def shuffled(state: State, chooser: random.Random) -> State:
    """The position with things that stand for each other in one another's places."""
    lookalikes, position = state.game.engine(state.players).lookalikes, state.position.copy()
    for group in lookalikes.groups:
        locations = [position.c[PLACES][thing] for thing in group]
        lookalikes.put(group, chooser.sample(locations, len(locations)), position)
    return State(state.game, state.game.engine(state.players), position, auto_chance=False)


def compared(game: Game, seed: int) -> int:
    """Play on from positions in which things have changed places; how many of them differ from what they were."""
    chooser, changed = random.Random(seed), 0
    for state in positions(game, chooser):
        lookalikes, bare = state.game.engine(state.players).lookalikes, state.game.engine(state.players).essence(state.position)
        if chooser.random() > 0.2 or lookalikes.is_named(bare):
            continue
        one, other = state, shuffled(state, chooser)
        changed += one.position != other.position
        stay_equal(one, other, chooser)
    return changed


@pytest.mark.parametrize("name", GAMES)
def test_which_of_several_that_look_the_same_lies_where_changes_nothing(name: str) -> None:
    """Where they are one to the rules: then they may change places, and everything is as it was, now and later."""
    game = load_game(name)
    if game.engine(game.players[0]).lookalikes.groups:
        compared(game, 20)


def market(folder: Path, rule: str) -> Game:
    (folder / "game.yaml").write_text(dedent(MARKET).replace("RULE", rule), encoding="utf-8")
    return load_game(str(folder))


def test_stones_that_nobody_can_tell_apart_may_be_laid_in_any_order(tmp_path: Path) -> None:
    game = market(tmp_path, "{offered: turn, do: []}")
    one, other = "lay(stones(p1), at(board, 1, 1))", "lay(stones(p1), at(board, 2, 2))"
    ways = [after(game.start(), *way) for way in ((one, "wait", other), (other, "wait", one))]
    assert ways[0].position != ways[1].position
    assert (ways[0] == ways[1], hash(ways[0])) == (True, hash(ways[1]))
    assert after(game.start(), one) != after(game.start(), other)
    assert sum(compared(game, seed) for seed in range(3)) > 5


@pytest.mark.parametrize(
    "rule",
    [
        "{offered: turn, do: move first(all(stone) where it is in board) to stack of me}",
        "{offered: turn, choose: {s: all(stone) where it is in board}, do: move s to stack of owner of s}",
        "{offered: turn, choose: {s: board}, do: move s to stack of owner of s}",
    ],
)
def test_where_a_rule_asks_for_the_first_copy_it_matters_which_lies_where(tmp_path: Path, rule: str) -> None:
    game = market(tmp_path, rule)
    assert {game.engine(2).instance.things[group[0]].kind for group in game.engine(2).lookalikes.groups} == {"coin"}
    one, other = "lay(stones(p1), at(board, 1, 1))", "lay(stones(p1), at(board, 2, 2))"
    ways = [after(game.start(), *way) for way in ((one, "wait", other, "wait"), (other, "wait", one, "wait"))]
    back = next(choice.key for choice in ways[0].choices() if choice.key.startswith("draw-back"))
    assert ways[0] != ways[1]
    assert ways[0].play(back).view(1) != ways[1].play(back).view(1)


def test_a_key_that_tells_two_of_one_place_apart_names_their_copies(tmp_path: Path) -> None:
    game = market(tmp_path, "{offered: turn, choose: {s: my stack, t: my stack}, do: move s to stack of me}")
    assert {game.engine(2).instance.things[group[0]].kind for group in game.engine(2).lookalikes.groups} == {"coin"}
    keys = {choice.key for choice in game.start().choices()}
    assert {"draw-back(stones(p1), stones(p1, 1))", "draw-back(stones(p1), stones(p1, 2))"} <= keys
