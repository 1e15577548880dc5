"""The course of play: steps and loops, their lives and exits.

Expected values follow from the reference of the language.
"""

from __future__ import annotations

import pytest

from custumal.interpreter.setup.errors import PlayError
from tests.support.small_games import Play

FIRST, SECOND, THIRD = 0, 1, 2


def test_a_step_runs_its_parts_in_order_and_the_game_ends_with_the_play() -> None:
    game = Play("""
        kept: {log: {is: 0 to 99999, until: end}}
        setup:
          before: set log to 1
        play:
          a: {if: log is 1, do: set log to log * 10 + 2, else: set log to 9}
          b: {if: log is 1, do: set log to 9, else: set log to log * 10 + 3}
          c: {each: n in 4 to 5, do: set log to log * 10 + n}
        """)
    assert game.over
    assert game.kept("log") == 12345


def test_a_loop_takes_its_set_once_and_asks_where_when_the_turn_comes() -> None:
    game = Play("""
        kept: {high: {is: 0 to 99, until: end}, count: {is: 0 to 99, until: end}}
        play:
          odd: {each: n in 1 to 5 where n > high, do: [set high to n + 1, raise count by 1]}
        """)
    assert game.kept("count") == 3  # 1, then 3 and 5: 2 and 4 are no longer above the mark


def test_a_repeat_below_one_is_none_and_until_is_asked_before_each_pass() -> None:
    game = Play("""
        kept: {n: {is: 0 to 99, until: end}, m: {is: 0 to 99, until: end}}
        play:
          never: {repeat: 0 - 3, do: raise n by 1}
          climb: {until: m >= 4, do: raise m by 3}
        """)
    assert (game.kept("n"), game.kept("m")) == (0, 6)


def test_else_of_a_condition_is_done_by_whoever_acts_around_the_step() -> None:
    game = Play("""
        resources: {coin: {}}
        kept: {late: {is: truth, start: false, until: end}}
        play:
          turn:
            players: seats where it is first(seats)
            do:
              others: {players: seats, if: late, do: gain 9 coin, else: gain 1 coin}
              next: {seat: next of me, if: late, do: gain 9 coin, else: gain 2 coin}
        """)
    assert [game.kept("coin", seat) for seat in (FIRST, SECOND)] == [3, 0]


def test_else_of_a_menu_is_done_by_the_seat_that_could_pick_nothing() -> None:
    game = Play("""
        resources: {coin: {}}
        kept: {open: {is: truth, start: false, until: end}}
        play:
          turn: {players: seats where it is not first(seats), offer: acts, else: gain 1 coin}
        actions:
          go: {offered: acts, require: {open: {that: open, because: Closed.}}, do: gain 9 coin}
        """)
    assert [game.kept("coin", seat) for seat in (FIRST, SECOND)] == [0, 1]


def test_rounds_go_on_without_those_who_left() -> None:
    game = Play(
        """
        kept: {n: {is: 0 to 99, until: end}}
        play:
          r: {rounds: seats, offer: acts, pick: up to 1, pass: leave r}
        actions:
          go: {offered: acts, do: raise n by 1}
        """,
        players=3,
    )
    game.do("go", "pass", "go")
    assert game.seat == FIRST
    game.do("go")
    assert game.seat == THIRD
    game.do("pass", "pass")
    assert game.over


def test_the_last_bidder_is_asked_while_nobody_has_bid() -> None:
    auction = """
        kept: {high: {is: 0 to 9, until: end}, bidder: {is: maybe seat, until: end}}
        play:
          bids: {rounds: seats, until: bidder is not none and count(staying(bids)) is 1, offer: bidding, pick: up to 1, pass: leave bids}
        actions:
          bid: {offered: bidding, choose: {amount: high + 1 to 9}, do: [set high to amount, set bidder to me]}
        """
    game = Play(auction, players=3).do("pass", "pass")
    assert (game.keys[0], game.seat) == ("bid(1)", THIRD)
    assert game.do("bid(3)").over
    game = Play(auction, players=3).do("bid(2)", "pass", "bid(4)", "bid(5)", "pass")
    assert game.over
    assert game.kept("bidder") == FIRST


def test_finish_lets_the_lap_go_to_its_end() -> None:
    game = Play(
        """
        kept: {n: {is: 0 to 99, until: end}}
        play:
          r: {rounds: seats, do: {act: {offer: acts}, last: {if: n >= 2, do: finish r}}}
        actions:
          go: {offered: acts, do: raise n by 1}
        """,
        players=3,
    )
    game.do("go", "go")
    assert game.seat == THIRD
    game.do("go")
    assert game.over


def test_stop_leaves_at_once_from_inside_an_action_and_ends_what_lived_for_the_pass() -> None:
    game = Play("""
        kept:
          hot(seat): {is: 0 to 9, until: go}
          n: {is: 0 to 9, until: end}
        play:
          day:
            repeat: 2
            do:
              go: {players: seats, do: {act: {repeat: endless, offer: acts}}}
              night: raise n by 1
        actions:
          heat: {offered: acts, do: raise my hot by 1}
          home: {offered: acts, do: stop act}
          sleep: {offered: acts, do: go-to-bed}
        procedures:
          go-to-bed: stop go
        """)
    game.do("heat", "home")
    assert game.seat == SECOND
    assert game.kept("hot", FIRST) == 0
    game.do("heat", "sleep")
    assert (game.seat, game.kept("n"), game.kept("hot", SECOND)) == (FIRST, 1, 0)
    game.do("heat", "sleep")
    assert game.over
    assert (game.kept("n"), game.kept("hot", FIRST)) == (2, 0)


def test_lives_and_allowances_go_by_the_go_of_a_seat() -> None:
    game = Play("""
        kept:
          mine(seat): {is: 0 to 9, until: go}
          ours: {is: 0 to 9, until: day}
        resources:
          move: {per: go, start: 2}
        play:
          day: {repeat: 2, do: {go: {players: seats, offer: acts, pick: any}}}
        actions:
          walk: {offered: acts, cost: 1 move, do: [raise my mine by 1, raise ours by 1]}
        """)
    assert (game.kept("move", FIRST), game.kept("move", SECOND)) == (2, 0)
    game.do("walk")
    assert game.kept("mine", FIRST) == 1
    game.do("pass")
    assert (game.kept("move", FIRST), game.kept("move", SECOND)) == (0, 2)
    assert (game.kept("mine", FIRST), game.kept("ours")) == (0, 1)
    game.do("walk", "walk")  # nothing is left to do but to decline: nobody is asked
    assert game.seat == FIRST
    assert game.kept("ours") == 0


def test_the_end_of_a_go_puts_back_what_is_kept_of_its_seat_and_of_nobody_else() -> None:
    game = Play("""
        kept: {hot(seat): {is: 0 to 9, until: go}, cold(seat): {is: 0 to 9, until: day}}
        resources: {move: {per: go, start: 2}}
        play:
          day: {repeat: 2, do: {go: {players: seats, offer: acts}}}
        actions:
          spread: {offered: acts, do: [raise hot of seats by 1, raise cold of seats by 1, {each: s in seats, do: gain 1 move for s}]}
        """)

    def kept(name: str) -> list[object]:
        return [game.kept(name, seat) for seat in (FIRST, SECOND)]

    game.do("spread")
    assert (game.seat, kept("hot"), kept("cold")) == (SECOND, [0, 1], [1, 1])
    assert kept("move") == [0, 2]  # what was left is lost, and the second gets its own
    game.do("spread")
    assert (game.seat, kept("hot"), kept("cold")) == (FIRST, [1, 0], [0, 0])
    assert kept("move") == [2, 0]


def test_pass_counts_passes_and_running_knows_what_is_under_way() -> None:
    game = Play("""
        kept: {log: {is: 0 to 9999, until: end}}
        play:
          day:
            repeat: 3
            do:
              a: {if: running(day) and not running(b), do: set log to log * 10 + passes(day)}
              b: {if: running(b), do: set log to 9999}
        """)
    assert game.kept("log") == 123


@pytest.mark.slow
def test_a_loop_without_end_is_an_error_that_names_the_step() -> None:
    with pytest.raises(PlayError) as caught:
        Play("""
            kept: {n: {is: 0 to 9, until: end}}
            play:
              turn: {repeat: endless, do: {count: raise n by 1, out: {if: n > 20, do: stop turn}}}
            """)
    assert caught.value.code == "no-progress"
    assert "play.turn" in caught.value.message
