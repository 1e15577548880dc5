"""Small games full of secrets: hidden places, hidden values of open things, unseen choices, things shown to some, things on hidden ones."""

SMUGGLERS = """\
custumal: 1
game: smugglers
title: Smugglers
players: 2 to 4
kinds:
  crate: {printed: {worth: 1 to 9}}
  guard: {owned: true}
components:
  crates:
    kind: crate
    in: hold
    rows:
      silk: {worth: 7, copies: 3}
      salt: {worth: 2, copies: 4}
      gold: {worth: 9, copies: 1}
      fish: {worth: 1, copies: 3}
  guards: {kind: guard, in: post of owner, for-each: {owner: seat}, copies: 2}
zones:
  hold: {holds: crate, shape: pile, seen-by: nobody}
  sack: {holds: crate, shape: bag, seen-by: nobody}
  cellar(seat): {holds: crate, seen-by: owner}
  quay: crate
  cave: {holds: crate, seen-by: nobody}
  post(seat): guard
kept:
  bribe(guard): {is: 0 to 5, seen-by: owner, until: end}
  purse(seat): {is: 0 to 20, start: 6, seen-by: owner, until: end}
  debt(seat): {is: 0 to 30, until: end}
define:
  riches(s seat): sum(worth for cellar of s) + purse of s
  open-riches: sum(worth for quay)
  corrupt(s seat): count(g in post of s where bribe of g > 2)
  has-gold(s seat): some c in cellar of s where worth of c is 9
setup:
  mix: shuffle hold
  deal: {each: s in seats, do: [draw 2 from hold to cellar of s, draw 1 from hold to sack]}
  pay: {each: s in seats, do: roll bribe of post of s}
play:
  night:
    repeat: 6
    do:
      moves: {rounds: seats, until: passes(moves) > 3, offer: deed}
      bids:
        together: seats
        choose: {sum: 0 to 3}
        do: raise my debt by sum
end:
  poor: {after: night, if: no hold, do: stop night}
actions:
  land: {say: "Land {crate}", offered: deed, choose: {crate: my cellar}, do: move crate to quay}
  bury: {offered: deed, choose: {crate: my cellar}, do: move crate to cave}
  stow: {offered: deed, choose: {crate: my cellar}, do: move crate to sack}
  grope: {offered: deed, do: draw 1 from sack to my cellar}
  haul: {offered: deed, do: draw 1 from hold to my cellar}
  hand-over: {offered: deed, choose: {crate: my cellar, whom: s in seats where s is not me}, do: move crate to cellar of whom}
  barter: {offered: deed, do: swap my cellar with cellar of next of me}
  spy: {offered: deed, do: reveal cellar of next of me to me}
  peep: {offered: deed, do: reveal top of hold to me}
  announce: {offered: deed, choose: {crate: my cellar}, do: reveal crate}
  sink: {offered: deed, choose: {crate: my cellar}, do: discard crate}
  take-up: {offered: deed, choose: {crate: quay}, do: move crate to my cellar}
  corrupt-guard:
    offered: deed
    choose: {guard: my post}
    require: {cheap: {that: bribe of guard < 5, because: This one has enough.}}
    do: [raise bribe of guard by 1, lower my purse by 1]
  rest: {offered: deed, do: []}
  count-up: {say: "Count {riches(me)}", offered: deed, do: []}
scoring:
  cargo: sum(worth for cellar of me)
  purse: purse of me
  debt: -debt of me
ranking: {most: {most: my total}}
"""

DUEL = """\
custumal: 1
game: masked-duel
title: Masked duel
players: 2 to 3
kinds:
  mask: {printed: {rank: 1 to 6}}
components:
  masks: {kind: mask, in: trunk, for-each: {rank: 1 to 6}, copies: 2}
zones:
  trunk: {holds: mask, shape: bag, seen-by: nobody}
  face(seat): {holds: one mask, seen-by: owner}
  sleeve(seat): {holds: mask, seen-by: owner}
  spent: mask
kept:
  honour(seat): {is: 0 to 9, start: 3, until: end}
define:
  better(s seat): (rank of face of s otherwise 0) > (rank of face of next of s otherwise 0)
setup:
  dress: {each: s in seats, do: [draw 1 from trunk to face of s, draw 2 from trunk to sleeve of s]}
play:
  bout:
    repeat: 4
    do:
      words: {rounds: seats, until: passes(words) > 2, offer: word}
      strike: {together: seats, offer: blow}
      unmask: reveal face of seats
      tally: {each: s in seats where better(s), do: raise honour of s by 1}
actions:
  boast: {offered: word, do: raise my honour by 1}
  swap-mask: {offered: word, choose: {mask: my sleeve}, do: swap mask with my face}
  drop: {offered: word, choose: {mask: my sleeve}, do: move mask to spent}
  thrust: {offered: blow, choose: {mask: my sleeve}, do: move mask to spent}
  parry: {offered: blow, do: lower my honour by 1}
scoring: {honour: my honour}
ranking: {most: {most: my total}}
"""

PEDLARS = """\
custumal: 1
game: pedlars
title: Pedlars
players: 2 to 3
kinds:
  ware: {printed: {worth: 1 to 5}}
  seal: {owned: true}
components:
  wares: {kind: ware, in: stock, for-each: {worth: 1 to 5}, copies: 3}
  seals: {kind: seal, in: pouch of owner, for-each: {owner: seat}, copies: 4}
zones:
  stock: {holds: ware, shape: pile, seen-by: nobody}
  pack(seat): {holds: ware, seen-by: owner}
  on(ware): seal
  pouch(seat): seal
  well: {holds: ware, shape: pile, seen-by: nobody}
  sack: {holds: ware, shape: bag, seen-by: nobody}
  shed: {holds: ware, seen-by: nobody}
  barn: {holds: ware, seen-by: nobody}
  stall: ware
kept:
  worn(ware): {is: 0 to 3, until: end}
define:
  top-worth: worth of top of well
  bottom-worth: worth of bottom of well
  shed-worth: sum(worth for shed)
  sealed-of(s seat): count(w in pack of s where some x in on of w)
setup:
  mix: shuffle stock
  deal: {each: s in seats, do: draw 3 from stock to pack of s}
  hide: [draw 1 from stock to sack, draw 2 from stock to shed]
play:
  day: {rounds: seats, until: passes(day) > 7, offer: deed}
actions:
  put-seal: {say: "Seal {ware}", offered: deed, choose: {ware: my pack, seal: my pouch}, do: move seal to on of ware}
  wear: {offered: deed, choose: {ware: my pack}, do: raise worn of ware by 1}
  hand-over: {offered: deed, choose: {ware: my pack}, do: move ware to pack of next of me}
  drown: {offered: deed, do: move my pack to well}
  drown-two: {offered: deed, choose: {two: exactly 2 among my pack}, do: move two to well}
  sink-all: {offered: deed, do: move my pack to bottom of well}
  trade-in: {offered: deed, do: swap my pack with well}
  fish: {offered: deed, do: draw 1 from well to my pack}
  haul: {offered: deed, do: draw 1 from stock to my pack}
  exchange: {offered: deed, choose: {ware: my pack}, do: [move ware to sack, draw 1 from sack to my pack]}
  rummage:
    offered: deed
    choose: {ware: my pack}
    do: [move ware to shed, move (first(shed where worth is 1 or worth is 3) otherwise first(shed)) to barn]
  sell: {say: "Sell {ware}", offered: deed, choose: {ware: my pack}, do: move ware to stall}
  buy-back: {offered: deed, choose: {ware: stall}, do: move ware to my pack}
  look: {offered: deed, do: reveal top of well to me}
scoring:
  goods: sum(worth for pack of me)
ranking: {most: {most: my total}}
"""
