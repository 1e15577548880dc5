"""Views: a seat learns what it sees and what was revealed to it, and nothing changes for it when only hidden things do."""

from __future__ import annotations

import json
import math
import random

import pytest

from custumal.dsl.base.types import SEAT, TRUTH, Cell, Maybe, Number, Set, Thing
from custumal.dsl.model import GameModel, Reveal, Shape, Visibility
from custumal.interpreter.keys.names import value_name
from custumal.interpreter.keys.views import view
from custumal.interpreter.position.mutation import move_thing, swap_things
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.effects import apply
from custumal.interpreter.reference.visibility import sees_thing
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import BOX, Domain, KeptLayout
from tests.support.model_games import (
    CARD,
    NOBODY,
    OWNER,
    SPAN,
    card_game,
    const,
    evaluator_of,
    game,
    kept,
    kind,
    number,
    opened,
    place,
    row,
    seat,
    table,
    zone,
)


def shown(world: tuple[Instance, Position], who: int | None) -> dict[str, object]:
    return view(evaluator_of(world[0]), world[1], who)


def zones(world: tuple[Instance, Position], who: int | None) -> dict[str, dict[str, object]]:
    found = shown(world, who)["zones"]
    assert isinstance(found, dict)
    return found


def dealt() -> tuple[Instance, Position]:
    """p1 holds 0 (low red) and 4 (a joker), p2 holds 3 (high blue); 2 (high red) lies in the row; 1, 5 stay."""
    w, state = opened(card_game())
    for thing, zone_name, local in ((0, "hand", 0), (4, "hand", 0), (3, "hand", 1), (2, "row", 1)):
        move_thing(w.layout, state, thing, w.zones[zone_name].base + local)
    return w, state


def test_a_seat_sees_its_own_hand_and_counts_the_others() -> None:
    hands = zones(dealt(), 0)["hand"]
    assert hands == {"p1": {"things": [{"thing": "joker"}, {"thing": "low(red)"}]}, "p2": {"count": 1}}
    assert zones(dealt(), 1)["hand"] == {"p1": {"count": 2}, "p2": {"things": [{"thing": "high(blue)"}]}}
    assert zones(dealt(), None)["hand"] == {"p1": {"count": 2}, "p2": {"count": 1}}


def test_nobody_sees_the_pile_and_all_see_the_row() -> None:
    seen = zones(dealt(), 1)
    assert seen["deck"] == {"count": 1}
    assert seen["row"] == {"things": [{"thing": "high(red)", "cells": [[2]]}]}


def test_kept_values_are_shown_to_those_who_may_know_them() -> None:
    w, state = dealt()
    state.c[w.kept["secret"].column][w.kept["secret"].base + 1] = 4
    assert shown((w, state), 0)["kept"] == {"coin": {"p1": 3, "p2": 3}, "secret": {"p1": 0}, "round": 1, "mark": _no_marks()}
    assert shown((w, state), None)["kept"] == {"coin": {"p1": 3, "p2": 3}, "secret": {}, "round": 1, "mark": _no_marks()}


def _no_marks() -> dict[str, None]:
    return {"at(row, 1)": None, "at(row, 2)": None, "at(row, 3)": None}


def test_what_is_revealed_is_known_until_another_could_have_gone() -> None:
    w, state = dealt()
    apply(evaluator_of(w), Reveal(None, SPAN, const(CARD, 3), const(Set(SEAT), (0,))), state, {})
    assert zones((w, state), 0)["hand"]["p2"] == {"count": 1, "known": [{"thing": "high(blue)"}]}
    assert zones((w, state), None)["hand"]["p2"] == {"count": 1}
    assert sees_thing(evaluator_of(w), state, 0, 3)
    move_thing(w.layout, state, 3, w.zones["deck"].base)
    assert sees_thing(evaluator_of(w), state, 0, 3)  # it was the only card there
    move_thing(w.layout, state, 3, w.zones["hand"].base + 1)
    assert not sees_thing(evaluator_of(w), state, 0, 3)  # it was one of two
    move_thing(w.layout, state, 3, w.zones["deck"].base)
    apply(evaluator_of(w), Reveal(None, SPAN, const(CARD, 3), None), state, {})
    assert zones((w, state), None)["deck"] == {"count": 2, "known": [{"thing": "high(blue)"}]}


def test_the_way_in_which_a_pile_lies_is_never_shown() -> None:
    w, state = opened(card_game())
    other = state.copy()
    deck = w.zones["deck"].piles
    other.piles[deck] = other.piles[deck][::-1]
    assert other != state
    assert all(shown((w, state), who) == shown((w, other), who) for who in (0, 1, None))


def test_alike_things_have_no_names_of_their_own() -> None:
    w, state = dealt()
    other = state.copy()
    swap_things(w.layout, other, 4, 5)
    other.known = state.known[:]
    assert other != state
    assert all(shown((w, state), who) == shown((w, other), who) for who in (0, 1, None))


@pytest.mark.parametrize("seed", range(20))
def test_a_view_changes_only_with_what_the_seat_sees(seed: int) -> None:
    chance = random.Random(seed)
    w, state = opened(card_game(), players=3)
    for thing in range(w.layout.things):
        move_thing(w.layout, state, thing, w.zones["hand"].base + chance.randrange(3))
    state.c[w.kept["secret"].column][w.kept["secret"].entries] = [chance.randrange(6) for _ in range(3)]
    other = state.copy()
    for who in (1, 2):
        other.c[w.kept["secret"].column][w.kept["secret"].base + who] = chance.randrange(6)
    hidden = [thing for hand in (1, 2) for thing in state.piles[w.zones["hand"].piles + hand]]
    for one, another in zip(hidden, chance.sample(hidden, len(hidden)), strict=True):
        swap_things(w.layout, other, one, another)
    assert shown((w, state), 0) == shown((w, other), 0)
    assert shown((w, state), None) == shown((w, other), None)


def test_a_view_is_json_and_names_no_number_of_a_thing() -> None:
    text = json.dumps(shown(dealt(), 0))
    assert json.loads(text) == shown(dealt(), 0)
    assert "frame" not in text
    assert "rng" not in text


def test_things_out_of_play_are_counted() -> None:
    w, state = dealt()
    move_thing(w.layout, state, 3, BOX)
    assert shown((w, state), 0)["out-of-play"] == 1
    assert zones((w, state), 0)["hand"]["p2"] == {"count": 0}


def tile_game() -> GameModel:
    """Two tiles, each with a box that only its holder sees, and a truth kept of each tile; a vault that p1 alone sees."""
    tile = kind("tile", (row("one", "tiles"), row("two", "tiles")))
    coin = kind("coin", (row("coin", "coins", copies=3),))
    first = Visibility("seats", const(Set(SEAT), (0,)))
    return game(
        kinds=(tile, coin),
        components=(table("tiles", "tile", place("yard", seat(1)), (0, 1)), table("coins", "coin", place("vault"), (0,))),
        zones=(
            zone("yard", SEAT, holds="tile"),
            zone("store", SEAT, holds="tile", seen=OWNER),
            zone("box", tile_type(), holds="coin", seen=OWNER),
            zone("vault", holds="coin", seen=first),
            zone("board", shape=Shape("grid", (number(2), number(1))), seen=NOBODY),
        ),
        kept_values=(
            kept("turned", tile_type(), of=TRUTH, start=const(TRUTH, value=False)),
            kept("worth", tile_type(), SEAT, of=Number(0, 9), start=number(2), seen=OWNER),
            kept("spot", of=Maybe(Cell("board")), start=const(Maybe(Cell("board")), 1)),
        ),
    )


def tile_type() -> Thing:
    return Thing("tile")


def test_what_lies_on_a_thing_stands_with_it() -> None:
    w, state = opened(tile_game())
    move_thing(w.layout, state, 2, w.zones["box"].base)
    state.c[w.kept["turned"].column][w.kept["turned"].base] = True
    holder = zones((w, state), 1)["yard"]["p2"]
    assert holder == {
        "things": [
            {"thing": "one", "kept": {"turned": True, "worth": {"p2": 2}}, "on": {"box": {"things": [{"thing": "coin"}]}}},
            {"thing": "two", "kept": {"turned": False, "worth": {"p2": 2}}},
        ]
    }
    rival = zones((w, state), 0)["yard"]["p2"]
    assert rival == {
        "things": [
            {"thing": "one", "kept": {"turned": True, "worth": {"p1": 2}}, "on": {"box": {"count": 1}}},
            {"thing": "two", "kept": {"turned": False, "worth": {"p1": 2}}},
        ]
    }


def test_an_unseen_thing_takes_its_values_with_it() -> None:
    w, state = opened(tile_game())
    move_thing(w.layout, state, 0, w.zones["store"].base + 1)
    state.known[0] = 0  # nobody saw it go
    other = state.copy()
    other.c[w.kept["turned"].column][w.kept["turned"].base] = True
    assert shown((w, state), 0) == shown((w, other), 0)
    assert shown((w, state), 1) != shown((w, other), 1)


def test_a_place_may_be_seen_by_some_seats() -> None:
    world = opened(tile_game())
    assert zones(world, 0)["vault"] == {"things": [{"thing": "coin"}] * 3}
    assert zones(world, 1)["vault"] == zones(world, None)["vault"] == {"count": 3}


def test_values_have_the_names_of_the_rule_file() -> None:
    w, _ = opened(card_game())
    names = [value_name(w, of, value) for of, value in ((SEAT, 1), (CARD, 0), (CARD, 5), (Cell("row"), 2), (Maybe(SEAT), None))]
    assert names == ["p2", "low(red)", "joker", "at(row, 3)", "none"]
    assert shown(opened(tile_game()), 0)["kept"] == {"spot": "at(board, 2, 1)"}


@pytest.mark.parametrize("domains", [[(0, 4)], [(3, 2), (0, 3)], [(1, 2), (5, 3), (0, 2)]])
def test_entries_are_found_by_one_of_their_arguments(domains: list[tuple[int, int]]) -> None:
    sizes = [size for _, size in domains]
    layout = KeptLayout("k", 0, 7, tuple(Domain(*one) for one in domains), math.prod(sizes), None, None, None)
    for position, (offset, size) in enumerate(domains):
        for argument in range(offset - 1, offset + size + 1):
            having = [at for at in range(7, 7 + layout.size) if layout.arguments(at)[position] == argument]
            assert list(layout.where(position, argument)) == having
