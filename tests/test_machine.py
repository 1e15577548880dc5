"""The course of play: steps, loops, lives, menus, chance, and stops that can be saved.

Expected values follow from the reference of the language.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from custumal.interpreter.errors import PlayError
from custumal.interpreter.machine import Machine
from custumal.interpreter.state import CHANCE, DECISION, OVER, State
from tests.small_games import Play, machine_for

FIRST, SECOND, THIRD = 0, 1, 2


def play_at_random(machine: Machine, seed: int, most: int = 500) -> list[str]:
    """The keys of a game in which a generator of the test's own decides."""
    decide = random.Random(seed)
    state = machine.start(seed)
    keys: list[str] = []
    while state.kind != OVER and len(keys) < most:
        raw = machine.draw(state) if state.kind == CHANCE else decide.choice(machine.choices(state))
        keys.append(machine.key(state, raw))
        machine.apply(state, raw)
    return keys


# ---------------------------------------------------------------- steps and loops


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


def test_a_loop_without_end_is_an_error_that_names_the_step() -> None:
    with pytest.raises(PlayError) as caught:
        Play("""
            kept: {n: {is: 0 to 9, until: end}}
            play:
              turn: {repeat: endless, do: {count: raise n by 1, out: {if: n > 20, do: stop turn}}}
            """)
    assert caught.value.code == "no-progress"
    assert "play.turn" in caught.value.message


# ---------------------------------------------------------------- menus and decisions


def test_a_menu_asks_even_if_one_thing_can_be_chosen_and_is_skipped_if_only_declining_can() -> None:
    game = Play("""
        kept: {n: {is: 0 to 9, until: end}}
        play:
          one: {seat: first(seats), offer: acts}
          none: {seat: first(seats), offer: never, pick: any, pass: raise n by 5}
          other: {seat: first(seats), offer: never, else: raise n by 1}
        actions:
          go: {offered: acts, do: raise n by 1}
          no: {offered: never, require: {not-so: {that: n > 100, because: Never.}}}
        """)
    assert game.keys == ["go"]
    game.do("go")
    assert game.over
    assert game.kept("n") == 7


def test_in_the_middle_of_a_deed_a_single_candidate_is_taken_silently_and_none_skips_the_step() -> None:
    game = Play("""
        kept: {log: {is: 0 to 999999, until: end}}
        play:
          single: {seat: first(seats), choose: {n: 3 to 3}, do: set log to log * 10 + n}
          none: {seat: first(seats), choose: {n: 3 to 2}, pass: set log to log * 10 + 7, do: set log to 999999}
          two: {seat: first(seats), choose: {n: 4 to 5}, do: set log to log * 10 + n}
          declined: {seat: first(seats), choose: {n: maybe 6 to 6}, do: set log to log * 10 + (n otherwise 0)}
        """)
    assert game.kept("log") == 37
    assert game.keys == ["two(4)", "two(5)"]
    game.do("two(5)")
    assert game.keys == ["declined(6)", "declined(none)"]
    game.do("declined(none)")
    assert game.kept("log") == 3750


def test_free_actions_join_menus_of_their_owner_and_do_not_use_up_the_pick() -> None:
    game = Play("""
        resources: {coin: {start: 3}, wood: {}}
        play:
          turn:
            do:
              go: {players: seats, offer: acts}
              moment: {players: seats, offer: free}
          after: {players: seats, offer: acts}
        actions:
          work: {offered: acts, do: gain 1 wood}
          trade: {any-time: turn, cost: {coin: 1}, do: gain 1 wood}
        """)
    assert game.keys == ["work", "trade"]
    game.do("trade", "trade")
    assert game.seat == FIRST
    game.do("work")
    assert (game.seat, game.kept("wood", FIRST)) == (SECOND, 3)
    game.do("work")
    assert game.keys == ["trade", "pass"]
    game.do("pass", "pass")
    assert game.keys == ["work"]


def test_free_actions_never_interrupt_a_deed() -> None:
    game = Play("""
        resources: {coin: {start: 3}}
        play:
          turn: {do: {act: {seat: first(seats), offer: acts}, vote: vote}}
        actions:
          work: {offered: acts, do: {all-vote: vote}}
          aye: {offered: votes}
          trade: {any-time: turn, cost: {coin: 1}}
        procedures:
          vote: {ask: {players: seats, offer: votes}}
        """)
    game.do("work")
    assert game.keys == ["aye"]
    game.do("aye", "aye")
    assert game.keys == ["aye", "trade"]


def test_together_all_choose_unseen_and_then_each_acts_in_order() -> None:
    game = Play(
        """
        kept: {log: {is: 0 to 9999, until: end}, bid(seat): {is: 0 to 9, until: end}}
        play:
          bids: {together: seats, choose: {n: 1 to 3}, do: [set my bid to n, set log to log * 10 + n]}
        """,
        players=3,
    )
    game.do("bids(1)")
    assert (game.seat, game.kept("bid", FIRST)) == (SECOND, 0)
    hidden = {slot for slot, value in enumerate(game.state.frame) if value == ((FIRST, 1),)}
    assert hidden <= game.machine.program.sealed
    game.do("bids(3)", "bids(2)")
    assert game.kept("log") == 132


def test_limits_count_for_each_thing_and_anew_in_every_pass() -> None:
    game = Play("""
        kept: {n: {is: 0 to 99, until: end}}
        play:
          turn: {repeat: 2, do: {go: {players: seats, offer: acts, pick: any}}}
        actions:
          work: {offered: acts, choose: {n: 1 to 2}, limit: once per go for each n, do: raise n by 1}
        """.replace("kept: {n:", "kept: {total:").replace("raise n by 1", "raise total by n"))
    game.do("work(1)")
    assert game.keys == ["work(2)", "pass"]
    game.do("work(2)")
    assert game.seat == SECOND
    game.do("pass")
    assert game.keys == ["work(1)", "work(2)", "pass"]


def test_refused_terms_are_gone_until_the_step_ends() -> None:
    game = Play("""
        resources: {coin: {start: 3}}
        play:
          turn: {repeat: 2, do: {go: {players: seats, offer: acts, pick: up to 1}}}
        actions:
          give: {offered: acts, choose: {n: 1 to 2}, consent: next of me, cost: {coin: n}, do: gain n * coin for next of me}
        """)
    game.do("give(2)")
    assert (game.seat, game.keys) == (SECOND, ["yes", "no"])
    game.do("no")
    assert (game.seat, game.keys) == (FIRST, ["give(1)", "pass"])
    assert game.kept("coin", FIRST) == 3
    game.do("give(1)", "yes")
    assert (game.kept("coin", FIRST), game.kept("coin", SECOND)) == (2, 4)
    assert "give(2)" in game.do("pass").keys


def test_purses_help_by_rank_and_only_up_to_their_limit() -> None:
    shop = """
        resources: {{coin: {{start: 2}}, gem: {{start: 3}}}}
        play:
          turn: {{repeat: 9, do: {{go: {{players: seats, offer: acts, pick: up to 1}}}}}}
        actions:
          buy: {{offered: acts, choose: {{n: 1 to 9}}, cost: {{coin: n}}}}
        standing:
          gems: {{accept: gem, as: coin, {}}}
        """
    game = Play(shop.format("rank: 1, up-to: 2"))
    assert game.keys == ["buy(1)", "buy(2)", "buy(3)", "buy(4)", "pass"]
    game.do("buy(3)")
    assert (game.kept("coin", FIRST), game.kept("gem", FIRST)) == (0, 2)
    game = Play(shop.format("rank: 0"))
    game.do("buy(3)")  # equal ranks: the seat says how the purses share the cost
    assert game.keys == ["pay(2, 1)", "pay(1, 2)", "pay(0, 3)"]
    game.do("pay(1, 2)")
    assert (game.kept("coin", FIRST), game.kept("gem", FIRST)) == (1, 1)


def test_ensure_tries_the_result_and_takes_it_back() -> None:
    game = Play("""
        kept: {h(seat): {is: 0 to 9, until: end}}
        play:
          turn: {rounds: seats, offer: acts}
        actions:
          climb: {offered: acts, choose: {n: 1 to 4}, ensure: {low: {that: h of me <= 5, because: Too high.}}, do: raise my h by n}
          rest: {offered: acts, require: {cannot: {that: not can climb, because: You can climb.}}, do: stop turn}
        """)
    game.do("climb(4)", "climb(1)")
    assert (game.keys, game.kept("h", FIRST)) == (["climb(1)"], 4)
    game.do("climb(1)", "climb(4)")
    assert game.keys == ["rest"]


# ---------------------------------------------------------------- chance


CARDS = """
    kinds: {card: {printed: {value: number}}}
    components:
      cards: {kind: card, in: pile, provenance: public, rows: {a: {copies: 3, value: 1}, b: {value: 2}}}
    zones:
      pile: {holds: card, shape: FORM, seen-by: nobody}
      hand(seat): card
    """


def test_a_draw_from_a_bag_is_chance_weighted_by_alike_things() -> None:
    game = Play(f"""
{CARDS.replace("FORM", "bag")}
    play:
      deal: {{players: seats, do: draw 1 from pile to my hand}}
    """)
    assert game.chance
    assert game.keys == ["draw(a)", "draw(b)"]
    assert [weight for weight, _ in game.machine.outcomes(game.state)] == [3, 1]
    game.do("draw(b)")
    assert game.over  # three equal cards are left: nothing is left to chance


def test_a_shuffle_is_a_chain_of_draws_in_which_every_order_is_equally_likely() -> None:
    machine = machine_for(f"""
{CARDS.replace("FORM", "pile")}
    setup:
      mix: shuffle pile
    play:
      deal: draw 1 from pile to hand of first(seats)
    """)
    hand, only_b = machine.instance.zones["hand"].piles, 3

    def chance_of_b(state: State) -> Fraction:
        if state.kind == OVER:
            return Fraction(state.piles[hand] == (only_b,))
        found = Fraction(0)
        outcomes = machine.outcomes(state)
        for weight, raw in outcomes:
            after = state.copy()
            machine.apply(after, raw)
            found += chance_of_b(after) * Fraction(weight, sum(part for part, _ in outcomes))
        return found

    assert chance_of_b(machine.start(1)) == Fraction(1, 4)


def test_dice_are_rolled_one_at_a_time_in_order() -> None:
    game = Play("""
        kinds: {die: {}}
        components: {dice: {kind: die, in: table, provenance: public, rows: {d: {copies: 2}}}}
        zones: {table: die}
        kept: {shows(die): {is: 1 to 6, until: end}}
        play:
          turn: {repeat: 2, do: {throw: roll shows of table, act: {seat: first(seats), offer: acts}}}
        actions:
          keep: {offered: acts, choose: {one: table}}
          both: {offered: acts, choose: {two: exactly 2 among table}}
        """)
    assert game.keys == [f"roll({n})" for n in range(1, 7)]
    game.do("roll(3)", "roll(3)")
    assert game.keys == ["keep(d)", "both([d, d])"]  # alike: one stands for both
    game.do("both([d, d])", "roll(1)", "roll(3)")
    assert game.keys == ["keep(d(1))", "keep(d(2))", "both([d(1), d(2)])"]


def test_chance_chooses_with_the_number_of_alike_candidates_as_weight() -> None:
    game = Play("""
        kinds: {man: {}}
        components: {men: {kind: man, in: pool, provenance: public, rows: {m: {copies: 4}, w: {copies: 2}}}}
        zones: {pool: man}
        play:
          strike: {seat: chance, choose: {victim: pool}, do: discard victim}
        """)
    assert game.keys == ["strike(m)", "strike(w)"]
    assert [weight for weight, _ in game.machine.outcomes(game.state)] == [4, 2]


def test_empty_slots_are_alike_while_no_rule_reads_their_index() -> None:
    board = """
        kinds: {{man: {{}}}}
        components: {{men: {{kind: man, in: pool, provenance: public, rows: {{m: {{copies: 4}}}}}}}}
        zones:
          pool: man
          row: {{holds: one man, shape: {{slots: 3}}}}
        play:
          turn: {{repeat: 2, do: {{go: {{players: seats, offer: acts}}}}}}
        actions:
          put: {{offered: acts, choose: {{c: cells of row where empty}}, {} do: move first(pool) to c}}
        """
    game = Play(board.format(""))
    assert game.keys == ["put(at(row, 1))"]
    assert game.do("put(at(row, 1))").keys == ["put(at(row, 2))"]
    told_apart = Play(board.format("require: {low: {that: index of c <= 3, because: Too far.}},"))
    assert told_apart.keys == ["put(at(row, 1))", "put(at(row, 2))", "put(at(row, 3))"]


# ---------------------------------------------------------------- the machine as a whole


LONG = CARDS.replace("FORM", "bag") + """
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
        listed = machine.choices(state) if state.kind == DECISION else [raw for _, raw in machine.outcomes(state)]
        restored = State.from_json(state.to_json())
        assert restored == state
        assert restored.digest() == state.digest()
        raw = decide.choice(listed)
        key = machine.key(state, raw)
        assert machine.parse(state, key) == raw
        machine.apply(state, raw)
        machine.apply(restored, raw)
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
    machine.enter(state)
    assert (state.kind, state.seat) == (DECISION, FIRST)
    machine.apply(state, machine.choices(state)[0])
    assert state.seat == SECOND
    machine.apply(state, machine.choices(state)[0])
    assert state.kind == OVER
    assert machine.evaluator.kept("log", (), state) == 202


def test_an_action_may_offer_itself_again_and_keeps_what_it_chose() -> None:
    game = Play("""
        kept: {log: {is: 0 to 999999, until: end}}
        play:
          turn: {seat: first(seats), offer: acts}
        actions:
          twice:
            offered: acts
            choose: {n: 1 to 3}
            limit: 2 per game
            do:
              again: {offer: acts}
              record: set log to log * 10 + n
          once: {offered: acts, do: set log to log * 10 + 9}
        """)
    game.do("twice(1)", "twice(2)", "once")
    assert game.over
    assert game.kept("log") == 921


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


def test_what_is_paid_together_is_paid_when_all_have_chosen() -> None:
    game = Play("""
        resources: {coin: {start: 3}}
        play:
          bids: {together: seats, choose: {n: 1 to 2}, cost: {coin: n}, do: gain 5 * coin}
        """)
    game.do("bids(1)")
    assert game.kept("coin", FIRST) == 3
    game.do("bids(2)")
    assert (game.kept("coin", FIRST), game.kept("coin", SECOND)) == (7, 6)


def test_an_entry_with_nothing_to_choose_from_makes_its_action_impossible() -> None:
    game = Play("""
        kept: {sum: {is: 0 to 99, until: end}}
        play:
          one: {seat: first(seats), offer: acts}
        actions:
          never:
            offered: acts
            choose: {n: 3 to 2}
            require: {big: {that: n * n + n > sum, because: Too little.}}
            do: raise sum by (n * n + 3) div 2
          other: {offered: acts, do: raise sum by 1}
        """)
    assert game.keys == ["other"]
    assert game.do("other").kept("sum") == 1


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
    game.do("put(at(board(p1), 1, 1))")
    assert game.kept("n", FIRST) == 36
    game.do("pair(at(ring, 2))", "put(at(board(p1), 2, 1))")
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


def test_ensure_holds_for_questions_offers_of_rules_and_what_hooks_do() -> None:
    game = Play("""
        resources: {coin: {start: 3}}
        kept: {h(seat): {is: 0 to 99, until: end}, top: {is: 0 to 99, until: end}}
        play:
          turn: {rounds: seats, until: top > 7, offer: acts}
        actions:
          climb:
            offered: acts
            choose: {n: 1 to 4}
            cost: {coin: 1}
            ensure:
              low: {that: h of me <= 5, unless: coin of me > 4, because: Too high.}
              rich: {that: my coin + n > 3, because: Too poor.}
            do:
              up: raise my h by n
              mark: {if: h of me > top, do: set top to h of me}
          rest: {offered: acts, require: {tired: {that: not can climb(4), because: You could climb.}}, do: gain 2 coin}
          jump:
            offered: acts
            require:
              no:
                that: not can climb ignoring [low]
                because: You could climb.
            do: gain 1 coin
        standing:
          ladder: {offer: actions.climb, offered: acts, cost: none, if: coin of me > 2}
          wind: {after: actions.climb, do: raise h of me by 1}
        """)
    # A climb costs a coin, and the wind adds one to it.
    assert game.keys == ["climb(2)", "climb(3)", "climb(4)", "ladder(1)", "ladder(2)", "ladder(3)", "ladder(4)"]
    game.do("climb(4)")
    assert (game.kept("h", FIRST), game.kept("top"), game.kept("coin", FIRST)) == (5, 4, 2)
    game.do("ladder(1)")
    # With 5 none of its climbs stays at 5 or below.
    assert (game.seat, game.keys) == (FIRST, ["rest"])
    game.do("rest", "ladder(2)")
    assert game.kept("h", SECOND) == 5
    # With 4 coins the exception does not hold, with 6 it does, though a climb takes one.
    assert (game.seat, game.keys) == (FIRST, ["rest"])
    game.do("rest", "rest")
    assert game.keys == ["climb(1)", "climb(2)", "climb(3)", "climb(4)", "ladder(1)", "ladder(2)", "ladder(3)", "ladder(4)"]


def test_ensure_is_asked_at_the_first_stop_of_the_deed_or_of_what_comes_after_a_stopped_step() -> None:
    game = Play("""
        kept: {h: {is: 0 to 99, until: end}}
        play:
          round: {repeat: 2, do: {turn: {seat: first(seats), offer: acts, pick: any}, next: raise h by 10}}
        actions:
          two:
            offered: acts
            choose: {n: 1 to 3}
            ensure: {low: {that: h <= 2, because: Too high.}}
            do: {up: raise h by n, ask: {choose: {more: 1 to 9}, do: raise h by more}}
          out: {offered: acts, choose: {n: 1 to 3}, ensure: {low: {that: h < 13, because: Too high.}}, do: [raise h by n, stop turn]}
          rest: {offered: acts}
        """)
    # The trial of `two` ends where more is asked for, that of `out` at the menu of the next round, when `next` has been.
    assert game.keys == ["two(1)", "two(2)", "out(1)", "out(2)", "rest", "pass"]
    game.do("two(2)", "ask(3)")
    assert game.keys == ["rest", "pass"]
    assert game.kept("h") == 5
