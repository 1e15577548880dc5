"""Every construct has a form in a module: small games in which each is used go as with the reference, to the last digest."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from custumal import load_game
from custumal.interpreter.program import Fulfil, Keep, Seal
from custumal.interpreter.runs import series, simulate
from custumal.interpreter.runs.played import MOST_DECISIONS, Plan

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from custumal.interpreter.cache.wasm_modules import wasm_games
from tests.support.wasm_twins import play_both

pytestmark = pytest.mark.slow

SEEDS, STOPS, GAMES = range(1, 5), 120, 20
HEAD = "custumal: 1\ngame: small\ntitle: Small\nplayers: 2 to 3\n"
MARKET = """
resources: {coin: {start: 4}}
kinds: {fruit: {printed: {price: 1 to 3}}}
components:
  fruits:
    kind: fruit
    in: stall
    rows: {apple: {price: 1, copies: 4}, pear: {price: 2, copies: 3}, melon: {price: 3, copies: 2}}
zones: {stall: fruit, basket(seat): fruit}
scoring: {fruit: count(basket of me)}
ranking: {fruit: {most: my total}}
"""
FORMS = {
    "several things picked unseen, of which some are gone when their turn comes": MARKET
    + dedent("""
        play:
          day: {repeat: 3, do: {market: {together: seats, offer: trade, else: gain 1 coin}}}
        actions:
          buy:
            offered: trade
            choose: {basket-full: up to 2 among stall}
            require: {enough: {that: sum(price of f for f in basket-full) <= my coin, because: Too dear.}}
            do: [lose sum(price of f for f in basket-full) * coin, move basket-full to my basket]
          work: {offered: trade, choose: {long: "[false, true]"}, do: gain (if long then 2 else 1) * coin}
        """),
    "one thing picked unseen, paid when its turn comes": MARKET
    + dedent("""
        play:
          day: {repeat: 4, do: {market: {together: seats, offer: trade, pick: up to 1}}}
        actions:
          buy: {offered: trade, choose: {fruit: stall, for-whom: maybe seats}, cost: {coin: price of fruit}, do: move fruit to my basket}
          beg: {offered: trade, choose: {whom: seats where it is not me}, require: {rich: {that: coin of whom > 1, because: Poor.}},
                do: give 1 coin from whom to me}
        """),
    "sets and values decided unseen": MARKET
    + dedent("""
        play:
          day:
            repeat: 3
            do:
              offers:
                together: seats
                choose: {bid: 0 to 2, wanted: up to 2 among stall}
                do:
                  - lose bid * coin
                  - {each: f in wanted where f is in stall, do: move f to my basket}
        """),
    "terms that can be refused, with sets among them": MARKET
    + dedent("""
        setup:
          deal: {do: {each: s in seats, do: {each: "f in leading(3, stall)", do: move f to basket of s}}}
        play:
          day: {repeat: 4, do: {turn: {players: seats, offer: trade, pick: up to 2}}}
        actions:
          swap:
            offered: trade
            choose: {partner: seats where it is not me, mine: up to 1 among my basket, theirs: up to 1 among basket of partner}
            consent: partner
            do: [move mine to basket of partner, move theirs to my basket]
          rest: {offered: trade, do: gain 1 coin}
        """),
    "consent to what was picked unseen": MARKET
    + dedent("""
        play:
          day: {repeat: 4, do: {market: {together: seats, offer: trade, pick: up to 1}}}
        actions:
          ask:
            offered: trade
            choose: {partner: seats where it is not me, amount: 1 to 2}
            require: {rich: {that: coin of partner >= amount, because: Poor.}}
            consent: partner
            do: give amount * coin from partner to me
          buy: {offered: trade, choose: {fruit: stall}, cost: {coin: price of fruit}, do: move fruit to my basket}
        """),
    "sources of one rank that share a cost": """
        resources: {coin: {start: 3}, gem: {start: 3}, chip: {start: 2}, wood: {}}
        kept: {bought(seat): {is: 0 to 99, until: end}}
        play:
          turn: {repeat: 4, do: {go: {players: seats, offer: acts, pick: up to 1}}}
        actions:
          buy: {offered: acts, choose: {n: 1 to 4}, cost: {coin: n}, do: raise bought of me by n}
          both: {offered: acts, cost: {coin: 2, wood: 1}, do: raise bought of me by 4}
          work: {offered: acts, do: [gain 1 coin, gain 1 wood]}
        standing:
          gems: {accept: gem, as: coin, rank: 0}
          chips: {accept: chip, as: coin, rank: 1, up-to: 1}
          gems-for-wood: {accept: gem, as: wood, rank: 1}
        scoring: {bought: bought of me}
        ranking: {bought: {most: my total}}
        """,
    "sources before one's own, one of them on cards": """
        resources: {coin: {start: 3}, gem: {start: 3}}
        kinds: {card: {active: this is in hand of holder of this, owned: false}}
        components: {cards: {kind: card, in: heap, rows: {purse: {copies: 3, abilities: {gems: {accept: gem, as: coin, up-to: copies}}}}}}
        zones: {heap: card, hand(seat): card}
        play:
          turn: {repeat: 4, do: {go: {players: seats, offer: acts, pick: up to 1}}}
        actions:
          buy: {offered: acts, choose: {n: 1 to 4}, cost: {coin: n}}
          take: {offered: acts, choose: {card: heap}, do: move card to my hand}
        standing:
          gems-first: {accept: gem, as: coin, rank: -1, up-to: 1}
        """,
    "who would win, who stands where, and what decides": """
        resources: {coin: {start: 3}}
        kept: {sum(seat): {is: 0 to 999, until: end}, last: {is: maybe seat, until: end}}
        play:
          day: {repeat: 4, do: {go: {players: seats, offer: acts}}}
        actions:
          work: {offered: acts, do: [gain 1 coin, raise sum of me by (if me is winner then 1 else 3)]}
          count: {offered: acts, do: raise sum of me by (if decided-by(coins) then 5 else place of me)}
          give-away: {offered: acts, choose: {poor: seats where it is not winner}, do: give 1 coin to poor}
        scoring: {sum: sum of me}
        ranking:
          enough: {that: coin of me > 1, because: Too poor.}
          points: {most: my total}
          coins: {least: coin of me}
        """,
    "partners": """
        kept: {sum(seat): {is: 0 to 999, until: end}, split: {is: truth, until: end}}
        play:
          day: {repeat: 3, do: {go: {players: seats, offer: acts}}}
        actions:
          work: {offered: acts, choose: {n: 1 to 5}, do: raise sum of me by n}
          part: {offered: acts, do: set split to not split}
          rest: {offered: acts, do: raise sum of me by place of me}
        teams: {if: not split, of: "[s, next of s]"}
        scoring: {sum: sum of me}
        ranking: {points: {most: my total, join: sum}, best: {most: sum of me, join: best}}
        """,
    "borders of tiles on an open field": """
        lists: {edge: [grass, path]}
        kinds: {field: {printed: {edges: edge per side}}}
        components:
          fields:
            kind: field
            in: heap
            rows:
              bend: {edges: {north: path, east: path, south: grass, west: grass}, copies: 5}
              straight: {edges: {north: path, east: grass, south: path, west: grass}, copies: 3}
          first-field:
            kind: field
            in: middle of meadow
            rows: {gate: {edges: {north: grass, east: path, south: grass, west: grass}}}
        zones:
          heap: field
          meadow: {holds: one field, shape: {grid: open, edges: edge, turns: quarter}}
        kept: {own: {is: 0 to 999, until: end}, paths: {is: 0 to 999, until: end}}
        play:
          turn:
            repeat: 6
            do:
              lay: {seat: first(seats), offer: laying}
              look:
                do:
                  - set own to sum(count(b in borders of t where field of b is t) for t in meadow)
                  - set paths to sum(count(b in borders of t where mine of b is path and beyond of b is not t) for t in meadow)
        actions:
          lay:
            offered: laying
            choose: {field: heap, pose: "poses(field, rim of meadow)"}
            require:
              near: {that: every b in borders of pose has field of b is field and beyond of b is not field, because: Of another.}
            do: move field to pose
        scoring: {own: own}
        ranking: {own: {most: my total}}
        """,
    "a large board": """
        kinds: {stone: {owned: true}}
        components: {stones: {kind: stone, in: stack of owner, for-each: {owner: seat}, copies: 3}}
        zones: {board: {holds: one stone, shape: {grid: [99, 99]}}, stack(seat): stone}
        play: {turn: {repeat: 3, do: {go: {players: seats, offer: acts}}}}
        actions:
          put:
            offered: acts
            choose: {stone: my stack, cell: cells of board where row of it < 3 and column of it < 3}
            require: {free: {that: cell is empty, because: Taken.}}
            do: [move stone to cell]
        scoring: {near: "count(c in cells of board where c is filled and some n in neighbours of c where n is filled)"}
        ranking: {near: {most: my total}}
        """,
    "ways that may lead nowhere, with limits and preferences": """
        zones: {path: {shape: {track: 5}}}
        define: {"leads(c cell of path)": c is here or c is next of here}
        kept:
          here: {is: cell of path, start: "at(path, 1)", until: end}
          steps: {is: 0 to 9, until: turn}
          n(seat): {is: 0 to 99, until: end}
        play:
          turn:
            rounds: seats
            remember: here
            until: some s in seats where n of s > 4
            do: {act: {offer: acts, else: {bank: raise n of me by 1}}}
        actions:
          walk:
            offered: acts
            as-one: true
            limit: 2 per turn
            ensure: {new: {that: occurrences(turn) < 2, because: It has stood like this before.}}
            prefer: {far: {most: "count(c in cells of path where leads(c))", because: Onward.}}
            do:
              go:
                until: steps is 2
                choose: {onto: c in cells of path where next of c is here or next of here is c}
                do: [set here to onto, raise steps by 1]
              rest: raise n of me by 1
          jump: {offered: acts, limit: once per turn, do: ["set here to at(path, 1)", raise n of me by 1]}
          think: {any-time: turn, limit: once per turn, do: raise n of me by 2}
        scoring: {n: n of me}
        ranking: {n: {most: my total}}
        """,
    "things of sets, places and piles that change places": """
        kinds: {card: {printed: {worth: 1 to 4}}}
        components:
          cards:
            kind: card
            in: deck
            rows: {one: {worth: 1, copies: 4}, two: {worth: 2, copies: 4}, three: {worth: 3, copies: 2}, four: {worth: 4, copies: 2}}
        zones:
          deck: {holds: card, shape: pile}
          row: {holds: card, shape: {track: 3}}
          hand(seat): {holds: card, shape: pile}
          heap: card
        setup:
          deal:
            do:
              - {each: s in seats, do: {each: "c in leading(2, deck)", do: move c to hand of s}}
              - {each: "c in leading(2, deck)", do: move c to heap}
        play:
          turn: {repeat: 4, do: {go: {players: seats, offer: acts}}}
        actions:
          hands: {offered: acts, choose: {other: seats where it is not me}, do: swap my hand with hand of other}
          few: {offered: acts, choose: {mine: up to 2 among my hand}, do: swap mine with heap}
          deep: {offered: acts, choose: {a: deck, b: deck}, require: {two: {that: a is not b, because: One.}}, do: swap a with b}
          top: {offered: acts, choose: {mine: my hand, b: deck}, do: swap mine with b}
          lay: {offered: acts, choose: {mine: my hand}, do: move mine to heap}
        scoring: {worth: sum(worth of c for c in hand of me)}
        ranking: {worth: {most: my total}}
        """,
    "sets that chance chooses": """
        kinds: {card: {printed: {worth: 1 to 4}}}
        components:
          cards: {kind: card, in: deck, rows: {one: {worth: 1, copies: 3}, two: {worth: 2, copies: 2}, four: {worth: 4, copies: 1}}}
        zones: {deck: card, hand(seat): card}
        play:
          turn:
            repeat: 2
            do:
              deal:
                players: seats
                do:
                  luck:
                    seat: chance
                    choose: {some-cards: exactly 1 among deck, more: up to 1 among deck}
                    do: move some-cards to my hand
              go: {players: seats, offer: acts}
        actions:
          lay: {offered: acts, choose: {mine: my hand}, do: move mine to deck}
          keep: {offered: acts}
        scoring: {worth: sum(worth of c for c in hand of me)}
        ranking: {worth: {most: my total}}
        """,
}


def game_of(text: str, folder: Path) -> Path:
    path = folder / "game.yaml"
    path.write_text(HEAD + dedent(text), encoding="utf-8")
    return path


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("players", [2, 3])
def test_a_form_goes_as_with_the_reference(form: str, players: int, tmp_path: Path) -> None:
    game = load_game(str(game_of(FORMS[form], tmp_path)), cached=False)
    engine = game.engine(players)
    fast = wasm_games(engine.instance, engine.program, engine.reference.start(0), MOST_DECISIONS, {}, None)
    assert fast is not None
    assert sum(play_both(engine, fast, seed, STOPS) for seed in SEEDS) > len(SEEDS)


@pytest.mark.parametrize("form", FORMS)
def test_whole_games_have_the_same_digests(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(str(game_of(FORMS[form], tmp_path)), 2, 7)
    monkeypatch.setattr(series, "WARM", MOST_DECISIONS * GAMES)
    wanted = simulate.simulate(plan, GAMES)
    monkeypatch.setattr(series, "WARM", 1)
    monkeypatch.setattr(series, "is_kept", lambda *_: True)
    found = simulate.simulate(plan, GAMES)
    assert found.games == wanted.games
    assert found.digest() == wanted.digest()


def test_the_games_use_what_they_are_for(tmp_path: Path) -> None:
    code: list[object] = []
    for number, text in enumerate(FORMS.values()):
        folder = tmp_path / str(number)
        folder.mkdir()
        code += load_game(str(game_of(text, folder)), cached=False).engine(2).program.code
    assert {Fulfil, Keep, Seal} <= set(map(type, code))
