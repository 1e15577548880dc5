"""Menus and decisions: what is asked, when it is skipped, and what is picked together.

Expected values follow from the reference of the language.
"""

from __future__ import annotations

import pytest

from custumal.interpreter.engine import Engine
from tests.support.small_games import Play, machine_for

FIRST, SECOND = 0, 1


def test_a_menu_asks_even_if_one_thing_can_be_chosen_and_is_skipped_if_only_declining_can() -> None:
    game = Play("""
        kept: {n: {is: 0 to 9, until: end}}
        play:
          one: {seat: first(seats), offer: acts}
          neither: {seat: first(seats), offer: never, pick: any, pass: raise n by 5}
          other: {seat: first(seats), offer: never, else: raise n by 1}
        actions:
          go: {offered: acts, do: raise n by 1}
          nay: {offered: never, require: {not-so: {that: n > 100, because: Never.}}}
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
          empty: {seat: first(seats), choose: {n: 3 to 2}, pass: set log to log * 10 + 7, do: set log to 999999}
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


def test_free_actions_are_offered_behind_a_step_and_never_interrupt_what_a_rule_offers() -> None:
    game = Play("""
        resources: {coin: {start: 3}}
        play:
          turn: {do: {act: {seat: first(seats), offer: acts}, rest: raise n by 1}}
        kept: {n: {is: 0 to 9, until: end}}
        actions:
          work: {offered: acts}
          aye: {offered: votes}
          trade: {any-time: turn, cost: {coin: 1}}
        procedures:
          vote: {ask: {seat: first(seats), offer: votes}}
        standing:
          pause: {after: play.turn.rest, do: {moment: {seat: first(seats), offer: free}}}
          council: {offered: acts, do: {all-vote: vote}}
        """)
    assert game.keys == ["work", "council", "trade"]
    game.do("council")
    assert game.keys == ["aye"]
    game.do("aye")
    assert game.kept("n") == 1
    assert game.keys == ["trade", "pass"]
    game.do("trade", "pass")
    assert game.over


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
    game = Play(
        """
        kept: {n: {is: 0 to 99, until: end}}
        play:
          turn: {repeat: 2, do: {go: {players: seats, offer: acts, pick: any}}}
        actions:
          work: {offered: acts, choose: {n: 1 to 2}, limit: once per go for each n, do: raise n by 1}
        """.replace("kept: {n:", "kept: {total:").replace("raise n by 1", "raise total by n")
    )
    game.do("work(1)")
    assert game.keys == ["work(2)", "pass"]
    game.do("work(2)")
    assert game.seat == SECOND
    game.do("pass")
    assert game.keys == ["work(1)", "work(2)", "pass"]


def test_a_limit_counts_for_nothing_as_for_each_thing() -> None:
    game = Play("""
        kept: {total: {is: 0 to 99, until: end}}
        play:
          turn: {repeat: 2, do: {go: {players: seats, offer: acts, pick: any}}}
        actions:
          work: {offered: acts, choose: {n: maybe 1 to 2}, limit: 1 per go for each n, do: raise total by n otherwise 9}
    """)
    assert game.do("work(2)").keys == ["work(1)", "work(none)", "pass"]
    assert game.do("work(none)").keys == ["work(1)", "pass"]
    assert game.do("work(1)").keys == ["work(1)", "work(2)", "work(none)", "pass"]
    assert (game.seat, game.kept("total")) == (SECOND, 12)


def test_what_one_seat_has_used_up_is_left_to_the_others() -> None:
    game = Play("""
        kept: {total: {is: 0 to 99, until: end}}
        play:
          turn: {players: seats, offer: acts, pick: up to 1}
          after: {players: seats, offer: acts, pick: up to 1}
        actions:
          work: {offered: acts, choose: {n: maybe 1 to 2}, limit: 1 per game for each n, do: raise total by n otherwise 9}
    """)
    assert game.do("work(none)").keys == ["work(1)", "work(2)", "work(none)", "pass"]
    assert game.do("work(2)").keys == ["work(1)", "work(2)", "pass"]
    assert game.do("pass").keys == ["work(1)", "work(none)", "pass"]


def test_a_restriction_binds_whom_it_concerns() -> None:
    game = Play("""
        play:
          turn: {players: seats, offer: acts}
        actions:
          work: {offered: acts, choose: {n: 1 to 2}}
        standing:
          little: {restrict: actions.work, for: seats where it is last(seats), that: n < 2, because: Only one.}
    """)
    assert game.keys == ["work(1)", "work(2)"]
    assert game.do("work(2)").keys == ["work(1)"]


def test_a_limit_may_rest_on_a_restriction() -> None:
    game = Play("""
        kinds: {card: {printed: {worth: maybe number}}}
        components: {cards: {kind: card, in: heap, provenance: public, rows: {a: {worth: 1}, b: {worth: 2}, c: {}}}}
        zones: {heap: card}
        kept: {total: {is: 0 to 99, until: end}}
        play:
          turn: {seat: first(seats), offer: acts, pick: any}
        actions:
          work:
            offered: acts
            choose: {card: heap}
            require: {marked: {that: worth of card is not none, because: Nothing stands on it.}}
            limit: worth of card per turn
            do: raise total by 1
    """)
    assert game.keys == ["work(a)", "work(b)", "pass"]
    assert game.do("work(b)").keys == ["work(b)", "pass"]
    assert game.do("work(b)").keys == []


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
        resources: {{coin: {{start: 2}}, gem: {{start: 3}}, wood: {{}}}}
        play:
          turn: {{repeat: 9, do: {{go: {{players: seats, offer: acts, pick: up to 1}}}}}}
        actions:
          buy: {{offered: acts, choose: {{n: 1 to 9}}, cost: {{coin: n}}}}
        standing:
          gems: {{accept: gem, as: coin, {}}}
          not-asked: {{accept: gem, as: wood, rank: 0}}
        """
    game = Play(shop.format("rank: 1, up-to: 2"))
    assert game.keys == ["buy(1)", "buy(2)", "buy(3)", "buy(4)", "pass"]
    game.do("buy(3)")
    assert (game.kept("coin", FIRST), game.kept("gem", FIRST)) == (0, 2)
    game = Play(shop.format("rank: 0"))
    game.do("buy(3)")  # equal ranks: the seat says how the payment sources share the cost
    assert game.keys == ["pay(2, 1)", "pay(1, 2)", "pay(0, 3)"]
    game.do("pay(1, 2)")
    assert (game.kept("coin", FIRST), game.kept("gem", FIRST)) == (1, 1)


def test_a_payment_source_is_there_while_its_rule_holds_for_whom_it_concerns_and_for_what_it_pays() -> None:
    game = Play("""
        resources: {coin: {start: 1}, wood: {}, gem: {start: 1}, chip: {start: 1}, bead: {start: 1}}
        kept: {open: {is: truth, until: end}}
        play:
          turn: {repeat: 2, do: {go: {players: seats, offer: acts, pick: up to 1}, next: set open to true}}
        actions:
          buy: {offered: acts, choose: {n: 1 to 9}, cost: {coin: n}}
        standing:
          a-other: {accept: gem, as: wood}
          beads: {accept: bead, as: coin, rank: 3, while: open}
          chips: {accept: chip, as: coin, if: my gem > 0}
          gems: {accept: gem, as: coin, rank: 2, for: seats where it is last(seats)}
        """)

    def most() -> tuple[int | None, int]:
        return game.seat, len(game.keys) - 1

    assert most() == (FIRST, 1 + 1)  # a coin and a chip
    assert game.do("buy(2)").seat == SECOND
    assert most() == (SECOND, 1 + 1 + 1)  # a gem, too
    game.do("buy(2)")
    assert [game.kept(name, SECOND) for name in ("coin", "chip", "gem")] == [0, 0, 1]
    assert most() == (FIRST, 1)  # a bead is all that is left
    game.do("buy(1)")
    assert most() == (SECOND, 1 + 1)
    game.do("buy(2)")
    assert [game.kept(name, SECOND) for name in ("gem", "bead")] == [0, 0]


@pytest.mark.parametrize("allowed", [-2, 0, 1, 5])
@pytest.mark.parametrize("spent", [0, 2, 3, 5])
def test_a_limit_or_an_amount_below_nothing_pays_nothing_and_costs_nothing(allowed: int, spent: int) -> None:
    game = Play("""
        resources: {coin: {start: 2}, gem: {start: 3, least: -3}, chip: {start: 1}}
        kept: {allowed: {is: -9 to 9, until: end}}
        play:
          given: {seat: first(seats), choose: {n: -2 to 5, g: 0 to 5}, do: [set allowed to n, lose g * gem]}
          turn: {repeat: 2, do: {go: {seat: first(seats), offer: acts, pick: up to 1}}}
        actions:
          buy: {offered: acts, choose: {n: 1 to 9}, cost: {coin: n}}
        standing:
          gems: {accept: gem, as: coin, up-to: allowed}
          chips: {accept: chip, as: coin}
        """).do(f"given({allowed}, {spent})")
    helping = max(0, min(allowed, 3 - spent))
    assert game.keys == [f"buy({n})" for n in range(1, 4 + helping)] + ["pass"]
    game.do(f"buy({3 + helping})")
    assert [game.kept(name, FIRST) for name in ("coin", "gem", "chip")] == [0, 3 - spent - helping, 0]


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
          final: {offered: acts, do: set log to log * 10 + 9}
        """)
    game.do("twice(1)", "twice(2)", "final")
    assert game.over
    assert game.kept("log") == 921


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


def test_ensure_is_asked_at_the_first_stop_of_the_deed_or_where_it_stops_a_step_around_it() -> None:
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
          out: {offered: acts, choose: {n: 1 to 3}, ensure: {low: {that: h < 3, because: Too high.}}, do: [raise h by n, stop turn]}
          rest: {offered: acts}
        """)
    # The trial of `two` ends where more is asked for, that of `out` where it stops the turn, before `next` and the next menu.
    assert game.keys == ["two(1)", "two(2)", "out(1)", "out(2)", "rest", "pass"]
    game.do("two(2)", "ask(3)")
    assert game.keys == ["rest", "pass"]
    assert game.kept("h") == 5


def test_a_trial_that_stops_the_turn_does_not_go_on_to_the_next() -> None:
    game = Play("""
        kept: {h: {is: 0 to 99, until: round}}
        play:
          round: {repeat: 2, do: {turn: {rounds: seats, offer: acts}}}
        actions:
          out:
            offered: acts
            choose: {n: 1 to 3}
            ensure: {low: {that: h < 4, because: Too high.}}
            do: {lift: {repeat: 2, do: [raise h by 1, stop lift]}, more: [raise h by n, stop turn]}
        """)
    # A step within the deed that is stopped is left, and the deed goes on.
    assert game.keys == ["out(1)", "out(2)"]
    game.do("out(1)")
    assert (game.kept("h"), game.keys) == (0, ["out(1)", "out(2)"])


@pytest.mark.parametrize("compiled", [True, False], ids=["generated", "reference"])
def test_what_candidates_have_may_be_relied_on(compiled: bool) -> None:
    machine = machine_for("""
        lists: {colour: [red, green]}
        kinds: {tile: {printed: {worth: maybe number, hue: maybe colour}}}
        components:
          tiles:
            kind: tile
            in: tray
            rows: {both: {worth: 3, hue: red}, pale: {worth: 5}, free: {hue: green}, plain: {}, small: {worth: 2, hue: green}}
        zones: {tray: tile}
        kept: {sum: {is: number, until: end}, last: {is: maybe colour, until: end}}
        play:
          turn:
            seat: first(seats)
            choose:
              one: tray where worth is not none and hue is not none
              half: 1 to worth of one
              other: t in tray where worth of t is not none and t is not one
            require: {more: {that: worth of other > worth of one, because: It must be worth more.}}
            do: [raise sum by half * worth of other, set last to hue of one]
        """)
    engine = Engine(machine.instance, compiled=compiled)
    state = engine.start(1)
    of_both = [f"turn(both, {half}, pale)" for half in (1, 2, 3)]
    of_small = [f"turn(small, {half}, {other})" for half in (1, 2) for other in ("both", "pale")]
    assert [engine.key(state, choice) for choice in engine.choices(state)] == of_both + of_small
    # Whoever asks about what is no candidate is told only that.
    assert engine.why_not(state, "turn(free, 1, pale)")[0].address == "play.turn.choose.one"
    assert engine.why_not(state, "turn(both, 1, free)")[0].address == "play.turn.choose.other"
    choice = engine.find(state, "turn(small, 2, pale)")
    assert choice is not None
    after = engine.after(state, choice)
    assert [engine.evaluator.kept(name, (), after) for name in ("sum", "last")] == [10, 1]


def test_ensure_may_read_the_heights_of_columns() -> None:
    """What the deed changes is tried out, whatever an answer is asked of."""
    game = Play("""
        kinds: {block: {printed: {shape: polycube}}}
        components: {blocks: {kind: block, in: heap, rows: {long: {shape: [[0, 0, 0], [1, 0, 0]]}}}}
        zones: {heap: block, tower: {holds: one block, shape: {cubes: [2, 1, 2]}}}
        play:
          turn: {rounds: seats, offer: acts}
        actions:
          put:
            offered: acts
            choose: {block: heap, pose: "poses(block, tower)"}
            ensure: {flat: {that: every c in columns of tower has height of c <= 1, because: Too high.}}
            do: move block to pose
          rest: {offered: acts, do: stop turn}
        """)
    assert game.keys == ["put(long, pose-at(tower, long, [[1, 1, 1], [2, 1, 1]]))", "rest"]
