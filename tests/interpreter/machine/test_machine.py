"""The machine as a whole: whole games, stops that can be saved, what goes wrong.

Expected values follow from the reference of the language.
"""

from __future__ import annotations

import random

from custumal.interpreter.keys.keys import Keys
from custumal.interpreter.position.state import CHANCE, DECISION, OVER, Position
from custumal.interpreter.reference.machine import Machine
from tests.interpreter.machine.test_chance import CARDS
from tests.support.small_games import Play, machine_for, meant

FIRST, SECOND = 0, 1


def play_at_random(machine: Machine, seed: int, most: int = 500) -> list[str]:
    """The keys of a game in which a generator of the test's own decides."""
    decide = random.Random(seed)
    state = machine.start(seed)
    keys: list[str] = []
    while state.kind != OVER and len(keys) < most:
        choice = machine.draw(state) if state.kind == CHANCE else decide.choice(machine.choices(state))
        keys.append(Keys(machine).at_stop(state, choice))
        machine.apply(state, choice)
    return keys


LONG = (
    CARDS.replace("FORM", "bag")
    + """
    resources: {coin: {start: 3}}
    kept: {shows(seat): {is: 1 to 6, until: end}}
    play:
      turn:
        repeat: 3
        do:
          throw: {players: seats, do: {cast: roll shows of me, draw: draw 1 from pile to my hand}}
          act: {players: seats, offer: acts, pick: any}
          back: move hand of first(seats) to pile
    actions:
      earn: {offered: acts, limit: once per act, do: gain shows of me * coin}
      spend: {offered: acts, choose: {n: 1 to 3}, cost: n * coin}
    """
)


def test_the_same_seed_and_the_same_choices_give_the_same_game() -> None:
    machine = machine_for(LONG)
    games = [play_at_random(machine, 7) for _ in range(2)] + [play_at_random(machine_for(LONG), 7)]
    assert games[0] == games[1] == games[2]
    assert len({tuple(play_at_random(machine, seed)) for seed in range(6)}) > 1


def test_every_stop_can_be_saved_and_gone_on_from() -> None:
    machine = machine_for(LONG)
    decide = random.Random(3)
    state = machine.start(3)
    while state.kind != OVER:
        listed = machine.choices(state) if state.kind == DECISION else [choice for _, choice in machine.outcomes(state)]
        restored = Position.from_json(state.to_json())
        assert restored == state
        assert restored.digest() == state.digest()
        choice = decide.choice(listed)
        key = Keys(machine).at_stop(state, choice)
        assert meant(machine, state, key) == choice
        machine.apply(state, choice)
        machine.apply(restored, choice)
        assert restored == state


def test_a_play_can_be_entered_at_a_step_with_the_first_seat_first() -> None:
    machine = machine_for(
        """
        kept: {log: {is: 0 to 9999, until: end}}
        play:
          first: {do: set log to 5}
          turn:
            repeat: 3
            do:
              a: set log to log + 100
              b: {if: log > 1000, do: {c: {players: seats from last(seats), offer: acts}}}
        actions:
          go: {offered: acts, do: set log to log + 1}
        """,
        begin="play.turn.b.c",
    )
    state = machine.set_up(1)
    machine.enter(state, "play.turn.b.c")
    assert (state.kind, state.seat) == (DECISION, FIRST)
    machine.apply(state, machine.choices(state)[0])
    assert state.seat == SECOND
    machine.apply(state, machine.choices(state)[0])
    assert state.kind == OVER
    assert machine.evaluator.kept("log", (), state) == 202


def test_stopping_a_step_that_is_not_under_way_does_nothing() -> None:
    game = Play("""
        kept: {n: {is: 0 to 9, until: end}}
        play:
          one: {seat: first(seats), offer: acts, pick: any}
          two: {seat: first(seats), offer: acts, pick: any}
          after: raise n by 1
        actions:
          out: {offered: acts, do: stop one}
        """)
    game.do("out")
    assert game.keys == ["out", "pass"]
    game.do("out")
    assert (game.keys, game.kept("n")) == (["out", "pass"], 0)
    game.do("pass")
    assert game.kept("n") == 1


def test_of_steps_with_one_name_the_one_around_is_meant() -> None:
    game = Play("""
        kept: {n: {is: 0 to 99, until: end}}
        play:
          morning: {do: {bids: {rounds: seats, until: count(staying(bids)) is 1, offer: acts, pick: up to 1, pass: leave bids}}}
          evening: {do: {bids: {rounds: seats, until: count(staying(bids)) is 1, offer: acts, pick: up to 1, pass: leave bids}}}
        actions: {bid: {offered: acts, do: raise n by 1}}
        """)
    game.do("bid", "pass")
    assert (game.seat, game.kept("n")) == (FIRST, 1)
    game.do("pass")
    assert game.over


def test_rules_may_read_totals_and_who_would_win() -> None:
    game = Play("""
        resources: {coin: {start: 3}, star: {start: 0}}
        play: {turn: {rounds: seats, until: total of first(seats) > 12, offer: acts}}
        actions:
          mine:
            offered: acts
            require: {behind: {that: me is not winner, because: You lead.}}
            do: gain total of me * star
          save: {offered: acts, do: gain 1 coin}
        scoring: {coins: {points: my coin}, stars: {points: 2 * my star}}
        ranking: {most: total of me, fewest: {least: my coin}}
        """)
    # Both have 3 and share the first place, so nobody may dig.
    assert game.keys == ["save"]
    game.do("save")
    assert (game.seat, game.keys) == (SECOND, ["mine", "save"])
    game.do("mine")
    assert (game.kept("star", SECOND), game.keys) == (3, ["mine", "save"])
    game.do("save", "save")
    assert game.kept("coin", SECOND) == 4


def test_a_board_tells_how_much_more_it_takes() -> None:
    game = Play("""
        kinds: {stone: {owned: true}}
        zones:
          board(seat): {holds: one stone, shape: {grid: [2, 2]}}
          ring: {holds: stone, shape: {ring: 3}, room: 2}
          hand(seat): stone
        components: {stones: {kind: stone, for-each: {owner: seat}, in: hand of owner, copies: 6, rows: {pebble: {}}}}
        kept: {n(seat): {is: 0 to 99, until: end}}
        play: {turn: {rounds: seats, until: free of ring is 0, offer: acts}}
        actions:
          put:
            offered: acts
            choose: {cell: cells of board of me}
            require: {room: {that: cell is empty and free of board of me > 2, because: It is full.}}
            do: [move first(my hand) to cell, set n of me to 10 * free of board of me + free of ring]
          pair:
            offered: acts
            choose: {spot: cells of ring where free of it > 1}
            do: [move first(my hand) to spot, move last(my hand) to spot]
        """)
    assert len([key for key in game.keys if key.startswith("put")]) == 4
    game.do("put(at(board of p1, 1, 1))")
    assert game.kept("n", FIRST) == 36
    game.do("pair(at(ring, 2))", "put(at(board of p1, 2, 1))")
    assert (game.kept("n", FIRST), game.kept("n", SECOND)) == (24, 0)
    game.do("pair(at(ring, 1))")
    # Two of four cells are free, and two are too few.
    assert game.keys == ["pair(at(ring, 3))"]
    assert game.do("pair(at(ring, 3))").over


def test_what_is_revealed_is_known_until_it_moves() -> None:
    game = Play("""
        kinds: {card: {printed: {rank: number}}}
        zones: {pile: {holds: card, seen-by: nobody, shape: pile}, table: card}
        components: {cards: {kind: card, in: pile, rows: {low: {rank: 1}, mid: {rank: 2}, high: {rank: 3}}}}
        play:
          turn:
            do:
              one: {do: reveal top of pile to first(seats)}
              ask: {seat: first(seats), offer: acts}
              all: {do: reveal pile}
              again: {seat: first(seats), offer: acts}
              mix: {do: shuffle pile}
        actions: {go: {offered: acts, do: move bottom of pile to table}}
        """)
    assert sorted(game.state.known) == [0, 0, 1]
    game.do("go")
    assert sorted(game.state.known) == [0, 3, 3]
    game.do("go")
    assert [game.state.known[thing] for pile in game.state.piles for thing in pile if len(pile) == 1] == [0]


def test_a_kept_value_begins_with_a_plain_one_that_stands_below_it() -> None:
    game = Play("""
        kept:
          pot: {is: 0 to 9, start: high + 1}
          high: {is: 0 to 8, start: 3}
        play:
          turn: {players: seats, offer: acts}
        actions:
          take: {offered: acts, require: {some: {that: pot > high, because: No.}}, do: lower pot by 1}
        """)
    assert (game.kept("pot"), game.keys) == (4, ["take"])
