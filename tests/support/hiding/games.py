"""Small games in which what is kept is hidden with what it is kept of, or points at things, and in which rules say who may look."""

MARKS = """\
custumal: 1
game: marks
title: Marks
players: 2 to 3
kinds: {card: {printed: {v: 1 to 6}}}
components:
  cards: {kind: card, in: deck, for-each: {v: 1 to 6}, copies: 2}
zones:
  deck: {holds: card, shape: bag, seen-by: nobody}
  hand(seat): {holds: card, seen-by: owner}
  table: card
kept:
  mark(card): {is: 0 to 3, until: end}
  wish(seat): {is: maybe card, seen-by: owner, until: end}
  secret(card): {is: 0 to 2, seen-by: nobody, until: end}
setup:
  deal: {each: s in seats, do: [draw 3 from deck to hand of s, draw 1 from deck to table]}
play:
  turns: {rounds: seats, until: passes(turns) > 5, offer: deed}
actions:
  sign: {offered: deed, choose: {card: my hand}, do: set mark of card to 2}
  dream: {offered: deed, choose: {card: my hand}, do: set wish of me to card}
  point: {offered: deed, choose: {card: table}, do: set wish of me to card}
  lay: {offered: deed, choose: {card: my hand}, do: move card to table}
  hold:
    offered: deed
    choose: {card: table}
    require: {low: {that: v of card < 6, because: A six stays.}}
    do: move card to my hand
  veil: {offered: deed, choose: {card: table}, do: raise secret of card by 1}
  rest: {offered: deed, do: []}
scoring: {marks: sum(mark for my hand), wish: if wish of me is none then 0 else 1}
ranking: {most: {most: my total}}
"""
"""What is kept of cards in a hand is hidden with them; wishes point at cards of one's own and at open ones; a number that nobody sees is
kept of open cards."""

CODES = """\
custumal: 1
game: codes
title: Codes
players: 2 to 3
kinds: {coin: {owned: true}}
components:
  coins: {kind: coin, in: purse of owner, for-each: {owner: seat}}
zones: {purse(seat): {holds: coin, seen-by: owner}}
kept:
  code(seat): {is: 0 to 6, seen-by: owner, until: end}
  stash(seat): {is: 0 to 9, start: 4, seen-by: owner, until: end}
  luck(coin): {is: 0 to 6, seen-by: nobody, until: end}
  point(seat): {is: 0 to 40, until: end}
setup:
  luck: {each: s in seats, do: roll luck of purse of s}
play:
  turns:
    repeat: 3
    do:
      write: {together: seats, choose: {c: 1 to 6}, do: set code of me to c}
      deeds: {rounds: seats, until: passes(deeds) > 1, offer: deed}
actions:
  change: {offered: deed, choose: {n: 1 to 6}, do: set code of me to n}
  gain: {offered: deed, do: raise my stash by 1}
  tell: {offered: deed, do: raise my point by 1}
  rest: {offered: deed, do: []}
scoring: {point: my point, code: my code, stash: my stash}
ranking: {most: {most: my total}}
"""
"""Numbers that are chosen unseen, all at once or alone; one that is rolled, which nobody sees; one that changes before all eyes."""

LOOKS = """\
custumal: 1
game: looks
title: Looks
players: 2 to 4
kinds: {card: {printed: {v: 1 to 9}}}
components:
  cards: {kind: card, in: deck, for-each: {v: 1 to 9}, copies: 2}
zones:
  deck: {holds: card, shape: bag, seen-by: nobody}
  hand(seat): {holds: card, seen-by: "[owner, next of owner]"}
  tent(seat): {holds: card, seen-by: "seats where it is owner or peeping(it)"}
  vault: {holds: card, seen-by: nobody}
kept:
  peeping(seat): {is: truth, until: end}
setup:
  deal: {each: s in seats, do: [draw 2 from deck to hand of s, draw 2 from deck to tent of s]}
play:
  turns: {rounds: seats, until: passes(turns) > 6, offer: deed}
actions:
  peep: {offered: deed, do: set peeping(me) to true}
  turn-away: {offered: deed, do: set peeping(me) to false}
  bury: {offered: deed, choose: {card: my hand}, do: move card to vault}
  strike: {offered: deed, choose: {card: my tent}, do: move card to vault}
  camp: {offered: deed, choose: {card: my hand}, do: move card to my tent}
  pass-on: {offered: deed, choose: {card: my tent}, do: move card to tent of next of me}
  swap-tents: {offered: deed, do: swap my tent with tent of next of me}
  dig: {offered: deed, do: draw 1 from deck to my hand}
  rest: {offered: deed, do: []}
scoring: {cards: sum(v for my hand)}
ranking: {most: {most: my total}}
"""
"""Hands that two seats see; tents into which one looks, and looks no more."""

VEILED = {"marks": MARKS, "codes": CODES, "looks": LOOKS}
