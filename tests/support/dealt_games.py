"""Small games in which what is hidden has a history: what a player knows who only looked on can be counted by hand."""

BOTTOM = """\
custumal: 1
game: bottom
title: Bottom
players: 2
kinds: {card: {printed: {rank: 1 to 6}}}
components:
  cards: {kind: card, in: pile, for-each: {rank: 1 to 6}}
zones:
  pile: {holds: card, shape: pile, seen-by: nobody}
  hand(seat): {holds: card, seen-by: owner}
setup:
  mix: shuffle pile
play:
  turns: {rounds: seats, until: passes(turns) > 3, offer: deed}
actions:
  bury: {offered: deed, do: [reveal top of pile, move top of pile to bottom of pile]}
  take: {offered: deed, do: move top of pile to my hand}
scoring: {ranks: sum(rank for my hand)}
ranking: {most: {most: my total}}
"""
"""Who buries the top card shows it first."""

PEEPING = BOTTOM.replace("game: bottom", "game: peeping").replace(
    "actions:\n",
    """actions:
  low: {offered: deed, do: reveal bottom of pile to next of me}
  high: {offered: deed, do: reveal top of pile to next of me}
  rest: {offered: deed, do: []}
""",
)
"""There the next one may be shown the lowest card, or the highest."""

HANDING = """\
custumal: 1
game: handing
title: Handing over
players: 3
kinds: {card: {printed: {rank: 1 to 6}}}
components:
  cards: {kind: card, in: bag, for-each: {rank: 1 to 6}}
zones:
  bag: {holds: card, shape: bag, seen-by: nobody}
  table: card
  hand(seat): {holds: card, seen-by: owner}
setup:
  deal: {each: s in seats, do: draw 1 from bag to hand of s}
  lay: draw 1 from bag to table
play:
  turns: {rounds: seats, until: passes(turns) > 3, offer: deed}
actions:
  pick-up: {offered: deed, choose: {card: table}, do: move card to my hand}
  stow: {offered: deed, choose: {card: my hand}, do: move card to bag}
  give: {offered: deed, choose: {card: my hand}, do: move card to hand of next of me}
  grope: {offered: deed, do: draw 1 from bag to my hand}
  rest: {offered: deed, do: []}
scoring: {ranks: sum(rank for my hand)}
ranking: {most: {most: my total}}
"""
"""A card that lay openly goes into a hand; cards go unseen from hand to hand, and back into the bag."""

BOXED = """\
custumal: 1
game: boxed
title: Boxed
players: 2
kinds: {event: {printed: {sort: 1 to 3}}}
components:
  plenty: {kind: event, in: plenty-bag, for-each: {sort: 1 to 1}, copies: 5}
  raids: {kind: event, in: raid-bag, for-each: {sort: 2 to 3}, copies: 3}
zones:
  plenty-bag: {holds: event, shape: bag, seen-by: nobody}
  raid-bag: {holds: event, shape: bag, seen-by: nobody}
  pile: {holds: event, shape: pile, seen-by: nobody}
  shown: event
setup:
  plenty: draw 2 from plenty-bag to pile
  raids: draw 1 from raid-bag to pile
  away: [discard plenty-bag, discard raid-bag]
  mix: shuffle pile
play:
  turns: {rounds: seats, until: passes(turns) > 1, offer: deed}
actions:
  show: {offered: deed, do: move top of pile to shown}
  rest: {offered: deed, do: []}
scoring: {sorts: sum(sort for shown)}
ranking: {most: {most: my total}}
"""
"""Two of plenty and one raid are played with; the others leave the game unseen."""
