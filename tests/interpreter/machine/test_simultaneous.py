"""Choices made `together`: nothing happens before all have chosen, and what can't be done any more then is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal.interpreter.api import Game, load_game
from custumal.interpreter.keys.views import view
from custumal.interpreter.position.contents import things_in
from custumal.interpreter.runs.records import Record
from custumal.ui.story.session import HUMAN, Session
from custumal.ui.story.undo import undo
from tests.support.small_games import Play

MARKET = Path(__file__).parents[2] / "cases" / "market" / "game.yaml"
FIRST, SECOND, THIRD = 0, 1, 2
FRAME = """
resources: {coin: {start: 3}}
kept: {n: {is: 0 to 9999, until: end}, lost(seat): {is: 0 to 9, until: end}}
"""


def market(players: int = 2) -> Play:
    return Play(MARKET.read_text(encoding="utf-8"), players)


def basket(game: Play, seat: int) -> list[str]:
    w = game.machine.instance
    kind = w.game.kinds["fruit"]
    return sorted(kind.rows[w.things[thing].row].name for thing in things_in(w.zones["basket"], game.state, seat))


def coins(game: Play, players: int = 2) -> list[object]:
    return [game.kept("coin", seat) for seat in range(players)]


# ---------------------------------------------------------------- asked at once


def test_every_seat_is_asked_with_the_position_as_it_stood() -> None:
    game = market(3)
    offered = [key.replace("p2", "other") for key in game.keys]
    views = [{**view(game.machine.evaluator, game.state, seat), "acting": None} for seat in range(3)]
    game.do("buy(pear)")
    assert game.seat == SECOND
    assert [key.replace("p1", "other") for key in game.keys] == offered
    assert [{**view(game.machine.evaluator, game.state, seat), "acting": None} for seat in range(3)] == views
    game.do("beg(p1)")
    assert game.seat == THIRD
    assert coins(game, 3) == [3, 3, 3]
    assert basket(game, FIRST) == []


def test_picks_stand_where_no_view_looks() -> None:
    game = market()
    game.do("buy(melon)")
    melon = len(game.machine.instance.things) - 1
    picked = {slot for slot, value in enumerate(game.state.frame) if f"(0, {melon})" in str(value)}
    assert picked
    assert picked <= game.machine.program.sealed


def test_what_was_picked_happens_in_the_declared_order_when_all_have_picked() -> None:
    # With 3 coins each: the first pays 2 for the pear, then the second takes the one coin that is left and 2 come in.
    game = market()
    game.do("buy(pear)", "beg(p1)")
    assert (basket(game, FIRST), coins(game)) == (["pear"], [0, 5])
    # Now the second seat is asked, and acts, first.
    assert game.seat == SECOND
    game.do("buy(melon)", "beg(p2)")
    assert (basket(game, SECOND), coins(game)) == (["melon"], [2, 0])


# ---------------------------------------------------------------- what can't be done any more


def test_what_somebody_else_took_first_is_lost_and_nothing_is_paid() -> None:
    game = market()
    game.do("buy(pear)", "buy(pear)")
    assert (basket(game, FIRST), basket(game, SECOND)) == (["pear"], [])
    assert coins(game) == [1, 3]
    assert (game.kept("idle", FIRST), game.kept("idle", SECOND)) == (0, 1)


def test_what_can_no_longer_be_paid_is_lost() -> None:
    game = market()
    game.do("beg(p2)", "buy(pear)")
    assert (basket(game, SECOND), coins(game)) == ([], [5, 1])


def test_a_restriction_is_asked_again() -> None:
    game = market(3)
    game.do("beg(p2)", "buy(apple)", "beg(p2)")
    # The second seat had 3, lost 2 and paid 1; there is nothing to be had from it.
    assert coins(game, 3) == [5, 0, 3]
    assert [game.kept("idle", seat) for seat in range(3)] == [0, 0, 1]


def test_whoever_chose_one_of_what_is_alike_gets_another() -> None:
    game = market(3)
    game.do("buy(apple)", "buy(apple)", "buy(apple)")
    assert [basket(game, seat) for seat in range(3)] == [["apple"], ["apple"], []]
    assert coins(game, 3) == [2, 2, 3]


def test_sets_of_what_is_alike_are_found_again() -> None:
    game = Play(
        """
        kinds: {fruit: {printed: {price: number}}}
        zones: {stall: fruit, basket(seat): fruit}
        components: {fruits: {kind: fruit, in: stall, rows: {apple: {price: 1, copies: 4}, pear: {price: 1}}}}
        play: {day: {together: seats, offer: day}}
        actions: {take: {offered: day, choose: {pair: exactly 2 among stall, n: 5 to 6}, do: move pair to basket of me}}
        """,
        players=3,
    )
    game.do("take([apple, apple], 6)", "take([apple, pear], 5)")
    assert game.keys[0] == "take([apple, apple], 5)"
    game.do("take([apple, apple], 5)")
    # Two and one apples are gone, so two together are no longer there.
    assert [basket(game, seat) for seat in range(3)] == [["apple", "apple"], ["apple", "pear"], []]


def test_alike_cells_are_found_again() -> None:
    game = Play(
        """
        kinds: {stone: {owned: true}}
        zones: {row: {holds: one stone, shape: {slots: 2}}, hand(seat): stone}
        components: {stones: {kind: stone, for-each: {owner: seat}, in: hand of owner, copies: 1, rows: {pebble: {}}}}
        play: {day: {together: seats, offer: day}}
        actions:
          put:
            offered: day
            choose: {stone: my hand, cell: cells of row}
            require: {free: {that: cell is empty, because: It is taken.}}
            do: move stone to cell
        """,
        players=3,
    )
    game.do(*(f"put(pebble(p{seat}), at(row, 1))" for seat in (1, 2, 3)))
    held = [len(things_in(game.machine.instance.zones["hand"], game.state, seat)) for seat in range(3)]
    assert held == [0, 0, 1]


def test_else_and_pass_come_where_nothing_can_be_picked_any_more() -> None:
    game = Play(
        FRAME
        + """
play:
  day: {together: seats, offer: day, else: raise lost of me by 1, pass: raise lost of me by 2}
actions: {take: {offered: day, require: {first: {that: n is 0, because: Gone.}}, do: raise n by 1}}
"""
    )
    game.do("take", "take")
    assert (game.kept("n"), game.kept("lost", FIRST), game.kept("lost", SECOND)) == (1, 0, 3)


def test_to_decline_is_unseen_too() -> None:
    game = market(3)
    game.do("pass", "beg(p1)", "pass")
    assert [game.kept("idle", seat) for seat in range(3)] == [1, 0, 1]
    game = market(3)
    game.do("pass")
    assert game.kept("idle", FIRST) == 0


# ---------------------------------------------------------------- terms


def test_limit_cost_and_consent_belong_to_the_turn_in_which_it_happens() -> None:
    game = Play(
        FRAME
        + """
play:
  round: {repeat: 2, do: {day: {together: seats, offer: day, pick: up to 1, pass: raise lost of me by 1}}}
actions:
  swap:
    offered: day
    choose: {partner: seats where it is not me}
    consent: partner
    cost: {coin: 1}
    limit: once per round
    do: raise n by 1
"""
    )
    game.do("swap(p2)")
    assert (game.seat, game.keys) == (SECOND, ["swap(p1)", "pass"])
    game.do("swap(p1)")
    # Both have chosen; only now the partner of the first is asked.
    assert (game.seat, game.keys, coins(game)) == (SECOND, ["yes", "no"], [3, 3])
    game.do("yes")
    assert (game.seat, game.kept("n"), coins(game)) == (FIRST, 1, [2, 3])
    game.do("no")
    assert (game.kept("n"), game.kept("lost", SECOND), coins(game)) == (1, 1, [2, 3])


def test_ensure_is_tried_on_what_the_pick_will_do() -> None:
    game = Play(
        FRAME
        + """
play: {day: {together: seats, offer: day, pick: up to 1, pass: raise lost of me by 1}}
actions:
  add: {offered: day, choose: {more: 1 to 3}, ensure: {few: {that: n < 4, because: Too many.}}, do: raise n by more}
"""
    )
    assert game.keys == ["add(1)", "add(2)", "add(3)", "pass"]
    game.do("add(2)")
    assert game.keys == ["add(1)", "add(2)", "add(3)", "pass"]
    game.do("add(2)")
    assert (game.kept("n"), game.kept("lost", SECOND)) == (2, 1)


def test_free_actions_stay_away_while_all_choose() -> None:
    game = Play(
        FRAME
        + """
play: {day: {together: seats, offer: day}}
actions:
  work: {offered: day, do: raise n by 1}
  trade: {any-time: day, cost: {coin: 1}}
"""
    )
    assert game.keys == ["work"]


def test_what_rules_offer_is_picked_unseen_as_well() -> None:
    game = Play(
        FRAME
        + """
play: {day: {together: seats, offer: day, pick: up to 1}}
actions: {work: {offered: day, choose: {more: 1 to 2}, do: raise n by more}}
standing:
  tired: {restrict: actions.work, that: more + n < 3, because: It is late.}
  extra: {offered: day, choose: {most: 5 to 6}, do: raise n by most}
  gift: {offer: actions.work, offered: day, if: coin of me > 2}
"""
    )
    assert game.keys == ["work(1)", "work(2)", "extra(5)", "extra(6)", "gift(1)", "gift(2)", "pass"]
    game.do("gift(2)", "extra(5)")
    assert game.kept("n") == 7
    game = Play(
        FRAME
        + """
play: {day: {together: seats, offer: day, pick: up to 1}}
actions: {work: {offered: day, choose: {more: 1 to 2}, do: [raise n by more, lose 3 coin for next of me]}}
standing: {gift: {offer: actions.work, offered: day, if: coin of me > 2}}
"""
    )
    game.do("work(1)", "gift(2)")
    assert game.kept("n") == 1


# ---------------------------------------------------------------- steps


def test_names_around_a_deed_are_the_same_behind_its_votes() -> None:
    game = Play(
        FRAME
        + """
play: {turn: {seat: first(seats), offer: acts}}
actions:
  call: {offered: acts, choose: {a: 1 to 3}, do: {ask: {do: vote}, then: {do: raise n by 1000 * a}}}
  put: {offered: votes, choose: {a: 4 to 5}, do: raise n by a}
procedures: {vote: {all: {together: seats, offer: votes}}}
"""
    )
    game.do("call(2)", "put(4)", "put(5)")
    assert game.kept("n") == 2009


def test_whom_a_rule_lets_off_is_not_asked() -> None:
    game = Play(
        FRAME
        + """
play: {day: {together: seats, choose: {more: 1 to 2}, do: raise n by more}}
standing: {off: {waive: play.day, if: me is first(seats)}}
"""
    )
    assert game.seat == SECOND
    assert game.do("day(2)").kept("n") == 2
    assert game.over


def test_pass_is_for_whoever_has_nothing_to_choose() -> None:
    game = Play(
        FRAME
        + """
play:
  day: {together: seats, choose: {more: 1 to (if me is first(seats) then 0 else 2)}, do: raise n by more, pass: raise lost of me by 1}
""",
        players=3,
    )
    assert (game.seat, game.keys) == (SECOND, ["day(1)", "day(2)"])
    game.do("day(2)", "day(1)")
    assert (game.kept("n"), [game.kept("lost", seat) for seat in range(3)]) == (3, [1, 0, 0])


def test_what_was_chosen_stays_chosen_but_has_to_be_paid() -> None:
    game = Play(
        FRAME
        + """
play:
  day:
    together: seats
    choose: {more: 0 to my coin}
    cost: {coin: more}
    do: [raise n by more, lose 2 coin for next of me]
    pass: raise lost of me by 1
""",
        players=3,
    )
    game.do("day(3)", "day(3)", "day(2)")
    # The first takes 2 of the second's coins, which can't pay 3 any more; so the third keeps its own.
    assert game.kept("n") == 5
    assert [game.kept("lost", seat) for seat in range(3)] == [0, 1, 0]
    assert coins(game, 3) == [0, 1, 1]


def test_no_further_seat_chooses_or_acts_once_until_holds() -> None:
    game = Play(
        FRAME
        + """
play: {day: {together: seats, until: n > 3, choose: {more: 1 to 5}, do: raise n by more}}
""",
        players=3,
    )
    game.do("day(1)", "day(4)", "day(5)")
    assert game.kept("n") == 5


# ---------------------------------------------------------------- records, taking back


@pytest.fixture
def loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setenv("CUSTUMAL_HOME", str(tmp_path / "home"))
    return load_game(str(MARKET))


def play_keys(session: Session, *keys: str) -> None:
    for key in keys:
        choice = session.engine.find(session.position, key)
        assert choice is not None, key
        session.play(choice)


KEYS = ("buy(pear)", "buy(pear)", "beg(p1)", "buy(apple)", "pass", "buy(melon)")


def test_a_record_is_played_again_to_the_same_end(loaded: Game) -> None:
    session = Session(loaded, [HUMAN, HUMAN], 7)
    play_keys(session, *KEYS)
    record = Record.from_json(session.record().to_json())
    again = Session(loaded, [HUMAN, HUMAN], 7)
    again.replay(record)
    assert again.is_over
    assert again.position == session.position
    assert [event.key for event in again.events] == list(KEYS)


def test_what_is_picked_is_not_told_before_all_have_picked(loaded: Game) -> None:
    session = Session(loaded, [HUMAN] * 3, 7)
    play_keys(session, "buy(pear)", "pass")
    assert session.unseen() == {0, 1}
    play_keys(session, "beg(p1)")
    assert session.unseen() == frozenset()
    play_keys(session, "pass")
    assert session.unseen() == {3}


def test_nobody_takes_back_across_anothers_pick_nor_after_all_are_open(loaded: Game) -> None:
    session = Session(loaded, [HUMAN, HUMAN], 7)
    play_keys(session, "buy(pear)")
    assert undo(session, SECOND) == "undo-none"
    play_keys(session, "buy(apple)")
    assert undo(session, FIRST) == "undo-seat"
    # The second seat knows by now what the first had picked.
    assert undo(session, SECOND) == "undo-reveal"


def test_a_bots_unseen_pick_is_not_taken_back(loaded: Game) -> None:
    session = Session(loaded, [HUMAN, "random"], 7)
    play_keys(session, "buy(pear)")
    session.play_bot()
    assert undo(session, FIRST) == "undo-seat"


def test_it_is_explained_by_the_position_as_it_stands(loaded: Game) -> None:
    state = loaded.start(players=2, seed=1).play("buy(melon)")
    assert state.explain("buy", fruit="melon").legal
    # When all have picked, the melon is gone.
    refused = state.play("pass").explain("buy", fruit="melon")
    assert not refused.legal
    assert refused.reasons


def test_generated_and_plain_games_are_the_same(loaded: Game) -> None:
    fast, plain = loaded.engine(3), loaded.engine(3, compiled=False)
    for seed in range(20):
        position, other = fast.start(seed), plain.start(seed)
        for step in range(9):
            choices = fast.choices(position)
            assert choices == plain.choices(other)
            choice = choices[(seed * 7 + step * 5) % len(choices)]
            fast.apply(position, choice)
            plain.apply(other, choice)
            assert position == other
