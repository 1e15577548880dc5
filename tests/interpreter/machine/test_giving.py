"""What passes from one to another: whole or not at all, and nothing is made on the way."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from custumal.dsl.check.game import check_game
from tests.support.compiled_twins import TwinMachine
from tests.support.small_games import Play, machine_for

GAME = """\
custumal: 1
kinds: {card: {printed: {value: number}}}
components: {cards: {kind: card, in: deck, for-each: {value: 1 to 6}}}
resources:
  wood: {start: 2}
  coin: {start: 5, most: 8, through: paid}
  debt: {start: 0, least: -5}
zones:
  deck: {holds: card, shape: pile}
  hand(seat): card
  rack(seat): {holds: card, room: 1}
kept: {gains: {is: 0 to 99, until: end}, moves: {is: 0 to 99, until: end}}
values: {"paid(s seat, n number)": n + 1}
setup: {deal: {each: s in seats, do: draw 2 from deck to hand of s}}
play: {turn: {rounds: seats, until: passes(turn) > 9, offer: acts}}
actions:
  buy: {offered: acts, choose: {n: -1 to 3}, do: give n * wood to next of me for 2 coin}
  gift: {offered: acts, choose: {n: 1 to 6}, do: give n * coin to next of me}
  several: {offered: acts, do: give 2 wood + 1 coin to next of me if me is first(seats)}
  any-of-them: {offered: acts, choose: {r: all(resource)}, do: "give amount(me, r) * r to next of me"}
  owe: {offered: acts, do: give 1 debt to next of me}
  take: {offered: acts, do: give 3 wood from next of me to me}
  lay-down: {offered: acts, choose: {c: any among my hand}, do: give c from my hand to my rack}
  whatever: {offered: acts, choose: {c: any among all(card)}, do: give c from my hand to hand of next of me}
  all-of-it: {offered: acts, do: give my hand from my hand to hand of next of me for hand of next of me}
  sell: {offered: acts, choose: {n: -1 to 9}, do: give my hand from my hand to hand of next of me for n * coin}
  sell-all: {offered: acts, do: give all(card) from my hand to hand of next of me for 2 coin}
  one-for-it: {offered: acts, choose: {c: all(card)}, do: give first(my hand) from my hand to hand of next of me for c}
standing:
  gains: {after: [gain, lose], do: raise gains by 1}
  moves: {after: move, do: raise moves by 1}
"""


@cache
def twin() -> TwinMachine:
    machine = machine_for(GAME)
    return TwinMachine(machine.instance, machine.program)


def game() -> Play:
    play = Play.__new__(Play)
    play.machine, play.state = twin(), twin().start(1)
    return play


def held(play: Play) -> list[list[int]]:
    return [[int(str(play.kept(word, seat))) for word in ("wood", "coin", "debt")] for seat in (0, 1)]


def lying(play: Play) -> list[tuple[int, ...]]:
    """The values of the cards in the hands and on the racks."""
    instance, state = play.machine.instance, play.state
    places = [instance.zones[zone] for zone in ("hand", "rack")]
    return [tuple(sorted(thing + 1 for thing in state.piles[zone.piles + seat])) for zone in places for seat in (0, 1)]


@pytest.mark.parametrize(
    ("key", "then"),
    [
        ("buy(2)", [[0, 7, 0], [4, 3, 0]]),
        ("buy(0)", [[2, 7, 0], [2, 3, 0]]),
        ("buy(3)", [[2, 5, 0], [2, 5, 0]]),  # p1 has two wood only
        ("buy(-1)", [[2, 5, 0], [2, 5, 0]]),  # what is below nothing can't be given
        ("gift(3)", [[2, 2, 0], [2, 8, 0]]),  # neither through `paid`
        ("gift(4)", [[2, 5, 0], [2, 5, 0]]),  # nor above what p2 can hold
        ("gift(6)", [[2, 5, 0], [2, 5, 0]]),
        ("several", [[0, 4, 0], [4, 6, 0]]),
        ("any-of-them(wood)", [[0, 5, 0], [4, 5, 0]]),
        ("any-of-them(coin)", [[2, 5, 0], [2, 5, 0]]),
        ("owe", [[2, 5, 0], [2, 5, 0]]),  # what is not there is no gift, though a debt could be had
        ("take", [[2, 5, 0], [2, 5, 0]]),
        ("sell(3)", [[2, 8, 0], [2, 2, 0]]),
        ("sell(4)", [[2, 5, 0], [2, 5, 0]]),  # above what p1 can hold
        ("sell(6)", [[2, 5, 0], [2, 5, 0]]),  # above what p2 has
        ("sell-all", [[2, 5, 0], [2, 5, 0]]),  # not all are p1's
    ],
)
def test_a_bundle_goes_whole_or_not_at_all(key: str, then: list[list[int]]) -> None:
    play = game().do(key)
    assert held(play) == then
    assert play.kept("gains") == 0


@pytest.mark.parametrize(
    ("key", "then", "moved"),
    [
        ("lay-down([cards(6)])", [(5,), (3, 4), (6,), ()], 1),
        ("lay-down([cards(5), cards(6)])", [(5, 6), (3, 4), (), ()], 0),  # there is room for one
        ("lay-down([])", [(5, 6), (3, 4), (), ()], 0),
        ("whatever([cards(5), cards(6)])", [(), (3, 4, 5, 6), (), ()], 2),
        ("whatever([cards(5), cards(3)])", [(5, 6), (3, 4), (), ()], 0),  # the three is not p1's
        ("all-of-it", [(3, 4), (5, 6), (), ()], 4),
        ("sell(3)", [(), (3, 4, 5, 6), (), ()], 2),
        ("sell(4)", [(5, 6), (3, 4), (), ()], 0),
        ("sell(-1)", [(5, 6), (3, 4), (), ()], 0),
        ("one-for-it(cards(3))", None, 2),
        ("one-for-it(cards(1))", [(5, 6), (3, 4), (), ()], 0),  # it lies in the deck
    ],
)
def test_things_go_whole_or_not_at_all(key: str, then: list[tuple[int, ...]] | None, moved: int) -> None:
    play = game()
    first, *_ = (play.state.piles[play.machine.instance.zones["hand"].piles],)
    play.do(key)
    if then is None:
        left = {5, 6} - {first[0] + 1}
        then = [tuple(sorted({3, *left})), tuple(sorted({4, first[0] + 1})), (), ()]
    assert lying(play) == then
    assert play.kept("moves") == moved


def test_nothing_is_made_or_lost_however_it_is_played() -> None:
    play, dice = game(), random.Random(7)
    total = [sum(column) for column in zip(*held(play), strict=True)]
    while not play.over:
        play.do(dice.choice(play.keys))
        assert [sum(column) for column in zip(*held(play), strict=True)] == total
        assert all(0 <= amount <= 8 for seat in held(play) for amount in seat)


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("give 3 wood from next of me to me", "give 3 wood", "wrong-phrase", "give X to P [from Q] [for Y]"),
        ("give 3 wood from next of me to me", "give wood to deck", "wrong-phrase", "from a place to a place"),
        ("give c from my hand to my rack", "give c from my hand to my rack for my rack", "type-mismatch", "swap A with B"),
        ("give c from my hand to my rack", "give c from me to my rack", "type-mismatch", "A zone, a cell or a pose"),
        ("give c from my hand to my rack", "give c from my hand to deck for 1 coin", "type-mismatch", "from seat to seat"),
        ("give c from my hand to my rack", "give c from my hand to hand of me for first(seats)", "type-mismatch", "Things are expected"),
        ("give n * coin to next of me", "give n coin to next of me", "syntax", "* coin"),
        ("give n * coin to next of me", "give n * coin to only(seats)", "may-be-none", "may be nothing"),
        ("give 1 debt to next of me", "give first(all(card)) to next of me", "type-mismatch", "bundle"),
    ],
)
def test_what_cannot_be_given_is_told(old: str, new: str, code: str, said: str, tmp_path: Path) -> None:
    assert old in GAME
    text = "game: small\ntitle: Small\nplayers: 2\n" + GAME.replace(old, new)
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    errors = [found for found in check_game(tmp_path / "game.yaml", "game.yaml").diagnostics if found.severity.name == "ERROR"]
    assert [found.code for found in errors] == [code]
    assert said in f"{errors[0].message} {errors[0].suggestion}"
