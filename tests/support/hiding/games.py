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

WAGERS = """\
custumal: 1
game: wagers
title: Wagers
players: 2 to 3
kinds: {card: {printed: {v: 1 to 9}}}
components: {cards: {kind: card, in: deck, for-each: {v: 1 to 9}, copies: 2}}
zones:
  deck: {holds: card, shape: bag, seen-by: nobody}
  hand(seat): {holds: card, seen-by: owner}
kept:
  point(seat): {is: 0 to 99, until: end}
setup:
  deal: {each: s in seats, do: draw 4 from deck to hand of s}
play:
  bids: {repeat: 3, do: {bid: {together: seats, choose: {card: my hand, stake: 1 to 5}, offer: deed}}}
actions:
  double: {offered: deed, choose: {n: 1 to 3}, do: raise my point by n}
  rest: {offered: deed, do: []}
scoring: {point: my point}
ranking: {most: {most: my total}}
"""
"""All choose unseen, each seat twice: what it has chosen first is not kept yet when it chooses again."""

MERGING = """\
custumal: 1
game: merging
title: Merging
players: 2
kinds: {card: {printed: {worth: 1 to 24}}}
components: {cards: {kind: card, in: deck, for-each: {worth: 1 to 24}}}
zones:
  deck: {holds: card, shape: pile, seen-by: nobody}
  hand(seat): {holds: card, seen-by: owner}
  left: card
  right: {holds: card, shape: pile}
  pool: {holds: card, shape: pile, seen-by: nobody}
  sack: {holds: card, shape: bag, seen-by: nobody}
  crypt: {holds: card, seen-by: nobody}
setup:
  mix: shuffle deck
  deal: {each: s in seats, do: draw 3 from deck to hand of s}
  lay: [draw 3 from deck to left, draw 3 from deck to right, draw 2 from deck to sack, draw 2 from deck to pool, draw 2 from deck to crypt]
play: {turn: {rounds: seats, until: passes(turn) > 11, offer: turn}}
actions:
  both: {offered: turn, do: [move left to pool, move right to pool, shuffle pool]}
  both-sack: {offered: turn, do: [move left to sack, move right to sack]}
  hands: {offered: turn, do: [move my hand to pool, move hand of next of me to pool, shuffle pool]}
  hand-and-left: {offered: turn, do: [move my hand to crypt, move left to crypt]}
  on: {offered: turn, do: [move pool to crypt, move sack to pool, shuffle pool]}
  back: {offered: turn, do: move crypt to sack}
  show: {offered: turn, do: [draw 2 from pool to left, draw 1 from deck to right]}
  take: {offered: turn, do: draw 1 from pool to my hand}
  grope: {offered: turn, do: draw 1 from sack to my hand}
  stow: {offered: turn, choose: {card: my hand}, do: move card to sack}
  bury: {offered: turn, choose: {card: my hand}, do: move card to bottom of pool}
  peek: {offered: turn, do: reveal pool to me}
  low: {offered: turn, do: move first(crypt where worth < 12) to sack}
"""
"""Sets of cards that seats have seen are laid together, mixed, and parted again."""

VEILED = {"marks": MARKS, "codes": CODES, "looks": LOOKS, "wagers": WAGERS}
