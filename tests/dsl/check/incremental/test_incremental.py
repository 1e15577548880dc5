"""A variant is checked with what the check of its game has left in the cache; that changes nothing but the time it takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal.dsl.base.file_names import variants_in
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.game import check_game
from custumal.dsl.check.incremental.cache import CheckCache
from custumal.dsl.check.variants import check_variants
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

GAMES = Path(__file__).parents[4] / "games"
SLOW = ("kings-abbey", "monastery")
VARIANTS = [
    path
    for folder in sorted(GAMES.rglob("variants"))
    for path in variants_in(folder)
    if FULL or path.parent.parent.name not in SLOW or path.stem in ("holy-relics", "simpler")
]

FRAME = Path(__file__).parents[3] / "cases" / "frame.yaml"
SCENARIOS = """custumal: 1
scenarios:
  a-stone-rides:
    from: turn
    given:
      - move first(stack of p1) to at(board, 1, 1)
      - set moved of (stack of p1) to true
    when:
      - ride(pebble(p1), at(track, 2))
    then:
      there: some at(track, 2)
      paid: walk of p1 is 0
      held: count(all(stone) where holder is p1) is 7
  a-card-is-too-dear:
    given:
      - move first(deck where it is mill) to hand of p1
      - set steps of p1 to hand-limit
    then:
      no:
        forbidden: buy(mill)
        because: actions.buy.require.some-money
      price: every c in hand of p1 has price-of(c, p1) is 3
  a-stone-is-put:
    when:
      - put(pebble(p1), at(board, 2, 2))
    then:
      can: can ride
      marked: some c in all(card) where mark of c is red
  long-games:
    options: {long: true}
    given:
      - gain 2 grain for p1
    then:
      rich: is-rich(p1) or worth of grain is 2
      crops: count(all(crop)) is 2
"""
CHANGES = {
    "nothing-of-it": "edits: {e: {set: values.hand-limit, to: 4}}",
    "another-type": "edits: {e: {set: kept.moved.is, to: 0 to 3}}",
    "another-range": "edits: {e: {set: kept.steps.is, to: 0 to 2}}",
    "a-restriction-goes": "edits: {e: {remove: actions.buy.require.some-money}}",
    "an-action-goes": "edits: {e: {remove: actions.ride}}",
    "another-choice": "edits: {e: {remove: actions.put.choose.cell}}",
    "a-row-goes": "edits: {e: {remove: components.cards.mill}}",
    "a-copy-more": "edits: {e: {set: components.cards.mill.copies, to: 3}}",
    "a-row-before": "edits: {e: {add: components.cards.barn, with: {price: 1, cost: {}}, before: well}}",
    "an-option-goes": "edits: {e: {remove: options.long}}",
    "a-resource-more": "edits: {e: {add: resources.straw, with: {worth: 1}, before: grain}}",
    "another-resource": "edits: {e: {set: lists.crop.are, to: [grain]}}",
    "a-smaller-board": "edits: {e: {set: zones.board.shape, to: {grid: [1, 1]}}}",
    "a-zone-more": "zones: {pocket(seat): stone}",
    "another-holder": "edits: {e: {set: zones.stack, to: {holds: card}}}",
    "a-column-goes": "edits: {e: {remove: kinds.card.printed.mark}}",
    "no-price": "edits: {e: {remove: values.price-of}}",
    "a-turn-more": "edits: {e: {add: play.round.do.turn-two, with: {players: seats, do: {turn: {offer: turn}}}}}",
    "more-players": "players: 3 to 4",
    "a-word-for-two": "lists: {word: [pebble, mill, red]}",
}
SOUND = {"nothing-of-it", "another-range", "a-row-before", "a-resource-more", "another-resource", "a-zone-more", "more-players"}
SOUND |= {"a-word-for-two", "a-copy-more"}
RULES = """
standing:
  cheaper: {modify: values.price-of, if: s is first(seats), add: -1}
  colder: {modify: define.stones-of, except: all(stone) where colour is blue}
  no-brick: {restrict: actions.put, that: colour of stone is not blue or can ride, because: Bricks are too cold.}
  warm-too: {waive: actions.put.require.warm-first, if: is-rich(me)}
  for-hosts: {after: host, do: gain coin}
  counted: {before: procedures.take-card, if: price of card > 2, do: raise steps of s by 1}
  paid: {after: gain, if: amount > 1, do: set guest of who to first(seats)}
"""
RULE_CHANGES = {
    "nothing-of-it": "edits: {e: {set: values.hand-limit, to: 4}}",
    "another-parameter": "edits: {e: {replace: procedures.take-card, with: {do: gain coin}}}",
    "another-size": "edits: {e: {set: values.price-of.is, to: price of card * 2}}",
    "no-set": "edits: {e: {set: define.stones-of, to: is-rich(s)}}",
    "a-restriction-goes": "edits: {e: {remove: actions.put.require.warm-first}}",
    "a-choice-goes": "edits: {e: {remove: actions.put.choose.stone}}",
    "an-action-goes": "edits: {e: {remove: actions.ride}}",
    "a-step-goes": "edits: {e: {remove: play.round.turn.host}}",
    "a-name-for-a-step": "edits: {e: {add: play.round.turn.host.let, with: {price: my coin}}}",
    "a-word-goes": "edits: {e: {set: lists.colour, to: [red, green]}}",
    "a-rule-more": "standing: {dearer: {modify: define.is-rich, set: coin of s > 9}}",
    "a-rule-goes": "edits: {e: {remove: standing.colder}}",
    "a-kind-more": "kinds: {coin-purse: {owned: true}}",
    "a-step-of-that-name": "edits: {e: {add: play.round.last, with: {do: {host: gain coin for first(seats)}}}}",
}
SOUND_RULES = {"nothing-of-it", "another-parameter", "another-size", "a-name-for-a-step", "a-rule-more", "a-rule-goes", "a-kind-more"}


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_a_check_with_a_cache_says_the_same(path: Path, contexts: list[Context]) -> None:
    game, cache = path.parent.parent / "game.yaml", CheckCache()
    check_game(game, "game.yaml", cache)
    quick, _ = check_variants(game, "game.yaml", [path], cache)
    found = contexts[-1].findings
    whole, _ = check_variants(game, "game.yaml", [path])
    assert quick.diagnostics == whole.diagnostics == []
    assert quick.game is not None
    assert quick.game == whole.game
    assert found == contexts[-1].findings


@pytest.mark.parametrize("change", CHANGES)
def test_what_a_change_means_for_a_scenario_is_found_out(change: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(FRAME.read_text("utf-8"), "utf-8")
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "some.yaml").write_text(SCENARIOS, "utf-8")
    variant = tmp_path / "change.yaml"
    variant.write_text(f"custumal: 1\nvariant: change\nof: example\n{CHANGES[change]}\n", "utf-8")
    cache = CheckCache()
    base = check_game(tmp_path / "game.yaml", "game.yaml", cache)
    assert [d.message for d in base.diagnostics if d.is_error or d.span.file != "game.yaml"] == []
    quick, _ = check_variants(tmp_path / "game.yaml", "game.yaml", [variant], cache)
    whole, _ = check_variants(tmp_path / "game.yaml", "game.yaml", [variant])
    assert quick.diagnostics == whole.diagnostics
    assert quick.game == whole.game
    assert (whole.game is not None) == (change in SOUND)


@pytest.mark.parametrize("change", RULE_CHANGES)
def test_what_a_change_means_for_a_rule_is_found_out(change: str, tmp_path: Path, contexts: list[Context]) -> None:
    (tmp_path / "game.yaml").write_text(FRAME.read_text("utf-8") + RULES, "utf-8")
    variant = tmp_path / "change.yaml"
    variant.write_text(f"custumal: 1\nvariant: change\nof: example\n{RULE_CHANGES[change]}\n", "utf-8")
    cache = CheckCache()
    assert not check_game(tmp_path / "game.yaml", "game.yaml", cache).diagnostics
    contexts.clear()
    quick, _ = check_variants(tmp_path / "game.yaml", "game.yaml", [variant], cache)
    found = contexts[0].findings  # behind it come trials, for what causes a problem
    contexts.clear()
    whole, _ = check_variants(tmp_path / "game.yaml", "game.yaml", [variant])
    assert quick.diagnostics == whole.diagnostics
    assert quick.game == whole.game
    assert found == contexts[0].findings
    assert (whole.game is not None) == (change in SOUND_RULES)


def test_what_no_change_touches_is_the_very_same(tmp_path: Path) -> None:
    """That is what makes it quick: parts of the model that are one object are not looked through again either."""
    (tmp_path / "game.yaml").write_text(FRAME.read_text("utf-8") + RULES, "utf-8")
    variant = tmp_path / "change.yaml"
    variant.write_text("custumal: 1\nvariant: change\nof: example\nedits: {e: {set: actions.ride.cost, to: 2 walk}}\n", "utf-8")
    cache = CheckCache()
    base = check_game(tmp_path / "game.yaml", "game.yaml", cache).game
    made = check_variants(tmp_path / "game.yaml", "game.yaml", [variant], cache)[0].game
    assert base is not None
    assert made is not None
    assert made.actions["ride"] != base.actions["ride"]
    assert made.actions["put"] is base.actions["put"]
    assert all(one is other for one, other in zip(made.standing, base.standing, strict=True))
    assert made.definitions["is-rich"].body is base.definitions["is-rich"].body


def test_what_is_wrong_with_the_game_alone_is_not_looked_for_again(tmp_path: Path, contexts: list[Context]) -> None:
    dull = "\nstanding:\n  dull: {after: host, if: 1 < 2, do: gain coin}\n"
    (tmp_path / "game.yaml").write_text(FRAME.read_text("utf-8") + dull, "utf-8")
    variant = tmp_path / "change.yaml"
    variant.write_text("custumal: 1\nvariant: change\nof: example\nedits: {e: {set: values.hand-limit, to: 4}}\n", "utf-8")
    cache = CheckCache()
    alone = check_game(tmp_path / "game.yaml", "game.yaml", cache).diagnostics
    assert [(d.code, d.span.file) for d in alone] == [("constant-condition", "game.yaml")]
    assert check_variants(tmp_path / "game.yaml", "game.yaml", [variant], cache)[0].diagnostics == alone
    assert len(contexts) == len(("the game alone", "the game with the variant"))
