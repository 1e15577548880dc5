"""What chance decides: drawing, rolling and shuffling, with their weights.

Expected values follow from the reference of the language.
"""

from __future__ import annotations

from fractions import Fraction

from custumal.interpreter.position.state import OVER, Position
from tests.support.small_games import Play, machine_for

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

    def chance_of_b(state: Position) -> Fraction:
        if state.kind == OVER:
            return Fraction(state.piles[hand] == (only_b,))
        found = Fraction(0)
        outcomes = machine.outcomes(state)
        for weight, choice in outcomes:
            after = state.copy()
            machine.apply(after, choice)
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
    assert game.keys == ["keep(d)", "both([d, d])"]  # interchangeable: one stands for both
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


def test_what_carries_something_is_told_from_what_carries_nothing() -> None:
    game = Play("""
        kinds: {cart: {}, sack: {}}
        components:
          carts: {kind: cart, in: yard, provenance: public, rows: {c: {copies: 4}}}
          sacks: {kind: sack, in: store, provenance: public, rows: {s: {copies: 2}}}
        zones: {yard: cart, store: sack, load(cart): {holds: sack, room: 1}}
        play:
          turn: {repeat: 2, do: {go: {seat: first(seats), offer: acts}}}
          strike: {seat: chance, choose: {victim: yard}, do: discard victim}
        actions:
          load: {offered: acts, choose: {x: yard where free of load(it) > 0}, do: move first(store) to load(x)}
        """)
    assert game.keys == ["load(c)"]
    assert game.do("load(c)").keys == ["load(c)"]
    game.do("load(c)")
    assert game.keys == ["strike(c(1))", "strike(c(2))", "strike(c(3))"]
    assert [weight for weight, _ in game.machine.outcomes(game.state)] == [1, 1, 2]


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
