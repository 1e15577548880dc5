"""Where things lie at first: also by what is printed on them."""

from __future__ import annotations

from tests.support.small_games import Play


def test_cards_go_to_the_deck_of_their_level() -> None:
    game = Play("""
        kinds: {card: {owned: true, printed: {level: 1 to 3, hand: number}}}
        zones:
          deck(n 1 to 3): {holds: card, shape: pile, seen-by: nobody}
          hand(seat): card
        components:
          levels:
            kind: card
            in: deck(level)
            for-each: {owner: seat}
            rows: {low: {level: 1, hand: 1, copies: 2}, high: {level: 3, hand: 2}}
          own: {kind: card, in: hand of owner, for-each: {owner: seat}, rows: {first: {level: 2, hand: 3}}}
        play: {turn: {rounds: seats, until: passes(turn) > 2, offer: turn}}
        actions: {rest: {offered: turn}}
        """)
    zones, kinds = game.machine.instance.zones, game.machine.instance.game.kinds["card"].rows

    def names(zone: str) -> list[list[str]]:
        layout = zones[zone]
        piles = game.state.piles[layout.piles : layout.piles + layout.size]
        return [sorted(kinds[game.machine.instance.things[thing].row].name for thing in pile) for pile in piles]

    assert names("deck") == [["low"] * 4, [], ["high"] * 2]
    assert names("hand")[:2] == [["first"], ["first"]]
