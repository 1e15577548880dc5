"""Standing rules at deeds and choices: the seven laws, abilities of things, offers at other terms."""

from __future__ import annotations

from tests.support.small_games import Play

FIRST, SECOND = 0, 1

WORK = """
    resources: {coin: {start: 3}, wood: {}}
    kept: {log: {is: 0 to 999999999, until: end}}
    play:
      turn: {repeat: 2, do: {go: {players: seats, offer: acts}}}
    actions:
      work: {offered: acts, do: gain 2 wood}
      rest: {offered: acts}
    """


def test_before_and_after_surround_a_deed_and_see_its_names() -> None:
    game = Play(f"""
{WORK}
    standing:
      pay: {{after: actions.work, do: gain 1 coin}}
      note: {{after: gain, if: resource is wood and who is me, do: set log to log * 10 + amount}}
      first: {{before: actions.work, do: set log to log * 10 + 7}}
    """).do("work")
    assert (game.kept("log"), game.kept("coin", FIRST), game.kept("wood", FIRST)) == (72, 4, 2)


def test_after_a_gain_the_amount_is_what_really_came() -> None:
    game = Play("""
        resources: {wood: {supply: 3, most: 2}}
        kept: {log: {is: 0 to 999, until: end}}
        play:
          a: {seat: first(seats), do: gain 5 wood}
          b: {seat: first(seats), do: lose 5 wood}
        standing:
          came: {after: gain, if: resource is wood, do: set log to log * 10 + amount}
          went: {after: lose, if: resource is wood, do: set log to log * 10 + amount}
        """)
    assert game.kept("log") == 22


def test_what_may_fall_below_nothing_is_lost_down_to_its_least() -> None:
    game = Play("""
        resources: {fame: {start: 2, least: -3}, wood: {start: 2}}
        play:
          a: {seat: first(seats), do: [lose 4 fame, lose 4 wood]}
          b: {seat: last(seats), do: lose 9 fame}
        """)
    assert (game.kept("fame", FIRST), game.kept("fame", SECOND), game.kept("wood", FIRST)) == (-2, -3, 0)


def test_a_gain_inside_of_its_own_hook_does_not_disturb_the_outer_one() -> None:
    game = Play(f"""
{WORK}
    standing:
      more:
        after: gain
        if: resource is wood
        limit: once per go
        do: [gain 3 wood, set log to log * 10 + amount]
    """).do("work")
    assert (game.kept("wood", FIRST), game.kept("log")) == (5, 2)
    game.do("work")
    assert game.kept("wood", SECOND) == 5


def test_the_order_of_hooks_is_rank_then_the_game_then_seats_from_the_actor() -> None:
    imp = "{{abilities: {{x: {{after: actions.go, for: everyone,{} do: set log to log * 10 + {}}}}}}}"
    game = Play(
        f"""
        kinds: {{imp: {{active: this is in camp of owner}}}}
        components:
          imps:
            kind: imp
            in: camp of first(seats)
            provenance: public
            rows:
              a: {imp.format("", 1)}
              b: {imp.format(" rank: -1,", 2)}
          others:
            kind: imp
            in: camp of last(seats)
            provenance: public
            rows:
              c: {imp.format("", 3)}
        zones: {{camp(seat): imp}}
        kept: {{log: {{is: 0 to 999999999, until: end}}}}
        play:
          turn: {{players: seats, offer: acts}}
        actions:
          go: {{offered: acts}}
        standing:
          g: {{after: actions.go, do: set log to log * 10 + 4}}
        """,
        players=3,
    )
    game.do("go")
    assert game.kept("log") == 2413
    game.do("go")
    assert game.kept("log") == 2413_2431


def test_instead_asks_and_never_replaces_what_it_brought_about() -> None:
    game = Play("""
        resources: {coin: {start: 3}, wood: {}}
        play:
          turn: {repeat: 2, do: {go: {players: seats, offer: acts}}}
        actions:
          work: {offered: acts, do: earn(2)}
        procedures:
          earn(n number): gain n * wood for first(seats)
        standing:
          other: {instead: procedures.earn, if: n is 2, may: next of me, do: [gain 5 coin for last(seats), earn(2)]}
        """)
    game.do("work")
    assert (game.seat, game.keys) == (SECOND, ["yes", "no"])
    game.do("yes")
    assert (game.kept("coin", SECOND), game.kept("wood", FIRST)) == (8, 2)
    game.do("work", "no")
    assert (game.kept("coin", SECOND), game.kept("wood", FIRST)) == (8, 4)


def test_the_first_instead_that_applies_takes_the_place_and_no_hook_of_the_deed_runs() -> None:
    game = Play(f"""
{WORK}
    standing:
      late: {{instead: actions.work, rank: 5, do: set log to 5}}
      early: {{instead: actions.work, rank: 1, if: my wood is 0, do: set log to 1}}
      never: {{after: actions.work, do: set log to 9}}
    """).do("work")
    assert (game.kept("log"), game.kept("wood", FIRST)) == (1, 0)


def test_what_is_waived_does_not_count() -> None:
    game = Play("""
        resources: {coin: {start: 3}}
        kept: {done(seat): {is: truth, until: end}}
        play:
          turn: {repeat: 2, do: {go: {players: seats, do: {act: {offer: acts}, tax: {do: lose 1 coin}}}}}
        actions:
          work: {offered: acts, require: {once: {that: not done(me), because: Once.}}, cost: {coin: 1}, do: set my done to true}
          rest: {offered: acts}
        standing:
          again: {waive: actions.work.require.once, for: seats where it is first(seats)}
          free: {waive: actions.work.cost, while: first(seats) is done}
          untaxed: {waive: play.turn.go.tax, for: seats where it is last(seats)}
        """)
    game.do("work")
    assert game.kept("coin", FIRST) == 1  # cost and tax
    game.do("work")
    assert game.kept("coin", SECOND) == 3  # neither
    assert game.keys == ["work", "rest"]
    assert game.do("rest").keys == ["rest"]


ABILITIES = """
    kinds:
      card: {printed: {value: number}, active: this is in hand of owner}
    components:
      cards:
        kind: card
        in: pile
        provenance: public
        rows:
          cheap: {copies: 2, value: 1, abilities: {off: {modify: values.price, add: 0 - copies}}}
          swift:
            value: 2
            abilities:
              extra: {offered: acts, limit: once per go, choose: {n: 1 to 2}, do: gain n * coin}
              free-buy: {offer: actions.buy, offered: acts, cost: none, limit: once per game}
              toll: {after: actions.buy, for: everyone, do: gain 1 coin for owner}
          law: {value: 3, abilities: {no: {restrict: actions.buy, for: everyone, that: n is not 2, because: Never two.}}}
    zones:
      pile: card
      hand(seat): card
    resources: {coin: {start: 4}, wood: {}}
    values:
      price(s seat): 3
    play:
      turn: {repeat: 9, do: {go: {players: seats, offer: acts, pick: any}}}
    actions:
      buy: {offered: acts, choose: {n: 1 to 3}, cost: price(me) * coin, do: gain n * wood}
      take: {offered: acts, choose: {card: pile}, do: move card to my hand}
    """


def test_copies_are_a_number_in_one_rule() -> None:
    game = Play(ABILITIES).do("take(cheap)", "take(cheap)", "buy(3)")
    assert game.kept("coin", FIRST) == 3  # 4 - (3 - 2)


def test_abilities_offer_actions_of_their_own_and_actions_at_other_terms() -> None:
    game = Play(ABILITIES).do("take(swift)")
    extra = ["extra(swift, 1)", "extra(swift, 2)"]
    assert [key for key in game.keys if "swift" in key] == [*extra, *(f"free-buy(swift, {n})" for n in (1, 2, 3))]
    game.do("extra(swift, 2)")
    assert game.kept("coin", FIRST) == 6
    game.do("free-buy(swift, 1)")
    assert (game.kept("coin", FIRST), game.kept("wood", FIRST)) == (7, 1)  # nothing paid, and the toll
    assert not [key for key in game.keys if "swift" in key]


def test_a_hook_for_everyone_serves_its_owner_whoever_acts() -> None:
    game = Play(ABILITIES).do("take(swift)", "pass", "buy(1)")
    assert (game.kept("coin", FIRST), game.kept("coin", SECOND)) == (5, 1)


def test_a_restriction_holds_while_its_card_is_active() -> None:
    game = Play(ABILITIES)
    assert "buy(2)" in game.keys
    assert "buy(2)" not in game.do("take(law)").keys
    assert "buy(2)" not in game.do("pass").keys


def test_an_offer_for_several_actions_asks_more_and_does_more() -> None:
    game = Play("""
        kinds:
          relic: {serves: everyone, active: this is in altar}
          card: {printed: {cost: bundle}}
        components:
          relics:
            kind: relic
            in: altar
            provenance: public
            rows:
              tablet:
                abilities:
                  leave-out:
                    for: everyone
                    offer: [actions.buy, actions.sell]
                    offered: acts
                    choose:
                      omitted: r in all(resource) where at(cost of card, r) > 0
                    cost: cost of card - at(cost of card, omitted) * omitted
                    then: discard this
          cards: {kind: card, in: shop, provenance: public, rows: {a: {copies: 3, cost: {coin: 2, wood: 1}}, b: {cost: {coin: 1}}}}
        zones:
          altar: relic
          shop: card
          hand(seat): card
        resources: {coin: {start: 2}, wood: {}}
        play:
          turn: {players: seats, offer: acts, pick: up to 1}
        actions:
          buy: {offered: acts, choose: {card: shop}, cost: cost of card, do: move card to my hand}
          sell: {offered: acts, choose: {card: my hand}, cost: cost of card, do: move card to shop}
        """)
    assert game.keys == ["buy(b)", "leave-out-buy(tablet, a, wood)", "leave-out-buy(tablet, b, coin)", "pass"]
    game.do("leave-out-buy(tablet, a, wood)")
    assert game.kept("coin", FIRST) == 0
    assert game.keys == ["buy(b)", "pass"]  # the relic is gone


def test_moves_are_deeds_that_rules_can_hook() -> None:
    game = Play("""
        kinds: {card: {printed: {value: number}}}
        components: {cards: {kind: card, in: heap, provenance: public, rows: {a: {copies: 2, value: 1}, b: {value: 2}}}}
        zones:
          heap: card
          hand(seat): card
        kept: {log: {is: 0 to 99999, until: end}}
        play:
          all: {seat: first(seats), do: move heap to my hand}
          away: {seat: first(seats), do: discard my hand}
        standing:
          count: {after: move, if: thing is in hand of me, do: raise log by 10 + value of thing}
        """)
    assert game.kept("log") == 34


def test_end_entries_all_apply_and_stop_beats_finish() -> None:
    game = Play("""
        kept: {n: {is: 0 to 9, until: end}}
        play:
          day: {repeat: endless, do: {go: {players: seats, offer: acts}, night: raise n by 5}}
        actions:
          go: {offered: acts, do: raise n by 1}
        end:
          soon: {after: play.day.go, if: n >= 1, do: finish day}
          now: {after: play.day.go, if: n >= 1, do: stop day}
        """)
    assert game.do("go").over
    assert game.kept("n") == 1
    assert game.state.frame[game.machine.program.reason] == 0  # the first listed is the reason
